package daemon

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"navd/config"
	"navd/daemon/episode"
	"navd/daemon/fault"
	"navd/daemon/feedback"
	"navd/daemon/grounding"
	"navd/daemon/item"
	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/search"
	"navd/daemon/store"
	"navd/daemon/words"
	"navd/ipc"
)

// situationOf says where the robot of an episode is and what it looks for. The caller
// holds the episode.
func situationOf(l *live, goal string) grounding.Situation {
	s := grounding.Situation{
		Episode: l.id, Scene: l.ep.SceneID, Target: words.ObjectKey(goal), Places: []words.Key{l.mem.Where().Type},
	}
	if r, ok := roomsOf(l); ok {
		s.House, s.Where = l.ep.Home.House, r.where
	}
	return s
}

// source makes the block of what users said.
func (es *entryStore) source() blockSource {
	return blockSource{
		Kind:  planner.Grounding(),
		used:  func(cfg *config.Config, use episode.Use) bool { return use.Grounding && cfg.Grounding.Enabled },
		share: func(cfg *config.Config) int { return cfg.Grounding.Budget },
		make:  es.block,
	}
}

// block makes the block of a plan: the user's own files, and what users said that is of
// use for it.
func (es *entryStore) block(ctx context.Context, a about, budget int) (b block, err error) {
	choice, claims, err := es.choose(ctx, a.Situation, budget-tokensOf(a.files))
	if err != nil {
		return b, err
	}
	files, err := es.textOf(a.files)
	if err != nil {
		return b, err
	}
	b.text, b.claims = joinBlocks(files, choice.Text), claims
	b.In, b.LeftOut, b.More = choice.Entries, choice.LeftOut, choice.More
	if a.files != nil {
		b.Files = a.files.Hash
	}
	return b, nil
}

// choose picks the entries for a situation within a budget, and the claims. The
// index is asked only when not everything fits.
func (es *entryStore) choose(ctx context.Context, s grounding.Situation, budget int) (choice grounding.Choice, claims []words.Claim, err error) {
	tight := false
	err = es.read(func(b *grounding.Book) error {
		tight, choice = false, grounding.Choice{}
		if _, tokens := b.InScope(s); tokens > budget {
			tight = true
		} else {
			choice = b.Choose(s, nil, budget)
		}
		claims = b.Claims(s)
		for i := range claims {
			claims[i].Said = b.Said(claims[i].Source)
		}
		return nil
	})
	if err != nil || !tight {
		return choice, claims, err
	}
	scopes := []string{""}
	if s.Scene != "" {
		scopes = append(scopes, s.Scene)
	}
	ranked := es.c.search.Rank(ctx, search.Grounding, s.Words, scopes...)
	err = es.read(func(b *grounding.Book) error { choice = b.Choose(s, ranked, budget); return nil })
	return choice, claims, err
}

func tokensOf(f *episode.Files) int {
	if f == nil {
		return 0
	}
	return f.Tokens
}

// textOf reads the merged text of the user's own files.
func (es *entryStore) textOf(f *episode.Files) (string, error) {
	if f == nil {
		return "", nil
	}
	return readOf(es.c, store.GetText, f.Hash)
}

func joinBlocks(blocks ...string) string {
	blocks = slices.DeleteFunc(blocks, func(b string) bool { return strings.TrimSpace(b) == "" })
	return strings.Join(blocks, "\n\n")
}

// checkRoom refuses files and pinned entries that are larger than their share
// of a prompt: they are shown whole or not at all.
func (es *entryStore) checkRoom(s grounding.Scope, files *episode.Files) error {
	budget, pinned := es.c.config().Grounding.Budget, 0
	err := es.read(func(b *grounding.Book) error { pinned = pinnedTokens(b, s, ""); return nil })
	if err != nil { // the episode begins all the same
		es.c.trouble("grounding", "what users said cannot be read; an episode begins without it", err)
	}
	if pinned+tokensOf(files) <= budget {
		return nil
	}
	f := fault.New(fault.TooLarge, "files of %d tokens and pinned entries of %d do not fit a prompt", tokensOf(files), pinned).About("grounding_files", nil)
	if files != nil {
		f.Given = fault.Show(strings.Join(files.Names, ", "))
	}
	f.Allowed = fmt.Sprintf("%d tokens together", budget)
	return f.WithHint("raise grounding.budget, name fewer files here or in grounding.paths, or unpin entries with grounding.pin")
}

// checkPins refuses to pin an entry that does not fit with the others of its
// scope.
func (es *entryStore) checkPins(b *grounding.Book, id string) error {
	e, err := b.Get(id)
	if err != nil {
		return err
	}
	budget := es.c.config().Grounding.Budget
	if tokens := pinnedTokens(b, e.Scope, id); tokens > budget {
		return fault.New(fault.TooLarge, "the pinned entries would take %d tokens; grounding.budget allows %d", tokens, budget).About("id", id).
			WithHint("raise grounding.budget, or unpin other entries first")
	}
	return nil
}

