package daemon

import (
	"sync"

	"navd/daemon/episode"
	"navd/daemon/fault"
	"navd/daemon/homes"
	"navd/daemon/nav"
	"navd/daemon/store"
	"navd/kv"
)

// live is an episode whose memory is in RAM. Only the holder of the episode uses it.
type live struct {
	id     string
	ep     episode.Episode
	mem    *nav.Memory
	logged int // entries of the log

	// Steps since the last checkpoint, and what they changed: the log has them, the
	// records do not.
	behind  int
	pending nav.Delta

	home *homes.Home // what it has of its house; nil: nothing
}

// memories keeps the most recently used episodes in RAM. An episode that was dropped is
// read again from the store when it is needed.
type memories struct {
	c    *core
	mu   sync.Mutex // guards all below; no other lock is taken under it
	live map[string]*live
	used map[string]use // by id
	uses uint64
	most int // bytes that all may take together; the one in use may take more
}

// use is when an episode was used last, and what its memory took then.
type use struct {
	number uint64
	bytes  int
}

// mostBytes is what all memories in RAM may take together.
const mostBytes = 128 << 20

// get gives an episode from RAM, nil when it is not there. The caller holds the episode.
func (m *memories) get(id string) *live {
	m.mu.Lock()
	defer m.mu.Unlock()
	l := m.live[id]
	if l != nil {
		m.uses++
		m.used[id] = use{m.uses, l.mem.Bytes()}
	}
	return l
}

// keep takes an episode in. When there are then more than most, or they take too much,
// it drops those that were used longest ago. The caller holds the episode.
func (m *memories) keep(l *live, most int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.uses++
	m.live[l.id], m.used[l.id] = l, use{m.uses, l.mem.Bytes()}
	total := 0
	for _, u := range m.used {
		total += u.bytes
	}
	for len(m.live) > 1 && (len(m.live) > most || total > m.most) {
		oldest := l.id
		for id, u := range m.used {
			if u.number < m.used[oldest].number {
				oldest = id
			}
		}
		total -= m.used[oldest].bytes
		delete(m.live, oldest)
		delete(m.used, oldest)
	}
}

// drop forgets an episode whose memory may differ from what is stored.
func (m *memories) drop(id string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.live, id)
	delete(m.used, id)
}

// len counts the episodes in RAM.
func (m *memories) len() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.live)
}

// with holds an episode and runs fn on it, which changes nothing.
func (m *memories) with(id string, fn func(*live) error) error {
	e := m.c.journal.Hold(id)
	defer e.Release()
	l, err := m.remember(id, e.Tail)
	if err != nil {
		return err
	}
	return fn(l)
}

// remember gives an episode that the caller holds, from the store when it is not in RAM.
func (m *memories) remember(id string, tail func() store.Chapter) (_ *live, err error) {
	if l := m.get(id); l != nil {
		return l, nil
	}
	l := &live{id: id}
	err = m.c.journal.View(func(tx *kv.Tx) (err error) {
		if l.ep, err = store.GetEpisode(tx, id); err != nil {
			return err
		}
		read, err := store.GetMemory(tx, l.ep, tail())
		if err != nil {
			return err
		}
		if read.Differs > 0 {
			m.c.log.Warn("replaying the steps after the last checkpoint gave different answers", "episode", id, "first", read.Differs)
		}
		l.mem, l.logged, l.behind, l.pending = read.Memory, read.Logged, read.Behind, read.Pending
		return nil
	})
	if err != nil {
		return nil, err
	}
	if l.home, err = m.c.houses.Enter(&l.ep, l.mem); err != nil {
		return nil, err
	}
	m.keep(l, m.c.config().Nav.LiveEpisodes)
	return l, nil
}

func ended(id string) error {
	return fault.New(fault.Conflict, "the episode has ended").About("episode", id).WithHint("begin a new one with episode.begin")
}
