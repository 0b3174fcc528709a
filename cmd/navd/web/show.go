package web

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"navd/ipc"
)

// row is an episode in the list.
type row struct {
	ID      string    `json:"episode"`
	Goal    string    `json:"goal"`
	Name    string    `json:"name,omitempty"`
	Run     string    `json:"run"`
	Scene   string    `json:"scene_id,omitempty"`
	Status  string    `json:"status"`
	Began   time.Time `json:"began"`
	Ended   time.Time `json:"ended,omitzero"`
	Metrics *struct {
		Success *bool `json:"success,omitempty"`
		Steps   int   `json:"steps"`
	} `json:"metrics,omitempty"`
}

// mostRows is how many episodes are listed.
const mostRows = 50

func (r row) open() bool { return r.Status == "open" }

// list sends which episodes there are, and shows another one when it is time for that.
func (st *stream) list(ctx context.Context, c Conn) error {
	var page struct{ Episodes []row }
	if err := ask(ctx, c, string(ipc.EpisodeList), ipc.EpisodeListParams{Limit: mostRows}, &page); err != nil {
		return err
	}
	next := st.choose(page.Episodes)
	i := slices.IndexFunc(page.Episodes, func(r row) bool { return r.ID == next })
	st.running = i < 0 || page.Episodes[i].open() // one that is not on the page is asked until it turns out
	st.send("episodes", map[string]any{"episodes": page.Episodes, "shown": next})
	if next == st.shown && i >= 0 && page.Episodes[i].open() || next == "" {
		return nil
	}
	return st.show(ctx, c, next)
}

// choose says which episode is to be on show: the one that was asked for, the present
// one while it runs, else the newest that runs, else the newest.
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

// show sends the record of an episode. When it is another one than before, its log is
// sent from the beginning.
func (st *stream) show(ctx context.Context, c Conn, id string) error {
	var record json.RawMessage
	if err := ask(ctx, c, string(ipc.EpisodeGet), ipc.EpisodeParams{Episode: id}, &record); err != nil {
		if st.asked != "" {
			st.asked, st.stale.list = "", true // there is none of that id: the newest then
			return nil
		}
		return err
	}
	var r row
	if err := json.Unmarshal(record, &r); err != nil {
		return fmt.Errorf("record of %s: %w", id, err)
	}
	st.running = r.open()
	st.send("show", map[string]any{"episode": record, "new": id != st.shown})
	if id != st.shown {
		st.shown, st.seq, st.n = id, 0, 0
	}
	st.stale.log, st.stale.graph = true, true
	return nil
}

// line is a line of the log as the page gets it. Of a step it has no more than what is
// drawn.
type line struct {
	Kind string          `json:"kind"`
	Seq  int             `json:"seq"`
	N    int             `json:"n"`
	Time time.Time       `json:"time"`
	Data json.RawMessage `json:"data"`
}

// mostLines is how many lines of the log are asked for at a time.
const mostLines = 500

// log sends the lines that were not sent yet. Lines come in order of step, then number;
// those of the last step may still grow more.
func (st *stream) log(ctx context.Context, c Conn) error {
	p := ipc.LogParams{Episode: st.shown, AfterSeq: max(0, st.seq-1), Kinds: []string{"step", "event", "plan", "feedback"}, Limit: mostLines}
	for {
		var page struct {
			Entries []line
			Cursor  string
		}
		if err := ask(ctx, c, string(ipc.EpisodeLog), p, &page); err != nil {
			return err
		}
		fresh := slices.DeleteFunc(page.Entries, func(l line) bool { return l.N <= st.n })
		for i := range fresh {
			if err := fresh[i].trim(); err != nil {
				return err
			}
		}
		if len(fresh) > 0 {
			last := fresh[len(fresh)-1]
			st.seq, st.n = last.Seq, last.N
			st.send("log", map[string]any{"episode": st.shown, "lines": fresh, "now": st.Now()})
		}
		if page.Cursor == "" || ctx.Err() != nil {
			return ctx.Err()
		}
		p.Cursor = page.Cursor
	}
}

// trim leaves of a step what is drawn of it.
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
