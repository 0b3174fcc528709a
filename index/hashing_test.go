package index

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/unicode/norm"
)

func vectorOf(t testing.TB, h Hashing, text string) []float32 {
	t.Helper()
	vectors, err := h.Embed(context.Background(), []string{text})
	if err != nil {
		t.Fatal(err)
	}
	return vectors[0]
}

func cosine(a, b []float32) (sum float64) {
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func TestHashingNearAndFar(t *testing.T) {
	tests := []struct {
		name         string
		link         Linker
		a, near, far string
	}{
		{"a shared word", Linker{}, "the sofa is red", "a red sofa", "the bath is cold"},
		{"inflection", Linker{}, "walking slowly", "walked slow", "stop at once"},
		{"a typo", Linker{}, "refrigerator", "refrigerater", "dishwasher"},
		{"a particle", Linker{}, "냉장고는", "냉장고를", "책상을"},
		{"a compound", Linker{}, "세탁실", "세탁실문", "현관"},
		{"a concept", table(), "couch", "settee", "fridge"},
		{"a concept in two languages", table(), "소파는 거실에 있다", "the couch is in the lounge", "the toilet is in the bathroom"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h := Hashing{Link: test.link}
			a := vectorOf(t, h, test.a)
			near, far := cosine(a, vectorOf(t, h, test.near)), cosine(a, vectorOf(t, h, test.far))
			if near < far+0.15 {
				t.Errorf("%q: %.2f to %q, %.2f to %q", test.a, near, test.near, far, test.far)
			}
		})
	}
}

func TestHashingSameText(t *testing.T) {
	h := Hashing{Link: table()}
	const text = "The Sofa 소파는 거실에 있다, café"
	want := vectorOf(t, h, text)
	for name, same := range map[string]string{
		"again": text, "case": "the sofa 소파는 거실에 있다, CAFÉ", "decomposed": norm.NFD.String(text), "spaces": "  The  Sofa\t소파는 거실에 있다 café! ",
	} {
		if diff := cmp.Diff(want, vectorOf(t, h, same)); diff != "" {
			t.Errorf("%s: another vector", name)
		}
	}
	if length := cosine(want, want); math.Abs(length-1) > 1e-6 || len(want) != HashingDims {
		t.Errorf("length² %v, %d dimensions", length, len(want))
	}
}

func TestHashingNothing(t *testing.T) {
	zero := make([]float32, HashingDims)
	for _, text := range []string{"", " ", "?!", "\xff"} {
		if diff := cmp.Diff(zero, vectorOf(t, Hashing{}, text)); diff != "" {
			t.Errorf("%q is not zero", text)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (Hashing{}).Embed(ctx, []string{"a"}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if got := (Hashing{Link: table()}).Name(); got != "hashing-512/1+test/1" {
		t.Errorf("name %q", got)
	}
}

// TestHashingPinned holds the vector of one text: a change of it needs another
// name, because stored vectors no longer compare.
func TestHashingPinned(t *testing.T) {
	v := vectorOf(t, Hashing{}, "소파 sofa")
	got := map[int]float32{}
	for i, x := range v {
		if x > 0.3 || x < -0.3 {
			got[i] = x
		}
	}
	want := map[int]float32{64: -0.5634361505508423, 460: -0.5634361505508423}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
