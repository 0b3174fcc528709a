package mcp_test

import (
	"fmt"
	"strings"
	"testing"

	"navd/ipc"
)

// TestPreviewIsWhatIsWritten: what is shown before the confirmation knows the episode, as what
// is written then: what "this room" is, and where a proposal holds.
func TestPreviewIsWhatIsWritten(t *testing.T) {
	for _, c := range []struct {
		name, args, preview, refuted string
		scene                        string // where the proposal holds
	}{
		{"a fact of this room", `"text":"이 방에는 소파가 없어"`, "target:sofa not_in kitchen", "not understood", ""},
		{"a rule of the scene", `"text":"Never enter the bathroom","as":"rule","episode":%q`, "to hold in home", "everywhere", "home"},
		{"a memory of the scene", `"text":"the keys hang in the hall","as":"memory","episode":%q`, "to hold in home", "everywhere", "home"},
		{"a rule for everywhere", `"text":"Never enter the bathroom","as":"rule"`, "to hold everywhere", "in home", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := newAgent(t, true)
			id := user(a, ipc.EpisodeBegin, ipc.BeginParams{Goal: "sofa", SceneID: "home"}).Episode
			user(a, ipc.NavObserve, ipc.ObserveParams{Episode: id, SceneType: "kitchen"})
			args := c.args
			if strings.Contains(args, "%q") {
				args = fmt.Sprintf(args, id)
			}
			shown := a.asks("navd_feedback", "{"+args+"}")
			if !strings.Contains(shown.text, c.preview) || strings.Contains(shown.text, c.refuted) {
				t.Errorf("shown: %s", shown.text)
			}
			if done := a.asks("navd_feedback", fmt.Sprintf(`{%s,"confirm":%q}`, args, shown.Confirm)); !done.Written {
				t.Errorf("written: %s", done.text)
			}
			for _, p := range user(a, ipc.KnowledgeProposals, ipc.ProposalListParams{}).Proposals {
				if p.Scope.Scene != c.scene {
					t.Errorf("the proposal holds %s", p.Scope)
				}
			}
		})
	}
}

// TestUndoIsTried: what the preview shows is what is done then, and what cannot be done is
// refused before it is confirmed. The preview itself changes nothing.
func TestUndoIsTried(t *testing.T) {
	a := newAgent(t, true)
	user(a, ipc.EpisodeBegin, ipc.BeginParams{Goal: "sofa", SceneID: "home"})
	tells := func(args string) {
		t.Helper()
		shown := a.asks("navd_feedback", "{"+args+"}")
		if done := a.asks("navd_feedback", fmt.Sprintf(`{%s,"confirm":%q}`, args, shown.Confirm)); !done.Written {
			t.Fatal(done.text)
		}
	}
	tells(`"text":"the sofa is in the den"`)
	tells(`"text":"the sofa is in the den"`)
	tells(`"text":"turn left now"`)
	tells(`"text":"Never enter the bathroom when looking for a sofa","as":"rule"`)
	item := a.approved("the keys hang in the hall")
	user(a, ipc.KnowledgeRollback, ipc.RollbackParams{ID: item.ID, Version: new(0), Reason: "gone"})
	again := a.approved("the keys hang in the hall")
	state := func() string {
		var all []string
		for _, e := range user(a, ipc.GroundingList, ipc.GroundingListParams{}).Entries {
			all = append(all, fmt.Sprintf("%s@%d %s", e.ID, e.Version, e.State))
		}
		for _, i := range user(a, ipc.KnowledgeList, ipc.KnowledgeListParams{}).Items {
			all = append(all, i.Ref()+" "+string(i.Status))
		}
		return strings.Join(all, ", ")
	}
	for _, c := range []struct{ id, says string }{
		{"f1", `{"id":"g1@3","text":"the sofa is in the den","note":"active"}`},
		{"f1", `! id: there is nothing to take back, given "f1"; it is taken back already, or nothing was made of it`},
		{"f3", `{"id":"f3","text":"it counts as taken back; nothing else rests on it"}`},
		{"f3", `! id: there is nothing to take back, given "f3"`},
		{"f9", `! id: no such feedback, given "f9"; navd_feedback gives the id; `},
		{"g1", `{"id":"g1@4","text":"the sofa is in the den","note":"active"}`},
		{"g9", `! id: no such entry, given "g9"`},
		{"q1", `{"id":"p1","text":"it waited, and is taken back"}`},
		{"q1", `! id: there is nothing to take back, given "q1"`},
		{"q9", `! id: there is no such feedback, given "q9"`},
		{item.ID, `! id: ` + again.ID + ` is in use and says the same, given "` + item.ID + `"; leave it as it is, or roll ` + again.ID + ` back to version 0 first`},
		{"k9", `! id: there is no such item, given "k9"; resources/list and navd_search give ids like k3`},
		{"e1", `! id: not allowed, given "e1", allowed a feedback, like f3 or q3, or an item, like g3 or k3`},
	} {
		before := state()
		args := fmt.Sprintf(`"id":%q,"reason":"a slip"`, c.id)
		shown := a.asks("navd_undo", "{"+args+"}")
		if got := state(); got != before {
			t.Errorf("%s: the preview changed %s to %s", c.id, before, got)
		}
		if want, refused := strings.CutPrefix(c.says, "! "); refused {
			if !strings.HasPrefix(shown.Error, want) || shown.Confirm != "" {
				t.Errorf("%s: %s, want %s", c.id, shown.text, want)
			}
			continue
		}
		done := a.asks("navd_undo", fmt.Sprintf(`{%s,"confirm":%q}`, args, shown.Confirm))
		if !done.Written || !strings.Contains(shown.text, c.says) || fmt.Sprint(done.Items) != fmt.Sprint(shown.Items) {
			t.Errorf("%s: shown %s, done %s, want %s", c.id, shown.text, done.text, c.says)
		}
	}
}

// TestPreviewRefuses: what cannot be written is refused before it is confirmed.
func TestPreviewRefuses(t *testing.T) {
	a := newAgent(t, true)
	id := user(a, ipc.EpisodeBegin, ipc.BeginParams{Goal: "sofa", SceneID: "home"}).Episode
	for args, want := range map[string]string{
		`"text":"spatial:"`:                     `text: not allowed, given "spatial:", allowed something that was said: a text, or a verdict`,
		`"text":"a\u0000b"`:                     `text: not allowed, given "a\x00b", allowed no control characters but line ends and tabs`,
		`"text":"a\u0000b","as":"memory"`:       `text: not allowed, given "a\x00b", allowed no control characters but line ends and tabs`,
		`"text":"a","episode":"e9"`:             `episode: no such episode, given "e9"; a controller gives the id; resources/list shows those that are stored`,
		`"text":"a","as":"rule","episode":"e9"`: `episode: no such episode, given "e9"; a controller gives the id; resources/list shows those that are stored`,
		`"text":"a","confirm":5`:                `confirm: wrong type, given 5, allowed string`,
		`"text":"a","confirm":"yes"`:            `confirm: no offer has this token, given "yes"; call without confirm first, then give back the confirm of its answer`,
	} {
		if got := a.asks("navd_feedback", "{"+args+"}").Error; got != want {
			t.Errorf("%s: %s", args, got)
		}
	}
	if got := a.asks("navd_feedback", `{"text":"s:()"}`); !strings.Contains(got.text, `{"text":"how it went: Success","note":"for `+id+`"}`) {
		t.Error(got.text)
	}
}
