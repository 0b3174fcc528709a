package vlm

import (
	"math/rand/v2"
	"slices"
	"time"

	"navd/daemon/fault"
)

// Fault is a way in which a model misbehaves.
type Fault string

// The faults. Those of the connection and of the service come instead of an
// answer, those of the answer inside a response that is right by its form.
const (
	Hang         Fault = "hang"         // no answer until the client goes away
	Slow         Fault = "slow"         // the right answer, some 10 to 400 ms late
	RateLimit    Fault = "rate_limit"   // 429 with Retry-After
	Internal     Fault = "internal"     // 500
	Unavailable  Fault = "unavailable"  // 503
	Unauthorized Fault = "unauthorized" // 401
	Reset        Fault = "reset"        // the connection is reset
	Truncated    Fault = "truncated"    // the body ends in the middle
	Malformed    Fault = "malformed"    // 200 with a body that is no JSON
	Empty        Fault = "empty"        // no candidates
	Safety       Fault = "safety"       // a candidate that was blocked
	Blocked      Fault = "blocked"      // a prompt that was blocked
	Prose        Fault = "prose"        // words instead of JSON
	Contradict   Fault = "contradict"   // words around two answers that differ
	Fences       Fault = "fences"       // the right answer in nested fences: fine to read
	NotANumber   Fault = "nan"          // NaN for a value
	Mistyped     Fault = "mistyped"     // a string for the angle, a number for the scene's type
	OutOfRange   Fault = "out_of_range" // an angle that is none, an empty scene's type
	MissingKey   Fault = "missing_key"  // an answer without one of its keys
	Long         Fault = "long"         // the right answer in 200 KiB of words
	Huge         Fault = "huge"         // the right answer in 8 MiB of words
)

// Faults lists every fault, those of the connection first.
func Faults() []Fault {
	return []Fault{
		Hang, Slow, RateLimit, Internal, Unavailable, Unauthorized, Reset, Truncated, Malformed, Empty, Safety, Blocked,
		Prose, Contradict, Fences, NotANumber, Mistyped, OutOfRange, MissingKey, Long, Huge,
	}
}

// usable tells the faults behind which the right answer can be read.
func (f Fault) usable() bool { return f == "" || f == Slow || f == Fences }

// Plan says how many requests go wrong, and how. The zero value is a model
// that never does.
type Plan struct {
	Share float64 // of the requests, 0..1
	Seed  uint64  // of what is drawn
	Kinds []Fault // what may happen; nil means all
}

// check refuses shares outside of 0..1 and unknown kinds.
func (p Plan) check() error {
	if !(p.Share >= 0 && p.Share <= 1) {
		return fault.Field("faults.share", p.Share, "0..1")
	}
	for _, k := range p.Kinds {
		if !slices.Contains(Faults(), k) {
			return fault.Field("faults.kinds", string(k), "one of those that Faults lists")
		}
	}
	return nil
}

// deck draws the faults of one server. What comes follows from the seed and
// from how often it was asked: after a shuffle every kind comes once before the
// next shuffle.
type deck struct {
	plan Plan
	rng  *rand.Rand
	left []Fault
}

func newDeck(p Plan) *deck {
	if len(p.Kinds) == 0 {
		p.Kinds = Faults()
	}
	return &deck{plan: p, rng: rand.New(rand.NewPCG(p.Seed, 0x766c6d))}
}

// draw gives the fault of the next request, "" for none, and how late a slow
// one comes.
func (d *deck) draw() (Fault, time.Duration) {
	late := 10*time.Millisecond + time.Duration(d.rng.IntN(391))*time.Millisecond
	if d.rng.Float64() >= d.plan.Share {
		return "", late
	}
	if len(d.left) == 0 {
		d.left = slices.Clone(d.plan.Kinds)
		d.rng.Shuffle(len(d.left), func(i, j int) { d.left[i], d.left[j] = d.left[j], d.left[i] })
	}
	f := d.left[0]
	d.left = d.left[1:]
	return f, late
}
