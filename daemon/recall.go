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

// memorySource makes the block of memories.
func (le *learned) memorySource() blockSource {
	return le.source(planner.Knowledge(), knowledge.Memory, func(cfg *config.Config) int { return cfg.Knowledge.Budget })
}

// skillSource makes the catalogue of skills: their names and what they are for.
func (le *learned) skillSource() blockSource {
	return le.source(planner.Skills(), knowledge.Skill, func(cfg *config.Config) int { return cfg.Knowledge.Skills })
}

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

// block makes the block of the items of a kind that hold in the scene of a plan: all of
// them when there is room, otherwise those that share words with its goal and its rooms,
// the best first. Their claims are for the local planner.
func (le *learned) block(ctx context.Context, kind knowledge.Kind, a about, budget int) (b block, err error) {
	now, err := le.inForce()
	if err != nil {
		return b, err
	}
	everywhere, here := now.told[audience{kind, ""}], now.told[audience{kind, a.Scene}]
	if a.Scene == "" {
		here = statements{}
	}
	all, reason := slices.Concat(everywhere.ids, here.ids), "there is room"
	if everywhere.tokens+here.tokens > budget {
		found := le.c.search.RankShared(ctx, search.Knowledge, a.Words, "", a.Scene)
		b.More, all, reason = len(all), found, "it shares words with the goal or the rooms"
	}
	var in []string
	open := map[string]bool{}
	if kind == knowledge.Skill {
		for _, i := range now.openedIn(a.Scene) {
			text := wholeSkill(i)
			if need := words.Tokens(text + "\n"); need <= budget {
				open[i.ID], budget, in = true, budget-need, append(in, text)
				b.In = append(b.In, item.Shown{ID: i.ID, Version: i.Version, Reason: "it is attached"})
			} else { // its name may still fit
				b.LeftOut = append(b.LeftOut, item.LeftOut{ID: i.ID, Reason: fmt.Sprintf("no room for its text: %d tokens, %d left", need, budget)})
			}
		}
	}
	for _, id := range all {
		if open[id] {
			continue
		}
		i, is := here.items[id]
		if !is {
			i, is = everywhere.items[id]
		}
		if !is { // it was taken out of use meanwhile
			continue
		}
		line := statement(i)
		need := words.Tokens(line + "\n")
		if need > budget {
			b.LeftOut = append(b.LeftOut, item.LeftOut{ID: i.ID, Reason: fmt.Sprintf("no room: %d tokens, %d left", need, budget)})
			continue
		}
		budget, in = budget-need, append(in, line)
		b.In = append(b.In, item.Shown{ID: i.ID, Version: i.Version, Reason: reason})
		for _, claim := range i.Claims {
			claim.Source = i.Ref()
			b.claims = append(b.claims, claim)
		}
	}
	b.More = max(0, b.More-len(b.In)-len(b.LeftOut))
	b.text = strings.Join(in, "\n")
	return b, nil
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