// pinnedTokens is how many tokens the pinned entries of a scope take, with the entry more
// if it is not empty.
func pinnedTokens(b *grounding.Book, s grounding.Scope, more string) int {
	var texts feedback.Four[[]string]
	for e := range b.All() {
		if (e.Pinned || e.ID == more) && e.State == item.Active && (e.Scope.Scene == "" || e.Scope.Scene == s.Scene) && (e.Scope.Episode == "" || e.Scope.Episode == s.Episode) {
			list := texts.Of(e.Category)
			*list = append(*list, grounding.Bare(e.Text))
		}
	}
	return words.Tokens(grounding.Block(texts))
}

// Prompt gives the block for a prompt, as a plan would get it.
func (g *Grounding) Prompt(ctx context.Context, p ipc.GroundingPromptParams) (r ipc.GroundingPromptResult, err error) {
	s, files, err := g.situation(p)
	if err != nil {
		return r, err
	}
	budget := g.c.config().Grounding.Budget
	set(&budget, p.Budget)
	m, err := grounding.MergeFiles(filesOf(p.Files), grounding.Format(g.c.config().Grounding.MergeFormat))
	if err != nil {
		return r, badParams(err)
	}
	own, err := g.c.entries.textOf(files)
	if err != nil {
		return r, err
	}
	if own = joinBlocks(own, m.Prompt); words.Tokens(own) > budget {
		return r, fault.New(fault.TooLarge, "the files take %d tokens; the budget allows %d", words.Tokens(own), budget).About("files", nil).WithHint("raise budget, or give fewer or shorter files")
	}
	choice, _, err := g.c.entries.choose(ctx, s, budget-words.Tokens(own))
	if err != nil {
		return r, err
	}
	r = ipc.GroundingPromptResult{Prompt: joinBlocks(own, choice.Text), In: choice.Entries, LeftOut: choice.LeftOut, More: choice.More, Skipped: m.Skipped}
	r.Tokens = words.Tokens(r.Prompt)
	if r.Off, err = g.off(p.Episode); err != nil {
		return r, err
	}
	if p.Kind == "entropy" {
		if len(p.Actions) == 0 {
			p.Actions = viewActions()
		}
		r.System = grounding.AskVerbalized(p.Actions, r.Prompt)
	}
	return r, nil
}

// situation is what a prompt is about: that of an episode, if one is named, with what the
// call sets.
func (g *Grounding) situation(p ipc.GroundingPromptParams) (s grounding.Situation, files *episode.Files, err error) {
	said := []string{p.Target, p.Place}
	if p.Episode != "" {
		err = g.c.memories.with(p.Episode, func(l *live) error {
			where := l.mem.Where()
			s = situationOf(l, l.ep.Goal)
			said, files = append(said, l.ep.Goal, where.Label, l.ep.Instruction), l.ep.Files
			return nil
		})
	}
	s.Scene = cmp.Or(p.SceneID, s.Scene)
	if p.Target != "" {
		s.Target = words.ObjectKey(p.Target)
	}
	if p.Place != "" {
		s.Places = []words.Key{words.LabelKey(p.Place)}
	}
	s.Words = strings.Join(said, " ")
	return s, files, err
}

// off says why the plans of an episode, or of all when none is named, do not get what
// users said; "" when they do.
func (g *Grounding) off(episode string) (why string, err error) {
	if !g.c.config().Grounding.Enabled {
		return "grounding.enabled is false", nil
	}
	if episode == "" {
		return "", nil
	}
	err = g.c.memories.with(episode, func(l *live) error {
		if !l.ep.Use.Grounding {
			why = "the episode began with use.grounding false"
		}
		return nil
	})
	return why, err
}

// viewActions are the actions of a panorama, as the verbalized form names them.
func viewActions() []string {
	var out []string
	for v := range nav.Views {
		out = append(out, fmt.Sprintf("view %d", v))
	}
	return out
}

// readFilesFor reads the user's own files for an episode that begins, and refuses what
// does not fit a prompt.
func (es *entryStore) readFilesFor(ep *episode.Episode, given []ipc.GroundingFile) (text string, skipped []grounding.Skipped, err error) {
	if !ep.Use.Grounding || !es.c.config().Grounding.Enabled {
		return "", nil, nil
	}
	if ep.Files, text, skipped, err = ownFiles(es.c.config().Grounding, given); err != nil {
		return "", nil, err
	}
	return text, skipped, es.checkRoom(grounding.Scope{Scene: ep.SceneID}, ep.Files)
}
