package daemon_test

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"

	"navd/config"
	"navd/daemon"
	"navd/daemon/fault"
	"navd/daemon/nav"
	"navd/ipc"
)

// stored is a store file with what its daemon was told.
type stored struct {
	raw   []byte
	pages []string // kind of each page
	told  []told   // by episode
}

// told is what a controller knows of its episode.
type told struct {
	id    string
	begin ipc.BeginParams
	steps []nav.Step
	plans int
	ended bool
}

// openImage opens a daemon on a file. Its clock stands still, so that a failure
// here does not change an answer there.
func openImage(path, ids string) (*daemon.Daemon, error) {
	n := 0
	cfg := config.Default()
	cfg.DataDir, cfg.Durability = filepath.Dir(path), "relaxed"
	return daemon.Open(daemon.Options{Config: cfg, Now: start, NewID: func(time.Time) string { n++; return fmt.Sprintf("%s%02d", ids, n) }})
}

// makeImage fills a store of several tables of several levels: episodes that
// ended, that are open, and that were deleted.
func makeImage(t *testing.T, episodes, steps int) *stored {
	t.Helper()
	path := filepath.Join(t.TempDir(), daemon.DBFile)
	d, err := openImage(path, "old")
	if err != nil {
		t.Fatal(err)
	}
	im := &stored{}
	check := func(err error) {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
	}
	ctx, rnd := t.Context(), rand.New(rand.NewPCG(1, 2))
	for i := range episodes {
		to := told{begin: ipc.BeginParams{Goal: "sofa", Name: fmt.Sprint("walk ", i), Key: fmt.Sprint("begin ", i)}, ended: i%3 == 1}
		r, err := d.Episodes.Begin(ctx, to.begin)
		check(err)
		to.id = r.Episode
		im.told = append(im.told, to)
	}
	for seq := 1; seq <= steps; seq++ {
		for i := range im.told {
			check(im.told[i].step(ctx, d, rnd, seq))
		}
	}
	for i, to := range im.told {
		if to.ended {
			_, err := d.Episodes.End(ctx, ipc.EndParams{Episode: to.id, Success: new(i%2 == 0)})
			check(err)
		}
	}
	gone := im.told[episodes/2]
	im.told = append(im.told[:episodes/2], im.told[episodes/2+1:]...)
	_, err = d.Episodes.Delete(ctx, ipc.DeleteParams{Episode: gone.id})
	check(err)
	anchors := 0
	for _, to := range im.told {
		g, err := d.Nav.Graph(ctx, ipc.GraphParams{Episode: to.id})
		check(err)
		anchors += len(g.Anchors)
	}
	// What is left of it is deleted behind the call: the trials must not do that, since
	// they compare events, and a line that cannot be read goes though it may have been one.
	for left := anchors + 1; left > anchors; {
		runtime.Gosched()
		info, err := d.Navd.Info(ctx, ipc.None{})
		check(err)
		left = info.Counts["anchors"]
	}
	check(d.Close())
	im.raw, err = os.ReadFile(path)
	check(err)
	im.kinds(t, path)
	return im
}

var rooms = []string{"kitchen", "living room", "hallway", "bedroom"}

// step takes one step, and now and then looks and plans.
func (to *told) step(ctx context.Context, d *daemon.Daemon, rnd *rand.Rand, seq int) error {
	st := nav.Step{
		Seq: seq, Action: []nav.Action{nav.Forward, nav.Forward, nav.TurnLeft, nav.TurnRight}[rnd.IntN(4)],
		Collided: rnd.IntN(9) == 0, Objects: []string{fmt.Sprint("thing ", rnd.IntN(20))},
	}
	p := ipc.StepParams{Episode: to.id, Step: st}
	if seq%4 == 0 {
		p.Key = fmt.Sprint(to.id, " ", seq)
	}
	_, err := d.Nav.Step(ctx, p)
	to.steps = append(to.steps, st)
	if seq%7 == 0 && err == nil {
		_, err = d.Nav.Observe(ctx, ipc.ObserveParams{Episode: to.id, SceneType: rooms[(seq/20+rnd.IntN(2))%4], Description: fmt.Sprint("Seen at ", seq)})
	}
	if seq%15 == 0 && err == nil {
		to.plans++
		_, err = d.Nav.Plan(ctx, ipc.PlanParams{Episode: to.id, Labels: []nav.Glimpse{{View: rnd.IntN(6), FreeM: new(2.5), SceneType: "hallway"}, {View: 7}}})
	}
	return err
}

