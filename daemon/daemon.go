package daemon

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"navd/config"
	"navd/daemon/ask"
	"navd/daemon/background"
	"navd/daemon/datadir"
	"navd/daemon/fault"
	"navd/daemon/health"
	"navd/daemon/homes"
	"navd/daemon/house"
	"navd/daemon/job"
	"navd/daemon/journal"
	"navd/daemon/model"
	"navd/daemon/search"
	"navd/daemon/store"
	"navd/daemon/work"
	"navd/ipc"
	"navd/kv"
)

// Version of navd, and of the interface it serves.
const (
	Version  = "0.1.0"
	Protocol = "1"
)

// DBFile is the name of the store's file in the data directory.
const DBFile = datadir.DB

// Options say how to open a daemon. Config is needed; the others have defaults.
type Options struct {
	Config config.Config
	Models map[string]model.Model // the providers that chains may name
	Now    func() time.Time       // default time.Now
	NewID  func(time.Time) string // ids of episodes and incidents; default NewID
	Random func() float64         // in [0, 1), varies the pauses between calls of a model; default math/rand
	Log    *slog.Logger           // default: none
	Rank   time.Duration          // how long a plan waits for a ranking of what is remembered; default 50 ms

	// Idle: the daemon only answers calls, for a command that works on the store itself.
	// Waiting pictures, jobs, searches and retention are left for the next start.
	Idle bool
}

// Daemon serves one data directory. Its fields are the nouns of the socket.
type Daemon struct {
	Navd      *Navd
	Episodes  *Episodes
	Nav       *Nav
	Feedback  *Feedback
	Grounding *Grounding
	Jobs      *Jobs
	Events    *Events
	Memory    *Memory
	Episodic  *Episodic
	Knowledge *Knowledge
	Lats      *Lats
	Houses    *Houses
	core      *core
}

// Open opens or creates the data directory and its store, which it locks. A
// directory that another daemon uses is a conflict that names its pid; a
// damaged store is corrupt.
func Open(opts Options) (*Daemon, error) {
	c := &core{
		now: opts.Now, newID: opts.NewID, random: opts.Random, log: opts.Log,
		memories: memories{live: map[string]*live{}, used: map[string]use{}, most: mostBytes}, metrics: metrics{methods: map[string]*latency{}},
	}
	c.sights, c.images, c.planning, c.finals = sights{c: c, readers: map[string]*pictureReader{}}, images{c}, planning{c}, finals{c}
	c.retention, c.frozen.c = retention{c, make(chan struct{}, 1)}, c
	c.entries.c, c.learned.c, c.experience.c, c.searches.c, c.memories.c = c, c, c, c, c
	c.experience.cases.c, c.learned.evaluations.c = c, c
	c.ctx, c.stop = context.WithCancel(context.Background())
	c.cfg.Store(&opts.Config)
	if c.now == nil {
		c.now = time.Now
	}
	ids := &rising{}
	if c.newID == nil {
		c.newID = ids.next
	}
	if c.random == nil {
		c.random = rand.Float64
	}
	if c.log == nil {
		c.log = slog.New(slog.DiscardHandler)
	}
	var err error
	if c.prompts, err = readPrompts(c.config().Prompts); err != nil {
		return nil, err
	}
	if c.experience.profiles, err = readProfiles(c.config().Episodic.Profiles); err != nil {
		return nil, err
	}
	if c.models, err = ask.Open(ask.Options{
		Config: c.config, Providers: opts.Models, Now: c.now, Random: c.random, Log: c.log, Notes: &c.troubles,
	}); err != nil {
		return nil, err
	}
	if err := c.open(ids); err != nil {
		c.stop()
		c.models.Close()
		return nil, err
	}
	c.search = search.Open(search.Options{Journal: c.journal, Dir: filepath.Join(opts.Config.DataDir, datadir.Index), Log: c.log, Now: c.now, Rank: opts.Rank})
	c.houses = homes.Open(homes.Options{View: c.view, Go: c.background.Go, Lives: func() house.Lives {
		all, _ := house.ParseLives(c.config().House.HalfLives) // checked when it was read
		return all
	}})
	c.frozen.sweep()
	c.background.Go(c.watch)
	if !opts.Idle {
		c.work()
	}
	return &Daemon{
		Navd: &Navd{c}, Episodes: &Episodes{c}, Nav: &Nav{c}, Feedback: &Feedback{c}, Grounding: &Grounding{c}, Jobs: &Jobs{c},
		Events: &Events{c}, Memory: &Memory{c}, Episodic: &Episodic{c}, Knowledge: &Knowledge{c}, Lats: &Lats{c}, Houses: &Houses{c}, core: c,
	}, nil
}

// work starts the work in the background, and resumes what the last run left undone.
func (c *core) work() {
	c.background.Go(func() { c.models.Inspect(c.ctx) })
	c.sights.resume()
	c.retention.resumeSweeping()
	c.background.Go(c.searches.resume)
	c.jobs.Start()
	c.background.Go(c.entries.warm)
	c.background.Go(c.retention.run)
}

