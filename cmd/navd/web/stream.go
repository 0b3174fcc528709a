package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"navd/cmd/navd/story"
	"navd/daemon/fault"
	"navd/ipc"
)

// Times of a stream.
const (
	pollTime   = 200 * time.Millisecond // between looks at the log of the episode on show: there are no events for poses
	drawTime   = 500 * time.Millisecond // least time between two maps
	listTime   = time.Second            // least time between two lists of episodes
	relistTime = 10 * time.Second       // longest
	redial     = time.Second            // between attempts to reach a daemon that is away
	beatTime   = 15 * time.Second       // between comments, which keep the stream open
	writeTime  = 10 * time.Second       // a browser that takes longer for a message loses its stream
	callLimit  = 10 * time.Second       // the longest time for an answer of the daemon
	retryTime  = time.Second            // after which a browser connects again
)

// stream is what one open page is sent, as server-sent events: first the present state,
// then what changes.
//
//	hello     what the page may do, and the time here
//	daemon    whether the daemon answers, and what is degraded
//	episodes  the list of episodes, newest first
//	robots    where the robot of each is, or was when it ended
//	house     the kept house of the episode on show: its places and things, and when they were seen
//	waits     proposals that wait for a decision, and background work that is not done
//	show      record of the episode on show; when it is new, the page forgets what it drew
//	log       new lines of its log: steps with their poses, events, plans, feedback
//	graph     its memory as it is now, as nav.graph and nav.things give it
//	does      what its robot does now, and later if no step comes (see [story.Doing])
//	news      an event of any episode; its id is the event's cursor
//
// A browser that connects again says which news it had last, and gets those after it.
//
// Only news wait in queues, in the client and in the daemon. Poses, maps and parts (see
// [part]) are asked for after the last message is written, so a slow browser gets fewer,
// and always the newest. When news are lost, the stream is cut, and the browser connects
// again to get them. Streams share what they ask for (see [shared]).
type stream struct {
	*Server
	w      http.ResponseWriter
	out    *http.ResponseController
	cut    context.CancelFunc // when the browser is gone
	asked  string             // episode that the page asked for; "" for the newest
	cursor string             // of the last news

	shown   string // id of the episode on show
	running bool   // it takes steps
	seq, n  int    // of the last line of its log that was sent

	stale            struct{ list, log, graph time.Time } // since when each is out of date; zero: it is up to date
	listed, relisted time.Time
	drawn            time.Time

	rows  []row           // the list, as it was sent last
	house string          // kept house of the episode on show; "" for none
	told  map[string]told // what was sent last, by kind of part

	seen story.Seen // of the episode on show
	does string     // what its robot does, as it was sent last
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
	st.flush()
	st.run(ctx)
}

// run sends until the browser is gone or has to connect again. It waits for a daemon that
// is away.
func (st *stream) run(ctx context.Context) {
	for {
		err := st.follow(ctx)
		if ctx.Err() != nil || errors.Is(err, errBehind) {
			return
		}
		st.send("daemon", "", map[string]any{"up": false, "why": fault.As(err).Error(), "now": st.Now()})
		st.flush()
		select {
		case <-ctx.Done():
			return
		case <-time.After(redial):
		}
	}
}

// follow sends what comes over one connection to the daemon.
func (st *stream) follow(ctx context.Context) error {
	c, err := st.Dial()
	if err != nil {
		return err
	}
	defer c.Close()
	c = limited{c}
	if err := st.begin(ctx, c); err != nil {
		return err
	}
	st.flush()
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
			st.flush() // with the news since the last time
		case <-beat.C:
			st.write(":\n\n")
			st.flush()
		}
	}
}

// begin subscribes, and sends the present state. Of all episodes a page gets a few types of
// events. Other events of the episode on show are in its log, and what other robots do is in
// the list of robots.
func (st *stream) begin(ctx context.Context, c Conn) error {
	news := []string{"episode_begin", "goal_changed", "episode_end", "feedback", "house_changed"}
	sub, err := ipc.EventsSubscribe.Call(ctx, c, ipc.SubscribeParams{Since: st.cursor, Types: news})
	if err != nil {
		return err
	}
	if st.cursor == "" {
		st.cursor = sub.Cursor
	}
	st.send("hello", st.cursor, map[string]any{"version": st.Version, "write": st.Write, "missed": sub.Missed, "now": st.Now()})
	now := st.Now()
	st.stale.list, st.stale.log, st.stale.graph = now, now, now
	st.shown, st.listed, st.drawn = "", time.Time{}, time.Time{}
	st.rows, st.house, st.told = nil, "", map[string]told{}
	st.seen, st.does = story.Seen{}, ""
	return st.poll(ctx, c)
}

