package draw

import (
	"slices"
	"strings"
	"testing"

	"navd/cmd/golden"
)

// script is a film of [pacing].
func script(m MapData) []Scene {
	half := len(m.Path) / 2
	return []Scene{
		{Until: half, Text: "It goes for the bedroom"},
		{Until: len(m.Path) - 1, Text: "A user says:", Said: "소파는 <거실>에 & not in the bedroom"},
		{Until: len(m.Path) - 1, Text: "Found"},
	}
}

func TestFilmGolden(t *testing.T) {
	m := pacing(3)
	got := Film(m, script(m))
	parse(t, got)
	golden.File(t, "testdata/film.svg", string(got))
	if !slices.Equal(got, Film(m, script(m))) {
		t.Error("equal data, other bytes")
	}
}

// Where pictures do not move the last moment is seen: the whole way, the robot at its
// end, the last words. Each list of moments begins at 0 and rises to 1 at most.
func TestFilmStands(t *testing.T) {
	m := pacing(3)
	svg := string(Film(m, script(m)))
	for i, want := range []string{`<g opacity="0">`, `<g opacity="0">`, `<g opacity="1">`} {
		if group := strings.Split(svg, `<g opacity=`)[i+1]; !strings.HasPrefix(`<g opacity=`+group, want) {
			t.Errorf("scene %d begins with %.20s, want %s", i, group, want)
		}
	}
	for _, list := range strings.Split(svg, `keyTimes="`)[1:] {
		list, _, _ = strings.Cut(list, `"`)
		times := strings.Split(list, ";")
		if times[0] != "0.0000" || !slices.IsSorted(times) || times[len(times)-1] > "1.0000" {
			t.Errorf("moments %s", list)
		}
	}
	for name, film := range map[string][]byte{
		"nothing": Film(MapData{}, nil), "no path": Film(flat(), []Scene{{Text: "a"}}),
		"one scene": Film(m, script(m)[2:]), "beyond the path": Film(m, []Scene{{Until: 1 << 30}, {Until: -5}}),
	} {
		if parse(t, film); strings.Contains(string(film), "NaN") {
			t.Errorf("%s: NaN", name)
		}
	}
}
