package kv_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"navd/kv"
)

// Place is what the examples store.
type Place struct {
	Type string  `json:"type"`
	Seen int     `json:"seen"`
	X    float64 `json:"x"`
}

// openTemp opens a store in a new directory, which the returned function
// removes.
func openTemp(tables ...kv.TableInfo) (*kv.DB, func()) {
	dir, err := os.MkdirTemp("", "kv")
	if err != nil {
		log.Fatal(err)
	}
	db, err := kv.Open(filepath.Join(dir, "kv.db"), kv.Options{Sync: true, Tables: tables})
	if err != nil {
		log.Fatal(err)
	}
	return db, func() {
		if err := errors.Join(db.Close(), os.RemoveAll(dir)); err != nil {
			log.Fatal(err)
		}
	}
}

func ExampleTable() {
	places := kv.NewTable[Place]("places", 1)
	db, done := openTemp(places)
	defer done()

	var c kv.Changes
	places.Put(&c, kv.K("ep1").Int(1), Place{Type: "kitchen", Seen: 3})
	places.Put(&c, kv.K("ep1").Int(2), Place{Type: "hallway"})
	places.Put(&c, kv.K("ep2").Int(1), Place{Type: "bedroom"})
	if err := db.Apply(context.Background(), &c); err != nil {
		log.Fatal(err)
	}

	err := db.View(func(tx *kv.Tx) error {
		p, err := places.Get(tx, kv.K("ep1").Int(1))
		if err != nil {
			return err
		}
		fmt.Println(p.Type, p.Seen)
		_, err = places.Get(tx, kv.K("ep9").Int(1))
		fmt.Println(errors.Is(err, kv.ErrNotFound))
		fmt.Println(places.Len(tx), "places")
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// kitchen 3
	// true
	// 3 places
}

func ExampleTable_Scan() {
	places := kv.NewTable[Place]("places", 1)
	db, done := openTemp(places)
	defer done()

	var c kv.Changes
	for i, name := range []string{"kitchen", "hallway", "bedroom"} {
		places.Put(&c, kv.K("ep1").Int(i), Place{Type: name})
	}
	places.Put(&c, kv.K("ep2").Int(0), Place{Type: "garage"})
	if err := db.Apply(context.Background(), &c); err != nil {
		log.Fatal(err)
	}

	err := db.View(func(tx *kv.Tx) error {
		newest := kv.Range{Prefix: kv.K("ep1"), Reverse: true, Limit: 2}
		for e, err := range places.Scan(tx, newest) {
			if err != nil {
				return err
			}
			r := kv.ReadKey(e.Key)
			fmt.Println(r.Str(), r.Int(), e.Value.Type)
		}
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// ep1 2 bedroom
	// ep1 1 hallway
}

func ExampleDB_Apply() {
	places := kv.NewTable[Place]("places", 1)
	byType := kv.NewTable[struct{}]("places/by-type", 1) // an index: keys only
	db, done := openTemp(places, byType)
	defer done()

	// Both or none.
	var c kv.Changes
	places.Put(&c, kv.K("ep1").Int(1), Place{Type: "kitchen"})
	byType.Put(&c, kv.K("kitchen", "ep1").Int(1), struct{}{})
	fmt.Println(c.Len(), "changes,", c.Bytes(), "bytes:", db.Apply(context.Background(), &c))

	// A change set that is bad in itself is refused as a whole.
	var bad kv.Changes
	places.Delete(&bad, kv.K("ep1").Int(1))
	places.Put(&bad, kv.K(), Place{})
	fmt.Println(db.Apply(context.Background(), &bad))
	// Output:
	// 2 changes, 80 bytes: <nil>
	// kv: bad key: table places: empty
}

func ExampleNewTable_migration() {
	// Version 1 called the type "kind"; version 2 renamed it.
	rename := kv.Migration{From: 1, Func: func(json []byte) ([]byte, error) {
		return []byte(strings.Replace(string(json), `"kind"`, `"type"`, 1)), nil
	}}
	places := kv.NewTable[Place]("places", 2, rename)
	fmt.Println(places.Name(), places.Version())
	// Output: places 2
}

func ExampleKey() {
	key := kv.K("소파").Int(-7).Str("ep1")

	r := kv.ReadKey(key)
	fmt.Println(r.Str(), r.Int(), r.Str(), r.Done())

	r = kv.ReadKey(key)
	r.Uint()
	fmt.Println(r.Done() != nil)
	// Output:
	// 소파 -7 ep1 <nil>
	// true
}

func ExampleDB_Check() {
	places := kv.NewTable[Place]("places", 1)
	db, done := openTemp(places)
	defer done()

	problems, err := db.Check(context.Background())
	fmt.Println(len(problems), err)
	// Output: 0 <nil>
}
