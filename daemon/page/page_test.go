package page_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/cmd/golden"
	"navd/daemon/episode"
	"navd/daemon/page"
)

// ended is an episode of a house that reached its goal when spl is above 0.
func ended(n, house int, spl float64, steps int) episode.Episode {
	return episode.Episode{
		ID: fmt.Sprintf("ep_%d", n), Name: fmt.Sprint(n), Goal: "sofa", SceneID: fmt.Sprintf("h%d", house), Status: episode.Ended,
		Began:   time.Date(2026, 11, 24, 10, n%60, 0, 0, time.UTC),
		Metrics: &episode.Metrics{Success: new(spl > 0), SPL: new(spl), Steps: steps, PathM: float64(steps) / 4, Plans: 3, ModelCalls: 3, Cost: 0.0012, Stuck: n % 3},
	}
}

// few are two runs with two pairs in two houses and an open episode.
func few() []episode.Run {
	open := ended(3, 3, 0, 0)
	open.Status, open.Metrics = episode.Open, nil
	return []episode.Run{
		{Name: "before", Episodes: []episode.Episode{ended(1, 1, 0.5, 40), ended(2, 2, 0, 80)}},
		{Name: "after", Episodes: []episode.Episode{ended(1, 1, 0.8, 25), ended(2, 2, 1, 20), open}},
	}
}

// many are 300 episodes of one run in 6 arms.
func many() []episode.Run {
	run := episode.Run{Name: "거실 실험"}
	for i := range 300 {
		e := ended(i, i%20, float64((i*37)%100-30*(i%3))/100, 40+(i*53)%400)
		e.Metrics.SPL = new(max(0, *e.Metrics.SPL))
		e.Arm, e.Condition, e.Goal = fmt.Sprintf("갈래 %d", i%6), fmt.Sprintf("C%d", i%2), "거실 소파"
		run.Episodes = append(run.Episodes, e)
	}
	return []episode.Run{run}
}

// hostile has names that would break out of a careless page.
func hostile() []episode.Run {
	const bad = "\"><script>alert(1)</script><!--'&\x00\xff\u202e"
	e := ended(1, 1, 0.5, 40)
	e.Name, e.Goal, e.SceneID, e.Arm, e.Condition = bad, bad, bad, bad, bad
	plain := ended(2, 2, 0.5, 40)
	return []episode.Run{{Name: bad, Episodes: []episode.Episode{e, plain}}, {Name: bad + strings.Repeat("긴이름", 60), Episodes: []episode.Episode{e, plain}}}
}

func written(t *testing.T, p page.Page) string {
	t.Helper()
	var b strings.Builder
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func sections(of ...[]episode.Run) page.Page {
	p := page.Page{Title: "Report"}
	for _, runs := range of {
		p.Sections = append(p.Sections, page.Section{Title: "", Runs: runs})
	}
	return p
}

func TestPage(t *testing.T) {
	golden.File(t, "testdata/page.html", written(t, page.Page{Title: "Report", Sections: []page.Section{{Title: "plain set", Runs: few()}}}))
}

// TestPageTwice wants the same bytes of the same episodes.
func TestPageTwice(t *testing.T) {
	if a, b := written(t, sections(many())), written(t, sections(many())); a != b {
		t.Errorf("two pages of the same episodes differ:\n%s", cmp.Diff(a, b))
	}
}

// TestPageIsHarmless parses the pages: they are well-formed, have no element and
// no attribute that does or loads something, and the browser is told so.
func TestPageIsHarmless(t *testing.T) {
	allowed := strings.Fields("html head meta title style body h1 h2 h3 section p div svg path text circle ul li bdi table thead tbody tr th td dl dt dd")
	attributes := strings.Fields("lang charset http-equiv content name class viewBox role aria-label aria-hidden d x y cx cy r text-anchor tabindex scope")
	for _, tt := range []struct {
		name string
		page page.Page
		want string
	}{
		{"no section", page.Page{Title: "Report"}, "There are no episodes."},
		{"no episode", sections([]episode.Run{{Name: "empty"}}), "There are no episodes."},
		{"one episode", sections([]episode.Run{{Name: "one", Episodes: few()[0].Episodes[:1]}}), "1 episode of 1 run ended."},
		{"open alone", sections([]episode.Run{{Name: "open", Episodes: few()[1].Episodes[2:]}}), "1 open, left out of all figures"},
		{"no pair", sections([]episode.Run{few()[0], {Name: "other", Episodes: []episode.Episode{ended(9, 9, 1, 9)}}}), "No two episodes have the same"},
		{"300 episodes in 6 arms", sections(many()), "거실 실험 · 갈래 5 · C1"},
		{"hostile names", sections(hostile()), "&#34;&gt;&lt;script&gt;"},
		{"two sections", sections(few(), many()), "Runs by arm and condition"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := written(t, tt.page)
			if !strings.Contains(text, tt.want) {
				t.Errorf("no %q in the page", tt.want)
			}
			policy := false
			for _, e := range elements(t, text) {
				if !slices.Contains(allowed, e.Name.Local) {
					t.Errorf("the page has an element %s", e.Name.Local)
				}
				for _, a := range e.Attr {
					if !slices.Contains(attributes, a.Name.Local) {
						t.Errorf("the page has an attribute %s of %s", a.Name.Local, e.Name.Local)
					}
					policy = policy || a.Value == "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
				}
			}
			if !policy {
				t.Error("the page has no policy")
			}
			for _, bad := range []string{"NaN", "Inf", "url(", "e+"} {
				if strings.Contains(text, bad) {
					t.Errorf("the page has %q in it", bad)
				}
			}
		})
	}
}

// elements parses a page strictly and gives its elements.
func elements(t *testing.T, text string) (all []xml.StartElement) {
	t.Helper()
	in := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, is := token.(xml.StartElement); is {
			all = append(all, e.Copy())
		}
	}
}

// TestPageIsBounded wants a page of very many episodes to stay readable.
func TestPageIsBounded(t *testing.T) {
	run := episode.Run{Name: "long"}
	for i := range 2001 {
		run.Episodes = append(run.Episodes, ended(i, i%5, 0.5, 40))
	}
	text := written(t, sections([]episode.Run{run}))
	if !strings.Contains(text, "The first 2000 of 2001; a CSV file has all.") || strings.Count(text, `<tr class="good">`) != 2000 {
		t.Error("the page does not list 2000 episodes and say so")
	}
}

// TestPageFails gives the writer's error back.
func TestPageFails(t *testing.T) {
	broken := errors.New("broken")
	r, w := io.Pipe()
	r.CloseWithError(broken)
	if err := sections(few()).Write(w); !errors.Is(err, broken) {
		t.Errorf("got %v, want %v", err, broken)
	}
}
