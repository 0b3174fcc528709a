package search

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"navd/daemon/episode"
	"navd/daemon/fault"
	"navd/daemon/nav"
	"navd/daemon/ref"
	"navd/daemon/store"
	"navd/index"
	"navd/kv"
)

// Document is what can be found, as the store has it now. The index knows it by
// kind and id together.
type Document struct {
	index.Doc
	ID      string // among its kind
	Episode string // it belongs to, empty: to none
	Scope   string // as Doc has it, but in full
	Place   string // as Doc has it, but in full
}

// A source gives the documents of one kind from the store. What changes one of
// them puts its id into the outbox, in the same change set; see [journal.Change.Due].
type source struct {
	kind string

	// get gives a document, false when it is not there or says nothing.
	get func(tx *kv.Tx, id string) (d Document, found bool, err error)

	// all gives every document, newest first; those before an id when it is not
	// empty. What cannot be read is left out.
	all func(tx *kv.Tx, before string) iter.Seq2[Document, error]

	// ids lists what an episode has of the kind, readable or not.
	ids func(tx *kv.Tx, episode string) ([]string, error)

	// count tells how many all gives, at most.
	count func(tx *kv.Tx) (int, error)
}

// sourceOf gives a source the records of the store that document makes one of; false
// for one that says nothing or is not in use.
func sourceOf[T any](s source, get func(*kv.Tx, string) (T, bool, error), all func(*kv.Tx, string) iter.Seq2[T, error], document func(T) (Document, bool)) source {
	s.get = func(tx *kv.Tx, id string) (d Document, found bool, err error) {
		r, found, err := get(tx, id)
		if err != nil || !found {
			return d, false, err
		}
		d, found = document(r)
		return d, found, nil
	}
	s.all = func(tx *kv.Tx, before string) iter.Seq2[Document, error] {
		return func(yield func(Document, error) bool) {
			for r, err := range all(tx, before) {
				if err != nil {
					yield(Document{}, err)
					return
				}
				if d, found := document(r); found && !yield(d, nil) {
					return
				}
			}
		}
	}
	return s
}

// noEpisode lists nothing: what outlives the episodes that it comes from is of none.
func noEpisode(*kv.Tx, string) ([]string, error) { return nil, nil }

// sources is the one list of what can be found.
func sources() []source {
	return []source{placeSource(), groundingSource(), episodicSource(), knowledgeSource()}
}

// Place is what a place of an episode is called.
const Place = "place"

// docID is what the index calls a document.
func docID(kind, id string) string { return kind + "/" + id }

// splitDocID takes an index's name of a document apart.
func splitDocID(doc string) (kind, id string) {
	kind, id, _ = strings.Cut(doc, "/")
	return kind, id
}

func placeSource() source {
	return source{kind: Place, get: getPlace, all: allPlaces, ids: placeIDs, count: store.CountPlaces}
}

func placeIDs(tx *kv.Tx, id string) (ids []string, err error) {
	places, err := store.PlaceIDs(tx, id)
	for _, p := range places {
		ids = append(ids, PlaceID(id, p))
	}
	return ids, err
}

// PlaceID names a place among those of all episodes.
func PlaceID(id string, p ref.PlaceID) string { return fmt.Sprintf("%s/%d", id, int(p)) }

// SplitPlaceID takes such a name apart. It gives place 0, which no episode has, when s is not the id of a place.
func SplitPlaceID(s string) (id string, p ref.PlaceID) {
	at := strings.LastIndexByte(s, '/')
	n, err := strconv.Atoi(s[at+1:])
	if at < 0 || err != nil {
		return "", 0
	}
	return s[:at], ref.PlaceID(n)
}

func getPlace(tx *kv.Tx, s string) (d Document, found bool, err error) {
	id, n := SplitPlaceID(s)
	p, found, err := store.GetPlace(tx, id, n)
	if err != nil || !found {
		return d, false, err
	}
	ep, err := store.GetEpisode(tx, id)
	if fault.Is(err, fault.NotFound) {
		return d, false, nil
	}
	if err != nil {
		return d, false, err
	}
	d = placeDocument(tx, ep, p)
	return d, d.Text != "", nil
}

func allPlaces(tx *kv.Tx, before string) iter.Seq2[Document, error] {
	id, n := SplitPlaceID(before)
	return func(yield func(Document, error) bool) {
		var ep episode.Episode
		for p, err := range store.Places(tx, id, n) {
			if err == nil && ep.ID != p.Episode {
				ep, err = store.GetEpisode(tx, p.Episode)
			}
			if fault.Is(err, fault.NotFound) || errors.Is(err, kv.ErrCorrupt) {
				continue // its episode cannot be read
			}
			if err != nil {
				yield(Document{}, err)
				return
			}
			if d := placeDocument(tx, ep, p.Place); d.Text != "" && !yield(d, nil) {
				return
			}
		}
	}
}

// placeDocument is a place as it can be found: its kind and name, what was seen
// there, and when the record was last brought up to date. A place that nobody
// has described yet has no text.
func placeDocument(tx *kv.Tx, ep episode.Episode, p nav.Place) Document {
	var parts []string
	if !p.Type.Unknown() {
		parts = append(parts, string(p.Type))
	}
	if p.Label != "" && p.Label != string(p.Type) {
		parts = append(parts, p.Label)
	}
	if p.Description != "" {
		parts = append(parts, strings.TrimRight(p.Description, ". "))
	}
	if seen := slices.Concat(p.Objects, p.Around); len(seen) > 0 {
		parts = append(parts, strings.Join(seen, ", "))
	}
	seen := store.TimeOf(tx, ep.ID, p.Last)
	if seen.IsZero() {
		seen = ep.Began
	}
	id := PlaceID(ep.ID, p.ID)
	return Document{ID: id, Episode: ep.ID, Scope: ep.SceneID, Place: string(p.Type), Doc: index.Doc{
		ID: docID(Place, id), Kind: Place, Scope: shortName(ep.SceneID), Text: shorten(strings.Join(parts, ". "), index.MaxText),
		Time: seen.UTC(), Place: shortName(string(p.Type)), Version: int64(p.Last),
	}}
}

// shortName gives a name that an index takes: a longer one is cut and told apart
// by a hash.
func shortName(s string) string {
	if len(s) <= index.MaxID {
		return s
	}
	sum := sha256.Sum256([]byte(s))
	hash := "#" + hex.EncodeToString(sum[:8])
	return shorten(s, index.MaxID-len(hash)) + hash
}

// shorten cuts a text to n bytes at most, between runes.
func shorten(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
