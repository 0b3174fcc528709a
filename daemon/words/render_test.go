package words_test

import (
	"os"
	"strings"
	"testing"

	"navd/daemon/words"
)

// A pattern is a sentence with X for a thing, P and Q for places, and what it
// claims. In Korean a name is followed by its particle in the form for names
// that end in a vowel and for others: X(는/은).
type pattern struct{ text, want string }

var patterns = []pattern{
	{"there is a X in the P", "target:X in P 1"},
	{"there's always a X in the P", "target:X in P 1"},
	{"there is no X in the P", "target:X not_in P 1"},
	{"there are no X in any P", "target:X not_in P 1"},
	{"the X is in the P", "target:X in P 1"},
	{"my X is inside the P now", "target:X in P 1"},
	{"the X isn't in the P at all", "target:X not_in P 1"},
	{"the X is never in the P", "target:X not_in P 1"},
	{"the X is located in the P", "target:X in P 1"},
	{"the X is kept in the P", "target:X in P 1"},
	{"a X belongs in the P", "target:X in P 1"},
	{"a X does not belong in a P", "target:X not_in P 1"},
	{"the X can't be found in the P", "target:X not_in P 1"},
	{"the X is in the P, not in the Q", "target:X in P 1; target:X not_in Q 1"},
	{"the X is not in the P but in the Q", "target:X not_in P 1; target:X in Q 1"},
	{"the X is neither here nor in the P", ""},
	{"the P has a X", "target:X in P 1"},
	{"the P doesn't have any X", "target:X not_in P 1"},
	{"the P never contains a X", "target:X not_in P 1"},
	{"in the P, there is no X", "target:X not_in P 1"},
	{"you can't find a X in the P", "target:X not_in P 1"},
	{"the robot saw a X in the P", "target:X in P 1"},
	{"please don't look for the X in the P", "target:X not_in P 0.6"},
	{"do not enter the P", "place:P avoid  1"},
	{"you must not go into the P", "place:P avoid  1"},
	{"keep away from the P and the Q", "place:P avoid  1; place:Q avoid  1"},
	{"stay out of the P, go to the Q", "place:P avoid  1; place:Q prefer  1"},
	{"the P is forbidden", "place:P avoid  1"},
	{"head to the P first", "place:P prefer  1"},
	{"prefer the P rather than the Q", "place:P prefer  1"},
	{"prefer the P instead of the Q", "place:P prefer  1"},
	{"is the X in the P", ""},
	{"are there X in the P", ""},
	{"the X was in the P", ""},
	{"the X may be in the P", "target:X in P 0.3"},
	{"the X is beside the P", ""},
	{"the X of the P is new", ""},
	{"the X is in the P of the neighbour", ""},
	{"unless the X is in the P, go to the Q", ""},
	{"bring the X to the P", ""},
	{"the P is full of X", ""},
	{"the P is cold", ""},
	{"the P is the Q", ""},
	{"the X is green", ""},
	{"don't go to the P before the Q", ""},
	{"don't leave the P", ""},
	{"you need not go to the P", ""},
	{"it is not the case that the X is in the P", ""},
	{"nobody said the X is in the P", ""},

	{"P에 X(가/이) 있어요", "target:X in P 1"},
	{"P에는 X(가/이) 없습니다", "target:X not_in P 1"},
	{"P엔 X 없음", "target:X not_in P 1"},
	{"P 안에 X(가/이) 있다", "target:X in P 1"},
	{"P에도 X(가/이) 있네요", "target:X in P 1"},
	{"X(는/은) P에 있다", "target:X in P 1"},
	{"X(는/은) P에 없다", "target:X not_in P 1"},
	{"X(는/은) 항상 P에 있다", "target:X in P 1"},
	{"X(는/은) 절대 P에 없다", "target:X not_in P 1"},
	{"X(는/은) 대개 P에 있지", "target:X in P 0.6"},
	{"X(는/은) 아마도 P에 있을 것 같아", "target:X in P 0.3"},
	{"X(는/은) P에 존재하지 않는다", "target:X not_in P 1"},
	{"X(를/을) P에서 찾을 수 있어", "target:X in P 1"},
	{"X(는/은) P에 없지만 Q에는 있다", "target:X not_in P 1; target:X in Q 1"},
	{"X(는/은) P에 있지 않고 Q에 있다", "target:X not_in P 1; target:X in Q 1"},
	{"X(는/은) P(가/이) 아니라 Q에 있다", "target:X not_in P 1; target:X in Q 1"},
	{"P(로/으로) 가세요", "place:P prefer  1"},
	{"P 쪽으로 이동해", "place:P prefer  1"},
	{"P(를/을) 먼저 확인해", "place:P prefer  1"},
	{"P에 가지 마세요", "place:P avoid  1"},
	{"절대로 P에 들어가지 마", "place:P avoid  1"},
	{"P에는 들어가면 안 됩니다", "place:P avoid  1"},
	{"P(는/은) 피하세요", "place:P avoid  1"},
	{"P(와/과) Q(는/은) 피해야 해", "place:P avoid  1; place:Q avoid  1"},
	{"P에 가지 말고 Q(로/으로) 가", "place:P avoid  1; place:Q prefer  1"},
	{"사용자는 Q보다 P(를/을) 선호한다", "place:P prefer  1"},
	{"X(가/이) P에 있나요?", ""},
	{"X(가/이) P에 있으면 멈춰", ""},
	{"X(가/이) P에 없지는 않다", ""},
	{"X(가/이) P에 있는지 모르겠다", ""},
	{"X(는/은) P 앞에 있다", ""},
	{"X(는/은) P에 있었다", ""},
	{"P의 X(는/은) 크다", ""},
	{"P에 있는 X(를/을) 찾아", ""},
	{"P(는/은) 춥다", ""},
	{"P(는/은) Q 옆에 있다", ""},
	{"P에서 나와", ""},
	{"P에 가지 않아도 돼", ""},
	{"P(를/을) 피하지 마", ""},
	{"P에 갔다 와", "place:P prefer  1"},
}

