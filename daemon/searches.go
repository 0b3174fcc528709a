package daemon

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"navd/daemon/ask"
	"navd/daemon/fault"
	"navd/daemon/health"
	"navd/daemon/lats"
	"navd/daemon/search"
	"navd/daemon/store"
	"navd/daemon/think"
	"navd/kv"
)

// searches keeps tree searches in RAM. A search that was dropped is made again from its
// stored events.
type searches struct {
	c        *core
	counting sync.Mutex // held from the counting of calls to its commit, so that counts are stored in order

	mu    sync.Mutex // guards all below; under it no lock of a search is waited for
	known bool       // last and calls were read
	last  int        // number of the newest
	live  map[string]*treeSearch
	uses  int
	begun map[string]*beginning // by episode whose robot circles: the search for its next plan
	day   string                // UTC
	calls int                   // of models, by all searches on that day

	reserved int // calls of models that running rounds may still make

	refused   int       // calls that the budget of the day had no room for
	refusedAt time.Time // when it last had not
}

// treeSearch is a tree search in RAM.
type treeSearch struct {
	used int // when it was used last; guarded by searches.mu

	mu     sync.Mutex // guards all below; held while it is stored, never while a model is asked
	record think.Search
	tree   *lats.Search  // nil: it was not read yet
	memory *think.Memory // nil: the caller runs the environment
	entry  int           // index of the chain's entry that is asked
	fails  int           // failures of that entry, in a row
	work   *working      // goroutine that works on it; nil: none
	since  time.Time     // since when a caller has its tickets, whose time counts; zero: none has
	gone   bool          // it was dropped from RAM: a caller that waited for the lock takes it again
}

// working is a goroutine that works on a search. Only this goroutine answers its tickets
// meanwhile.
type working struct {
	stop context.CancelFunc
	done chan struct{} // closed when it has ended
	err  error         // why it ended early; to be read when it is done
}

// mostSearches is how many searches without a worker stay in RAM.
const mostSearches = 64

// hold locks a search, which it reads from the store when it is not in RAM. The caller
// unlocks it.
func (ts *searches) hold(id string) (*treeSearch, error) {
	return ts.loaded(id, ts.take(id))
}

// halt is hold, after it has stopped the goroutine that works on the search.
func (ts *searches) halt(id string) (*treeSearch, error) {
	return ts.loaded(id, ts.takeHalted(id))
}

// loaded reads a search that the caller has locked, unless it is in RAM. After an error
// the search is unlocked.
func (ts *searches) loaded(id string, t *treeSearch) (*treeSearch, error) {
	if t.tree != nil {
		return t, nil
	}
	if err := ts.readSearch(id, t); err != nil {
		ts.drop(id, t)
		t.mu.Unlock()
		return nil, err
	}
	return t, nil
}

// take locks a search as it is in RAM; its tree is nil when it was not read yet.
func (ts *searches) take(id string) *treeSearch {
	for {
		ts.mu.Lock()
		t := ts.live[id]
		if t == nil {
			t = &treeSearch{}
			ts.keep(id, t)
		}
		ts.uses++
		t.used = ts.uses
		ts.mu.Unlock()
		t.mu.Lock()
		if !t.gone {
			return t
		}
		t.mu.Unlock()
	}
}

// takeHalted is take, after it has stopped the goroutine that works on the search.
func (ts *searches) takeHalted(id string) *treeSearch {
	for {
		t := ts.take(id)
		work := t.work
		if work == nil {
			return t
		}
		t.mu.Unlock()
		work.stop()
		<-work.done
	}
}

// keep adds a search. When there are too many it drops the least recently used ones that
// are not locked and have no goroutine. The caller holds the lock.
func (ts *searches) keep(id string, t *treeSearch) {
	if ts.live == nil {
		ts.live = map[string]*treeSearch{}
	}
	ts.uses++
	t.used, ts.live[id] = ts.uses, t
	for more := true; more && len(ts.live) > mostSearches; { // many may have had a goroutine until now
		more = ts.dropOldest(t)
	}
}

// dropOldest drops the least recently used search that is not locked, has no goroutine and
// is not the one to keep; false when there is none. The caller holds the lock.
func (ts *searches) dropOldest(keep *treeSearch) bool {
	var oldest *treeSearch // its lock is held
	name := ""
	for id, o := range ts.live {
		if o == keep || oldest != nil && o.used > oldest.used || !o.mu.TryLock() {
			continue
		}
		if o.work != nil {
			o.mu.Unlock()
			continue
		}
		if oldest != nil {
			oldest.mu.Unlock()
		}
		oldest, name = o, id
	}
	if oldest == nil {
		return false
	}
	oldest.gone = true
	oldest.mu.Unlock()
	delete(ts.live, name)
	return true
}

