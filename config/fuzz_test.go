package config_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/config"
)

// FuzzFile: any text either gives problems of one clean line each, or a
// configuration that, printed as `config show` does, loads as itself.
func FuzzFile(f *testing.F) {
	f.Add("# comment\n#x = 1\n[nav]\nplan_triggers = ['stuck', 'ababa']\n[planner.budget]\nskills = 3\n")
	for _, seed := range []string{
		"", "[nav]\nforward_m = 1e-1\n", "nav = {turn_deg = 45}", "[[nav]]\nx=1", "a.b.c.d = [[1],{x=2}]",
		"\"\" = 1", "[planner.budget]\ncontext = 0x10", "socket.allow_uids = [0, 1,\n# c\n2]", "image_roots = ['''a''', \"b\\u00e9\"]",
		"nav.forward_m = nan", "nav.forward_m.x = 1", "log.file = \"\\u007f\"", "x = [[[[[[[", "x = \"\\\n\"", "data_dir = 1979-05-27T07:32:00Z",
		"lats.chain = ['a:m', 'local']\nmodels.servers = ['a http://h m', 'b https://h/v1 m KEY']",
	} {
		f.Add(seed)
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(dir, "navd.toml")
		loaded, err := loadText(t, path, text)
		if err != nil {
			wantCleanLines(t, err)
			return
		}
		again, err := loadText(t, path, printed(loaded))
		if err != nil {
			t.Fatalf("what was printed does not load: %v\n%s", err, printed(loaded))
		}
		if diff := cmp.Diff(loaded.Config, again.Config); diff != "" {
			t.Errorf("loaded again (-first +second):\n%s", diff)
		}
	})
}

func loadText(t *testing.T, path, text string) (*config.Loaded, error) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return config.Load(config.Options{File: path, Host: pilot()})
}

func printed(loaded *config.Loaded) string {
	var b strings.Builder
	for _, e := range loaded.Entries() {
		b.WriteString(e.Key + " = " + e.Value + "\n")
	}
	return b.String()
}

func wantCleanLines(t *testing.T, err error) {
	t.Helper()
	var problems config.Problems
	if !errors.As(err, &problems) || len(problems) == 0 {
		t.Fatalf("error is a %T with %d problems", err, len(problems))
	}
	if got := strings.Count(err.Error(), "\n") + 1; got != len(problems) {
		t.Errorf("%d problems on %d lines:\n%s", len(problems), got, err)
	}
	for _, p := range problems {
		if p.Kind == "" || p.Message == "" || p.Hint == "" && p.Kind == "invalid" {
			t.Errorf("incomplete problem %+v", p)
		}
	}
}

// FuzzEnv: any value of a variable, the same.
func FuzzEnv(f *testing.F) {
	for i, seed := range []string{"", "1", "0.5", "a,b", "true", "sync", "/tmp/x", "NaN", " 7 ", "~", "\xff", "local"} {
		f.Add(i*3, seed)
	}
	keys := config.Keys()
	f.Fuzz(func(t *testing.T, at int, value string) {
		info := keys[uint(at)%uint(len(keys))]
		loaded, err := config.Load(config.Options{Host: pilot(info.Env + "=" + value)})
		if err != nil {
			wantCleanLines(t, err)
			return
		}
		again := mustLoad(t, printed(loaded))
		if diff := cmp.Diff(loaded.Config, again.Config); diff != "" {
			t.Errorf("%s=%q loaded again (-first +second):\n%s", info.Env, value, diff)
		}
	})
}
