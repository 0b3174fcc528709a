package web_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/cmd/navd/web"
	"navd/config"
	"navd/daemon"
	"navd/daemon/nav"
	"navd/ipc"
	"navd/ipc/client"
	"navd/ipc/server"
)

// house is a daemon on its socket, that can be ended and started again.
type house struct {
	t    testing.TB
	dir  string
	stop func()
	c    *client.Client // a controller's
}

func newHouse(t testing.TB) *house {
	t.Helper()
	dir, err := os.MkdirTemp("", "navd") // short enough for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	h := &house{t: t, dir: dir}
	h.start()
	t.Cleanup(func() { h.stop() })
	return h
}

func (h *house) start() {
	h.t.Helper()
	cfg := config.Default()
	cfg.DataDir, cfg.Durability, cfg.Socket.Path = filepath.Join(h.dir, "data"), "relaxed", filepath.Join(h.dir, "s")
	d, err := daemon.Open(daemon.Options{Config: cfg, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		h.t.Fatal(err)
	}
	ln, err := server.Listen(cfg.Socket.Path, server.ListenOptions{})
	if err != nil {
		h.t.Fatal(err)
	}
	s := server.New(server.Options{Methods: server.Methods(d), Incident: d.Incident, Observe: d.Observe})
	served := make(chan error, 1)
	go func() { served <- s.Serve(context.Background(), ln) }()
	if h.c, err = client.Dial(cfg.Socket.Path); err != nil {
		h.t.Fatal(err)
	}
	h.stop = func() {
		h.c.Close()
		if err := s.Shutdown(context.Background()); err != nil {
			h.t.Error(err)
		}
		<-served
		if err := d.Close(); err != nil {
			h.t.Error(err)
		}
	}
}

func (h *house) dial() (web.Conn, error) { return client.Dial(filepath.Join(h.dir, "s")) }

// call calls a method that must be answered.
func call[P, R any](h *house, m ipc.Method[P, R], p P) R {
	h.t.Helper()
	r, err := m.Call(h.t.Context(), h.c, p)
	if err != nil {
		h.t.Fatalf("%s: %v", m, err)
	}
	return r
}

func (h *house) begin(goal string) string {
	h.t.Helper()
	return call(h, ipc.EpisodeBegin, ipc.BeginParams{Goal: goal}).Episode
}

// walk goes n steps ahead, from the one after seq on.
func (h *house) walk(episode string, seq, steps int) {
	h.t.Helper()
	for i := range steps {
		call(h, ipc.NavStep, ipc.StepParams{Episode: episode, Step: nav.Step{Seq: seq + i + 1, Action: nav.Forward}})
	}
}

// message is one of a stream.
type message struct {
	id, event string
	data      map[string]any
}

// stream reads /events.
type stream struct {
	t     testing.TB
	in    chan message // closed when the stream has ended
	close func()
	id    string // of the last news
}

// open opens the stream as a browser does, with the id that it had last.
func (p *page) open(cookie, query, last string) *stream {
	p.t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	r, err := http.NewRequestWithContext(ctx, "GET", "http://"+p.addr+"/events"+query, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Cookie", cookie)
	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	res, err := p.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	if got := res.Header.Get("Content-Type"); res.StatusCode != 200 || got != "text/event-stream" {
		p.t.Fatalf("the stream was answered with %s, %s", res.Status, got)
	}
	s := &stream{t: p.t, in: make(chan message, 10_000)}
	read := make(chan struct{})
	go func() {
		defer close(read)
		s.read(res.Body)
	}()
	s.close = func() {
		stop()
		res.Body.Close()
		<-read
	}
	p.t.Cleanup(s.close)
	return s
}

func (s *stream) read(from io.Reader) {
	defer close(s.in)
	var m message
	lines := bufio.NewReader(from)
	for {
		line, err := lines.ReadString('\n')
		if err != nil { // what was cut off is no line
			return
		}
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch {
		case name == "id":
			m.id = value
		case name == "event":
			m.event = value
		case name == "data":
			if err := json.Unmarshal([]byte(value), &m.data); err != nil {
				s.t.Errorf("%s: %v", value, err)
			}
		case name == "" && m.event != "":
			s.in <- m
			m = message{}
		}
	}
}

// until reads messages up to the first that will do, and gives all of them.
func (s *stream) until(what string, do func(message) bool) (all []message) {
	s.t.Helper()
	limit := time.After(20 * time.Second) // only when it fails
	for {
		select {
		case m, open := <-s.in:
			if !open {
				s.t.Fatalf("the stream ended before %s; it had %v", what, kinds(all))
			}
			if m.id != "" {
				s.id = m.id
			}
			if all = append(all, m); do(m) {
				return all
			}
		case <-limit:
			s.t.Fatalf("no %s came, but %v: %.300v", what, kinds(all), all)
		}
	}
}

func kinds(all []message) (names []string) {
	for _, m := range all {
		names = append(names, m.event)
	}
	return names
}

// of reports whether a message is of a kind, and its data say so at a path: "daemon", "up", true.
func of(kind string, path ...any) func(message) bool {
	return func(m message) bool {
		if m.event != kind {
			return false
		}
		var at any = m.data
		for i, name := range path {
			if i == len(path)-1 {
				return at == name
			}
			in, is := at.(map[string]any)
			if !is {
				return false
			}
			at = in[name.(string)]
		}
		return true
	}
}

// steps are the numbers of the steps in the log that was sent.
func steps(all []message) (seqs []int) {
	for _, m := range all {
		if m.event != "log" {
			continue
		}
		for _, l := range m.data["lines"].([]any) {
			if l := l.(map[string]any); l["kind"] == "step" {
				seqs = append(seqs, int(l["seq"].(float64)))
			}
		}
	}
	return seqs
}

// news are types and steps of the events that were sent.
func news(all []message) (names []string) {
	for _, m := range all {
		if m.event == "news" {
			names = append(names, fmt.Sprint(m.data["type"], " ", m.data["seq"]))
		}
	}
	return names
}

// reached tells when the log of a stream has come to a step.
func reached(seq int) func(message) bool {
	return func(m message) bool { return slices.Contains(steps([]message{m}), seq) }
}

func upTo(n int) (all []int) {
	for i := range n {
		all = append(all, i+1)
	}
	return all
}

func TestStreamSendsHowThingsStandThenWhatChanges(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id := h.begin("<b>sofa</b>")
	h.walk(id, 0, 7)
	p := newPage(t, true, h.dial)
	s := p.open(p.enter(), "", "")
	all := s.until("map", of("graph"))
	if got, want := kinds(all), []string{"hello", "daemon", "waits", "episodes", "show", "log", "graph"}; !slices.Equal(got, want) {
		t.Errorf("it began with %v, want %v", got, want)
	}
	if all[0].data["write"] != true || all[0].id == "" {
		t.Errorf("hello is %v with id %q, want write and an id", all[0].data, all[0].id)
	}
	shown := all[4].data["episode"].(map[string]any)
	if shown["episode"] != id || shown["goal"] != "<b>sofa</b>" || all[4].data["new"] != true {
		t.Errorf("%v is on show, want %s", all[4].data, id)
	}
	h.walk(id, 7, 600) // more than one page of the log
	all = append(all, s.until("last step", reached(607))...)
	if got := steps(all); !slices.Equal(got, upTo(607)) {
		t.Errorf("steps %v, want each of 1 to 607 once", got)
	}
	yes := true
	call(h, ipc.EpisodeEnd, ipc.EndParams{Episode: id, Success: &yes})
	ended, does := of("show", "episode", "status", "ended"), of("does")
	var got any
	told := 0
	s.until("end, news of it and what the robot does then", func(m message) bool { // in any order
		switch {
		case ended(m):
			if told++; m.data["new"] != false {
				t.Error("the end of the episode makes the page forget its map")
			}
		case does(m) && strings.Contains(fmt.Sprint(m.data), "Found"):
			got = m.data["does"]
			told++
		case slices.Equal(news([]message{m}), []string{"episode_end 607"}):
			told++
		}
		return told == 3
	})
	want := any([]any{map[string]any{"text": "Found the <b>sofa</b> after 607 steps", "look": "done"}})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("what it does, -want +got:\n%s", diff)
	}
}

func TestStreamChoosesWhatToShow(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		asked  string // FIRST, or what else the page asks for
		shows  string
		then   string // after the second has ended, and a third has begun
		direct string // what is said first
	}{
		{"the newest that runs", "", "second", "third", ""},
		{"the one that was asked for", "FIRST", "first", "first", ""},
		{"the newest when there is none of that id", "none", "second", "third", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h := newHouse(t)
			first := h.begin("first")
			second := h.begin("second")
			p := newPage(t, false, h.dial)
			query := ""
			if test.asked != "" {
				query = "?episode=" + strings.Replace(test.asked, "FIRST", first, 1)
			}
			s := p.open(p.enter(), query, "")
			s.until(test.shows, of("show", "episode", "goal", test.shows))
			call(h, ipc.EpisodeEnd, ipc.EndParams{Episode: second})
			third := h.begin("third")
			h.walk(third, 0, 2)
			h.walk(first, 0, 2)
			s.until("steps of "+test.then, func(m message) bool {
				return reached(2)(m) && m.data["episode"] == map[string]string{"first": first, "third": third}[test.then]
			})
		})
	}
}

