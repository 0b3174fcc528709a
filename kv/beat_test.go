package kv

import (
	"context"
	"errors"
	"sync"
	"syscall"
	"testing"
)

// A beat says whether the writer works: not that the disk has room, nor that anything
// was written.
func TestBeat(t *testing.T) {
	t.Run("idle", func(t *testing.T) {
		_, _, tables := schemaOf()
		db := open(t, tempPath(t), Options{Sync: true, Tables: tables})
		for range 3 {
			if err := db.Beat(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if s := db.Stats(); s.Commits != 0 || s.Applied != 0 {
			t.Errorf("a beat was counted as a commit: %+v", s)
		}
	})
	t.Run("at work", func(t *testing.T) {
		steps, _, tables := schemaOf()
		db := open(t, tempPath(t), Options{Sync: true, Tables: tables})
		var writers sync.WaitGroup
		for i := range 8 {
			writers.Go(func() {
				for j := range 20 {
					var c Changes
					steps.Put(&c, K("k").Int(i).Int(j), step{Action: "a"})
					if err := errors.Join(db.Apply(context.Background(), &c), db.Beat(context.Background())); err != nil {
						t.Error(err)
					}
				}
			})
		}
		writers.Wait()
		if got := len(keysOf(t, db, steps)); got != 160 {
			t.Errorf("%d values of 160", got)
		}
	})
	t.Run("the disk is full", func(t *testing.T) {
		steps, _, tables := schemaOf()
		db := open(t, tempPath(t), Options{Tables: tables})
		g := hold(db)
		full := first(db, steps, g)
		g.release <- syscall.ENOSPC
		if err := <-full; !errors.Is(err, syscall.ENOSPC) {
			t.Fatal(err)
		}
		if err := db.Beat(t.Context()); err != nil {
			t.Errorf("the writer lives: %v", err)
		}
	})
	t.Run("closed", func(t *testing.T) {
		_, _, tables := schemaOf()
		db := open(t, tempPath(t), Options{Tables: tables})
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		if err := db.Beat(t.Context()); !errors.Is(err, ErrClosed) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("writing is lost", func(t *testing.T) {
		steps, _, tables := schemaOf()
		db := open(t, tempPath(t), Options{Tables: tables})
		g := hold(db)
		broken := first(db, steps, g)
		g.release <- syscall.EIO
		if err := <-broken; !errors.Is(err, ErrDamaged) {
			t.Fatal(err)
		}
		if err := db.Beat(t.Context()); !errors.Is(err, ErrDamaged) {
			t.Errorf("got %v", err)
		}
	})
}

// A commit that hangs holds a beat up until its context ends, whether the beat waits
// behind it or makes it.
func TestBeatHangs(t *testing.T) {
	t.Run("behind it", func(t *testing.T) {
		steps, _, tables := schemaOf()
		db := open(t, tempPath(t), Options{Tables: tables})
		g := hold(db)
		hangs := first(db, steps, g)
		ctx, cancel := context.WithCancel(t.Context())
		beat := make(chan error, 1)
		go func() { beat <- db.Beat(ctx) }()
		waitQueued(db, 1)
		cancel()
		if err := <-beat; !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		g.release <- nil
		if err := <-hangs; err != nil {
			t.Error(err)
		}
		if err := db.Beat(t.Context()); err != nil {
			t.Errorf("it goes on, and got %v", err)
		}
	})
	t.Run("making it", func(t *testing.T) {
		steps, _, tables := schemaOf()
		db := open(t, tempPath(t), Options{Tables: tables})
		g := hold(db)
		done := first(db, steps, g)
		ctx, cancel := context.WithCancel(t.Context())
		beat := make(chan error, 1)
		go func() { beat <- db.Beat(ctx) }()
		waitQueued(db, 1)
		other := applyAsync(db, steps, "other")
		waitQueued(db, 2)
		g.release <- nil // the beat is first and has to commit for the other
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		<-g.entered
		cancel()
		if err := <-beat; !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		g.release <- nil
		if err := <-other; err != nil {
			t.Error(err)
		}
	})
}
