package daemon

import (
	"cmp"
	"context"
	"time"

	"navd/daemon/episode"
	"navd/daemon/episodic"
	"navd/daemon/fault"
	"navd/daemon/grounding"
	"navd/daemon/search"
	"navd/daemon/store"
	"navd/ipc"
	"navd/kv"
)

// carrying imports the records of an export, in batches.
type carrying struct {
	c     *core
	kind  string
	dry   bool
	sum   *ipc.ImportedLines
	batch []arriving // all of one episode, or all of none
}

// arriving is a record with the number of its line.
type arriving struct {
	store.Arriving
	line int
}

// add adds a record to the batch, and stores the batch when it is complete.
func (m *carrying) add(ctx context.Context, one store.Arriving, line int) error {
	last := one.Table == store.EpisodeTable || one.Table == store.HouseTable // the last record of its episode or house
	if len(m.batch) == carriedAtOnce || len(m.batch) > 0 && (last || m.batch[0].Episode != one.Episode) {
		if err := m.flush(ctx); err != nil {
			return err
		}
	}
	m.batch = append(m.batch, arriving{one, line})
	if last {
		return m.flush(ctx)
	}
	return nil
}

// flush stores the batch.
func (m *carrying) flush(ctx context.Context) (err error) {
	if len(m.batch) == 0 {
		return nil
	}
	w := m.c.write()
	defer w.end(&err)
	id := m.batch[0].Episode
	if id != "" {
		w.Hold(id)
	}
	release, err := m.alone(ctx, id != "")
	if err != nil {
		return err
	}
	defer release()
	stored := 0
	if err := m.c.view(func(tx *kv.Tx) (err error) { stored, err = m.put(tx, w, id); return err }); err != nil {
		return err
	}
	if !m.dry && stored > 0 {
		if err := w.Commit(ctx, nil); err != nil {
			return err
		}
	}
	m.sum.Stored, m.sum.Same = m.sum.Stored+stored, m.sum.Same+len(m.batch)-stored
	m.batch = nil
	return nil
}

// alone locks what numbers the records of the kind, or has them in memory. release undoes
// that.
func (m *carrying) alone(ctx context.Context, ofEpisode bool) (release func(), err error) {
	switch {
	case m.kind == "grounding" || ofEpisode: // the book of entries also numbers feedback
		return m.c.entries.alone(), nil
	case m.kind == "episodic":
		return m.c.experience.cases.alone(ctx)
	case m.kind == "houses":
		return m.c.houses.Lock(), nil
	case m.kind == "lats":
		m.c.searches.mu.Lock()
		m.c.searches.known = false
		return m.c.searches.mu.Unlock, nil
	}
	return func() {}, nil
}

// put adds the new records of the batch to a write, and returns how many there are.
func (m *carrying) put(tx *kv.Tx, w *write, id string) (stored int, err error) {
	there, logged := false, 0
	if id != "" {
		deleted := false
		if there, deleted, err = store.HasEpisode(tx, id); err == nil && deleted {
			err = fault.New(fault.Conflict, "the episode was deleted, and its records are still being removed").About("episode", id).WithHint("import again in a moment")
		}
		if err == nil {
			logged, err = store.LastEntry(tx, id)
		}
		if err != nil {
			return 0, err
		}
	}
	for _, one := range m.batch {
		isNew, err := m.isNew(tx, one, there, &logged)
		if err != nil {
			return 0, atLine(one.line, err)
		}
		if !isNew {
			continue
		}
		stored++
		if e := one.Entry(); e != nil {
			w.LogPast(*e)
		} else if err := one.Put(&w.Changes); err != nil {
			return 0, err
		}
		if err := m.due(tx, w, one); err != nil {
			return 0, err
		}
	}
	return stored, nil
}

// isNew reports whether a record must be stored. there says that its episode is stored
// already: nothing is added to that, nor to a stored house. logged is the number of the
// last entry of the episode's log.
func (m *carrying) isNew(tx *kv.Tx, one arriving, there bool, logged *int) (bool, error) {
	e := one.Entry()
	if e == nil || e.N <= *logged {
		if here, err := one.Here(tx); here || err != nil {
			return false, err
		}
	}
	if of := one.House(); of != "" && !there {
		var err error
		if there, err = store.HasHouse(tx, of); err != nil {
			return false, err
		}
	}
	if there {
		return false, one.Refuse()
	}
	if one.Table == store.HouseTable && !m.dry {
		if err := checkHouseName("key", one.House()); err != nil {
			return false, err
		}
		return true, one.WholeHouse(tx)
	}
	if e != nil {
		if e.N != *logged+1 && !m.dry {
			return false, fault.New(fault.Invalid, "entry %d of the log follows entry %d", e.N, *logged).WithHint("a line of the file is missing or was moved; export again")
		}
		*logged = e.N
	}
	if elsewhere, err := one.NamedElsewhere(tx); err != nil || elsewhere {
		return false, cmp.Or(err, one.Refuse())
	}
	if ep, is := one.Value.(episode.Episode); is && !m.dry {
		return true, m.complete(tx, ep)
	}
	return true, nil
}

// aheadTime is how far in the future the id of an episode may lie.
const aheadTime = 24 * time.Hour

// complete refuses an episode from whose records no memory can be made, and one whose id
// is so far in the future that it would stay the newest.
func (m *carrying) complete(tx *kv.Tx, ep episode.Episode) error {
	if afterID(ep.ID) != "" && ep.ID > NewID(m.c.now().Add(aheadTime)) {
		return fault.New(fault.Invalid, "the id of the episode is more than a day in the future").About("episode", ep.ID).WithHint("check the clock of this machine and of the one that recorded it")
	}
	if ep.Status == episode.Ended && ep.Metrics == nil {
		return fault.New(fault.Invalid, "the episode has ended and has no metrics").About("episode", ep.ID).WithHint("export it again")
	}
	if _, err := store.GetMemory(tx, ep, store.Chapter{}); err != nil {
		return fault.New(fault.Invalid, "the records of the episode do not belong together: %w", err).About("episode", ep.ID).
			WithHint("export again; `navd episodes delete` removes the records that were imported already")
	}
	return nil
}

// due queues a stored record for indexing. Places are queued with their episode.
func (m *carrying) due(tx *kv.Tx, w *write, one arriving) error {
	if one.Table == store.HouseTable {
		w.Then(func() { m.c.houses.Drop(one.House()) })
	}
	switch v := one.Value.(type) {
	case episode.Episode:
		ids, err := store.PlaceIDs(tx, v.ID)
		for _, place := range ids {
			w.Due(search.Place, search.PlaceID(v.ID, place), v.ID)
		}
		return err
	case grounding.Entry:
		w.Due(search.Grounding, v.ID, "")
	case episodic.Record:
		w.Due(search.Episodic, store.CaseID(v.Space, v.Seq), v.Meta.Episode)
	}
	return nil
}
