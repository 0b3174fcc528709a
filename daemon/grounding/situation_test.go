package grounding_test

import (
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/feedback"
	. "navd/daemon/grounding"
	"navd/daemon/item"
	"navd/daemon/words"
)

func TestAddClaims(t *testing.T) {
	given := func(text string, claims ...words.Claim) Entry {
		e := told(1, text)
		e.Claims = append([]words.Claim{}, claims...)
		return e
	}
	for _, c := range []struct {
		name  string
		entry Entry
		want  []words.Claim
	}{
		{"read from the text", told(1, "[ Step3 ] : the sofa is in the living room"), []words.Claim{words.In("sofa", "living room", "g1", 1)}},
		{"none in the text", told(1, "mind the cat"), nil},
		{"given", given("mind the cat", words.Avoid("place:kitchen", "x", 0.5)), []words.Claim{words.Avoid("place:kitchen", "g1", 0.5)}},
		{"given in another spelling", given("mind the cat", words.Claim{Subject: "place:부엌", Relation: "avoid", Weight: 1}), []words.Claim{words.Avoid("place:kitchen", "g1", 1)}},
		{"given none", given("the sofa is in the living room"), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, _ := book(t, c.entry)
			got, err := b.Get("g1")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got.Claims); diff != "" {
				t.Error(diff)
			}
		})
	}
	t.Run("of a merge they stay", func(t *testing.T) {
		claims := []words.Claim{words.Avoid("place:kitchen", "x", 1)}
		more := given("mind the cat", claims...)
		more.Evidence = told(2, "").Evidence
		b, _ := book(t, told(1, "mind the cat"), more)
		if got := b.Claims(Situation{}); len(got) > 0 {
			t.Errorf("got %v", got)
		}
		if claims[0].Source != "x" {
			t.Errorf("the caller's claims were changed: %v", claims)
		}
	})
}

