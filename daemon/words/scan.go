package words

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// A token is a word of a sentence, a punctuation mark, or a name from the
// tables with all its words. A Korean name keeps its particle apart.
type token struct {
	text     string // the words, folded, with single spaces
	room     Key    // the place type it names, if any
	object   Key    // the thing it names, if any
	particle string // Korean only: what stands behind the name
}

func (t token) named() bool { return t.room != "" || t.object != "" }

// A sentence is a stretch of text up to its end mark.
type sentence struct {
	text     string
	question bool
}

// sentences parts a text at line ends and end marks. A full stop counts only
// before a space or the end, so 3.5 stays whole.
func sentences(text string) []sentence {
	var out []sentence
	rs := []rune(norm.NFC.String(text))
	from := 0
	for i, r := range rs {
		if !endsSentence(rs, i) {
			continue
		}
		out = append(out, sentence{string(rs[from:i]), r == '?' || r == '？'})
		from = i + 1
	}
	return append(out, sentence{text: string(rs[from:])})
}

func endsSentence(rs []rune, i int) bool {
	switch rs[i] {
	case '\n', '\r', '!', '?', ';', '。', '！', '？', '；', '…':
		return true
	case '.':
		return i+1 == len(rs) || !unicode.IsLetter(rs[i+1]) && !unicode.IsNumber(rs[i+1])
	}
	return false
}

// marks are the punctuation marks that grammar looks at, in one spelling.
// Quotes are left out of a sentence; every other mark is a token of its own,
// which no grammar knows, so that the sentence gives no claim.
var marks = map[rune]string{
	',': ",", '，': ",", '、': ",", '(': ",", ')': ",", '（': ",", '）': ",", ':': ":", '：': ":", '=': ":",
	'"': "", '“': "", '”': "", '‘': "", '\'': "", '’': "", '«': "", '»': "", '「': "", '」': "", '『': "", '』': "", '*': "", '•': "", '`': "",
}

// scan gives the tokens of a sentence.
func scan(text string) []token {
	var words []string
	rs := []rune(text)
	from := 0 // where the word before i begins
	for i, r := range rs {
		if inWord(rs, i) {
			continue
		}
		words = append(words, expand(string(rs[from:i]))...)
		from = i + 1
		mark, known := marks[r]
		switch {
		case unicode.Is(unicode.Pd, r) && parts2(rs, i):
			words = append(words, ",")
		case unicode.IsSpace(r), unicode.Is(unicode.Pd, r), r == '_', known && mark == "", unicode.IsSymbol(r) && r > unicode.MaxLatin1, unicode.Is(unicode.Variation_Selector, r), r == '~':
		case known:
			words = append(words, mark)
		default:
			words = append(words, string(r))
		}
	}
	words = append(words, expand(string(rs[from:]))...)
	return name(newRun(words))
}

// parts2 reports whether the dash at i stands between clauses, not in a word.
func parts2(rs []rune, i int) bool {
	return rs[i] == '—' || i > 0 && i+1 < len(rs) && unicode.IsSpace(rs[i-1]) && unicode.IsSpace(rs[i+1])
}

// inWord reports whether the rune at i belongs to a word: letters, marks,
// numbers, and an apostrophe between letters.
func inWord(rs []rune, i int) bool {
	r := rs[i]
	if r == '\'' || r == '’' {
		return i > 0 && i+1 < len(rs) && unicode.IsLetter(rs[i-1]) && unicode.IsLetter(rs[i+1])
	}
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r)
}

// expand writes a contraction out and parts camel case.
func expand(word string) []string {
	if word == "" {
		return nil
	}
	plain := strings.ReplaceAll(strings.ToLower(word), "’", "'")
	if full, ok := contractions[plain]; ok {
		return strings.Fields(full)
	}
	for _, s := range shortened {
		if strings.HasSuffix(plain, s.end) && !owners[plain] {
			return append(strings.Fields(fold(word[:strings.LastIndexAny(word, "'’")])), s.full)
		}
	}
	return strings.Fields(fold(word))
}

// contractions are written out before grammar sees them, with the apostrophe
// or, where nothing else is spelled so, without.
var contractions = map[string]string{
	"isn't": "is not", "isnt": "is not", "aren't": "are not", "arent": "are not",
	"wasn't": "was not", "weren't": "were not",
	"don't": "do not", "dont": "do not", "doesn't": "does not", "doesnt": "does not", "didn't": "did not",
	"can't": "can not", "cannot": "can not", "couldn't": "could not", "won't": "will not",
	"shouldn't": "should not", "mustn't": "must not",
	"wouldn't": "would not", "wouldnt": "would not", "hasn't": "has not", "hasnt": "has not", "haven't": "have not", "havent": "have not",
	"hadn't": "had not", "needn't": "need not", "ain't": "is not", "aint": "is not", "wont": "will not", "cant": "can not", "didnt": "did not",
	"shouldnt": "should not", "couldnt": "could not", "wasnt": "was not", "mightn't": "might not",
	"theres": "there is", "its": "it is", "thats": "that is", "youre": "you are", "im": "i am", "ive": "i have", "theyre": "they are", "heres": "here is",
	"let's": "let us", "lets": "let us", "gonna": "going to", "wanna": "want to", "gotta": "got to", "dunno": "do not know", "c'mon": "come on",
	"isnae": "is not", "isna": "is not", "isny": "is not", "wasnae": "was not", "dinnae": "do not", "dinna": "do not", "cannae": "can not",
	"teh": "the", "hte": "the", "thru": "through", "ur": "your", "r": "are", "w": "with", "u": "you", "adn": "and", "wit": "with", "inthe": "in the", "whats": "what is", "wheres": "where is",
	"cause": "because", "'cause": "because", "y'all": "you", "ya": "you",
}

