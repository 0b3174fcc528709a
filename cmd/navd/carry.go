package main

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"syscall"

	"navd/config"
	"navd/daemon"
	"navd/daemon/datadir"
	"navd/daemon/fault"
	"navd/daemon/words"
	"navd/ipc"
	"navd/ipc/client"
)

// carryFormat is the version of the files of an export.
const carryFormat = 1

// manifestName is the file of an export that tells of the others.
const manifestName = "manifest.json"

// carriedFiles are the kinds of an export, in the order in which they are taken in.
var carriedFiles = []string{"grounding", "episodes", "episodic", "knowledge", "lats", "houses"}

// manifest is what stands in manifest.json.
type manifest struct {
	Format int           `json:"format"`
	Navd   string        `json:"navd"` // version that wrote it
	What   string        `json:"what"` // as it was asked for
	Files  []carriedFile `json:"files"`
}

// carriedFile is a file of an export.
type carriedFile struct {
	Name    string `json:"name"` // KIND.jsonl
	Records int    `json:"records"`
	Bytes   int64  `json:"bytes"`
	SHA256  string `json:"sha256"` // hexadecimal
}

// kindOf gives the kind of a file; false when an export has no such file.
func (f carriedFile) kindOf() (string, bool) {
	kind, ok := strings.CutSuffix(f.Name, ".jsonl")
	return kind, ok && slices.Contains(carriedFiles, kind)
}

// kindsOf reads what is to be exported.
func kindsOf(what string) ([]string, error) {
	if what == "all" {
		return carriedFiles, nil
	}
	if !slices.Contains(carriedFiles, what) {
		return nil, fault.Field("--what", what, strings.Join(carriedFiles, ", ")+" or all")
	}
	return []string{what}, nil
}

// reach gives work a connection to the running daemon. When none runs, it starts one of its
// own over the store, which only answers calls and does no background work. Without create,
// a missing store is an error.
func (a *app) reach(ctx context.Context, create bool, work func(context.Context, *client.Client, config.Config) error) (err error) {
	l, err := a.load()
	if err != nil {
		return err
	}
	running, data, err := a.daemonOf(ctx)
	if err != nil {
		return err
	}
	cfg := l.Config
	if running != nil {
		defer running.Close()
		return work(ctx, running, cfg)
	}
	if _, err := os.Stat(filepath.Join(data, daemon.DBFile)); !create && errors.Is(err, fs.ErrNotExist) {
		return fault.New(fault.NotFound, "there is no store").About("data_dir", data).WithHint("name its directory with --data-dir, or start navd")
	}
	dir, err := os.MkdirTemp("", "navd-") // for the socket, whose path must be short
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if !create && errors.Is(syscall.Access(data, mayWrite), syscall.EROFS) { // a daemon needs a store that it can write to
		if _, err := datadir.Copy(ctx, data, datadir.Target{Path: filepath.Join(dir, datadir.DB)}, datadir.Options{}); err != nil {
			return err
		}
		data = dir
	}
	cfg.DataDir, cfg.Socket.Path, cfg.Socket.Group, cfg.Socket.AllowUIDs, cfg.Log.Level = data, filepath.Join(dir, "s"), "", nil, "error"
	log, err := newLog(cfg.Log)
	if err != nil {
		return err
	}
	defer log.close()
	s, err := serve(ctx, cfg, log, onlyAsked)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, s.stop()) }()
	c, err := client.Dial(cfg.Socket.Path)
	if err != nil {
		return err
	}
	defer c.Close()
	return work(ctx, c, cfg)
}

// carryOut exports into a new directory, which is there whole or not at all.
func (a *app) carryOut(ctx context.Context, what, dir string) error {
	kinds, err := kindsOf(what)
	if err != nil {
		return err
	}
	if _, err := os.Lstat(dir); err == nil {
		return fault.New(fault.Conflict, "the directory already exists; an export never overwrites").About("DIR", dir).WithHint("name a new directory, or remove this one")
	}
	m := manifest{Format: carryFormat, Navd: daemon.Version, What: what, Files: []carriedFile{}}
	err = a.reach(ctx, false, func(ctx context.Context, c *client.Client, _ config.Config) (err error) {
		parent, err := filepath.Abs(dir)
		if err != nil {
			return err
		}
		temp, err := os.MkdirTemp(filepath.Dir(parent), ".navd-export-")
		if err != nil {
			kind := fault.Denied
			if errors.Is(err, fs.ErrNotExist) {
				kind = fault.NotFound
			}
			return fault.New(kind, "no directory can be made there: %w", err).About("DIR", dir)
		}
		defer os.RemoveAll(temp) // nothing there once it is renamed
		from, err := copyFor(ctx, c)
		if err != nil {
			return err
		}
		for _, kind := range kinds {
			f, err := carryFile(ctx, c, temp, kind, &from)
			if err != nil {
				return err
			}
			m.Files = append(m.Files, f)
		}
		return sealExport(temp, parent, m)
	})
	if err != nil {
		return err
	}
	return a.show(m, func() error {
		for _, f := range m.Files {
			a.say("%-16s %s, %d bytes\n", f.Name, words.Count(f.Records, "record"), f.Bytes)
		}
		return a.say("in %s; `navd import %s` takes it in\n", plain(dir), plain(dir))
	})
}

