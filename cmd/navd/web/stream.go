package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"navd/daemon/fault"
	"navd/ipc"
)

// How often a stream does what it does.
const (
	pollTime  = 200 * time.Millisecond // between looks at the log of the episode on show: poses come as no events
	drawTime  = 500 * time.Millisecond // least time between two maps
	listTime  = time.Second            // least time between two lists of episodes
	checkTime = 5 * time.Second        // between questions for the daemon's health
	redial    = time.Second            // between attempts to reach a daemon that is away
	beatTime  = 15 * time.Second       // between comments, which keep the stream open
	writeTime = 10 * time.Second       // that a browser may take for a message; then the stream is cut
	callLimit = 10 * time.Second       // that the daemon may take for an answer
	retryTime = time.Second            // after which a browser comes back
)

// stream is what one open page is sent, as server-sent events. First comes how things
// stand, then what changes:
//
//	hello     what the page may do, and the time here
//	daemon    whether the daemon answers, and what is degraded
//	episodes  which there are, newest first, and the one on show
//	show      the episode on show changed: its record; the page forgets what it drew
//	log       new lines of its log: steps with their poses, events, plans, feedback
//	graph     its memory as it is now, as nav.graph gives it
//	news      an event of any episode; its id is the event's cursor
//
// A browser that comes back says which news it had last, and gets those after it.
//
// Nothing waits in a queue but news, in the client's and in the daemon. Poses and maps
// are asked for when the last message is written, so a slow browser gets fewer, and
// always the newest. When news were lost on the way the stream is cut, and the browser
// comes back for them.
type stream struct {
	*Server
	w      http.ResponseWriter
	out    *http.ResponseController
	cut    context.CancelFunc // when the browser is gone
	asked  string             // episode that the page asked for, "" the newest
	cursor string             // of the last news

	shown   string // id of the episode on show
	running bool   // it takes steps
	seq, n  int    // of the last line of its log that was sent

	stale   struct{ list, log, graph bool } // what has to be asked again
	listed  time.Time
	drawn   time.Time
	checked time.Time
	health  string // as it was sent last
}

// errBehind ends a stream whose browser missed news.
var errBehind = errors.New("news were lost on the way")

// events answers /events?episode=ID.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	select {
	case s.streams <- struct{}{}:
		defer func() { <-s.streams }()
	default:
		refuse(w, fault.New(fault.Unavailable, "%d pages are open: close one", cap(s.streams)))
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	ctx, cut := context.WithCancel(r.Context())
	defer cut()
	st := &stream{Server: s, w: w, out: http.NewResponseController(w), cut: cut, asked: r.URL.Query().Get("episode")}
	if _, err := strconv.ParseUint(r.Header.Get("Last-Event-ID"), 10, 64); err == nil {
		st.cursor = r.Header.Get("Last-Event-ID")
	}
	st.write(fmt.Sprintf("retry: %d\n\n", retryTime.Milliseconds()))
	st.run(ctx)
}

// run sends until the browser is gone or has to come back. A daemon that is away is
// waited for.
func (st *stream) run(ctx context.Context) {
	for {
		err := st.follow(ctx)
		if ctx.Err() != nil || errors.Is(err, errBehind) {
			return
		}
		st.health = ""
		st.send("daemon", map[string]any{"up": false, "why": fault.As(err).Error(), "now": st.Now()})
		select {
		case <-ctx.Done():
			return
		case <-time.After(redial):
		}
	}
}

// follow sends what one connection to the daemon tells.
func (st *stream) follow(ctx context.Context) error {
	c, err := st.Dial()
	if err != nil {
		return err
	}
	defer c.Close()
	if err := st.begin(ctx, c); err != nil {
		return err
	}
	poll, beat := time.NewTicker(pollTime), time.NewTicker(beatTime)
	defer poll.Stop()
	defer beat.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case ev, open := <-c.Events():
			if !open {
				return fault.New(fault.Unavailable, "the connection to navd is lost")
			}
			if ev.Lost > 0 {
				return errBehind
			}
			st.news(ev)
		case <-poll.C:
			if err := st.poll(ctx, c); err != nil {
				return err
			}
		case <-beat.C:
			st.write(":\n\n")
		}
	}
}

