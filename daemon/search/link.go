package search

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"navd/daemon/words"
	"navd/index"
)

// indexOptions are those of every index: the table is made once, when it is first asked
// for.
var indexOptions = sync.OnceValue(func() index.Options { return index.Options{Link: newLinker()} })

// newLinker is the table by which texts meet that name the same room, thing or
// notion in other words or in the other language. It is the tables of words, as
// concepts: "object/sofa" for "sofa", "couch" and "소파", "notion/slow" for "slowly"
// and "천천히". Its name tells its content, so an index that was filled with another
// table is filled again.
func newLinker() index.Linker {
	concepts := linkTable()
	sum := sha256.New()
	sorted := slices.Sorted(maps.Keys(concepts))
	for _, name := range sorted {
		fmt.Fprintf(sum, "%q %q\n", name, concepts[name])
	}
	fmt.Fprint(sum, words.Notions())
	for _, row := range words.Notions() {
		for _, name := range strings.FieldsFunc(row, func(r rune) bool { return r == ':' || r == ',' }) {
			sorted = append(sorted, words.Key(words.Plain(name)).Compact())
		}
	}
	slices.Sort(sorted)
	return index.Linker{
		Name: "words/" + hex.EncodeToString(sum.Sum(nil)[:8]),
		Concepts: func(name string) []string {
			if noName(sorted, name) {
				return nil
			}
			return conceptsOf(concepts, name)
		},
	}
}

// linkTable gives the concepts of every name in the tables, without its spaces:
// they part one name in more ways than one.
func linkTable() map[string][]string {
	concepts := map[string][]string{}
	add := func(kind string, keys []words.Key, keyOf func(string) words.Key) {
		for _, k := range keys {
			for _, name := range words.Names(k) {
				if keyOf(name) == k { // not one that means something else alone
					name = words.Key(words.Plain(name)).Compact()
					concepts[name] = append(concepts[name], kind+"/"+string(k))
				}
			}
		}
	}
	add("object", words.Objects(), words.ObjectKey)
	add("place", words.Rooms(), words.LabelKey)
	return concepts
}

// noName tells of a run of words, as most are, that no name begins with the first of
// them; a plural is told by its end. Looking a run up costs much more.
func noName(sorted []string, name string) bool {
	first, _, several := strings.Cut(name, " ")
	if !several || strings.HasSuffix(name, "s") {
		return false
	}
	at, _ := slices.BinarySearch(sorted, first)
	return at == len(sorted) || !strings.HasPrefix(sorted[at], first)
}

// conceptsOf looks a name up, a plural by its singular too. The tables of words
// know all spellings, but each name of a text is looked up with every run of
// words, so that only plurals go there.
func conceptsOf(concepts map[string][]string, name string) []string {
	named := append(slices.Clone(concepts[strings.ReplaceAll(name, " ", "")]), notionConcepts(words.Notion(name))...)
	if len(named) > 0 {
		return named
	}
	if !strings.HasSuffix(name, "s") {
		return nil
	}
	var found []string
	for _, k := range []words.Key{words.ObjectKey(name), words.LabelKey(name)} {
		for _, c := range concepts[k.Compact()] {
			if !slices.Contains(found, c) {
				found = append(found, c)
			}
		}
	}
	return found
}

func notionConcepts(keys []words.Key) []string {
	out := make([]string, len(keys))
	for i, k := range keys {
		out[i] = "notion/" + string(k)
	}
	return out
}
