package daemon

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"navd/daemon/store"
	"navd/ipc"
	"navd/kv"
)

// Log gives an episode's log in order of creation.
func (e *Episodes) Log(_ context.Context, p ipc.LogParams) (r ipc.LogResult, err error) {
	seq, n := p.AfterSeq, math.MaxInt-1 // behind every entry of that seq
	if p.AfterSeq == 0 {
		n = -1
	}
	if p.Cursor != "" {
		if seq, n, err = readLogCursor(p.Cursor); err != nil {
			return r, err
		}
	}
	tail := e.c.journal.Tail(p.Episode)
	err = e.c.view(func(tx *kv.Tx) error {
		if _, err := store.GetEpisode(tx, p.Episode); err != nil {
			return err
		}
		if r.Removed, err = store.LogAged(tx, p.Episode); err != nil {
			return err
		}
		r.Entries, r.Cursor, err = paged(p.Limit, store.Entries(tx, p.Episode, tail, seq, n), func(en store.Entry) (line ipc.LogEntry, is bool, err error) {
			if is = len(p.Kinds) == 0 || slices.Contains(p.Kinds, string(en.Kind)); is {
				line, err = logLine(tx, p.Episode, en)
			}
			return line, is, err
		}, func(line ipc.LogEntry) string { return fmt.Sprintf("%d.%d", line.Seq, line.N) })
		return err
	})
	return r, err
}

func readLogCursor(s string) (seq, n int, err error) {
	a, b, _ := strings.Cut(s, ".")
	seq, errSeq := strconv.Atoi(a)
	n, errN := strconv.Atoi(b)
	if errSeq != nil || errN != nil || seq < 0 || n < 0 || n == math.MaxInt {
		return 0, 0, badCursor(s)
	}
	return seq, n, nil
}

// logLine renders a stored entry; a plan's record is read as it is now.
func logLine(tx *kv.Tx, id string, en store.Entry) (ipc.LogEntry, error) {
	line := ipc.LogEntry{Kind: string(en.Kind), Seq: en.Seq, N: en.N, Time: en.Time}
	var data any
	switch en.Kind {
	case store.KindStep:
		data = ipc.LoggedStep{Step: en.Step.Taken(), Answer: en.Step.Answered(), Queue: en.Step.Queue}
	case store.KindEvent:
		data = en.Event
	case store.KindScene:
		data = en.Scene
	case store.KindFeedback:
		said, err := store.GetFeedback(tx, en.Feedback)
		if err != nil {
			return line, err
		}
		data = said
	case store.KindPlan:
		plan, err := store.GetPlan(tx, id, en.Plan)
		if err != nil {
			return line, err
		}
		if plan.Record.Outcome, err = store.GetOutcome(tx, id, en.Plan); err != nil {
			return line, err
		}
		data = plan
	}
	var err error
	line.Data, err = json.Marshal(data)
	return line, err
}
