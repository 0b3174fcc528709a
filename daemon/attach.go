package daemon

import (
	"context"
	"slices"

	"navd/daemon/fault"
	"navd/daemon/item"
	"navd/daemon/knowledge"
	"navd/daemon/store"
	"navd/ipc"
	"navd/kv"
)

// attachment is a skill whose whole text plans are told, in the version that was attached.
type attachment struct {
	knowledge.Attachment
	item knowledge.Item
}

// Attach puts the whole text of skills into plans: those of a scene, or all.
func (k *Knowledge) Attach(ctx context.Context, p ipc.AttachParams) (r ipc.AttachResult, err error) {
	return k.attaching(ctx, ipc.KnowledgeAttach, p, func(l *learning, i knowledge.Item, version int) error {
		if i.Status != item.Active {
			return fault.New(fault.Conflict, "%s is %s", i.ID, i.Status).About("skill_ids", i.ID).WithHint("knowledge.list with the status active has those in use")
		}
		if p.SceneID != "" && !i.Scope.Holds(p.SceneID) {
			return fault.New(fault.Conflict, "%s holds in %s alone", i.ID, i.Scope.Scene).About("scene_id", p.SceneID).WithHint("attach it there, or import a skill for this scene")
		}
		if i, err = k.versionOf(i.ID, version); err != nil {
			return err
		}
		l.attach(i, knowledge.Attachment{Scene: p.SceneID, Author: p.Author})
		return nil
	})
}

// Detach has plans told only the names of skills again.
func (k *Knowledge) Detach(ctx context.Context, p ipc.AttachParams) (r ipc.AttachResult, err error) {
	return k.attaching(ctx, ipc.KnowledgeDetach, p, func(l *learning, i knowledge.Item, version int) error {
		for _, o := range l.attached {
			if o.Skill == i.ID && o.Scene == p.SceneID && version > 0 && o.Version != version {
				return fault.New(fault.Conflict, "%s is attached in version %d, not %d", i.ID, o.Version, version).About("skill_ids", i.ID).
					WithHint("detach %s, or %s@%d", i.ID, i.ID, o.Version)
			}
		}
		l.detach(p.Author, func(o attachment) bool { return o.Skill == i.ID && o.Scene == p.SceneID })
		return nil
	})
}

// attaching applies do to each skill that is named, by its id or name, and answers with
// what is attached then.
func (k *Knowledge) attaching(ctx context.Context, m ipc.Method[ipc.AttachParams, ipc.AttachResult], p ipc.AttachParams, do func(l *learning, i knowledge.Item, version int) error) (r ipc.AttachResult, err error) {
	w, err := k.c.begin(ctx, callOf(m, p.Key, p), &r)
	if w == nil {
		return r, err
	}
	defer w.end(&err)
	if err := noControls("scene_id", p.SceneID, "author", p.Author); err != nil {
		return r, err
	}
	if p.Version > 0 && len(p.Skills) > 1 {
		return r, badParams(fault.New(fault.Invalid, "a version is one skill's").About("version", p.Version).WithHint("attach them one by one"))
	}
	l, err := w.learn()
	if err != nil {
		return r, err
	}
	for _, name := range p.Skills {
		id, version := knowledge.SplitRef(name)
		i, err := l.skill(id, p.SceneID)
		if err != nil {
			return r, err
		}
		if version > 0 && p.Version > 0 && version != p.Version {
			return r, twoVersions(name, p.Version)
		}
		if err := do(l, i, max(version, p.Version)); err != nil {
			return r, err
		}
	}
	r.Attached = []knowledge.Attachment{}
	for _, o := range l.attached {
		r.Attached = append(r.Attached, o.Attachment)
	}
	return r, l.commit(ctx, r)
}

// skill finds a skill by its id or, when it is in use, by its name: of a scene, or else one
// that holds everywhere.
func (l *learning) skill(name, scene string) (knowledge.Item, error) {
	if r, err := l.book.Find(name); err == nil {
		if r.Now.Kind != knowledge.Skill {
			return r.Now, fault.New(fault.Invalid, "%s is a %s", name, r.Now.Kind).About("skill_ids", name).WithHint("plans are told skills whole; memories and rules hold by themselves")
		}
		return r.Now, nil
	}
	for _, at := range []string{scene, ""} {
		if i := l.skillNamed(name, knowledge.Scope{Scene: at}); i != nil {
			return *i, nil
		}
	}
	return knowledge.Item{}, fault.New(fault.NotFound, "there is no such skill").About("skill_ids", name).WithHint("`navd knowledge list --kind skill` has their ids and names")
}

// attach attaches a version of a skill, in place of the one that is attached there.
func (l *learning) attach(i knowledge.Item, a knowledge.Attachment) {
	a.Skill, a.Version, a.Since = i.ID, i.Version, l.At
	store.PutAttachment(&l.Changes, a)
	l.line(knowledge.Line{Did: knowledge.DidAttach, Item: i.ID, Version: i.Version, Scene: &a.Scene, Feedback: a.Feedback, By: a.Author})
	l.attached = slices.DeleteFunc(slices.Clone(l.attached), func(o attachment) bool { return a.SamePlace(o.Attachment) })
	l.attached = append(l.attached, attachment{a, i})
	l.Then(func() { l.shown.Store(nil) })
}

// attachRestored attaches an item that is like its earlier version to where a later version
// is attached: that was taken back.
func (l *learning) attachRestored(i knowledge.Item, to int, by string) {
	for _, o := range l.attached {
		if o.Skill == i.ID && o.Version > to {
			l.attach(i, knowledge.Attachment{Scene: o.Scene, Author: by, Feedback: o.Feedback})
		}
	}
}

// detach removes attachments.
func (l *learning) detach(by string, which func(attachment) bool) {
	for _, o := range l.attached {
		if which(o) {
			store.DeleteAttachment(&l.Changes, o.Attachment)
			l.line(knowledge.Line{Did: knowledge.DidDetach, Item: o.Skill, Version: o.Version, Scene: &o.Scene, By: by})
		}
	}
	l.attached = slices.DeleteFunc(slices.Clone(l.attached), which)
	l.Then(func() { l.shown.Store(nil) })
}

// loadAttachments reads what is attached.
func loadAttachments(tx *kv.Tx) (all []attachment, err error) {
	for a, err := range store.Attachments(tx) {
		if err != nil {
			return nil, err
		}
		versions, err := store.ItemHistory(tx, a.Skill)
		if err != nil {
			return nil, err
		}
		if a.Version <= len(versions) {
			all = append(all, attachment{a, versions[a.Version-1]})
		}
	}
	return all, nil
}

// attachedIn gives the skills that are attached for plans in a scene: those of the scene
// stand before those of all scenes, and hide other versions of the same skill.
func (u *inUse) attachedIn(scene string) (items []knowledge.Item) {
	for _, at := range []string{scene, ""} {
		for _, o := range u.attached {
			told := slices.ContainsFunc(items, func(i knowledge.Item) bool { return i.ID == o.Skill })
			if o.Scene == at && !told && o.item.Scope.Holds(scene) {
				items = append(items, o.item)
			}
		}
	}
	return items
}
