package daemon_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"navd/daemon"
	"navd/ipc"
)

// tableOf20 is a rule of 20 rows, which differs by a number.
func tableOf20(n int) string {
	var b strings.Builder
	b.WriteString(`<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" name="rule ` + fmt.Sprint(n) + `" namespace="m">`)
	for _, in := range []string{"target string", "steps number", "stuck boolean"} {
		name, kind, _ := strings.Cut(in, " ")
		fmt.Fprintf(&b, `<inputData id=%q name=%q><variable name=%q typeRef=%q/></inputData>`, name, name, name, kind)
	}
	b.WriteString(`<decision id="d" name="effect"><variable name="effect"/>`)
	for _, name := range []string{"target", "steps", "stuck"} {
		fmt.Fprintf(&b, `<informationRequirement><requiredInput href="#%s"/></informationRequirement>`, name)
	}
	b.WriteString(`<decisionTable hitPolicy="COLLECT">`)
	for _, name := range []string{"target", "steps", "stuck"} {
		fmt.Fprintf(&b, `<input><inputExpression><text>%s</text></inputExpression></input>`, name)
	}
	b.WriteString(`<output name="forbid place" typeRef="string"/>`)
	for row := range 20 {
		fmt.Fprintf(&b, `<rule><inputEntry><text>"thing %d", "television"</text></inputEntry><inputEntry><text>[%d..%d)</text></inputEntry><inputEntry><text>false</text></inputEntry><outputEntry><text>"attic"</text></outputEntry></rule>`,
			row, 10*row, 10*row+n%7+3)
	}
	b.WriteString(`</decisionTable></decision></definitions>`)
	return b.String()
}

// BenchmarkRules measures a plan with 100 rules of 20 rows, beside the same plan
// without any: the floor.
func BenchmarkRules(b *testing.B) {
	h := newHouse(b, func(o *daemon.Options) { o.Config.Durability, o.Now = "sync", time.Now })
	e := h.looksFor("TV")
	plan := func(int) { h.planAt(e, "") }
	b.Run("none", func(b *testing.B) { h.quantiles(b, plan) })
	for n := range 100 {
		text, err := json.Marshal(tableOf20(n))
		if err != nil {
			b.Fatal(err)
		}
		r := into[ipc.KnowledgeImportResult](b, h.do(ipc.KnowledgeImport, fmt.Sprintf(`{"content":%s,"name":"%d"}`, strings.Replace(string(text), "attic", fmt.Sprintf("room %d", n), 1), n)))
		h.approve(r.Proposal.ID)
	}
	if fired := h.planAt(e, "").Rules.Fired; len(fired) != 100 {
		b.Fatalf("%d rules fired", len(fired))
	}
	b.Run("100", func(b *testing.B) { h.quantiles(b, plan) })
}

// BenchmarkKnowledgeSearch measures a search over 10,000 memories, which are all in
// the index.
func BenchmarkKnowledgeSearch(b *testing.B) {
	h := newHouse(b, func(o *daemon.Options) { o.Config.Durability, o.Now = "relaxed", time.Now })
	things := []string{"sofa", "bed", "oven", "cup", "vase", "lamp", "desk", "towel", "clock", "mirror"}
	rooms := []string{"kitchen", "bedroom", "bathroom", "living room", "garage", "study"}
	for n := range 10_000 {
		h.obeys(fmt.Sprintf("the %s number %d stands in the %s", things[n%len(things)], n, rooms[n%len(rooms)]), "")
	}
	for { // until the index has them
		r := into[ipc.SearchResult](b, h.do(ipc.MemorySearch, `{"query":"cup in the garage","kinds":["knowledge"],"k":1}`))
		if len(r.Degraded) == 0 && len(r.Hits) == 1 && !r.Hits[0].Pending {
			break
		}
		time.Sleep(time.Second)
	}
	b.Run("search", func(b *testing.B) {
		h.quantiles(b, func(i int) {
			h.do(ipc.KnowledgeSearch, fmt.Sprintf(`{"query":"where is the %s in the %s","k":10}`, things[i%len(things)], rooms[i%len(rooms)]))
		})
	})
	e := h.looksFor("TV")
	b.Run("plan", func(b *testing.B) { h.quantiles(b, func(int) { h.planAt(e, "") }) })
}
