package outfile_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"navd/cmd/outfile"
	"navd/daemon/fault"
)

func openTree(t *testing.T, dir string) *outfile.Tree {
	t.Helper()
	tree, err := outfile.OpenTree("--out", dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := tree.Close(); err != nil {
			t.Error(err)
		}
	})
	return tree
}

func TestTree(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "deep")
	tree := openTree(t, dir)
	for _, step := range []struct {
		name, path, content string
		changed             bool
	}{
		{"new", "a/b/c.txt", "one", true},
		{"unchanged", "a/b/c.txt", "one", false},
		{"as long", "a/b/c.txt", "two", true},
		{"longer", "a/b/c.txt", "three", true},
		{"empty", "a/b/c.txt", "", true},
		{"at the top", "우리 집.json", "{}", true},
	} {
		changed, err := tree.Write(step.path, []byte(step.content))
		if err != nil || changed != step.changed {
			t.Errorf("%s: %v, %v", step.name, changed, err)
		}
		file := filepath.Join(dir, filepath.FromSlash(step.path))
		if got, err := os.ReadFile(file); err != nil || string(got) != step.content {
			t.Errorf("%s: %q, %v", step.name, got, err)
		}
	}
	names, err := filepath.Glob(filepath.Join(dir, "a", "b", "*"))
	hidden, err2 := filepath.Glob(filepath.Join(dir, "a", "b", ".*"))
	if err != nil || err2 != nil || len(names) != 1 || len(hidden) != 0 {
		t.Errorf("beside the file stand %q and %q", names, hidden)
	}
}

// TestTreeStaysInside holds that nothing is written outside, nor over what is
// no file.
func TestTreeStaysInside(t *testing.T) {
	top := t.TempDir()
	dir, far := filepath.Join(top, "in"), filepath.Join(top, "far")
	tree := openTree(t, dir)
	if err := os.MkdirAll(filepath.Join(dir, "there"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(far, 0o755); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"far": far, "up": "..", "file": filepath.Join(far, "x"), "loop": "loop"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{
		"", ".", "..", "/etc/x", filepath.ToSlash(far) + "/x", "../far/x", "a/../../far/x", "a/../x", "a//x", "./x", "a/", `..\far\x`, `a\x`, "a\x00b", "a\nb", "a\x1bb",
		"far/x", "up/far/x", "file", "file/x", "loop/x", "there",
	} {
		if changed, err := tree.Write(path, []byte("x")); !fault.Is(err, fault.Invalid) || changed {
			t.Errorf("%q: %v, %v", path, changed, err)
		}
	}
	var found []string
	for _, in := range []string{top, far, filepath.Join(dir, "there")} {
		list, err := os.ReadDir(in)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range list {
			found = append(found, e.Name())
		}
	}
	if !slices.Equal(found, []string{"far", "in"}) {
		t.Errorf("found %q", found)
	}
}

func TestOpenTreeRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{file, filepath.Join(file, "below")} {
		if tree, err := outfile.OpenTree("--out", dir); !fault.Is(err, fault.Denied) || tree != nil {
			t.Errorf("%s: %v", dir, err)
		}
	}
}
