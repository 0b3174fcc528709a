package search

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"navd/index"
)

// reworded are things a robot may remember, and questions about them in other
// words. They were written before the figures were looked at.
var reworded = []struct{ language, text, question string }{
	{"english", "corridor. A long hallway with coat hooks. bench, shoes", "which passageway has a bench"},
	{"english", "living room. Warm light falls on a grey settee. sofa, armchair, coffee table", "a room with a loveseat to sit down"},
	{"english", "The fridge makes noise at night.", "noisy refrigerator"},
	{"english", "study. Bookshelves up to the ceiling. desk, office chair, laptop", "where can I find a swivel chair"},
	{"english", "Never drive into the laundry room while the washer runs.", "is the washing machine room allowed"},
	{"english", "bathroom. Small and blue. toilet, sink, towel", "washroom with blue walls"},
	{"english", "garage. Two bicycles hang from the wall.", "bicycle on a wall of the carport"},
	{"english", "The user calls the small bedroom the guest room.", "guest bedroom for users"},
	{"english", "Do not trust the mirror in the entrance, it shows another door.", "mirrors in the foyer are misleading"},
	{"english", "dining room. Six chairs around a dining table under a lamp.", "dinner table with six seats"},
	{"korean", "거실. 창가에 긴 소파가 있다. 소파, 텔레비전", "카우치가 있는 응접실"},
	{"korean", "부엌. 좁고 초록색이다. 냉장고, 싱크대", "주방은 무슨 색인가"},
	{"korean", "침실 문은 항상 조금 열려 있다.", "열려 있는 베드룸 문"},
	{"korean", "화장실은 복도 끝에서 오른쪽이다.", "욕실은 통로 어느 쪽"},
	{"korean", "서재. 책상 위에 노트북이 있다. 책상, 의자, 노트북", "공부방에 있는 노트북"},
	{"korean", "현관에는 신발이 많아서 바퀴가 걸린다.", "입구에서 바퀴가 걸리는 이유"},
	{"korean", "베란다에 화분이 여러 개 있다.", "발코니의 화분"},
	{"korean", "창고에는 들어가지 말라고 했다.", "수납실에 들어가도 되는지"},
	{"korean", "식탁 밑에 고양이가 자주 숨는다.", "고양이는 식탁 어디에 숨나"},
	{"korean", "계단 앞에서는 천천히 움직여야 한다.", "계단실 앞 속도"},
	{"mixed", "living room. A bright room with plants. sofa, television", "텔레비전이 있는 거실"},
	{"mixed", "kitchen. A dark narrow kitchen. refrigerator, microwave, sink", "냉장고와 전자레인지"},
	{"mixed", "bedroom. A double bed and a closet. bed, wardrobe", "침대와 옷장이 있는 방"},
	{"mixed", "복도. 그림이 걸려 있다. 그림, 램프", "hallway with a painting"},
	{"mixed", "다용도실. 세탁기가 두 대 있다.", "utility room washing machine"},
	{"mixed", "안방. 화장대가 창문 옆에 있다.", "master bedroom near the window"},
	{"mixed", "The office has a 책상 with two monitors.", "desk in the 사무실"},
	{"mixed", "사용자는 study를 싫어한다.", "서재를 싫어하는 사용자"},
	{"mixed", "차고에 car가 있으면 멈춰라.", "stop in the garage"},
	{"mixed", "Garden behind the 주방 door.", "부엌문 뒤 정원"},
}

// others are about the same rooms and things, and answer no question.
func others() (docs []index.Doc) {
	rooms := []string{"kitchen", "living room", "bedroom", "bathroom", "corridor", "study", "garage", "dining room"}
	rooms2 := []string{"주방", "거실", "침실", "화장실", "복도", "서재", "차고", "현관"}
	things := []string{"lamp", "clock", "vase", "box", "bucket", "statue", "radiator", "ladder", "fan", "basket", "umbrella"}
	things2 := []string{"램프", "시계", "꽃병", "상자", "양동이", "조각상", "난로", "사다리", "선풍기", "바구니", "우산"}
	for i := range 240 {
		text := fmt.Sprintf("%s. A room that was seen at step %d. %s, %s", rooms[i%8], i, things[i%11], things[(i+3)%11])
		if i%2 == 1 {
			text = fmt.Sprintf("%s. %d번째로 본 방이다. %s, %s", rooms2[i%8], i, things2[i%11], things2[(i+3)%11])
		}
		docs = append(docs, memo(fmt.Sprintf("other%03d", i), text))
	}
	return docs
}

func memo(id, text string) index.Doc {
	return index.Doc{ID: id, Kind: "note", Text: text, Time: time.Unix(1000, 0)}
}

// TestRecall counts for how many of the reworded questions the document is among
// the first three hits, with the table of words that the daemon uses. It prints
// what it finds; its bounds are below that, so that they fail when a source
// breaks and not when a weight moves.
func TestRecall(t *testing.T) {
	ix, err := index.Open(t.TempDir(), index.Options{Link: newLinker()})
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	docs := others()
	for i, r := range reworded {
		docs = append(docs, memo(fmt.Sprintf("r%d", i), r.text))
	}
	if err := ix.Put(t.Context(), docs...); err != nil {
		t.Fatal(err)
	}
	languages := []string{"english", "korean", "mixed"}
	for _, mode := range []struct {
		name  string
		from  index.Source
		least int // of 30
	}{
		{"words only", index.WordsOnly, 24}, {"vectors only", index.VectorsOnly, 23}, {"fused", index.Both, 25},
	} {
		found := map[string]int{}
		for i, r := range reworded {
			hits, err := ix.Search(t.Context(), index.Query{Text: r.question, K: 3, From: mode.from, MinCosine: leastCosine})
			if err != nil {
				t.Fatal(err)
			}
			if slices.ContainsFunc(hits, func(h index.Hit) bool { return h.ID == fmt.Sprintf("r%d", i) }) {
				found[r.language]++
				continue
			}
			t.Logf("%s misses %q", mode.name, r.question)
		}
		all := 0
		for _, l := range languages {
			all += found[l]
		}
		t.Logf("recall at 3, %-13s english %d/10, korean %d/10, mixed %d/10, all %d/30", mode.name+":", found["english"], found["korean"], found["mixed"], all)
		if all < mode.least {
			t.Errorf("%s: %d of 30, want at least %d", mode.name, all, mode.least)
		}
	}
}