func TestStreamGoesOnWhenItsEpisodeIsDeleted(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	old, kept := h.begin("bed"), h.begin("sofa")
	p := newPage(t, false, h.dial)
	s := p.open(p.enter(), "?episode="+old, "")
	s.until("bed", of("show", "episode", "goal", "bed"))
	call(h, ipc.EpisodeEnd, ipc.EndParams{Episode: old})
	s.until("end", of("show", "episode", "status", "ended"))
	s.until("its last map", of("graph")) // after which nothing of it is asked any more
	call(h, ipc.EpisodeDelete, ipc.DeleteParams{Episode: old})
	s.until("sofa", of("show", "episode", "goal", "sofa")) // it looks, without any news
	call(h, ipc.EpisodeEnd, ipc.EndParams{Episode: kept})
	call(h, ipc.EpisodeDelete, ipc.DeleteParams{Episode: kept})
	s.until("nothing", func(m message) bool { list, is := m.data["episodes"].([]any); return is && len(list) == 0 })
}

func TestStreamResumesAfterTheLastNews(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id := h.begin("sofa")
	p := newPage(t, false, h.dial)
	cookie := p.enter()
	s := p.open(cookie, "", "")
	s.until("map", of("graph"))
	say := func() {
		call(h, ipc.FeedbackAdd, ipc.FeedbackParams{Episode: id, Text: "the sofa is in the den"})
	}
	h.walk(id, 0, 2)
	say()
	s.until("feedback", of("news", "type", "feedback"))
	s.close()
	h.walk(id, 2, 4)
	say() // while nobody looks
	call(h, ipc.EpisodeEnd, ipc.EndParams{Episode: id})
	s = p.open(cookie, "", s.id)
	all := s.until("end", of("news", "type", "episode_end"))
	if got, want := news(all), []string{"feedback 6", "episode_end 6"}; !slices.Equal(got, want) {
		t.Errorf("news %v, want %v", got, want)
	}
}