// news sends an event, and marks what it makes stale.
func (st *stream) news(ev ipc.Event) {
	st.cursor = ev.Cursor
	st.send("news", ev.Cursor, ev)
	now := st.Now()
	if ev.Type == "episode_begin" || ev.Type == "goal_changed" || ev.Type == "episode_end" {
		st.stale.list = now
	}
	if ev.Episode == st.shown {
		st.stale.log = now
	}
	if ev.Type == "house_changed" {
		st.again("house")
	}
}

// poll asks for what is stale and due.
func (st *stream) poll(ctx context.Context, c Conn) error {
	now := st.Now()
	if err := st.askParts(ctx, c, now); err != nil {
		return err
	}
	if due(&st.relisted, now, relistTime) && st.stale.list.IsZero() { // no event tells of episodes that were deleted
		st.stale.list = now
	}
	if since := st.stale.list; !since.IsZero() && due(&st.listed, now, listTime) {
		st.stale.list = time.Time{}
		if err := st.list(ctx, c, since); err != nil {
			return err
		}
	}
	if st.shown == "" {
		st.tellDoing()
		return nil
	}
	err := st.look(ctx, c, now)
	st.tellDoing()
	if fault.Is(err, fault.NotFound) { // it was deleted
		st.forget()
		return nil
	}
	return err
}

// due is true once in each slot of length every. All streams have the same slots, so that
// one answer serves all of them.
func due(last *time.Time, now time.Time, every time.Duration) bool {
	slot := now.Truncate(every)
	if !slot.After(*last) {
		return false
	}
	*last = slot
	return true
}

// look sends the new lines of the log of the episode on show, and its memory.
func (st *stream) look(ctx context.Context, c Conn, now time.Time) error {
	since := st.stale.log
	if slot := now.Truncate(pollTime); st.running && since.Before(slot) {
		since = slot
	}
	if !since.IsZero() {
		st.stale.log = time.Time{}
		if err := st.log(ctx, c, since); err != nil {
			return err
		}
	}
	since = st.stale.graph
	if since.IsZero() || !due(&st.drawn, now, drawTime) {
		return nil
	}
	st.stale.graph = time.Time{}
	id := st.shown
	graph, err := st.shared.get("graph "+id, since, func() (a answer, err error) {
		var graph json.RawMessage
		if err := c.Call(ctx, string(ipc.NavGraph), ipc.GraphParams{Episode: id, Seen: true}, &graph); err != nil {
			return a, err
		}
		seen, err := ipc.NavThings.Call(ctx, c, ipc.ThingsParams{Episode: id, Limit: mostShown})
		if err != nil {
			return a, err
		}
		a.text, err = message("graph", "", map[string]any{"episode": id, "graph": graph, "things": seen.Things})
		return a, err
	})
	if err == nil {
		st.write(graph.text)
	}
	return err
}

// limited is a connection on which no call takes longer than callLimit.
type limited struct{ Conn }

func (l limited) Call(ctx context.Context, method string, params, result any) error {
	ctx, stop := context.WithTimeout(ctx, callLimit)
	defer stop()
	return l.Conn.Call(ctx, method, params, result)
}

// send writes a message.
func (st *stream) send(kind, id string, data any) {
	text, err := message(kind, id, data)
	if err != nil {
		st.Log.Error("a message of the live page cannot be written", "kind", kind, "error", err)
		st.cut()
		return
	}
	st.write(text)
}

// message is the text of a message. A browser that connects again sends the last id it got.
func message(kind, id string, data any) (string, error) {
	text, err := json.Marshal(data) // one line: JSON escapes the ends of lines
	if err != nil {
		return "", err
	}
	if id != "" {
		id = "id: " + id + "\n"
	}
	return fmt.Sprintf("%sevent: %s\ndata: %s\n\n", id, kind, text), nil
}

// write writes a text, which the next flush sends.
func (st *stream) write(text string) {
	_ = st.out.SetWriteDeadline(st.Now().Add(writeTime)) // if it cannot be set, a write lasts until the connection ends
	if _, err := st.w.Write([]byte(text)); err != nil {
		st.cut()
	}
}

// flush sends what was written. A browser that is gone, or takes too long, ends the stream.
func (st *stream) flush() {
	_ = st.out.SetWriteDeadline(st.Now().Add(writeTime))
	if st.out.Flush() != nil {
		st.cut()
	}
}
