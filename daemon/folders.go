package daemon

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"navd/daemon/fault"
	"navd/daemon/item"
	"navd/daemon/knowledge"
	"navd/daemon/knowledge/dmn"
	"navd/daemon/knowledge/skills"
	"navd/ipc"
)

// Import proposes the rule of a DMN file, or the skill of a folder.
func (k *Knowledge) Import(ctx context.Context, p ipc.KnowledgeImportParams) (r ipc.KnowledgeImportResult, err error) {
	w, err := k.c.begin(ctx, callOf(ipc.KnowledgeImport, p.Key, p), &r)
	if w == nil {
		return r, err
	}
	defer w.end(&err)
	if err := noControls("name", p.Name, "author", p.Author, "scene_id", p.SceneID); err != nil {
		return r, err
	}
	if p.Lines != "" {
		if p.Content+p.Folder != "" {
			return r, badParams(fault.New(fault.Invalid, "lines is given with content or folder").About("lines", nil).WithHint("give one of content, folder and lines"))
		}
		l, err := w.learn()
		if err != nil {
			return r, err
		}
		if r.Stored, r.Same, err = l.takeHistory(p.Lines); err != nil {
			return r, err
		}
		return r, l.commit(ctx, r)
	}
	kind, body, err := bodyOf(p)
	if err != nil {
		return r, badParams(err)
	}
	one := knowledge.Proposal{Kind: kind, Scope: knowledge.Scope{Scene: p.SceneID}, Body: body}
	if err := k.c.learned.check(&one); err != nil { // before the lock is taken: it may take long
		return r, err
	}
	if one.Check != nil && !one.Check.OK {
		return r, fault.New(fault.Invalid, "the table cannot go live: %s", firstProblem(one.Check)).About("content", nil).
			WithHint("knowledge.check lists all that is wrong")
	}
	l, err := w.learn()
	if err != nil {
		return r, err
	}
	if id := l.known(body, one.Scope); id != "" {
		return r, fault.New(fault.Conflict, "%s has the same content already", id).About(fieldOf(p), nil).WithHint("content that was rejected once cannot be proposed again")
	}
	report, replay := one.Check, one.Replay
	one = l.proposal(&knowledge.Feedback{Scope: one.Scope, Author: p.Author})
	one.By, one.Kind, one.Operation, one.Mode, one.Body, one.Check, one.Replay = "import", kind, knowledge.Create, knowledge.Replace, body, report, replay
	one.Case = l.caseOf(knowledge.Draft{Kind: kind, Body: body, Intent: "import a " + string(kind)}, one.Scope)
	var old *knowledge.Item
	if body.Skill != nil {
		old = l.skillNamed(body.Skill.Name, one.Scope)
	}
	if old != nil {
		one.Operation, one.Item, one.Base, one.Case.Relation = knowledge.Update, old.ID, old.Version, knowledge.Supersedes
		one.Case.Because, one.Case.Before = old.ID+" has the same name", old.Body.Render()
	}
	l.file(&knowledge.Feedback{}, one)
	l.line(knowledge.Line{Did: "proposed", Item: one.Item, Proposal: one.ID, By: one.By})
	view, err := readOf(k.c, viewOf, one)
	if err != nil {
		return r, err
	}
	r.Proposal = &view
	return r, l.commit(ctx, r)
}

// fieldOf is the parameter that has the content of an import.
func fieldOf(p ipc.KnowledgeImportParams) string {
	if p.Folder != "" {
		return "files"
	}
	return "content"
}

// bodyOf reads what is imported.
func bodyOf(p ipc.KnowledgeImportParams) (kind knowledge.Kind, body knowledge.Body, err error) {
	switch {
	case (p.Content == "") == (p.Folder == ""):
		return "", body, fault.New(fault.Invalid, "no file, folder or history is given, or more than one").About("content", nil).WithHint("give content, or folder and files, or lines")
	case p.Folder != "":
		g, problems := skills.Read(p.Folder, p.Files)
		if len(problems) > 0 {
			return "", body, fault.New(fault.Invalid, "%s", strings.Join(problems, "; ")).About("files", nil)
		}
		return knowledge.Skill, knowledge.Body{Skill: &g}, nil
	}
	m, err := dmn.Read([]byte(p.Content))
	if err != nil {
		return "", body, modelFault("content", err)
	}
	m.Name = cmp.Or(m.Name, p.Name, "rule")
	body = knowledge.Body{Text: m.Name, Rule: m, Priority: knowledge.DefaultPriority}
	set(&body.Priority, p.Priority)
	return knowledge.Rule, body, nil
}

// skillNamed finds the skill in use that has a name in a scope; nil when there is none.
func (l *learning) skillNamed(name string, at knowledge.Scope) *knowledge.Item {
	for i := range l.book.All() {
		if i.Status == item.Active && i.Scope == at && i.Body.Skill != nil && i.Body.Skill.Name == name {
			return &i
		}
	}
	return nil
}

// firstProblem says why a rule cannot go live.
func firstProblem(r *dmn.Report) string {
	for _, list := range [][]dmn.Problem{r.Types, r.Overlaps} {
		if len(list) == 0 {
			continue
		}
		switch rows := strings.Trim(fmt.Sprint(list[0].Rows), "[]"); len(list[0].Rows) {
		case 0:
			return list[0].What
		case 1:
			return "row " + rows + ": " + list[0].What
		default:
			return "rows " + rows + ": " + list[0].What
		}
	}
	return ""
}

// Export gives a rule as a DMN file, a skill as its folder.
func (k *Knowledge) Export(_ context.Context, p ipc.KnowledgeExportParams) (r ipc.KnowledgeExportResult, err error) {
	if p.ID == "" {
		if p.Version > 0 {
			return r, badParams(fault.New(fault.Invalid, "it is the version of one item, so it needs id").About("version", p.Version).WithHint("give the id of the item, or leave version out"))
		}
		return k.history(p)
	}
	if p.Cursor != "" || p.Limit > 0 {
		return r, badParams(fault.New(fault.Invalid, "with id the answer is one item, without pages").About("cursor", p.Cursor).WithHint("leave cursor and limit out, or leave id out for the whole history"))
	}
	i, err := k.versionOf(p.ID, p.Version)
	if err != nil {
		return r, err
	}
	switch {
	case i.Body.Skill != nil:
		r.Name = i.Body.Skill.Name
		r.Files, err = skills.Write(*i.Body.Skill)
	case i.Body.Rule != nil:
		data, failed := dmn.Write(i.Body.Rule)
		r.Name, r.Content, err = i.ID+".dmn", string(data), failed
	default:
		err = fault.New(fault.Invalid, "%s is a %s, which has no file form; read it with knowledge.get", i.ID, i.Kind).About("id", p.ID)
	}
	return r, err
}
