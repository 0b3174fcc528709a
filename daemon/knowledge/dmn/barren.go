package dmn

import "fmt"

// barren adds which ranges of a decision or function never match, as those with their ends
// swapped.
func (r *Report) barren(name string, body expr) {
	say := func(where string, all []string) {
		for _, what := range all {
			r.Partial = append(r.Partial, name+where+": "+what)
		}
	}
	t, is := body.(*table)
	if !is {
		say("", barrenIn(body))
		return
	}
	for n, row := range t.rows {
		for i, tests := range row.when {
			all := barrenOf(tests)
			for _, e := range ends(tests) {
				all = append(all, barrenIn(e)...)
			}
			say(fmt.Sprintf(": row %d, column %s", n+1, t.columns[i].name), all)
		}
		for _, e := range row.then {
			say(fmt.Sprintf(": row %d", n+1), barrenIn(e))
		}
	}
}

// barrenIn says which ranges in an expression never match.
func barrenIn(e expr) (all []string) {
	walk(e, func(e expr) {
		switch e := e.(type) {
		case membership:
			all = append(all, barrenOf(e.tests)...)
		case logical: // also x between 30 and 20
			low, is := e.a.(comparison)
			high, too := e.b.(comparison)
			if !is || !too || bool(e.stop) || low.op != ">=" || high.op != "<=" {
				return
			}
			_, named := low.a.(variable)
			if (named || low.a == expr(itself{})) && low.a == high.a {
				all = append(all, barrenOf([]test{between{low: low.b, high: high.b}})...)
			}
		}
	})
	return all
}

// barrenOf says which ranges among unary tests never match.
func barrenOf(tests []test) (all []string) {
	for _, t := range tests {
		switch t := t.(type) {
		case between:
			if why := t.barren(); why != "" {
				all = append(all, why)
			}
		case none:
			all = append(all, barrenOf(t.of)...)
		}
	}
	return all
}

// barren says why a range never matches; "" when it may.
func (t between) barren() string {
	low, known := fixed(t.low)
	high, also := fixed(t.high)
	if !known || !also {
		return ""
	}
	switch order, comparable := ordered(low, high); {
	case !comparable:
		return ""
	case order > 0:
		return fmt.Sprintf("%s never matches, its ends are swapped: write %s", t.text(low, high), t.text(high, low))
	case order == 0 && (t.openLow || t.openHigh):
		return fmt.Sprintf("%s never matches, nothing lies in it: write [%s..%s] or another end", t.text(low, high), Text(low), Text(low))
	}
	return ""
}

// text is the range with such ends.
func (t between) text(low, high Value) string {
	from, to := "[", "]"
	if t.openLow {
		from = "("
	}
	if t.openHigh {
		to = ")"
	}
	return from + Text(low) + ".." + Text(high) + to
}
