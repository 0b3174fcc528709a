package table_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
	"text/tabwriter"

	"pgregory.net/rapid"

	"navd/daemon/table"
)

func TestFit(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		most       int
		want       string
	}{
		{"it fits", "kitchen", 7, "kitchen"},
		{"one too long", "kitchens", 7, "kitche…"},
		{"no space before the mark", "the kitchen", 5, "the…"},
		{"two columns each", "화장실", 6, "화장실"},
		{"half a letter has no room", "화장실에는", 6, "화장…"},
		{"mixed", "a화b장c", 5, "a화b…"},
		{"a mark on a letter takes none", "e\u0301e\u0301", 2, "e\u0301e\u0301"},
		{"Korean in its parts, as some file systems spell it", "\u1112\u116a\u110c\u1161\u11bc", 4, "\u1112\u116a\u110c\u1161\u11bc"},
		{"full width", "：：", 3, "：…"},
		{"half width", "ｱｲｳ", 3, "ｱｲｳ"},
		{"nothing", "", 3, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := table.Fit(tt.text, tt.most)
			if got != tt.want || table.Width(got) > tt.most {
				t.Errorf("%q of %d columns, want %q of %d at most", got, table.Width(got), tt.want, tt.most)
			}
		})
	}
}

func TestPrint(t *testing.T) {
	for _, tt := range []struct {
		name        string
		most, right int
		rows        [][]any
		want        string
	}{
		{"columns of letters of either width", 0, 0, [][]any{{"ID", "SCOPE", "TEXT"}, {"g1", "우리집", "a"}, {"g10", "home", "b"}},
			"ID   SCOPE   TEXT\ng1   우리집  a\ng10  home    b\n"},
		{"an empty last cell", 9, 0, [][]any{{"g1", ""}, {"g2", "a"}}, "g1\ng2  a\n"},
		{"a long line", 100, 0, [][]any{{"g1", strings.Repeat("가", 60)}}, "g1  " + strings.Repeat("가", 47) + "…\n"},
		{"no cells", 0, 0, [][]any{{}, {1}}, "\n1\n"},
		{"figures at the right", 0, 1, [][]any{{"FIGURE", "저녁", "b *"}, {"SPL", "0.123", "-  "}, {"SR"}},
			"FIGURE   저녁  b *\nSPL     0.123  -\nSR\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			list, out := table.Table{Most: tt.most, Right: tt.right}, strings.Builder{}
			for _, row := range tt.rows {
				list.Row(row...)
			}
			if err := list.Print(&out); err != nil || out.String() != tt.want {
				t.Errorf("%q, %v, want %q", out.String(), err, tt.want)
			}
		})
	}
}

// TestAsTabwriter holds that letters of one column stand where a tabwriter puts
// them.
func TestAsTabwriter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		columns := rapid.IntRange(1, 5).Draw(t, "columns")
		rows := rapid.SliceOf(rapid.SliceOfN(rapid.StringMatching(`[a-zé .]{0,9}`), columns, columns)).Draw(t, "rows")
		var want, got bytes.Buffer
		w, list := tabwriter.NewWriter(&want, 0, 0, 2, ' ', 0), table.Table{}
		for _, row := range rows {
			fmt.Fprintln(w, strings.Join(row, "\t"))
			var cells []any
			for _, cell := range row {
				cells = append(cells, cell)
			}
			list.Row(cells...)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		if err := list.Print(&got); err != nil || got.String() != want.String() {
			t.Errorf("%q, %v, want %q", got.String(), err, want.String())
		}
	})
}

func ExampleTable() {
	var t table.Table
	t.Row("GOAL", "STEPS", "SPL")
	t.Row("침대", 12, "0.80")
	t.Row("sofa", 130, "-")
	if err := t.Print(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// GOAL  STEPS  SPL
	// 침대  12     0.80
	// sofa  130    -
}

// TestNarrow holds how a table gives way to a narrow terminal.
func TestNarrow(t *testing.T) {
	const whole = "ID  ARM  BEGAN                NAME       TEXT\n1   -    2026-11-26 10:28:47  long name  some words that go on\n"
	text, some := []string{"TEXT"}, []string{"NAME", "BEGAN"}
	for _, tc := range []struct {
		most       int
		cut, spare []string
		want       string
	}{
		{0, text, some, whole},
		{62, text, some, whole},
		{50, nil, nil, "ID  BEGAN        NAME       TEXT\n1   11-26 10:28  long name  some words that go on\n"},
		{32, nil, nil, "ID  BEGAN     NAME      TEXT\n1   11-26 1…  long na…  some wo…\n"},
		{44, text, some, "ID  BEGAN        NAME       TEXT\n1   11-26 10:28  long name  some words that…\n"},
		{43, text, some, "ID  BEGAN        TEXT\n1   11-26 10:28  some words that go on\n"},
		{24, text, some, "ID  TEXT\n1   some words that go…\n"},
		{14, text, some, "ID  TEXT\n1   some word…\n"},
		{30, nil, []string{"TEXT", "NAME"}, "ID  BEGAN        NAME\n1   11-26 10:28  long name\n"},
		{12, nil, some, "ID  TEXT\n1   some wo…\n"},
	} {
		table := table.Table{Most: tc.most, Cut: tc.cut, Spare: tc.spare}
		table.Row("ID", "ARM", "BEGAN", "NAME", "TEXT")
		table.Row(1, "-", "2026-11-26 10:28:47", "long name", "some words that go on")
		var got strings.Builder
		if err := table.Print(&got); err != nil {
			t.Fatal(err)
		}
		if got.String() != tc.want {
			t.Errorf("%d columns:\n%swant\n%s", tc.most, got.String(), tc.want)
		}
	}
}

// TestNarrowAlways: no table is too odd for a narrow terminal.
func TestNarrowAlways(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOf(rapid.SampledFrom([]string{"", "ID", "NAME", "소파는 침실에"}))
		tab := table.Table{Most: rapid.IntRange(1, 60).Draw(t, "most"), Right: rapid.IntRange(0, 3).Draw(t, "right"), Cut: names.Draw(t, "cut"), Spare: names.Draw(t, "spare")}
		cell := rapid.SampledFrom([]any{"", "-", "ID", "NAME", 7, "2026-11-26 10:28:47", "소파는 침실에", "a longer text of words"})
		for range rapid.IntRange(0, 4).Draw(t, "rows") {
			tab.Row(rapid.SliceOfN(cell, 0, 5).Draw(t, "row")...)
		}
		var got strings.Builder
		if err := tab.Print(&got); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(got.String()) {
			if n := table.Width(strings.TrimSuffix(line, "\n")); n > tab.Most {
				t.Fatalf("%d columns in %q, want %d", n, line, tab.Most)
			}
		}
	})
}