// begin subscribes, and sends how things stand.
func (st *stream) begin(ctx context.Context, c Conn) error {
	var sub ipc.SubscribeResult
	if err := ask(ctx, c, string(ipc.EventsSubscribe), ipc.SubscribeParams{Since: st.cursor}, &sub); err != nil {
		return err
	}
	if st.cursor == "" {
		st.cursor = sub.Cursor
	}
	st.message("hello", st.cursor, map[string]any{"version": st.Version, "write": st.Write, "missed": sub.Missed, "now": st.Now()})
	st.stale.list, st.stale.log, st.stale.graph = true, true, true
	st.shown, st.listed, st.drawn, st.checked = "", time.Time{}, time.Time{}, time.Time{}
	return st.poll(ctx, c)
}

// news sends an event, and notes what it makes stale.
func (st *stream) news(ev ipc.Event) {
	st.cursor = ev.Cursor
	st.message("news", ev.Cursor, ev)
	switch ev.Type {
	case "episode_begin", "episode_end":
		st.stale.list = true
	}
	if ev.Episode == st.shown {
		st.stale.log, st.stale.graph = true, true
	}
}

// poll asks for what is stale, when its time has come.
func (st *stream) poll(ctx context.Context, c Conn) error {
	now := st.Now()
	if now.Sub(st.checked) >= checkTime {
		st.checked = now
		if err := st.check(ctx, c); err != nil {
			return err
		}
	}
	if st.stale.list && now.Sub(st.listed) >= listTime {
		st.listed, st.stale.list = now, false
		if err := st.list(ctx, c); err != nil {
			return err
		}
	}
	if st.shown == "" {
		return nil
	}
	err := st.look(ctx, c, now)
	if fault.Is(err, fault.NotFound) { // it was deleted
		st.shown, st.asked, st.stale.list = "", "", true
		return nil
	}
	return err
}

// look sends what is new of the episode on show.
func (st *stream) look(ctx context.Context, c Conn, now time.Time) error {
	if st.running || st.stale.log {
		st.stale.log = false
		if err := st.log(ctx, c); err != nil {
			return err
		}
	}
	if !st.stale.graph || now.Sub(st.drawn) < drawTime {
		return nil
	}
	st.drawn, st.stale.graph = now, false
	var graph json.RawMessage
	if err := ask(ctx, c, string(ipc.NavGraph), ipc.GraphParams{Episode: st.shown, Seen: true}, &graph); err != nil {
		return err
	}
	st.send("graph", map[string]any{"episode": st.shown, "graph": graph})
	return nil
}

// check sends the daemon's health when it is not what was sent last.
func (st *stream) check(ctx context.Context, c Conn) error {
	var health ipc.Health
	if err := ask(ctx, c, string(ipc.NavdHealth), nil, &health); err != nil {
		return err
	}
	if text := fmt.Sprint(health.Degraded); text != st.health {
		st.health = text
		st.send("daemon", map[string]any{"up": true, "degraded": health.Degraded, "now": st.Now()})
	}
	return nil
}

// ask calls a method.
func ask(ctx context.Context, c Conn, method string, params, result any) error {
	ctx, stop := context.WithTimeout(ctx, callLimit)
	defer stop()
	return c.Call(ctx, method, params, result)
}

// send writes a message.
func (st *stream) send(kind string, data any) { st.message(kind, "", data) }

// message writes a message; with an id the browser says that one when it comes back.
func (st *stream) message(kind, id string, data any) {
	text, err := json.Marshal(data) // one line: JSON escapes the ends of lines
	if err != nil {
		st.Log.Error("a message of the live page cannot be written", "kind", kind, "error", err)
		st.cut()
		return
	}
	if id != "" {
		id = "id: " + id + "\n"
	}
	st.write(fmt.Sprintf("%sevent: %s\ndata: %s\n\n", id, kind, text))
}

// write writes and flushes. A browser that is gone, or takes too long, ends the stream.
func (st *stream) write(text string) {
	_ = st.out.SetWriteDeadline(st.Now().Add(writeTime)) // without one a write ends with the connection
	_, err := st.w.Write([]byte(text))
	if err == nil {
		err = st.out.Flush()
	}
	if err != nil {
		st.cut()
	}
}
