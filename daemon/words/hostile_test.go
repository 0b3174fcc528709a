package words_test

import (
	"testing"

	"navd/daemon/words"
)

// TestReadTakesNoWrongClaim holds texts that look like what the grammar reads,
// and do not say it.
func TestReadTakesNoWrongClaim(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"past, did not", "you did not look in the kitchen", ""},
		{"past, didn't", "you didn't check the kitchen", ""},
		{"past, go", "you did not go to the kitchen", ""},
		{"past, we", "we didn't go to the kitchen", ""},
		{"an order", "do not go to the kitchen", "place:kitchen avoid  1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := written(words.ParseClaims(c.text, "f1")); got != c.want {
				t.Errorf("%q gives %q, want %q", c.text, got, c.want)
			}
		})
	}
}
