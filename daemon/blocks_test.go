package daemon

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/config"
	"navd/daemon/episode"
	"navd/daemon/item"
	"navd/daemon/planner"
	"navd/daemon/reply"
	"navd/daemon/words"
)

// TestBlocks holds that any number of kinds of blocks goes one way: into the
// prompt, the record, the counted items and the claims; that what the context left
// goes from one to the next; and that one that fails takes no other with it.
func TestBlocks(t *testing.T) {
	source := func(name string, share, takes int, err error) blockSource {
		return blockSource{
			Kind:  planner.Kind{Name: name, What: name, Placeholder: name},
			used:  func(_ *config.Config, use episode.Use) bool { return use.Grounding || name != "off" },
			share: func(*config.Config) int { return share },
			make: func(_ context.Context, _ about, budget int) (b block, _ error) {
				b.More = budget
				b.In = []item.Shown{{ID: name + "1", Version: 1}}
				for words.Tokens(b.text) < takes {
					b.text += "mind the cat "
				}
				b.LeftOut = make([]item.LeftOut, maxLeftOut+1)
				b.claims = []words.Claim{words.Avoid("place:kitchen", name, 1)}
				return b, err
			},
		}
	}
	d := openDaemon(t, 4)
	cfg := *d.core.config()
	cfg.Planner.Budget.Context = 150
	d.core.cfg.Store(&cfg)
	prompt, err := reply.ParseTemplate("p", "s\n---\n$a", []string{"a"})
	if err != nil {
		t.Fatal(err)
	}
	d.core.prompts.planner = prompt
	dr := &draft{plan: planner.Plan{Used: planner.Used{ContextTokens: 50}}}
	d.core.planning.blocks(t.Context(), dr, []blockSource{
		source("a", 10, 70, nil), source("off", 10, 9, nil), source("broken", 10, 9, errors.New("away")), source("b", 20, 5, nil),
	})
	a, b := dr.plan.Used.Blocks["a"], dr.plan.Used.Blocks["b"]
	over := a.Tokens - 10 // what a took of the 100 tokens that the context left
	if a.More != 110+1 || b.More != 20+100-over+1 || len(a.LeftOut) != maxLeftOut || a.Unasked != "" || b.Unasked != "the prompt has no $b" {
		t.Errorf("a %+v\nb %+v", a, b)
	}
	if dr.texts["a"] == "" || a.Hash != reply.Hash(dr.texts["a"]) || a.Tokens != words.Tokens(dr.texts["a"]) || a.Claims != 1 {
		t.Errorf("text %q of %+v", dr.texts["a"], a)
	}
	if len(dr.plan.Used.Blocks) != 2 || len(dr.claims) != 2 {
		t.Errorf("%d blocks, claims %v", len(dr.plan.Used.Blocks), dr.claims)
	}
	if diff := cmp.Diff([]item.Shown{{ID: "a1", Version: 1}}, shownTo(dr.plan)); diff != "" {
		t.Errorf("counted as shown: %s", diff)
	}
	if got := d.core.troubles.List(); len(got) != 1 || got[0].What != "broken" {
		t.Errorf("troubles %+v", got)
	}
}

// TestEveryKindHasASource holds that what a prompt may name is made.
func TestEveryKindHasASource(t *testing.T) {
	made := []planner.Kind{}
	for _, s := range openDaemon(t, 4).core.planning.sources() {
		made = append(made, s.Kind)
	}
	made = append(made, planner.Episodic(), planner.Search(), planner.RulesKind()) // by advise, think and judge, which know the draft
	if diff := cmp.Diff(planner.Kinds(), made); diff != "" {
		t.Error(diff)
	}
}