func TestPatternsHoldForTheWholeTable(t *testing.T) {
	if testing.Short() {
		t.Skip("it is long, and one goroutine alone")
	}
	every := 37 // of the things; another 37th for each pattern
	if os.Getenv("NAVD_TEST_LONG") != "" {
		every = 1
	}
	rooms, objects := words.Rooms(), words.Objects()
	for n, p := range patterns {
		t.Run(p.text, func(t *testing.T) {
			for i := n % every; i < max(len(rooms), len(objects)); i += every {
				x, place, other := objects[i%len(objects)], rooms[i%len(rooms)], rooms[(i+7)%len(rooms)]
				korean := strings.ContainsFunc(p.text, isHangul)
				text := fill(p.text, spoken(x, korean, i), spoken(place, korean, i), spoken(other, korean, i))
				want := fill(p.want, string(x), string(place), string(other))
				if got := written(words.ParseClaims(text, "")); got != want {
					t.Errorf("%q gives %q, want %q", text, got, want)
				}
			}
		})
	}
}

// spoken picks a name of a key in a language, another one each time.
func spoken(k words.Key, korean bool, turn int) string {
	var names []string
	for _, n := range words.Names(k) {
		if strings.ContainsFunc(n, isHangul) == korean {
			names = append(names, n)
		}
	}
	if len(names) == 0 {
		return string(k)
	}
	return names[turn%len(names)]
}

func isHangul(r rune) bool { return r >= '가' && r <= '힣' }

// fill puts names for the letters and picks the particle that fits each.
func fill(text, x, p, q string) string {
	text = strings.NewReplacer("X", "\x00"+x+"\x00", "P", "\x00"+p+"\x00", "Q", "\x00"+q+"\x00").Replace(text)
	for {
		before, after, ok := strings.Cut(text, "(")
		if !ok {
			return strings.ReplaceAll(text, "\x00", "")
		}
		choice, rest, _ := strings.Cut(after, ")")
		vowel, consonant, _ := strings.Cut(choice, "/")
		if closed(strings.TrimSuffix(before, "\x00"), vowel == "로") {
			vowel = consonant
		}
		text = before + vowel + rest
	}
}

