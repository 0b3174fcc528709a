package outfile_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"navd/cmd/outfile"
	"navd/daemon/fault"
)

func TestWrite(t *testing.T) {
	broken := errors.New("broken")
	for _, tt := range []struct {
		name  string
		write func(io.Writer) error
		err   error
		want  string
	}{
		{"whole", func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }, nil, "new"},
		{"broken off", func(w io.Writer) error { _, _ = io.WriteString(w, "ne"); return broken }, broken, "old"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			file, link := filepath.Join(dir, "a.csv"), filepath.Join(dir, "link.csv")
			if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink("a.csv", link); err != nil {
				t.Fatal(err)
			}
			if err := outfile.Write("--csv", link, tt.write); !errors.Is(err, tt.err) {
				t.Errorf("%v", err)
			}
			if text, err := os.ReadFile(file); err != nil || string(text) != tt.want {
				t.Errorf("%q, %v", text, err)
			}
			if info, err := os.Lstat(link); err != nil || info.Mode().Type() != os.ModeSymlink {
				t.Errorf("the link is now %v, %v", info, err)
			}
			if left, err := os.ReadDir(dir); err != nil || len(left) != 2 {
				t.Errorf("left behind: %v, %v", left, err)
			}
		})
	}
}

// TestWriteNowhere names the file that was asked for, and not the temporary one beside it.
func TestWriteNowhere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "missing", "a.csv")
	err := outfile.Write("--csv", path, func(io.Writer) error { return nil })
	if got, want := fault.As(err).Error(), `--csv: it cannot be written: no such file or directory, given "`+path+`"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestWriteKeeps leaves what is no file as it is: root could replace a device
// such as /dev/null by a file.
func TestWriteKeeps(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{pipe, dir} {
		err := outfile.Write("--csv", name, func(io.Writer) error { return nil })
		if !fault.Is(err, fault.Invalid) || fault.As(err).Field != "--csv" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if info, err := os.Lstat(pipe); err != nil || info.Mode().Type() != os.ModeNamedPipe {
		t.Errorf("the pipe is now %v, %v", info, err)
	}
}
