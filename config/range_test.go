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

// generous are flags under which every value of every range fits the others.
func generous() map[string]string {
	return map[string]string{
		"nav.scene_every": "10000", "nav.stuck_window": "1000", "nav.localize_radius_m": "100",
		"socket.max_line_bytes": "1073741824",
	}
}

// small are flags under which the least values fit.
func small() map[string]string {
	return map[string]string{"nav.dwell_steps": "1", "nav.forward_m": "0.01", "images.max_bytes": "1024"}
}

// accepts reports whether a key takes a text, under either set of flags.
func accepts(info config.KeyInfo, text string) bool {
	for _, flags := range []map[string]string{generous(), small()} {
		flags[info.Key] = text
		loaded, err := config.Load(config.Options{Flags: flags, Host: pilot()})
		if err == nil && loaded.Source(info.Key).Layer == config.LayerFlag {
			return true
		}
	}
	return false
}

// bounds reads "0.01 to 10 m".
func bounds(span string) (low, high float64, ok bool) {
	parts := strings.Fields(span)
	if len(parts) < 3 || parts[1] != "to" {
		return 0, 0, false
	}
	low, errLow := strconv.ParseFloat(parts[0], 64)
	high, errHigh := strconv.ParseFloat(strings.TrimSuffix(parts[2], ","), 64)
	return low, high, errLow == nil && errHigh == nil
}

func plainly(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// TestRangesHold takes every documented range at its word: both ends are
// allowed and nothing beyond them. Ends that no other key could ever fit
// (dwell_steps against scene_every = 1, the shortest line) are left out.
func TestRangesHold(t *testing.T) {
	alone := map[string]bool{
		"nav.scene_every 1": true, "socket.max_line_bytes 65536": true,
	}
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
			if alone[info.Key+" "+text] {
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
		parts := strings.Split(info.Range, `"`)
		var names []string
		for i := 1; i < len(parts); i += 2 {
			names = append(names, parts[i])
		}
		for _, name := range names {
			if !accepts(info, name) {
				t.Errorf("%s = %s is refused", info.Key, name)
			}
			if accepts(info, name+"x") || accepts(info, strings.ToUpper(name)) {
				t.Errorf("%s takes a variant of %s", info.Key, name)
			}
		}
		if strings.HasPrefix(info.Type, "list") && len(names) > 0 && !accepts(info, strings.Join(names, ",")) {
			t.Errorf("%s refuses all of %v together", info.Key, names)
		}
	}
}

// TestTurns: exactly the whole divisors of the circle, and fractions of them.
func TestTurns(t *testing.T) {
	info := config.KeyInfo{Key: "nav.turn_deg"}
	for deg := 1; deg <= 180; deg++ {
		if got, want := accepts(info, fmt.Sprint(deg)), 360%deg == 0; got != want {
			t.Errorf("turn of %d: accepted %v, want %v", deg, got, want)
		}
	}
	for _, n := range []float64{7, 11, 16, 48, 360} {
		if text := plainly(360 / n); !accepts(info, text) {
			t.Errorf("turn of %s, 1/%v of the circle, is refused", text, n)
		}
	}
}

// TestNotFinite: no number key takes what is no number.
func TestNotFinite(t *testing.T) {
	for _, info := range config.Keys() {
		for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
			if strings.Contains(info.Type, "number") && accepts(info, fmt.Sprint(v)) {
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
