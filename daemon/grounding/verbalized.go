package grounding

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"navd/daemon/reply"
)

// Verbalized is a model's own statement of how sure it is: probabilities of each action for
// the next steps.
type Verbalized struct {
	Best          [Lookahead]string    // the most probable action of each step, of equal ones the first
	Probabilities [Lookahead][]float64 // of the actions in their order
	Entropies     [Lookahead]float64   // bits
	Weighted      float64              // bits, see [Weighted]
	Executability float64              // 0..1; 0.5 if the answer does not have it

	// Whole says that the answer had a number for some action in every step.
	// Otherwise some step has equal probabilities because it had no numbers.
	Whole bool
}

// ParseVerbalized reads an answer of this form, bare, in a code fence or in prose:
//
//	{"executability": 0.9, "step1": {"north": 0.7, "south": 0.3}, "step2": {…}, "step3": {…}}
//
// It never fails. An action without a number counts as 0, all actions are equally probable
// in a step without numbers, and of an answer that breaks off the complete parts count.
// actions are the possible actions, at least one; others in the answer are ignored.
func ParseVerbalized(answer string, actions []string) Verbalized {
	v := Verbalized{Executability: unsure, Whole: true}
	f, err := reply.Object(answer, "step1")
	for i := range Lookahead {
		key := "step" + strconv.Itoa(i+1)
		step, ok := reply.Fields{}, false
		if err == nil {
			step, ok = nested(f, key)
		} else {
			step, ok = fragment(answer, key)
		}
		given, some := numbers(step, actions)
		v.Whole = v.Whole && ok && some
		v.Probabilities[i] = Distribution(given)
		v.Entropies[i] = Entropy(v.Probabilities[i])
		v.Best[i] = best(v.Probabilities[i], actions)
	}
	v.Weighted = Weighted(v.Entropies)
	if n, ok := executability(f, answer); ok {
		v.Executability = min(max(n, 0), 1)
	}
	return v
}

// unsure is the executability if the answer does not have it.
const unsure = 0.5

func nested(f reply.Fields, key string) (reply.Fields, bool) {
	step, err := reply.Obj(f, key)
	return step, err == nil
}

// fragment reads the flat object after a key in an answer that cannot be read as a whole.
func fragment(answer, key string) (reply.Fields, bool) {
	_, rest, ok := strings.Cut(answer, `"`+key+`"`)
	rest, colon := strings.CutPrefix(strings.TrimSpace(rest), ":")
	rest = strings.TrimSpace(rest)
	end := strings.IndexByte(rest, '}')
	if !ok || !colon || end < 0 || rest[0] != '{' {
		return reply.Fields{}, false
	}
	f, err := reply.Object(rest[:end+1])
	return f, err == nil
}

// numbers reads a number for each action, 0 where there is none.
func numbers(step reply.Fields, actions []string) (given []float64, some bool) {
	given = make([]float64, len(actions))
	for i, action := range actions {
		n, err := reply.Number(step, action, -math.MaxFloat64, math.MaxFloat64)
		if err == nil {
			given[i], some = n, true
		}
	}
	return given, some
}

// best is the action with the highest probability, of equal ones the first.
func best(p []float64, actions []string) string {
	at := 0
	for i := range p {
		if p[i] > p[at] {
			at = i
		}
	}
	if len(actions) == 0 {
		return ""
	}
	return actions[at]
}

// executability reads the field of this name, even from an incomplete answer.
func executability(f reply.Fields, answer string) (float64, bool) {
	if n, err := reply.Number(f, "executability", -math.MaxFloat64, math.MaxFloat64); err == nil {
		return n, true
	}
	found := regexp.MustCompile(`"executability"\s*:\s*(-?[0-9]+(?:\.[0-9]+)?)\s*[,}]`).FindStringSubmatch(answer)
	if found == nil {
		return 0, false
	}
	n, err := strconv.ParseFloat(found[1], 64)
	return n, err == nil
}
