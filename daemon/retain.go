package daemon

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sort"
	"time"

	"navd/daemon/store"
	"navd/kv"
)

// When retention runs: first some time after the start, so that it does not slow the start
// down, and then at intervals.
const (
	retainFirst = time.Minute
	retainEvery = 6 * time.Hour
)

// retainPiece is how many records retention reads or removes in one transaction: few,
// because other commits wait for them.
const retainPiece = 100

// keysStay is how long the answer of a call with a key always stays: a client may still
// send the call again.
const keysStay = time.Hour

// retention removes what is older, or takes more room, than the settings allow, and the
// rest of deleted episodes.
type retention struct {
	c        *core
	sweeping chan struct{} // of capacity 1, full while a deleted episode is swept
}

// run applies the settings at intervals, until Close.
func (rt *retention) run() {
	for wait := retainFirst; ; wait = retainEvery {
		select {
		case <-time.After(wait):
		case <-rt.c.ctx.Done():
			return
		}
		if err := rt.all(rt.c.ctx); err != nil && rt.c.ctx.Err() == nil {
			rt.c.log.Error("what is old cannot be removed; it is tried again later", "after", retainEvery, "error", err)
		}
	}
}

// all applies all settings once. A kill in between does no harm: the next run finds what is
// left.
func (rt *retention) all(ctx context.Context) error {
	for _, of := range []func(context.Context) error{rt.keys, rt.logs, rt.events, rt.versions} {
		if err := of(ctx); err != nil {
			return err
		}
	}
	return nil
}

