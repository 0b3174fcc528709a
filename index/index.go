package index

import (
	"context"
	"errors"
	"os"
	"sync"
	"time"
)

// Options are the settings of [Open]. The zero value of each is its default.
type Options struct {
	// Embedder makes the vectors of documents and queries that come without one;
	// default [Hashing] with Link.
	Embedder Embedder

	// Link is the linking table; default none.
	Link Linker

	// LockTimeout is how long Open waits for another process to release the
	// directory; default 1 s.
	LockTimeout time.Duration

	// VectorLimit is how many documents of one kind and scope have vectors, 1 to
	// [MaxVectors]; default MaxVectors.
	VectorLimit int
}

func (o Options) withDefaults() Options {
	if o.Embedder == nil {
		o.Embedder = Hashing{Link: o.Link}
	}
	if o.LockTimeout <= 0 {
		o.LockTimeout = defaultLockTimeout
	}
	if o.VectorLimit <= 0 || o.VectorLimit > MaxVectors {
		o.VectorLimit = MaxVectors
	}
	return o
}

// An Index is an open index. It is safe for concurrent use.
type Index struct {
	dir  string
	opts Options
	lock *os.File

	// writing is a lock held by the call that changes the index, for all of a
	// Rebuild; it is taken before mu. It is a channel so that a wait can end with a
	// context.
	writing chan struct{}

	mu    sync.RWMutex // guards the fields below; readers hold it while they search
	half  halves       // what is searched
	stale error        // why the index must be rebuilt; nil: it need not be
	open  bool
}

// halves are the words and the vectors of one state of the index.
type halves struct {
	words   *words
	vectors *vectors
	number  int // of the directory of words
}

// Open opens the index in dir, making it (mode 0700) if need be, and locks it until
// Close. An index that it cannot use it deletes and replaces by an empty one:
// [Index.Stale] then says why. Files that are not part of an index stay.
//
// Open returns a *[LockedError] when dir is in use for longer than
// Options.LockTimeout; nothing is deleted then. Otherwise it returns only errors
// of the file system.
func Open(dir string, opts Options) (*Index, error) {
	opts = opts.withDefaults()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	lock, err := lockDir(dir, opts.LockTimeout)
	if err != nil {
		return nil, err
	}
	ix := &Index{dir: dir, opts: opts, lock: lock, writing: make(chan struct{}, 1), open: true}
	if err := ix.load(); err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return ix, nil
}

// Stale returns why the index must be filled again by [Index.Rebuild]: a
// *[RebuildError] when Open found nothing that it could use, or when a later call met
// damage; nil when the index is sound. A stale index can be searched and written, but
// documents may be missing from it and calls that meet the damage fail.
func (ix *Index) Stale() error {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	return ix.stale
}

// Close closes the index. It waits for calls that are running; later ones return
// [ErrClosed], and so does a second Close.
func (ix *Index) Close() error {
	ix.writing <- struct{}{}
	defer func() { <-ix.writing }()
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if !ix.open {
		return ErrClosed
	}
	ix.open = false
	err := ix.half.words.close()
	ix.half = halves{}
	return errors.Join(err, ix.lock.Close())
}

// begin takes the lock for changing the index; done releases it.
func (ix *Index) begin(ctx context.Context) (half halves, err error) {
	select {
	case ix.writing <- struct{}{}:
	case <-ctx.Done():
		return halves{}, ctx.Err()
	}
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	if !ix.open {
		<-ix.writing
		return halves{}, ErrClosed
	}
	return ix.half, nil
}

func (ix *Index) done() { <-ix.writing }

// note records damage that a call met in a state of the index, unless a rebuild has
// replaced that state since. It returns err.
func (ix *Index) note(half halves, err error) error {
	if !errors.Is(err, ErrRebuild) {
		return err
	}
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if ix.half.number == half.number {
		ix.stale = err
	}
	return err
}

// read runs fn on the present state, which is kept until fn returns.
func (ix *Index) read(fn func(halves) error) error {
	ix.mu.RLock()
	half := ix.half
	if !ix.open {
		ix.mu.RUnlock()
		return ErrClosed
	}
	err := fn(half)
	ix.mu.RUnlock()
	return ix.note(half, err)
}

// Generation returns the number that was last set, 0 when none was. It is on the disk
// with the words, and says up to which change of its source the index is complete.
func (ix *Index) Generation() (n uint64, err error) {
	err = ix.read(func(half halves) error {
		n, err = half.words.generation()
		return err
	})
	return n, err
}

// SetGeneration stores a number. After a crash the number is there only if everything
// that was put or deleted before it is there too.
func (ix *Index) SetGeneration(ctx context.Context, n uint64) error {
	half, err := ix.begin(ctx)
	if err != nil {
		return err
	}
	defer ix.done()
	return ix.note(half, half.words.setGeneration(n))
}

// Count returns how many documents can be found by words and how many by vectors.
func (ix *Index) Count() (words, vectors int, err error) {
	err = ix.read(func(half halves) error {
		vectors = half.vectors.count()
		words, err = half.words.count()
		return err
	})
	return words, vectors, err
}
