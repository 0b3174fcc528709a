package daemon_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"navd/daemon/fault"
	"navd/daemon/knowledge"
	"navd/ipc"
)

// history gives all that a house has learned, by pages.
func (h *house) history(limit int) string {
	h.t.Helper()
	var all strings.Builder
	for cursor := ""; ; {
		r := into[ipc.KnowledgeExportResult](h.t, h.do(ipc.KnowledgeExport, fmt.Sprintf(`{"limit":%d,"cursor":%q}`, limit, cursor)))
		if n := strings.Count(r.Lines, "\n"); n > limit {
			h.t.Errorf("%d lines of %d", n, limit)
		}
		all.WriteString(r.Lines)
		if cursor = r.Cursor; cursor == "" {
			return all.String()
		}
	}
}

// takes reads a history in.
func (h *house) takes(lines string) ipc.KnowledgeImportResult {
	h.t.Helper()
	return into[ipc.KnowledgeImportResult](h.t, h.do(ipc.KnowledgeImport, importOf(lines)))
}

func importOf(lines string) string {
	data, _ := json.Marshal(ipc.KnowledgeImportParams{Lines: lines})
	return string(data)
}

// TestHistory: what was learned goes to another navd as it is, in any parts, once; a
// later copy adds what is new, and what is something else is refused whole.
func TestHistory(t *testing.T) {
	h, other := newShelf(t), newHouse(t)
	h.do(ipc.KnowledgeAttach, `{"skill_ids":["k3"],"scene_id":"home"}`)
	h.do(ipc.KnowledgeRollback, `{"id":"k2","reason":"r"}`)
	h.tell("when stuck, turn left", "") // stays open
	all := h.history(7)
	if again := h.history(1000); again != all || strings.Count(all, "\n") < 30 {
		t.Errorf("by other pages:\n%s\n%s", again, all)
	}
	lines := strings.SplitAfter(strings.TrimSuffix(all, "\n"), "\n")
	lines[len(lines)-1] += "\n"
	stored := 0
	for part := range slices.Chunk(lines, 11) {
		stored += other.takes(strings.Join(part, "")).Stored
	}
	if stored != len(lines) || other.history(1000) != all {
		t.Errorf("%d of %d lines; there is\n%s", stored, len(lines), other.history(1000))
	}
	plan := func(h *house) string {
		p := h.planAt(h.looksFor("TV"), "")
		return fmt.Sprint(p.View, p.Rules.Fired, p.Used.Blocks["knowledge"].In, p.Used.Blocks["skills"].In)
	}
	if a, b := plan(h), plan(other); a != b {
		t.Errorf("plans differ: %s, %s", a, b)
	}
	if r := other.takes(all); r.Stored != 0 || r.Same != len(lines) {
		t.Errorf("once more: %+v", r)
	}
	if found := into[ipc.KnowledgeSearchResult](t, other.do(ipc.KnowledgeSearch, `{"query":"sofa"}`)).Items; len(found) != 1 || found[0].ID != "k2" {
		t.Errorf("%+v", found)
	}
	h.approve("p6") // what was open
	h.obeys("the keys hang in the hall", "")
	cursor := into[ipc.KnowledgeExportResult](t, h.do(ipc.KnowledgeExport, `{"limit":5}`)).Cursor
	later := h.history(1000)
	if r := other.takes(later); r.Stored == 0 || r.Same == 0 || other.history(1000) != later {
		t.Errorf("a later copy: %+v", r)
	}
	other.restart()
	if a, b := plan(h), plan(other); a != b {
		t.Errorf("plans differ after a start: %s, %s", a, b)
	}
	h.obeys("the piano is in the hall", "")
	h.refuses(ipc.KnowledgeExport, fmt.Sprintf(`{"cursor":%q}`, cursor), because{fault.Conflict, "cursor", "something was learned meanwhile"})
	other.obeys("the piano is in the den", "")
	before := other.history(1000)
	other.refuses(ipc.KnowledgeImport, importOf(h.history(1000)), because{fault.Conflict, "lines", "q8 is something else here"})
	if other.history(1000) != before {
		t.Error("a part of a refused history was stored")
	}
	h.sound()
	other.sound()
}

