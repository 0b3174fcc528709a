package web_test

import (
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"navd/cmd/navsim/robot"
	"navd/cmd/navsim/world"
)

// BenchmarkPages runs 16 robots as fast as they go, without a page and with ten that each
// follow the newest search, in turns. What ten pages cost is the share of the steps a
// second, and the CPU time of a step beside that without them; robots, daemon, navd web
// and the readers of its streams are one process.
func BenchmarkPages(b *testing.B) {
	h := newHouse(b)
	clean, err := world.ProfileNamed("clean")
	if err != nil {
		b.Fatal(err)
	}
	tasks, err := robot.Generated(1, 96, world.Plan{})
	if err != nil {
		b.Fatal(err)
	}
	for i := range tasks {
		tasks[i].Profile, tasks[i].Rays = clean, robot.ScanRays
	}
	p := newPageAt(b, "127.0.0.1:0", time.Now, false, h.dial)
	cookie := p.enter()
	h.races(b, tasks) // warms up
	var alone, watched figures
	for i := 0; b.Loop(); i++ { // in turns, because the store grows
		if i%2 == 0 {
			alone.add(h.races(b, tasks))
		}
		leave := p.watched(b, cookie, 10)
		watched.add(h.races(b, tasks))
		leave()
		if i%2 == 1 {
			alone.add(h.races(b, tasks))
		}
	}
	b.ReportMetric(watched.rate()/alone.rate(), "steps/s-of-alone")
	b.ReportMetric(watched.each()/alone.each(), "CPU-of-alone")
	b.ReportMetric(alone.rate(), "steps/s")
	b.ReportMetric(0, "ns/op")
}

// watched opens streams, until it is left.
func (p *page) watched(b *testing.B, cookie string, streams int) (leave func()) {
	var readers sync.WaitGroup
	var open []io.Closer
	for range streams {
		r, err := http.NewRequest("GET", "http://"+p.addr+"/events", nil)
		if err != nil {
			b.Fatal(err)
		}
		r.Header.Set("Cookie", cookie)
		res, err := p.Do(r)
		if err != nil {
			b.Fatal(err)
		}
		open = append(open, res.Body)
		readers.Go(func() { _, _ = io.Copy(io.Discard, res.Body) }) // until it is closed
	}
	return func() {
		for _, c := range open {
			c.Close()
		}
		readers.Wait()
	}
}

// figures are steps, and the seconds they took, by the clock and of the cores.
type figures struct {
	steps     int
	wall, cpu float64
}

func (f *figures) add(o figures) {
	f.steps, f.wall, f.cpu = f.steps+o.steps, f.wall+o.wall, f.cpu+o.cpu
}
func (f figures) rate() float64 { return float64(f.steps) / f.wall }
func (f figures) each() float64 { return f.cpu / float64(f.steps) }

// races has 16 robots take all tasks.
func (h *house) races(b *testing.B, tasks []robot.Task) (f figures) {
	before, began := used(b), time.Now()
	var robots sync.WaitGroup
	var steps, next atomic.Int64
	for range 16 {
		robots.Go(func() {
			c, err := h.dial()
			if err != nil {
				b.Error(err)
				return
			}
			defer c.Close()
			for i := next.Add(1); i <= int64(len(tasks)); i = next.Add(1) {
				out, err := robot.Search(b.Context(), c, tasks[i-1], nil)
				if err != nil {
					b.Error(err)
				}
				steps.Add(int64(out.Steps))
			}
		})
	}
	robots.Wait()
	f.steps = int(steps.Load())
	f.wall, f.cpu = time.Since(began).Seconds(), used(b)-before
	return f
}

// used is the CPU time of this process so far, seconds.
func used(b *testing.B) float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return float64(u.Utime.Sec+u.Stime.Sec) + float64(u.Utime.Usec+u.Stime.Usec)/1e6
}
