package index

import (
	"fmt"
	"slices"
	"testing"
)

// A paraphrase is a document and a question about it in other words.
type paraphrase struct{ language, text, question string }

var paraphrases = []paraphrase{
	{"english", "The couch stands against the far wall of the living room.", "in which room do I find a sofa"},
	{"english", "Watch out, the glass door to the balcony is usually closed.", "is the door of the balcony open"},
	{"english", "When you get stuck behind the dining table, back up twice.", "stuck at the table for dinner"},
	{"english", "The washing machine is behind the folding door in the bathroom.", "where can laundry be washed in the washroom"},
	{"english", "Users want the robot to stay off the white carpet.", "may I drive over the carpets"},
	{"english", "A narrow hallway links the bedrooms with the kitchen.", "how to get from a bedroom through the corridor"},
	{"english", "The television hangs over the fireplace.", "find the tv"},
	{"english", "Green tiles mean that you are in the kitchen.", "the floor has green tile, what room is it"},
	{"english", "Potted plants block the way to the window in the study.", "plant in the office near a window"},
	{"english", "Turning left at the staircase always led to a dead end.", "which turns at the stairs fail"},
	{"english", "The fridge is loud and easy to mistake for a wardrobe.", "refrigerator confused with a closet"},
	{"english", "Charge the battery at the dock beside the entrance.", "charging dock location"},
	{"korean", "소파는 거실 창가에 놓여 있다.", "카우치가 어디에 있어"},
	{"korean", "부엌 바닥은 초록색 타일이다.", "주방의 타일 색깔"},
	{"korean", "침실 문은 밤에는 닫혀 있으니 조심해.", "침실문이 닫혔을 때"},
	{"korean", "화장실 앞 복도가 좁아서 자주 막힌다.", "욕실로 가는 복도에서 막힘"},
	{"korean", "텔레비전 옆에 큰 화분이 있다.", "티비 근처 화분"},
	{"korean", "사용자는 흰 카펫 위로 지나가는 것을 싫어한다.", "카펫을 밟아도 되나"},
	{"korean", "계단에서 왼쪽으로 돌면 막다른 길이 나온다.", "왼쪽 계단 길"},
	{"korean", "세탁기는 베란다에 있고 문이 잘 안 열린다.", "세탁기를 찾아라"},
	{"korean", "냉장고 소리가 들리면 부엌이 가깝다.", "냉장고소리는 무슨 뜻인가"},
	{"korean", "서재 책상 아래에 전선이 많다.", "책상 밑 전선"},
	{"korean", "현관에서 충전기를 찾을 수 있다.", "충전은 어디서 하나"},
	{"korean", "식탁 의자 뒤에 갇히면 두 번 뒤로 가라.", "식탁에서 갇혔을 때"},
	{"mixed", "소파는 living room에 있다.", "where is the couch"},
	{"mixed", "The 냉장고 is left of the sink.", "fridge next to a sink"},
	{"mixed", "변기는 washroom 문 뒤에 있다.", "toilet behind the door"},
	{"mixed", "침실에서 TV가 보인다.", "television seen from a bedroom"},
	{"mixed", "Go through the 복도 to reach the study.", "서재로 가는 hallway"},
	{"mixed", "부엌에는 plant가 없다.", "kitchen 화분"},
}

// distractors are about other things in the same rooms and in others, so that
// none of them answers a question.
func distractors() []Doc {
	rooms := []string{"kitchen", "living room", "bedroom", "bathroom", "hallway", "study", "garage", "주방", "거실", "침실", "화장실", "복도", "차고"}
	things := []string{"lamp", "mirror", "ladder", "shoe rack", "bucket", "statue", "램프", "거울", "사다리", "신발장", "양동이"}
	forms := []string{"the %[1]s is next to the door of the %[2]s", "I saw a %[1]s in the %[2]s", "%[2]s에는 %[1]s가 있다", "%[1]s는 %[2]s에서 보인다"}
	var docs []Doc
	for i := range 200 {
		text := fmt.Sprintf(forms[i%len(forms)], things[i%len(things)], rooms[i/3%len(rooms)])
		docs = append(docs, note(fmt.Sprintf("room%d", i), text))
	}
	for i, text := range []string{
		"The lamp flickers when somebody walks past.", "Shoes are kept in a box under the stairs.", "A dog sleeps in the garage most mornings.",
		"The closet smells of cedar wood.", "Curtains hide the radiator in winter.", "The robot may enter the guest room on weekdays only.",
		"램프가 가끔 깜빡인다.", "신발은 상자 안에 있다.", "강아지가 차고에서 잔다.", "옷장에서 나무 냄새가 난다.", "커튼 뒤에 난방기가 있다.", "손님방은 평일에만 들어간다.",
		"The mirror in the lift is broken.", "베개는 세 개다.", "우산은 신발장 옆에 둔다.", "Clock on the wall is ten minutes late.",
	} {
		docs = append(docs, note(fmt.Sprintf("other%d", i), text))
	}
	return docs
}

// TestRecall counts for how many paraphrases the document is among the first 3.
// The table it prints goes as it comes; the bounds are well below it, so that
// they fail when a source breaks and not when a weight moves.
func TestRecall(t *testing.T) {
	t.Parallel()
	docs := distractors()
	for i, p := range paraphrases {
		docs = append(docs, note(fmt.Sprintf("p%d", i), p.text))
	}
	modes := []struct {
		name  string
		link  Linker
		from  Source
		least int // of 30
	}{
		{"words, no table", Linker{}, WordsOnly, 12},
		{"vectors, no table", Linker{}, VectorsOnly, 11},
		{"fused, no table", Linker{}, Both, 12},
		{"words", table(), WordsOnly, 20},
		{"vectors", table(), VectorsOnly, 17},
		{"fused", table(), Both, 21},
	}
	t.Logf("recall at 3        %8s %8s %8s %8s", "english", "korean", "mixed", "all")
	for _, m := range modes {
		ix, _ := filled(t, Options{Link: m.link}, docs...)
		got, of := map[string]int{}, map[string]int{}
		for i, p := range paraphrases {
			of[p.language]++
			hits := ids(search(t, ix, Query{Text: p.question, K: 3, From: m.from}))
			if slices.Contains(hits, fmt.Sprintf("p%d", i)) {
				got[p.language]++
				got["all"]++
			}
		}
		cell := func(language string) string { return fmt.Sprintf("%d/%d", got[language], of[language]) }
		t.Logf("%-18s %8s %8s %8s %8s", m.name, cell("english"), cell("korean"), cell("mixed"), fmt.Sprintf("%d/%d", got["all"], len(paraphrases)))
		if got["all"] < m.least {
			t.Errorf("%s: %d of %d, want at least %d", m.name, got["all"], len(paraphrases), m.least)
		}
	}
}
