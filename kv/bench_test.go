package kv

import (
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"go.etcd.io/bbolt"
)

// record makes values of about 200 bytes, the size of a navigation step.
func record(i int) step {
	return step{Action: strings.Repeat("x", 160), Metres: float64(i)}
}

// benchDB returns an open store without the checks of the tests.
func benchDB(b *testing.B, sync bool) (*DB, *Table[step]) {
	b.Helper()
	steps, _, tables := schemaOf()
	db, err := Open(filepath.Join(b.TempDir(), "kv.db"), Options{Tables: tables, Sync: sync})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	return db, steps
}

// BenchmarkApply is one durable record a change set, for a number of callers
// at a time; bbolt is the floor: a bare Update of the same bytes.
func BenchmarkApply(b *testing.B) {
	b.Run("bbolt", benchmarkBare)
	for _, callers := range []int{1, 8, 64} {
		b.Run(fmt.Sprint(callers), func(b *testing.B) {
			db, steps := benchDB(b, true)
			benchmarkCallers(b, callers, func(i int) error {
				var c Changes
				steps.Put(&c, K("ep1").Int(i), record(i))
				return db.Apply(b.Context(), &c)
			})
			b.ReportMetric(float64(db.Stats().Applied)/float64(db.Stats().Commits), "sets/commit")
		})
	}
	b.Run("relaxed", func(b *testing.B) {
		db, steps := benchDB(b, false)
		benchmarkCallers(b, 1, func(i int) error {
			var c Changes
			steps.Put(&c, K("ep1").Int(i), record(i))
			return db.Apply(b.Context(), &c)
		})
	})
}

// benchmarkCallers runs call b.N times, from several goroutines.
func benchmarkCallers(b *testing.B, callers int, call func(i int) error) {
	var next atomic.Int64
	var wg sync.WaitGroup
	b.ResetTimer()
	for range callers {
		wg.Go(func() {
			for i := int(next.Add(1)); i <= b.N; i = int(next.Add(1)) {
				if err := call(i); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	b.StopTimer()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "sets/s")
}

func benchmarkBare(b *testing.B) {
	bolt, err := bbolt.Open(filepath.Join(b.TempDir(), "bare.db"), 0o600, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer bolt.Close()
	steps, _, _ := schemaOf()
	raw, err := steps.schema.encode(K("ep1"), record(1))
	if err != nil {
		b.Fatal(err)
	}
	benchmarkCallers(b, 1, func(i int) error {
		return bolt.Update(func(tx *bbolt.Tx) error {
			bucket, err := tx.CreateBucketIfNotExists([]byte("steps"))
			if err != nil {
				return err
			}
			return bucket.Put(K("ep1").Int(i), raw)
		})
	})
}

// fillBench puts n records.
func fillBench(b *testing.B, db *DB, steps *Table[step], n int) {
	b.Helper()
	apply(b, db, func(c *Changes) {
		for i := range n {
			steps.Put(c, K("ep1").Int(i), record(i))
		}
	})
	b.ReportAllocs()
	b.ResetTimer()
}

func BenchmarkGet(b *testing.B) {
	db, steps := benchDB(b, false)
	fillBench(b, db, steps, 10_000)
	view(b, db, func(tx *Tx) {
		for i := range b.N {
			if _, err := steps.Get(tx, K("ep1").Int(i%10_000)); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkScan is one entry of a scan.
func BenchmarkScan(b *testing.B) {
	db, steps := benchDB(b, false)
	fillBench(b, db, steps, 10_000)
	for n := 0; n < b.N; {
		view(b, db, func(tx *Tx) {
			for _, err := range steps.Scan(tx, Range{Prefix: K("ep1"), Limit: b.N - n}) {
				if err != nil {
					b.Fatal(err)
				}
				n++
			}
		})
	}
}

func BenchmarkPut(b *testing.B) {
	steps, _, _ := schemaOf()
	k, v := K("ep1").Int(7), record(7)
	b.ReportAllocs()
	for b.Loop() {
		var c Changes
		steps.Put(&c, k, v)
	}
}
