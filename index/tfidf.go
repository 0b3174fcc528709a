package index

import (
	"context"
	"errors"
	"math"

	"github.com/blevesearch/bleve/v2/analysis"
	api "github.com/blevesearch/bleve_index_api"
)

// analysers turn a document into the terms of its fields: for documents that are
// indexed, and for those of an overlay.
type analysers struct {
	link     Linker
	text     analysis.Analyzer
	concepts analysis.Analyzer
	keyword  analysis.Analyzer
}

func newAnalysers(link Linker) analysers {
	return analysers{link: link, text: textAnalyzer(), concepts: conceptAnalyzer{link}, keyword: keywordAnalyzer{}}
}

// A bag counts the terms of one field; size is the sum of all counts.
type bag struct {
	terms map[string]int
	size  int
}

// bags returns the terms of a document's text by field.
func (a analysers) bags(text string) map[string]bag {
	fields := map[string]bag{fieldText: bagOf(a.text.Analyze(readable(text)))}
	if a.link.Concepts != nil {
		fields[fieldLink] = bagOf(a.concepts.Analyze([]byte(text)))
	}
	return fields
}

func bagOf(tokens analysis.TokenStream) bag {
	b := bag{terms: make(map[string]int, len(tokens)), size: len(tokens)}
	for _, t := range tokens {
		b.terms[string(t.Term)]++
	}
	return b
}

// frequencies are in how many documents each term is.
type frequencies struct {
	total uint64   // of all documents
	terms []uint64 // by term: how many documents have it
}

// frequencies counts terms in the index.
func (w *words) frequencies(ctx context.Context, terms []sought) (f frequencies, err error) {
	advanced, err := w.index.Advanced()
	if err != nil {
		return f, err
	}
	reader, err := advanced.Reader()
	if err != nil {
		return f, err
	}
	defer func() { err = errors.Join(err, reader.Close()) }()
	if f.total, err = reader.DocCount(); err != nil {
		return f, err
	}
	for _, t := range terms {
		n, err := countTerm(ctx, reader, t)
		if err != nil {
			return f, err
		}
		f.terms = append(f.terms, n)
	}
	return f, nil
}

func countTerm(ctx context.Context, reader api.IndexReader, t sought) (uint64, error) {
	found, err := reader.TermFieldReader(ctx, []byte(t.value), t.field, false, false, false)
	if err != nil {
		return 0, err
	}
	return found.Count(), found.Close()
}

// byWords scores the documents of the overlay as bleve does (with the classic tf-idf of
// Lucene): the sum over all terms of
//
//	√frequency · 1/√length of the field · idf · boost·idf·norm,  idf = 1 + ln(documents / (documents with it + 1))
//
// times the share of the terms that were found; norm scales the weights of the terms to
// a vector of length 1. Documents are counted in the index only, so that a text has the
// same score as if it were indexed; without an index, they are counted in the overlay.
func (o overlay) byWords(a analysers, terms []sought, counts frequencies) []candidate {
	fields := make([]map[string]bag, len(o.docs))
	for i, d := range o.docs {
		fields[i] = a.bags(d.Text)
	}
	idf, norm := weights(terms, counts, fields)
	var found []candidate
	for i, d := range o.docs {
		score, matched := 0.0, 0
		for j, t := range terms {
			b := fields[i][t.field]
			n := b.terms[t.value]
			if n == 0 {
				continue
			}
			matched++
			length := float64(float32(1 / math.Sqrt(float64(b.size))))
			score += math.Sqrt(float64(n)) * length * idf[j] * t.boost * idf[j] * norm
		}
		if matched > 0 {
			score *= float64(matched) / float64(len(terms))
			found = append(found, candidate{id: d.ID, score: float64(float32(score))})
		}
	}
	return found
}

// weights returns the idf of each term, and the norm of the query.
func weights(terms []sought, counts frequencies, fields []map[string]bag) (idf []float64, norm float64) {
	if counts.total == 0 {
		counts = frequenciesOf(terms, fields)
	}
	squares := 0.0
	for i, t := range terms {
		x := 1 + math.Log(float64(counts.total)/float64(counts.terms[i]+1))
		idf = append(idf, x)
		squares += t.boost * x * t.boost * x
	}
	return idf, 1 / math.Sqrt(squares)
}

// frequenciesOf counts terms in documents.
func frequenciesOf(terms []sought, fields []map[string]bag) frequencies {
	counts := frequencies{total: uint64(len(fields)), terms: make([]uint64, len(terms))}
	for _, f := range fields {
		for i, t := range terms {
			if f[t.field].terms[t.value] > 0 {
				counts.terms[i]++
			}
		}
	}
	return counts
}
