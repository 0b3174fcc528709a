package config

import (
	"strconv"
	"strings"
)

// Price is what a million tokens of a model cost.
type Price struct {
	Model   string
	In, Out float64 // per million tokens, in any one currency
}

// PriceOf gives the price of a model; listed is false, and the price 0, for a model that has
// none. A full resource name is found by its last part.
func (m Models) PriceOf(model string) (p Price, listed bool) {
	short := model[strings.LastIndexByte(model, '/')+1:]
	for _, s := range m.Prices {
		if p, ok := parsePrice(s); ok && (p.Model == model || p.Model == short) {
			return p, true
		}
	}
	return Price{Model: model}, false
}

// parsePrice reads "MODEL IN OUT".
func parsePrice(s string) (p Price, ok bool) {
	parts := strings.Fields(s)
	if len(parts) != 3 {
		return p, false
	}
	p.Model = parts[0]
	p.In, ok = priceNumber(parts[1])
	if !ok {
		return p, false
	}
	p.Out, ok = priceNumber(parts[2])
	return p, ok
}

func priceNumber(s string) (float64, bool) {
	v, err := strconv.ParseFloat(s, 64)
	return v, err == nil && v >= 0 && v <= 1e6 // false for NaN too
}

// priceList allows a list of prices, each model once.
func priceList() rule {
	return rule{
		words: "MODEL IN OUT each, per million tokens in and out",
		text:  func(s string) bool { _, ok := parsePrice(s); return ok },
		list:  namedOnce,
	}
}

// namedOnce tells whether no two lines begin with the same word.
func namedOnce(lines []string) bool {
	seen := map[string]bool{}
	for _, line := range lines {
		name := strings.Fields(line)[0] // each line was checked
		if seen[name] {
			return false
		}
		seen[name] = true
	}
	return true
}
