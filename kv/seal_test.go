package kv

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"
)

// sealedFile returns the bytes of a store after n commits of one value each.
func sealedFile(t *testing.T, n int) []byte {
	t.Helper()
	steps, _, tables := schemaOf()
	path := tempPath(t)
	db, err := Open(path, Options{Tables: tables, Sync: true})
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		apply(t, db, func(c *Changes) { steps.Put(c, K().Int(i), step{Action: fmt.Sprint(i)}) })
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// headOf reads the first two pages of a file.
func headOf(t *testing.T, raw []byte) (h head, newest meta) {
	t.Helper()
	f, err := os.Open(writeFile(t, raw))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	h, ok := readHead(f)
	if !ok {
		t.Fatal("no valid meta")
	}
	m := h.metas[h.newest()]
	return h, m
}

// Whichever byte of the pages that lead to all others flips: the last commit
// is there, or the file is refused.
func TestHeadDamage(t *testing.T) {
	page := os.Getpagesize()
	metaAt := func(raw []byte, older bool) int {
		h, _ := headOf(t, raw)
		i := h.newest()
		if older {
			i = 1 - i
		}
		return i * page
	}
	flip := func(raw []byte, at int) { raw[at] ^= 0x10 }
	tests := []struct {
		name   string
		damage func(raw []byte)
		log    string // what it says
		want   string // of the error, none: it opens
	}{
		{"nothing", func([]byte) {}, "", ""},
		{"newest meta", func(raw []byte) { flip(raw, metaAt(raw, false)+metaOffset+metaRoot) }, "was put back", ""},
		{"newest meta's page", func(raw []byte) { at := metaAt(raw, false); clear(raw[at : at+page]) }, "was put back", ""},
		{"older meta", func(raw []byte) { flip(raw, metaAt(raw, true)+metaOffset+metaTx) }, "writes it anew", ""},
		{"older meta and the seal", func(raw []byte) { at := metaAt(raw, true); clear(raw[at : at+page]) }, "", "the last commit may have been on it"},
		{"newest meta and the seal", func(raw []byte) {
			newest, older := metaAt(raw, false), metaAt(raw, true)
			flip(raw, newest+metaOffset)
			flip(raw, older+sealOffset+32)
		}, "", "the last commit may have been on it"},
		{"both metas", func(raw []byte) { flip(raw, metaOffset); flip(raw, page+metaOffset) }, "", "invalid database"},
		{"newest meta written by nobody", func(raw []byte) { // the disk lost the write
			h, _ := headOf(t, raw)
			at := h.newest() * page
			copy(raw[at+metaOffset:], h.metas[1-h.newest()].raw)
		}, "was put back", ""},
		{"seal", func(raw []byte) { flip(raw, metaAt(raw, true)+sealOffset+9) }, "", ""},
		{"free list", func(raw []byte) {
			_, m := headOf(t, raw)
			flip(raw, int(m.freelist)*page+headerLen)
		}, "", "the list of free pages"},
		{"root page", func(raw []byte) {
			_, m := headOf(t, raw)
			at := int(m.root) * page
			flip(raw, at+bytes.Index(raw[at:at+page], []byte(`"oldest"`))+2)
		}, "", "the pages that lead to the tables have checksum"},
	}
	whole := sealedFile(t, 7)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			raw := bytes.Clone(whole)
			tt.damage(raw)
			var log bytes.Buffer
			steps, _, tables := schemaOf()
			opts := Options{Tables: tables, LockTimeout: time.Nanosecond, Log: slog.New(slog.NewTextHandler(&log, nil))}
			path := writeFile(t, raw)
			for range 2 {
				db, err := Open(path, opts)
				if tt.want != "" {
					if !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), tt.want) {
						t.Fatalf("got %v, want %s", err, tt.want)
					}
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				if !strings.Contains(log.String(), tt.log) {
					t.Errorf("log %q, want %q", log.String(), tt.log)
				}
				view(t, db, func(tx *Tx) {
					if got, err := steps.Get(tx, K().Int(6)); err != nil || got.Action != "6" {
						t.Errorf("the last commit: %v, %v", got, err)
					}
				})
				apply(t, db, func(c *Changes) { steps.Put(c, K("more"), step{}) })
				checkSound(t, db)
				if err := db.Close(); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// A copy has no seal, and is taken as it is.
func TestBackupHasNoSeal(t *testing.T) {
	h, m := headOf(t, sealedFile(t, 7))
	if s := h.sealed(m.tx); s == nil || !s.sync || !bytes.Equal(s.meta, m.raw) {
		t.Errorf("seal of the store: %+v", s)
	}
	h, m = headOf(t, filled(t, 9))
	if s := h.sealed(m.tx); s != nil {
		t.Errorf("seal of its backup: %+v", s)
	}
}

func TestFreeIDs(t *testing.T) {
	list := func(count uint16, ids ...uint64) []byte {
		raw := make([]byte, 256)
		binary.NativeEndian.PutUint64(raw, 5)
		binary.NativeEndian.PutUint16(raw[8:], freeFlag)
		binary.NativeEndian.PutUint16(raw[10:], count)
		for i, id := range ids {
			binary.NativeEndian.PutUint64(raw[headerLen+8*i:], id)
		}
		return raw
	}
	for _, tt := range []struct {
		name string
		raw  []byte
		want string
	}{
		{"empty", list(0), ""},
		{"some", list(3, 4, 7, 99), ""},
		{"many", list(0xFFFF, 2, 4, 7), ""},
		{"a meta page", list(2, 1, 7), "names page 1"},
		{"not rising", list(2, 7, 7), "names page 7 after 7"},
		{"behind the end", list(1, 100), "names page 100"},
		{"no room", list(40, 4), "no room for 40"},
		{"very many", list(0xFFFF, 1<<60), "no room"},
		{"more than it says", list(1, 4, 7), "longer than it says"},
		{"another page", list(1, 4)[8:], "says it is page"},
		{"of another kind", append(make([]byte, 0), bytes.Replace(list(1, 4), []byte{freeFlag}, []byte{leafFlag}, 1)...), "is none"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := freeIDs(5, tt.raw, 100)
			if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}