// drop forgets a search that may differ from what is stored. The caller has locked it.
func (ts *searches) drop(id string, t *treeSearch) {
	t.gone = true
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if ts.live[id] == t {
		delete(ts.live, id)
	}
}

// forget stops the work on searches over the memory of a deleted episode, so that nothing
// more is stored for them, and drops them from RAM.
func (ts *searches) forget(episode string) {
	ts.dropBegun(episode, nil)
	ids, err := readOf(ts.c, store.SearchesOver, episode)
	if err != nil {
		ts.c.log.Error("searches over a deleted episode cannot be read", "episode", episode, "error", err)
	}
	for _, id := range ids {
		t := ts.takeHalted(id)
		ts.drop(id, t)
		t.mu.Unlock()
	}
}

// readSearch makes a search again from the store.
func (ts *searches) readSearch(id string, t *treeSearch) error {
	var begins think.Start
	var events []lats.Event
	err := ts.c.view(func(tx *kv.Tx) (err error) {
		if t.record, err = store.GetSearch(tx, id); err != nil {
			return err
		}
		if begins, err = store.GetSearchStart(tx, id); err != nil {
			return err
		}
		events, err = store.SearchEvents(tx, id)
		return err
	})
	if err != nil {
		return err
	}
	tree, err := lats.Replay(begins.Options, events)
	if err != nil {
		return fault.As(err).About("search", id)
	}
	t.tree = tree
	if tree.Own() {
		t.entry = len(t.record.Chain) - 1 // navd itself, as before
	}
	if begins.Snapshot != nil {
		t.memory = think.New(*begins.Snapshot, ts.rankTexts)
	}
	return nil
}

// rankTexts gives the indexes of the k texts that fit a query best, by words and vectors.
func (ts *searches) rankTexts(query string, texts []think.Text, k int) (found []int, err error) {
	docs, at := make([]search.Text, len(texts)), map[string]int{}
	for i, t := range texts {
		docs[i] = search.Text{ID: t.ID, Text: t.Title + ". " + t.Body}
		at[t.ID] = i
	}
	ids, err := ts.c.search.Among(context.Background(), query, docs, k)
	for _, id := range ids {
		found = append(found, at[id])
	}
	return found, err
}

// newSearch makes a search and adds it to the write, which keeps it locked to its end.
func (w *write) newSearch(r think.Search, o lats.Options, snapshot *think.Snapshot) (*treeSearch, error) {
	t, err := w.c.searches.make(r, o, snapshot)
	if err == nil {
		w.beginsSearch(t)
	}
	return t, err
}

// make makes a search that is not stored yet.
func (ts *searches) make(r think.Search, o lats.Options, snapshot *think.Snapshot) (*treeSearch, error) {
	tree, err := lats.New(o)
	if err != nil {
		return nil, err
	}
	n, err := ts.number()
	if err != nil {
		return nil, err
	}
	r.ID, r.State, r.Created, r.Budget = think.SearchID(n), cmp.Or(r.State, think.Open), ts.c.now().UTC().Truncate(time.Millisecond), tree.Options().Budget
	r.Updated = r.Created
	t := &treeSearch{record: r, tree: tree}
	if snapshot != nil {
		t.memory = think.New(*snapshot, ts.rankTexts)
	}
	t.refresh()
	return t, nil
}

// beginsSearch adds a new search to the write, which keeps it locked to its end.
func (w *write) beginsSearch(t *treeSearch) {
	begins := think.Start{Options: t.tree.Options()}
	if t.memory != nil {
		begins.Snapshot = &t.memory.Snapshot
	}
	store.PutSearchStart(&w.Changes, t.record, begins)
	s, id := &w.c.searches, t.record.ID
	t.mu.Lock()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keep(id, t)
	w.Finally(func(stored bool) {
		if !stored {
			s.drop(id, t)
		}
		t.mu.Unlock()
	})
}

// number gives the number of a new search.
func (ts *searches) number() (int, error) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if err := ts.readSearches(); err != nil {
		return 0, err
	}
	ts.last++
	return ts.last, nil
}

// readSearches reads the newest number once, and the count of calls once a day. The caller
// holds the lock.
func (ts *searches) readSearches() error {
	day := ts.c.now().UTC().Format(time.DateOnly)
	if ts.known && ts.day == day {
		return nil
	}
	return ts.c.view(func(tx *kv.Tx) error {
		last, err := store.LastSearch(tx)
		if err != nil {
			return err
		}
		spent, err := store.GetSpend(tx, searchDay(day))
		if err != nil {
			return err
		}
		ts.known, ts.last, ts.day, ts.calls = true, max(ts.last, last), day, spent.Calls
		return nil
	})
}

// searchDay is the name under which the calls of all searches of a day are counted.
func searchDay(day string) string { return day + " searches" }

