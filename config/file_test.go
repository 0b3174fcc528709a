package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"navd/config"
	"navd/daemon/fault"
)

// TestFileProblems: each text and everything that is wrong with it.
func TestFileProblems(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"below range", "[nav]\nforward_m = 0", `nav.forward_m: out of range, given 0, allowed 0.01..10 m (DIR/navd.toml:2: correct it or leave it out)`},
		{"above range", "nav.queue_size = 101", `nav.queue_size: out of range, given 101, allowed 1..100 records (DIR/navd.toml:1: correct it or leave it out)`},
		{"not a number", "nav.forward_m = nan", `nav.forward_m: out of range, given NaN, allowed 0.01..10 m (DIR/navd.toml:1: correct it or leave it out)`},
		{"infinite", "nav.localize_radius_m = +inf", `nav.localize_radius_m: out of range, given +Inf, allowed 0..1000 m (DIR/navd.toml:1: correct it or leave it out)`},
		{"minus infinite", "nav.forward_m = -inf", `nav.forward_m: out of range, given -Inf, allowed 0.01..10 m (DIR/navd.toml:1: correct it or leave it out)`},
		{"fraction for a whole number", "nav.scene_every = 20.5", `nav.scene_every: not allowed, given 20.5, allowed integer 1..10000 steps (DIR/navd.toml:1: correct it or leave it out)`},
		{"text for a number", `nav.forward_m = "far"`, `nav.forward_m: wrong type, given "far", allowed number 0.01..10 m (DIR/navd.toml:1: correct it or leave it out)`},
		{"number for text", "log.level = 3", `log.level: wrong type, given 3, allowed debug, info, warn, error (DIR/navd.toml:1: correct it or leave it out)`},
		{"text for a switch", `log.log_prompts = "yes"`, `log.log_prompts: wrong type, given "yes", allowed true or false (DIR/navd.toml:1: correct it or leave it out)`},
		{"unknown choice", `durability = "async"`, `durability: not allowed, given "async", allowed sync, relaxed (DIR/navd.toml:1: correct it or leave it out)`},
		{"empty choice", `log.format = ""`, `log.format: not allowed, given "", allowed text, json (DIR/navd.toml:1: correct it or leave it out)`},
		{"two lines of text", `socket.group = "a\nb"`, `socket.group: not allowed, given "a\nb", allowed text on one line (DIR/navd.toml:1: correct it or leave it out)`},
		{"date for text", "data_dir = 2024-01-01", `data_dir: wrong type, given "2024-01-01 00:00:00 +0000 date-local", allowed a path (~ is not expanded) (DIR/navd.toml:1: correct it or leave it out)`},
		{"home directory", `data_dir = "~/navd"`, `data_dir: not allowed, given "~/navd", allowed a path (~ is not expanded) (DIR/navd.toml:1: correct it or leave it out)`},
		{"NUL in a path", `log.file = "a\u0000b"`, `log.file: not allowed, given "a\x00b", allowed a path (~ is not expanded) (DIR/navd.toml:1: correct it or leave it out)`},
		{"text for a list", `image_roots = "/srv"`, `image_roots: wrong type, given "/srv", allowed a list of paths, each once (~ is not expanded) (DIR/navd.toml:1: correct it or leave it out)`},
		{"empty root", `image_roots = ["/srv", ""]`, `image_roots[1]: not allowed, given "", allowed a list of paths, each once (~ is not expanded) (DIR/navd.toml:1: correct it or leave it out)`},
		{"same root twice", `image_roots = ["/srv", "/srv/./"]`, `image_roots[1]: not allowed, given "/srv", allowed a list of paths, each once (~ is not expanded) (DIR/navd.toml:1: correct it or leave it out)`},
		{"text among numbers", `socket.allow_uids = [1, "two"]`, `socket.allow_uids[1]: wrong type, given "two", allowed a list of integers, 0..4294967294, each once (DIR/navd.toml:1: correct it or leave it out)`},
		{"negative uid", `socket.allow_uids = [-1]`, `socket.allow_uids[0]: out of range, given -1, allowed a list of integers, 0..4294967294, each once (DIR/navd.toml:1: correct it or leave it out)`},
		{"uid twice", `socket.allow_uids = [5, 5]`, `socket.allow_uids[1]: out of range, given 5, allowed a list of integers, 0..4294967294, each once (DIR/navd.toml:1: correct it or leave it out)`},
		{"unknown trigger", `nav.plan_triggers = ["stuck", "start"]`, `nav.plan_triggers[1]: not allowed, given "start", allowed episode_start, stop_without_goal, stuck, ababa (DIR/navd.toml:1: correct it or leave it out)`},
		{"unknown provider", `planner.chain = ["vertix", "local"]`, `planner.chain[0]: not allowed, given "vertix", allowed PROVIDER or PROVIDER:MODEL each, 1..8 of at most 300 bytes; only the last may be local or nearest; providers: genai, openai, vertex; models.servers adds more (DIR/navd.toml:1: correct it or leave it out)`},
		{"price without a number", `models.prices = ["m 1 2", "n 1 -2"]`, `models.prices[1]: not allowed, given "n 1 -2", allowed a list of texts, MODEL IN OUT each, per million tokens in and out, each once (DIR/navd.toml:1: correct it or leave it out)`},
		{"two prices of one model", `models.prices = ["m 1 2", "m 1 3"]`, `models.prices: not allowed, given [m 1 2 m 1 3], allowed a list of texts, MODEL IN OUT each, per million tokens in and out, each once (DIR/navd.toml:1: correct it or leave it out)`},
		{"no provider", `planner.chain = []`, `planner.chain: not allowed, given [], allowed PROVIDER or PROVIDER:MODEL each, 1..8 of at most 300 bytes; only the last may be local or nearest; providers: genai, openai, vertex; models.servers adds more (DIR/navd.toml:1: correct it or leave it out)`},
		{"table for a key", "[nav.forward_m]\nmin = 1", `nav.forward_m: wrong type, given a table, allowed number 0.01..10 m (DIR/navd.toml:1: correct it or leave it out)`},
		{"key for a table", "nav = 3", `nav: not allowed, allowed a table, [nav] (DIR/navd.toml:1)`},
		{"key for an inner table", "planner.budget = 3", `planner.budget: not allowed, allowed a table, [planner.budget] (DIR/navd.toml:1)`},
		{"list of tables", "[[nav]]\nforward_m = 1", `nav: not allowed, allowed a table, [nav] (DIR/navd.toml:1)`},
		{"tables for a key", "[[data_dir]]\nx = 1", `data_dir: wrong type, given a table, allowed a path (~ is not expanded) (DIR/navd.toml:1: correct it or leave it out)`},

		{"misspelt key", "[nav]\n\nforwrd_m = 1", `nav.forwrd_m: unknown key (DIR/navd.toml:3: did you mean nav.forward_m?)`},
		{"swapped letters", "durabiltiy = 1", `durabiltiy: unknown key (DIR/navd.toml:1: did you mean durability?)`},
		{"dash for underscore", "data-dir = 1", `data-dir: unknown key (DIR/navd.toml:1: did you mean data_dir?)`},
		{"capitals", "Durability = 'sync'", `Durability: unknown key (DIR/navd.toml:1: did you mean durability?)`},
		{"key without its table", "forward_m = 0.3", `forward_m: unknown key (DIR/navd.toml:1: did you mean nav.forward_m?)`},
		{"key in the wrong table", "[nav]\nlevel = 3", `nav.level: unknown key (DIR/navd.toml:2: did you mean log.level?)`},
		{"misspelt table", "[planer]\nchain = ['x']\n[planer.budget]\nx = 1", `planer: unknown key (DIR/navd.toml:1: did you mean planner?)`},
		{"table without its parent", "[vertex]", `vertex: unknown key (DIR/navd.toml:1: did you mean models.vertex?)`},
		{"a key that never did anything", "[planner.budget]\nknowledge = 1", `planner.budget.knowledge: this setting was removed, and never had an effect (DIR/navd.toml:2: remove it; planner.budget.context and grounding.budget divide the prompt)`},
		{"nothing near", "weather = 'fine'", `weather: unknown key (DIR/navd.toml:1)`},
		{"below a key", "nav.forward_m.min = 1", `nav.forward_m.min: unknown key (DIR/navd.toml:1: did you mean nav.forward_m?)`},
		{"odd name", `"a\nb" = 1`, `"a\nb": unknown key (DIR/navd.toml:1)`},

		{"broken", "[nav]\nforward_m = \n", `not valid TOML: expected value but found '\n' instead (DIR/navd.toml:2)`},
		{"escape over two lines", "x = \"\\\n\"", `not valid TOML: invalid escape in string '\\n' (DIR/navd.toml:2)`},
		{"NUL", "x = \"\x00\"", `not valid TOML: files cannot contain NULL bytes; probably using UTF-16; TOML files must be UTF-8 (DIR/navd.toml:1)`},
		{"UTF-16", "x\x00=\x001\x00", `not valid TOML: files cannot contain NULL bytes; probably using UTF-16; TOML files must be UTF-8 (DIR/navd.toml:1)`},
		{"not UTF-8", "x = \"\xff\"", `not valid TOML: invalid UTF-8 byte: 0xff (DIR/navd.toml:1)`},
		{"never closed", "x = [1,\n2\n", `not valid TOML: expected a comma (',') or array terminator (']'), but got end of file (DIR/navd.toml:2)`},
		{"table twice", "[nav]\n[log]\n[nav]", `not valid TOML: Key 'nav' has already been defined (DIR/navd.toml:3)`},
		{"no value", "forward_m", `not valid TOML: unexpected EOF; expected key separator '=' (DIR/navd.toml:1)`},
		{"key twice", "nav.queue_size = 1\nnav.queue_size = 2", `not valid TOML: Key 'nav.queue_size' has already been defined (DIR/navd.toml:2)`},

		{"image and line", "socket.max_line_bytes = 1_000_000", `images.max_bytes: does not fit socket.max_line_bytes, given 8388608, allowed at most 700848 bytes, or a longer line (images.max_bytes = 8388608 from default, socket.max_line_bytes = 1000000 from DIR/navd.toml:1)`},
		{"same path", "data_dir = '/navd'\nsocket.path = '/navd'", `socket.path: does not fit data_dir and log.file, given "/navd", allowed three different paths (socket.path = "/navd" from DIR/navd.toml:2, data_dir = "/navd" from DIR/navd.toml:1, log.file = "" from default)`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, dir, err := load(t, tt.text, nil, nil)
			wantMessage(t, err, dir, tt.want)
			if !fault.Is(err, fault.Invalid) {
				t.Errorf("kind = %v, want invalid", err)
			}
		})
	}
}

