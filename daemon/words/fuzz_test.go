package words_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"navd/daemon/words"
)

// checkClaims holds what is true of the claims of any text.
func checkClaims(t errorfer, text string) {
	claims := words.ParseClaims(text, "src")
	seen := map[string]bool{}
	for _, c := range claims {
		if err := c.Check(); err != nil {
			t.Errorf("%q gives the claim %+v: %v", text, c, err)
		}
		if sound, err := c.Normal(); err != nil || sound != c {
			t.Errorf("%q gives the claim %+v, in normal form %+v (%v)", text, c, sound, err)
		}
		if c.Source != "src" || c.Weight == 0 {
			t.Errorf("%q gives the claim %+v", text, c)
		}
		if id := c.Subject + "|" + c.Object; seen[id] && c.Relation != words.RelationCalled {
			t.Errorf("%q says twice what of %s", text, id)
		} else {
			seen[id] = true
		}
	}
	if !cmp.Equal(claims, words.ParseClaims(text, "src")) {
		t.Errorf("%q gives other claims the second time", text)
	}
	// Of several sentences the last alone becomes a question, and no longer takes back
	// what an earlier one says.
	if got := words.ParseClaims(text+"?", "src"); !strings.ContainsAny(text, ".!?;。！？\n") && len(got) > len(claims) {
		t.Errorf("%q gives more as a question: %v", text, got)
	}
}

func FuzzParseClaims(f *testing.F) {
	for _, c := range claimCases {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) { checkClaims(t, text) })
}

// Sentences drawn from the grammar's own words reach further than bytes do.
func TestAnyWordsGiveSoundClaims(t *testing.T) {
	word := rapid.SampledFrom(strings.Fields(`the a no not never there is are in sofa tv chairs kitchen bathroom bedrooms and or but , . avoid go to
		don't usually maybe it has have called study office first only every two red prefer 소파는 소파가 의자와 거실에 거실로 주방에는 화장실이
		없다 있다 없고 있고 가지 마 말고 가 피해 아니라 보통 절대 그리고 서재를 사무실이라고 불러 아니야 .`))
	rapid.Check(t, func(t *rapid.T) {
		checkClaims(t, strings.Join(rapid.SliceOfN(word, 0, 12).Draw(t, "words"), " "))
	})
}

// A word the grammar does not know never adds a claim, wherever it stands, but for
// one about a thing that has the word in its name; a name after "called" is open,
// and where to get a thing may become where to go.
func TestOneUnknownWordAddsNoClaim(t *testing.T) {
	var speaking []string
	for _, c := range claimCases {
		if c.want != "" && !strings.Contains(c.want, "is_called") && !strings.ContainsAny(c.text, ".!\n") && !strings.Contains(c.text, " and get ") {
			speaking = append(speaking, c.text)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom(speaking).Draw(t, "text")
		fields := strings.Fields(text)
		at := rapid.IntRange(0, len(fields)).Draw(t, "at")
		if at > 0 && at < len(fields) && slices.Contains(append(words.Objects(), words.Rooms()...), words.ObjectKey(fields[at-1]+" "+strings.Trim(fields[at], ".,"))) {
			t.Skip("a name of two words")
		}
		fields = append(fields[:at:at], append([]string{rapid.SampledFrom([]string{"flurb", "세모네모"}).Draw(t, "word")}, fields[at:]...)...)
		before, after := forms(words.ParseClaims(text, "")), forms(words.ParseClaims(strings.Join(fields, " "), ""))
		for _, c := range after {
			if !slices.Contains(before, c) && !strings.Contains(c, "flurb") {
				t.Fatalf("%q gives %v, without the word %v", strings.Join(fields, " "), after, before)
			}
		}
	})
}

// The sense does not hang on case, on the final stop or on spaces.
func TestClaimsIgnoreTypography(t *testing.T) {
	for _, c := range claimCases {
		for _, text := range []string{strings.ToUpper(c.text), "  " + c.text + " ", "- " + c.text, c.text + "\n", "“" + c.text + "”"} {
			if strings.Contains(text, "LIVINGROOM") {
				continue
			}
			if got := written(words.ParseClaims(text, "f1")); got != c.want {
				t.Errorf("%q gives %q, want %q", text, got, c.want)
			}
		}
	}
}

// A long text costs no more than its length; this ends at once or never.
func TestLongTexts(t *testing.T) {
	if testing.Short() {
		t.Skip("volume alone: nothing runs at once")
	}
	for _, unit := range []string{
		"sofa", "sofa, ", "the sofa and ", "kitchen or ", "avoid the kitchen and ", "소파와 ", "소파는 화장실에 없고 ", "A", "가", ", ", "'", "no ,", "the sofa is in the kitchen. ", "\u0301", "tv ",
	} {
		text := strings.Repeat(unit, 10_000/len(unit))
		checkKeys(t, text)
		if got := words.ParseClaims(text, ""); len(got) > 64 {
			t.Errorf("%d claims", len(got))
		}
	}
}

func BenchmarkParseClaims(b *testing.B) {
	for b.Loop() {
		words.ParseClaims("The sofa is not in the kitchen but in the living room. 화장실에는 소파가 없어.", "f1")
	}
}

func BenchmarkLabelKey(b *testing.B) {
	for b.Loop() {
		words.LabelKey("LivingRoom")
	}
}

// BenchmarkLongWord reads words of 60 kB, in one piece and parted by blanks.
func BenchmarkLongWord(b *testing.B) {
	for _, one := range []string{"한", "ab"} {
		for name, text := range map[string]string{
			"whole":  strings.Repeat(one, 60_000/len(one)),
			"parted": strings.Repeat(strings.Repeat(one, 8)+" ", 60_000/(8*len(one)+1)),
		} {
			b.Run(one+"/"+name, func(b *testing.B) {
				for b.Loop() {
					words.Read(text, "f1", "")
				}
			})
		}
	}
}
