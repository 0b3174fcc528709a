package daemon

import (
	"context"
	"slices"
	"strings"

	"navd/config"
	"navd/daemon/episode"
	"navd/daemon/grounding"
	"navd/daemon/knowledge"
	"navd/daemon/planner"
	"navd/daemon/reply"
	"navd/daemon/words"
)

// about says what a plan is about, for the sources of blocks.
type about struct {
	grounding.Situation
	use   episode.Use
	files *episode.Files
}

// aboutOf says what a plan is about. The caller holds the episode.
func aboutOf(l *live, d *draft) about {
	a := about{situationOf(l, d.survey.Goal), l.ep.Use, l.ep.Files}
	said := []string{d.survey.Goal, l.mem.Where().Label, l.ep.Instruction}
	for _, v := range d.survey.Glimpse {
		if v.Type != "" && !slices.Contains(a.Places, v.Type) {
			a.Places = append(a.Places, v.Type)
			said = append(said, string(v.Type))
		}
	}
	a.Words = strings.Join(said, " ")
	return a
}

// A blockSource makes the blocks of one kind.
type blockSource struct {
	planner.Kind
	used  func(*config.Config, episode.Use) bool                        // whether an episode's plans get it
	share func(*config.Config) int                                      // its own share of a prompt, tokens
	make  func(ctx context.Context, a about, budget int) (block, error) // of at most budget tokens
	quiet bool                                                          // an empty block is left out of the plan's record
}

// sources lists the sources in the order in which they get the tokens that the context did
// not use.
func (pl *planning) sources() []blockSource {
	le := &pl.c.learned
	return []blockSource{
		pl.c.entries.source(),
		le.source(planner.Knowledge(), knowledge.Memory, func(cfg *config.Config) int { return cfg.Knowledge.Budget }),
		le.source(planner.Skills(), knowledge.Skill, func(cfg *config.Config) int { return cfg.Knowledge.Skills }),
	}
}

// A block is the part of a prompt that one source gives a plan. Tokens and hash of its
// record are computed from the text later.
type block struct {
	planner.Block
	text   string
	claims []words.Claim // for the local planner
}

// maxLeftOut is how many left-out items a plan's record names.
const maxLeftOut = 20

// blocks adds to a draft the blocks of all sources, one after the other. When a source
// fails the plan is made without its block.
func (pl *planning) blocks(ctx context.Context, d *draft, sources []blockSource) {
	cfg := pl.c.config()
	spare := max(0, cfg.Planner.Budget.Context-d.plan.Used.ContextTokens)
	d.texts = map[string]string{}
	for _, s := range sources {
		if !s.used(cfg, d.about.use) {
			continue
		}
		budget := s.share(cfg) + spare
		b, err := s.make(ctx, d.about, budget)
		if err != nil {
			pl.c.trouble(s.Name, "a plan is made without "+s.What, err, "episode", d.episode)
			continue
		}
		pl.c.troubles.Clear(s.Name)
		if s.quiet && len(b.In)+len(b.LeftOut) == 0 {
			continue
		}
		d.add(s.Kind, b, pl.c.prompts.planner)
		spare = min(spare, max(0, budget-words.Tokens(b.text)))
	}
}

// add takes a block into the draft and its record.
func (d *draft) add(k planner.Kind, b block, prompt reply.Template) {
	b.Tokens, b.Hash, b.Claims = words.Tokens(b.text), reply.Hash(b.text), len(b.claims)
	if keep := min(len(b.LeftOut), maxLeftOut); keep < len(b.LeftOut) {
		b.LeftOut, b.More = b.LeftOut[:keep], b.More+len(b.LeftOut)-keep
	}
	if b.text != "" && !prompt.Uses(k.Placeholder) {
		b.Unasked = "the prompt has no $" + k.Placeholder
	}
	if d.plan.Used.Blocks == nil {
		d.plan.Used.Blocks = map[string]planner.Block{}
	}
	d.plan.Used.Blocks[k.Name], d.texts[k.Name] = b.Block, b.text
	d.claims = append(d.claims, b.claims...)
}
