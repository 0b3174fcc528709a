package config_test

import (
	"os"
	"path/filepath"
	"testing"
)

func TestCheck(t *testing.T) {
	text := "image_roots = ['.', 'navd.toml', 'gone']\nlog.file = 'gone/navd.log'"
	loaded, dir, err := load(t, text, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	wantMessage(t, loaded.Check(), dir, `
image_roots[1]: not a directory, given "DIR/navd.toml", allowed an existing directory (DIR/navd.toml:1)
image_roots[2]: no such file or directory, given "DIR/gone", allowed an existing directory (DIR/navd.toml:1)
log.file: its directory: no such file or directory, given "DIR/gone/navd.log", allowed an existing directory (DIR/navd.toml:2)
`)
	if err := os.Remove(filepath.Join(dir, "navd.toml")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"navd.toml", "gone"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	wantMessage(t, loaded.Check(), dir, "")
}

// TestCheckThroughAFile: a root below something that is not a directory.
func TestCheckThroughAFile(t *testing.T) {
	loaded, dir, err := load(t, "image_roots = ['navd.toml/pics']", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	wantMessage(t, loaded.Check(), dir,
		`image_roots[0]: not a directory, given "DIR/navd.toml/pics", allowed an existing directory (DIR/navd.toml:1)`)
}

// TestCheckFollowsLinks: a link to a directory is a directory.
func TestCheckFollowsLinks(t *testing.T) {
	loaded, dir, err := load(t, "image_roots = ['link']", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(t.TempDir(), filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	wantMessage(t, loaded.Check(), dir, "")
}

// TestCheckNamesTheLayer: the hint follows the value.
func TestCheckNamesTheLayer(t *testing.T) {
	loaded, dir, err := load(t, "", []string{"NAVD_IMAGE_ROOTS=/gone"}, map[string]string{"log.file": "/gone/log"})
	if err != nil {
		t.Fatal(err)
	}
	wantMessage(t, loaded.Check(), dir, `
image_roots[0]: no such file or directory, given "/gone", allowed an existing directory (NAVD_IMAGE_ROOTS)
log.file: its directory: no such file or directory, given "/gone/log", allowed an existing directory (--log-file)
`)
}
