package skills_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/cmd/golden"
	"navd/daemon/knowledge"
	"navd/daemon/knowledge/skills"
)

func main(content string) []knowledge.File {
	return []knowledge.File{{Path: "SKILL.md", Content: content}}
}

// TestRecorded: folders are taken and refused as it was recorded of the format's own
// validator, each with as many reasons.
func TestRecorded(t *testing.T) {
	var cases []struct {
		Dir, File, Content string
		Errors             []string
	}
	golden.Recorded(t, "../../../../shared/golden/knowledge/agentskills_validate.json", &cases)
	for i, c := range cases {
		_, problems := skills.Read(c.Dir, []knowledge.File{{Path: c.File, Content: c.Content}})
		if len(problems) != len(c.Errors) {
			t.Errorf("%d, %s: %q, recorded %q", i, c.Dir, problems, c.Errors)
		}
	}
}

// TestRead: tricks of YAML and of paths, and what is said of them.
func TestRead(t *testing.T) {
	front := func(lines string) string { return "---\n" + lines + "\n---\n1. go\n" }
	const good = "name: a\ndescription: x"
	for name, c := range map[string]struct {
		files []knowledge.File
		want  string
	}{
		"no SKILL.md":      {[]knowledge.File{{Path: "readme.md"}}, "no SKILL.md"},
		"no front matter":  {main("# a skill"), "front matter"},
		"no text":          {main(front("name: [a, b]\ndescription: {x: y}")), "description is a text"},
		"capital letters":  {main(front("name: A\ndescription: x")), "capital letters"},
		"alias":            {main(front("name: &n a\ndescription: *n")), "anchor"},
		"bomb":             {main(front(good + "\nmetadata: &a {x: y}\nlicense: *a")), "anchor"},
		"tag":              {main(front("name: !!python/object a\ndescription: x")), "the tag"},
		"twice":            {main(front(good + "\nname: b")), `"name" comes twice`},
		"two documents":    {main(front(good + "\n...\nname: b")), "more than one document"},
		"merge key":        {main(front(good + "\n<<: {license: y}")), `"<<"`},
		"no mapping":       {main(front("- a")), "not a mapping of names"},
		"no YAML":          {main(front("name: 'a")), "front matter"},
		"large":            {main(front(good + "\nlicense: " + strings.Repeat("y", 20_000))), "at most 16384"},
		"traversal":        {append(main(front(good)), knowledge.File{Path: "../evil"}), "no path below the folder"},
		"absolute":         {append(main(front(good)), knowledge.File{Path: "/etc/passwd"}), "no path below the folder"},
		"backslashes":      {append(main(front(good)), knowledge.File{Path: `..\evil`}), "no path below the folder"},
		"twice the file":   {append(main(front(good)), knowledge.File{Path: "x"}, knowledge.File{Path: "X"}), `"X" comes twice`},
		"too many":         {append(main(front(good)), make([]knowledge.File, 200)...), "files of"},
		"no base64":        {append(main(front(good)), knowledge.File{Path: "x", Content: "%", Base64: true}), "no base64"},
		"no text and said": {append(main(front(good)), knowledge.File{Path: "x", Content: "\xff"}), "send it as base64"},
	} {
		if _, problems := skills.Read("a", c.files); !strings.Contains(fmt.Sprint(problems), c.want) {
			t.Errorf("%s: %q, want %q", name, problems, c.want)
		}
	}
}

// TestWrite: a skill is written as it was, whatever stands in its texts.
func TestWrite(t *testing.T) {
	for _, text := range []string{"plain", "a: b # no comment", "- 'quoted' \"twice\"", "---", "여러 줄\n둘째: 줄", "true", "@x", " blanks "} {
		g := knowledge.Guide{
			Name: "door-crossing", Description: strings.TrimSpace("x" + text), Text: "1. face it\n\n---\n\n2. go through", License: text, Needs: "a robot", Tools: "Bash Read",
			Metadata: map[string]string{"author": text, "b: c": "1"}, Files: []knowledge.File{{Path: "a/b.txt", Content: text}, {Path: "c.bin", Content: "/w==", Base64: true}},
		}
		files, err := skills.Write(g)
		if err != nil {
			t.Fatal(err)
		}
		again, problems := skills.Read("door-crossing", files)
		if diff := cmp.Diff(g, again); diff != "" || len(problems) > 0 {
			t.Errorf("%q: %s %q\n%s", text, diff, problems, files[0].Content)
		}
	}
}

// FuzzRead: every file is a skill that can be written and read again, or has problems.
func FuzzRead(f *testing.F) {
	f.Add("---\nname: a\ndescription: x\n---\nbody\n")
	f.Add("---\nname: &a a\nmetadata:\n  b: *a\n---\n")
	f.Fuzz(func(t *testing.T, content string) {
		g, problems := skills.Read("a", main(content))
		if len(problems) > 0 {
			return
		}
		files, err := skills.Write(g)
		if err != nil {
			t.Fatal(err)
		}
		again, problems := skills.Read("a", files)
		if diff := cmp.Diff(g, again); diff != "" || len(problems) > 0 {
			t.Errorf("%s %q\n%s", diff, problems, files[0].Content)
		}
	})
}

func Example() {
	files, err := skills.Write(knowledge.Guide{Name: "door-crossing", Description: "Cross a door: slowly", Text: "1. Face it.\n2. Go through."})
	fmt.Print(files[0].Content, err)
	// Output:
	// ---
	// name: door-crossing
	// description: 'Cross a door: slowly'
	// ---
	// 1. Face it.
	// 2. Go through.
	// <nil>
}
