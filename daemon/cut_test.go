package daemon_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"navd/daemon"
)

// A file that was cut is refused and named, wherever it was cut.
func TestCut(t *testing.T) {
	im := makeImage(t, 4, 40)
	page, rnd := os.Getpagesize(), rand.New(rand.NewPCG(3, 4))
	sizes := []int{0, 1, 79, 80, page - 1, page, page + 80, 2*page - 1, 2 * page, 3 * page, len(im.raw) - page, len(im.raw) - 1}
	for range 20 {
		at := rnd.IntN(len(im.raw))
		sizes = append(sizes, at, at/page*page)
	}
	path := filepath.Join(t.TempDir(), daemon.DBFile)
	for _, size := range sizes {
		if err := os.WriteFile(path, im.raw[:size], 0o600); err != nil {
			t.Fatal(err)
		}
		d, err := openImage(path, "new")
		if err == nil {
			d.Close()
			t.Errorf("cut at %d: opened", size)
			continue
		}
		if says := refused(err); !strings.HasPrefix(says, "corrupt: ") {
			t.Errorf("cut at %d: %s", size, says)
		}
	}
}

// A file that is cut under a running daemon is named by every call that needs
// what is gone; the daemon lives on and can be closed.
func TestCutUnderTheDaemon(t *testing.T) {
	im := makeImage(t, 4, 40)
	path := filepath.Join(t.TempDir(), daemon.DBFile)
	try := func(size int) trial {
		if err := os.WriteFile(path, im.raw, 0o600); err != nil {
			t.Fatal(err)
		}
		d, err := openImage(path, "new")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, int64(size)); err != nil {
			t.Fatal(err)
		}
		tr := trial{asked: im.ask(t.Context(), d, "first"), deaf: true}
		tr.asked = append(tr.asked, im.goOn(t.Context(), d)...)
		tr.asked = append(tr.asked, im.ask(t.Context(), d, "then")...)
		_ = d.Close() // says what it likes, but comes back
		return tr
	}
	sound := try(len(im.raw))
	page := os.Getpagesize()
	for _, size := range []int{0, page, 2 * page, 2*page + 100, len(im.raw) / 3, len(im.raw) / 2 / page * page, len(im.raw) - page} {
		if verdict, why := try(size).judge(sound); verdict == "SILENT" {
			t.Errorf("cut to %d: %s", size, why)
		}
	}
}
