package config

import (
	"reflect"
	"slices"
	"testing"
)

// TestFitsAreReloadedTogether guards the promise of fit.
func TestFitsAreReloadedTogether(t *testing.T) {
	rows := table()
	for _, f := range fits() {
		var states []bool
		for _, name := range f.keys {
			i := slices.IndexFunc(rows, func(k key) bool { return k.name == name })
			if i < 0 {
				t.Fatalf("%s is no key", name)
			}
			states = append(states, rows[i].live)
		}
		if slices.Contains(states, true) && slices.Contains(states, false) {
			t.Errorf("%v are not all live or all not", f.keys)
		}
	}
}

func TestFitsAllowWhatTheyName(t *testing.T) {
	c := Default()
	c.Socket.MaxLineBytes = 1_000_000
	c.Images.MaxBytes = 700_848 // what the message says
	if got := imageFitsLine(&c); got != "" {
		t.Errorf("at the limit: %s", got)
	}
	c.Images.MaxBytes++
	if imageFitsLine(&c) == "" {
		t.Error("over the limit: allowed")
	}
}

func TestNearest(t *testing.T) {
	names := []string{"nav.forward_m", "nav.scene_every", "log.level", "nav", "log", "NAVD_LOG_LEVEL", "NAVD_DATA_DIR"}
	tests := map[string]string{
		"nav.forward":     "nav.forward_m",
		"NAV.Forward-M":   "nav.forward_m",
		"level":           "log.level",
		"navigation":      "",
		"nva":             "nav",
		"NAVD_LEVEL":      "NAVD_LOG_LEVEL",
		"NAVD_DATA":       "",
		"NAVD_DATA_DIRS":  "NAVD_DATA_DIR",
		"completely else": "",
		"":                "",
	}
	for name, want := range tests {
		if got := nearest(name, names); got != want {
			t.Errorf("nearest(%q) = %q, want %q", name, got, want)
		}
	}
}

// TestSectionsMatchTheTable: every table of a dotted key has its sentence.
func TestSectionsMatchTheTable(t *testing.T) {
	var used []string
	for _, k := range table() {
		name, _ := splitKey(k.name)
		if name != "" && !slices.Contains(used, name) {
			used = append(used, name)
		}
	}
	var named []string
	for _, s := range sections() {
		named = append(named, s.name)
	}
	if !slices.Equal(used, named) {
		t.Errorf("sections %v, tables of keys %v", named, used)
	}
}

func TestLiteralRoundTrip(t *testing.T) {
	for _, s := range []string{"", "plain", `back\slash "quoted"`, "한국어", "\u00a0\u2028", "\U0001f916", "\U000e0001"} {
		doc, err := parseTOML("x = " + literal(reflect.ValueOf(s)))
		if err != nil {
			t.Errorf("%q: %v", s, err)
			continue
		}
		if got := doc.value("x"); got != s {
			t.Errorf("%q came back as %q", s, got)
		}
	}
}
