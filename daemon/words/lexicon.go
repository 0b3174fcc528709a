package words

import (
	"slices"
	"strings"
	"sync"
)

// A row of a table: the key, and its other names in English and in Korean,
// parted by commas.
type row struct{ key, english, korean string }

func (r row) names() []string {
	var names []string
	for _, column := range []string{r.english, r.korean} {
		for name := range strings.SplitSeq(column, ",") {
			if name = strings.TrimSpace(name); name != "" {
				names = append(names, name)
			}
		}
	}
	return names
}

// A lexicon answers which key a run of words names. Names are looked up without
// spaces, so "livingroom", "living room" and "Living-Room" are one.
type lexicon struct {
	order []Key
	byKey map[Key]row
	words map[string]Key // names that may stand among other words
	whole map[string]Key // names that must be the whole label
}

var (
	roomWords   = sync.OnceValue(func() *lexicon { return newLexicon(rooms, roomsAlone) })
	objectWords = sync.OnceValue(func() *lexicon { return newLexicon(allObjects(), nil) })
)

// allObjects gives the table of things, of all three files.
func allObjects() []row { return slices.Concat(objects, homeObjects, workObjects) }

// longestName is how many words a name may have in a text.
const longestName = 4

func newLexicon(table, alone []row) *lexicon {
	l := &lexicon{byKey: map[Key]row{}, words: map[string]Key{}, whole: map[string]Key{}}
	for _, r := range table {
		l.order = append(l.order, Key(r.key))
		l.byKey[Key(r.key)] = r
		for _, name := range append(r.names(), r.key) {
			l.words[compact(name)] = Key(r.key)
		}
	}
	for _, r := range alone {
		for _, name := range append(r.names(), r.key) {
			if _, taken := l.words[compact(name)]; !taken {
				l.whole[compact(name)] = Key(r.key)
			}
		}
	}
	l.addPlurals(table)
	return l
}

// addPlurals adds regular plurals of English names where the table has no
// other use for them.
func (l *lexicon) addPlurals(table []row) {
	for _, r := range table {
		for _, name := range append(r.names(), r.key) {
			many := plural(compact(name))
			if _, taken := l.words[many]; many != "" && !taken {
				l.words[many] = Key(r.key)
			}
		}
	}
}

// plural gives the regular plural of an English name, empty when it has none.
func plural(name string) string {
	last := name[len(name)-1]
	switch {
	case last < 'a' || last > 'z', last == 's' && !strings.HasSuffix(name, "ss"):
		return ""
	case strings.HasSuffix(name, "shelf"):
		return strings.TrimSuffix(name, "f") + "ves"
	case strings.HasSuffix(name, "knife"):
		return strings.TrimSuffix(name, "fe") + "ves"
	case strings.HasSuffix(name, "y") && !strings.ContainsRune("aeiou", rune(name[len(name)-2])):
		return strings.TrimSuffix(name, "y") + "ies"
	case last == 's', last == 'x', strings.HasSuffix(name, "ch"), strings.HasSuffix(name, "sh"), strings.HasSuffix(name, "to"):
		return name + "es"
	}
	return name + "s"
}

func compact(name string) string { return Key(fold(name)).Compact() }

// canonical replaces the names in a folded label by their keys. Replacing can
// bring words together that are a name themselves, so it goes on until nothing
// changes; the bound is never met by the tables (a test tries all pairs).
func (l *lexicon) canonical(label string) string {
	for range 8 {
		next := l.replace(label)
		if next == label {
			break
		}
		label = next
	}
	return label
}

func (l *lexicon) replace(label string) string {
	if k, ok := l.whole[strings.ReplaceAll(label, " ", "")]; ok {
		return string(k)
	}
	text := newRun(strings.Fields(label))
	var out []string
	for i := 0; i < len(text.words); {
		k, n := l.longest(text, i)
		if n == 0 {
			out = append(out, text.words[i])
			i++
			continue
		}
		out = append(out, string(k))
		i += n
	}
	return strings.Join(out, " ")
}

// longest gives the key of the longest name that begins at word i and its
// number of words, 0 when none does.
func (l *lexicon) longest(text run, i int) (Key, int) {
	for n := min(longestName, len(text.words)-i); n > 0; n-- {
		if k, ok := l.words[text.join(i, n)]; ok {
			return k, n
		}
	}
	return "", 0
}

// A run is words in a row, kept so that any stretch of them can be read without
// spaces and without copying.
type run struct {
	words []string
	text  string
	at    []int // at[i] is where word i begins; one more for the end
}

func newRun(words []string) run {
	r := run{words: words, text: strings.Join(words, ""), at: make([]int, len(words)+1)}
	for i, w := range words {
		r.at[i+1] = r.at[i] + len(w)
	}
	return r
}

func (r run) join(i, n int) string { return r.text[r.at[i]:r.at[i+n]] }
