package index

import (
	"context"
	"hash/fnv"
	"math"
	"slices"
)

// HashingDims is the length of the vectors of [Hashing].
const HashingDims = 512

// Hashing is an embedder that needs no model and no network: each feature of a text is
// hashed to one of [HashingDims] numbers and a sign (Weinberger et al., Feature hashing
// for large scale multitask learning, 2009). It knows spelling, not meaning: texts are
// near each other when they share words, parts of words, or concepts of the linking
// table. The same text gives the same bits on every machine.
//
// A feature that occurs n times counts weight·(1 + ln n). The vector has length 1, or is
// all zero when the text has no word.
type Hashing struct {
	Link Linker // the linking table; none by default
}

// Name returns "hashing-512/1", or "hashing-512/1+" and the name of the linking table.
func (h Hashing) Name() string {
	if h.Link.Name == "" {
		return "hashing-512/1"
	}
	return "hashing-512/1+" + h.Link.Name
}

// Embed fails only with the error of ctx.
func (h Hashing) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out[i] = h.embed(text)
	}
	return out, nil
}

func (h Hashing) embed(text string) []float32 {
	all := splitWords(text)
	f := features{}
	f.words(withoutStops(all))
	for _, concept := range h.Link.of(all) {
		f.add('l', concept, linkWeight)
	}
	return f.vector()
}

// Weights of the kinds of features. A word has many n-grams, so each counts little; a
// concept counts more than the word that names it.
const (
	wordWeight   = 1.0
	bigramWeight = 0.5
	gramWeight   = 0.3
	linkWeight   = 2.0
)

// features counts the features of a text, by the hash of their kind and content.
type features map[uint64]feature

type feature struct {
	n      int
	weight float64
}

func (f features) add(kind byte, s string, weight float64) {
	h := fnv.New64a()
	_, _ = h.Write([]byte{kind})
	_, _ = h.Write([]byte(s))
	key := h.Sum64()
	f[key] = feature{n: f[key].n + 1, weight: weight}
}

// words adds words, pairs of neighbours, and n-grams of letters.
func (f features) words(words []string) {
	before := ""
	for _, word := range words {
		root := word
		if isHangul(word) {
			root = stem(word)
		}
		f.add('w', root, wordWeight)
		if before != "" {
			f.add('b', before+" "+root, bigramWeight)
		}
		before = root
		f.grams(root)
	}
}

// grams adds the n-grams of a word: 3 to 5 letters, with the ends of the word marked,
// or 2 to 3 syllables of a Hangul word.
func (f features) grams(word string) {
	shortest, longest := 3, 5
	runes := []rune("^" + word + "$")
	if isHangul(word) {
		shortest, longest = 2, 3
		runes = []rune(word)
	}
	for n := shortest; n <= longest; n++ {
		for i := 0; i+n <= len(runes); i++ {
			f.add('g', string(runes[i:i+n]), gramWeight)
		}
	}
}

// vector adds up the features in the order of their hashes, so that rounding errors are
// the same each time.
func (f features) vector() []float32 {
	keys := make([]uint64, 0, len(f))
	for key := range f {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	sums := make([]float64, HashingDims)
	for _, key := range keys {
		value := f[key].weight * (1 + math.Log(float64(f[key].n)))
		if mix(key)>>63 == 1 {
			value = -value
		}
		sums[mix(key)%HashingDims] += value
	}
	return unit(sums)
}

// mix spreads the bits of a hash (the finaliser of MurmurHash3, 64 bits): the
// top bits of FNV differ too little for short strings.
func mix(h uint64) uint64 {
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

// unit returns sums scaled to length 1, or all zero if they are all zero.
func unit(sums []float64) []float32 {
	var square float64
	for _, x := range sums {
		square += float64(x * x) // the conversion prevents a fused multiply-add, which would round differently
	}
	out := make([]float32, len(sums))
	if square == 0 {
		return out
	}
	for i, x := range sums {
		out[i] = float32(x / math.Sqrt(square))
	}
	return out
}
