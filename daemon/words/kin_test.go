package words_test

import (
	"testing"

	"navd/daemon/words"
)

// TestMatchKin: what is said of bedrooms holds in the master bedroom, unless that is spoken of
// itself; what is in the master bedroom may be in a room that is called a bedroom.
func TestMatchKin(t *testing.T) {
	for _, tt := range []struct {
		said  string
		seen  words.Key
		delta float64
	}{
		{"don't go to the bedroom", "master bedroom", -1},
		{"don't go to the bedroom", "guest room", -1},
		{"침실에는 들어가지 마", "kids room", -1},
		{"don't go to the bedroom", "kitchen", 0},
		{"don't go to the master bedroom", "bedroom", 0},
		{"안방에는 들어가지 마", "bedroom", 0},
		{"소파는 안방에 있어", "bedroom", 1},
		{"the sofa is in the guest room", "bedroom", 1},
		{"the sofa is in the guest room", "master bedroom", 0},
		{"the sofa is not in the master bedroom", "bedroom", 0},
		{"there is no sofa in the bedroom", "nursery", -1},
		{"there is no sofa in the bedroom. the sofa is in the master bedroom", "master bedroom", 1},
		{"there is no sofa in the bedroom. the sofa is in the master bedroom", "bedroom", -1},
		{"don't go to the bathroom", "guest bathroom", -1},
	} {
		t.Run(tt.said+"/"+string(tt.seen), func(t *testing.T) {
			if delta, used := words.Match(words.ParseClaims(tt.said, "g1"), "sofa", tt.seen, 0, -1); delta != tt.delta {
				t.Errorf("%v by %v, want %v", delta, used, tt.delta)
			}
		})
	}
}
