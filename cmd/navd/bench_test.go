package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"navd/daemon"
	"navd/ipc"
	"navd/ipc/client"
)

var stored = flag.Int("stored", 1_000_000, "steps that BenchmarkStart stores before it measures")

// What must hold, whatever is stored.
const (
	startAim = 150 * time.Millisecond // from exec to the answer to the first step
	emptyAim = 60.0                   // MB, a daemon that has done nothing
	liveAim  = 200.0                  // MB, with 64 live episodes of 500 steps
)

// BenchmarkStart takes the time from exec of `navd run` to the answer to the
// first nav.step: of an episode that was open before ("open"), and of one that
// is begun first ("new"); and between those, in an empty directory, the floor
// of "new". The directory has a million steps in episodes of 500. "killed" ends
// the daemon by SIGKILL while 32 robots walk, and sends the step again that one
// of them had no answer to. "long" is one episode of 50,000 steps.
//
//	go test ./cmd/navd -run xxx -bench Start -benchtime 20x -timeout 600s
func BenchmarkStart(b *testing.B) {
	const length = 500
	h := newHarness(b)
	full := h.newHome()
	d := h.run(full, "relaxed")
	walkers := d.fill(max(*stored/length, 1), length)
	d.stop()
	b.Run("stopped", func(b *testing.B) {
		s := h.with(b).newStarts(full)
		for i := range b.N {
			s.round(walkers[i%len(walkers)], (*process).stop)
		}
		s.report()
		s.reportSize(len(walkers) * length)
		s.mustBeSoon()
	})
	b.Run("killed", func(b *testing.B) {
		s := h.with(b).newStarts(full)
		for range b.N {
			s.round(s.h.run(full, "relaxed").cut(32), (*process).kill)
		}
		s.report()
		s.mustBeSoon()
	})
	b.Run("long", func(b *testing.B) {
		const long = 50_000
		s := h.with(b).newStarts(h.newHome())
		d := s.h.run(s.home, "relaxed")
		w := d.fill(1, long)[0]
		d.stop()
		b.ResetTimer()
		for range b.N {
			s.round(w, (*process).stop)
		}
		s.report()
		s.reportSize(long)
	})
}

// starts are the times of many starts in one directory.
type starts struct {
	h     *harness
	home  string
	open  []time.Duration // from exec to the answer to the first step
	step  []time.Duration // of that, the step alone
	fresh []time.Duration // from exec to the first step of a new episode
	floor []time.Duration // the same in an empty directory
}

func (h *harness) newStarts(home string) *starts { return &starts{h: h, home: home} }

// round starts three times: for the next step of w, for a new episode, and for
// a new one in an empty directory. end ends the daemon of the first two.
func (s *starts) round(w *walker, end func(*process)) {
	d := s.h.run(s.home, "relaxed")
	w.c = d.dial()
	dialed := time.Now()
	s.h.check(w.again(s.h.ctx))
	s.open, s.step = append(s.open, time.Since(d.began)), append(s.step, time.Since(dialed))
	end(d)

	d = s.h.run(s.home, "relaxed")
	s.fresh = append(s.fresh, d.begin())
	end(d)

	empty := s.h.newHome()
	d = s.h.run(empty, "relaxed")
	s.floor = append(s.floor, d.begin())
	d.stop()
	s.h.check(os.RemoveAll(empty))
}

// begin begins an episode, takes its first step, and tells how long the daemon
// has run.
func (d *process) begin() time.Duration {
	w := &walker{c: d.dial()}
	d.h.check(w.begin(d.h.ctx))
	d.h.check(w.again(d.h.ctx))
	return time.Since(d.began)
}

func (s *starts) report() {
	b, ms := s.h.b, func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	b.ReportMetric(0, "ns/op")
	for _, m := range []struct {
		name string
		took []time.Duration
	}{{"open", s.open}, {"new", s.fresh}, {"empty", s.floor}, {"first-step", s.step}} {
		slices.Sort(m.took)
		b.ReportMetric(ms(m.took[len(m.took)/2]), m.name+"-p50-ms")
		b.ReportMetric(ms(slices.Max(m.took)), m.name+"-max-ms")
	}
	floor := float64(s.floor[len(s.floor)/2])
	b.ReportMetric(float64(s.open[len(s.open)/2])/floor, "open/empty")
	b.ReportMetric(float64(s.fresh[len(s.fresh)/2])/floor, "new/empty")
}

func (s *starts) reportSize(steps int) {
	info, err := os.Stat(filepath.Join(s.home, daemon.DBFile))
	s.h.check(err)
	s.h.b.ReportMetric(float64(info.Size())/1e6, "MB")
	s.h.b.ReportMetric(float64(info.Size())/float64(steps), "bytes/step")
}

