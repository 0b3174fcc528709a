package daemon

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"navd/config"
	"navd/daemon/episode"
	"navd/daemon/item"
	"navd/daemon/knowledge"
	"navd/daemon/planner"
	"navd/daemon/search"
	"navd/daemon/words"
)

// source makes the block of memories, or the catalogue of skills: their names and what they
// are for.
func (le *learned) source(kind planner.Kind, of knowledge.Kind, share func(*config.Config) int) blockSource {
	return blockSource{
		Kind:  kind,
		used:  func(cfg *config.Config, use episode.Use) bool { return use.Knowledge && cfg.Knowledge.Enabled },
		share: share,
		make: func(ctx context.Context, a about, budget int) (block, error) {
			return le.block(ctx, of, a, budget)
		},
		quiet: true,
	}
}

// block makes the block of the items of a kind that hold in the scene of a plan: attached
// skills with their text, then all other items when there is room, otherwise those that
// share words with its goal and its rooms, the best first. Their claims are for the local
// planner.
func (le *learned) block(ctx context.Context, kind knowledge.Kind, a about, budget int) (b block, err error) {
	now, err := le.inForce()
	if err != nil {
		return b, err
	}
	everywhere, here := now.told[audience{kind, ""}], now.told[audience{kind, a.Scene}]
	if a.Scene == "" {
		here = statements{}
	}
	lookup := func(id string) (i knowledge.Item, is bool) {
		if i, is = here.items[id]; !is {
			i, is = everywhere.items[id]
		}
		return i, is
	}
	var in []string
	rest := everywhere.tokens + here.tokens // of the items that are not told yet
	whole, named := map[string]bool{}, map[string]bool{}
	if kind == knowledge.Skill {
		in, budget = b.addWhole(now.attachedIn(a.Scene), budget)
		for _, i := range b.In {
			whole[i.ID], named[i.ID] = true, true
			if latest, is := lookup(i.ID); is {
				rest -= words.Tokens(statement(latest) + "\n")
			}
		}
		for _, i := range b.LeftOut { // its name may still fit
			named[i.ID] = true
		}
	}
	all := slices.Concat(everywhere.ids, here.ids)
	chosen, reason := all, "there is room"
	if rest > budget {
		chosen, reason = le.c.search.RankShared(ctx, search.Knowledge, a.Words, "", a.Scene), "it shares words with the goal or the rooms"
	}
	for _, id := range chosen {
		i, is := lookup(id)
		if !is || whole[id] { // not is: of another kind, or taken out of use meanwhile
			continue
		}
		named[id] = true
		line := statement(i)
		need := words.Tokens(line + "\n")
		if need > budget {
			b.LeftOut = append(b.LeftOut, item.LeftOut{ID: i.ID, Reason: fmt.Sprintf("no room: %d tokens, %d left", need, budget)})
			continue
		}
		budget, in = budget-need, append(in, line)
		b.In = append(b.In, item.Shown{ID: i.ID, Version: i.Version, Reason: reason})
		said := i.Life().Newest().Said()
		for _, claim := range i.Claims {
			claim.Source, claim.Said = i.Ref(), said
			b.claims = append(b.claims, claim)
		}
	}
	for _, id := range all {
		if !named[id] {
			b.More++
		}
	}
	b.text = strings.Join(in, "\n")
	return b, nil
}

// addWhole adds the skills whose text fits to the record of a block, and gives their texts and
// the tokens that are left.
func (b *block) addWhole(skills []knowledge.Item, budget int) (texts []string, left int) {
	for _, i := range skills {
		text := wholeSkill(i)
		need := words.Tokens(text + "\n")
		if need > budget {
			b.LeftOut = append(b.LeftOut, item.LeftOut{ID: i.ID, Reason: fmt.Sprintf("no room for its text: %d tokens, %d left", need, budget)})
			continue
		}
		budget, texts = budget-need, append(texts, text)
		b.In = append(b.In, item.Shown{ID: i.ID, Version: i.Version, Reason: "it is attached"})
	}
	return texts, budget
}

// wholeSkill is a skill with its whole text, as a prompt has it.
func wholeSkill(i knowledge.Item) string {
	return statement(i) + "\n  " + strings.ReplaceAll(strings.TrimSpace(i.Body.Skill.Text), "\n", "\n  ")
}

// statement is a memory as a prompt has it, and a skill by its name and description.
func statement(i knowledge.Item) string {
	if g := i.Body.Skill; g != nil {
		return fmt.Sprintf("- [%s] %s: %s", i.Ref(), g.Name, strings.Join(strings.Fields(g.Description), " "))
	}
	return fmt.Sprintf("- [%s] %s", i.Ref(), strings.Join(strings.Fields(i.Body.Text), " "))
}
