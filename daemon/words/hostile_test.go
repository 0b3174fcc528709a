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

		{"thought, was not", "소파가 침실에 있다고 생각했는데 아니었어", ""},
		{"thought, was", "소파가 주방에 없다고 생각했는데 있었어", ""},
		{"said, was not", "주방에 소파가 있다고 했지만 없었어", ""},
		{"do not say", "주방에 소파가 없다고 하지 마", ""},
		{"did not say", "주방에 가지 말라고 하지 않았어", ""},
		{"no, corrected", "소파는 주방에 있어 아니다 침실에 있어", "target:sofa in bedroom 1"},
		{"no, corrected behind a comma", "소파는 주방에 있어, 아니 침실에", ""},
		{"no wait", "the sofa is in the kitchen, no wait, the bedroom", "target:sofa in bedroom 1"},
		{"I mean", "the sofa is in the kitchen, I mean the bedroom", ""},
		{"no, it is", "the sofa is in the kitchen, no, it is in the bedroom", "target:sofa in bedroom 1"},
		{"heard, was not", "주방에 소파가 있다고 하던데 없더라", ""},
		{"not", "the sofa is in the kitchen, not", ""},

		{"no, of somebody's", "there is no Bob's mug in the kitchen", "target:mug not_in kitchen 1"},
		{"no, of mine", "there is no my mug in the kitchen", "target:mug not_in kitchen 1"},
		{"no, then somebody's", "no my mug is in the kitchen", "target:mug in kitchen 1"},
		{"oh no", "oh no my mug is in the kitchen", "target:mug in kitchen 1"},
		{"no, of what is not clear", "no grandma's cane in the study", ""},

		{"not just look", "don't just look in the kitchen", ""},
		{"not just in", "the sofa isn't just in the kitchen", ""},
		{"not only in, 만", "소파가 주방에만 있는 건 아니야", ""},
		{"look not only, 만", "주방만 보지 마", ""},
		{"search not only, 만", "주방만 찾지 마", ""},

		{"maybe behind", "the sofa is in the kitchen, maybe", "target:sofa in kitchen 0.3"},
		{"I think behind", "the sofa is in the kitchen, I think", "target:sofa in kitchen 0.3"},
		{"not sure behind", "the sofa is in the kitchen, but I'm not sure", "target:sofa in kitchen 0.3"},
		{"아마 behind", "소파는 주방에 있어, 아마", "target:sofa in kitchen 0.3"},

		{"for now", "avoid the kitchen for now", "place:kitchen avoid  1"},
		{"today", "avoid the kitchen today", "place:kitchen avoid  1"},
		{"for five minutes", "stay out of the kitchen for five minutes", "place:kitchen avoid  1"},
		{"with wet wheels", "don't enter the kitchen with wet wheels", ""},
		{"지금은", "지금은 주방에 가지 마", "place:kitchen avoid  1"},
		{"지금", "지금 주방에 가지 마", "place:kitchen avoid  1"},
		{"오늘은", "오늘은 주방에 가지 마", "place:kitchen avoid  1"},
		{"아직", "아직 주방에 가지 마", "place:kitchen avoid  1"},

		{"another bedroom", "다른 침실에는 침대가 없어", ""},
		{"the big bedroom", "큰 침실에 침대가 없어", ""},
		{"mother's bedroom", "엄마 침실에는 소파가 없어", ""},
		{"the small bedroom", "작은 침실에는 들어가지 마", ""},
		{"a red sofa", "빨간 소파는 주방에 없어", ""},
		{"one of the bedrooms", "one of the bedrooms has no bed", ""},
		{"into the small bedroom", "don't go into the small bedroom", ""},

		{"an order to put", "put the sofa in the kitchen", ""},
		{"where to look from", "look for the sofa from the kitchen", ""},
		{"last", "go to the kitchen last", ""},
		{"out of", "get out of the kitchen", ""},
		{"may", "you can go to the kitchen", ""},
		{"bring from", "소파를 주방에서 가져와", ""},
		{"through, to get there", "주방에 가려면 거실을 지나가", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := written(words.ParseClaims(c.text, "f1")); got != c.want {
				t.Errorf("%q gives %q, want %q", c.text, got, c.want)
			}
		})
	}
}
