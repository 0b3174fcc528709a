package kv

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
)

// Before the disk is full nothing more is taken but what makes room; then what fits
// into that room.
func TestReserve(t *testing.T) {
	steps, remarks, tables := schemaOf()
	var reserve atomic.Int64
	db := open(t, tempPath(t), Options{Tables: tables, Reserve: reserve.Load})
	put := func(i, kb int) *Changes {
		var c Changes
		remarks.Put(&c, K().Int(i), remark{strings.Repeat("x", kb<<10)})
		return &c
	}
	for i := range 20 {
		must(t, db.Apply(t.Context(), put(i, 500)))
	}
	must(t, db.Full(0))

	reserve.Store(math.MaxInt64)
	refused := func(c *Changes) {
		t.Helper()
		err := db.Apply(t.Context(), c)
		var full *FullError
		if !errors.As(err, &full) || !errors.Is(err, ErrFull) || !errors.Is(err, syscall.ENOSPC) || full.Reserve != math.MaxInt64 || full.Free <= 0 {
			t.Fatalf("got %v", err)
		}
	}
	refused(put(20, 1))
	must(t, db.Beat(t.Context())) // the writer lives
	if !errors.Is(db.Full(0), ErrFull) {
		t.Error("it would take the next")
	}

	// In one commit with others.
	g := hold(db)
	blocks := make(chan error, 1)
	room := &Changes{MakesRoom: true}
	remarks.Delete(room, K().Int(0))
	go func() { blocks <- db.Apply(context.Background(), room) }()
	<-g.entered
	with := applyAsync(db, steps, "no room")
	waitQueued(db, 1)
	rest := &Changes{MakesRoom: true}
	for i := range 18 {
		remarks.Delete(rest, K().Int(i+1))
	}
	made := make(chan error, 1)
	go func() { made <- db.Apply(context.Background(), rest) }()
	waitQueued(db, 2)
	g.release <- nil
	must(t, <-blocks)
	<-g.entered
	g.release <- nil
	if err := <-with; !errors.Is(err, ErrFull) {
		t.Errorf("beside what makes room: %v", err)
	}
	must(t, <-made)

	// What was deleted is room inside the file.
	db.update = db.write
	must(t, db.Apply(t.Context(), put(20, 1)))
	refused(put(21, 4000))
	view(t, db, func(tx *Tx) {
		if n := remarks.Len(tx); n != 2 {
			t.Errorf("%d values, want 2", n)
		}
	})
}

// What builds on a change that there was no room for is not made either.
func TestReserveInChain(t *testing.T) {
	steps, _, tables := schemaOf()
	db := open(t, tempPath(t), Options{Tables: tables, Reserve: func() int64 { return math.MaxInt64 }})
	var chain Chain
	var c, next Changes
	steps.Put(&c, K("a"), step{})
	steps.Put(&next, K("b"), step{})
	next.MakesRoom = true
	if err := db.ApplyNext(t.Context(), &chain, &c, func() {}); !errors.Is(err, ErrFull) {
		t.Errorf("got %v", err)
	}
	if err := db.ApplyNext(t.Context(), &chain, &next, func() {}); !errors.Is(err, ErrFull) {
		t.Errorf("got %v", err)
	}
}

func TestRoomForCopies(t *testing.T) {
	for name, tt := range map[string]struct {
		reserve func() int64
		fits    bool
	}{
		"no reserve":         {nil, true},
		"some reserve":       {func() int64 { return 1 }, true},
		"more than there is": {func() int64 { return math.MaxInt64 / 2 }, false},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, tables := schemaOf()
			db := open(t, tempPath(t), Options{Tables: tables, Reserve: tt.reserve})
			var full *FullError
			if err := db.RoomForCopies(2); errors.As(err, &full) == tt.fits || tt.fits && err != nil {
				t.Error(err)
			}
		})
	}
}