// kinds finds out what each page is for, and leaves away what no page is.
func (im *stored) kinds(t *testing.T, path string) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true, PreLoadFreelist: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.View(func(tx *bbolt.Tx) error {
		im.raw = im.raw[:tx.Size()]
		im.pages = make([]string, int(tx.Size())/os.Getpagesize())
		for id := 0; id < len(im.pages); id++ {
			p, err := tx.Page(id)
			if err != nil {
				return err
			}
			im.pages[id] = p.Type
			if p.Type == "free" {
				continue
			}
			for i := range p.OverflowCount {
				im.pages[id+1+i] = "overflow"
			}
			id += p.OverflowCount
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	meta := im.raw[:80]
	if second := im.raw[os.Getpagesize():]; binary.NativeEndian.Uint64(second[64:]) > binary.NativeEndian.Uint64(meta[64:]) {
		meta = second
	}
	im.pages[binary.NativeEndian.Uint64(meta[32:])] = "root"
}

// where names the kind of page and the part of it that an offset is in.
func (im *stored) where(at int) string {
	page := at / os.Getpagesize()
	kind, raw, in := im.pages[page], im.raw[page*os.Getpagesize():], at%os.Getpagesize()
	switch kind {
	case "meta":
		if in >= 16 && in < 80 {
			return "meta"
		}
		return "meta unused"
	case "leaf", "branch", "root":
	default:
		return kind
	}
	count := int(binary.NativeEndian.Uint16(raw[10:]))
	switch {
	case in < 16:
		return kind + " header"
	case in < 16+16*count:
		return kind + " elements"
	case kind != "leaf":
		return kind + " rest"
	}
	for i := range count {
		el := raw[16+16*i:]
		pos := 16 + 16*i + int(binary.NativeEndian.Uint32(el[4:]))
		key, value := int(binary.NativeEndian.Uint32(el[8:])), int(binary.NativeEndian.Uint32(el[12:]))
		switch {
		case in >= pos && in < pos+key:
			return "leaf key"
		case in >= pos+key && in < pos+key+value:
			return "leaf value"
		}
	}
	return "leaf unused"
}

// said is what a daemon said to one call.
type said struct{ call, answer string }

// asked is everything a daemon says of an image.
type asked []said

func (a *asked) add(call string, result any, err error) {
	if err != nil {
		*a = append(*a, said{call, refused(err)})
		return
	}
	raw, err := json.Marshal(result)
	if err != nil {
		raw = []byte(err.Error())
	}
	*a = append(*a, said{call, string(raw)})
}

// refused renders an error: a corrupt fault with a hint is "corrupt: …", what a
// user may be left alone with is "WRONG: …".
func refused(err error) string {
	var f *fault.Error
	if errors.As(err, &f) && f.Kind == fault.Corrupt && f.Hint != "" {
		return "corrupt: " + err.Error()
	}
	return fmt.Sprintf("WRONG: %v", err)
}

// inbox keeps the events that are replayed.
type inbox struct {
	ctx context.Context
	mu  sync.Mutex
	got []ipc.Event
}

func (b *inbox) Context() context.Context { return b.ctx }

func (b *inbox) Push(ev ipc.Event, _ bool) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.got = append(b.got, ev)
	return true
}

// ask asks for everything that changes nothing.
func (im *stored) ask(ctx context.Context, d *daemon.Daemon, when string) (out asked) {
	if when == "first" { // later they depend on what was refused
		info, err := d.Navd.Info(ctx, ipc.None{})
		out.add(when+" navd.info", info.Counts, err)
	}
	list, err := d.Episodes.List(ctx, ipc.EpisodeListParams{Limit: 1000})
	out.add(when+" episode.list", list, err)
	for _, to := range im.told {
		at := when + " " + to.id + " "
		ep, err := d.Episodes.Get(ctx, ipc.EpisodeParams{Episode: to.id})
		out.add(at+"episode.get", ep, err)
		log, err := d.Episodes.Log(ctx, ipc.LogParams{Episode: to.id, Limit: 1000})
		out.add(at+"episode.log", log, err)
		plans, err := d.Episodes.Log(ctx, ipc.LogParams{Episode: to.id, AfterSeq: 40, Kinds: []string{"plan"}})
		out.add(at+"plans", plans, err)
		graph, err := d.Nav.Graph(ctx, ipc.GraphParams{Episode: to.id})
		out.add(at+"nav.graph", graph, err)
		text, err := d.Nav.Context(ctx, ipc.ContextParams{Episode: to.id, Format: "text"})
		out.add(at+"nav.context", text, err)
		for _, i := range []int{0, len(to.steps) / 2, len(to.steps) - 1} {
			again, err := d.Nav.Step(ctx, ipc.StepParams{Episode: to.id, Step: to.steps[i]})
			out.add(fmt.Sprint(at, "step ", i+1, " again"), again, err)
		}
		for i := 3; i < len(to.steps); i += 4 {
			again, err := d.Nav.Step(ctx, ipc.StepParams{Episode: to.id, Step: to.steps[i], Key: fmt.Sprint(to.id, " ", i+1)})
			out.add(fmt.Sprint(at, "keyed step ", i+1, " again"), again, err)
		}
		begin, err := d.Episodes.Begin(ctx, to.begin)
		out.add(at+"episode.begin again", begin, err)
	}
	return out
}

// goOn takes a new step in every open episode and begins one more.
func (im *stored) goOn(ctx context.Context, d *daemon.Daemon) (out asked) {
	for _, to := range im.told {
		if to.ended {
			continue
		}
		next := ipc.StepParams{Episode: to.id, Step: nav.Step{Seq: len(to.steps) + 1, Action: nav.Forward}, Key: "next " + to.id}
		answer, err := d.Nav.Step(ctx, next)
		out.add(to.id+" next step", answer, err)
		again, err := d.Nav.Step(ctx, next)
		out.add(to.id+" next step again", again, err)
	}
	begun, err := d.Episodes.Begin(ctx, ipc.BeginParams{Goal: "bed"})
	out.add("episode.begin", begun, err)
	return out
}

// trial is what came of one damaged file.
type trial struct {
	steps   int    // of each episode before
	refused string // by daemon.Open
	asked   asked
	deaf    bool        // could not subscribe
	events  []ipc.Event // replayed and new, to the first daemon
	check   []string
}

// try opens a file and asks everything, goes on, asks again, and asks the next
// daemon once more.
func (im *stored) try(ctx context.Context, path string) (tr trial) {
	tr.steps = len(im.told[0].steps)
	for _, when := range []string{"first", "next"} {
		d, err := openImage(path, "new")
		if err != nil {
			tr.refused = when + ": " + refused(err)
			return tr
		}
		in := &inbox{ctx: ctx}
		tr.asked = append(tr.asked, im.ask(ctx, d, when)...)
		if when == "first" {
			_, err := d.Events.Subscribe(ctx, ipc.SubscribeParams{Since: "0"}, in)
			tr.asked.add("events.subscribe", nil, err)
			tr.deaf = err != nil
			for m := (ipc.Metrics{}); err == nil && m.Subscribers == 0; { // until the stored ones are told
				runtime.Gosched()
				m, err = d.Navd.Metrics(ctx, ipc.None{})
			}
			tr.asked = append(tr.asked, im.goOn(ctx, d)...)
			tr.asked = append(tr.asked, im.ask(ctx, d, "then")...)
		}
		r, errCheck := d.Navd.Check(ctx, ipc.None{})
		tr.check = append(tr.check, r.Problems...)
		if errCheck != nil {
			tr.check = append(tr.check, errCheck.Error())
		}
		if errClose := d.Close(); errClose != nil {
			tr.asked.add(when+" close", nil, errClose)
		}
		tr.events = append(tr.events, in.got...)
	}
	return tr
}

// judge compares with what the sound file said: "same", "refused", "named", or
// "SILENT" with the first call that went wrong. What follows from a call that
// was refused is not compared.
func (tr trial) judge(sound trial) (verdict, why string) {
	switch {
	case strings.Contains(tr.refused, "WRONG"):
		return "SILENT", tr.refused
	case strings.HasPrefix(tr.refused, "first"):
		return "refused", tr.refused
	}
	verdict, why = "same", tr.refused
	if tr.refused != "" {
		verdict = "named"
	}
	want, undone := map[string]string{}, map[string]bool{}
	for _, s := range sound.asked {
		want[s.call] = s.answer
	}
	for _, s := range tr.asked {
		parts := strings.Fields(s.call)
		if later := parts[0] == "then" || parts[0] == "next"; later && (undone[parts[1]] || undone["episode.begin"] && parts[1] == "episode.list") {
			continue
		}
		switch {
		case s.answer == want[s.call]:
		case strings.HasPrefix(s.answer, "corrupt: "):
			undone[parts[0]] = true
			if verdict == "same" {
				verdict, why = "named", s.call+": "+s.answer
			}
		default:
			return "SILENT", fmt.Sprintf("%s: %s", s.call, differ(s.answer, want[s.call]))
		}
	}
	if tr.deaf {
		return verdict, why
	}
	if why := lostEvents(slices.Clone(tr.events), sound.events, tr.steps, len(undone) > 0); why != "" {
		return "SILENT", why
	}
	return verdict, why
}

// lostEvents says which event is missing without a word. New ones may not have
// come about.
func lostEvents(got, want []ipc.Event, steps int, undone bool) string {
	for i, w := range want {
		switch {
		case len(got) > 0 && cmp.Equal(got[0], w):
			got = got[1:]
		case len(got) > 0 && got[0].Lost > 0 && got[0].Cursor != w.Cursor:
		case len(got) > 0 && got[0].Lost > 0:
			got[0].Lost = 0
			if !cmp.Equal(got[0], w) {
				return fmt.Sprintf("event %d: %+v, want %+v", i, got[0], w)
			}
			got = got[1:]
		case undone && (w.Seq > steps || strings.HasPrefix(w.Episode, "new")):
		default:
			return fmt.Sprintf("event %d of %d is missing: %+v", i, len(want), w)
		}
	}
	return ""
}

// differ shows where two answers part.
func differ(got, want string) string {
	i := 0
	for i < min(len(got), len(want)) && got[i] == want[i] {
		i++
	}
	from := max(0, i-30)
	return fmt.Sprintf("…%.160s, want …%.160s", got[min(from, len(got)):], want[min(from, len(want)):])
}