func (c *core) open(ids *rising) error {
	dir := c.config().DataDir
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fault.New(fault.Denied, "the data directory cannot be made: %w", err).About("data_dir", dir).
			WithHint("choose a directory you may write to with --data-dir or NAVD_DATA_DIR")
	}
	path := filepath.Join(dir, DBFile)
	if missing(path) && !missing(filepath.Join(dir, datadir.Index)) {
		c.log.Warn("the store is gone, and a new one begins", "path", path)
	}
	j, err := journal.Open(path, journal.Options{
		Sync: c.config().Durability != "relaxed", Log: c.log, Now: c.now, Yield: ipc.LeaveQueue,
		Full: func() int64 { return int64(c.config().Retention.DiskFreeMB) << 20 },
	})
	if err != nil {
		return err
	}
	c.journal, c.started = j, c.now()
	id, err := read(c, store.LastEpisode)
	ids.after(id)
	if err == nil {
		c.jobs, err = work.Open(work.Options{
			Journal: j, Kinds: map[job.Kind]work.Do{job.Final: c.finals.make, job.Knowledge: c.learned.make}, Now: c.now, Log: c.log, Notes: &c.troubles,
		})
	}
	if err == nil {
		err = c.models.Start(j)
	}
	if err != nil {
		_ = j.Close() // the first error counts
	}
	return err
}

// watchEvery is how often watch looks.
const watchEvery = time.Second

// watch has the journal check until Close that the store's file is there and can be
// written.
func (c *core) watch() {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		select {
		case <-c.ctx.Done():
			return
		case <-tick.C:
			c.journal.Look()
		}
	}
}

// Emptied reports whether the store of a data directory was truncated to zero bytes, which
// [Open] refuses.
func Emptied(dataDir string) bool { return kv.Emptied(filepath.Join(dataDir, DBFile)) }

// missing tells whether there is nothing at a path.
func missing(path string) bool {
	_, err := os.Stat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// Observe counts one call of a method; the server reports every call here.
func (d *Daemon) Observe(method string, took time.Duration, err error) {
	if method == "" {
		method = "unknown method"
	}
	d.core.metrics.observe(method, took, err)
}

// Incident makes an id for an internal error, which the server logs under it.
func (d *Daemon) Incident() string { return d.core.newID(d.core.now()) }

// Note reports to health that something outside the daemon does not work, why, and since
// when. A nil error clears the report.
func (d *Daemon) Note(what string, err error) {
	if err == nil {
		d.core.troubles.Clear(what)
		return
	}
	d.core.troubles.Note(what, fault.As(err).Message, d.core.now())
}

// Beat returns nil when the store's writer is able to commit; it is for a watchdog. It
// waits its turn behind queued commits, until the context ends.
func (d *Daemon) Beat(ctx context.Context) error { return d.core.journal.Beat(ctx) }

// Reconfigure replaces the configuration. Settings that are read only at the start, and
// those that open episodes began with, stay as they were.
func (d *Daemon) Reconfigure(cfg config.Config) { d.core.cfg.Store(&cfg) }

// Leave ends the work in the background, and has plans under way answer without models. It
// is for who stops the daemon and still wants the answers to running calls; Close comes next.
func (d *Daemon) Leave() { d.core.stop() }

// Close waits for running commits and closes the store. Calls after it are
// unavailable. It does not wait for a model that does not return, and at most five
// seconds for the index. The next start reads the pictures that were not read, and
// indexes what was not indexed.
func (d *Daemon) Close() error {
	c := d.core
	c.stop()
	c.jobs.Close()
	c.background.Close()
	c.frozen.close()
	c.search.Close()
	c.models.Close()
	return c.journal.Close()
}

// core is what the nouns share.
type core struct {
	cfg      atomic.Pointer[config.Config]
	prompts  prompts
	troubles health.Notes

	ctx     context.Context // of work in the background; ends with Leave or Close
	stop    context.CancelFunc
	now     func() time.Time
	newID   func(time.Time) string
	random  func() float64
	log     *slog.Logger
	journal *journal.Journal
	metrics metrics
	search  *search.Engine
	models  *ask.Models
	started time.Time

	background background.Group // what Close waits for beside jobs: readers of pictures, searches, retention, the watch of the store
	memories   memories
	entries    entryStore
	experience experience
	learned    learned
	jobs       *work.Queue
	searches   searches
	houses     *homes.Houses
	frozen     frozen
	cameras    cameras
	sights     sights
	images     images
	retention  retention
	finals     finals
	planning   planning
}

// config gives the current configuration, which callers must not change.
func (c *core) config() *config.Config { return c.cfg.Load() }

func (c *core) view(fn func(*kv.Tx) error) error { return c.journal.View(fn) }

// read gives what fn reads in a transaction.
func read[T any](c *core, fn func(*kv.Tx) (T, error)) (v T, err error) {
	err = c.view(func(tx *kv.Tx) (err error) { v, err = fn(tx); return err })
	return v, err
}

// readOf is read for a getter of the store that takes one key.
func readOf[K, T any](c *core, get func(*kv.Tx, K) (T, error), key K) (T, error) {
	return read(c, func(tx *kv.Tx) (T, error) { return get(tx, key) })
}

// trouble logs an error, and has health report it until it is cleared.
func (c *core) trouble(what, text string, err error, args ...any) {
	c.log.Error(text, append(args, "error", err)...)
	c.troubles.Note(what, fault.As(err).Error(), c.now())
}

// badParams marks an invalid fault as one that is visible in the parameters alone. Other
// errors stay as they are.
func badParams(err error) error {
	var f *fault.Error
	if errors.As(err, &f) && f.Kind == fault.Invalid {
		return &ipc.ParamsError{Fault: f}
	}
	return err
}
