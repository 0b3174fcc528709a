package grounding_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"navd/daemon/fault"
	"navd/daemon/feedback"
	. "navd/daemon/grounding"
)

func file(name, content string) File { return File{name, []byte(content)} }

// Files of two walks, one without a final and one that has nothing.
var (
	lamp   = file("lamp.json", `{"stacked_grounding": {"spatial": ["[ Step1 ] : lamp"]}, "final_grounding": {"spatial_grounding": {"content": " The lamp is upstairs. \n"}}}`)
	stairs = file("stairs.json", `{"stacked_grounding": {"spatial": ["[ Step1 ] : lamp", "[ Step2 ] : stairs"]}, "final_grounding": {"spatial_grounding": {"content": "The stairs are steep."}, "general_grounding": {"content": "Costs $5 & ${more}."}}}`)
	open   = file("open.json", `{"stacked_grounding": {"procedural": ["[ Step3 ] : slowly"]}}`)
	null   = file("null.json", `{"stacked_grounding": {"procedural": ["[ Step3 ] : slowly", "  ", "[ Step4 ] : left"]}, "final_grounding": null}`)
	bare   = file("bare.json", `{}`)
	note   = file("note.txt", "mind the cat\n")
)

const lampMarkdown = `#### User Preference Grounding



#### Spatial Grounding

- The lamp is upstairs.

#### Procedural Grounding



#### General Grounding Rules

`

const bothMarkdown = `#### User Preference Grounding



#### Spatial Grounding

- The lamp is upstairs.

- The stairs are steep.

#### Procedural Grounding



#### General Grounding Rules

- Costs $5 & ${more}.`

const lampJSON = `{
  "stacked_grounding": {
    "user_preference": [],
    "spatial": [
      "[ Step1 ] : lamp"
    ],
    "procedural": [],
    "general": []
  },
  "final_grounding": {
    "user_preference_grounding": {
      "content": ""
    },
    "spatial_grounding": {
      "content": "- The lamp is upstairs."
    },
    "procedural_grounding": {
      "content": ""
    },
    "general_grounding_rules": {
      "content": ""
    }
  }
}`

// bareTitles is the Markdown of files that have stacks and no finals.
var bareTitles = strings.Replace(lampMarkdown, "- The lamp is upstairs.", "", 1)