// lossy is a connection of which news get lost.
type lossy struct {
	web.Conn
	lost chan ipc.Event
}

func (l lossy) Events() <-chan ipc.Event { return l.lost }

func TestStreamIsCutWhenNewsWereLost(t *testing.T) {
	h := newHouse(t)
	h.begin("sofa")
	lost := make(chan ipc.Event, 1)
	p := newPage(t, false, func() (web.Conn, error) {
		c, err := h.dial()
		return lossy{c, lost}, err
	})
	s := p.open(p.enter(), "", "")
	s.until("map", of("graph"))
	lost <- ipc.Event{Cursor: "99", Type: "stuck", Lost: 3}
	for m := range s.in { // ends, or the test runs out of time
		if m.id == "99" {
			t.Error("the browser was told of news behind the ones that were lost: it will not ask for those")
		}
	}
}

func TestStreamsAreLimited(t *testing.T) {
	p := newPage(t, false, nobody)
	cookie := p.enter()
	for range 32 {
		p.open(cookie, "", "").until("word of the daemon", of("daemon", "up", false))
	}
	res, text := p.do("GET", "http://"+p.addr+"/events", "", http.Header{"Cookie": {cookie}})
	if res.StatusCode != 503 || !strings.Contains(text, "32 pages are open") {
		t.Errorf("one more was answered with %s: %s", res.Status, text)
	}
}