// inPieces calls fn, each time in a commit of its own, until fn has no more to remove.
// After each commit it pauses for as long as the commit took, so that others can write.
func (rt *retention) inPieces(ctx context.Context, fn func(*kv.Tx, *kv.Changes) (more bool, err error)) error {
	for more := true; more; {
		began := time.Now()
		var err error
		if more, err = rt.piece(ctx, fn); err != nil {
			return err
		}
		select {
		case <-time.After(time.Since(began)):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// throughTable is inPieces for a table: fn gets the key where its piece begins, nil for the
// first, and gives that of the next, nil at the end.
func (rt *retention) throughTable(ctx context.Context, fn func(tx *kv.Tx, changes *kv.Changes, at kv.Key) (next kv.Key, err error)) error {
	var at kv.Key
	return rt.inPieces(ctx, func(tx *kv.Tx, changes *kv.Changes) (more bool, err error) {
		at, err = fn(tx, changes, at)
		return at != nil, err
	})
}

func (rt *retention) piece(ctx context.Context, fn func(*kv.Tx, *kv.Changes) (bool, error)) (more bool, err error) {
	change := rt.c.journal.New()
	change.MakesRoom = true
	defer change.End()
	err = rt.c.view(func(tx *kv.Tx) (err error) {
		more, err = fn(tx, &change.Changes)
		return err
	})
	if err != nil {
		return false, err
	}
	return more, change.Commit(ctx, nil)
}

// daysAgo is the time n days ago; the zero time for 0 days, which mean no limit.
func (rt *retention) daysAgo(days int) time.Time {
	if days == 0 {
		return time.Time{}
	}
	return rt.c.now().AddDate(0, 0, -days)
}

// keys removes stored answers of calls with a key: those that are too old, and then the
// oldest ones while all take too much room.
func (rt *retention) keys(ctx context.Context) error {
	set := rt.c.config().Retention
	if set.KeysDays == 0 && set.KeysMB == 0 {
		return nil
	}
	minutes := map[int64]int{} // bytes by minute
	total, err := rt.ageKeys(ctx, rt.daysAgo(set.KeysDays), minutes)
	if err != nil || set.KeysMB == 0 || total <= set.KeysMB<<20 {
		return err
	}
	before := rt.c.now().Add(-keysStay)
	for _, minute := range slices.Sorted(maps.Keys(minutes)) {
		end := time.Unix((minute+1)*60, 0)
		if total <= set.KeysMB<<20 || end.After(before) {
			before = time.Unix(minute*60, 0)
			break
		}
		total -= minutes[minute]
	}
	_, err = rt.ageKeys(ctx, before, map[int64]int{})
	return err
}

// ageKeys removes the answers from before a time. It adds the bytes of the others to
// minutes, and gives their sum.
func (rt *retention) ageKeys(ctx context.Context, before time.Time, minutes map[int64]int) (total int, err error) {
	err = rt.throughTable(ctx, func(tx *kv.Tx, changes *kv.Changes, at kv.Key) (kv.Key, error) {
		return store.AgedAnswers(tx, changes, at, retainPiece, before, func(given time.Time, bytes int) {
			minutes[given.Unix()/60] += bytes
			total += bytes
		})
	})
	return total, err
}

// logs removes the logs of episodes that ended too long ago, and then those of the episodes
// that ended first while all logs take too much room.
func (rt *retention) logs(ctx context.Context) error {
	set := rt.c.config().Retention
	if set.LogDays == 0 && set.LogMB == 0 {
		return nil
	}
	ended, err := rt.endedEpisodes(ctx)
	if err != nil {
		return err
	}
	sort.SliceStable(ended, func(i, j int) bool {
		return cmp.Or(ended[i].Ended.Compare(ended[j].Ended), cmp.Compare(ended[i].ID, ended[j].ID)) < 0
	})
	before := rt.daysAgo(set.LogDays)
	old := 0
	for old < len(ended) && ended[old].Ended.Before(before) {
		old++
	}
	if set.LogMB > 0 {
		room := set.LogMB << 20
		for i := len(ended) - 1; i >= old; i-- { // the newest stay
			bytes, err := rt.logBytes(ctx, ended[i].ID)
			if err != nil {
				return err
			}
			if room -= bytes; room < 0 {
				old = i + 1
			}
		}
	}
	for _, e := range ended[:old] {
		if err := rt.inPieces(ctx, func(tx *kv.Tx, changes *kv.Changes) (bool, error) {
			last, err := store.AgeLog(tx, changes, e.ID, retainPiece)
			return !last, err
		}); err != nil {
			return err
		}
	}
	if old > 0 {
		rt.c.log.Info("logs of ended episodes were removed", "episodes", old)
	}
	return nil
}

func (rt *retention) endedEpisodes(ctx context.Context) (all []store.EndedEpisode, err error) {
	err = rt.throughTable(ctx, func(tx *kv.Tx, _ *kv.Changes, at kv.Key) (kv.Key, error) {
		ended, next, err := store.EndedEpisodes(tx, at, retainPiece)
		all = append(all, ended...)
		return next, err
	})
	return all, err
}

func (rt *retention) logBytes(ctx context.Context, id string) (total int, err error) {
	err = rt.throughTable(ctx, func(tx *kv.Tx, _ *kv.Changes, at kv.Key) (kv.Key, error) {
		bytes, next, err := store.LogBytes(tx, id, at, retainPiece)
		total += bytes
		return next, err
	})
	return total, err
}

// events removes old events of episodes without a log.
func (rt *retention) events(ctx context.Context) error {
	days := rt.c.config().Retention.EventsDays
	if days == 0 {
		return nil
	}
	before, at := rt.daysAgo(days), uint64(0)
	return rt.inPieces(ctx, func(tx *kv.Tx, changes *kv.Changes) (bool, error) {
		next, err := store.AgedEvents(tx, changes, at, retainPiece, before)
		at = next
		return next != 0, err
	})
}

// versions removes the versions of houses that are older than the oldest one that an
// episode began with or that has a name. An episode that begins meanwhile is safe: it
// begins with the newest version.
func (rt *retention) versions(ctx context.Context) error {
	oldest, err := read(rt.c, store.HousesNow)
	if err != nil || len(oldest) == 0 {
		return err
	}
	if err := rt.throughTable(ctx, func(tx *kv.Tx, _ *kv.Changes, at kv.Key) (kv.Key, error) {
		return store.HousesInUse(tx, at, retainPiece, oldest)
	}); err != nil {
		return err
	}
	for id, version := range oldest {
		if err := rt.inPieces(ctx, func(tx *kv.Tx, changes *kv.Changes) (bool, error) {
			last, err := store.AgedVersions(tx, changes, id, version, retainPiece)
			return !last, err
		}); err != nil {
			return err
		}
	}
	return nil
}
