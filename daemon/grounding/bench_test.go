package grounding_test

import (
	"strconv"
	"testing"

	"navd/daemon/feedback"
	. "navd/daemon/grounding"
	"navd/daemon/words"
)

// many is how many entries the benchmarks begin with.
const many = 10_000

// grown is a book of n entries in scope: about one kitchen, or about any two
// things and a room each.
func grown(b *testing.B, n int, mixed bool) *Book {
	full := NewBook()
	for i := range n {
		if _, err := full.Add(grownEntry(i, mixed)); err != nil {
			b.Fatal(err)
		}
	}
	full.Changes()
	return full
}

func grownEntry(i int, mixed bool) Entry {
	text := "the kitchen has shelf number " + strconv.Itoa(i)
	if mixed {
		rooms, things := words.Rooms(), words.Objects()
		text = "in the " + string(rooms[i%len(rooms)]) + " the " + string(things[i/7%len(things)]) + " is near the " + string(things[i/3%len(things)]) + " " + strconv.Itoa(i)
	}
	e := told(0, text)
	e.Evidence[0].Feedback = "f" + strconv.Itoa(i)
	e.Evidence[0].At = e.Evidence[0].At.AddDate(0, 0, i%5000)
	e.Category = feedback.Categories()[i%4]
	return e
}

func each(b *testing.B, run func(b *testing.B, full *Book, n int)) {
	for _, c := range []struct {
		name  string
		n     int
		mixed bool
	}{{"kitchen", many, false}, {"kitchen", 10 * many, false}, {"mixed", many, true}} {
		b.Run(c.name+"/"+strconv.Itoa(c.n), func(b *testing.B) { run(b, grown(b, c.n, c.mixed), c.n) })
	}
}

func BenchmarkAdd(b *testing.B) {
	each(b, func(b *testing.B, full *Book, n int) {
		for b.Loop() {
			n++
			if _, err := full.Add(grownEntry(n, false)); err != nil {
				b.Fatal(err)
			}
			full.Changes()
		}
	})
}

func BenchmarkRetireUndo(b *testing.B) {
	each(b, func(b *testing.B, full *Book, n int) {
		id := EntryID(n/2 - 2500) // in the midst by time
		for b.Loop() {
			if err := full.Retire(id); err != nil {
				b.Fatal(err)
			}
			if err := full.Undo(id); err != nil {
				b.Fatal(err)
			}
			full.Changes()
		}
	})
}

func BenchmarkLoad(b *testing.B) {
	full := NewBook()
	for i := range many {
		if _, err := full.Add(grownEntry(i, true)); err != nil {
			b.Fatal(err)
		}
	}
	log := full.Changes()
	for b.Loop() {
		load(b, log)
	}
}

var bench = Situation{Scene: "flat", Target: "sofa", Places: []words.Key{"kitchen", "corridor", "study"}}

func BenchmarkChoose(b *testing.B) {
	each(b, func(b *testing.B, full *Book, n int) {
		var ranked []string
		for i := range 256 {
			ranked = append(ranked, EntryID(1+i*n/256))
		}
		for b.Loop() {
			full.Choose(bench, ranked, 400)
		}
	})
}

func BenchmarkInScope(b *testing.B) {
	each(b, func(b *testing.B, full *Book, n int) {
		for b.Loop() {
			full.InScope(bench)
		}
	})
}

func BenchmarkClaims(b *testing.B) {
	each(b, func(b *testing.B, full *Book, n int) {
		if _, err := full.Add(told(1, "the sofa is in the study")); err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			full.Claims(bench)
		}
	})
}