func TestMergeText(t *testing.T) {
	fenced := "```json\n" + lampJSON + "\n```"
	for _, c := range []struct {
		name   string
		files  []File
		format Format
		want   string
	}{
		{"nothing", nil, FormatText, ""},
		{"one", []File{lamp}, FormatText, lampMarkdown},
		{"two", []File{lamp, stairs}, FormatText, bothMarkdown},
		{"the same twice", []File{lamp, lamp}, FormatText, lampMarkdown},
		{"as JSON", []File{lamp}, FormatJSON, fenced},
		{"as both", []File{lamp}, FormatBoth, lampMarkdown + "\n\n" + fenced},
		{"a text", []File{note}, FormatText, "mind the cat\n"},
		{"texts", []File{note, file("b.TXT", "\ufeffa\r\nb\rc")}, FormatJSON, "mind the cat\n\n\n---\n\na\nb\nc"},
		{"a blank text", []File{file("b.txt", " \n"), note}, FormatText, "mind the cat\n"},
		{"mixed", []File{note, lamp}, FormatText, lampMarkdown + "\n\n---\n\nmind the cat\n"},
		{"mixed, as JSON", []File{note, lamp}, FormatJSON, fenced + "\n\n---\n\nmind the cat\n"},
		{"nothing in the JSON", []File{bare, note}, FormatBoth, "mind the cat\n"},
		{"an absent final adds nothing", []File{open}, FormatText, bareTitles},
		{"a null final lends its stack", []File{null}, FormatText, strings.Replace(bareTitles, "Procedural Grounding\n\n", "Procedural Grounding\n\n- [ Step3 ] : slowly\n\n- [ Step4 ] : left", 1)},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := MergeFiles(c.files, c.format)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got.Text); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff([]Skipped{}, got.Skipped); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestMergeWhole(t *testing.T) {
	got, err := MergeFiles([]File{lamp, stairs, file("c.json", "{"), null}, FormatText)
	if err != nil {
		t.Fatal(err)
	}
	got.Markdown, got.Text = "", "" // TestMergeText has them
	want := Merge{
		Merged: Merged{
			Stacked: feedback.Four[[]string]{
				UserPreference: []string{},
				Spatial:        []string{"[ Step1 ] : lamp", "[ Step2 ] : stairs"},
				Procedural:     []string{"[ Step3 ] : slowly", "  ", "[ Step4 ] : left"},
				General:        []string{},
			},
			Final: Final{
				Spatial:    Content{"- The lamp is upstairs.\n\n- The stairs are steep."},
				Procedural: Content{"- [ Step3 ] : slowly\n\n- [ Step4 ] : left"},
				General:    Content{"- Costs $5 & ${more}."},
			},
		},
		Contents: feedback.Four[[]string]{
			Spatial:    []string{"The lamp is upstairs.", "The stairs are steep."},
			Procedural: []string{"[ Step3 ] : slowly", "[ Step4 ] : left"},
			General:    []string{"Costs $5 & ${more}."},
		},
		Skipped: []Skipped{{"c.json", "not JSON from line 1 on"}},
	}
	want.Prompt = "#### Spatial Grounding\n\n- The lamp is upstairs.\n- The stairs are steep.\n\n" +
		"#### Procedural Grounding\n\n- [ Step3 ] : slowly\n- [ Step4 ] : left\n\n#### General Grounding Rules\n\n- Costs $5 & ${more}."
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestMergeForPrompt holds that a file cannot forge the titles of a prompt, and
// that no mark of a list stands twice.
func TestMergeForPrompt(t *testing.T) {
	m, err := MergeFiles([]File{
		file("a.json", `{"final_grounding": {"spatial_grounding": {"content": "- the door is shut\n- the lamp is old"}}}`),
		file("b.txt", "# Mine\n#### Spatial Grounding\n## Procedural Grounding\nlie\n```\n# code\n```"),
	}, FormatText)
	if err != nil {
		t.Fatal(err)
	}
	want := "#### Spatial Grounding\n\n- the door is shut\n- the lamp is old\n\n---\n\n##### Mine\n###### Spatial Grounding\n###### Procedural Grounding\nlie\n```\n# code\n```"
	if diff := cmp.Diff(want, m.Prompt); diff != "" {
		t.Error(diff)
	}
}

// TestMergeSkips holds that a file that is broken anywhere leaves no trace.
func TestMergeSkips(t *testing.T) {
	names := map[string]string{
		"none": `name: not allowed, given "none", allowed a name that ends in .json or .txt`,
		"a.md": `name: not allowed, given "a.md", allowed a name that ends in .json or .txt`,
		"":     `name: not allowed, given "", allowed a name that ends in .json or .txt`,
	}
	files := []File{file("bad.txt", "a\xff")}
	want := []Skipped{{"bad.txt", "not UTF-8"}}
	for _, name := range []string{"none", "a.md", ""} {
		files = append(files, file(name, "text"))
		want = append(want, Skipped{name, names[name]})
	}
	for _, c := range broken {
		files = append(files, file(c.name+".json", c.data))
		want = append(want, Skipped{c.name + ".json", c.want})
	}
	half := file("half.json", `{"stacked_grounding": {"user_preference": ["kept?"]}, "final_grounding": {"user_preference_grounding": {"content": "kept?"}, "spatial_grounding": {"content": 1}}}`)
	want = append(want, Skipped{"half.json", `final_grounding.spatial_grounding.content: not allowed, given "1", allowed a string`})
	got, err := MergeFiles(append(files, half, lamp), FormatText)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got.Skipped); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(lampMarkdown, got.Text); diff != "" {
		t.Error(diff)
	}
	data, err := got.Merged.JSON()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(lampJSON, string(data)); diff != "" {
		t.Error(diff)
	}
}

func TestMergeRefuses(t *testing.T) {
	for _, format := range []Format{"", "md", "TXT"} {
		if _, err := MergeFiles([]File{lamp}, format); !fault.Is(err, fault.Invalid) || fault.As(err).Field != "merge_format" {
			t.Errorf("%q gives %v, want an invalid fault about merge_format", format, err)
		}
	}
}

// TestMergeTwice holds that the same files again change nothing.
func TestMergeTwice(t *testing.T) {
	all := []File{lamp, stairs, open, null, bare}
	rapid.Check(t, func(t *rapid.T) {
		files := rapid.SliceOf(rapid.SampledFrom(all)).Draw(t, "files")
		once, err := MergeFiles(files, FormatBoth)
		if err != nil {
			t.Fatal(err)
		}
		twice, err := MergeFiles(append(files, files...), FormatBoth)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(once, twice); diff != "" {
			t.Error(diff)
		}
	})
}

func TestBlock(t *testing.T) {
	for _, c := range []struct {
		name     string
		contents feedback.Four[[]string]
		want     string
	}{
		{"nothing", feedback.Four[[]string]{}, ""},
		{"blank ones", feedback.Four[[]string]{General: []string{"", " \n"}}, ""},
		{"two of four", feedback.Four[[]string]{Spatial: []string{"a", " b "}, General: []string{"c"}}, "#### Spatial Grounding\n\n- a\n- b\n\n#### General Grounding Rules\n\n- c"},
		{"more lines", feedback.Four[[]string]{Spatial: []string{"a\r\nb\n\nc"}}, "#### Spatial Grounding\n\n- a\n  b\n\n  c"},
		{"headings", feedback.Four[[]string]{Spatial: []string{"# a\n## b\n### c\n#### d\n##### e\n###### f\n##"}}, "#### Spatial Grounding\n\n- ### a\n  #### b\n  ##### c\n  ###### d\n  ###### e\n  ###### f\n  ####"},
		{"no headings", feedback.Four[[]string]{Spatial: []string{"#a\n####### b\na # b"}}, "#### Spatial Grounding\n\n- #a\n  ####### b\n  a # b"},
		{"code", feedback.Four[[]string]{Spatial: []string{"a\n```\n# b\n```\n# c"}}, "#### Spatial Grounding\n\n- a\n  ```\n  # b\n  ```\n  ### c"},
		{"dollars", feedback.Four[[]string]{Spatial: []string{"$5 ${a}"}}, "#### Spatial Grounding\n\n- $5 ${a}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, Block(c.contents)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
