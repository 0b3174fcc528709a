package main

import (
	"slices"
	"strings"

	"navd/daemon/feedback"
	"navd/daemon/grounding"
	"navd/daemon/item"
	"navd/ipc"
)

func (a *app) printHistory(r ipc.HistoryResult) error {
	versions := r.Versions
	for i, e := range versions {
		if i == 0 {
			a.say("%s  %s: %s\nversion %d: %s\n", e.ID, e.Category, plainLines(e.Text, noteIndent), e.Version, begun(e))
			continue
		}
		a.say("version %d: %s\n", e.Version, strings.Join(changes(versions[i-1], e), ", "))
	}
	return nil
}

// begun says what an entry began as, and the feedback it rests on.
func begun(e grounding.Entry) string {
	s := standing(e)
	if e.Replaces != "" {
		s += " in place of " + e.Replaces
	}
	for _, v := range e.Evidence {
		s += "; " + evidenceText(v)
	}
	return s
}

// changes says how a version of an entry differs from the one before. Text, claims and
// scope are the same in all versions.
func changes(before, now grounding.Entry) (list []string) {
	if before.State != now.State || before.SupersededBy != now.SupersededBy {
		list = append(list, stateChange(before, now))
	}
	switch {
	case now.Pinned && !before.Pinned:
		list = append(list, "pinned")
	case before.Pinned && !now.Pinned:
		list = append(list, "unpinned")
	}
	for _, v := range missing(now.Evidence, before.Evidence) {
		list = append(list, "said again: "+evidenceText(v))
	}
	for _, v := range missing(before.Evidence, now.Evidence) {
		list = append(list, v.Feedback+" no longer counts")
	}
	if len(list) == 0 {
		list = append(list, "no visible change")
	}
	return list
}

// stateChange says which state an entry changed to.
func stateChange(before, now grounding.Entry) string {
	switch {
	case now.State == item.Active && before.State == item.Proposed:
		return "confirmed"
	case now.State == item.Active:
		return "active again"
	case now.State == item.Superseded:
		return "superseded by " + now.SupersededBy
	}
	return string(now.State)
}

// missing lists what is in one list of evidence and not in the other.
func missing(in, from []feedback.Evidence) []feedback.Evidence {
	return slices.DeleteFunc(slices.Clone(in), func(v feedback.Evidence) bool {
		return slices.ContainsFunc(from, func(o feedback.Evidence) bool { return o.Feedback == v.Feedback })
	})
}
