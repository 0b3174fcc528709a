package index

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/document"
	"github.com/blevesearch/bleve/v2/index/scorch"
	api "github.com/blevesearch/bleve_index_api"
)

// Fields of a document in bleve, and keys of its internal values.
const (
	fieldText    = "text"    // analysed
	fieldLink    = "link"    // concepts of the linking table
	fieldKind    = "kind"    // this and the next three: one term each, see keyword
	fieldScope   = "scope"   //
	fieldPlace   = "place"   //
	fieldTarget  = "target"  //
	fieldTime    = "time"    // number, see clock
	fieldVersion = "version" // stored, decimal

	keyStamp      = "navd stamp"      // JSON of stamp
	keyGeneration = "navd generation" // sealed
	keyComplete   = "navd complete"   // "1" once a rebuild is complete
	keyWrites     = "navd writes"     // sealed; see counter
)

// stamp says what an index was made with. An index with another stamp cannot be used.
type stamp struct {
	Format   int    `json:"format"`
	Embedder string `json:"embedder"`
	Link     string `json:"link"`
}

// format is the version of fields, analysis and internal values.
const format = 2

// words is one index of bleve on the disk.
type words struct {
	index   bleve.Index
	counter *counter
	analysers
}

func newWords(index bleve.Index, counter *counter, link Linker) *words {
	return &words{index: index, counter: counter, analysers: newAnalysers(link)}
}

// createWords makes an empty index in a directory that is not there.
func createWords(path string, s stamp, link Linker) (*words, error) {
	index, err := bleve.NewUsing(path, bleve.NewIndexMapping(), scorch.Name, scorch.Name, nil)
	if err != nil {
		return nil, fmt.Errorf("index: making %s: %w", path, err)
	}
	count, err := openCounter(path)
	if err != nil {
		_ = index.Close()
		return nil, fmt.Errorf("index: making %s: %w", path, err)
	}
	w := newWords(index, count, link)
	value, err := json.Marshal(s)
	if err == nil {
		err = w.set(keyStamp, value)
	}
	if err != nil {
		_ = w.close()
		return nil, fmt.Errorf("index: making %s: %w", path, err)
	}
	return w, nil
}

// commit makes a batch durable as a whole, and counts it. Only one caller at a time may
// use it.
func (w *words) commit(batch *bleve.Batch) error {
	next := w.counter.n + 1
	batch.SetInternal([]byte(keyWrites), sealed(next))
	if err := w.index.Batch(batch); err != nil {
		return fmt.Errorf("index: writing words: %w", err)
	}
	return w.counter.set(next)
}

func (w *words) set(key string, value []byte) error {
	batch := w.index.NewBatch()
	batch.SetInternal([]byte(key), value)
	return w.commit(batch)
}

// put writes documents in one batch.
func (w *words) put(docs []Doc) error {
	return guard("writing words", func() error {
		batch := w.index.NewBatch()
		for _, d := range docs {
			if err := batch.IndexAdvanced(w.document(d)); err != nil {
				return fmt.Errorf("index: document %q: %w", d.ID, err)
			}
		}
		return w.commit(batch)
	})
}

func (w *words) delete(ids []string) error {
	return guard("deleting words", func() error {
		batch := w.index.NewBatch()
		for _, id := range ids {
			batch.Delete(id)
		}
		return w.commit(batch)
	})
}

// document returns a document in bleve's form.
func (w *words) document(d Doc) *document.Document {
	doc := document.NewDocument(d.ID)
	add := func(name string, value []byte, how api.FieldIndexingOptions, by analysis.Analyzer) {
		doc.AddField(document.NewTextFieldCustom(name, nil, value, how, by))
	}
	add(fieldText, readable(d.Text), api.IndexField, w.text)
	if w.link.Concepts != nil {
		add(fieldLink, []byte(d.Text), api.IndexField, w.concepts)
	}
	for _, k := range []struct{ name, value string }{
		{fieldKind, d.Kind}, {fieldScope, d.Scope}, {fieldPlace, d.Place}, {fieldTarget, d.Target},
	} {
		add(k.name, []byte(keyword(k.value)), api.IndexField|api.SkipFreqNorm, w.keyword)
	}
	doc.AddField(document.NewNumericFieldWithIndexingOptions(fieldTime, nil, clock(d.Time), api.IndexField|api.SkipFreqNorm))
	add(fieldVersion, strconv.AppendInt(nil, d.Version, 10), api.StoreField, w.keyword)
	return doc
}

// keyword returns the term for a value. It is never empty, because bleve has no empty
// term.
func keyword(value string) string { return "=" + value }

// keywordAnalyzer takes a value as one term.
type keywordAnalyzer struct{}

// Analyze returns the one token.
func (keywordAnalyzer) Analyze(in []byte) analysis.TokenStream {
	return analysis.TokenStream{{Term: in, Start: 0, End: len(in), Position: 1}}
}

// conceptAnalyzer turns a text into the concepts that it names.
type conceptAnalyzer struct{ link Linker }

// Analyze returns one token for each concept.
func (a conceptAnalyzer) Analyze(in []byte) analysis.TokenStream {
	var out analysis.TokenStream
	for i, concept := range a.link.of(splitWords(string(in))) {
		out = append(out, &analysis.Token{Term: []byte(concept), Position: i + 1})
	}
	return out
}

// version returns the version of a document, and whether it is there.
func (w *words) version(id string) (version int64, found bool, err error) {
	err = guard("reading a document", func() error {
		doc, err := w.index.Document(id)
		if err != nil || doc == nil {
			return err
		}
		found = true
		doc.VisitFields(func(f api.Field) {
			if f.Name() == fieldVersion {
				version, err = strconv.ParseInt(string(f.Value()), 10, 64)
			}
		})
		return err
	})
	return version, found, err
}

func (w *words) setGeneration(n uint64) error {
	return guard("writing the generation", func() error {
		return w.set(keyGeneration, sealed(n))
	})
}

// generation returns 0 when none was set.
func (w *words) generation() (n uint64, err error) {
	err = guard("reading the generation", func() error {
		n, err = w.number(keyGeneration)
		return err
	})
	return n, err
}

// number reads an internal number, 0 when there is none.
func (w *words) number(key string) (uint64, error) {
	value, err := w.index.GetInternal([]byte(key))
	if err != nil || value == nil {
		return 0, err
	}
	n, ok := unsealed(value)
	if !ok {
		return 0, rebuild(fmt.Sprintf("%q fails its checksum", key), nil)
	}
	return n, nil
}

// complete marks an index as completely filled.
func (w *words) complete(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return guard("finishing", func() error { return w.set(keyComplete, []byte("1")) })
}

func (w *words) count() (n int, err error) {
	err = guard("counting", func() error {
		count, err := w.index.DocCount()
		n = int(count)
		return err
	})
	return n, err
}

func (w *words) close() error {
	return errors.Join(guard("closing", w.index.Close), w.counter.close())
}
