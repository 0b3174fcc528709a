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
	// Embedder makes the vectors that are not given; default [Hashing] with Link.
	Embedder Embedder

	// Link is the table of names that stand for the same; default none.
	Link Linker

	// LockTimeout is how long Open waits for another holder of the directory to
	// let go; default 1 s.
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

// An Index is an open index. Its methods may be called by many goroutines.
type Index struct {
	dir  string
	opts Options
	lock *os.File

	// writing is held by who changes the index, all of Rebuild through; it is
	// taken before mu. A channel, because who waits may give up.
	writing chan struct{}

	mu    sync.RWMutex // guards the fields below; readers hold it while they search
	half  halves       // what is searched
	stale error        // why the index has to be filled again, nil when it need not
	open  bool
}

// halves are the two sources of one state of the index.
type halves struct {
	words   *words
	vectors *vectors
	number  int // of the directory of words
}

// Open opens the index in dir, making it (mode 0700) if need be, and holds it
// until Close. What it finds there and cannot use it deletes, and begins anew:
// [Index.Stale] then says why. Files that are not of an index stay.
//
// Open returns a *[LockedError] when dir is held for longer than
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

// Stale says why the index has to be filled again by [Index.Rebuild]: a
// *[RebuildError] when Open found nothing it could use, or when a call has met
// damage since; nil when the index is sound. It can be searched and written
// meanwhile, as far as that goes.
func (ix *Index) Stale() error {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	return ix.stale
}

// Close gives the index up. It waits for calls that are under way; later ones
// return [ErrClosed], and so does a second Close.
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

// begin gets the right to change the index; done gives it back.
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

// note remembers damage that a call on a state of the index has met. What was
// met in a state that a rebuild has since replaced is over.
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

// read runs fn on the present state, which stays until fn returns.
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

// Generation gives the number that was last set, 0 when none was. It is kept on
// the disk with the words and tells up to where the index knows its source.
func (ix *Index) Generation() (n uint64, err error) {
	err = ix.read(func(half halves) error {
		n, err = half.words.generation()
		return err
	})
	return n, err
}

// SetGeneration keeps a number. After a crash it is there only if all is that
// was put or deleted before it.
func (ix *Index) SetGeneration(ctx context.Context, n uint64) error {
	half, err := ix.begin(ctx)
	if err != nil {
		return err
	}
	defer ix.done()
	return ix.note(half, half.words.setGeneration(n))
}

// Count gives how many documents can be found by words and how many by vectors.
func (ix *Index) Count() (words, vectors int, err error) {
	err = ix.read(func(half halves) error {
		vectors = half.vectors.count()
		words, err = half.words.count()
		return err
	})
	return words, vectors, err
}
