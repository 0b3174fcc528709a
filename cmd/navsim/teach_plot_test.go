package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"navd/cmd/golden"
	"navd/daemon/episode"
)

// measured reads testdata/teach.json, the report of the measurement that
// BENCHMARKS.md names. -update draws it anew.
func measured(t *testing.T) (r teachReport) {
	t.Helper()
	if err := json.Unmarshal([]byte(read(t, filepath.Join("testdata", "teach.json"))), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestTeachPicture draws the measurement; BENCHMARKS.md shows the picture.
func TestTeachPicture(t *testing.T) {
	t.Parallel()
	golden.File(t, "testdata/teach.svg", string(measured(t).draw()))
}

// pointAt gives a point whose figures all have this mean and interval.
func pointAt(mean, low, high float64) teachPoint {
	i := episode.Interval{Mean: mean, Low: &low, High: &high}
	return teachPoint{beside: beside{three: three{SR: i, SPL: i}}}
}

func TestDrawing(t *testing.T) {
	curve := func(arm string, points ...teachPoint) teachCurve { return teachCurve{Arm: arm, Points: points} }
	single := teachPoint{beside: beside{three: three{SR: episode.Interval{Mean: 0.5}, SPL: episode.Interval{Mean: 0.5}}}}
	tests := []struct {
		name   string
		arms   []teachCurve
		ticks  []string // that the scale has
		none   []string // that it has not
		bands  int      // in each panel
		points int
	}{
		{"two arms", []teachCurve{
			curve("silent", pointAt(0.5, 0.42, 0.6), pointAt(0.5, 0.45, 0.55)), curve("both", pointAt(0.5, 0.4, 0.6), pointAt(0.7, 0.6, 0.78)),
		}, []string{"0.4", "0.8"}, []string{"0.3", "0.9"}, 2, 4},
		{"a line over another", []teachCurve{curve("silent", pointAt(0.5, 0.42, 0.6)), curve("deaf", pointAt(0.5, 0.42, 0.6))}, []string{"0.4", "0.6"}, []string{"0.3"}, 1, 1},
		{"one house has no interval", []teachCurve{curve("silent", single)}, []string{"0.0", "1.0"}, nil, 1, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := teachReport{Repetitions: len(test.arms[0].Points), Sections: []teachSection{{Set: "all", Profile: "std", Courses: 3, Houses: 2, Arms: test.arms}}}
			svg := r.draw()
			for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
				if _, err := d.Token(); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatalf("no well-formed XML: %v", err)
				}
			}
			text := string(svg)
			for _, tick := range test.ticks {
				if strings.Count(text, ">"+tick+"<") != 2 {
					t.Errorf("no tick %s in each panel", tick)
				}
			}
			for _, tick := range test.none {
				if strings.Contains(text, ">"+tick+"<") {
					t.Errorf("a tick %s", tick)
				}
			}
			got := [2]int{strings.Count(text, `fill-opacity="0.10"`), strings.Count(text, "<circle")}
			if want := [2]int{2 * test.bands, 2 * test.points}; got != want {
				t.Errorf("%v bands and points, want %v", got, want)
			}
			for _, a := range test.arms {
				if !strings.Contains(text, ">"+a.Arm+"<") {
					t.Errorf("the legend lacks %s", a.Arm)
				}
			}
			if !strings.Contains(text, ">all set, std: 3 courses in 2 houses, ") || strings.Contains(text, "NaN") {
				t.Errorf("drawn:\n%s", text)
			}
		})
	}
}
