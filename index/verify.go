package index

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"strings"
	"time"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
)

// openWords opens an index and makes sure that it can be used: that it was made with the
// same stamp, that a rebuild completed it, that no change is missing, and that the
// checksum of each segment is right, which bleve does not check. Errors wrap ErrRebuild
// or ErrLocked.
func openWords(path string, want stamp, opts Options) (*words, error) {
	// Before bleve opens it and writes to it in the background. This needs no lock: bbolt
	// makes a file longer before it writes the new length in it.
	if err := verifyRoot(path); err != nil {
		return nil, asRebuild("its root file cannot be read", err)
	}
	var index bleve.Index
	err := guard("opening", func() (err error) {
		index, err = bleve.OpenUsing(path, map[string]any{"bolt_timeout": opts.LockTimeout.String()})
		return err
	})
	if isTimeout(err) {
		return nil, &LockedError{Dir: path}
	}
	if err != nil {
		return nil, asRebuild("it cannot be opened", err)
	}
	count, err := openCounter(path)
	if err != nil {
		return nil, errors.Join(err, index.Close())
	}
	w := newWords(index, count, opts.Link)
	if err := guard("checking", func() error { return w.verify(want) }); err != nil {
		_ = w.close()
		return nil, asRebuild("it fails its checks", err)
	}
	return w, nil
}

// isTimeout reports whether opening failed because it waited too long for a lock. The
// file is then in use and must not be deleted. bleve promises no type of error, so the
// text decides.
func isTimeout(err error) bool {
	return err != nil && !errors.Is(err, ErrRebuild) && strings.Contains(err.Error(), "timeout")
}

func asRebuild(reason string, err error) error {
	if errors.Is(err, ErrRebuild) {
		return err
	}
	return rebuild(reason, err)
}

func (w *words) verify(want stamp) error {
	value, err := w.index.GetInternal([]byte(keyStamp))
	if err != nil {
		return err
	}
	var have stamp
	if err := json.Unmarshal(value, &have); err != nil {
		return rebuild("it has no stamp", err)
	}
	if have != want {
		return rebuild(fmt.Sprintf("it was made with %+v, not with %+v", have, want), nil)
	}
	done, err := w.index.GetInternal([]byte(keyComplete))
	if err != nil {
		return err
	}
	if string(done) != "1" {
		return rebuild("it was never filled to the end", nil)
	}
	if err := w.verifyWrites(); err != nil {
		return err
	}
	return w.verifySegments()
}

// verifyWrites makes sure that this is the newest state: when bleve cannot open a
// segment, it silently goes back to an older state that does not need it.
func (w *words) verifyWrites() error {
	have, err := w.number(keyWrites)
	if err != nil {
		return err
	}
	if _, err := w.number(keyGeneration); err != nil {
		return err
	}
	if have < w.counter.n {
		return rebuild(fmt.Sprintf("the last %d changes are missing", w.counter.n-have), nil)
	}
	w.counter.n = have
	return nil
}

// verifySegments compares the checksum of each segment in use. Other files may have been
// left half written by a killed process.
func (w *words) verifySegments() (err error) {
	advanced, err := w.index.Advanced()
	if err != nil {
		return err
	}
	reader, err := advanced.Reader()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, reader.Close()) }()
	snapshot, ok := reader.(*scorch.IndexSnapshot)
	if !ok {
		return rebuild("it is of another kind", nil)
	}
	for _, s := range snapshot.Segments() {
		if file, ok := s.Segment().(interface{ Path() string }); ok {
			if err := verifyFile(file.Path()); err != nil {
				return err
			}
		}
	}
	return nil
}

// verifyFile checks a file that ends in the CRC-32 (IEEE, big endian) of everything
// before it.
func verifyFile(path string) (err error) {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.Size() < crc32.Size {
		return rebuild("a segment is cut", nil)
	}
	sum := crc32.NewIEEE()
	if _, err := io.CopyN(sum, f, info.Size()-crc32.Size); err != nil {
		return err
	}
	var want [crc32.Size]byte
	if _, err := io.ReadFull(f, want[:]); err != nil {
		return err
	}
	if sum.Sum32() != binary.BigEndian.Uint32(want[:]) {
		return rebuild("a segment fails its checksum", nil)
	}
	return nil
}

// defaultLockTimeout is the default of Options.LockTimeout.
const defaultLockTimeout = time.Second
