package index

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/unicode/norm"
)

func TestAnalyzer(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"empty", "", nil},
		{"Latin stays whole", "The Kitchen is green", []string{"the", "kitchen", "is", "green"}},
		{"two syllables", "주방", []string{"주방"}},
		{"a particle", "주방은", []string{"주방은", "주방"}},
		{"bigrams of the stem", "냉장고에는", []string{"냉장고에는", "냉장고", "냉장", "장고"}},
		{"one syllable keeps a clear particle off", "문을", []string{"문을", "문"}},
		{"one syllable keeps a risky one", "나이", []string{"나이"}},
		{"the longest particle", "거실에서부터", []string{"거실에서부터", "거실"}},
		{"mixed in one word", "TV장은", []string{"tv", "장은", "장"}},
		{"mixed words", "sofa는 거실에", []string{"sofa", "는", "거실에", "거실"}},
		{"decomposed Hangul", norm.NFD.String("주방은"), []string{"주방은", "주방"}},
		{"decomposed Latin", "Cafe\u0301", []string{"café"}},
		{"underscores part", "living_room", []string{"living", "room"}},
		{"punctuation", "sofa, TV; bed!", []string{"sofa", "tv", "bed"}},
		{"Han is taken by the rune", "厨房", []string{"厨", "房"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, token := range textAnalyzer().Analyze(readable(test.text)) {
				got = append(got, string(token.Term))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("terms of %q (-want +got):\n%s", test.text, diff)
			}
		})
	}
}

func TestQueryTerms(t *testing.T) {
	long := strings.Repeat("냉장고에는 ", 3)
	for i := range 60 {
		long += " word" + string(rune('a'+i%26)) + string(rune('a'+i/26))
	}
	tests := []struct {
		name, text string
		want       []string
	}{
		{"stops go", "where is the sofa", []string{"sofa"}},
		{"only stops stay", "to be or", []string{"to", "be", "or"}},
		{"each once", "sofa sofa Sofa", []string{"sofa"}},
		{"words before bigrams", "냉장고는 blue", []string{"냉장고는", "냉장고", "blue", "냉장", "장고"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, queryTerms(test.text)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	if got := queryTerms(long); len(got) != MaxTerms || got[0] != "냉장고에는" || slices.Contains(got, "장고") {
		t.Errorf("a long query has %d terms: %q", len(got), got)
	}
}

func TestStopsAreSorted(t *testing.T) {
	if !slices.IsSorted(stops) {
		t.Error("stops are looked up by halving: they must be sorted")
	}
}

func TestLinker(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"English", "a couch", []string{"object/sofa"}},
		{"Korean with a particle", "소파는", []string{"object/sofa"}},
		{"two words", "the Living Room.", []string{"room/living room"}},
		{"underscores", "living_room", []string{"room/living room"}},
		{"the longest wins", "on the TV stand", []string{"object/tv stand"}},
		{"both, sorted, once", "거실 TV, lounge television", []string{"object/television", "room/living room"}},
		{"none", "hello", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, table().of(splitWords(test.text))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	if got := (Linker{}).of([]string{"sofa"}); got != nil {
		t.Errorf("no table gave %q", got)
	}
}

func FuzzHangul(f *testing.F) {
	for _, s := range []string{"", "주방은", "냉장고에는", "tv장은", "은", "ㅋㅋㅋ", norm.NFD.String("거실에서"), "\xff가", "a가b나"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		tokens := textAnalyzer().Analyze(readable(s))
		for _, token := range tokens {
			if !utf8.Valid(token.Term) || len(token.Term) == 0 {
				t.Errorf("%q gives the term %q", s, token.Term)
			}
		}
		for _, word := range splitWords(s) {
			all := forms(word)
			if all[0] != word {
				t.Errorf("forms of %q begin with %q", word, all[0])
			}
			if !isHangul(word) && len(all) != 1 {
				t.Errorf("%q is taken apart: %q", word, all)
			}
			if root := stem(word); root == "" || !strings.HasPrefix(word, root) {
				t.Errorf("stem of %q is %q", word, root)
			}
			for _, form := range all[1:] {
				if !strings.Contains(word, form) {
					t.Errorf("%q is no part of %q", form, word)
				}
			}
			if strings.Join(scripts(word), "") != word {
				t.Errorf("scripts of %q: %q", word, scripts(word))
			}
		}
	})
}
