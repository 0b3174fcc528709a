package words_test

import (
	"fmt"

	"navd/daemon/words"
)

func ExampleLabelKey() {
	for _, label := range []string{"LivingRoom", "living_room", "거실", "2nd-floor Hallway", "비밀의 방"} {
		fmt.Println(words.LabelKey(label))
	}
	// Output:
	// living room
	// living room
	// living room
	// 2nd floor corridor
	// 비밀의 방
}

func ExampleObjectKey() {
	fmt.Println(words.ObjectKey("tv_monitor"), words.ObjectKey("TVStand"), words.ObjectKey("쓰레기통"))
	// Output: television tv stand garbage can
}

func ExampleParseClaims() {
	for _, text := range []string{
		"The sofa isn't in the bathroom, it is in the living room.",
		"화장실에는 소파가 없고 변기가 있다.",
		"주방에는 가지 마!",
		"The kitchen is green.",
	} {
		for _, c := range words.ParseClaims(text, "f7") {
			fmt.Println(c.Subject, c.Relation, c.Object, c.Polarity)
		}
	}
	// Output:
	// target:sofa not_in bathroom -1
	// target:sofa in living room 1
	// target:sofa not_in bathroom -1
	// target:toilet in bathroom 1
	// place:kitchen avoid  -1
}

func ExampleMatch() {
	claims := words.ParseClaims("TVs are usually in bedrooms. Avoid the bathroom.", "f7")
	for _, place := range []words.Key{"bedroom", "bathroom", "kitchen"} {
		delta, used := words.Match(claims, "television", place, 0, -1)
		fmt.Println(place, delta, len(used))
	}
	// Output:
	// bedroom 0.6 1
	// bathroom -1 1
	// kitchen 0 0
}

func ExampleTokens() {
	fmt.Println(words.Tokens("living room"), words.Tokens("거실"), words.Tokens("зал"))
	// Output: 3 2 3
}

func ExampleMentions() {
	fmt.Println(words.Mentions("주방 옆 복도에 TV가 보였다"))
	// Output: [kitchen corridor] [television]
}
