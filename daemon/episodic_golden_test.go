package daemon_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/cmd/golden"
	"navd/daemon/episodic"
	"navd/ipc"
)

func recorded(t *testing.T, name string, into any) {
	golden.Recorded(t, "../../shared/golden/episodic/"+name+".json", into)
}

// The recorded sessions over the socket: the slot of each of twelve samples, what was
// found, the gate, and what was kept. Package episodic names the rows that differ.
func TestRecordedSessions(t *testing.T) {
	var g struct {
		Samples []episodic.Sample
		Cases   []struct {
			Name  string
			Input struct {
				Condition string
				Initial   []json.RawMessage `json:"initial_store"`
			}
			Expected struct {
				Steps []struct {
					Slot map[string]json.RawMessage
					Mode string `json:"memory_mode"`
					Meta struct {
						IDs []string `json:"retrieved_ids"`
					} `json:"memory_meta"`
					Gate  []any `json:"debate_gate"`
					Store struct {
						Decision string
						Reason   *string  `json:"skip_reason"`
						Tags     []string `json:"reason_tags"`
					}
				}
			}
		}
	}
	recorded(t, "sessions", &g)
	for _, c := range g.Cases {
		if c.Input.Condition != "C1" && c.Input.Condition != "C2_silent" && c.Input.Condition != "C2_eval_only" {
			continue // conditions of that file alone
		}
		t.Run(c.Name, func(t *testing.T) {
			h := newHouse(t)
			snapshot := ""
			for _, entry := range c.Input.Initial {
				h.keep(string(entry), "")
			}
			if c.Input.Condition == "C2_eval_only" {
				h.do(ipc.EpisodicSnapshot, `{"name":"start"}`)
				snapshot = `,"snapshot":"start"`
			}
			for i, s := range g.Samples {
				want := c.Expected.Steps[i]
				text, facts := jsonOf(t, s.Text), jsonOf(t, s.Facts())
				r := into[ipc.SlotResult](t, h.in(t).do(ipc.EpisodicSlot, fmt.Sprintf(`{"profile":"absa","condition":%q,"text":%s,"language":%q,"facts":%s%s}`,
					c.Input.Condition, text, s.Language, facts, snapshot)))
				if got := strings.ReplaceAll(r.JSON, " ", ""); c.Input.Condition != "C2_eval_only" && got != strings.ReplaceAll(jsonOf(t, want.Slot), " ", "") {
					t.Errorf("sample %d: slot %s, want %s", i, r.JSON, jsonOf(t, want.Slot))
				}
				reason := any(nil)
				if r.Gate.Debate.Reason != nil {
					reason = *r.Gate.Debate.Reason
				}
				if r.Meta.Mode != want.Mode || !slices.Equal(r.Retrieved, want.Meta.IDs) || !cmp.Equal(want.Gate, []any{r.Gate.Debate.Inject, reason}) {
					t.Errorf("sample %d: %s, %v, %v; want %s, %v, %v", i, r.Meta.Mode, r.Retrieved, r.Gate.Debate, want.Mode, want.Meta.IDs, want.Gate)
				}
				kept := into[ipc.AppendResult](t, h.do(ipc.EpisodicAppend, fmt.Sprintf(`{"profile":"absa","condition":%q,"sample":%s}`, c.Input.Condition, jsonOf(t, s))))
				skipped := ""
				if want.Store.Reason != nil {
					skipped = *want.Store.Reason
				}
				if kept.Decision != want.Store.Decision || kept.Reason != skipped || !slices.Equal(kept.Tags, want.Store.Tags) {
					t.Errorf("sample %d: %+v, want %+v", i, kept, want.Store)
				}
			}
		})
	}
}

func jsonOf(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// The recorded slots and advisories over the socket, byte for byte.
func TestRecordedSlots(t *testing.T) {
	var slots struct {
		Cases []struct {
			Name  string
			Input struct {
				Condition  string            `json:"condition"`
				Advisories []json.RawMessage `json:"advisories"`
				TopK       int               `json:"topk"`
				Name       string            `json:"slot_name"`
			}
			Exact string `json:"expected_json_string"`
		}
	}
	recorded(t, "slot_payload", &slots)
	h, met := newHouse(t), 0
	for _, c := range slots.Cases {
		raw, err := h.call(ipc.EpisodicRender, jsonOf(t, c.Input))
		if err != nil { // an unknown condition, or too many advisories: see package episodic
			continue
		}
		if got := into[ipc.RenderResult](t, raw).JSON; got == c.Exact {
			met++
		} else if !strings.Contains(c.Name, "C2_eval_only") {
			t.Errorf("%s:\n got %s\nwant %s", c.Name, got, c.Exact)
		}
	}
	if met < 10 {
		t.Errorf("%d slots are as recorded", met)
	}
	var advisories struct {
		Warning string `json:"warning_text"`
		Cases   []struct {
			Name  string
			Input struct {
				Episodes []json.RawMessage
				Prohibit bool   `json:"prohibit_dangerous"`
				Type     string `json:"advisory_type"`
				Strength string
			}
			Expected struct {
				Advisories []episodic.Advisory
				Blocked    episodic.Blocked `json:"blocked_stats"`
			}
		}
	}
	recorded(t, "advisory", &advisories)
	profiles, err := episodic.Profiles()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range advisories.Cases {
		in := c.Input
		params := fmt.Sprintf(`{"profile":"absa","entries":%s,"prohibit_dangerous":%v,"advisory_type":%q,"strength":%q}`, jsonOf(t, append([]json.RawMessage{}, in.Episodes...)), in.Prohibit, in.Type, in.Strength)
		raw, err := h.call(ipc.EpisodicAdvise, params)
		if err != nil {
			t.Errorf("%s: %v", c.Name, err)
			continue
		}
		got := into[ipc.AdviseResult](t, raw)
		for i := range c.Expected.Advisories {
			m := &c.Expected.Advisories[i].Message
			*m = strings.ReplaceAll(*m, "<warning_text>", profiles["absa"].Warning)
		}
		if diff := cmp.Diff(c.Expected.Advisories, got.Advisories); diff != "" {
			t.Errorf("%s: %s", c.Name, diff)
		}
		if diff := cmp.Diff(c.Expected.Blocked, got.Blocked); diff != "" {
			t.Errorf("%s: %s", c.Name, diff)
		}
	}
}
