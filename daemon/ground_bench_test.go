package daemon_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"navd/config"
	"navd/daemon"
	"navd/daemon/words"
	"navd/ipc"
)

// BenchmarkGrounding takes calls over the socket with 10,000 entries in scope,
// far more than fit: the block for a prompt, a plan of the local planner with
// and without them, and one more feedback. Figures are medians, milliseconds.
//
//	go test ./daemon -run xxx -bench Grounding -benchtime 200x
func BenchmarkGrounding(b *testing.B) {
	h := newHouse(b)
	h.fillGrounding(b, 10_000)
	e := h.beginIn("home", "sofa")
	h.do(ipc.NavObserve, fmt.Sprintf(`{"episode":%q,"scene_type":"kitchen"}`, e))
	plain := into[ipc.BeginResult](b, h.do(ipc.EpisodeBegin, `{"goal":"sofa","scene_id":"home","use":{"grounding":false}}`)).Episode
	const labels = `"labels":[{"view":0,"scene_type":"living room","free_m":3,"see_m":5},{"view":6,"scene_type":"bedroom","free_m":3,"see_m":5}]`
	goals := words.Objects()
	for _, c := range []struct {
		name   string
		method fmt.Stringer
		params func(n int) string
	}{
		{"prompt", ipc.GroundingPrompt, func(n int) string {
			return fmt.Sprintf(`{"episode":%q,"target":%q}`, e, goals[n%len(goals)])
		}},
		{"plan", ipc.NavPlan, func(int) string { return fmt.Sprintf(`{"episode":%q,%s}`, e, labels) }},
		{"plan without", ipc.NavPlan, func(int) string { return fmt.Sprintf(`{"episode":%q,%s}`, plain, labels) }},
		{"feedback", ipc.FeedbackAdd, func(n int) string {
			return fmt.Sprintf(`{"episode":%q,"text":"s: the %s number %d is old"}`, e, goals[n%len(goals)], n)
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			var took []time.Duration
			for n := 0; b.Loop(); n++ {
				began := time.Now()
				h.do(c.method, c.params(n))
				took = append(took, time.Since(began))
			}
			slices.Sort(took)
			b.ReportMetric(took[len(took)/2].Seconds()*1e3, "p50-ms")
			b.ReportMetric(took[len(took)*99/100].Seconds()*1e3, "p99-ms")
		})
	}
}

// BenchmarkFeedbackOfMany has the users of 1 and of 16 robots say something at the
// same time, durably: commits tells how many commits a feedback takes.
//
//	go test ./daemon -run xxx -bench FeedbackOfMany -benchtime 2000x
func BenchmarkFeedbackOfMany(b *testing.B) {
	for _, robots := range []int{1, 16} {
		b.Run(fmt.Sprint(robots), func(b *testing.B) {
			cfg := config.Default()
			cfg.DataDir = b.TempDir()
			d, err := daemon.Open(daemon.Options{Config: cfg})
			if err != nil {
				b.Fatal(err)
			}
			defer d.Close()
			metrics := func() ipc.StoreMetrics {
				m, err := d.Navd.Metrics(b.Context(), ipc.None{})
				if err != nil {
					b.Fatal(err)
				}
				return m.Store
			}
			var ids []string
			for range robots {
				r, err := d.Episodes.Begin(b.Context(), ipc.BeginParams{Goal: "sofa"})
				if err != nil {
					b.Fatal(err)
				}
				ids = append(ids, r.Episode)
			}
			before := metrics().Commits
			b.ResetTimer()
			var said atomic.Int64
			var users sync.WaitGroup
			for _, id := range ids {
				users.Go(func() {
					for {
						n := said.Add(1)
						if n > int64(b.N) {
							return
						}
						text := fmt.Sprintf("s: the lamp number %d is old", n)
						if _, err := d.Feedback.Add(context.Background(), ipc.FeedbackParams{Episode: id, Text: text}); err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			users.Wait()
			b.ReportMetric(float64(metrics().Commits-before)/float64(b.N), "commits/op")
		})
	}
}

// fillGrounding imports n entries about rooms and things, and waits until the
// index has them.
func (h *house) fillGrounding(b *testing.B, n int) {
	b.Helper()
	rooms, things := words.Rooms(), words.Objects()
	var text strings.Builder
	text.WriteString("#### Spatial Grounding\n")
	for i := range n {
		fmt.Fprintf(&text, "- in the %s the %s is near the %s, corner %d\n", rooms[i%len(rooms)], things[i/7%len(things)], things[i/3%len(things)], i)
	}
	content, err := json.Marshal(text.String())
	if err != nil {
		b.Fatal(err)
	}
	h.do(ipc.GroundingImport, fmt.Sprintf(`{"scene_id":"home","files":[{"name":"a.txt","content":%s}]}`, content))
	for {
		r := into[ipc.SearchResult](b, h.do(ipc.MemorySearch, `{"query":"corner"}`))
		if len(r.Degraded) == 0 && !slices.ContainsFunc(r.Hits, func(hit ipc.SearchHit) bool { return hit.Pending }) {
			return
		}
	}
}
