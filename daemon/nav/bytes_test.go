package nav_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"navd/daemon/nav"
)

// TestBytes holds the estimate to what the heap says, within a factor of two.
func TestBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and one goroutine alone")
	}
	heap := func() int {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc)
	}
	many := make([]string, 0, 200)
	for i := range cap(many) {
		many = append(many, fmt.Sprintf("%s %d", strings.Repeat("long name ", 10), i))
	}
	newRobot(t, nav.DefaultConfig()).mem.Survey(nav.AllViews(), 0, allLook("corridor", 3, 5)) // makes the tables that all memories share
	for _, tt := range []struct {
		name string
		walk func(r *robot, i int)
	}{
		{"steps", func(r *robot, _ int) { r.do(0, "go F*8 L F*8 L F*8 R F*8 F*8 F*8") }},
		{"plans", func(r *robot, i int) {
			r.do(0, "go F F F L")
			r.mem.Decide(r.mem.Survey(nav.AllViews(), 0, allLook("corridor", 3, 5)), nav.Choice{View: i % 12})
		}},
		{"ranges", func(r *robot, i int) {
			r.do(0, "go F*8 F*8 F*8")
			all := nav.Ranges{StepDeg: 0.5, MaxM: 8, Values: values(720, 2+float64(i%5))}
			r.mem.Decide(r.mem.Survey(nav.AllViews(), 0, allLook("corridor", 3, 5), all), nav.Choice{View: i % 12})
		}},
		{"labels", func(r *robot, i int) {
			r.do(0, "go F F")
			look := allLook("corridor", 3, 5)
			for v := range look {
				for _, name := range many[:20] {
					look[v].Objects = append(look[v].Objects, fmt.Sprintf("%s of %d %d", name, i, v))
				}
			}
			r.mem.Decide(r.mem.Survey(nav.AllViews(), 0, look), nav.Choice{View: i % 12})
		}},
	} {
		before := heap()
		r := newRobot(t, nav.DefaultConfig())
		for i := range 40 {
			tt.walk(r, i)
			r.disk = disk{}
		}
		mem := r.mem
		r = nil
		took, says := heap()-before, mem.Bytes()
		if took > 2*says || says > 2*took {
			t.Errorf("%s: it takes %d bytes and says %d", tt.name, took, says)
		}
		runtime.KeepAlive(mem)
	}
}
