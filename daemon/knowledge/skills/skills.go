/*
Package skills reads and writes skills as folders of the Agent Skills format: a file
SKILL.md with front matter in YAML and a body in Markdown, and other files beside it.

	door-crossing/SKILL.md     ---
	                           name: door-crossing          1 to 64 lowercase letters, digits and hyphens, as the folder
	                           description: Cross a door    at most 1,024 characters
	                           license, compatibility, allowed-tools, metadata (texts by name): as one likes
	                           ---
	                           1. Face it.
	             /notes.txt    at most 100 files, 1 MiB together

Of YAML it takes plain texts, one level deep: no anchors, aliases, tags, several
documents or keys that come twice. Paths of files stay below the folder.
*/
package skills

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	sorting "sort" // sort is a function here
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"navd/daemon/knowledge"
	"navd/daemon/words"
)

// The bounds of a folder.
const (
	maxFront = 16 << 10
	maxFiles = 100
	maxBytes = 1 << 20
)

// Read reads the files of a folder. The problems are all that is wrong; there is no
// skill where there are any.
func Read(folder string, files []knowledge.File) (g knowledge.Guide, problems []string) {
	main, rest, problems := sort(files)
	if main == "" {
		return g, append(problems, "the folder has no SKILL.md")
	}
	front, body, ok := split(main)
	if !ok {
		return g, append(problems, "SKILL.md does not begin with front matter between two lines of ---")
	}
	g.Text, g.Files = strings.TrimSpace(body), rest
	fields, err := fieldsOf(front)
	if err != nil {
		return g, append(problems, "the front matter: "+err.Error())
	}
	problems = append(problems, take(&g, fields)...)
	if g.Name != "" && words.Plain(g.Name) != words.Plain(folder) { // however its letters are composed
		problems = append(problems, fmt.Sprintf("the folder is %q, the name %q: they are the same in a skill", folder, g.Name))
	}
	return g, problems
}

// sort finds SKILL.md among the files, and checks the others.
func sort(files []knowledge.File) (main string, rest []knowledge.File, problems []string) {
	seen, total := map[string]bool{}, 0
	for _, f := range files {
		total += len(f.Content)
		switch low := strings.ToLower(f.Path); {
		case seen[low]:
			problems = append(problems, fmt.Sprintf("%q comes twice", f.Path))
		case f.Path == "SKILL.md" || f.Path == "skill.md":
			main = f.Content
		default:
			if why := badPath(f); why != "" {
				problems = append(problems, fmt.Sprintf("%q %s", f.Path, why))
			}
			rest = append(rest, f)
		}
		seen[strings.ToLower(f.Path)] = true
	}
	if len(files) > maxFiles || total > maxBytes {
		problems = append(problems, fmt.Sprintf("it has %d files of %d bytes; %d of %d together are taken", len(files), total, maxFiles, maxBytes))
	}
	sorting.Slice(rest, func(i, j int) bool { return rest[i].Path < rest[j].Path })
	return main, rest, problems
}

// badPath says why a file cannot be kept.
func badPath(f knowledge.File) string {
	switch {
	case path.Clean(f.Path) != f.Path || f.Path == "." || f.Path == ".." || strings.HasPrefix(f.Path, "/") || strings.HasPrefix(f.Path, "../") || strings.ContainsAny(f.Path, "\\:\x00") || strings.ContainsFunc(f.Path, unicode.IsControl):
		return "is no path below the folder"
	case f.Base64:
		if _, err := base64.StdEncoding.DecodeString(f.Content); err != nil {
			return "is no base64"
		}
	case !utf8.ValidString(f.Content):
		return "is no text; send it as base64"
	}
	return ""
}

// split takes the front matter off a file.
func split(text string) (front, body string, ok bool) {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")
	rest, ok := strings.CutPrefix(text, "---\n")
	if !ok {
		return "", "", false
	}
	if body, empty := strings.CutPrefix(rest, "---\n"); empty {
		return "", body, true
	}
	front, body, ok = strings.Cut(rest, "\n---\n")
	if !ok {
		front, ok = strings.CutSuffix(rest, "\n---")
	}
	return front, body, ok
}

// field is one entry of front matter: a text, or texts by name.
type field struct {
	name, text string
	inner      map[string]string
}