func TestClaims(t *testing.T) {
	in := func(scene, target string, e Entry) Entry { e.Scope = Scope{Scene: scene, Target: target}; return e }
	view := told(1, "over there")
	view.Claims = []words.Claim{words.Prefer(words.View(3), "", 1)}
	deck := told(1, "odd")
	deck.Claims = []words.Claim{words.In("sun lounger", "sun deck", "", 1)}
	home := Situation{Scene: "flat", Target: "sofa"}
	for _, c := range []struct {
		name    string
		entries []Entry
		at      Situation
		want    []string // subject, relation, object and source
	}{
		{"where the target is", []Entry{told(1, "the sofa is in the study"), told(2, "there is no sofa in the kitchen"), told(3, "the lamp is in the study")}, home,
			[]string{"target:sofa in study g1", "target:sofa not_in kitchen g2"}},
		{"where to go, whatever the target", []Entry{told(1, "don't go into the kitchen"), told(2, "go to the study")}, Situation{},
			[]string{"place:kitchen avoid  g1", "place:study prefer  g2"}},
		{"by number, whatever the index", []Entry{told(1, "go to the study"), told(2, "the sofa is in the hall"), told(3, "go to the attic")}, home,
			[]string{"place:study prefer  g1", "target:sofa in corridor g2", "place:attic prefer  g3"}},
		{"of a view", []Entry{view}, home, []string{"view:3 prefer  g1"}},
		{"no names", []Entry{told(1, "the study is called office")}, home, nil},
		{"a target in other spaces", []Entry{deck}, Situation{Target: "sunlounger"}, []string{"target:sun lounger in sun deck g1"}},
		{"an unknown target", []Entry{deck}, Situation{Target: "unknown"}, nil},
		{"several of one entry", []Entry{told(1, "the sofa is in the study and the lamp is in the kitchen, don't go into the attic")}, home,
			[]string{"target:sofa in study g1", "place:attic avoid  g1"}},
		{"scopes that fit", []Entry{in("flat", "", told(1, "go to the study")), in("flat", "Couch", told(2, "go to the attic")), in("", "sofa", told(3, "go to the garage"))}, home,
			[]string{"place:study prefer  g1", "place:attic prefer  g2", "place:garage prefer  g3"}},
		{"scopes that do not", []Entry{in("house", "", told(1, "go to the study")), in("flat", "bed", told(2, "go to the attic")), in("", "!", told(3, "go to the garage"))}, home, nil},
		{"in no scene", []Entry{in("flat", "", told(1, "go to the study"))}, Situation{Target: "sofa"}, nil},
		{"a superseded one", []Entry{told(1, "the sofa is in the study"), told(2, "the sofa is in the attic")}, home, []string{"target:sofa in attic g2"}},
		{"the newest word, everywhere", []Entry{told(1, "the sofa is in the study"), told(2, "there is no sofa in the study"), told(3, "maybe there is a sofa in the study")}, home,
			[]string{"target:sofa in study g1", "target:sofa in study g3"}},
		{"a newer denial", []Entry{told(1, "소파는 서재에 있어"), told(2, "there is no sofa in the study")}, home, []string{"target:sofa not_in study g2"}},
		{"an older word of the scene", []Entry{in("flat", "", told(1, "there is no sofa in the study")), told(2, "sofas are in the study"), told(3, "the sofa is in the attic")}, home,
			[]string{"target:sofa not_in study g1", "target:sofa in attic g3"}},
		{"in another scene it is as everywhere", []Entry{in("flat", "", told(1, "there is no sofa in the study")), told(2, "the sofa is in the study")}, Situation{Scene: "house", Target: "sofa"},
			[]string{"target:sofa in study g2"}},
		{"moved since it was said beside something else", []Entry{told(1, "the sofa is in the study and the lamp is in the kitchen"), told(2, "the sofa is in the attic now")}, home,
			[]string{"target:sofa in attic g2"}},
		{"moved, said beside something else", []Entry{told(1, "소파는 서재에 있어"), told(2, "소파는 다락방에 있고 램프는 부엌에 있어")}, home, []string{"target:sofa in attic g2"}},
		{"some are there too", []Entry{told(1, "there are sofas in the study and in the kitchen"), told(2, "the sofa is in the attic")}, home,
			[]string{"target:sofa in study g1", "target:sofa in kitchen g1", "target:sofa in attic g2"}},
		{"of one person and of another", []Entry{told(1, "엄마 소파는 서재에 있어"), told(2, "아빠 소파는 다락방에 있어")}, home, []string{"target:sofa in study g1", "target:sofa in attic g2"}},
		{"not that of another person", []Entry{told(1, "Anna's sofa is in the study"), told(2, "Tim's sofa is not in the study")}, home,
			[]string{"target:sofa in study g1"}},
		{"not there, whosever it is", []Entry{told(1, "Anna's sofa is in the study"), told(2, "the sofa is not in the study")}, home, []string{"target:sofa not_in study g2"}},
		{"hers moved", []Entry{told(1, "Anna's sofa is in the study"), told(2, "Anna's sofa is in the attic now")}, home, []string{"target:sofa in attic g2"}},
		{"a red one and a blue one", []Entry{told(1, "빨간 소파는 서재에 있어"), told(2, "파란 소파는 다락방에 있어")}, home, []string{"target:sofa in study g1", "target:sofa in attic g2"}},
		{"for the target", []Entry{in("", "sofa", told(1, "go to the study")), told(2, "don't go into the study")}, home, []string{"place:study prefer  g1"}},
		{"a proposed one", []Entry{func() Entry { e := told(1, "go to the study"); e.State = item.Proposed; return e }()}, home, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, _ := book(t, c.entries...)
			var got []string
			for _, c := range b.Claims(c.at) {
				got = append(got, c.Subject+" "+c.Relation+" "+c.Object+" "+c.Source)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
	t.Run("a retired one", func(t *testing.T) {
		b, _ := book(t, told(1, "go to the study"))
		if err := b.Retire("g1"); err != nil {
			t.Fatal(err)
		}
		if got := b.Claims(home); len(got) > 0 {
			t.Errorf("got %v", got)
		}
	})
}

// TestPossibleOfMany holds that a great many entries about one thing are not all
// named, but those with the newest evidence.
func TestPossibleOfMany(t *testing.T) {
	var entries []Entry
	for n := range MaxPossible + 9 {
		entries = append(entries, told(50-n, "the kitchen has shelf number "+strconv.Itoa(n)))
	}
	var want []string
	for n := 1; n <= MaxPossible; n++ {
		want = append(want, EntryID(n)) // the first to come has the newest evidence
	}
	_, got := book(t, append(entries, told(51, "the kitchen is green"))...)
	if diff := cmp.Diff(Added{ID: EntryID(MaxPossible + 10), Possible: want, More: 9}, got); diff != "" {
		t.Error(diff)
	}
}

// TestInScope holds that sums over lines are what the block costs, for texts of
// all kinds.
func TestInScope(t *testing.T) {
	b := NewBook()
	var texts feedback.Four[[]string]
	for n, text := range []string{"a", "냉장고", "# head\n\nbody", "```\n# code", "é\r\nß", "日本", "👍\n- x", "\xe2", "\x82\xac b", "[ Step1 ] : ", "[ Step2 - Failure ] : mind  the cat"} {
		for _, c := range feedback.Categories()[n%3:] {
			e := told(n, text)
			e.Category = c
			if _, err := b.Add(e); err != nil {
				t.Fatal(err)
			}
			bare := Bare(text)
			if bare == "" {
				bare = text
			}
			*texts.Of(c) = append(*texts.Of(c), bare)
			entries, tokens := b.InScope(Situation{})
			if want := words.Tokens(Block(texts)); entries != b.Len() || tokens != want {
				t.Errorf("after %q: %d entries of %d tokens, want %d of %d", text, entries, tokens, b.Len(), want)
			}
			if got := b.Choose(Situation{}, nil, tokens); got.Text != Block(texts) || got.Tokens != tokens || len(got.LeftOut) > 0 {
				t.Errorf("what fits exactly is not all in: %+v", got)
			}
		}
	}
}
