package grounding_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"navd/daemon/feedback"
	. "navd/daemon/grounding"
	"navd/daemon/words"
)

// drawWishes gives entries no two of which merge or contradict, each with a
// time of its own.
func drawWishes(t *rapid.T) []Entry {
	subject := rapid.SampledFrom([]string{"the sofa", "the kitchen", "주방", "the attic", "the lamp", "people", "고양이"})
	tail := rapid.SampledFrom([]string{"", " here", " are to be looked at from the left side", "\n# and\n\nmore", " 조심해서 천천히"})
	entries := make([]Entry, rapid.IntRange(0, 40).Draw(t, "entries"))
	for i := range entries {
		e := told(i+1, subject.Draw(t, "subject")+" no. "+EntryID(i)+tail.Draw(t, "tail"))
		e.Category = rapid.SampledFrom(feedback.Categories()).Draw(t, "category")
		e.Pinned = rapid.IntRange(0, 9).Draw(t, "pinned") == 0
		e.Scope = rapid.SampledFrom([]Scope{{}, {}, {Scene: "flat"}, {Scene: "house"}, {Target: "sofa"}, {Target: "bed"}}).Draw(t, "scope")
		entries[i] = e
	}
	return entries
}

// textsOf gives the texts of what a choice has, sorted.
func textsOf(t fataler, b *Book, c Choice) []string {
	var texts []string
	for _, s := range c.Entries {
		e, err := b.Get(s.ID)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, e.Text)
	}
	slices.Sort(texts)
	return texts
}

// pinnedOf gives the ids of pinned entries in scope, and what they cost alone.
func pinnedOf(b *Book, s Situation) (ids []string, tokens int) {
	var texts feedback.Four[[]string]
	for e := range b.All() {
		if e.Pinned && (e.Scope.Scene == "" || e.Scope.Scene == s.Scene) && (e.Scope.Target == "" || e.Scope.Target == string(s.Target)) {
			ids = append(ids, e.ID)
			*texts.Of(e.Category) = append(*texts.Of(e.Category), e.Text)
		}
	}
	return ids, words.Tokens(Block(texts))
}

// TestChooseHolds holds what is true of every choice.
func TestChooseHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries := drawWishes(t)
		b, _ := book(t, entries...)
		s := Situation{Scene: rapid.SampledFrom([]string{"flat", ""}).Draw(t, "scene"), Target: "sofa", Places: []words.Key{"kitchen"}}
		budget := rapid.IntRange(0, 300).Draw(t, "budget")
		ranked := rapid.Permutation(inScopeIDs(b, s)).Draw(t, "ranked")
		ranked = ranked[:rapid.IntRange(0, len(ranked)).Draw(t, "how many")]
		got := b.Choose(s, ranked, budget)

		pinned, least := pinnedOf(b, s)
		if got.Tokens != words.Tokens(got.Text) || got.Tokens > max(budget, least) {
			t.Errorf("%d tokens of %d, the text has %d", got.Tokens, budget, words.Tokens(got.Text))
		}
		ids := checkWhole(t, b, s, got)
		for _, id := range pinned {
			if !ids[id] {
				t.Errorf("%s is pinned and not in", id)
			}
		}
		if _, all := b.InScope(s); all <= budget && len(got.LeftOut) > 0 {
			t.Errorf("all %d tokens fit %d, and yet %v", all, budget, got.LeftOut)
		}
	})
}

func inScopeIDs(b *Book, s Situation) (ids []string) {
	for _, e := range b.Choose(s, nil, 1<<20).Entries {
		ids = append(ids, e.ID)
	}
	return ids
}

// checkWhole holds that each entry in scope is in or left out, once, and gives
// those that are in.
func checkWhole(t *rapid.T, b *Book, s Situation, c Choice) map[string]bool {
	in, seen := map[string]bool{}, map[string]bool{}
	for _, e := range c.Entries {
		in[e.ID] = true
		if seen[e.ID] {
			t.Errorf("%s is in twice", e.ID)
		}
		seen[e.ID] = true
	}
	for _, e := range c.LeftOut {
		if seen[e.ID] {
			t.Errorf("%s is left out and stands elsewhere", e.ID)
		}
		seen[e.ID] = true
	}
	if n, _ := b.InScope(s); len(seen)+c.More != n {
		t.Errorf("%d in or out and %d more, of %d in scope", len(seen), c.More, n)
	}
	return in
}

