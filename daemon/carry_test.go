package daemon_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"navd/daemon/fault"
	"navd/ipc"
)

// carriedKinds are the kinds in the order in which they are taken in.
var carriedKinds = []string{"grounding", "episodes", "episodic", "knowledge", "lats", "houses"}

// export gives all lines of a kind, n on a page.
func (h *house) export(kind string, limit int) (lines string) {
	h.t.Helper()
	for cursor := ""; ; {
		r := into[ipc.ExportPage](h.t, h.do(ipc.NavdExport, fmt.Sprintf(`{"what":%q,"limit":%d,"cursor":%q}`, kind, limit, cursor)))
		lines += r.Lines
		if cursor = r.Cursor; cursor == "" {
			return lines
		}
	}
}

// lived fills a house with something of every kind.
func lived(h *house) {
	h.t.Helper()
	for _, id := range []string{h.begin(), h.begin()} {
		seq := 0
		for range 40 {
			seq++
			h.do(ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":%d,"action":1,"junction":%t}`, id, seq, seq%7 == 0))
		}
		h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,"labels":[{"view":3,"scene_type":"corridor"}]}`, id))
		h.do(ipc.FeedbackAdd, fmt.Sprintf(`{"episode":%q,"scope":"everywhere","text":"s: sofas stand in living rooms <always>"}`, id))
	}
	h.do(ipc.EpisodeEnd, `{"episode":"e001","success":true}`)
	h.do(ipc.KnowledgeSubmit, `{"text":"Never enter the bathroom when looking for a television"}`)
	h.keep(case1, "")
	h.stay("mill")
	h.do(ipc.HouseSnapshot, `{"house":"mill","name":"before"}`)
	h.stay("mill")
	h.do(ipc.LatsOpen, `{"question":"what colour?","env":"external","n":2,"actions":[{"name":"search"},{"name":"finish","terminal":true}]}`)
	gone := h.begin()
	h.do(ipc.FeedbackAdd, fmt.Sprintf(`{"episode":%q,"scope":"everywhere","text":"s: the bed is in the attic"}`, gone))
	h.do(ipc.EpisodeDelete, fmt.Sprintf(`{"episode":%q}`, gone))
}

// An export, taken in by an empty navd, gives the same export and the same memory.
func TestCarry(t *testing.T) {
	from, to := newHouse(t), newHouse(t)
	lived(from)
	for seq := 41; seq < 46; seq++ { // after the last checkpoint of an open episode
		from.do(ipc.NavStep, fmt.Sprintf(`{"episode":"e002","seq":%d,"action":1}`, seq))
	}
	take := func(kind, lines string, dry bool) ipc.ImportedLines {
		t.Helper()
		params, err := json.Marshal(ipc.ImportLinesParams{What: kind, Lines: lines, DryRun: dry})
		if err != nil {
			t.Fatal(err)
		}
		return into[ipc.ImportedLines](t, to.do(ipc.NavdImport, string(params)))
	}
	for _, kind := range carriedKinds {
		lines := from.export(kind, 1000)
		if n := strings.Count(lines, "\n"); n == 0 {
			t.Errorf("%s: nothing is exported", kind)
			continue
		}
		same(t, kind+", page by page", []byte(from.export(kind, 3)), []byte(lines))
		n := strings.Count(lines, "\n")
		for _, step := range []struct {
			name string
			dry  bool
			want ipc.ImportedLines
		}{{"dry run", true, ipc.ImportedLines{Stored: n}}, {"first", false, ipc.ImportedLines{Stored: n}}, {"again", false, ipc.ImportedLines{Same: n}}} {
			if got := take(kind, lines, step.dry); got != step.want {
				t.Errorf("%s, %s: %+v, want %+v", kind, step.name, got, step.want)
			}
		}
		same(t, kind+", of the other navd", []byte(to.export(kind, 1000)), []byte(lines))
	}
	for version := 1; version <= 2; version++ {
		params := fmt.Sprintf(`{"house":"mill","version":%d}`, version)
		same(t, params, to.do(ipc.HouseExport, params), from.do(ipc.HouseExport, params))
	}
	same(t, "snapshots", to.do(ipc.HouseSnapshot, `{"house":"mill"}`), from.do(ipc.HouseSnapshot, `{"house":"mill"}`))
	for range 2 {
		for _, id := range []string{"e001", "e002"} {
			same(t, id, []byte(to.memory(id)), []byte(from.memory(id)))
		}
		to.sound()
		to.restart()
	}
	to.do(ipc.FeedbackAdd, `{"episode":"e002","scope":"everywhere","text":"s: the lamp is green"}`)
	if got := to.export("episodes", 1000); !strings.Contains(got, `"feedback":"f4"`) {
		t.Error("the next feedback is not f4")
	}
	undo := `{"feedback":"f3"}` // of the deleted episode
	same(t, undo, to.do(ipc.GroundingUndo, undo), from.do(ipc.GroundingUndo, undo))
}

// What no export writes is refused with the line.
func TestCarryRefuses(t *testing.T) {
	h := newHouse(t)
	lived(h)
	lines := strings.SplitAfter(h.export("episodes", 1000), "\n")
	whole := strings.Join(lines, "")
	houses := strings.SplitAfter(h.export("houses", 1000), "\n")
	head := houses[len(houses)-2]
	for _, tt := range []struct {
		name, kind, lines, says string
		want                    fault.Kind
	}{
		{"no JSON", "episodes", lines[0] + "{\n", "line 2", fault.Invalid},
		{"another table", "lats", lines[0], "line 1: lats has no table", fault.Invalid},
		{"a newer table", "episodes", strings.Replace(lines[0], `"version":1`, `"version":9`, 1), "line 1", fault.Invalid},
		{"an unknown member", "episodes", strings.Replace(lines[0], `"value":{`, `"value":{"x":1,`, 1), "line 1", fault.Invalid},
		{"another key", "episodes", strings.ReplaceAll(lines[len(lines)-2], `["e004"]`, `["e009"]`), "line 1", fault.Invalid},
		{"something else there", "episodes", strings.Replace(whole, `"goal":"sofa"`, `"goal":"bed"`, 1), "has changed", fault.Conflict},
		{"a line is missing", "episodes", gap(strings.ReplaceAll(whole, "e001", "e101")), "line ", fault.Invalid},
		{"ended without metrics", "episodes", strings.Replace(strings.ReplaceAll(whole, "e002", "e102"), `"status":"open"`, `"status":"ended"`, 1), "has no metrics", fault.Invalid},
		{"a house with a hole", "houses", `{"table":"house_parts","version":1,"key":["mill","node",1],"value":{"id":1,"links":[7]}}` + "\n" + head, `line 2: house: the records of the house do not belong together: node 1 leads to node 7, which is missing, given "mill"`, fault.Invalid},
		{"a house that is a path", "houses", strings.ReplaceAll(head, "mill", "../mill"), `line 1: key: not allowed, given "../mill", allowed a name without`, fault.Invalid},
		{"a house under another name", "houses", strings.Replace(head, `["mill"]`, `["tower"]`, 1), "line 1", fault.Invalid},
		{"more of a house that is there", "houses", `{"table":"house_parts","version":1,"key":["mill","thing",99],"value":{}}`, "line 1", fault.Conflict},
		{"a huge number", "grounding", `{"table":"counters","version":1,"key":[9223372036854775807],"value":{}}`, "line 1", fault.Invalid},
	} {
		t.Run(tt.name, func(t *testing.T) {
			params, err := json.Marshal(ipc.ImportLinesParams{What: tt.kind, Lines: tt.lines})
			if err != nil {
				t.Fatal(err)
			}
			at := h
			if tt.name == "a line is missing" || tt.name == "ended without metrics" || tt.name == "a house with a hole" {
				at = newHouse(t)
			}
			_, err = at.in(t).call(ipc.NavdImport, string(params))
			if !fault.Is(err, tt.want) || (err == nil || !strings.Contains(err.Error(), tt.says)) {
				t.Errorf("got %v, want %s that says %q", err, tt.want, tt.says)
			}
		})
	}
	same(t, "what is there", []byte(h.export("episodes", 1000)), []byte(whole))
}

// TestCarryStoredBefore: an error says how many records of the call were stored before it;
// sent again, they are known.
func TestCarryStoredBefore(t *testing.T) {
	from, to := newHouse(t), newHouse(t)
	lived(from)
	lines := strings.SplitAfter(from.export("episodes", 1000), "\n")
	first := 1
	for !strings.Contains(lines[first-1], `"table":"episodes"`) { // the last of its episode
		first++
	}
	damaged := strings.Join(lines[:first+1], "") + "damaged\n"
	params, err := json.Marshal(ipc.ImportLinesParams{What: "episodes", Lines: damaged})
	if err != nil {
		t.Fatal(err)
	}
	says := fmt.Sprintf("line %d: ", first+2)
	if _, err = to.call(ipc.NavdImport, string(params)); err == nil || !strings.Contains(err.Error(), says) || !strings.HasSuffix(fault.As(err).Message, fmt.Sprint(ipc.StoredBefore, first)) {
		t.Errorf("got %v, want %s and that %d were stored", err, says, first)
	}
	if _, err = to.call(ipc.NavdImport, string(params)); err == nil || strings.Contains(err.Error(), ipc.StoredBefore) {
		t.Errorf("again: %v", err)
	}
}

// TestCarryWhileWalking: an open episode is exported while its robot walks on, as it was
// at the beginning.
func TestCarryWhileWalking(t *testing.T) {
	from, to := newHouse(t), newHouse(t)
	lived(from)
	lines, pages, seq := "", 0, 40
	for cursor := ""; pages == 0 || cursor != ""; pages++ {
		r := into[ipc.ExportPage](t, from.do(ipc.NavdExport, fmt.Sprintf(`{"what":"episodes","limit":20,"cursor":%q}`, cursor)))
		lines, cursor = lines+r.Lines, r.Cursor
		for range 17 { // past a checkpoint
			seq++
			from.do(ipc.NavStep, fmt.Sprintf(`{"episode":"e002","seq":%d,"action":1}`, seq))
		}
	}
	params, err := json.Marshal(ipc.ImportLinesParams{What: "episodes", Lines: lines})
	if err != nil {
		t.Fatal(err)
	}
	to.do(ipc.NavdImport, string(params))
	log := into[ipc.LogResult](t, to.do(ipc.EpisodeLog, `{"episode":"e002","kinds":["step"],"limit":1000}`))
	at := log.Entries[len(log.Entries)-1].Seq
	if pages < 20 || at >= seq || at < 40 {
		t.Errorf("%d pages, the copy is at step %d, the robot at %d", pages, at, seq)
	}
	to.do(ipc.NavStep, fmt.Sprintf(`{"episode":"e002","seq":%d,"action":1}`, at+1)) // it can be gone on with
	to.sound()
}

// TestIdle: a command that works on the store in place of a daemon leaves what waits as
// it is: the next daemon reads the picture, and makes the final.
func TestIdle(t *testing.T) {
	g := newGate()
	h := newHouse(t, withScene(g))
	h.begin()
	h.do(ipc.NavObserve, observe(1, ""))
	<-g.asked
	h.opts.Models, h.opts.Idle = nil, true // nobody could read it
	h.restart()
	h.export("episodes", 1000)
	if got := h.scenesOf("e001"); len(got) != 0 {
		t.Fatalf("the picture was given up: %+v", got)
	}
	h.opts.Idle = false
	withScene(g)(&h.opts)
	h.restart()
	<-g.asked
	g.answers <- sceneLine("kitchen")
	h.until("it is read", func() bool { got := h.scenesOf("e001"); return len(got) == 1 && got[0].Sample.Label == "kitchen" })
	h.sound()
}

// gap leaves out the third line of the first log.
func gap(lines string) string {
	at := 0
	for range 3 {
		at += strings.Index(lines[at:], `{"table":"log"`) + 1
	}
	at--
	return lines[:at] + lines[at+strings.Index(lines[at:], "\n")+1:]
}

// Entries that came without the feedback that they rest on do not get their ids mixed up with
// what is said here.
func TestCarryEntriesAlone(t *testing.T) {
	from, to := newHouse(t), newHouse(t)
	from.sayEverywhere(from.begin(), "s: the sofa is in the bedroom")
	from.do(ipc.GroundingRetire, `{"id":"g1"}`)
	params, err := json.Marshal(ipc.ImportLinesParams{What: "grounding", Lines: from.export("grounding", 1000)})
	if err != nil {
		t.Fatal(err)
	}
	to.do(ipc.NavdImport, string(params))
	to.restart()
	for i, text := range []string{"s: the bed is in the attic", "s: the sofa is in the bedroom"} {
		r := into[ipc.FeedbackResult](t, to.do(ipc.FeedbackAdd, fmt.Sprintf(`{"episode":%q,"scope":"everywhere","text":%q}`, to.begin(), text)))
		if want := fmt.Sprintf("f%d", i+2); r.Feedback != want || r.Entries[0].Action != "added" {
			t.Errorf("%s: %+v, want %s added", text, r, want)
		}
	}
	to.do(ipc.GroundingUndo, `{"feedback":"f2"}`)
	if e := to.entryOf("g3"); e.State != "active" {
		t.Errorf("%+v", e)
	}
	to.sound()
}
