package daemon_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"testing"

	"navd/daemon/fault"
	"navd/ipc"
)

// frozen exports all kinds from one copy of the store.
func (h *house) frozen(limit int, between func()) map[string]string {
	h.t.Helper()
	all, from := map[string]string{}, "new"
	for _, kind := range carriedKinds {
		for cursor := ""; ; {
			r := into[ipc.ExportPage](h.t, h.do(ipc.NavdExport, fmt.Sprintf(`{"what":%q,"limit":%d,"cursor":%q,"copy":%q}`, kind, limit, cursor, from)))
			all[kind] += r.Lines
			between()
			if cursor, from = r.Cursor, r.Copy; cursor == "" {
				break
			}
		}
	}
	return all
}

// TestCarryBesideWriters: an export from a copy holds all that its records name, whatever is
// said and begun meanwhile, and the ids of what is taken in are not given again.
func TestCarryBesideWriters(t *testing.T) {
	from, to := newHouse(t), newHouse(t)
	lived(from)
	var writers sync.WaitGroup
	stop, said := make(chan struct{}), make(chan struct{}, 1)
	for _, id := range []string{"e001", "e002"} {
		c := from.dial()
		defer c.Close()
		writers.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				default:
				}
				text := fmt.Sprintf("s: the lamp %s%d is in the attic", id, n)
				if _, err := ipc.FeedbackAdd.Call(context.Background(), c, ipc.FeedbackParams{Episode: id, Scope: "everywhere", Text: text}); err != nil {
					t.Error(err)
					return
				}
				if _, err := ipc.EpisodeBegin.Call(context.Background(), c, ipc.BeginParams{Goal: "sofa"}); err != nil {
					t.Error(err)
					return
				}
				select {
				case said <- struct{}{}:
				default:
				}
			}
		})
	}
	all := from.frozen(5, func() { <-said })
	close(stop)
	writers.Wait()
	for _, kind := range carriedKinds {
		params, err := json.Marshal(ipc.ImportLinesParams{What: kind, Lines: all[kind]})
		if err != nil {
			t.Fatal(err)
		}
		to.do(ipc.NavdImport, string(params))
	}
	for _, kind := range carriedKinds {
		same(t, kind, []byte(to.export(kind, 1000)), []byte(all[kind]))
	}
	to.sound()
	known := map[string]bool{}
	for _, m := range regexp.MustCompile(`"table":"grounding","version":\d+,"key":\[(\d+)`).FindAllStringSubmatch(all["grounding"], -1) {
		known["g"+m[1]] = true
	}
	for _, m := range regexp.MustCompile(`"(g\d+)"`).FindAllStringSubmatch(all["episodes"], -1) {
		if !known[m[1]] {
			t.Errorf("%s is named and not there", m[1])
		}
	}
	r := into[ipc.FeedbackResult](t, to.do(ipc.FeedbackAdd, `{"episode":"e002","scope":"everywhere","text":"s: the sofa is in the cellar"}`))
	if known[r.Entries[0].ID] || r.Entries[0].Action != "added" {
		t.Errorf("the next feedback: %+v after %d", r, len(known))
	}
}

// TestFrozen: a copy is gone with its daemon, and its files too, also those that a killed one
// left.
func TestFrozen(t *testing.T) {
	h := newHouse(t)
	lived(h)
	dir := filepath.Join(h.opts.Config.DataDir, ".exporting")
	h.frozen(1000, func() {})
	first := into[ipc.ExportPage](t, h.do(ipc.NavdExport, `{"what":"episodes","limit":1,"copy":"new"}`))
	params := fmt.Sprintf(`{"what":"episodes","cursor":%q,"copy":%q}`, first.Cursor, first.Copy)
	h.begin()
	h.do(ipc.NavdExport, params)
	h.stop()
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("after the stop: %v", err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "1.1"), 0o700); err != nil {
		t.Fatal(err)
	}
	h.open()
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("after the start: %v", err)
	}
	h.refuse(ipc.NavdExport, params, refusal{Code: -32003, Kind: fault.Conflict, Field: "copy"})
	oldest := into[ipc.ExportPage](t, h.do(ipc.NavdExport, `{"what":"lats","copy":"new"}`))
	for range 4 { // a copy that nobody reads makes room for the next
		h.do(ipc.NavdExport, `{"what":"lats","copy":"new"}`)
	}
	h.refuse(ipc.NavdExport, fmt.Sprintf(`{"what":"lats","copy":%q}`, oldest.Copy), refusal{Code: -32003, Kind: fault.Conflict, Field: "copy"})
	for range 5 {
		h.refuse(ipc.NavdExport, `{"what":"lats","copy":"new","cursor":"###"}`, refusal{Code: -32602, Kind: fault.Invalid, Field: "cursor"})
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 3 { // what failed at its first page is gone at once
		t.Errorf("%d copies are left: %v", len(left), err)
	}
}
