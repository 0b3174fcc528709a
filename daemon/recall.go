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

// knowledgeSource makes the block of what was learned.
func knowledgeSource() blockSource {
	return blockSource{
		Kind:  planner.Knowledge(),
		used:  func(cfg *config.Config, use episode.Use) bool { return use.Knowledge && cfg.Knowledge.Enabled },
		share: func(cfg *config.Config) int { return cfg.Knowledge.Budget },
		make:  (*core).knowledgeBlock,
		quiet: true,
	}
}

// knowledgeBlock gives a plan the memories that hold in its scene: all of them where
// there is room, otherwise those that fit its goal and its rooms best. Their claims
// count for the local planner.
func (c *core) knowledgeBlock(ctx context.Context, a about, budget int) (b block, err error) {
	now, err := c.shelf.inForce(a.Scene)
	if err != nil || len(now.memories) == 0 {
		return b, err
	}
	total := 0
	for _, i := range now.memories {
		total += words.Tokens(statement(i) + "\n")
	}
	order := now.memories
	reason := "there is room"
	if total > budget {
		order, reason = ranked(now.memories, c.search.Rank(ctx, search.Knowledge, a.Words, "", a.Scene)), "it fits the goal or the rooms"
	}
	var in []string
	for _, i := range order {
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
	b.text = strings.Join(in, "\n")
	return b, nil
}

// statement is a memory as a prompt has it.
func statement(i knowledge.Item) string {
	return fmt.Sprintf("- [%s] %s", i.Ref(), strings.Join(strings.Fields(i.Body.Text), " "))
}

// ranked puts items into the order of some ids; those that are not named come last,
// the newest first.
func ranked(items []knowledge.Item, ids []string) []knowledge.Item {
	at := map[string]int{}
	for n, id := range ids {
		at[id] = n
	}
	place := func(i knowledge.Item) int {
		if n, named := at[i.ID]; named {
			return n
		}
		return len(ids)
	}
	all := slices.Clone(items)
	slices.Reverse(all)
	slices.SortStableFunc(all, func(a, b knowledge.Item) int { return place(a) - place(b) })
	return all
}
