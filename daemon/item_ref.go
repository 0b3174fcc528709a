package daemon

import (
	"navd/daemon/fault"
	"navd/daemon/knowledge"
	"navd/daemon/store"
	"navd/daemon/words"
)

// versionOf reads a version of an item, 0: the one that the id names, as in "k3@1", else the
// last.
func (k *Knowledge) versionOf(ref string, version int) (i knowledge.Item, err error) {
	id, named := knowledge.SplitRef(ref)
	if named > 0 && version > 0 && named != version {
		return i, twoVersions(ref, version)
	}
	version = max(version, named)
	versions, err := readOf(k.c, store.ItemHistory, id)
	switch {
	case err != nil:
		return i, err
	case len(versions) == 0:
		return i, knowledge.Missing(ref)
	case version > len(versions):
		f := fault.New(fault.NotFound, "%s has %s", id, words.Count(len(versions), "version"))
		if named > 0 {
			return i, f.About("id", ref)
		}
		return i, f.About("version", version)
	case version == 0:
		version = len(versions)
	}
	return versions[version-1], nil
}

// twoVersions is the fault of a call that names one version with the id and another beside it.
func twoVersions(ref string, version int) error {
	return badParams(fault.New(fault.Invalid, "%s and version %d are two versions", ref, version).About("version", version).
		WithHint("name the version once: with the id, or as version"))
}

// named finds the item that a field names, where no version is chosen: one that stands with the
// id, as in "k3@1", must be the present one.
func (l *learning) named(field, ref string) (*knowledge.Record, error) {
	id, version := knowledge.SplitRef(ref)
	r, err := l.book.Find(id)
	switch {
	case err != nil:
		return nil, fault.As(knowledge.Missing(ref)).About(field, ref)
	case version > 0 && version != r.Now.Version:
		return nil, notPresent(field, ref, r.Now.Version)
	}
	return r, nil
}

// notPresent is the fault of a reference to a version that an item no longer is in, or not yet.
func notPresent(field, ref string, now int) error {
	id, version := knowledge.SplitRef(ref)
	f := fault.New(fault.Conflict, "%s is version %d now, not %d", id, now, version).About(field, ref)
	return f.WithHint("look at it with knowledge.get; then name it as %s, or as %s@%d", id, id, now)
}
