package words_test

import (
	"strings"
	"testing"
)

// The last word says whether a thing is there: where it is not known, nothing is claimed.
func TestKoreanLastWord(t *testing.T) {
	texts := map[string]string{}
	for word := range strings.FieldsSeq("없당께 없당게 없데이 없다카이 없심더 없어예 없슈 없수다 없지비 없제 읎어 엄써 없쪄 없떠 업떠 업서 없져 없오 없자나 없잖여 없다닌까 없셈 없엄 읎당께") {
		texts["소파는 거실에 "+word] = "target:sofa not_in living room 1"
	}
	for word := range strings.FieldsSeq("있당께 있데이 있심더 있슈 있제 있자나 있어예 이써요 있음") {
		texts["소파는 거실에 "+word] = "target:sofa in living room 1"
	}
	for word := range strings.FieldsSeq("X no not 불가 싫어 ㄴㄴ 노노 아녀 없거시기 nope") {
		texts["소파는 거실에 "+word] = ""
	}
	texts["소파 거실 ❌"], texts["the sofa is in the living room ❌"], texts["부엌에 가지 마 🚫"] = "", "", "place:kitchen avoid  1"
	texts["소파는 거실에"], texts["책은 서재 맨 아래 칸에"] = "target:sofa in living room 0.6", "target:book in study 0.6"
	texts["소파 거실에 없당께"], texts["거실에는 소파가 없슈"], texts["소파는 없당께 거실에"] = "target:sofa not_in living room 1", "target:sofa not_in living room 1", "target:sofa not_in living room 1"
	read(t, texts)
}

// What somebody says, and then is not so, is not claimed.
func TestKoreanSaidButNotSo(t *testing.T) {
	const moved = "target:mug in bedroom 1; target:mug not_in kitchen 0.6"
	read(t, map[string]string{
		"아까 컵 부엌이라고 했는데 침실이야": moved, "컵은 부엌이라고 했었는데 침실이야": moved, "컵이 부엌이라고 들었는데 침실에 있어": moved,
		"컵이 부엌에 있다고 했는데 침실에 있더라": moved, "컵이 부엌에 있다 하셨는데 침실에 있더라": moved, "컵이 부엌에 있대 근데 침실에 있어": moved,
		"컵 부엌이라고 했었는데": "", "컵이 부엌에 있다고 했는데 침실에 있었어": "", "동생이 컵 부엌에 있다 그랬는데 없더라": "", "컵 부엌에 있다 해놓고 없어": "",
		"컵은 부엌이라고 해": "target:mug in kitchen 0.6", "컵은 부엌이라고 합니다": "target:mug in kitchen 0.6", "컵은 부엌이래": "target:mug in kitchen 0.3", "컵이 부엌에 있다고 했어": "target:mug in kitchen 1",
		"동생이 컵 부엌에 있대서 갔는데 없더라": "target:mug not_in kitchen 1",
		"컵 부엌에 있음ㅋㅋ 뻥이야":        "", "컵 부엌에 있어 구라야": "", "컵이 부엌에 있다는 건 뻥이야": "target:mug not_in kitchen 1",
		"컵이 부엌에 있다고 착각하지 마": "", "컵을 부엌이라고 착각했어": "", "컵이 부엌에 있다고 우기네": "", "컵은 부엌에 있어 착각하지 마": "target:mug in kitchen 1",
	})
}

// A question that expects a no, an exception and two denials do not say the opposite.
func TestKoreanTurns(t *testing.T) {
	read(t, map[string]string{
		"부엌에 침대를 누가 둬": "", "부엌에 누가 소파를 놔": "", "누가 부엌에 침대를 두겠어": "",
		"누가 소파를 부엌에 뒀어": "target:sofa in kitchen 1", "누가 그러는데 컵이 부엌에 있대": "target:mug in kitchen 0.3",
		"컵 빼고 다 부엌에 있어": "", "컵만 빼고 전부 부엌에 있어": "", "컵을 뺀 나머지는 부엌에 있어": "",
		"컵은 부엌에 있지 않겠어?": "", "컵은 부엌에 있지 않겠니": "", "컵은 부엌에 없겠어?": "", "컵은 부엌에 있지 않나 싶어": "target:mug in kitchen 0.3", "컵이 부엌에 있겠어?": "target:mug not_in kitchen 1",
		"부엌은 출입금지 아니었는데": "", "부엌은 출입 금지가 아니야": "", "부엌은 출입 금지": "place:kitchen avoid  1", "부엌은 출입금지구역이야": "place:kitchen avoid  1",
		"부엌에 컵 말고는 아무것도 없어": "", "부엌에 컵 외에는 아무것도 없어": "", "부엌에는 아무것도 없어 컵밖에": "", "부엌엔 아무것도 없어": "place:kitchen avoid  0.6",
		"부엌에 가지 말아야 할 이유가 없어": "", "부엌에 갈 이유가 없어": "place:kitchen avoid  1", "볼 것도 없으니까 부엌에 가지 마": "place:kitchen avoid  1",
		"침실 가기 없기": "place:bedroom avoid  1", "침실에 가기 싫어": "", "침실에 가기 있기 없기": "",
		"먼저 부엌 보고 그다음에 침실 봐": "place:kitchen prefer  1; place:bedroom prefer  1", "부엌 갔다가 침실 가": "place:kitchen prefer  1; place:bedroom prefer  1",
	})
}

// What is so in somebody else's home says nothing of this one.
func TestKoreanElsewhere(t *testing.T) {
	const claimed = "target:sofa in kitchen 1"
	read(t, map[string]string{
		"할머니 집에는 소파가 부엌에 있어": "", "우리 엄마 집에서는 소파가 부엌에 있어": "", "민수 집에 소파가 부엌에 있어": "", "소파는 할머니 집 부엌에 있어": "", "예전 집에는 소파가 부엌에 있어": "",
		"우리 집에는 소파가 부엌에 있어": claimed, "이 집에는 소파가 부엌에 있어": claimed, "지금 집에 소파가 부엌에 있어": claimed,
	})
}
