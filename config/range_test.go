package config_test

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/config"
)

// accepts reports whether a key takes a text, where lines are long enough for
// every image, or images small enough for every line.
func accepts(info config.KeyInfo, text string) bool {
	for _, flags := range []map[string]string{{"socket.max_line_bytes": "1073741824"}, {"images.max_bytes": "1024"}} {
		flags[info.Key] = text
		loaded, err := config.Load(config.Options{Flags: flags, Host: pilot()})
		if err == nil && loaded.Source(info.Key).Layer == config.LayerFlag {
			return true
		}
	}
	return false
}

// bounds reads "0.01..10 m".
func bounds(span string) (low, high float64, ok bool) {
	span, _, _ = strings.Cut(span, " ")
	from, to, ok := strings.Cut(span, "..")
	low, errLow := strconv.ParseFloat(from, 64)
	high, errHigh := strconv.ParseFloat(to, 64)
	return low, high, ok && errLow == nil && errHigh == nil
}

func plainly(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// TestRangesHold takes every documented range at its word: both ends are
// allowed and nothing beyond them. The shortest line is left out: no image fits.
func TestRangesHold(t *testing.T) {
	for _, info := range config.Keys() {
		low, high, ok := bounds(info.Range)
		if !ok {
			continue
		}
		step := 1.0
		if info.Type == "number" {
			step = 1e-9
		}
		for text, want := range map[string]bool{
			plainly(low): true, plainly(high): true, plainly(low - step): false, plainly(high + step): false,
		} {
			if info.Key+text == "socket.max_line_bytes65536" {
				continue
			}
			if got := accepts(info, text); got != want {
				t.Errorf("%s = %s: accepted %v, want %v (%s)", info.Key, text, got, want, info.Range)
			}
		}
	}
}

// TestChoicesHold: every documented choice is taken, alone and, in a list,
// together with all others.
func TestChoicesHold(t *testing.T) {
	for _, info := range config.Keys() {
		names := strings.Split(info.Range, ", ")
		if len(names) == 1 || strings.Contains(info.Range, " each") || strings.Contains(info.Range, "NAME") {
			continue
		}
		for _, name := range names {
			if !accepts(info, name) {
				t.Errorf("%s = %s is refused", info.Key, name)
			}
			if accepts(info, name+"x") || accepts(info, strings.ToUpper(name)) {
				t.Errorf("%s takes a variant of %s", info.Key, name)
			}
		}
		if strings.HasPrefix(info.Type, "list") && !accepts(info, strings.Join(names, ",")) {
			t.Errorf("%s refuses all of %v together", info.Key, names)
		}
	}
}

// TestNotFinite: no number key takes what is no number.
func TestNotFinite(t *testing.T) {
	for _, info := range config.Keys() {
		if _, _, ok := bounds(info.Range); !ok {
			continue
		}
		for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
			if accepts(info, fmt.Sprint(v)) {
				t.Errorf("%s takes %v", info.Key, v)
			}
		}
	}
}

// TestEveryKeyFromEveryLayer sets one value of each key in the file, the
// environment and a flag: the same configuration each time.
func TestEveryKeyFromEveryLayer(t *testing.T) {
	for _, info := range config.Keys() {
		value := other(info)
		text := asText(value)
		byFile := mustLoad(t, assignment(info.Key, value))
		byEnv := mustLoad(t, "", info.Env+"="+text)
		byFlag, _, err := load(t, "", nil, map[string]string{info.Key: text})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(byFile.Config, byEnv.Config); diff != "" {
			t.Errorf("%s (-file +env):\n%s", info.Key, diff)
		}
		if diff := cmp.Diff(byFile.Config, byFlag.Config); diff != "" {
			t.Errorf("%s (-file +flag):\n%s", info.Key, diff)
		}
		got := []string{byFile.Source(info.Key).Layer, byEnv.Source(info.Key).Where, byFlag.Source(info.Key).Where}
		want := []string{config.LayerFile, info.Env, "--" + info.Flag}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s sources (-want +got):\n%s", info.Key, diff)
		}
	}
}

// asText strips a TOML literal to what stands in a variable.
func asText(literal string) string {
	return strings.NewReplacer(`"`, "", "[", "", "]", "").Replace(literal)
}

// TestOneKeyOnly: setting one key leaves the source and value of all others.
func TestOneKeyOnly(t *testing.T) {
	before := mustLoad(t, "").Entries()
	for i, info := range config.Keys() {
		after := mustLoad(t, "", info.Env+"="+asText(other(info))).Entries()
		if before[i].Key != info.Key {
			t.Fatalf("entry %d is %s, want %s", i, before[i].Key, info.Key)
		}
		after[i] = before[i]
		if diff := cmp.Diff(before, after); diff != "" {
			t.Errorf("%s changed others (-before +after):\n%s", info.Key, diff)
		}
	}
}
