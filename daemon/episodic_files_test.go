package daemon_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/episodic"
	"navd/ipc"
)

func TestEpisodicExportImport(t *testing.T) {
	h := newHouse(t)
	for i := range 5 {
		h.keep(numbered("", fmt.Sprint("case ", i)), `,"claims":[{"subject":"target:sofa","relation":"in","object":"kitchen","weight":1,"source":"","polarity":1}]`)
	}
	h.do(ipc.EpisodicOutcome, `{"sample":"s","condition":"C2","ids":["epi_000002"],"injected":true,"followed":true,"harmed":true}`)
	h.do(ipc.EpisodicSupersede, `{"id":"epi_000004","reason":"wrong"}`)
	export := func(space string) (lines string) {
		for cursor := ""; ; {
			r := into[ipc.CaseExportResult](t, h.do(ipc.EpisodicExport, fmt.Sprintf(`{"space":%q,"limit":2,"cursor":%q}`, space, cursor)))
			if lines += r.Lines; r.Cursor == "" {
				return lines
			}
			cursor = r.Cursor
		}
	}
	lines := export("default")
	load := func(space, text string) ipc.CaseImportResult {
		params, err := json.Marshal(ipc.CaseImportParams{Space: space, Profile: "absa", Lines: text})
		if err != nil {
			t.Fatal(err)
		}
		return into[ipc.CaseImportResult](t, h.do(ipc.EpisodicImport, string(params)))
	}
	if diff := cmp.Diff(ipc.CaseImportResult{Stored: 5, Skipped: []ipc.SkippedLine{}}, load("copy", lines)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(ipc.CaseImportResult{Same: 5, Skipped: []ipc.SkippedLine{}}, load("copy", lines)); diff != "" {
		t.Error(diff)
	}
	copied := export("copy")
	load("again", copied)
	if diff := cmp.Diff(copied, strings.ReplaceAll(export("again"), `{"space":"again"`, `{"space":"copy"`)); diff != "" {
		t.Errorf("an export that was imported is exported otherwise: %s", diff)
	}
	plain := func(text string) (out []episodic.Stored) {
		for line := range strings.Lines(text) {
			s := into[episodic.Stored](t, json.RawMessage(line))
			if s.Space = ""; s.Withdrawn != nil {
				s.Withdrawn.Seq = 0
			}
			s.Seq = 0
			out = append(out, s)
		}
		return out
	}
	if diff := cmp.Diff(plain(lines), plain(copied)); diff != "" {
		t.Error(diff)
	}
}

// TestImportKeepsEpisodesApart: records of one episode are one episode's word after an import
// too, and after another of what was exported from there.
func TestImportKeepsEpisodesApart(t *testing.T) {
	h := newHouse(t)
	for i := range 4 {
		if i < 2 {
			h.do(ipc.EpisodeBegin, `{"goal":"sofa"}`)
		}
		h.do(ipc.EpisodicAppend, fmt.Sprintf(`{"episode":"e%03d","scene_id":"h1","target":"sofa","claims":[{"subject":"target:sofa","relation":"in","object":"den","weight":0.6,"source":"","polarity":1}],
			"sample":{"text":"look %d","risks":[{"type":"LOOP"}],"proposals":["The sofa stood there."]}}`, i%2+1, i))
	}
	slot := func(h *house) string {
		return into[ipc.SlotResult](t, h.do(ipc.EpisodicSlot, `{"condition":"C2","target":"sofa","scene_id":"h1","facts":{"structural_risks_n":1}}`)).JSON
	}
	want := slot(h)
	if !strings.Contains(want, "in 2 earlier episodes") {
		t.Fatal(want)
	}
	for range 2 {
		lines := into[ipc.CaseExportResult](t, h.do(ipc.EpisodicExport, `{}`)).Lines
		h = newHouse(t)
		h.do(ipc.EpisodicImport, params(t, ipc.CaseImportParams{Lines: lines}))
		if diff := cmp.Diff(want, slot(h)); diff != "" {
			t.Errorf("after an import: %s", diff)
		}
	}
}

// A line that cannot be used is left out and named with its number and why; the others
// are taken in.
func TestImportLines(t *testing.T) {
	h := newHouse(t)
	record := func(id, more string) string { return `{"profile":"absa","entry":` + numberedLine(id) + more + `}` }
	claim := `{"subject":"target:sofa","relation":"in","object":"kitchen","weight":1,"source":"","polarity":1}`
	lines := []struct{ name, line, why string }{ // why it is left out; empty: it is not
		{"an entry", numberedLine("a"), ""},
		{"a blank line", "", ""},
		{"no JSON", "no json", "the line is not a JSON object"},
		{"a list", "[]", "the line is not a JSON object"},
		{"half a line", numberedLine("half")[:100], "the line is not a JSON object"},
		{"the same entry", numberedLine("a"), ""},
		{"another with its id", onLine("a", "other"), "entry.episode_id: another record has this id"},
		{"another version", strings.Replace(numberedLine("b"), `"1.1"`, `"7"`, 1), "entry.schema_version: "},
		{"a forbidden key", `{"entry":{"gold":1},"profile":"absa"}`, "entry.gold: "},
		{"one behind a member that comes twice", strings.Replace(numberedLine("c"), `"case_summary":`, `"case_summary":{"raw_text":"x"},"case_summary":`, 1), "entry.case_summary: given twice"},
		{"no profile of here", strings.Replace(record("d", ""), "absa", "mine", 1), "profile: "},
		{"a member that there is not", record("e", `,"more":1`), "more: "},
		{"an entry that is too long", strings.Replace(numberedLine("f"), `"symptom":"`, `"symptom":"`+strings.Repeat("x", 100000), 1), "entry: too long"},
		{"a record without meta", record("g", ""), ""},
		{"trust above 1", record("h", `,"meta":{"trust":2}`), "meta.trust: "},
		{"more claims than a record has", record("i", `,"meta":{"trust":1,"claims":[`+strings.Repeat(claim+",", 1000)+claim+`]}`), "meta.claims: "},
		{"claims in words of one's own", record("l", `,"meta":{"trust":1,"claims":[`+strings.NewReplacer("sofa", "Couch", "kitchen", "laundry").Replace(claim)+`]}`), ""},
		{"a claim that is none", record("m", `,"meta":{"trust":1,"claims":[`+strings.Replace(claim, "target:sofa", "planet:mars", 1)+`]}`), "meta.claims[0].subject: "},
		{"a zero byte", record("j", `,"meta":{"trust":1,"scene":"a\u0000"}`), "meta.scene: "},
		{"a counter below 0", record("k", `,"counters":{"retrieved":0,"injected":0,"followed":0,"helped":-4,"harmed":0}`), "counters.helped: "},
	}
	var text []string
	want := map[int]string{}
	for i, l := range lines {
		if text = append(text, l.line); l.why != "" {
			want[i+1] = l.why
		}
	}
	params, err := json.Marshal(ipc.CaseImportParams{Profile: "absa", Lines: strings.Join(text, "\n")})
	if err != nil {
		t.Fatal(err)
	}
	r := into[ipc.CaseImportResult](t, h.do(ipc.EpisodicImport, string(params)))
	if r.Stored != 3 || r.Same != 1 || len(h.cases("default")) != 3 {
		t.Errorf("%+v", r)
	}
	for _, s := range r.Skipped {
		if why, bad := want[s.Line]; !bad || !strings.HasPrefix(s.Reason, why) {
			t.Errorf("%s: %s, want %s", lines[s.Line-1].name, s.Reason, why)
		}
		delete(want, s.Line)
	}
	for n := range want {
		t.Errorf("%s: it was taken in", lines[n-1].name)
	}
	if s := into[episodic.Stored](t, h.do(ipc.EpisodicGet, `{"id":"l"}`)); len(s.Meta.Claims) != 1 || s.Meta.Claims[0].Subject != "target:sofa" || s.Meta.Claims[0].Object != "laundry room" {
		t.Errorf("claims %+v", s.Meta.Claims)
	}
	if s := into[episodic.Stored](t, h.do(ipc.EpisodicGet, `{"id":"g"}`)); s.Meta.Trust != 1 {
		t.Errorf("without meta: %+v", s.Meta)
	}
}

func numberedLine(id string) string { return onLine(id, id) }

func onLine(id, symptom string) string {
	return strings.NewReplacer("\n", "", "\t", "").Replace(numbered(id, symptom))
}
