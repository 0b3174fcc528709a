package words

import (
	"sort"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// A form is a form of a verb, or of what follows a verb. It decides what may come next.
type form byte

const (
	formBase   form = 'b' // 가-, 찾-, 있-: before 고, 지, 는
	formOpen   form = 'e' // 가-, 찾으-, 있으-: before 면, 니까, ㄴ, ㄹ
	formInf    form = 'a' // 가, 찾아, 있어
	formNow    form = 'n' // 가는, 간, 있던: before 것, 중, 적
	formWill   form = 'l' // 갈, 있을: before 것, 수, 때
	formSaid   form = 'q' // 있다-, 간다-: before 고, 니까
	formTold   form = 'c' // 가라-, 가자-: before 고, 니까
	formVain   form = 'w' // 가 봤자, 가 봐야: before 소용없다
	formCopula form = 'k' // 거이-, 아니-: formBase of a noun with 이다
	formNoun   form = 'N' // 확인: before 부탁해
	formBare   form = 'B' // 마-, 거- of 걸다: only before ㄴ, ㄹ, ㅂ, ㅅ
)

// formsInOrder are the forms that a stem has. Where two of them have the same letters, the
// first is tried first: "되나" is asked, and not half of "되나, …".
var formsInOrder = []form{formBase, formBare, formOpen, formInf, formCopula}

// conjugate gives the forms of a stem, letter by letter. A stem that ends in = is a noun with
// 이다. The past is another stem: ㅆ, which follows 가 in 갔-.
func conjugate(stem string) map[form][]string {
	f := map[form][]string{}
	add := func(k form, texts ...string) {
		for _, t := range texts {
			f[k] = append(f[k], jamo(t))
		}
	}
	if noun, ok := strings.CutSuffix(stem, "="); ok {
		both := []string{noun + "이", noun}
		add(formBase, both...)
		add(formOpen, both...)
		add(formCopula, both...)
		add(formInf, noun+"이야", noun+"이에", noun+"이예", noun+"야", noun+"예", noun+"에", noun+"이어", noun+"여")
		return f
	}
	for row := range strings.FieldsSeq(irregularStems) {
		r := strings.Split(row, ":")
		if head, ok := strings.CutSuffix(stem, r[0]); ok {
			for i, k := range []form{formBase, formOpen, formInf, formBase, formCopula}[:len(r)] {
				for text := range strings.SplitSeq(r[i], ",") {
					add(k, head+text)
				}
			}
			return f
		}
	}
	rs := []rune(stem)
	last, head := rs[len(rs)-1], string(rs[:len(rs)-1])
	if last < '가' || last > '힣' {
		add(formBase, stem)
		add(formOpen, stem+"으")
		add(formInf, stem+"어")
		return f
	}
	lead, vowel, final := (last-'가')/588, (last-'가')/28%21, (last-'가')%28
	with := func(v rune) string { return head + string('가'+lead*588+v*28) }
	bright := "어"
	if (vowel == 0 || vowel == 8) && final != 20 {
		bright = "아"
	}
	add(formBase, stem)
	switch {
	case final == 8:
		add(formBare, with(vowel))
		add(formOpen, stem)
		add(formInf, stem+bright)
	case final != 0:
		add(formOpen, stem+"으")
		add(formInf, stem+bright)
	default:
		add(formOpen, stem)
		if to, ok := contracted[vowel]; ok {
			add(formInf, with(to))
		}
		if vowel != 0 && vowel != 4 && vowel != 18 {
			add(formInf, stem+bright)
		}
	}
	return f
}

// contracted gives the vowel into which the last vowel of a stem and 아 or 어 contract: 보
// becomes 봐.
var contracted = map[rune]rune{0: 0, 4: 4, 1: 1, 5: 5, 6: 6, 8: 9, 11: 10, 13: 14, 18: 4, 20: 6}

// irregularStems are endings of stems, each with up to five kinds of forms: before consonants,
// before 으, with 아 or 어, more before consonants, and formCopula.
const irregularStems = `아니:아니:아니야,아니에,아니예,아니어:아니:아니 말:말,마:말아,마:마 그러:그러:그래 하:하:해,하여 놓:놓으:놓아,놔 같:같으:같아,같애
	짓:지으:지어 낫:나으:나아 듣:들으:들어 걷:걸으:걸어 싣:실으:실어 일컫:일컬으:일컬어 부르:부르:불러 거르:거르:걸러 나르:나르:날라 오르:오르:올라 무르:무르:물러 모르:모르:몰라
	빠르:빠르:빨라 바쁘:바쁘:바빠 럽:러우:러워 춥:추우:추워 덥:더우:더워 둡:두우:두워 맙:마우:마워 렵:려우:려워 쉽:쉬우:쉬워`

// jamo writes Korean letter by letter, so that the final consonant of a syllable can begin an
// ending: 갈까 is 가 and ㄹ까. A single letter at the beginning is a final consonant.
func jamo(text string) string {
	for letter, under := range finals {
		if rest, ok := strings.CutPrefix(text, letter); ok {
			return under + norm.NFD.String(rest)
		}
	}
	return norm.NFD.String(text)
}

var finals = map[string]string{"ㄴ": "\u11ab", "ㄹ": "\u11af", "ㅁ": "\u11b7", "ㅂ": "\u11b8", "ㅆ": "\u11bb"}

// An effect is what an ending of a verb, or another verb after it, adds to the meaning.
type effect struct {
	mood
	more     bool // another clause follows or may follow
	no, past bool
	done     bool // 간, 찾은: past, but for 있던
	quoted   bool // 있다고: a verb of saying may follow
	can      bool // 찾을 수 있다
	plain    bool // 가, 보고, 가서: an order, or half of one, unless it has a person as its subject
	sure     bool // it is a statement even with a question mark
	state    bool // it fits only verbs of being: 있겠다, but not 가겠다
	may      bool // 겠
	seen     bool // somebody saw it happen: 들어가던데
	undone   bool // 갔다가: it is no longer so
	scorn    bool // 있을 리가 있나: a question that means no
	copula   bool // 것이-, 아니-
	needless bool // 갈 이유가 없다
	lies     bool // 가 있다, 놓아 있다: it is there
	weight   float64
}

// links are the rows of linkTable by the form that they follow.
type links struct {
	ends map[string][]effect // by their letters
	on   map[string][]onward // by their first letter
}

// An onward is a text after one form that ends in another form.
type onward struct {
	text string
	to   form
	effect
}

func newLinks() map[form]*links {
	all := map[form]*links{}
	for _, row := range linkTable {
		for _, from := range row.from {
			l := all[form(from)]
			if l == nil {
				l = &links{map[string][]effect{}, map[string][]onward{}}
				all[form(from)] = l
			}
			for item := range strings.FieldsSeq(row.items) {
				l.add(item, row.effect)
			}
		}
	}
	for _, l := range all {
		for _, on := range l.on { // the longest first
			sort.SliceStable(on, func(i, j int) bool { return len(on[i].text) > len(on[j].text) })
		}
	}
	return all
}

// letterBytes is how many bytes a single letter has.
const letterBytes = 3

// add adds an item of the table: "지만" is an ending, "는>n" ends in the form n, "보-" is a
// verb, "것=" is a noun.
func (l *links) add(item string, e effect) {
	switch stem, verb := strings.CutSuffix(item, "-"); {
	case verb || strings.HasSuffix(item, "="):
		forms := conjugate(stem)
		e.copula = len(forms[formCopula]) > 0
		for _, to := range formsInOrder {
			for _, t := range forms[to] {
				l.on[t[:letterBytes]] = append(l.on[t[:letterBytes]], onward{t, to, e})
			}
		}
		if noun, ok := strings.CutSuffix(item, "="); ok && !strings.Contains("거 것 꺼", noun) {
			l.ends[jamo(noun)] = append(l.ends[jamo(noun)], e)
		}
	case len(item) > 2 && item[len(item)-2] == '>':
		t := jamo(item[:len(item)-2])
		l.on[t[:letterBytes]] = append(l.on[t[:letterBytes]], onward{t, form(item[len(item)-1]), e})
	case item == "∅":
		l.ends[""] = append(l.ends[""], e)
	default:
		l.ends[jamo(item)] = append(l.ends[jamo(item)], e)
	}
}
