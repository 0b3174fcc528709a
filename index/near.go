package index

import (
	"cmp"
	"errors"
	"sort"

	api "github.com/blevesearch/bleve_index_api"
)

// Near returns the words of the indexed texts that differ from word by at most n
// edits, 0 to 2, each of them one inserted, removed or replaced letter. Words that more
// texts have come first, then by spelling; word itself is among them if it is indexed.
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
		if edits > 0 || entry.Term == word { // a range also has longer words that begin with its end
			found = append(found, *entry)
		}
	}
	sort.Slice(found, func(i, j int) bool {
		return cmp.Or(cmp.Compare(found[j].Count, found[i].Count), cmp.Compare(found[i].Term, found[j].Term)) < 0
	})
	for _, entry := range found {
		near = append(near, entry.Term)
	}
	return near, nil
}

// dictionary returns the indexed words within n edits of word; nil if the index
// does not support that.
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
