package daemon

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"navd/config"
	"navd/daemon/fault"
	"navd/daemon/model"
	"navd/daemon/store"
	"navd/kv"
)

// Version of navd, and of the interface it serves.
const (
	Version  = "0.1.0"
	Protocol = "1"
)

// DBFile is the name of the store's file in the data directory.
const DBFile = "navd.db"

// Options say how to open a daemon. Config is needed; nil or empty others have
// defaults.
type Options struct {
	Config config.Config
	Models map[string]model.Model // entries of the planner's chain other than "local"
	Now    func() time.Time       // default time.Now
	NewID  func(time.Time) string // ids of episodes and incidents; default NewID
	Log    *slog.Logger           // default: none
}

// Daemon serves one data directory. Its fields are the nouns of the socket.
type Daemon struct {
	Navd     *Navd
	Episodes *Episodes
	Nav      *Nav
	Events   *Events
	core     *core
}

// Open opens or creates the data directory and its store, which it locks. A
// directory that another daemon uses is a conflict that names its pid; a
// damaged store is corrupt.
func Open(opts Options) (*Daemon, error) {
	c := &core{
		cfg: opts.Config, models: opts.Models, now: opts.Now, newID: opts.NewID, log: opts.Log,
		live: map[string]*live{}, metrics: newMetrics(),
	}
	if c.now == nil {
		c.now = time.Now
	}
	if c.newID == nil {
		c.newID = NewID
	}
	if c.log == nil {
		c.log = slog.New(slog.DiscardHandler)
	}
	if err := c.open(); err != nil {
		return nil, err
	}
	return &Daemon{Navd: &Navd{c}, Episodes: &Episodes{c}, Nav: &Nav{c}, Events: &Events{c}, core: c}, nil
}

func (c *core) open() error {
	dir := c.cfg.DataDir
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fault.New(fault.Denied, "the data directory cannot be made: %w", err).About("data_dir", dir).
			WithHint("choose a directory you may write to with --data-dir or NAVD_DATA_DIR")
	}
	db, err := kv.Open(filepath.Join(dir, DBFile), kv.Options{
		Sync: c.cfg.Durability != "relaxed", Tables: store.Tables(), Log: c.log, Now: c.now,
	})
	if err != nil {
		return store.Fault(err)
	}
	c.db, c.started = db, c.now()
	var last uint64
	if err := db.View(func(tx *kv.Tx) (err error) { last, err = store.LastEvent(tx); return err }); err != nil {
		_ = db.Close() // the first error counts
		return store.Fault(err)
	}
	c.hub = newHub(last)
	return nil
}

// Observe counts one call of a method; the server reports every call here.
func (d *Daemon) Observe(method string, took time.Duration, err error) {
	d.core.metrics.observe(method, took, err)
}

// Incident makes an id for an internal error and logs the error under it.
func (d *Daemon) Incident() string { return d.core.newID(d.core.now()) }

// Close waits for running commits and closes the store. Calls after it are
// unavailable.
func (d *Daemon) Close() error {
	d.core.calls.Wait()
	return store.Fault(d.core.db.Close())
}

// core is what the nouns share.
type core struct {
	cfg     config.Config
	models  map[string]model.Model
	now     func() time.Time
	newID   func(time.Time) string
	log     *slog.Logger
	db      *kv.DB
	hub     *hub
	metrics *metrics
	started time.Time
	calls   sync.WaitGroup // model calls under way

	mu   sync.Mutex // guards live and keys; taken before any live.mu
	live map[string]*live
	keys keyLocks
}

// view runs a read transaction.
func (c *core) view(fn func(*kv.Tx) error) error {
	return store.Fault(c.db.View(fn))
}

// apply commits a change set.
func (c *core) apply(ctx context.Context, ch *kv.Changes) error {
	return store.Fault(c.db.Apply(ctx, ch))
}
