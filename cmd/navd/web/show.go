package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"navd/cmd/navd/story"
	"navd/daemon/fault"
	"navd/ipc"
)

// row is an episode in the list.
type row struct {
	ID     string    `json:"episode"`
	Goal   string    `json:"goal"`
	Name   string    `json:"name,omitempty"`
	Run    string    `json:"run"`
	Scene  string    `json:"scene_id,omitempty"`
	Status string    `json:"status"`
	Began  time.Time `json:"began"`
	Ended  time.Time `json:"ended,omitzero"`
	Home   *struct {
		House string `json:"house"`
	} `json:"home,omitempty"`
	Metrics *struct {
		Success *bool `json:"success,omitempty"`
		Steps   int   `json:"steps"`
	} `json:"metrics,omitempty"`
}

// mostRows is how many episodes are listed.
const mostRows = 50

func (r row) open() bool { return r.Status == "open" }

// list sends the list of episodes, and shows another episode if one is to be shown now.
func (st *stream) list(ctx context.Context, c Conn, since time.Time) error {
	list, err := st.shared.get("list", since, func() (a answer, err error) {
		var page struct{ Episodes []row }
		if err := c.Call(ctx, string(ipc.EpisodeList), ipc.EpisodeListParams{Limit: mostRows}, &page); err != nil {
			return a, err
		}
		a.rows = page.Episodes
		a.text, err = message("episodes", "", map[string]any{"episodes": a.rows})
		return a, err
	})
	if err != nil {
		return err
	}
	st.rows = list.rows
	st.write(list.text)
	there := func(r row) bool { return r.ID == st.shown }
	if st.shown != "" && len(st.rows) < mostRows && !slices.ContainsFunc(st.rows, there) { // it was deleted
		st.forget()
	}
	st.again("robots")
	next := st.choose(list.rows)
	known := func(r row) bool { // it runs on with this goal, or its end was sent
		return r.ID == next && r.Goal == st.seen.Record.Goal && (r.open() || !st.running)
	}
	if next == "" || next == st.shown && slices.ContainsFunc(list.rows, known) {
		return nil
	}
	return st.show(ctx, c, next)
}

// choose says which episode to show: the one that was asked for; else the present one while
// it runs, else the newest that runs, else the present one, else the newest.
func (st *stream) choose(rows []row) string {
	if st.asked != "" {
		return st.asked
	}
	if slices.ContainsFunc(rows, func(r row) bool { return r.ID == st.shown && r.open() }) {
		return st.shown
	}
	if i := slices.IndexFunc(rows, row.open); i >= 0 {
		return rows[i].ID
	}
	if st.shown == "" && len(rows) > 0 {
		return rows[0].ID
	}
	return st.shown
}

// show sends the record of an episode. Its log is then sent from the beginning if another
// episode was shown before.
func (st *stream) show(ctx context.Context, c Conn, id string) error {
	var record json.RawMessage
	err := c.Call(ctx, string(ipc.EpisodeGet), ipc.EpisodeParams{Episode: id}, &record)
	if fault.Is(err, fault.NotFound) { // it was deleted, or never was: the newest then
		st.forget()
		return nil
	}
	if err != nil {
		return err
	}
	if id != st.shown {
		st.seen = story.Seen{}
	}
	var r row
	if err := errors.Join(json.Unmarshal(record, &r), json.Unmarshal(record, &st.seen.Record)); err != nil {
		return fmt.Errorf("record of %s: %w", id, err)
	}
	st.running = r.open()
	if st.house = ""; r.Home != nil {
		st.house = r.Home.House
	}
	st.again("house")
	st.send("show", "", map[string]any{"episode": record, "new": id != st.shown})
	if id != st.shown {
		st.shown, st.seq, st.n = id, 0, 0
	}
	now := st.Now()
	st.stale.log, st.stale.graph = now, now
	return nil
}

// tellDoing sends what the robot on show does, if that changed.
func (st *stream) tellDoing() {
	does := st.seen.Doing()
	if text := fmt.Sprint(does); text != st.does {
		st.does = text
		st.send("does", "", map[string]any{"does": does})
	}
}

// forget makes the next list show the newest episode.
func (st *stream) forget() {
	st.shown, st.asked, st.house, st.stale.list = "", "", "", st.Now()
	st.seen = story.Seen{}
}

// line is a line of the log as the page gets it, with its meaning in words. A step has only
// what is drawn.
type line struct {
	ipc.LogEntry
	Said []story.Phrase `json:"said,omitempty"`
}

// mostLines is how many lines of the log are asked for at a time.
const mostLines = 500

// log sends the new lines of the log.
func (st *stream) log(ctx context.Context, c Conn, since time.Time) error {
	for ctx.Err() == nil {
		id, seq, n := st.shown, st.seq, st.n
		piece, err := st.shared.get(fmt.Sprintf("log %s after %d.%d", id, seq, n), since, func() (answer, error) {
			return st.piece(ctx, c, id, seq, n)
		})
		if err != nil {
			return err
		}
		if piece.text != "" {
			st.seq, st.n = piece.seq, piece.n
			st.write(piece.text)
			for _, l := range piece.lines {
				if err := st.seen.Take(l.LogEntry); err != nil {
					return err
				}
			}
			if piece.told && st.stale.graph.Before(piece.asked) {
				st.stale.graph = piece.asked
			}
		}
		if !piece.more {
			return nil
		}
	}
	return ctx.Err()
}

// piece asks for the lines after line n of step seq. Lines come in order of step, then
// number. The last step may have got more lines since, so it asks from that step on.
func (st *stream) piece(ctx context.Context, c Conn, id string, seq, n int) (a answer, err error) {
	p := ipc.LogParams{Episode: id, AfterSeq: max(0, seq-1), Kinds: []string{"step", "event", "plan", "scene", "feedback"}, Limit: mostLines}
	for {
		var page struct {
			Entries []line
			Cursor  string
		}
		if err := c.Call(ctx, string(ipc.EpisodeLog), p, &page); err != nil {
			return a, err
		}
		fresh := slices.DeleteFunc(page.Entries, func(l line) bool { return l.N <= n })
		for i := range fresh {
			if fresh[i].Said, err = story.Of(fresh[i].LogEntry); err != nil {
				return a, err
			}
			if err := fresh[i].trim(); err != nil {
				return a, err
			}
		}
		a.more = page.Cursor != ""
		if len(fresh) > 0 {
			last := fresh[len(fresh)-1]
			a.lines, a.seq, a.n = fresh, last.Seq, last.N
			a.told = slices.ContainsFunc(fresh, func(l line) bool { return l.Kind != "step" })
			a.text, err = message("log", "", map[string]any{"episode": id, "lines": fresh, "now": st.Now()})
			return a, err
		}
		if !a.more {
			return a, nil
		}
		p.Cursor = page.Cursor
	}
}

// trim removes from a step what is not drawn.
func (l *line) trim() error {
	if l.Kind != "step" {
		return nil
	}
	var step struct {
		Step struct {
			Action string `json:"action"`
			Phase  string `json:"phase,omitempty"`
		} `json:"step"`
		Answer struct {
			Pose  json.RawMessage `json:"pose"`
			Place json.RawMessage `json:"place"`
			Due   json.RawMessage `json:"plan_due"`
		} `json:"answer"`
	}
	err := json.Unmarshal(l.Data, &step)
	if err == nil {
		l.Data, err = json.Marshal(step)
	}
	if err != nil {
		return fmt.Errorf("line %d of the log: %w", l.N, err)
	}
	return nil
}