// shortened are the ends of words that are contractions too.
var shortened = []struct{ end, full string }{{"'m", "am"}, {"'re", "are"}, {"'ve", "have"}, {"'ll", "will"}, {"'d", "would"}, {"'s", "'s"}}

// owners are words whose end 's belongs to the name of a room.
var owners = wordSet("child's children's kid's kids's")

// name gathers the words of each name from the tables into one token.
func name(text run) []token {
	var out []token
	for i := 0; i < len(text.words); {
		t, n := nameAt(text, i)
		i += n
		if numbered(t, text.words[i:]) { // "lab 2"
			t.text += " " + text.words[i]
			t.room, t.object = LabelKey(t.text), ""
			i++
		}
		out = append(out, t)
	}
	return out
}

// numbered reports whether a room has a number behind its name, and the number counts
// nothing: not "in the kitchen 2 times".
func numbered(t token, rest []string) bool {
	return (t.room != "" && t.particle == "" || t.text == "room") && len(rest) > 0 && len(rest[0]) < 5 && strings.Trim(rest[0], "0123456789") == "" &&
		(len(rest) == 1 || behindNumber[rest[1]] || strings.IndexFunc(rest[1], unicode.IsLetter) != 0)
}

// behindNumber are words that no number counts.
var behindNumber = wordSet("is are was has have and or but for to in not no there please now instead because then next first")

// nameAt reads the longest name at word i, else the word itself. The last word
// of a name may carry a Korean particle.
func nameAt(text run, i int) (token, int) {
	for n := min(longestName, len(text.words)-i); n > 0; n-- {
		t, ok := lookup(text.join(i, n))
		if p, is := copula(t.particle); ok && is && p.quoted && n > 1 && len(t.particle) > len(text.words[i+n-1]) {
			continue // "라운지라고 하면"
		}
		if ok && n > 1 && t.particle == text.words[i+n-1] && (!ownWord[t.particle] || t.particle == "안" && t.object != "") {
			continue // "거실 가" is no particle, but a verb, and "컵 안 둬" denies
		}
		if ok {
			t.text = strings.Join(text.words[i:i+n], " ")
			return t, n
		}
	}
	return token{text: text.words[i]}, 1
}

// ownWord are the particles that people write as a word of their own.
var ownWord = wordSet("로 으로 에 에는 은 는 을 를 안에 안에는 쪽으로 쪽에 말고 에서 쪽은 쪽 안 쪽으론 쪽엔 쪽에는 쪽으로는 까지 안으로 안엔 에다 에다가")

// longestWord is how many bytes a word has at most that is looked into for a name, a
// particle or an ending. Those behind a longer one would be sought at each of its letters.
const longestWord = 256

func lookup(joined string) (token, bool) {
	if len(joined) > longestWord {
		return token{}, false
	}
	if t, ok := exact(joined); ok {
		return t, true
	}
	for _, p := range particles {
		if stem, ok := strings.CutSuffix(joined, p); ok {
			t, ok := exact(stem)
			if many, cut := strings.CutSuffix(stem, "들"); !ok && cut {
				t, ok = exact(many)
			}
			if ok {
				t.particle = p
				return t, true
			}
		}
	}
	for at := len(joined) - 1; at > 2 && joined[len(joined)-1] >= utf8.RuneSelf; at-- {
		if !utf8.RuneStart(joined[at]) {
			continue
		}
		if t, ok := exact(joined[:at]); ok {
			if _, ok := copula(joined[at:]); ok {
				t.particle = joined[at:]
				return t, true
			}
		}
	}
	return token{}, false
}

func exact(joined string) (token, bool) {
	if verbLike[joined] {
		return token{}, false
	}
	t := token{room: roomWords().words[joined], object: objectWords().words[joined]}
	if !t.named() && aloneInText[joined] {
		t.room = roomWords().whole[joined]
	}
	return t, t.named()
}

// aloneInText are the names of whole labels that mean the same inside a
// sentence. The others do not: what is in the bath need not be in the bathroom.
var aloneInText = wordSet("hall passage wc outdoors 야외 실외")

// verbLike are plurals that a sentence uses as noun and verb: "the tv stands
// in the bedroom" is not about a TV stand.
var verbLike = wordSet("tvstands televisionstands")

// Mentions lists the place types and the things of the tables that a text
// speaks of, in either language, each once and in order of appearance. It is
// what an index files the text under; it says nothing about what is claimed.
func Mentions(text string) (rooms, objects []Key) {
	seen := map[Key]bool{}
	add := func(to *[]Key, k Key) {
		if k != "" && !seen[k] {
			seen[k] = true
			*to = append(*to, k)
		}
	}
	for _, s := range sentences(text) {
		for _, t := range scan(s.text) {
			add(&rooms, t.room)
			add(&objects, t.object)
		}
	}
	return rooms, objects
}

// Unclaimed lists the place types that a text names and none of some claims is about.
func Unclaimed(text string, claims []Claim) []Key {
	rooms, _ := Mentions(text)
	return slices.DeleteFunc(rooms, func(k Key) bool {
		return slices.ContainsFunc(claims, func(c Claim) bool {
			return c.Subject == Place(k) || c.Object == string(k) || c.Relation == RelationCalled
		})
	})
}

// Rest gives the words of a text beside the rooms and things that it names: in lower
// case, contractions written out, punctuation marks as words of their own.
func Rest(text string) (rest []string) {
	for _, s := range sentences(text) {
		for _, t := range scan(s.text) {
			if !t.named() {
				rest = append(rest, strings.Fields(t.text)...)
			}
		}
	}
	return rest
}
