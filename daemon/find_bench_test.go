package daemon

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"navd/config"
	"navd/daemon/episode"
	"navd/daemon/nav"
	"navd/daemon/store"
	"navd/daemon/words"
	"navd/index"
	"navd/ipc"
)

// BenchmarkFind searches among 10,000 places of 100 episodes in four houses: as
// memory.search does, as a prompt does, within an episode, with 20 changes that
// the index does not have yet, and without an index.
//
//	go test ./daemon -run xxx -bench Find -benchtime 2s
func BenchmarkFind(b *testing.B) {
	cfg := config.Default()
	cfg.DataDir, cfg.Durability = b.TempDir(), "relaxed"
	d, err := Open(Options{Config: cfg})
	if err != nil {
		b.Fatal(err)
	}
	defer d.Close()
	for n := range 100 {
		furnish(b, d, fmt.Sprintf("e%03d", n), fmt.Sprintf("house-%d", n%4))
	}
	x, began := d.core.indexer, time.Now()
	x.c.stop() // its own goroutine is not needed
	x.work.Wait()
	x.c.ctx = b.Context()
	ix, err := x.open()
	if err != nil {
		b.Fatal(err)
	}
	defer ix.Close()
	if err := x.rebuild(ix, "bench"); err != nil {
		b.Fatal(err)
	}
	x.ready()
	b.Logf("10,000 places indexed in %v", time.Since(began).Round(time.Millisecond))
	search := func(p ipc.SearchParams) func() {
		return func() {
			if r, err := d.Memory.Search(b.Context(), p); err != nil || len(r.Hits) == 0 {
				b.Fatalf("%+v, %v", r, err)
			}
		}
	}
	x.pace.rank = time.Minute // also on a busy machine
	prompt := func() {
		q := index.Query{Text: "sofa living room house", K: 64, Kinds: []string{kindPlace}, Scopes: []string{"house-1", ""}}
		if len(d.core.rank(b.Context(), q)) == 0 {
			b.Fatal("not ranked")
		}
	}
	all := ipc.SearchParams{Query: "where is the sofa in the living room"}
	b.Run("search", func(b *testing.B) { quantiles(b, search(all)) })
	b.Run("prompt", func(b *testing.B) { quantiles(b, prompt) })
	b.Run("episode", func(b *testing.B) {
		quantiles(b, search(ipc.SearchParams{Query: all.Query, Episode: "e007"}))
	})
	w := d.core.write()
	for n := range 20 {
		w.Due(kindPlace, fmt.Sprintf("e%03d/%d", n, n+1), "")
	}
	if err := w.commit(context.Background(), nil); err != nil {
		b.Fatal(err)
	}
	b.Run("pending", func(b *testing.B) { quantiles(b, prompt) })
	x.hide()
	b.Run("away", func(b *testing.B) { quantiles(b, search(all)) })
}

// furnish stores an episode of 100 places.
func furnish(b testing.TB, d *Daemon, id, scene string) {
	b.Helper()
	objects := words.Objects()
	rooms := words.Rooms()
	var delta nav.Delta
	for n := 1; n <= 100; n++ {
		i := n*7 + len(id)*13 + int(id[3])
		room := rooms[i%len(rooms)]
		delta.Places = append(delta.Places, nav.Place{
			ID: nav.PlaceID(n), Type: room, Label: string(room), Last: n,
			Objects:     []string{string(objects[i%len(objects)]), string(objects[i*3%len(objects)]), string(objects[i*5%len(objects)])},
			Description: fmt.Sprintf("A %s with a window on side %d. It was seen from the door.", room, n),
		})
	}
	w := d.core.write()
	store.PutEpisode(&w.Changes, episode.Episode{ID: id, Goal: "sofa", SceneID: scene, Began: time.Unix(1000, 0), Status: episode.Ended})
	store.PutDelta(&w.Changes, id, delta, 0)
	if err := w.commit(context.Background(), nil); err != nil {
		b.Fatal(err)
	}
}

// quantiles reports how long calls took.
func quantiles(b *testing.B, call func()) {
	var took []time.Duration
	for b.Loop() {
		start := time.Now()
		call()
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(ms(took[len(took)/2]), "p50-ms")
	b.ReportMetric(ms(took[len(took)*99/100]), "p99-ms")
}