// TestChooseOrder holds that it does not matter in which order entries came.
func TestChooseOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries := drawWishes(t)
		b, _ := book(t, entries...)
		shuffled := slices.Clone(entries)
		rand.New(rand.NewPCG(1, rapid.Uint64().Draw(t, "seed"))).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		other, _ := book(t, shuffled...)
		s := Situation{Scene: "flat", Target: "sofa", Places: []words.Key{"kitchen"}}
		budget := rapid.IntRange(0, 300).Draw(t, "budget")
		if diff := gocmp(textsOf(t, b, b.Choose(s, nil, budget)), textsOf(t, other, other.Choose(s, nil, budget))); diff != "" {
			t.Errorf("in another order another choice: %s", diff)
		}
	})
}

// TestChooseMore holds that more entries never push a pinned one out.
func TestChooseMore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries := drawWishes(t)
		few, _ := book(t, entries[:rapid.IntRange(0, len(entries)).Draw(t, "few")]...)
		all, _ := book(t, entries...)
		s := Situation{Scene: "flat", Target: "sofa"}
		budget := rapid.IntRange(0, 100).Draw(t, "budget")
		in := map[string]bool{}
		for _, e := range all.Choose(s, nil, budget).Entries {
			in[e.ID] = true
		}
		for _, e := range few.Choose(s, nil, budget).Entries {
			if e.Reason == "pinned" && !in[e.ID] {
				t.Errorf("%s was pushed out", e.ID)
			}
		}
	})
}

// TestChooseAsks holds the order of asking against a naive one: where each
// entry costs the same and there is one category, what is in is the first of it.
func TestChooseAsks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var entries []Entry
		for i := range rapid.IntRange(1, 30).Draw(t, "entries") {
			e := told(rapid.IntRange(1, 9).Draw(t, "minute"), rapid.SampledFrom([]string{"sofa", "door", "room", "lamp"}).Draw(t, "word")+" "+string(rune('가'+i)))
			e.Evidence[0].Feedback = EntryID(i)
			entries = append(entries, e)
		}
		b, _ := book(t, entries...)
		s := Situation{Target: "sofa"}
		ranked := rapid.Permutation(inScopeIDs(b, s)).Draw(t, "ranked")
		ranked = ranked[:rapid.IntRange(0, min(5, len(ranked))).Draw(t, "how many")]
		want := asking(b, ranked)
		got := b.Choose(s, ranked, rapid.IntRange(0, 120).Draw(t, "budget"))
		var in, out []string
		for _, e := range got.Entries {
			in = append(in, e.ID)
		}
		for _, e := range got.LeftOut {
			out = append(out, e.ID)
		}
		first := slices.Clone(want[:len(in)])
		slices.SortFunc(first, func(a, b string) int { return numberOf(Entry{ID: a}) - numberOf(Entry{ID: b}) })
		if diff := gocmp(first, in) + gocmp(want[len(in):], out); diff != "" {
			t.Errorf("asked in another order: %s", diff)
		}
	})
}

// asking sorts the ids of a book by what their texts say: sofa, room (which
// names nothing), then the others.
func asking(b *Book, ranked []string) (ids []string) {
	kind := func(e Entry) int {
		return slices.Index([]string{"sofa", "room"}, e.Text[:4]) + 3*b2i(e.Text[:4] != "sofa" && e.Text[:4] != "room")
	}
	rank := func(e Entry) int {
		if at := slices.Index(ranked, e.ID); at >= 0 {
			return at
		}
		return len(ranked)
	}
	at := func(e Entry) time.Time { return latest(e).At }
	entries := slices.Collect(b.All())
	slices.SortFunc(entries, func(a, b Entry) int {
		return cmp.Or(kind(a)-kind(b), rank(a)-rank(b), at(b).Compare(at(a)), numberOf(a)-numberOf(b))
	})
	for _, e := range entries {
		ids = append(ids, e.ID)
	}
	return ids
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
