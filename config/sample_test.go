package config_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/cmd/golden"
	"navd/config"
)

func TestSampleIsGolden(t *testing.T) {
	golden.File(t, "testdata/navd.toml", string(config.Sample()))
}

// uncomment takes the # from every line that sets a key.
func uncomment(sample string) string {
	lines := strings.Split(sample, "\n")
	for i, line := range lines {
		if rest, ok := strings.CutPrefix(line, "#"); ok && !strings.HasPrefix(rest, " ") {
			lines[i] = rest
		}
	}
	return strings.Join(lines, "\n")
}

func TestSampleGivesTheDefaults(t *testing.T) {
	want := mustLoad(t, "").Config
	for name, text := range map[string]string{
		"as it is":    string(config.Sample()),
		"uncommented": uncomment(string(config.Sample())),
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(want, mustLoad(t, text).Config); diff != "" {
				t.Errorf("config (-want +got):\n%s", diff)
			}
		})
	}
}

func TestSampleHasEveryKey(t *testing.T) {
	loaded := mustLoad(t, uncomment(string(config.Sample())))
	for _, e := range loaded.Entries() {
		if e.Source.Layer != config.LayerFile {
			t.Errorf("%s is not in the sample", e.Key)
		}
	}
	for line := range strings.SplitSeq(string(config.Sample()), "\n") {
		if strings.HasPrefix(line, "# ") && len(line) > 79 {
			t.Errorf("long line: %s", line)
		}
	}
}