// closed reports whether the last syllable ends in a consonant; before 로 a
// final ㄹ counts as none. A foreign word counts as open.
func closed(name string, ro bool) bool {
	rs := []rune(name)
	last := rs[len(rs)-1]
	if !isHangul(last) {
		return false
	}
	final := (last - '가') % 28
	return final != 0 && !(ro && final == 8)
}

func TestEveryAdverbWeighsItsClaim(t *testing.T) {
	for adverb, want := range map[string]string{
		"always": "1", "definitely": "1", "certainly": "1", "only": "1", "also": "1", "now": "1", "currently": "1", "still": "1",
		"usually": "0.6", "often": "0.6", "mostly": "0.6", "typically": "0.6", "generally": "0.6", "normally": "0.6", "commonly": "0.6", "frequently": "0.6",
		"probably": "0.3", "likely": "0.3", "maybe": "0.3", "perhaps": "0.3", "possibly": "0.3", "sometimes": "0.3", "occasionally": "0.3",
	} {
		if got := written(words.ParseClaims("the mug is "+adverb+" in the kitchen", "")); got != "target:mug in kitchen "+want {
			t.Errorf("%s: %q", adverb, got)
		}
	}
	for adverb, want := range map[string]string{"not": "1", "never": "1", "no longer": "1", "rarely": "0.6", "seldom": "0.6", "hardly": "0.6"} {
		if got := written(words.ParseClaims("the mug is "+adverb+" in the kitchen", "")); got != "target:mug not_in kitchen "+want {
			t.Errorf("%s: %q", adverb, got)
		}
	}
	for _, pair := range []string{"not always", "not only", "not maybe", "not probably", "never not", "always not", "not rarely", "never only", "not sometimes", "only not"} {
		if got := words.ParseClaims("the mug is "+pair+" in the kitchen", ""); got != nil {
			t.Errorf("%s: %v", pair, got)
		}
	}
}

func TestTakingBack(t *testing.T) {
	const one = "The mug is in the kitchen. "
	for _, after := range []string{
		"That is wrong.", "No.", "Nope!", "This is not true", "That's not right.", "Just kidding", "I was mistaken.", "That is false.", "incorrect",
		"아니야.", "틀렸어", "그건 거짓말이야", "농담이야", "취소",
	} {
		if got := words.ParseClaims(one+after, ""); got != nil {
			t.Errorf("%q: %v", after, got)
		}
		if got := written(words.ParseClaims(after+"\n"+one, "")); got != "target:mug in kitchen 1" {
			t.Errorf("%q said before: %q", after, got)
		}
	}
	for _, after := range []string{"That is right.", "Yes.", "맞아.", "Go on"} {
		if got := written(words.ParseClaims(one+after, "")); got != "target:mug in kitchen 1" {
			t.Errorf("%q: %q", after, got)
		}
	}
}

func TestContradictionsDropBoth(t *testing.T) {
	for text, want := range map[string]string{
		"Avoid the kitchen. Go to the kitchen.":                           "",
		"Avoid the kitchen. Go to the kitchen. Go to the bedroom.":        "place:bedroom prefer  1",
		"거실에 소파가 있다. The sofa is not in the living room.":                 "",
		"The mug is in the kitchen. There is a mug in the kitchen.":       "target:mug in kitchen 1",
		"The mug is in the kitchen. The mug is not in the bedroom.":       "target:mug in kitchen 1; target:mug not_in bedroom 1",
		"Avoid the study. The study is called office. Go to the library.": "place:study avoid  1; place:study is_called office 1; place:library prefer  1",
	} {
		if got := written(words.ParseClaims(text, "")); got != want {
			t.Errorf("%q gives %q, want %q", text, got, want)
		}
	}
}
