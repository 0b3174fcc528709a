package daemon_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"navd/daemon/datadir"
	"navd/daemon/fault"
	"navd/ipc"
)

// A copy is a new file or an older copy, and never the store or what is no file.
func TestBackupRefused(t *testing.T) {
	h := newHouse(t)
	data, dir := h.opts.Config.DataDir, t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	attempt(t, os.WriteFile(at("taken"), []byte("mine"), 0o600))
	attempt(t, os.Mkdir(at("directory"), 0o700))
	attempt(t, syscall.Mkfifo(at("pipe"), 0o600))
	attempt(t, os.Symlink(at("pipe"), at("to the pipe")))
	attempt(t, os.Symlink("/dev/null", at("to a device")))
	attempt(t, os.Symlink(at("nowhere"), at("to nothing")))
	attempt(t, os.Symlink(filepath.Join(data, datadir.DB), at("to the store")))
	attempt(t, os.Link(filepath.Join(data, datadir.DB), at("the store")))
	attempt(t, os.Symlink(data, at("data")))
	conflict := refusal{Code: -32003, Kind: fault.Conflict, Field: "path"}
	invalid := refusal{Code: -32001, Kind: fault.Invalid, Field: "path"}
	none := refusal{Code: -32002, Kind: fault.NotFound, Field: "path"}
	for _, tt := range []struct {
		name, path string
		want       refusal
	}{
		{"relative", "saved.db", refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: "path"}},
		{"taken", at("taken"), conflict},
		{"no directory", at("none/saved.db"), none},
		{"a directory", at("directory"), invalid},
		{"a pipe", at("pipe"), invalid},
		{"a link to a pipe", at("to the pipe"), invalid},
		{"a link to a device", at("to a device"), invalid},
		{"a link to nothing", at("to nothing"), none},
		{"the store", filepath.Join(data, datadir.DB), conflict},
		{"the store by a link", at("to the store"), conflict},
		{"the store by another name", at("the store"), conflict},
		{"the store by a link to its directory", filepath.Join(at("data"), datadir.DB), conflict},
		{"a file of the store", filepath.Join(data, datadir.DB+".pid"), conflict},
		{"in the index", filepath.Join(data, datadir.Index, "copy.db"), conflict},
	} {
		for _, replace := range []bool{false, true} {
			t.Run(tt.name, func(t *testing.T) {
				h := h.in(t)
				raw, err := json.Marshal(ipc.BackupParams{Path: tt.path, Replace: replace})
				attempt(t, err)
				if e := h.refuse(ipc.NavdBackup, string(raw), tt.want); tt.name != "relative" && e.Data.Hint == "" {
					t.Error("no hint")
				}
			})
		}
	}
	if text, err := os.ReadFile(at("taken")); err != nil || string(text) != "mine" {
		t.Errorf("the file that was there has %q, %v", text, err)
	}
	if left, _ := filepath.Glob(at("*.partial*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// A copy is what the answer says, is restored as the store of that moment, and may
// replace an older one, through a link too.
func TestBackup(t *testing.T) {
	h := newHouse(t)
	dir := t.TempDir()
	real, link := filepath.Join(dir, "copy.db"), filepath.Join(dir, "link")
	attempt(t, os.Symlink(real, link))
	episode := h.begin()
	backup := func(path, replace string) ipc.BackupResult {
		t.Helper()
		r := into[ipc.BackupResult](t, h.do(ipc.NavdBackup, `{"path":"`+path+`","replace":`+replace+`}`))
		raw, err := os.ReadFile(real)
		attempt(t, err)
		info, err := os.Stat(real)
		attempt(t, err)
		sum := sha256.Sum256(raw)
		if r.Path != real || r.Bytes != info.Size() || info.Mode().Perm() != 0o600 || r.SHA256 != hex.EncodeToString(sum[:]) || len(r.Problems) > 0 {
			t.Errorf("got %+v for %s, %d bytes", r, info.Mode(), info.Size())
		}
		return r
	}
	if r := backup(real, "false"); r.Replaced {
		t.Error("nothing was there to replace")
	}
	later := h.begin()
	if r := backup(link, "true"); !r.Replaced {
		t.Error("an older copy was there")
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v", err)
	}
	lost := h.begin()
	h.stop()
	r, err := datadir.Restore(t.Context(), real, h.opts.Config.DataDir, datadir.Options{Now: start})
	attempt(t, err)
	if want := filepath.Join(h.opts.Config.DataDir, "before-restore-20260102T030405Z"); r.Kept != want {
		t.Errorf("kept in %s, want %s", r.Kept, want)
	}
	h.open()
	h.do(ipc.EpisodeGet, `{"episode":"`+episode+`"}`)
	h.do(ipc.EpisodeGet, `{"episode":"`+later+`"}`)
	h.refuse(ipc.EpisodeGet, `{"episode":"`+lost+`"}`, refusal{Code: -32002, Kind: fault.NotFound, Field: "episode"})
}