// mustBeSoon holds every start to the aim. The figures of a benchmark that
// fails are not printed, so the error has them: when "empty" is slow too, it is
// the machine.
func (s *starts) mustBeSoon() {
	if max(slices.Max(s.open), slices.Max(s.fresh)) <= startAim {
		return
	}
	tell := func(d []time.Duration) string { // sorted by report
		return fmt.Sprintf("p50 %v max %v", d[len(d)/2].Round(time.Millisecond/10), d[len(d)-1].Round(time.Millisecond/10))
	}
	s.h.b.Errorf("a first step was answered later than %v after the start: open %s, new %s, empty %s",
		startAim, tell(s.open), tell(s.fresh), tell(s.floor))
}

// BenchmarkMemory takes the anonymous memory of a daemon: that has done
// nothing, with 64 open episodes of 500 steps each that were just walked, at
// its peak and at the end, and with 1,000 connections that do nothing.
//
//	go test ./cmd/navd -run xxx -bench Memory -benchtime 3x -timeout 300s
func BenchmarkMemory(b *testing.B) {
	if runtime.GOOS != "linux" {
		b.Skip("reads /proc")
	}
	h := newHarness(b)
	b.Run("empty", func(b *testing.B) {
		most := h.with(b).most(func(d *process) float64 { return d.anonMB() })
		b.ReportMetric(most, "MB")
		mustBeBelow(b, most, emptyAim)
	})
	b.Run("live", func(b *testing.B) {
		const episodes, length = 64, 500
		peak := 0.0
		most := h.with(b).most(func(d *process) float64 {
			peak = max(peak, d.peakMB(func() {
				d.together(episodes, func(i int, c *client.Client) error {
					return (&walker{c: c, rnd: rand.New(rand.NewPCG(1, uint64(i))), batch: 1}).episodeOf(h.ctx, length)
				})
			}))
			return d.anonMB()
		})
		b.ReportMetric(most, "MB")
		b.ReportMetric(peak, "peak-MB")
		mustBeBelow(b, peak, liveAim)
	})
	b.Run("connections", func(b *testing.B) {
		const connections = 1000
		before := 0.0
		most := h.with(b).most(func(d *process) float64 {
			before = d.anonMB()
			for range connections - 1 { // one is there
				_, err := ipc.NavdInfo.Call(h.ctx, d.dial(), ipc.None{})
				h.check(err)
			}
			return d.anonMB()
		})
		b.ReportMetric(most, "MB")
		b.ReportMetric((most-before)*1000/connections, "kB/connection")
	})
}

// most starts a daemon in an empty directory for each round and gives the most
// that measure gives.
func (h *harness) most(measure func(*process) float64) (most float64) {
	for range h.b.N {
		home := h.newHome()
		d := h.run(home, "sync")
		_, err := ipc.NavdInfo.Call(h.ctx, d.dial(), ipc.None{})
		h.check(err)
		most = max(most, measure(d))
		d.stop()
		h.check(os.RemoveAll(home))
	}
	h.b.ReportMetric(0, "ns/op")
	return most
}

func mustBeBelow(b *testing.B, got, aim float64) {
	if got >= aim {
		b.Errorf("%.0f MB, must be below %.0f", got, aim)
	}
}

// anonMB is the anonymous memory that a daemon has in RAM.
func (d *process) anonMB() float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", d.cmd.Process.Pid))
	if err != nil {
		d.h.b.Error(err)
	}
	_, rest, _ := strings.Cut(string(text), "RssAnon:")
	kib, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	n, err := strconv.Atoi(kib)
	if err != nil {
		d.h.b.Error(err)
	}
	return float64(n) * 1024 / 1e6
}

// peakMB is the most that a daemon has while something is done.
func (d *process) peakMB(do func()) (peak float64) {
	over, watched := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(watched)
		for {
			peak = max(peak, d.anonMB())
			select {
			case <-over:
				return
			case <-time.After(10 * time.Millisecond):
			}
		}
	}()
	func() {
		defer func() { close(over); <-watched }() // also when do fails
		do()
	}()
	return peak
}

// harness runs the real navd for a benchmark, which ends what it started.
type harness struct {
	b    *testing.B
	ctx  context.Context
	navd string
	dir  string
}

// whenBegan is about when the process began, from which -timeout counts.
var whenBegan = time.Now()

// newHarness builds navd. Its context ends before -timeout does, which would
// leave daemons behind.
func newHarness(b *testing.B) *harness {
	dir, err := os.MkdirTemp("/tmp", "navd") // b.TempDir may be too deep for a socket
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { os.RemoveAll(dir) })
	h := &harness{b: b, ctx: b.Context(), navd: filepath.Join(dir, "navd"), dir: dir}
	if limit, ok := flag.Lookup("test.timeout").Value.(flag.Getter).Get().(time.Duration); ok && limit > 0 {
		ctx, cancel := context.WithDeadline(h.ctx, whenBegan.Add(limit-10*time.Second))
		b.Cleanup(cancel)
		h.ctx = ctx
	}
	out, err := exec.CommandContext(h.ctx, "go", "build", "-o", h.navd, ".").CombinedOutput()
	if err != nil {
		b.Fatalf("build navd: %v\n%s", err, out)
	}
	return h
}

