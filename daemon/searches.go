package daemon

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"navd/daemon/ask"
	"navd/daemon/fault"
	"navd/daemon/lats"
	"navd/daemon/search"
	"navd/daemon/store"
	"navd/daemon/think"
	"navd/kv"
)

// searches are the tree searches that are in RAM. A search that is dropped is made
// again from what happened to it.
type searches struct {
	mu     sync.Mutex // guards all below; nothing is taken under it
	known  bool       // last and calls were read
	last   int        // number of the newest
	live   map[string]*treeSearch
	uses   int
	circle map[string]string // of episodes whose robot began to circle: the search for the next plan
	day    string            // UTC
	calls  int               // of models that all searches made on that day

	reserved int // calls of models that rounds under way may make
}

// treeSearch is a tree search in RAM.
type treeSearch struct {
	used int // when it was used last; guarded by searches.mu

	mu     sync.Mutex // guards all below; held while it is stored, never while a model is asked
	record think.Search
	tree   *lats.Search
	memory *think.Memory // nil: the environment is somebody else's
	entry  int           // of its chain that is asked
	fails  int           // of that entry, in a row
	work   *working      // who works on it, nil: nobody
}

// working is a goroutine that works on a search.
type working struct {
	stop context.CancelFunc
	done chan struct{} // closed when it has ended
}

// mostSearches is how many searches stay in RAM that nobody works on.
const mostSearches = 64

// search gives a search, from the store when it is not in RAM.
func (c *core) treeSearch(id string) (*treeSearch, error) {
	s := &c.searches
	s.mu.Lock()
	t := s.live[id]
	if t == nil {
		t = &treeSearch{}
		t.mu.Lock() // until it is read; others wait for that
		defer t.mu.Unlock()
		s.keep(id, t)
	} else {
		s.uses++
		t.used = s.uses
		s.mu.Unlock()
		return t.ready()
	}
	s.mu.Unlock()
	if err := c.readSearch(id, t); err != nil {
		c.searches.drop(id)
		return nil, err
	}
	return t, nil
}

// ready waits until a search was read.
func (t *treeSearch) ready() (*treeSearch, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.tree == nil {
		return nil, fault.New(fault.Unavailable, "the search could not be read").WithHint("try again; navd.health says more")
	}
	return t, nil
}

// keep takes a search in, and drops the one that was used longest ago and that nobody
// works on, when there are too many. The caller holds the lock.
func (s *searches) keep(id string, t *treeSearch) {
	if s.live == nil {
		s.live = map[string]*treeSearch{}
	}
	s.uses++
	t.used, s.live[id] = s.uses, t
	if len(s.live) <= mostSearches {
		return
	}
	oldest := ""
	for id, o := range s.live {
		if o == t || oldest != "" && o.used > s.live[oldest].used || !o.mu.TryLock() {
			continue
		}
		if o.work == nil {
			oldest = id
		}
		o.mu.Unlock()
	}
	delete(s.live, oldest)
}

// drop forgets a search, whose RAM may differ from the store.
func (s *searches) drop(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.live, id)
}

