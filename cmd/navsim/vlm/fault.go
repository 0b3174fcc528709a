package vlm

import (
	"math/rand/v2"
	"slices"
	"time"

	"navd/daemon/fault"
)

// Fault is a way in which a model misbehaves.
type Fault string

// The faults. Faults of the connection and of the service come instead of an answer;
// faults of the answer are inside a valid response.
const (
	Hang         Fault = "hang"         // no answer until the client goes away
	Slow         Fault = "slow"         // the right answer, some 10 to 400 ms late
	RateLimit    Fault = "rate_limit"   // 429 with Retry-After
	Internal     Fault = "internal"     // 500
	Unavailable  Fault = "unavailable"  // 503
	Unauthorized Fault = "unauthorized" // 401
	Reset        Fault = "reset"        // the connection is reset
	Truncated    Fault = "truncated"    // the body ends in the middle
	Malformed    Fault = "malformed"    // 200 with a body that is not JSON
	Empty        Fault = "empty"        // no candidates
	Safety       Fault = "safety"       // a candidate that was blocked
	Blocked      Fault = "blocked"      // a prompt that was blocked
	Prose        Fault = "prose"        // words instead of JSON
	Contradict   Fault = "contradict"   // two different answers between words
	Fences       Fault = "fences"       // the right answer in nested code fences: readable
	NotANumber   Fault = "nan"          // NaN for a value
	Mistyped     Fault = "mistyped"     // a string for the angle, a number for the scene's type
	OutOfRange   Fault = "out_of_range" // an angle outside of the range, an empty type of the scene
	MissingKey   Fault = "missing_key"  // an answer without one of its keys
	Long         Fault = "long"         // the right answer with 200 KiB of words after it
	Huge         Fault = "huge"         // the right answer with 8 MiB of words after it
)

// Faults lists every fault, those of the connection first.
func Faults() []Fault {
	return []Fault{
		Hang, Slow, RateLimit, Internal, Unavailable, Unauthorized, Reset, Truncated, Malformed, Empty, Safety, Blocked,
		Prose, Contradict, Fences, NotANumber, Mistyped, OutOfRange, MissingKey, Long, Huge,
	}
}

// usable reports whether a client can still read the right answer.
func (f Fault) usable() bool { return f == "" || f == Slow || f == Fences }

// Plan says how many requests get faults, and which. The zero value gives none.
type Plan struct {
	Share float64 // of the requests, 0..1
	Seed  uint64  // of the random choice
	Kinds []Fault // possible faults; nil: all
}

// check refuses shares outside of 0..1 and unknown kinds.
func (p Plan) check() error {
	if !(p.Share >= 0 && p.Share <= 1) {
		return fault.Field("faults.share", p.Share, "0..1")
	}
	for _, k := range p.Kinds {
		if !slices.Contains(Faults(), k) {
			return fault.Field("faults.kinds", string(k), "one of the kinds that `navsim help model` lists")
		}
	}
	return nil
}

// deck chooses the faults of one server. The sequence depends only on the seed: after each
// shuffle, every kind comes once before the next shuffle.
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

// draw returns the fault of the next request, "" for none, and how late a slow answer
// comes.
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