// TestRemarks: a file that was named and sets nothing is worth a word, the
// default one and one that is no file are not.
func TestRemarks(t *testing.T) {
	const hint = "named by --config: was it written completely? `navd config sample` prints every key"
	for _, tt := range []struct{ name, text, want string }{
		{"no bytes", "", "config file DIR/navd.toml is empty and sets nothing (" + hint + ")"},
		{"white space", " \n\t\n", "config file DIR/navd.toml is empty and sets nothing (" + hint + ")"},
		{"comments", "# nav.forward_m = 0.3\n", "config file DIR/navd.toml sets nothing (" + hint + ")"},
		{"a table without keys", "[nav]\n", "config file DIR/navd.toml sets nothing (" + hint + ")"},
		{"the sample", string(config.Sample()), "config file DIR/navd.toml sets nothing (" + hint + ")"},
		{"a setting", "[nav]\nforward_m = 0.3\n", ""},
		{"a setting that is the default", "nav.forward_m = 0.25\n", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			loaded, dir, err := load(t, tt.text, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := remarks(loaded, dir); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// remarks gives the remarks as text, with the test's directory as DIR.
func remarks(loaded *config.Loaded, dir string) string {
	if len(loaded.Remarks) == 0 {
		return ""
	}
	return replaceDir(config.Problems(loaded.Remarks).Error(), dir)
}

// TestRemarksByWhom: it is the naming that makes an empty file worth a word.
func TestRemarksByWhom(t *testing.T) {
	dir, path := writeFile(t, "")
	home := filepath.Join(dir, ".config", "navd")
	if err := os.MkdirAll(home, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, "navd.toml"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	inHome := func(env ...string) config.Host {
		h := pilot(env...)
		h.Home = dir
		return h
	}
	const what = "config file DIR/navd.toml is empty and sets nothing (named by "
	for _, tt := range []struct {
		name string
		opts config.Options
		want string
	}{
		{"by a flag", config.Options{File: path, Host: pilot()}, what + "--config"},
		{"by a variable", config.Options{Host: pilot("NAVD_CONFIG=" + path)}, what + "NAVD_CONFIG"},
		{"set elsewhere", config.Options{File: path, Host: pilot("NAVD_NAV_FORWARD_M=0.3")}, what + "--config"},
		{"the default file", config.Options{Host: inHome()}, ""},
		{"no file at all", config.Options{Host: pilot()}, ""},
		{"named to have none", config.Options{File: os.DevNull, Host: pilot()}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			loaded, err := config.Load(tt.opts)
			if err != nil {
				t.Fatal(err)
			}
			if got := remarks(loaded, dir); !strings.HasPrefix(got, tt.want) || (got == "") != (tt.want == "") {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
