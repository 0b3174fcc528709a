package reply

import (
	"os"
	"strings"
	"testing"
)

// hostile are texts that make a careless reader start over at every brace.
func hostile(n int) map[string]string {
	fill := func(unit string) string { return strings.Repeat(unit, n/len(unit)) }
	return map[string]string{
		"braces":               fill("{"),
		"braces and brackets":  fill("{["),
		"unclosed objects":     fill(`{"a":`),
		"unclosed in lists":    fill(`{"a":[`),
		"unclosed, spaced":     fill(`{"a":   `),
		"open strings":         fill(`{"`),
		"open strings, mixed":  fill(`{"{'{“`),
		"escaped quotes":       fill(`{"\"`),
		"backslashes":          `{"` + fill(`\`),
		"long words":           fill(`{"a":` + strings.Repeat("1", 500)),
		"one endless word":     `{"a":` + fill("1"),
		"closed, then broken":  fill(`{"a":{"b":1},`),
		"siblings":             `{"a":[` + fill(`{"b":1},`),
		"small objects":        fill(`{"x":1}`),
		"equal answers":        fill(`{"k":1}`),
		"many keys":            "{" + strings.Repeat(`"x":1,`, n/14) + "}" + strings.Repeat(`{"y":1}`, n/14),
		"nested, closed":       strings.Repeat(`{"a":`, n/6) + "1" + strings.Repeat("}", n/6),
		"lists, closed":        `{"a":` + strings.Repeat("[", n/2) + strings.Repeat("]", n/2) + "}",
		"long, then too deep":  strings.Repeat(`{"b":"`+strings.Repeat("x", 300)+`","a":`, n/310),
		"surrogates":           `{"a":"` + fill(`\ud83d`),
		"spaces":               "{" + fill(" "),
		"answer at the end":    fill("{") + `{"k":1}`,
		"quotes around braces": fill(`"{'`),
	}
}

// Steps are counted, not time: the bound holds on any machine.
func TestCostIsLinear(t *testing.T) {
	n := 30_000
	if os.Getenv("NAVD_TEST_LONG") != "" {
		n = Limit - 100
	}
	for name, text := range hostile(n) {
		t.Run(name, func(t *testing.T) {
			p := &parser{text: text, done: map[int]outcome{}}
			s := search{required: []string{"k"}}
			s.run(p)
			if allowed := 3 * maxDepth * (len(text) + 1000); p.steps > allowed {
				t.Errorf("%d steps for %d bytes, at most %d allowed", p.steps, len(text), allowed)
			}
			t.Logf("%.1f steps a byte", float64(p.steps)/float64(len(text)))
		})
	}
}

// Twice the length must not take much more than twice the steps.
func TestCostGrowsWithLength(t *testing.T) {
	short, long := hostile(10_000), hostile(20_000)
	for name := range short {
		var steps [2]int
		for i, text := range []string{short[name], long[name]} {
			p := &parser{text: text, done: map[int]outcome{}}
			s := search{required: []string{"k"}}
			s.run(p)
			steps[i] = p.steps
		}
		if steps[1] > 3*steps[0]+1000 {
			t.Errorf("%s: %d steps for 10 kB, %d for 20 kB", name, steps[0], steps[1])
		}
	}
}

func TestDepthIsBounded(t *testing.T) {
	nest := func(n int) string { return strings.Repeat(`{"k":`, n) + "1" + strings.Repeat("}", n) }
	if _, err := Object(nest(maxDepth), "k"); err != nil {
		t.Errorf("%d deep: %v", maxDepth, err)
	}
	f, err := Object(nest(maxDepth+10), "k")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(string(f.Raw()), "{"); got != maxDepth {
		t.Errorf("the answer is %d deep, want the %d innermost levels", got, maxDepth)
	}
}

func BenchmarkObject(b *testing.B) {
	answer := `Here: {"goal_flag": true, "angle": 15.0, "discovered_context": {"goal_scene_type": "kitchen", "why": "주방에 있다"}}`
	b.Run("answer", func(b *testing.B) { bench(b, answer) })
	for name, text := range hostile(100_000) {
		b.Run(strings.ReplaceAll(name, " ", "_"), func(b *testing.B) { bench(b, text) })
	}
}

func bench(b *testing.B, text string) {
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		_, _ = Object(text, "k")
	}
}
