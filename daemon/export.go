package daemon

import (
	"cmp"
	"context"
	"strings"

	"navd/daemon/episode"
	"navd/daemon/grounding"
	"navd/daemon/store"
	"navd/ipc"
	"navd/kv"
)

// Export gives the grounding files of episodes with feedback, page by page, and
// with the last page the cumulative files of each run.
func (g *Grounding) Export(_ context.Context, p ipc.ExportParams) (r ipc.ExportResult, err error) {
	p.Format = cmp.Or(p.Format, g.c.config().Grounding.SaveFormat)
	x := exporting{p: p, limit: pageSize(p.Limit), seen: map[string]int{}, runs: map[string]string{}}
	x.r.Files = []ipc.ExportFile{}
	if err := g.c.entries.read(func(b *grounding.Book) error { x.entries = entriesOf(b); return nil }); err != nil {
		return x.r, err
	}
	if err := g.c.view(x.episodes); err != nil || x.r.Cursor != "" || p.Episode != "" {
		return x.r, err
	}
	files, bytes := len(x.r.Files), x.bytes
	err = g.c.entries.read(func(b *grounding.Book) error {
		x.r.Files, x.bytes = x.r.Files[:files], bytes
		return x.latest(b)
	})
	return x.r, err
}

func entriesOf(b *grounding.Book) map[string]grounding.Entry {
	all := make(map[string]grounding.Entry, b.Len())
	for e := range b.All() {
		all[e.ID] = e
	}
	return all
}

// exporting makes one page of files.
type exporting struct {
	p       ipc.ExportParams           // with the format
	limit   int                        // episodes of a page
	entries map[string]grounding.Entry // all, by id

	seen  map[string]int    // how many episodes have a path, by path in lower case
	order []string          // runs with feedback, as path elements
	runs  map[string]string // run of each episode, as a path element
	on    int               // episodes on the page
	bytes int
	last  string // last episode on the page
	r     ipc.ExportResult
}

// episodes fills the page. It goes through the episodes of earlier pages as well, because
// the first of several with the same path keeps it, and the others get a number.
func (x *exporting) episodes(tx *kv.Tx) error {
	if x.p.Episode != "" {
		if _, err := store.GetEpisode(tx, x.p.Episode); err != nil {
			return err
		}
	}
	if err := checkCursor(tx, x.p.Cursor); err != nil {
		return err
	}
	for id, err := range store.EpisodesWithFeedback(tx) {
		if err != nil {
			return err
		}
		ep, err := store.GetEpisode(tx, id)
		if err != nil {
			return err
		}
		path := x.place(ep)
		if id <= x.p.Cursor || x.p.Run != "" && ep.Run != x.p.Run || x.p.Episode != "" && id != x.p.Episode {
			continue
		}
		if x.on == x.limit || x.bytes >= pageBytes {
			x.r.Cursor = x.last
			return nil
		}
		if err := x.episode(tx, ep, path); err != nil {
			return err
		}
	}
	return nil
}

// place gives an episode its path. Paths that differ only in case count as the same, as
// they are on some file systems.
func (x *exporting) place(ep episode.Episode) string {
	run, name := grounding.PathElement(ep.Run), cmp.Or(ep.Name, ep.ID)
	if _, known := x.runs[ep.ID]; !known {
		x.runs[ep.ID] = run
	}
	x.order = append(x.order, run)
	plain := strings.ToLower(grounding.EpisodePath(ep.Run, name, ep.Began, 0))
	x.seen[plain]++
	return grounding.EpisodePath(ep.Run, name, ep.Began, x.seen[plain]-1)
}

// episode puts the files of one episode on the page.
func (x *exporting) episode(tx *kv.Tx, ep episode.Episode, path string) error {
	records, err := store.FeedbackOf(tx, ep.ID)
	if err != nil {
		return err
	}
	name := cmp.Or(ep.Name, ep.ID)
	entry := func(id string) (grounding.Entry, bool) { e, ok := x.entries[id]; return e, ok }
	s := grounding.Stack(name, records)
	s.Stacked = grounding.Stack(name, grounding.InUse(records, entry)).Stacked // without a final, the stack is what is learned
	s.Scopes = grounding.ScopesOf(records, entry)
	last, found, err := store.GetFinal(tx, ep.ID, 0)
	if err != nil {
		return err
	}
	if found {
		s.Final = &last.Final
	}
	x.on, x.last = x.on+1, ep.ID
	return x.put(path, s)
}

// put puts the files of a snapshot on the page.
func (x *exporting) put(path string, s grounding.Snapshot) error {
	if x.p.Format != string(grounding.FormatText) {
		data, err := s.JSON()
		if err != nil {
			return err
		}
		x.file(path+".json", string(data))
	}
	if x.p.Format != string(grounding.FormatJSON) {
		x.file(path+".txt", s.Text())
	}
	return nil
}

func (x *exporting) file(path, content string) {
	x.bytes += len(content)
	x.r.Files = append(x.r.Files, ipc.ExportFile{Path: path, Content: content})
}

// latest puts the cumulative files of the runs on the page. Entries that
// rest on no stored episode, such as imported ones, belong to the default run.
func (x *exporting) latest(b *grounding.Book) error {
	entries := map[string][]grounding.Entry{}
	for e := range b.All() {
		for _, run := range x.runsOf(e) {
			entries[run] = append(entries[run], e)
		}
	}
	runs := append(x.order, episode.DefaultRun)
	done := map[string]bool{}
	for _, run := range runs {
		said := run != episode.DefaultRun || len(entries[run]) > 0
		if done[run] || !said || x.p.Run != "" && run != grounding.PathElement(x.p.Run) {
			continue
		}
		done[run] = true
		if err := x.put(grounding.LatestPath(run), grounding.Latest(entries[run])); err != nil {
			return err
		}
	}
	return nil
}

// runsOf lists the runs whose feedback an entry rests on, each once.
func (x *exporting) runsOf(e grounding.Entry) (runs []string) {
	seen := map[string]bool{}
	for _, v := range e.Evidence {
		if run, ok := x.runs[v.Episode]; ok && !grounding.FromFile(v.Feedback) && !seen[run] {
			seen[run], runs = true, append(runs, run)
		}
	}
	if len(runs) == 0 {
		runs = []string{episode.DefaultRun}
	}
	return runs
}