// with is the harness for a part of a benchmark.
func (h *harness) with(b *testing.B) *harness {
	part := *h
	part.b = b
	return &part
}

func (h *harness) check(err error) {
	h.b.Helper()
	if err != nil {
		h.b.Fatal(err)
	}
}

// newHome makes a directory for a daemon.
func (h *harness) newHome() string {
	home, err := os.MkdirTemp(h.dir, "")
	h.check(err)
	return home
}

// process is a daemon.
type process struct {
	h       *harness
	cmd     *exec.Cmd
	socket  string
	began   time.Time
	over    chan struct{} // closed when it has ended
	ended   error
	clients []*client.Client
}

// run starts a daemon with nothing of the one who runs the benchmark.
func (h *harness) run(home, durability string) *process {
	d := &process{h: h, socket: filepath.Join(home, "navd.sock"), over: make(chan struct{})}
	log, err := os.OpenFile(filepath.Join(home, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	h.check(err)
	defer log.Close()
	d.cmd = exec.Command(h.navd, "run", "--data-dir", home, "--socket", d.socket, "--durability", durability)
	d.cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "GODEBUG=" + os.Getenv("GODEBUG"), "GOGC=" + os.Getenv("GOGC")}
	d.cmd.Stdout, d.cmd.Stderr = log, log
	d.began = time.Now()
	h.check(d.cmd.Start())
	go func() {
		d.ended = d.cmd.Wait()
		close(d.over)
	}()
	h.b.Cleanup(d.kill)
	return d
}

// dial connects as soon as it can.
func (d *process) dial() *client.Client {
	for {
		c, err := client.Dial(d.socket)
		if err == nil {
			d.clients = append(d.clients, c)
			return c
		}
		select {
		case <-d.over:
			log, _ := os.ReadFile(filepath.Join(filepath.Dir(d.socket), "log"))
			d.h.b.Fatalf("navd ended: %v\n%s", d.ended, log)
		case <-d.h.ctx.Done():
			d.h.b.Fatal(err)
		case <-time.After(time.Millisecond):
		}
	}
}

// stop ends a daemon as its user does.
func (d *process) stop() {
	d.hangUp()
	d.h.check(d.cmd.Process.Signal(syscall.SIGTERM))
	select {
	case <-d.over:
		d.h.check(d.ended)
	case <-d.h.ctx.Done():
		d.h.b.Fatal("navd does not stop")
	}
}

// kill ends a daemon at once.
func (d *process) kill() {
	_ = d.cmd.Process.Kill() // it may have ended
	<-d.over
	d.hangUp()
}

func (d *process) hangUp() {
	for _, c := range d.clients {
		_ = c.Close()
	}
	d.clients = nil
}

// together runs n callers, each with a connection of its own.
func (d *process) together(n int, call func(i int, c *client.Client) error) {
	var callers sync.WaitGroup
	for i := range n {
		c := d.dial()
		callers.Go(func() {
			if err := call(i, c); err != nil {
				d.h.b.Error(err)
			}
		})
	}
	callers.Wait()
	if d.h.b.Failed() {
		d.h.b.FailNow()
	}
}

// fill stores a number of episodes, which stay open, over 32 connections.
func (d *process) fill(episodes, length int) []*walker {
	walkers, next := make([]*walker, episodes), atomic.Int64{}
	d.together(min(32, episodes), func(_ int, c *client.Client) error {
		for {
			i := int(next.Add(1)) - 1
			if i >= episodes {
				return nil
			}
			walkers[i] = &walker{c: c, rnd: rand.New(rand.NewPCG(1, uint64(i))), batch: 1000}
			if err := walkers[i].episodeOf(d.h.ctx, length); err != nil {
				return fmt.Errorf("episode %d: %w", i, err)
			}
		}
	})
	return walkers
}

// cut kills the daemon while n robots walk, and gives one that waited for an
// answer.
func (d *process) cut(n int) *walker {
	walkers := make([]*walker, n)
	for i := range walkers {
		walkers[i] = &walker{c: d.dial(), rnd: rand.New(rand.NewPCG(2, uint64(i))), batch: 1}
		d.h.check(walkers[i].begin(d.h.ctx))
	}
	var walks sync.WaitGroup
	for _, w := range walkers[1:] {
		walks.Go(func() { _ = w.walk(d.h.ctx, 1<<30) }) // until it fails
	}
	err := walkers[0].walk(d.h.ctx, 50+rand.IntN(200))
	d.kill()
	walks.Wait()
	d.h.check(err)
	return walkers[1]
}