// fieldsOf reads front matter.
func fieldsOf(front string) (fields []field, err error) {
	if len(front) > maxFront {
		return nil, fmt.Errorf("it has %d bytes, at most %d are read", len(front), maxFront)
	}
	d := yaml.NewDecoder(strings.NewReader(front))
	var doc, more yaml.Node
	if err := d.Decode(&doc); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if err := d.Decode(&more); !errors.Is(err, io.EOF) {
		return nil, errors.New("it is more than one document")
	}
	if len(doc.Content) != 1 || doc.Content[0].Kind != yaml.MappingNode {
		return nil, errors.New("it is not a mapping of names to values")
	}
	return entriesOf(doc.Content[0], true)
}

// entriesOf reads the entries of a mapping, which may hold mappings of texts.
func entriesOf(m *yaml.Node, deeper bool) (fields []field, err error) {
	if m.Anchor != "" {
		return nil, errors.New("it has an anchor")
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(m.Content); i += 2 {
		name, err := plainText(m.Content[i])
		if err != nil {
			return nil, err
		}
		if seen[name] {
			return nil, fmt.Errorf("%q comes twice", name)
		}
		seen[name] = true
		f := field{name: name}
		switch v := m.Content[i+1]; {
		case v.Kind == yaml.MappingNode && deeper:
			inner, err := entriesOf(v, false)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			f.inner = map[string]string{}
			for _, e := range inner {
				f.inner[e.name] = e.text
			}
		case v.Kind == yaml.SequenceNode && v.Anchor == "":
			var all []string
			for _, item := range v.Content {
				text, err := plainText(item)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", name, err)
				}
				all = append(all, text)
			}
			f.text = strings.Join(all, " ")
		default:
			if f.text, err = plainText(v); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		}
		fields = append(fields, f)
	}
	return fields, nil
}

// plainText is a scalar as it is written: 123 and true are texts here.
func plainText(n *yaml.Node) (string, error) {
	switch {
	case n.Kind != yaml.ScalarNode || n.Alias != nil:
		return "", errors.New("expected text, not a list, an alias or a mapping")
	case n.Anchor != "":
		return "", errors.New("it has an anchor")
	case n.Style&yaml.TaggedStyle != 0:
		return "", fmt.Errorf("it has the tag %s", n.Tag)
	case n.Tag == "!!null":
		return "", nil
	}
	return n.Value, nil
}

// take puts fields into a skill.
func take(g *knowledge.Guide, fields []field) (problems []string) {
	wrong := func(format string, args ...any) { problems = append(problems, fmt.Sprintf(format, args...)) }
	for _, f := range fields {
		switch {
		case f.name == "metadata" && (f.inner != nil || f.text == ""):
			g.Metadata = f.inner
			continue
		case f.inner != nil:
			wrong("%s is a text", f.name)
		}
		switch f.name {
		case "name":
			g.Name = strings.TrimSpace(f.text)
		case "description":
			g.Description = strings.TrimSpace(f.text)
		case "license":
			g.License = f.text
		case "compatibility":
			g.Needs = f.text
		case "allowed-tools":
			g.Tools = f.text
		default:
			wrong("%q is no field of a skill: name, description, license, compatibility, allowed-tools and metadata are", f.name)
		}
	}
	for _, why := range g.Problems() {
		wrong("%s", why)
	}
	return problems
}

// Write gives the files of a skill: SKILL.md first, then the others by path. Reading
// them gives the skill again.
func Write(g knowledge.Guide) ([]knowledge.File, error) {
	front := &yaml.Node{Kind: yaml.MappingNode}
	add := func(m *yaml.Node, name, text string) {
		m.Content = append(m.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: name}, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: text})
	}
	add(front, "name", g.Name)
	add(front, "description", g.Description)
	for _, f := range [][2]string{{"license", g.License}, {"compatibility", g.Needs}, {"allowed-tools", g.Tools}} {
		if f[1] != "" {
			add(front, f[0], f[1])
		}
	}
	if len(g.Metadata) > 0 {
		inner := &yaml.Node{Kind: yaml.MappingNode}
		for _, name := range slices.Sorted(maps.Keys(g.Metadata)) {
			add(inner, name, g.Metadata[name])
		}
		front.Content = append(front.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: "metadata"}, inner)
	}
	text, err := yaml.Marshal(front)
	if err != nil {
		return nil, err
	}
	main := knowledge.File{Path: "SKILL.md", Content: "---\n" + string(text) + "---\n" + strings.TrimSpace(g.Text) + "\n"}
	return append([]knowledge.File{main}, g.Files...), nil
}
