package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"navd/cmd/navd/story"
	"navd/daemon/episode"
	"navd/daemon/fault"
	"navd/daemon/table"
	"navd/ipc"
	"navd/ipc/client"
)

// Intervals of the commands that follow the daemon.
const (
	followTime = 300 * time.Millisecond // between looks at a log
	redialTime = time.Second            // between attempts to reach a daemon that is away
	quietTime  = 5 * time.Second        // without news from a running search, after which that is said
)

func (a *app) watchCmd() *cobra.Command {
	return &cobra.Command{
		Use: "watch [EPISODE]", Short: "Watch a robot in this terminal, live",
		Long: "Say in words what a robot does: its plans with their reasons, which places it enters, when it is STUCK, what users say,\n" +
			"and how the search ends. Without EPISODE it watches the newest running search, then the next one. When the daemon is\n" +
			"away, it says so and waits. With --json it prints lines of the log. ctrl-C ends it.",
		RunE: func(cmd *cobra.Command, args []string) error {
			w := &watch{app: a, asked: append(args, "")[0]}
			return a.persist(cmd.Context(), w.follow, w.lost)
		},
	}
}

// persist works with a connection to the daemon, and with a new one whenever that is lost,
// until work or the context ends, or the daemon refuses something. It calls away once each
// time the daemon is lost.
func (a *app) persist(ctx context.Context, work func(context.Context, ipc.Caller) error, away func(error)) error {
	l, err := a.load()
	if err != nil {
		return err
	}
	for out := false; ; {
		c, err := client.Dial(l.Config.Socket.Path)
		if err == nil {
			out = false
			err = work(ctx, c)
			_ = c.Close() // it is done, or lost
		}
		var off *client.NotRunningError
		switch {
		case err == nil || ctx.Err() != nil:
			return nil
		case !errors.As(err, &off) && !fault.Is(err, fault.Unavailable):
			return err
		case !out:
			out = true
			away(err)
		}
		if !pause(ctx, redialTime) {
			return nil
		}
	}
}

// pause waits; false: the context ended before.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// tail is how much of a log was read.
type tail struct {
	id     string
	kinds  []string
	seq, n int // of the last line
}

// more reads the new lines. The last step may have got more lines since, so it asks from
// that step on.
func (t *tail) more(ctx context.Context, c ipc.Caller, use func(ipc.LogEntry) error) error {
	p := ipc.LogParams{Episode: t.id, Kinds: t.kinds, AfterSeq: max(0, t.seq-1)}
	return eachEntry(ctx, c, p, func(e ipc.LogEntry) error {
		if e.N <= t.n {
			return nil
		}
		t.seq, t.n = e.Seq, e.N
		return use(e)
	})
}

// followLog writes the log of an episode as it grows, until the episode has ended.
func (a *app) followLog(ctx context.Context, id string, kinds []string) error {
	c, err := a.dial()
	if err != nil {
		return err
	}
	_ = c.Close() // only to fail at once when no daemon runs
	t := tail{id: id, kinds: kinds}
	work := func(ctx context.Context, c ipc.Caller) error {
		for {
			record, err := ipc.EpisodeGet.Call(ctx, c, ipc.EpisodeParams{Episode: id}) // before the lines: its end is one
			if err != nil {
				return err
			}
			if err := t.more(ctx, c, func(e ipc.LogEntry) error { return writeEntry(a.out, e) }); err != nil || record.Status != episode.Open {
				return err
			}
			if !pause(ctx, followTime) {
				return nil
			}
		}
	}
	return a.persist(ctx, work, func(err error) { a.complain(err.Error()+"; waiting for it", "ctrl-C ends this") })
}

// watch says what a robot does.
type watch struct {
	*app
	asked string // episode that was named
	tail  tail
	seen  story.Seen
	last  time.Time // of the last line of the log
	quiet bool      // it was said that nothing came
	away  bool      // it was said that the daemon is away
	ended bool      // it was said how the episode ended
	over  bool      // all of an ended episode was said
	state string    // shown below the lines
}

// follow watches over one connection, until it is lost or the context ends.
func (w *watch) follow(ctx context.Context, c ipc.Caller) error {
	if w.away {
		w.away = false
		w.say(time.Now(), story.Phrase{Text: "navd answers"})
	}
	for {
		if err := w.look(ctx, c); err != nil {
			return err
		}
		if !pause(ctx, followTime) {
			w.stand("")
			return nil
		}
	}
}

// lost says that the daemon is away.
func (w *watch) lost(err error) {
	w.away = true
	w.say(time.Now(), story.Phrase{Text: err.Error() + "; waiting for it", Look: story.Alarm})
}