// refresh copies the state of the search from the tree into the record. The caller has
// locked the search.
func (t *treeSearch) refresh() {
	r, result := &t.record, t.tree.Result()
	r.Spent, r.Nodes, r.Rounds, r.Stop, r.Best = result.Spent, result.Nodes, result.Rounds, string(result.Stop), nil
	if !ask.Any(r.Chain) && t.memory != nil {
		r.Spent.Calls = 0 // answers of navd itself are not calls of models
	}
	if result.Node > 0 {
		n := t.tree.Nodes()[result.Node]
		r.Best = &think.Best{Node: n.ID, Thought: n.Thought, Action: n.Action.String(), Reward: n.Reward, Value: n.Q(), Verified: result.Verified}
		if t.memory != nil {
			r.Best.Answer = t.answer(result.Node)
		}
	}
	if r.Stop != "" {
		r.State = think.Ended
	}
}

// answer gives the direction that a node of a search over the memory stands for: its own
// answer, or the first way that its simulated robot took. The caller has locked the search.
func (t *treeSearch) answer(node int) *think.Answer {
	n := t.tree.Nodes()[node]
	if n.Action.Type == "finish" {
		a := think.ParseAnswer(n.Action.Param)
		return &a
	}
	var s think.State
	if json.Unmarshal(n.State, &s) != nil {
		return nil
	}
	return t.memory.Toward(s)
}

// putSearch adds to the write what happened to a search since it was stored last. The
// caller keeps the search locked until the write is stored.
func (w *write) putSearch(t *treeSearch) {
	t.refresh()
	t.record.Updated = w.moment()
	store.PutSearchEvents(&w.Changes, t.record.ID, t.tree.Drain())
	store.PutSearch(&w.Changes, t.record)
}

// countCalls adds calls of models to the day's count, in place of what was reserved for them.
func (w *write) countCalls(n int, r *reservation) error {
	if n == 0 {
		return nil
	}
	s := &w.c.searches
	s.counting.Lock()
	day := ""
	w.Finally(func(stored bool) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if !stored && s.day == day { // another day has a count of its own
			s.calls -= n
		}
		s.counting.Unlock()
	})
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.readSearches()
	day = s.day
	s.calls += n
	s.reserved, r.calls = s.reserved-r.calls, 0 // now, not after the commit: others would count them twice
	store.PutSpend(&w.Changes, searchDay(day), store.Spend{Calls: s.calls})
	return err
}

// keepCount counts calls whose answers are not stored.
func (ts *searches) keepCount(n int, r *reservation) (err error) {
	w := ts.c.write()
	defer w.end(&err)
	if err := w.countCalls(n, r); err != nil {
		return err
	}
	return w.commit(context.Background(), nil)
}

// reservation is of calls of models that a round may still make.
type reservation struct {
	calls int // guarded by searches.mu
}

// reserve reserves calls of models for a round, until they are counted or released; false
// when not so many are left of lats.daily_calls.
func (ts *searches) reserve(calls int) (r *reservation, ok bool) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	limit := ts.c.config().Lats.DailyCalls
	if limit > 0 && (ts.readSearches() != nil || ts.calls+ts.reserved+calls > limit) {
		ts.refused, ts.refusedAt = calls, ts.c.now()
		return &reservation{}, false
	}
	ts.reserved += calls
	return &reservation{calls}, true
}

// release gives back what is left of a reservation.
func (ts *searches) release(r *reservation) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	ts.reserved, r.calls = ts.reserved-r.calls, 0
}

// Troubles tells that the calls of the day are used up, once a search wanted more.
func (ts *searches) Troubles() []health.Trouble {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	limit, today := ts.c.config().Lats.DailyCalls, ts.c.now().UTC().Format(time.DateOnly)
	if ts.refused == 0 || limit == 0 || ts.refusedAt.UTC().Format(time.DateOnly) != today || ts.day == today && ts.calls+ts.refused <= limit {
		return nil
	}
	return []health.Trouble{{What: "searches", Reason: fmt.Sprintf("the %d calls that searches may make on a day are used up; until 00:00 UTC", limit), Since: ts.refusedAt.UTC()}}
}

// countTime adds the time that a caller had the tickets, and ends the search at its
// deadline. The caller has locked the search.
func (t *treeSearch) countTime(now time.Time) {
	if !t.since.IsZero() {
		t.record.Took += max(0, now.Sub(t.since))
		t.since = now
	}
	t.tree.Tick(t.record.Took)
}

// pathTo gives the nodes from the root to a node. The caller has locked the search.
func (t *treeSearch) pathTo(node int) (path []*lats.Node) {
	for all := t.tree.Nodes(); node >= 0; node = all[node].Parent {
		path = append(path, all[node])
	}
	slices.Reverse(path)
	return path
}
