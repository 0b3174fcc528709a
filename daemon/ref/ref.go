// Package ref names what an episode has: places, anchors, scan sites and plans.
package ref

import (
	"math"
	"strconv"
	"strings"

	"navd/daemon/fault"
)

// PlaceID numbers the places of one episode from 1. On the wire it is a string.
type PlaceID int

// AnchorID numbers the anchors of one episode from 1. On the wire it is a string.
type AnchorID int

// SiteID numbers the scan sites of one episode from 1; it equals the number of
// the plan that left the site. On the wire it is a string.
type SiteID int

// MarshalText gives the decimal number; 0, which names nothing, is empty.
func (id PlaceID) MarshalText() ([]byte, error) { return idText(int(id)), nil }

// UnmarshalText reads what MarshalText wrote.
func (id *PlaceID) UnmarshalText(b []byte) error { return parseID(b, (*int)(id)) }

// MarshalText gives the decimal number; 0, which names nothing, is empty.
func (id AnchorID) MarshalText() ([]byte, error) { return idText(int(id)), nil }

// UnmarshalText reads what MarshalText wrote.
func (id *AnchorID) UnmarshalText(b []byte) error { return parseID(b, (*int)(id)) }

// MarshalText gives the decimal number; 0, which names nothing, is empty.
func (id SiteID) MarshalText() ([]byte, error) { return idText(int(id)), nil }

// UnmarshalText reads what MarshalText wrote.
func (id *SiteID) UnmarshalText(b []byte) error { return parseID(b, (*int)(id)) }

func idText(n int) []byte {
	if n == 0 {
		return nil
	}
	return strconv.AppendInt(nil, int64(n), 10)
}

func parseID(b []byte, into *int) error {
	if len(b) == 0 {
		*into = 0
		return nil
	}
	n, err := strconv.Atoi(string(b))
	if err != nil || n < 1 || strconv.Itoa(n) != string(b) {
		return fault.Field("", string(b), "a number from 1, as a string")
	}
	*into = n
	return nil
}

// PlanRef names a plan: the episode's id, a dot and the plan's number from 1.
type PlanRef string

// NewPlanRef makes the name of plan n of an episode.
func NewPlanRef(episode string, n int) PlanRef {
	return PlanRef(episode + "." + strconv.Itoa(n))
}

// Split gives the episode and the number back; a malformed name is invalid.
func (r PlanRef) Split() (episode string, n int, err error) {
	dot := strings.LastIndexByte(string(r), '.')
	if dot > 0 {
		n, err = strconv.Atoi(string(r[dot+1:]))
	}
	if dot <= 0 || err != nil || n < 1 || r[dot+1:] != PlanRef(strconv.Itoa(n)) {
		return "", 0, fault.Field("plan", string(r), "the plan id that nav.plan gave")
	}
	return string(r[:dot]), n, nil
}

// Number reads the number behind the mark of an id, 12 of "g12": 1 to [MaxNumber], in its one spelling.
func Number(id, mark string) (int, bool) {
	digits, ok := strings.CutPrefix(id, mark)
	n, err := strconv.Atoi(digits)
	return n, ok && err == nil && n > 0 && n <= MaxNumber && strconv.Itoa(n) == digits
}

// MaxNumber is the highest number in an id with a mark.
const MaxNumber = math.MaxInt32
