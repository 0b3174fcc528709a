package daemon_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/grounding"
	"navd/daemon/item"
	"navd/daemon/model/modeltest"
	"navd/ipc"
)

const proposing = `{"user_preference_grounding":{"content":""},"spatial_grounding":{"content":"the sofa is red"},"procedural_grounding":{"content":""},"general_grounding_rules":{"content":""},` +
	`"changes":[{"action":"add","category":"spatial","text":"red things are sofas","evidence":["f1"]}]}`

// TestWithdrawnWhileFinal: feedback that is taken back while a model thinks
// comes back neither as a proposal nor in the final.
func TestWithdrawnWhileFinal(t *testing.T) {
	g := newGate()
	h := newHouse(t, withFinal(g))
	e := h.beginIn("home", "sofa")
	h.say(e, "spatial: the sofa is red")
	h.say(e, "go slowly")
	h.end(e)
	<-g.asked
	h.do(ipc.GroundingUndo, `{"feedback":"f1"}`)
	g.answers <- modeltest.Line{Text: proposing}
	g.answers <- modeltest.Line{Text: strings.ReplaceAll(strings.ReplaceAll(proposing, "the sofa is red", "walk"), `"f1"`, `"f2"`)}
	r := h.finalsOf(e)
	for _, x := range into[ipc.GroundingListResult](t, h.do(ipc.GroundingList, `{}`)).Entries {
		for _, v := range x.Evidence {
			if v.Feedback == "f1" {
				t.Errorf("%s %s %q rests on f1, which was taken back", x.ID, x.State, x.Text)
			}
		}
	}
	if r.Final != nil && strings.Contains(fmt.Sprint(r.Final.Final), "red") {
		t.Errorf("the final says what was taken back: %+v", r.Final.Final)
	}
}

// TestWithdrawnAfterFinal: feedback that is taken back after the end does
// not stay in the final that is exported.
func TestWithdrawnAfterFinal(t *testing.T) {
	for _, rest := range []string{"go slowly", ""} {
		t.Run("rest "+rest, func(t *testing.T) {
			h := newHouse(t)
			e := h.beginIn("home", "sofa")
			h.say(e, "spatial: the safe is behind the picture")
			if rest != "" {
				h.say(e, rest)
			}
			h.end(e)
			h.finalsOf(e)
			h.do(ipc.GroundingUndo, `{"feedback":"f1"}`)
			h.finalsOf(e)
			if raw := string(h.do(ipc.GroundingExport, fmt.Sprintf(`{"episode":%q}`, e))); strings.Contains(raw, "safe") {
				t.Errorf("exported: %s", raw)
			}
		})
	}
}

// TestWithdrawTwice: an entry that came back by an undo can be withdrawn
// again.
func TestWithdrawTwice(t *testing.T) {
	h := newHouse(t)
	e := h.beginIn("home", "sofa")
	h.say(e, "spatial: the sofa is red")
	h.do(ipc.GroundingUndo, `{"feedback":"f1"}`)
	h.do(ipc.GroundingUndo, `{"id":"g1"}`)
	if s := h.entryOf("g1").State; s != item.Active {
		t.Fatalf("g1 is %s", s)
	}
	if got := h.finalsOf(e).Feedback; len(got) != 1 || !got[0].Withdrawn.IsZero() {
		t.Errorf("g1 is in use and rests on %+v", got)
	}
	if got := holds(h.moved(e), func(e grounding.Entry) string { return e.Text }); len(got) != 1 {
		t.Errorf("its files bring %v", got)
	}
	h.do(ipc.GroundingUndo, `{"feedback":"f1"}`)
	if s := h.entryOf("g1").State; s == item.Active {
		t.Error("g1 is in use and rests on f1 alone, which was taken back twice")
	}
}

