package index

import (
	"cmp"
	"errors"
	"slices"

	api "github.com/blevesearch/bleve_index_api"
)

// Near lists the words of the indexed texts that become the given one by at most so
// many insertions, removals and replacements, 0 to 2: those in most texts first,
// equal ones by spelling; itself when it is among them. Documents that the index has
// not been told yet do not count.
func (ix *Index) Near(word string, edits int) (near []string, err error) {
	err = ix.read(func(half halves) error {
		return guard("reading words", func() error {
			near, err = half.words.near(foldWord(word), edits)
			return err
		})
	})
	return near, err
}

func (w *words) near(word string, edits int) (near []string, err error) {
	index, err := w.index.Advanced()
	if err != nil {
		return nil, err
	}
	reader, err := index.Reader()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, reader.Close()) }()
	dict, err := dictionary(reader, word, edits)
	if err != nil || dict == nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, dict.Close()) }()
	var found []api.DictEntry
	for entry, err := dict.Next(); entry != nil || err != nil; entry, err = dict.Next() {
		if err != nil {
			return nil, err
		}
		if edits > 0 || entry.Term == word { // a range has what its end begins, too
			found = append(found, *entry)
		}
	}
	slices.SortFunc(found, func(a, b api.DictEntry) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Term, b.Term))
	})
	for _, entry := range found {
		near = append(near, entry.Term)
	}
	return near, nil
}

// dictionary gives the words of texts so near to one; nil when the index cannot tell.
func dictionary(reader api.IndexReader, word string, edits int) (api.FieldDict, error) {
	if edits == 0 {
		return reader.FieldDictRange(fieldText, []byte(word), []byte(word))
	}
	fuzzy, ok := reader.(api.IndexReaderFuzzy)
	if !ok {
		return nil, nil
	}
	return fuzzy.FieldDictFuzzy(fieldText, word, edits, "")
}