// copyFor says from which copy of the store to export: a new one, so that all kinds are of
// one moment, but none when no daemon runs, since then nobody writes.
func copyFor(ctx context.Context, c ipc.Caller) (string, error) {
	info, err := ipc.NavdInfo.Call(ctx, c, ipc.None{})
	if err != nil || info.PID == os.Getpid() {
		return "", err
	}
	return "new", nil
}

// carryFile writes the file of a kind, page by page, from a copy of the store, of which it
// gives the id.
func carryFile(ctx context.Context, c ipc.Caller, dir, kind string, from *string) (f carriedFile, err error) {
	f.Name = kind + ".jsonl"
	out, err := os.OpenFile(filepath.Join(dir, f.Name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return f, err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	sum := sha256.New()
	p := ipc.ExportPageParams{What: kind, Limit: 1000, Copy: *from}
	err = eachPage(ctx, c, ipc.NavdExport, &p, &p.Cursor, func(r ipc.ExportPage) (string, error) {
		if _, err := io.WriteString(io.MultiWriter(out, sum), r.Lines); err != nil {
			return "", fault.New(fault.Unavailable, "the export cannot be written: %w", err).About("DIR", dir)
		}
		p.Copy, *from = r.Copy, r.Copy
		f.Records, f.Bytes = f.Records+r.Count, f.Bytes+int64(len(r.Lines))
		return r.Cursor, nil
	})
	f.SHA256 = hex.EncodeToString(sum.Sum(nil))
	return f, errors.Join(err, out.Sync())
}

// sealExport writes the manifest and moves the directory to its place.
func sealExport(temp, dir string, m manifest) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	out, err := os.OpenFile(filepath.Join(temp, manifestName), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = out.Write(append(text, '\n'))
	if err = errors.Join(err, out.Sync(), out.Close()); err != nil {
		return err
	}
	if err := os.Rename(temp, dir); err != nil {
		return fault.New(fault.Conflict, "the export cannot be moved to its place: %w", err).About("DIR", dir).WithHint("name a new directory")
	}
	parent, err := os.Open(filepath.Dir(dir))
	if err != nil {
		return err
	}
	return errors.Join(parent.Sync(), parent.Close())
}

// isExport reports whether the only argument is a directory that carryOut wrote.
func isExport(args []string) bool {
	if len(args) != 1 {
		return false
	}
	_, err := os.Lstat(filepath.Join(args[0], manifestName))
	return err == nil
}

// carryIn imports a directory that carryOut wrote. It checks all files first.
func (a *app) carryIn(ctx context.Context, dir string, dry bool) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fault.New(fault.NotFound, "the directory cannot be read: %w", err).About("DIR", dir)
	}
	defer root.Close()
	m, err := readManifest(root)
	if err != nil {
		return err
	}
	for _, f := range m.Files {
		if err := f.check(root); err != nil {
			return err
		}
	}
	sums := map[string]ipc.ImportedLines{}
	err = a.reach(ctx, true, func(ctx context.Context, c *client.Client, cfg config.Config) error {
		for _, f := range m.Files {
			sum, err := f.take(ctx, c, root, min(cfg.Socket.MaxLineBytes-lineSlack, 4<<20), dry)
			sums[f.Name] = sum
			if err != nil {
				return m.partly(sums, err, dry)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if a.asJSON {
		return a.printJSON(sums)
	}
	for _, f := range m.Files {
		a.say("%-16s %d new, %d known\n", f.Name, sums[f.Name].Stored, sums[f.Name].Same)
	}
	if dry {
		a.say("dry run, nothing was stored\n")
	}
	return nil
}

// partly is the error of an import that did not come to its end: it says what was stored
// before, and how to go on.
func (m manifest) partly(sums map[string]ipc.ImportedLines, err error, dry bool) error {
	if dry {
		return err
	}
	var stored []string
	for _, f := range m.Files {
		if n := sums[f.Name].Stored; n > 0 {
			kind, _ := f.kindOf()
			stored = append(stored, fmt.Sprintf("%d %s", n, kind))
		}
	}
	e := *fault.As(err)
	if stored == nil {
		e.Message += "; nothing new was stored before that"
		return &e
	}
	e.Message += "; stored before that: " + strings.Join(stored, ", ")
	if e.Hint != "" {
		e.Hint += "; "
	}
	e.Hint += "when it is mended, import again: what is here already counts as known"
	return &e
}

// readManifest reads and checks the manifest of an export. Its files are in the order in
// which they are taken in.
func readManifest(root *os.Root) (m manifest, err error) {
	text, err := root.ReadFile(manifestName)
	if err != nil {
		return m, fault.New(fault.NotFound, "%s cannot be read: %w", manifestName, err)
	}
	var head struct {
		Format int `json:"format"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return m, fault.New(fault.Invalid, "%s is damaged: %w", manifestName, err).WithHint("export again")
	}
	if head.Format != carryFormat {
		return m, fault.New(fault.Invalid, "the export has format %d, this navd reads format %d", head.Format, carryFormat).
			WithHint("import it with the navd that wrote it, or a newer one")
	}
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.DisallowUnknownFields()
	if err := d.Decode(&m); err != nil {
		return m, fault.New(fault.Invalid, "%s is damaged: %w", manifestName, err).WithHint("export again")
	}
	seen := map[string]bool{}
	for _, f := range m.Files {
		if _, ok := f.kindOf(); !ok || seen[f.Name] {
			return m, fault.New(fault.Invalid, "%s names %q, which an export does not have, or names it twice", manifestName, f.Name).WithHint("the files are KIND.jsonl, each once; KIND is one of %s", strings.Join(carriedFiles, ", "))
		}
		seen[f.Name] = true
	}
	at := func(i int) int { return slices.Index(carriedFiles, strings.TrimSuffix(m.Files[i].Name, ".jsonl")) }
	sort.SliceStable(m.Files, func(i, j int) bool { return at(i) < at(j) })
	return m, nil
}

// open opens the file, which has to be a regular one inside the directory.
func (f carriedFile) open(root *os.Root) (*os.File, error) {
	info, err := root.Lstat(f.Name)
	if err == nil && info.Mode().Type() != 0 {
		err = fs.ErrInvalid
	}
	if err != nil {
		return nil, fault.New(fault.Invalid, "%s is missing or not a regular file: %w", f.Name, err).WithHint("export again")
	}
	return root.Open(f.Name)
}

// check compares the file with the manifest.
func (f carriedFile) check(root *os.Root) error {
	in, err := f.open(root)
	if err != nil {
		return err
	}
	defer in.Close()
	sum := sha256.New()
	n, err := io.Copy(sum, in)
	if err != nil {
		return fault.New(fault.Unavailable, "%s cannot be read: %w", f.Name, err)
	}
	if n != f.Bytes || hex.EncodeToString(sum.Sum(nil)) != f.SHA256 {
		return fault.New(fault.Corrupt, "%s is damaged: its size or hash is not the one in %s", f.Name, manifestName).WithHint("copy it again, or export again; nothing was stored")
	}
	return nil
}

// take sends the file in parts of whole lines, each at most most bytes as a JSON text. A
// single line that is longer is sent alone.
func (f carriedFile) take(ctx context.Context, c ipc.Caller, root *os.Root, most int, dry bool) (sum ipc.ImportedLines, err error) {
	in, err := f.open(root)
	if err != nil {
		return sum, err
	}
	defer in.Close()
	kind, _ := f.kindOf()
	var part strings.Builder
	room, before, number := most, 0, 0
	send := func() error {
		if part.Len() == 0 {
			return nil
		}
		r, err := ipc.NavdImport.Call(ctx, c, ipc.ImportLinesParams{What: kind, Lines: part.String(), DryRun: dry})
		if err != nil {
			e := *fault.As(err)
			text, said, _ := strings.Cut(e.Message, ipc.StoredBefore)
			stored, _ := strconv.Atoi(said) // 0 when it does not say
			e.Message, sum.Stored = text, sum.Stored+stored
			at, what, numbered := strings.Cut(strings.TrimPrefix(e.Message, "line "), ": ")
			if n, bad := strconv.Atoi(at); numbered && bad == nil { // of this part
				e.Message = fmt.Sprintf("%s, line %d: %s", f.Name, before+n, what)
			} else {
				e.Message = fmt.Sprintf("%s, after line %d: %s", f.Name, before, e.Message)
			}
			return &e
		}
		sum.Stored, sum.Same = sum.Stored+r.Stored, sum.Same+r.Same
		room, before = most, number
		part.Reset()
		return nil
	}
	for lines := bufio.NewReader(in); ; {
		line, err := lines.ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return sum, err
		}
		size := len(line) + 5*strings.Count(line, `"`) + 5*strings.Count(line, `\`) // at most, as a text of JSON
		if size > room {
			if err := send(); err != nil {
				return sum, err
			}
		}
		part.WriteString(line)
		room -= size
		if number++; err != nil {
			return sum, send()
		}
	}
}
