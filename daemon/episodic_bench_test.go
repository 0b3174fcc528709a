package daemon_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"navd/daemon"
	"navd/ipc"
)

// pastLeg is a record of a leg as `navd episodic import` takes it: of one of 500
// houses, about one of 20 things in one of 8 rooms.
func pastLeg(n int, lot *rand.Rand) string {
	things := []string{"sofa", "bed", "toilet", "chair", "television", "plant", "sink", "table", "lamp", "vase", "book", "clock", "mirror", "oven", "fridge", "towel", "desk", "box", "cup", "bowl"}
	rooms := []string{"living room", "bedroom", "bathroom", "kitchen", "dining room", "study", "corridor", "laundry"}
	thing, room, house := things[lot.IntN(len(things))], rooms[lot.IntN(len(rooms))], fmt.Sprintf("house-%d", lot.IntN(500))
	relation, polarity := "in", 1
	if lot.IntN(3) == 0 {
		relation, polarity = "not_in", -1
	}
	return fmt.Sprintf(`{"profile":"nav","entry":{"schema_version":"1.1","episode_id":"leg-%d","episode_type":"neutral","error_category":["none"],"input_signature":{"language":"en","detected_structure":["frontier"],"contrast_marker":null,"has_negation":false,"num_aspects":1,"length_bucket":"short"},"case_summary":{"target_aspect_type":"target:%s","symptom":"looking for the %s from the corridor","rationale_summary":"the %s is likely there"},"stage_snapshot":{"stage1":{"aspects_norm":["target:%s"],"polarities":{"target:%s":"positive"},"confidence":0.5},"final":{"aspects_norm":["target:%s"],"polarities":{"target:%s":"neutral"},"confidence":0.5}},"correction":{"corrective_principle":"The %s was looked for in the %s of %s.","applicable_conditions":["scene %s"],"principle_id":null,"anti_pattern":null},"evaluation":{"risk_before":{"severity_sum":0.0,"tags":[]},"risk_after":{"severity_sum":0.0,"tags":[]},"override_applied":false,"override_success":false,"override_harm":false,"arbiter_reason_code":"","facet_dissent":[]},"provenance":{"created_from_split":"live","used_in_eval":false,"timestamp":"2026-01-01T00:00:00Z","version":"1.1","has_gold":false},"risk_type":null,"action_taken":"went 2.0 m for the %s","outcome_delta":null},"meta":{"trust":1,"scene":%q,"place":%q,"target":%q,"claims":[{"subject":"target:%s","relation":%q,"object":%q,"polarity":%d,"source":"","weight":0.6}]}}`,
		n, thing, thing, room, thing, thing, thing, thing, thing, room, house, house, room, house, room, thing, thing, relation, room, polarity)
}

// fill imports records.
func (h *house) fill(from, to int) {
	lot := rand.New(rand.NewPCG(uint64(from), 1))
	for from < to {
		var lines strings.Builder
		for n := 0; n < 1000 && from < to; n++ {
			lines.WriteString(pastLeg(from, lot) + "\n")
			from++
		}
		params, err := json.Marshal(ipc.CaseImportParams{Lines: lines.String()})
		if err != nil {
			h.t.Fatal(err)
		}
		if r := into[ipc.CaseImportResult](h.t, h.do(ipc.EpisodicImport, string(params))); len(r.Skipped) > 0 || r.Stored == 0 {
			h.t.Fatalf("%+v", r)
		}
	}
}

// BenchmarkEpisodic measures a slot and an append over the socket with few and with
// many records, as quantiles, and what the process takes of memory. NAVD_RECORDS gives
// other numbers than 5,000 and 100,000.
func BenchmarkEpisodic(b *testing.B) {
	sizes := []int{5000, 100000}
	if text := os.Getenv("NAVD_RECORDS"); text != "" {
		sizes = nil
		for one := range strings.SplitSeq(text, ",") {
			n, err := strconv.Atoi(one)
			if err != nil {
				b.Fatal(err)
			}
			sizes = append(sizes, n)
		}
	}
	h := newHouse(b, func(o *daemon.Options) { o.Config.Durability, o.Now = "sync", time.Now })
	have := 0
	for _, size := range sizes {
		began := time.Now()
		h.fill(have, size)
		filled := time.Since(began)
		for have = size; ; time.Sleep(time.Second) { // until the index has them
			if ok := into[ipc.Health](b, h.do(ipc.NavdHealth, `{}`)).OK; ok && h.recordsIndexed() {
				break
			}
		}
		indexed := time.Since(began)
		lot := rand.New(rand.NewPCG(7, 7))
		things := []string{"sofa", "bed", "oven", "cup", "unicorn"}
		b.Run(fmt.Sprintf("slot/%d", size), func(b *testing.B) {
			took := h.quantiles(b, func(int) {
				h.do(ipc.EpisodicSlot, fmt.Sprintf(`{"condition":"C2","target":%q,"scene_id":"house-%d","places":["corridor","kitchen"],"facts":{"structural_risks_n":1}}`, things[lot.IntN(len(things))], lot.IntN(500)))
			})
			b.ReportMetric(filled.Seconds(), "s-filled")
			b.ReportMetric(indexed.Seconds(), "s-indexed")
			_ = took
		})
		b.Run(fmt.Sprintf("append/%d", size), func(b *testing.B) {
			h.quantiles(b, func(i int) {
				have++
				line := pastLeg(have+10_000_000, lot)
				at := strings.Index(line, `,"meta":`)
				h.do(ipc.EpisodicAppend, line[:at]+`}`)
			})
			b.ReportMetric(float64(residentBytes(b))/(1<<20), "MiB-resident")
		})
	}
}

// quantiles times calls one by one.
func (h *house) quantiles(b *testing.B, call func(i int)) []time.Duration {
	took := make([]time.Duration, 0, b.N)
	for b.Loop() {
		began := time.Now()
		call(len(took))
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	at := func(q float64) float64 { return float64(took[int(q*float64(len(took)-1))]) / float64(time.Millisecond) }
	b.ReportMetric(at(0.5), "ms-p50")
	b.ReportMetric(at(0.99), "ms-p99")
	return took
}

// recordsIndexed tells whether a search finds the newest record as one that is indexed.
func (h *house) recordsIndexed() bool {
	r := into[ipc.SearchResult](h.t, h.do(ipc.MemorySearch, `{"query":"sofa corridor","kinds":["episodic"],"k":1}`))
	return len(r.Degraded) == 0 && len(r.Hits) == 1 && !r.Hits[0].Pending
}

// residentBytes is what the process has in memory.
func residentBytes(b *testing.B) int {
	raw, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		b.Skip("no /proc")
	}
	pages, err := strconv.Atoi(strings.Fields(string(raw))[1])
	if err != nil {
		b.Fatal(err)
	}
	return pages * os.Getpagesize()
}
