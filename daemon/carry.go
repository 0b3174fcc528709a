package daemon

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"strconv"
	"strings"

	"navd/daemon/fault"
	"navd/daemon/store"
	"navd/ipc"
	"navd/kv"
)

// Export gives the records of a kind as lines, page by page.
func (n *Navd) Export(ctx context.Context, p ipc.ExportPageParams) (r ipc.ExportPage, err error) {
	if p.Copy == "" {
		return n.export(p)
	}
	of, id, release, err := n.c.frozen.take(ctx, p.Copy)
	if err != nil {
		return r, err
	}
	defer func() {
		release()
		if err != nil && p.Copy == newFrozen { // nobody learns its id
			n.c.frozen.drop(id)
		}
	}()
	r, err = (&Navd{of}).export(p)
	r.Copy = id
	return r, err
}

// export is Export from the store of the core.
func (n *Navd) export(p ipc.ExportPageParams) (r ipc.ExportPage, err error) {
	if p.What == knowledgeKind {
		page, err := (&Knowledge{n.c}).history(ipc.KnowledgeExportParams{Limit: p.Limit, Cursor: p.Cursor})
		return ipc.ExportPage{Lines: page.Lines, Count: strings.Count(page.Lines, "\n"), Cursor: page.Cursor}, err
	}
	at, err := readPlace(p.Cursor)
	if err != nil {
		return r, err
	}
	var lines strings.Builder
	limit := pageSize(p.Limit)
	room := func(together bool) bool {
		if together {
			return lines.Len() < togetherBytes
		}
		return r.Count < limit && lines.Len() < pageBytes
	}
	put := func(c store.Carried) error {
		text, err := json.Marshal(c)
		r.Count++
		lines.Write(text)
		lines.WriteByte('\n')
		return err
	}
	for more := true; more; {
		var tail store.Chapter
		if at.Episode != "" { // outside the transaction: whoever holds the episode may have to write first
			tail = n.c.journal.Tail(at.Episode)
		}
		full := false
		err := n.c.view(func(tx *kv.Tx) (err error) {
			at, err = store.CarryOut(tx, p.What, at, tail, room, put)
			if full = !at.Over; err != nil || full {
				return err
			}
			at, more, err = store.CarryNext(tx, p.What, at)
			return err
		})
		if err != nil {
			return r, err
		}
		if full || more && !room(false) {
			if r.Cursor, err = placeCursor(at); err != nil {
				return r, err
			}
			more = false
		}
	}
	r.Lines = lines.String()
	return r, nil
}

// togetherBytes is about how much of an open episode comes in one page, so that a robot
// may walk on while it is exported.
const togetherBytes = 8 << 20

// knowledgeKind is the kind that is exported as a history, with its own format.
const knowledgeKind = "knowledge"

// placeCursor writes a place as a cursor, and readPlace reads it.
func placeCursor(at store.CarryPlace) (string, error) {
	text, err := json.Marshal(at)
	return base64.RawURLEncoding.EncodeToString(text), err
}

func readPlace(cursor string) (at store.CarryPlace, err error) {
	if cursor == "" {
		return at, nil
	}
	text, err := base64.RawURLEncoding.DecodeString(cursor)
	if err == nil {
		err = json.Unmarshal(text, &at)
	}
	if err != nil || at.Table < 0 {
		return at, badCursor(cursor)
	}
	return at, nil
}

// carriedAtOnce is how many records of an import go in one change set.
const carriedAtOnce = 500

// Import stores the records of lines. Consecutive records of one episode, or of none,
// share change sets; an episode is visible once its last record is stored. An error says
// how many were stored before it.
func (n *Navd) Import(ctx context.Context, p ipc.ImportLinesParams) (r ipc.ImportedLines, err error) {
	if p.What == knowledgeKind {
		return n.importKnowledge(ctx, p)
	}
	if r, err = n.importLines(ctx, p); err != nil && r.Stored > 0 && !p.DryRun {
		f := *fault.As(err)
		f.Message += ipc.StoredBefore + strconv.Itoa(r.Stored)
		err = &f
	}
	return r, err
}

func (n *Navd) importLines(ctx context.Context, p ipc.ImportLinesParams) (r ipc.ImportedLines, err error) {
	m := carrying{c: n.c, kind: p.What, dry: p.DryRun, sum: &r}
	number := 0
	for line := range bytes.Lines([]byte(p.Lines)) {
		number++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		one, err := store.ParseCarried(p.What, line)
		if err != nil {
			return r, atLine(number, err)
		}
		if err := m.add(ctx, one, number); err != nil {
			return r, err
		}
	}
	return r, m.flush(ctx)
}

// atLine gives the fault of a line: what it says of field, given and allowed goes into the
// message, because the field of the call is lines.
func atLine(number int, err error) error {
	f := *fault.As(err)
	f.Message = "line " + strconv.Itoa(number) + ": " + f.Error()
	f.Field, f.Given, f.Allowed = "lines", "", ""
	return &f
}

// importKnowledge stores a history of knowledge.
func (n *Navd) importKnowledge(ctx context.Context, p ipc.ImportLinesParams) (r ipc.ImportedLines, err error) {
	w := n.c.write()
	defer w.end(&err)
	l, err := w.learn()
	if err != nil {
		return r, err
	}
	if r.Stored, r.Same, err = l.takeHistory(p.Lines); err != nil || p.DryRun {
		return r, err
	}
	return r, l.commit(ctx, nil)
}
