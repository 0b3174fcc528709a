package words_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/words"
)

func TestNotion(t *testing.T) {
	for name, want := range map[string][]words.Key{
		"green":      {"colour", "colour green"},
		"초록색":        {"colour", "colour green"},
		"Colour":     {"colour"},
		"천천히":        {"slow"},
		"slow  down": {"slow"},
		"피해라":        {"avoid"},
		"stay away":  {"avoid"},
		"들어가지":       {"avoid"}, // "do not go in": the longest name wins over the stem
		"들어가면":       {"enter"},
		"피해 주방 쪽":    nil, // a stem does not take the words behind it
		"kitchen":    nil,
		"서재":         nil, // no stem of one syllable takes it for a verb
		"sofa":       nil,
		"":           nil,
		"ㅇ":          nil,
	} {
		if diff := cmp.Diff(want, words.Notion(name)); diff != "" {
			t.Errorf("%q: %s", name, diff)
		}
	}
}

// No name stands for two notions. Some stand for a room or a thing as well: these
// are asked first.
func TestNotionsAreApart(t *testing.T) {
	seen := map[string]string{}
	for _, line := range words.Notions() {
		key, names, _ := strings.Cut(line, ": ")
		for name := range strings.SplitSeq(names, ", ") {
			if other, twice := seen[name]; twice {
				t.Errorf("%q stands for %q and %q", name, other, key)
			}
			seen[name] = key
		}
	}
}
