package daemon_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

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
