package index

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFlippedBits flips one bit of the segments, of CURRENT or of the counter at a
// time: each is noticed at Open, or changes no answer.
func TestFlippedBits(t *testing.T) {
	t.Parallel()
	ix, dir := filled(t, Options{}, sentences(300)...)
	queries := []Query{{Text: "sofa kitchen", From: WordsOnly, K: 100}, {Text: "냉장고가 거실에", From: WordsOnly, K: 100}}
	var want [][]Hit
	for _, q := range queries {
		want = append(want, search(t, ix, q))
	}
	if err := ix.Close(); err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(3, 4))
	noticed := 0
	const rounds = 20
	for round := range rounds {
		copied := t.TempDir()
		if err := os.CopyFS(copied, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		patterns := []string{"words-*/store/*.zap", "CURRENT", "words-*/" + counterFile}
		name := flipBit(t, random, filepath.Join(copied, patterns[max(0, round%10-7)]))
		ix := open(t, copied, Options{})
		if errors.Is(ix.Stale(), ErrRebuild) {
			noticed++
			continue
		}
		for i, q := range queries {
			if diff := cmp.Diff(want[i], search(t, ix, q)); diff != "" {
				t.Errorf("round %d: another answer after a flip in %s:\n%.500s", round, name, diff)
			}
		}
	}
	t.Logf("%d of %d flips were noticed, the others changed nothing", noticed, rounds)
}

// flipBit flips a bit of one of the files of a pattern, and says which.
func flipBit(t *testing.T, random *rand.Rand, pattern string) string {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatal(pattern, err)
	}
	name := names[random.IntN(len(names))]
	content, err := os.ReadFile(name)
	if err == nil {
		content[random.IntN(len(content))] ^= 1 << random.IntN(8)
		err = os.WriteFile(name, content, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Base(name)
}
