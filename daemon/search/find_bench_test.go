package search

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"navd/daemon/episode"
	"navd/daemon/journal"
	"navd/daemon/nav"
	"navd/daemon/ref"
	"navd/daemon/store"
	"navd/daemon/words"
)

// BenchmarkFind searches among 10,000 places of 100 episodes in four houses: as
// memory.search does, as a prompt does, within an episode, with 20 changes that
// the index does not have yet, and without an index.
//
//	go test ./daemon/search -run xxx -bench Find -benchtime 2s
func BenchmarkFind(b *testing.B) {
	x := newRig(b, b.TempDir())
	for n := range 100 {
		x.furnish(fmt.Sprintf("e%03d", n), fmt.Sprintf("house-%d", n%4))
	}
	began := time.Now()
	x.stop() // its own goroutine is not needed
	x.work.Wait()
	x.ctx = b.Context()
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
	search := func(q Question) func() {
		q.K = 10
		return func() {
			if a, err := x.Search(b.Context(), q); err != nil || len(a.Hits) == 0 {
				b.Fatalf("%+v, %v", a, err)
			}
		}
	}
	x.pace.rank = time.Minute // also on a busy machine
	prompt := func() {
		if len(x.Rank(b.Context(), Place, "sofa living room house", "house-1", "")) == 0 {
			b.Fatal("not ranked")
		}
	}
	all := Question{Text: "where is the sofa in the living room"}
	b.Run("search", func(b *testing.B) { quantiles(b, search(all)) })
	b.Run("prompt", func(b *testing.B) { quantiles(b, prompt) })
	b.Run("episode", func(b *testing.B) { quantiles(b, search(Question{Text: all.Text, Episode: "e007"})) })
	x.change(func(c *journal.Change) {
		for n := range 20 {
			c.Due(Place, fmt.Sprintf("e%03d/%d", n, n+1), "")
		}
	})
	b.Run("pending", func(b *testing.B) { quantiles(b, prompt) })
	x.hide()
	b.Run("away", func(b *testing.B) { quantiles(b, search(all)) })
}

// furnish stores an episode of 100 places.
func (r *rig) furnish(id, scene string) {
	r.t.Helper()
	objects := words.Objects()
	rooms := words.Rooms()
	var delta nav.Delta
	for n := 1; n <= 100; n++ {
		i := n*7 + len(id)*13 + int(id[3])
		room := rooms[i%len(rooms)]
		delta.Places = append(delta.Places, nav.Place{
			ID: ref.PlaceID(n), Type: room, Label: string(room), Last: n,
			Objects:     []string{string(objects[i%len(objects)]), string(objects[i*3%len(objects)]), string(objects[i*5%len(objects)])},
			Description: fmt.Sprintf("A %s with a window on side %d. It was seen from the door.", room, n),
		})
	}
	r.change(func(c *journal.Change) {
		store.PutEpisode(&c.Changes, episode.Episode{ID: id, Goal: "sofa", SceneID: scene, Began: time.Unix(1000, 0), Status: episode.Ended})
		store.PutDelta(&c.Changes, id, delta, 0)
	})
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
	b.ReportMetric(took[len(took)/2].Seconds()*1e3, "p50-ms")
	b.ReportMetric(took[len(took)*99/100].Seconds()*1e3, "p99-ms")
}