// readSearch makes a search again from the store.
func (c *core) readSearch(id string, t *treeSearch) error {
	var begins think.Start
	var events []lats.Event
	err := c.view(func(tx *kv.Tx) (err error) {
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
	if begins.Snapshot != nil {
		t.memory = think.New(*begins.Snapshot, c.rankTexts)
	}
	return nil
}

// rankTexts ranks the texts of a snapshot for a query, by words and by likeness.
func (c *core) rankTexts(query string, texts []think.Text, k int) (found []int, err error) {
	docs, at := make([]search.Text, len(texts)), map[string]int{}
	for i, t := range texts {
		docs[i] = search.Text{ID: t.ID, Text: t.Title + ". " + t.Body}
		at[t.ID] = i
	}
	ids, err := c.search.Among(context.Background(), query, docs, k)
	for _, id := range ids {
		found = append(found, at[id])
	}
	return found, err
}

// newSearch begins a search in a change, and gives it. It is in RAM once the change is
// stored.
func (w *write) newSearch(r think.Search, o lats.Options, snapshot *think.Snapshot) (*treeSearch, error) {
	t, err := w.c.makeSearch(r, o, snapshot)
	if err == nil {
		w.beginsSearch(t)
	}
	return t, err
}

// makeSearch makes a search that is not stored yet.
func (c *core) makeSearch(r think.Search, o lats.Options, snapshot *think.Snapshot) (*treeSearch, error) {
	tree, err := lats.New(o)
	if err != nil {
		return nil, err
	}
	n, err := c.searchNumber()
	if err != nil {
		return nil, err
	}
	r.ID, r.State, r.Created, r.Budget = think.SearchID(n), cmp.Or(r.State, think.Open), c.now().UTC().Truncate(time.Millisecond), tree.Options().Budget
	r.Updated = r.Created
	t := &treeSearch{record: r, tree: tree}
	if snapshot != nil {
		t.memory = think.New(*snapshot, c.rankTexts)
	}
	t.note()
	return t, nil
}

// beginsSearch adds a search to a change.
func (w *write) beginsSearch(t *treeSearch) {
	begins := think.Start{Options: t.tree.Options()}
	if t.memory != nil {
		begins.Snapshot = &t.memory.Snapshot
	}
	store.PutSearchStart(&w.Changes, t.record, begins)
	w.Then(func() {
		w.c.searches.mu.Lock()
		defer w.c.searches.mu.Unlock()
		w.c.searches.keep(t.record.ID, t)
	})
}

// searchNumber gives the number of a new search.
func (c *core) searchNumber() (int, error) {
	s := &c.searches
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := c.readSearches(); err != nil {
		return 0, err
	}
	s.last++
	return s.last, nil
}

// readSearches reads what is known of all searches, once. The caller holds the lock.
func (c *core) readSearches() error {
	s := &c.searches
	day := c.now().UTC().Format(time.DateOnly)
	if s.known && s.day == day {
		return nil
	}
	return c.view(func(tx *kv.Tx) error {
		last, err := store.LastSearch(tx)
		if err != nil {
			return err
		}
		spent, err := store.GetSpend(tx, searchDay(day))
		if err != nil {
			return err
		}
		s.known, s.last, s.day, s.calls = true, max(s.last, last), day, spent.Calls
		return nil
	})
}

// searchDay is what the calls of all searches of a day are counted under.
func searchDay(day string) string { return day + " searches" }

// note takes from the tree into the record how the search stands. The caller holds the
// search.
func (t *treeSearch) note() {
	r, result := &t.record, t.tree.Result()
	r.Spent, r.Nodes, r.Rounds, r.Stop, r.Best = result.Spent, result.Nodes, result.Rounds, string(result.Stop), nil
	if !ask.Any(r.Chain) && t.memory != nil {
		r.Spent.Calls = 0 // of models
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

// answer is what a node of a search over the memory says where to go: its own answer,
// or that of the first way that its simulated robot took. The caller holds the search.
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

// put adds to a change what happened to a search since it was stored last. The caller
// holds the search.
func (w *write) putSearch(t *treeSearch) error {
	events := t.tree.Drain()
	before := t.record.Spent.Calls
	t.note()
	t.record.Updated = w.moment()
	store.PutSearchEvents(&w.Changes, t.record.ID, events)
	store.PutSearch(&w.Changes, t.record)
	return w.countCalls(t.record.Spent.Calls - before)
}

// countCalls counts calls of models for the day.
func (w *write) countCalls(n int) error {
	if n <= 0 {
		return nil
	}
	s := &w.c.searches
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := w.c.readSearches(); err != nil {
		return err
	}
	s.calls += n
	store.PutSpend(&w.Changes, searchDay(s.day), store.Spend{Calls: s.calls})
	return nil
}

// reserve keeps calls of models for a round until release; false when searches may not
// make so many any more today.
func (s *searches) reserve(c *core, calls int) (release func(), ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	limit := c.config().Lats.DailyCalls
	if limit > 0 && (c.readSearches() != nil || s.calls+s.reserved+calls > limit) {
		return func() {}, false
	}
	s.reserved += calls
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.reserved -= calls
	}, true
}

// way gives the nodes from the root to a node. The caller holds the search.
func (t *treeSearch) way(node int) (path []*lats.Node) {
	for all := t.tree.Nodes(); node >= 0; node = all[node].Parent {
		path = append(path, all[node])
	}
	slices.Reverse(path)
	return path
}
