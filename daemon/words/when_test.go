package words_test

import (
	"testing"

	"navd/daemon/words"
)

// TestPassing: a ban that holds for a time only is told apart, and is no item that lasts.
func TestPassing(t *testing.T) {
	for _, tt := range []struct {
		text    string
		passing bool
		claims  string
	}{
		{"avoid the kitchen during dinner", true, "place:kitchen avoid  1"},
		{"don't go to the kitchen before noon", true, "place:kitchen avoid  1"},
		{"keep out of the kitchen on Sundays", true, "place:kitchen avoid  1"},
		{"avoid the kitchen between 6 and 8", true, "place:kitchen avoid  1"},
		{"avoid the kitchen while I am cooking", true, "place:kitchen avoid  1"},
		{"don't go to the kitchen today", true, "place:kitchen avoid  1"},
		{"don't go to the kitchen for the next hour", true, "place:kitchen avoid  1"},
		{"maybe don't go to the kitchen today", true, "place:kitchen avoid  0.3"},
		{"요리할 때는 부엌에 오지 마", true, "place:kitchen avoid  1"},
		{"밤에는 침실에 들어가지 마", true, "place:bedroom avoid  1"},
		{"오늘은 부엌에 들어가지 마", true, "place:kitchen avoid  1"},
		{"wrong, go to the bedroom", true, "place:bedroom prefer  1"},
		{"no, don't go to the kitchen", true, "place:kitchen avoid  1"},
		{"no need to go to the kitchen", true, "place:kitchen avoid  1"},
		{"부엌에 갈 필요 없어", true, "place:kitchen avoid  1"},
		{"손님 있을 땐 부엌에 가지 마", true, "place:kitchen avoid  1"},
		{"사무실은 안 봐도 돼", true, "place:office avoid  1"},
		{"don't go in the bedroom at night", true, "place:bedroom avoid  1"},
		{"nothing in the kitchen", true, "place:kitchen avoid  1"},
		{"don't go to the kitchen this time", true, "place:kitchen avoid  1"},
		{"이번에는 부엌에 가지 마", true, "place:kitchen avoid  1"},
		{"no robots in the office", false, "place:office avoid  1"},
		{"no, never go to the kitchen", false, "place:kitchen avoid  1"},
		{"no, the mug is in the kitchen", false, "target:mug in kitchen 1"},

		{"don't go to the kitchen", false, "place:kitchen avoid  1"},
		{"부엌에는 가지 마", false, "place:kitchen avoid  1"},
		{"소파를 찾을 때는 부엌에 가지 마", false, "target:sofa not_in kitchen 0.6"},
		{"don't go to the kitchen, except when looking for a mug", false, "place:kitchen avoid  0.3"},
		{"I left the mug in the kitchen after lunch", false, "target:mug in kitchen 1"},
		{"check the pantry first and after that the kitchen", false, "place:pantry prefer  1; place:kitchen prefer  1"},
	} {
		t.Run(tt.text, func(t *testing.T) {
			r := words.Read(tt.text, "", "")
			if got := written(r.Claims); got != tt.claims || r.Passing != tt.passing {
				t.Errorf("got %q, passing %v, want %q", got, r.Passing, tt.claims)
			}
			if lasting := words.Lasting(tt.text, ""); tt.passing && len(lasting) != 0 || !tt.passing && written(lasting) != tt.claims {
				t.Errorf("lasting: %q", written(lasting))
			}
		})
	}
}

// TestOrders: an order that does not say that it is for always is for the search in which it is
// said; a ban beside it too, when it only says "not there".
func TestOrders(t *testing.T) {
	for _, tt := range []struct{ text, claims, orders string }{
		{"go look in the bathroom", "place:bathroom prefer  1", "place:bathroom prefer  1"},
		{"look in the bathroom first", "place:bathroom prefer  1", "place:bathroom prefer  1"},
		{"have you tried the bathroom?", "place:bathroom prefer  1", "place:bathroom prefer  1"},
		{"look in the bathroom, not the kitchen", "place:bathroom prefer  1; place:kitchen avoid  1", "place:bathroom prefer  1; place:kitchen avoid  1"},
		{"화장실로 가", "place:bathroom prefer  1", "place:bathroom prefer  1"},
		{"화장실부터 찾아봐", "place:bathroom prefer  1", "place:bathroom prefer  1"},

		{"don't go to the kitchen, go to the bathroom", "place:kitchen avoid  1; place:bathroom prefer  1", "place:bathroom prefer  1"},
		{"go look in the bathroom, and never go into the kitchen", "place:bathroom prefer  1; place:kitchen avoid  1", "place:bathroom prefer  1"},
		{"look in the office rather than the kitchen", "place:office prefer  1", "place:office prefer  1"},
		{"always look in the bathroom first", "place:bathroom prefer  1", ""},
		{"prefer the bathroom", "place:bathroom prefer  1", ""},
		{"항상 화장실부터 찾아봐", "place:bathroom prefer  1", ""},
		{"앞으로는 화장실부터 가", "place:bathroom prefer  1", ""},
		{"don't go to the kitchen", "place:kitchen avoid  1", ""},
		{"look in the bathroom for the towel", "target:towel in bathroom 0.6", ""},
	} {
		r := words.Read(tt.text, "", "")
		if written(r.Claims) != tt.claims || written(r.Orders) != tt.orders {
			t.Errorf("%s: %q, of them orders %q; want %q and %q", tt.text, written(r.Claims), written(r.Orders), tt.claims, tt.orders)
		}
		if written(words.Lasting(tt.text, "")) != tt.claims {
			t.Errorf("%s: a memory of it says %q", tt.text, written(words.Lasting(tt.text, "")))
		}
	}
}
