package config

import (
	"maps"
	"slices"
	"strings"

	"navd/daemon/fault"
)

// Options say what to read. The zero value is for `navd run` without arguments.
type Options struct {
	File  string            // config file, relative to the working directory; "": NAVD_CONFIG, else DefaultFile
	Flags map[string]string // by dotted key: only flags that were given
	Host  Host              // zero: ThisHost
}

// Loaded is a valid configuration that knows where each value comes from.
type Loaded struct {
	Config Config
	File   string // absolute path of the file that was read, "" when there was none

	// Remarks are about things that are valid but hardly meant: each has a message and
	// a hint what to do.
	Remarks []*fault.Error

	sources map[string]Source
	opts    Options
}

// Load reads defaults, file, environment and flags, each overriding the one before, and
// checks every value and how the values fit together. A value is checked even if a later
// layer overrides it. The error is of type [Problems] and names everything that is wrong.
// Load reads no other file than the config file; see [Loaded.Check].
func Load(opts Options) (*Loaded, error) {
	if opts.Host.OS == "" {
		opts.Host = ThisHost()
	}
	l := newLoader(opts.Host)
	if path, where := configFile(opts); path != "" {
		l.readFile(path, where)
	}
	l.readEnv()
	l.readFlags(opts.Flags)
	l.finish()
	if err := l.problems.err(); err != nil {
		return nil, err
	}
	return &Loaded{Config: l.config, File: l.file, Remarks: l.remarks, sources: l.sources, opts: opts}, nil
}

// configFile gives the absolute path of the file to read and who named it: ""
// for the default, which may be missing.
func configFile(opts Options) (path, where string) {
	if opts.File != "" {
		return absolute(opts.File, opts.Host.Dir), "--config"
	}
	if named := opts.Host.lookup(envConfig); named != "" {
		return absolute(named, opts.Host.Dir), envConfig
	}
	return DefaultFile(opts.Host), ""
}

// Source says where the value of a key comes from.
func (l *Loaded) Source(key string) Source { return l.sources[key] }

// Entry is one line of `navd config show`.
type Entry struct {
	Key     string // dotted
	Value   string // TOML literal
	Default string // TOML literal, with the paths of this host
	Source  Source
}

// Entries gives every key with its value, in the order of the sample file.
func (l *Loaded) Entries() []Entry {
	def := Default()
	fillPaths(&def, l.opts.Host)
	var entries []Entry
	for _, k := range table() {
		entries = append(entries, Entry{k.name, literal(k.in(&l.Config)), literal(k.in(&def)), l.sources[k.name]})
	}
	return entries
}

// loader builds a configuration.
type loader struct {
	host     Host
	rows     []key
	config   Config
	file     string
	sources  map[string]Source
	settings int // number of keys that the file sets
	remarks  []*fault.Error
	problems Problems
	chains   []chainSet      // not checked yet
	bad      map[string]bool // keys with a problem: conditions on them are not checked
}

func newLoader(h Host) *loader {
	l := &loader{host: h, rows: table(), config: Default(), sources: map[string]Source{}, bad: map[string]bool{}}
	for _, k := range l.rows {
		l.sources[k.name] = Source{Layer: LayerDefault}
	}
	return l
}

func (l *loader) report(f *fault.Error) { l.problems = append(l.problems, onLines(f)) }
func (l *loader) remark(f *fault.Error) { l.remarks = append(l.remarks, onLines(f)) }

// onLines escapes control characters in the texts of a fault.
func onLines(f *fault.Error) *fault.Error {
	f.Field, f.Message, f.Hint = plain(f.Field), plain(f.Message), plain(f.Hint)
	return f
}

// chainSet is a chain as one layer sets it.
type chainSet struct {
	key   string
	chain []string
	from  origin
}

// set sets a key to a value of one layer, or reports why it cannot.
func (l *loader) set(k key, v any, from origin) {
	next := l.config
	if bad := k.put(&next, v, from.dir); bad != nil {
		l.refuse(k, bad, from)
		return
	}
	l.config = next
	l.sources[k.name] = from.Source
	if k.rule.chain != nil {
		l.chains = append(l.chains, chainSet{k.name, k.in(&l.config).Interface().([]string), from})
	}
}

// setText is set for values that come as text.
func (l *loader) setText(k key, text string, from origin) {
	v, ok := parse(k.in(&l.config).Type(), text)
	if !ok {
		l.refuse(k, &offence{index: whole, given: text, misfit: "wrong type"}, from)
		return
	}
	l.set(k, v, from)
}

func (l *loader) refuse(k key, bad *offence, from origin) {
	l.bad[k.name] = true
	l.report(k.fault(bad).WithHint("%s: correct it or leave it out", from))
}

func (l *loader) find(name string) (key, bool) {
	i := slices.IndexFunc(l.rows, func(k key) bool { return k.name == name })
	if i < 0 {
		return key{}, false
	}
	return l.rows[i], true
}

func (l *loader) isSection(name string) bool {
	return slices.ContainsFunc(sections(), func(s section) bool { return s.name == name })
}

// names lists keys, then sections, for suggestions.
func (l *loader) names() []string {
	var names []string
	for _, k := range l.rows {
		names = append(names, k.name)
	}
	for _, s := range sections() {
		names = append(names, s.name)
	}
	return names
}

// readFlags applies flags, in the order of the sample file.
func (l *loader) readFlags(flags map[string]string) {
	for _, k := range l.rows {
		if text, ok := flags[k.name]; ok {
			l.setText(k, text, origin{Source{LayerFlag, "--" + k.flag()}, l.host.Dir})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(flags)) {
		if _, ok := l.find(name); !ok {
			l.report(unknown("key", name, nearest(name, l.names()), "flags"))
		}
	}
}

const (
	envPrefix = "NAVD_"
	envConfig = "NAVD_CONFIG"
	envTest   = "NAVD_TEST_" // test switches
)

// foreignEnv are NAVD_ variables that are not keys of the daemon: the name of the file, and
// the Python client's.
func foreignEnv() []string {
	return []string{envConfig, "NAVD_STRICT", "NAVD_RUN", "NAVD_DEADLINE_MS"}
}

// readEnv applies NAVD_ variables, in the order of the sample file. An empty
// one counts as not set.
func (l *loader) readEnv() {
	for _, k := range l.rows {
		if text := l.host.lookup(k.env()); text != "" {
			l.setText(k, text, origin{Source{LayerEnv, k.env()}, l.host.Dir})
		}
	}
	l.refuseUnknownEnv()
}

func (l *loader) refuseUnknownEnv() {
	known, byRule := foreignEnv(), map[string]string{}
	for _, k := range l.rows {
		known = append(known, k.env())
		byRule[envName(k.name)] = k.env()
	}
	for _, name := range l.ourEnv() {
		if slices.Contains(known, name) {
			continue
		}
		if retiredEnv(name) {
			l.report(gone(name, "environment"))
			continue
		}
		guess := byRule[name]
		if guess == "" {
			guess = nearest(name, known)
		}
		l.report(unknown("variable", name, guess, "environment"))
	}
}

// ourEnv lists the names of NAVD_ variables, sorted, without those of tests.
func (l *loader) ourEnv() []string {
	var names []string
	for _, pair := range l.host.Env {
		name, _, _ := strings.Cut(pair, "=")
		if strings.HasPrefix(name, envPrefix) && !strings.HasPrefix(name, envTest) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
