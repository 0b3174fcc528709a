package store_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"navd/daemon/store"
)

// TestEveryVersionHasAFile holds each version of each table to a file in
// testdata that an navd of that version wrote: TestOldFile opens it.
func TestEveryVersionHasAFile(t *testing.T) {
	held := map[string][]byte{} // versions of the values, by table
	files, err := filepath.Glob("testdata/*.db.gz")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, file := range files {
		path := filepath.Join(t.TempDir(), filepath.Base(file)+".db")
		unpack(t, file, path)
		for table, versions := range versionsIn(t, path) {
			held[table] = append(held[table], versions...)
		}
	}
	for _, info := range store.Tables() {
		table := info.(interface {
			Name() string
			Version() byte
		})
		for v := byte(1); v <= table.Version(); v++ {
			if !slices.Contains(held[table.Name()], v) {
				t.Errorf("no file of %s has a value of version %d in table %q: before a table's version is raised, "+
					"`go test ./daemon/store -run TestOldFile -update` writes a file with the old one; keep it under a new name, "+
					"add it to TestOldFile, and give the table a migration", strings.Join(files, ", "), v, table.Name())
			}
		}
	}
}

// versionsIn gives the versions of the values in each table of a file. The
// first byte of a value is its version.
func versionsIn(t *testing.T, path string) map[string][]byte {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true, Timeout: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	out := map[string][]byte{}
	err = db.View(func(tx *bbolt.Tx) error {
		return tx.ForEach(func(name []byte, b *bbolt.Bucket) error {
			return b.ForEach(func(_, value []byte) error {
				if v := value[0]; !slices.Contains(out[string(name)], v) {
					out[string(name)] = append(out[string(name)], v)
				}
				return nil
			})
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
