package kv

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"

	"go.etcd.io/bbolt"
)

// Format is the version of the file format: of the meta bucket and of the header of
// every value. The tables have versions of their own.
const Format = 1

// The meta bucket. No table can have its name.
const (
	metaBucket = ".kv"
	formatKey  = "format" // → JSON of a fileMeta
	tablePre   = "table/" // + name → JSON of a tableMeta
)

// validName matches the names a table may have.
var validName = regexp.MustCompile(`^[a-z][a-z0-9_./-]{0,99}$`)

// schema is the definition of a table without its value type.
type schema struct {
	name    string
	sumName []byte // name and a zero byte, as the checksum takes it
	version byte
	steps   map[byte]func([]byte) ([]byte, error) // by From
	typ     reflect.Type                          // of the values
	err     error                                 // what is wrong with the definition
}

// fileMeta is the value of formatKey.
type fileMeta struct {
	Format  int    `json:"format"`
	Created string `json:"created"` // RFC 3339, for people
}

// tableMeta is the value of tablePre and the table's name.
type tableMeta struct {
	Version byte `json:"version"` // newest version values were written with
	Oldest  byte `json:"oldest"`  // oldest version that may still be in the file
}

func newSchema(name string, version byte, migrate []Migration) *schema {
	s := &schema{name: name, sumName: append([]byte(name), 0), version: version, steps: map[byte]func([]byte) ([]byte, error){}}
	if !validName.MatchString(name) {
		s.err = fmt.Errorf("%w: table name %q", ErrSchema, name)
	}
	if version == 0 {
		s.err = fmt.Errorf("%w: table %s: version 0, the first is 1", ErrSchema, name)
	}
	for _, m := range migrate {
		if m.From == 0 || m.From >= version || m.Func == nil || s.steps[m.From] != nil {
			s.err = fmt.Errorf("%w: table %s: bad migration from version %d to a table of version %d", ErrSchema, name, m.From, version)
		}
		s.steps[m.From] = m.Func
	}
	return s
}

// index returns the definitions by name. It returns an error that wraps
// ErrSchema when one is bad or a name comes twice.
func index(tables []TableInfo) (map[string]*schema, error) {
	out := make(map[string]*schema, len(tables))
	for _, t := range tables {
		s := t.info()
		if s.err != nil {
			return nil, s.err
		}
		if out[s.name] != nil {
			return nil, fmt.Errorf("%w: two tables named %s", ErrSchema, s.name)
		}
		out[s.name] = s
	}
	return out, nil
}

// errStale says that the file does not have the whole schema yet.
var errStale = errors.New("schema not in the file")

// prepare updates the meta bucket and the buckets of the tables to the schema. It
// writes only if something is missing.
func (db *DB) prepare() error {
	err := db.bolt.View(func(tx *bbolt.Tx) error { return db.fit(tx, false) })
	if errors.Is(err, errStale) {
		if err = db.bolt.Update(func(tx *bbolt.Tx) error { return db.fit(tx, true) }); err == nil {
			db.sealed(db.seal())
		}
	}
	return withErrno(err)
}

// fit compares file and schema. It writes what is missing, or, if write is false,
// returns errStale.
func (db *DB) fit(tx *bbolt.Tx, write bool) error {
	meta := tx.Bucket([]byte(metaBucket))
	if k, _ := tx.Cursor().First(); meta == nil && k != nil {
		return anotherProgram(db.path)
	}
	if meta == nil && !write {
		return errStale
	}
	if meta == nil {
		var err error
		if meta, err = db.create(tx); err != nil {
			return err
		}
	}
	var file fileMeta
	if err := json.Unmarshal(meta.Get([]byte(formatKey)), &file); err != nil {
		return damaged(db.path, "no format version in the meta bucket")
	}
	if file.Format > Format {
		return &NewerError{What: "file format", Have: file.Format, Known: Format}
	}
	for _, s := range db.tables {
		if err := s.fit(tx, meta, write); err != nil {
			return err
		}
	}
	return nil
}

func anotherProgram(path string) error {
	return fmt.Errorf("%w: %s is a bbolt file of another program", ErrSchema, path)
}

// create writes the meta bucket of a new file.
func (db *DB) create(tx *bbolt.Tx) (*bbolt.Bucket, error) {
	meta, err := tx.CreateBucket([]byte(metaBucket))
	if err != nil {
		return nil, err
	}
	created := db.opts.Now().UTC().Format("2006-01-02T15:04:05Z")
	return meta, putJSON(meta, formatKey, fileMeta{Format: Format, Created: created})
}

// fit makes sure that the file has table s. If something is missing and write is
// false, it returns errStale.
func (s *schema) fit(tx *bbolt.Tx, meta *bbolt.Bucket, write bool) error {
	bucket, raw := tx.Bucket([]byte(s.name)), meta.Get([]byte(tablePre+s.name))
	have := tableMeta{Version: s.version, Oldest: s.version}
	if raw != nil {
		if err := json.Unmarshal(raw, &have); err != nil {
			return damaged(tx.DB().Path(), fmt.Sprintf("table %s: meta: %v", s.name, err))
		}
	}
	if bucket == nil || bucket.Sequence() == 0 {
		have.Oldest = s.version
	}
	if err := s.takes(have); err != nil {
		return err
	}
	if raw != nil && bucket != nil && have.Version == s.version {
		return nil
	}
	if !write {
		return errStale
	}
	if _, err := tx.CreateBucketIfNotExists([]byte(s.name)); err != nil {
		return err
	}
	have.Version = s.version
	return putJSON(meta, tablePre+s.name, have)
}

// takes returns an error if the definition cannot read the versions that have names.
func (s *schema) takes(have tableMeta) error {
	if have.Version > s.version {
		return &NewerError{What: "table " + s.name, Have: int(have.Version), Known: int(s.version)}
	}
	for v := have.Oldest; v < s.version; v++ {
		if s.steps[v] == nil {
			return fmt.Errorf("%w: table %s: the file may hold values of version %d, and no migration starts there", ErrSchema, s.name, v)
		}
	}
	return nil
}

func putJSON(b *bbolt.Bucket, key string, v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return b.Put([]byte(key), raw)
}
