package mcp

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"navd/daemon/fault"
	"navd/daemon/knowledge"
	"navd/ipc"
)

type skillsIn struct {
	Query  string `json:"query,omitempty" max:"500" jsonschema:"find by what they are for"`
	Name   string `json:"name,omitempty" max:"128" jsonschema:"read this one"`
	File   string `json:"file,omitempty" max:"1000" jsonschema:"with name: a file of it, default SKILL.md"`
	Cursor string `json:"cursor,omitempty" max:"20"`
}

type skill struct {
	Name    string   `json:"name"`
	Version string   `json:"version" jsonschema:"id@version"`
	For     string   `json:"for"`
	Scene   string   `json:"scene,omitempty"`
	Files   []string `json:"files,omitempty"`
	Text    string   `json:"text,omitempty"`
}

// skillsOut lists skills, or has one skill with a part of its text.
type skillsOut struct {
	page[skill]
	reads bool
}

// shorten cuts a piece from the end of the text of a skill, or the last skill from a list.
func (s *skillsOut) shorten() bool {
	if !s.reads {
		return s.page.shorten()
	}
	text := &s.Items[0].Text
	if len(*text) < 100 {
		return false
	}
	cut := len(*text) * 7 / 8
	if line := strings.LastIndexByte((*text)[:cut], '\n') + 1; line > cut/2 {
		cut = line
	}
	for !utf8.RuneStart((*text)[cut]) {
		cut--
	}
	*text = (*text)[:cut]
	s.Cursor = strconv.Itoa(s.from + cut)
	return true
}

// skills lists the skills in use, finds some, or reads one.
func skills(ctx context.Context, c ipc.Caller, in skillsIn) (*skillsOut, error) {
	var items []knowledge.Item
	var err error
	switch {
	case in.Name != "":
		return readSkill(ctx, c, in)
	case in.File != "":
		return nil, fault.Field("file", in.File, "only together with name: a file of that skill")
	case in.Query != "":
		r, err := ipc.KnowledgeSearch.Call(ctx, c, ipc.KnowledgeSearchParams{Query: in.Query, Kinds: []string{"skill"}, K: maxHits})
		if err != nil {
			return nil, err
		}
		for _, h := range r.Items {
			items = append(items, h.Item)
		}
	default:
		if items, err = inUse(ctx, c); err != nil {
			return nil, err
		}
	}
	var all []skill
	for _, i := range items {
		all = append(all, listed(i))
	}
	p, err := pageAt(all, in.Cursor)
	return &skillsOut{page: p}, err
}

// inUse lists the skills in use, newest first.
func inUse(ctx context.Context, c ipc.Caller) (all []knowledge.Item, err error) {
	for at := (ipc.KnowledgeListParams{Kind: "skill", Status: "active", Limit: 1000}); ; {
		r, err := ipc.KnowledgeList.Call(ctx, c, at)
		if err != nil {
			return nil, err
		}
		all = append(all, r.Items...)
		if at.Cursor = r.Cursor; at.Cursor == "" {
			return all, nil
		}
	}
}

func listed(i knowledge.Item) skill {
	s := skill{Version: i.Ref(), Scene: i.Scope.Scene}
	if g := i.Body.Skill; g != nil {
		s.Name, s.For = g.Name, clip(g.Description, maxText)
	}
	return s
}

// readSkill gives a file of a skill, from the cursor on.
func readSkill(ctx context.Context, c ipc.Caller, in skillsIn) (*skillsOut, error) {
	i, err := skillNamed(ctx, c, in.Name)
	if err != nil {
		return nil, err
	}
	files, err := ipc.KnowledgeExport.Call(ctx, c, ipc.KnowledgeExportParams{ID: i.ID, Version: i.Version})
	if err != nil {
		return nil, err
	}
	s := listed(i)
	for _, f := range files.Files[:min(len(files.Files), maxThings)] {
		s.Files = append(s.Files, clip(f.Path, 100))
	}
	f, err := fileOf(files.Files, cmp.Or(in.File, "SKILL.md"))
	if err != nil {
		return nil, err
	}
	if f.Base64 {
		return nil, fault.New(fault.Invalid, "it is not a text file").About("file", in.File).WithHint("read it as the resource skill://%s/%s", s.Name, f.Path)
	}
	from, err := offset(in.Cursor, len(f.Content))
	if err == nil && from < len(f.Content) && !utf8.RuneStart(f.Content[from]) {
		_, err = offset("x", 0)
	}
	if err != nil {
		return nil, err
	}
	s.Text = f.Content[from:]
	return &skillsOut{page: page[skill]{Items: []skill{s}, from: from}, reads: true}, nil
}

// skillNamed finds a skill in use by its name or id.
func skillNamed(ctx context.Context, c ipc.Caller, name string) (i knowledge.Item, err error) {
	all, err := inUse(ctx, c)
	if err != nil {
		return i, err
	}
	at := slices.IndexFunc(all, func(i knowledge.Item) bool { return i.ID == name || i.Body.Skill != nil && i.Body.Skill.Name == name })
	if at < 0 {
		return i, fault.New(fault.NotFound, "no skill in use has this name").About("name", name).WithHint("navd_skills without name lists them")
	}
	return all[at], nil
}

func fileOf(files []knowledge.File, path string) (f knowledge.File, err error) {
	at := slices.IndexFunc(files, func(f knowledge.File) bool { return f.Path == path })
	if at < 0 {
		return f, fault.New(fault.NotFound, "the skill has no such file").About("file", path).WithHint("navd_skills with only name lists its files")
	}
	return files[at], nil
}
