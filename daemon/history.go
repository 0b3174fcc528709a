package daemon

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"navd/daemon/fault"
	"navd/daemon/job"
	"navd/daemon/knowledge"
	"navd/daemon/search"
	"navd/daemon/store"
	"navd/ipc"
	"navd/kv"
)

// history gives a page of all that was learned, as JSONL. The cursor names the newest line
// of the log at the first page: when there are newer ones, the pages do not fit together.
func (k *Knowledge) history(p ipc.KnowledgeExportParams) (r ipc.KnowledgeExportResult, err error) {
	begun, place, _ := strings.Cut(p.Cursor, "/")
	var b strings.Builder
	n, limit := 0, pageSize(p.Limit)
	err = k.c.view(func(tx *kv.Tx) error {
		last, err := store.LastKnowledgeLine(tx)
		if err != nil {
			return err
		}
		if p.Cursor != "" && begun != strconv.Itoa(last) {
			return fault.New(fault.Conflict, "something was learned meanwhile").About("cursor", p.Cursor).WithHint("begin again without cursor")
		}
		all, err := store.AllKept(tx, place)
		if err != nil {
			return err
		}
		at := ""
		for one, err := range all {
			if err != nil {
				return err
			}
			if n == limit || b.Len() > pageBytes {
				r.Cursor = strconv.Itoa(last) + "/" + at
				return nil
			}
			line, err := json.Marshal(one.Kept)
			if err != nil {
				return err
			}
			b.Write(append(line, '\n'))
			n, at = n+1, one.Place
		}
		return nil
	})
	r.Name, r.Lines = "knowledge.jsonl", b.String()
	return r, err
}

// takeHistory stores the records of another navd, or of a copy of this one. Those that are
// there already are left out; when a different one is there, nothing is stored.
func (l *learning) takeHistory(text string) (stored, same int, err error) {
	queued := false
	known := map[string]int{} // versions of items, with those of this call
	var attached []knowledge.Attachment
	for _, o := range l.attached {
		attached = append(attached, o.Attachment)
	}
	number := 0
	for line := range bytes.Lines([]byte(text)) {
		if number++; len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		one, err := l.takeLine(line, known)
		if err != nil {
			return 0, 0, atLine(number, err)
		}
		if one == nil {
			same++
			continue
		}
		stored++
		store.PutKept(&l.Changes, *one)
		switch {
		case one.Item != nil:
			l.Due(search.Knowledge, one.Item.ID, "")
		case one.Attached != nil:
			attached = append(slices.DeleteFunc(attached, one.Attached.SamePlace), *one.Attached)
		case one.Line != nil:
			for _, a := range attached {
				if one.Line.Detaches(a) {
					store.DeleteAttachment(&l.Changes, a)
				}
			}
		}
		queued = queued || one.Feedback != nil && one.Feedback.Outcome == ""
	}
	if stored > 0 {
		l.Then(func() { l.book = nil; l.shown.Store(nil) })
	}
	if queued {
		l.write.c.jobs.Want(l.Change, job.Knowledge, "", l.At, l.At)
	}
	return stored, same, nil
}

// takeLine reads a record; nil when it is there.
func (l *learning) takeLine(line []byte, known map[string]int) (*knowledge.Kept, error) {
	k, err := knowledge.ParseKept(line)
	if err != nil {
		return nil, err
	}
	var old knowledge.Kept
	var found bool
	if err := l.write.c.view(func(tx *kv.Tx) (err error) { old, found, err = store.GetKept(tx, k); return err }); err != nil {
		return nil, err
	}
	if found {
		have, err := json.Marshal(old)
		if err != nil {
			return nil, err
		}
		given, err := json.Marshal(k)
		if err != nil || bytes.Equal(have, given) {
			return nil, err
		}
		if !k.Follows(old) && k.Attached != nil {
			return nil, nil // what is attached here is newer
		}
		if !k.Follows(old) {
			return nil, fault.New(fault.Conflict, "%s is something else here", k.Name()).
				WithHint("import a history where there is none, or an earlier copy of it; single rules and skills can be imported anywhere: navd knowledge export ID")
		}
	}
	if k.Attached != nil && !found {
		if gone, err := l.detached(*k.Attached); gone || err != nil {
			return nil, err
		}
	}
	if i := k.Item; i != nil {
		last, seen := known[i.ID]
		if !seen {
			if now, is, err := l.write.c.learned.itemNow(i.ID); err != nil {
				return nil, err
			} else if is {
				last = now.Version
			}
		}
		if i.Version != last+1 {
			return nil, fault.New(fault.Invalid, "%s follows version %d", i.Ref(), last).WithHint("a line of the file is missing or was moved; export again")
		}
		known[i.ID] = i.Version
	}
	return &k, nil
}

// detached tells whether the log says that an attachment was removed since.
func (l *learning) detached(a knowledge.Attachment) (gone bool, err error) {
	err = l.write.c.view(func(tx *kv.Tx) error {
		for line, err := range store.KnowledgeLog(tx) {
			if err != nil {
				return err
			}
			gone = gone || line.Detaches(a)
		}
		return nil
	})
	return gone, err
}
