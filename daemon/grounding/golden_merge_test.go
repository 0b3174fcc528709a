package grounding_test

import (
	"encoding/json"
	"path"
	"strings"

	"navd/daemon/feedback"
	. "navd/daemon/grounding"
)

// inputs are the files that the case merges.
func (g golden) inputs() []File {
	g.Helper()
	var args struct {
		Files []string `json:"grounding_file_path"`
	}
	if err := json.Unmarshal(g.Arguments, &args); err != nil {
		g.Fatal(err)
	}
	var files []File
	for _, name := range args.Files {
		files = append(files, file(name, g.file(name)))
	}
	return files
}

func (g golden) merge(files []File) Merge {
	g.Helper()
	m, err := MergeFiles(files, FormatText)
	if err != nil {
		g.Fatal(err)
	}
	return m
}

// mergedJSON is the merged JSON as a file.
func (g golden) mergedJSON(m Merge) string {
	g.Helper()
	data, err := m.Merged.JSON()
	if err != nil {
		g.Fatal(err)
	}
	return string(data)
}

func (g golden) mergesAsRecorded() {
	files := g.inputs()
	m := g.merge(files)
	g.same("text", g.file("expected.grounding_content.txt"), m.Text)
	bad := 0
	for _, f := range files {
		if strings.HasPrefix(path.Base(f.Name), "bad") {
			bad++
		}
	}
	if len(m.Skipped) != bad {
		g.Errorf("skipped %v, want %d", m.Skipped, bad)
	}
	for _, f := range files {
		if path.Ext(f.Name) == ".json" {
			g.same("markdown", g.file("expected.rendered.md"), m.Markdown)
			g.same("merged", strings.TrimSpace(g.file("expected.merged.json")), g.mergedJSON(m))
			return
		}
	}
}

// mergesOnce wants of two like files what one of them gives.
func (g golden) mergesOnce() {
	files := g.inputs()
	both, one := g.merge(files), g.merge(files[:1])
	g.same("text", one.Text, both.Text)
	g.same("merged", g.mergedJSON(one), g.mergedJSON(both))
}

// mergesWhole wants every content of the one file.
func (g golden) mergesWhole() {
	files := g.inputs()
	m := g.merge(files)
	if len(m.Skipped) > 0 {
		g.Errorf("skipped %v", m.Skipped)
	}
	s := g.snapshot(string(files[0].Content))
	for _, c := range feedback.Categories() {
		want := *s.Final.Of(c)
		if want != "" {
			want = "- " + want
		}
		g.same(string(c), want, *m.Merged.Final.Of(c))
	}
}

func (g golden) skipsWhole() {
	m := g.merge(g.inputs())
	g.same("text", "", m.Text)
	g.same("merged", g.mergedJSON(g.merge(nil)), g.mergedJSON(m))
	if len(m.Skipped) != 1 || !strings.Contains(m.Skipped[0].Reason, "stacked_grounding.spatial") {
		g.Errorf("skipped %v", m.Skipped)
	}
}

// mergesMarked wants what the files give without their byte order marks.
func (g golden) mergesMarked() {
	files := g.inputs()
	var without []File
	for _, f := range files {
		without = append(without, file(f.Name, strings.TrimPrefix(string(f.Content), "\ufeff")))
	}
	got, want := g.merge(files), g.merge(without)
	g.same("text", want.Text, got.Text)
	if len(got.Contents.Spatial) != len(files) {
		g.Errorf("contents of %d files, want %d", len(got.Contents.Spatial), len(files))
	}
}

func (g golden) mergesUnmarked() {
	want := strings.ReplaceAll(g.file("expected.grounding_content.txt"), "\ufeff", "")
	g.same("text", want, g.merge(g.inputs()).Text)
}

func (g golden) mergesTextAlone() {
	files := g.inputs()
	g.same("text", string(files[len(files)-1].Content), g.merge(files).Text)
}
