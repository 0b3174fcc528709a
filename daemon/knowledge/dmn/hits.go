package dmn

import (
	"slices"
	"sort"
)

// eval gives what the rows that match give, by the hit policy.
func (t *table) eval(s *scope) Value {
	hits := t.match(s)
	if s.hit != nil {
		s.hit(hits)
	}
	if len(hits) == 0 {
		return t.none(s)
	}
	if t.policy == Count {
		return NumberOf(len(hits))
	}
	results := make([]result, len(hits))
	for i, h := range hits {
		results[i] = t.result(s, h)
	}
	if t.policy == Priority || t.policy == OutputOrder {
		sort.SliceStable(results, func(i, j int) bool { return slices.Compare(results[i].rank, results[j].rank) < 0 })
	}
	return t.decide(s, results)
}

// match lists the rows that match, by their index.
func (t *table) match(s *scope) (hits []int) {
	values, missing := make([]Value, len(t.columns)), make([]bool, len(t.columns))
	for i, c := range t.columns {
		values[i] = c.kind.take(c.of.eval(s), func(why string) { s.report("%s: %s", c.name, why); missing[i] = true })
		missing[i] = missing[i] || slices.ContainsFunc(c.vars, func(v string) bool { return s.missing[v] })
	}
	for n, r := range t.rows {
		ok := true
		for i := 0; ok && i < len(r.when); i++ {
			ok = isAny(r.when[i]) || (!missing[i] && bool(anyOf(s, r.when[i], values[i])))
		}
		if ok {
			hits = append(hits, n)
		}
		if t.policy == First && ok {
			return hits
		}
	}
	return hits
}

// result is what one row gives.
type result struct {
	value Value
	rank  []int // places in the values of the outputs
}

func (t *table) result(s *scope, n int) result {
	values := make([]Value, len(t.outputs))
	for i, e := range t.rows[n].then {
		o := t.outputs[i]
		values[i] = o.kind.take(e.eval(s), func(why string) { s.report("row %d: %s", n+1, why) })
	}
	return result{t.join(values), t.rank(values)}
}

// join is one value, or a record of several.
func (t *table) join(values []Value) Value {
	if len(values) == 1 {
		return values[0]
	}
	r := make(Record, len(values))
	for i, v := range values {
		r[i] = Field{t.outputs[i].name, v}
	}
	return r
}

// rank is the place of each value in the values of its output.
func (t *table) rank(values []Value) []int {
	rank := make([]int, 0, len(values))
	for i, v := range values {
		known := t.outputs[i].values
		at := slices.IndexFunc(known, func(k Value) bool { return alike(k, v) })
		if at < 0 {
			at = len(known)
		}
		rank = append(rank, at)
	}
	return rank
}

// none is what the table gives when no row matches.
func (t *table) none(s *scope) Value {
	values, given := make([]Value, len(t.outputs)), false
	for i, o := range t.outputs {
		if o.fallback != nil {
			values[i], given = o.fallback.eval(s), true
		}
	}
	if !given {
		return nil
	}
	return t.join(values)
}

// decide takes of what the rows give what the hit policy takes.
func (t *table) decide(s *scope, results []result) Value {
	all := make(List, len(results))
	for i, r := range results {
		all[i] = r.value
	}
	switch {
	case t.policy == RuleOrder || t.policy == OutputOrder || t.policy == Collect:
		return all
	case t.policy == Unique && len(all) > 1:
		s.report("%d rows match, and the hit policy is unique", len(all))
		return nil
	case t.policy == Any:
		for _, v := range all[1:] {
			if !alike(v, all[0]) {
				s.report("the rows that match give %s and %s, and the hit policy is any", Text(all[0]), Text(v))
				return nil
			}
		}
	case t.policy == Sum || t.policy == Min || t.policy == Max:
		return t.aggregate(s, all)
	}
	return all[0]
}

// aggregate is the sum, the smallest or the largest of some values.
func (t *table) aggregate(s *scope, all List) Value {
	best := all[0]
	for _, v := range all[1:] {
		if t.policy == Sum {
			best = binary{"+", constant{best}, constant{v}}.eval(s)
			continue
		}
		order, known := ordered(v, best)
		if !known {
			s.report("%s and %s have no order", Text(best), Text(v))
			return nil
		}
		if (t.policy == Min) == (order < 0) && order != 0 {
			best = v
		}
	}
	return best
}