// TestHistoryRefused: lines that no navd has written store nothing.
func TestHistoryRefused(t *testing.T) {
	h := newShelf(t)
	lines := strings.SplitAfter(h.history(1000), "\n")
	of := func(kind string) string {
		return lines[slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, `{"`+kind+`"`) })]
	}
	other := newHouse(t)
	for _, c := range []struct{ name, lines, says string }{
		{"no JSON", "{", "line 1: not a record of a knowledge history"},
		{"nothing", "{}\n", "line 1: the record has 0 of feedback"},
		{"two things", `{"feedback":{"feedback":"q1","text":"x","scope":{},"time":"2026-01-01T00:00:00Z"},"line":{"n":1}}`, "the record has 2 of feedback"},
		{"unknown members", `{"feedback":{"feedback":"q1","colour":"red"}}`, `unknown field "colour"`},
		{"no id", `{"feedback":{"feedback":"f1"}}`, `id: not allowed, given "f1"`},
		{"a number too large", `{"line":{"n":99999999999}}`, "n: not allowed"},
		{"another line first", "\n\n" + lines[0] + "{", "line 4: not a record of a knowledge history"},
		{"a version that is missing", strings.Replace(of("item"), `"version":1`, `"version":3`, 1), "k1@3 follows version 0"},
		{"a kind that it is not", strings.Replace(of("item"), `"kind":"rule"`, `"kind":"skill"`, 1), "not the body of a skill"},
		{"a status of its own", strings.Replace(of("item"), `"status":"active"`, `"status":"supreme"`, 1), "status: not allowed"},
		{"a rule that does not run", strings.Replace(of("item"), `\"television\"`, `now(`, 1), "the rule cannot go live"},
		{"a rule that does something else", strings.ReplaceAll(of("item"), `forbid place`, `explode`), "the rule cannot go live"},
	} {
		t.Run(c.name, func(t *testing.T) {
			other.in(t).refuses(ipc.KnowledgeImport, importOf(c.lines), because{fault.Invalid, "lines", c.says})
		})
	}
	other.refuses(ipc.KnowledgeImport, `{"lines":"{}","content":"x"}`, because{fault.Invalid, "lines", "lines is given with content or folder"})
	other.refuses(ipc.KnowledgeExport, `{"cursor":"1/x"}`, because{fault.Conflict, "cursor", "meanwhile"})
	other.refuses(ipc.KnowledgeExport, `{"cursor":"0/x"}`, because{fault.Invalid, "cursor", "the cursor of the answer before"})
	other.refuses(ipc.KnowledgeExport, `{"version":2}`, because{fault.Invalid, "version", "the version of one item"})
	if got := other.history(10); got != "" {
		t.Errorf("there is %s", got)
	}
	// feedback that waits goes on there
	said := knowledge.Feedback{ID: "q1", Text: "the keys hang in the hall"}
	data, err := json.Marshal(knowledge.Kept{Feedback: &said})
	if err != nil {
		t.Fatal(err)
	}
	other.takes(string(data))
	other.jobsOf("")
	if p := into[ipc.ProposalListResult](t, other.do(ipc.KnowledgeProposals, `{}`)).Proposals; len(p) != 1 || p[0].Feedback != "q1" {
		t.Errorf("%+v", p)
	}
}

// TestHistoryFollowsAttachments: a copy is told whole what the origin is told whole, whatever
// was attached and detached there since, in one part or in many, and an older copy brings
// nothing back.
func TestHistoryFollowsAttachments(t *testing.T) {
	for name, then := range map[string]func(*house){
		"another version": func(h *house) {
			h.obeys("close it", `,"amends":"k1","relation":"EXTENDS"`)
			h.do(ipc.KnowledgeAttach, `{"skill_ids":["k1"],"scene_id":"home"}`)
		},
		"detached":          func(h *house) { h.do(ipc.KnowledgeDetach, `{"skill_ids":["k1"],"scene_id":"home"}`) },
		"detached from all": func(h *house) { h.do(ipc.KnowledgeDetach, `{"skill_ids":["k1"]}`) },
		"detached and attached": func(h *house) {
			h.do(ipc.KnowledgeDetach, `{"skill_ids":["k1"],"scene_id":"home"}`)
			h.do(ipc.KnowledgeAttach, `{"skill_ids":["k1"],"scene_id":"home","version":1,"author":"Kim"}`)
		},
	} {
		for _, size := range []int{1, 1000} {
			t.Run(fmt.Sprintf("%s, by %d", name, size), func(t *testing.T) {
				h, other := newHouse(t), newHouse(t)
				h.obeys("How to cross a door:\n1. face the door\n2. go through", "")
				h.do(ipc.KnowledgeAttach, `{"skill_ids":["k1"],"scene_id":"home"}`)
				h.do(ipc.KnowledgeAttach, `{"skill_ids":["k1"]}`)
				early := h.history(1000)
				other.takes(early)
				then(h)
				all := h.history(1000)
				for part := range slices.Chunk(strings.SplitAfter(strings.TrimSuffix(all, "\n"), "\n"), size) {
					other.takes(strings.Join(part, ""))
				}
				other.takes(early)
				if got := other.history(1000); got != all {
					t.Errorf("there is\n%s\nwant\n%s", got, all)
				}
				other.restart()
				if got := other.history(1000); got != all {
					t.Errorf("after a restart there is\n%s\nwant\n%s", got, all)
				}
			})
		}
	}
}