// TestWithdrawnOfTwo: one of two feedbacks of an entry is taken back after the end: the answer
// comes, and the final rests on the other.
func TestWithdrawnOfTwo(t *testing.T) {
	h := newHouse(t)
	e := h.beginIn("home", "sofa")
	h.say(e, "spatial: the sofa is red")
	h.say(e, "spatial: the sofa is red")
	h.end(e)
	h.finalsOf(e)
	h.do(ipc.GroundingUndo, `{"feedback":"f1"}`)
	if r := h.finalsOf(e); r.Versions != 2 || !strings.Contains(r.Final.Final.Spatial.Content, "red") || h.entryOf("g1").State != item.Active {
		t.Errorf("%d versions, %+v", r.Versions, r.Final)
	}
}

// TestUndoTellsWhatHolds: taking back one of several feedbacks of an entry tells which ones still
// hold it.
func TestUndoTellsWhatHolds(t *testing.T) {
	h := newHouse(t)
	e := h.beginIn("home", "sofa")
	for range 3 {
		h.say(e, "spatial: the sofa is red")
	}
	for _, c := range []struct {
		undo string
		want []ipc.HeldEntry
	}{
		{`{"feedback":"f1","dry_run":true}`, []ipc.HeldEntry{{ID: "g1", By: []string{"f2", "f3"}}}},
		{`{"feedback":"f1"}`, []ipc.HeldEntry{{ID: "g1", By: []string{"f2", "f3"}}}},
		{`{"feedback":"f3"}`, []ipc.HeldEntry{{ID: "g1", By: []string{"f2"}}}},
		{`{"feedback":"f2"}`, nil},
	} {
		if diff := cmp.Diff(c.want, into[ipc.UndoResult](t, h.do(ipc.GroundingUndo, c.undo)).Held); diff != "" {
			t.Errorf("%s: %s", c.undo, diff)
		}
	}
	h.say(e, "spatial: the sofa is blue")
	h.say(e, "spatial: the sofa is green") // in the place of blue
	if held := into[ipc.UndoResult](t, h.do(ipc.GroundingUndo, `{"feedback":"f5"}`)).Held; held != nil {
		t.Errorf("what is in use again is held by %v", held)
	}
}

// TestUndoDryRun: a try says what an undo with the same key then does, and changes nothing: no
// entry, no feedback, no final.
func TestUndoDryRun(t *testing.T) {
	h := newHouse(t)
	e := h.beginIn("home", "sofa")
	h.say(e, "spatial: the sofa is red")
	h.say(e, "turn left now")
	h.end(e)
	h.finalsOf(e)
	before := string(h.do(ipc.GroundingGet, fmt.Sprintf(`{"episode":%q}`, e)))
	for _, what := range []string{`"feedback":"f1"`, `"feedback":"f2"`, `"id":"g1"`} {
		undo := func(dry bool) (ids []string, withdrawn bool) {
			r := into[ipc.UndoResult](t, h.do(ipc.GroundingUndo, fmt.Sprintf(`{%s,"dry_run":%t,"key":%q}`, what, dry, what)))
			for _, x := range r.Entries {
				ids = append(ids, fmt.Sprintf("%s@%d %s", x.ID, x.Version, x.State))
			}
			return ids, r.Withdrawn
		}
		version := h.entryOf("g1").Version
		tried, would := undo(true)
		if got := string(h.do(ipc.GroundingGet, fmt.Sprintf(`{"episode":%q}`, e))); got != before || h.entryOf("g1").Version != version {
			t.Errorf("%s: the try changed\n%s to\n%s", what, before, got)
		}
		ids, withdrawn := undo(false)
		if fmt.Sprint(tried, would) != fmt.Sprint(ids, withdrawn) || withdrawn == strings.Contains(what, "id") {
			t.Errorf("%s: tried %v %t, done %v %t", what, tried, would, ids, withdrawn)
		}
		h.finalsOf(e)
		before = string(h.do(ipc.GroundingGet, fmt.Sprintf(`{"episode":%q}`, e)))
	}
	h.sound()
}