// look prints what is new.
func (w *watch) look(ctx context.Context, c ipc.Caller) error {
	record, err := w.choose(ctx, c)
	switch {
	case err != nil:
		return err
	case record.ID == "":
		w.stand("No search yet")
		return nil
	case record.ID != w.tail.id:
		w.tail, w.seen = tail{id: record.ID, kinds: []string{"step", "event", "plan", "feedback"}}, story.Seen{}
		text := "Looks for " + story.The(plain(record.Goal))
		if record.GoalBase != nil { // it looked for something else first
			text = "Looks for several things, now for " + story.The(plain(record.Goal)) + ","
		}
		if record.SceneID != "" {
			text += " in " + plain(record.SceneID)
		}
		w.last, w.ended, w.over = record.Began, false, false
		w.say(record.Began, story.Phrase{Text: text + ", episode " + record.ID, Look: story.Main})
	}
	if w.over {
		return nil
	}
	w.seen.Record = record
	if err := w.tail.more(ctx, c, w.take); fault.Is(err, fault.NotFound) && w.asked == "" { // it was deleted
		w.tail, w.seen = tail{}, story.Seen{}
		return nil
	} else if err != nil {
		return err
	}
	w.over = record.Status != episode.Open
	w.now(time.Now())
	return nil
}

// end says once how the episode ended.
func (w *watch) end() {
	if w.seen.Record.Status != episode.Open && !w.ended {
		w.ended = true
		w.say(w.seen.Record.Ended, story.At(w.seen.Doing(), 0))
	}
}

// now prints or shows what the robot does now.
func (w *watch) now(now time.Time) {
	idle := now.Sub(w.last)
	does := story.At(w.seen.Doing(), idle)
	switch quiet := idle > quietTime; {
	case w.seen.Record.Status != episode.Open:
		w.end()
		w.stand("No search runs")
		return
	case quiet:
		if !w.quiet {
			w.say(now, story.Phrase{Text: "Nothing new for " + story.Lasted(quietTime), Look: story.Alarm})
		}
		w.quiet = true
		w.stand("Last seen: " + does.Text + "; nothing new for " + story.Lasted(idle))
		return
	}
	w.quiet = false
	w.stand(does.Text)
}

// choose gives the record of the episode that was named; else of the one that is watched
// while it runs, else of the newest that runs, else of the one that was watched, else of
// the newest, or none.
func (w *watch) choose(ctx context.Context, c ipc.Caller) (episode.Episode, error) {
	id := w.asked
	if id == "" {
		list, err := ipc.EpisodeList.Call(ctx, c, ipc.EpisodeListParams{Limit: 50})
		if err != nil {
			return episode.Episode{}, err
		}
		for _, fits := range []func(episode.Episode) bool{
			func(e episode.Episode) bool { return e.ID == w.tail.id && w.seen.Record.Status == episode.Open },
			func(e episode.Episode) bool { return e.Status == episode.Open },
			func(e episode.Episode) bool { return e.ID == w.tail.id || w.tail.id == "" },
		} {
			if i := slices.IndexFunc(list.Episodes, fits); i >= 0 {
				return list.Episodes[i], nil
			}
		}
		return w.seen.Record, nil
	}
	return ipc.EpisodeGet.Call(ctx, c, ipc.EpisodeParams{Episode: id})
}

// take says a line of the log.
func (w *watch) take(e ipc.LogEntry) error {
	w.last = e.Time
	if err := w.seen.Take(e); err != nil {
		return err
	}
	if w.asJSON {
		return writeEntry(w.out, e)
	}
	if e.Kind == "feedback" && e.Time.After(w.seen.Record.Ended) { // it came after the end
		w.end()
	}
	lines, err := story.Of(e)
	if err != nil {
		return err
	}
	for i, l := range lines {
		if i == 0 {
			l.Text = fmt.Sprintf("step %-4d %s", e.Seq, l.Text)
			w.say(e.Time, l)
		} else {
			w.write(l, "                    ")
		}
	}
	return nil
}

// say writes a line with its time.
func (w *watch) say(at time.Time, l story.Phrase) {
	if w.asJSON {
		return
	}
	w.write(l, at.Local().Format(time.TimeOnly)+"  ")
}

// styles are how a terminal shows the looks of phrases.
var styles = map[story.Look]string{story.Main: bold, story.Soft: faint, story.Alarm: alarm, story.Done: done, story.Rest: bold}

// write writes a line above the state.
func (w *watch) write(l story.Phrase, lead string) {
	columns := columnsOf(w.out)
	clear := ""
	if columns > 0 {
		clear = "\r\x1b[K"
	}
	fmt.Fprint(w.out, clear+styled(w.out, styles[l.Look], folded(lead+plain(l.Text), columns))+"\n")
	w.state = ""
}

// stand shows the state on a terminal, below all lines.
func (w *watch) stand(text string) {
	columns := columnsOf(w.out)
	if columns == 0 || w.asJSON || text == w.state {
		return
	}
	w.state = text
	fmt.Fprint(w.out, "\r\x1b[K"+table.Fit(plain(text), columns-1))
}
