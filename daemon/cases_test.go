package daemon_test

import (
	"encoding/json"
	"fmt"
	"sync"
	"testing"

	"navd/daemon/episodic"
	"navd/ipc"
)

// oneIDEach tells that no two records of a space have the same id, and that each is found
// by its own.
func (h *house) oneIDEach(space string) {
	h.t.Helper()
	for _, s := range h.cases(space) {
		if got := into[episodic.Stored](h.t, h.do(ipc.EpisodicGet, fmt.Sprintf(`{"space":%q,"id":%q}`, space, s.ID))); got.Seq != s.Seq {
			h.t.Errorf("%s is the id of record %d and of record %d", s.ID, s.Seq, got.Seq)
		}
	}
}

// An id that navd gives is none that a client has chosen, whoever comes first.
func TestGivenIDIsFree(t *testing.T) {
	t.Run("a leg", func(t *testing.T) {
		h := newHouse(t)
		h.keep(numbered("epi_000002", "x"), "")
		h.visit(docked)
		if n := len(h.cases("default")); n != 2 {
			t.Fatalf("%d records", n)
		}
		h.oneIDEach("default")
	})
	t.Run("lines of one import", func(t *testing.T) {
		h := newHouse(t)
		params, err := json.Marshal(ipc.CaseImportParams{Profile: "absa", Lines: numberedLine("epi_000002") + "\n" + numberedLine("") + "\n" + numberedLine("epi_000003")})
		if err != nil {
			t.Fatal(err)
		}
		if r := into[ipc.CaseImportResult](t, h.do(ipc.EpisodicImport, string(params))); r.Stored != 3 {
			t.Fatalf("%+v", r)
		}
		h.oneIDEach("default")
	})
	t.Run("clients at once", func(t *testing.T) {
		h := newHouse(t)
		const each = 40
		var all sync.WaitGroup
		for client := range 4 {
			c := h.dial()
			defer c.Close()
			all.Go(func() {
				for i := range each {
					id := "" // of two clients; the others choose those that come next
					if client%2 == 1 {
						id = episodic.EntryID(i*4 + client)
					}
					if _, err := c.Raw(t.Context(), string(ipc.EpisodicAppend), json.RawMessage(`{"profile":"absa","entry":`+numbered(id, fmt.Sprint(client, " ", i))+`}`)); err != nil && id == "" {
						t.Error(err) // an id that is taken is a conflict for who chose it
					}
				}
			})
		}
		all.Wait()
		if n := len(h.cases("default")); n < 2*each {
			t.Errorf("%d records", n)
		}
		h.oneIDEach("default")
		h.sound()
	})
}
