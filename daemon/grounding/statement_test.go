package grounding_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	. "navd/daemon/grounding"
)

func TestParseStatement(t *testing.T) {
	green := Statement{"place:kitchen", Colour, "green"}
	for _, c := range []struct {
		text string
		want Statement // zero: none
	}{
		{"the kitchen is green", green},
		{"[ Step3 - Success ] : The  Kitchen is now GREEN.", green},
		{"kitchen is green", green},
		{"주방은 초록색이야", green},
		{"부엌이 녹색이다.", green},
		{"주방은 지금 초록색", green},
		{"the lamp is white", Statement{"target:lamp", Colour, "white"}},
		{"the lamp is grey", Statement{"target:lamp", Colour, "gray"}},
		{"the door is open", Statement{"target:door", Leaf, "open"}},
		{"the door is shut!", Statement{"target:door", Leaf, "closed"}},
		{"the door is open again", Statement{"target:door", Leaf, "open"}},
		{"the door is locked now", Statement{"target:door", Leaf, "locked"}},
		{"문이 잠겨 있어", Statement{"target:door", Leaf, "locked"}},
		{"the bathroom door is open", Statement{"target:bathroom door", Leaf, "open"}},
		{"the bathroom window is closed", Statement{"target:bathroom window", Leaf, "closed"}},
		{"화장실 문은 닫혀 있어", Statement{"target:bathroom door", Leaf, "closed"}},
		{"부엌 창문이 지금 열려 있어요", Statement{"target:kitchen window", Leaf, "open"}},
		{"the sofa door is open", Statement{}},
		{"문이 닫혀 있다", Statement{"target:door", Leaf, "closed"}},
		{"the study is called office", Statement{"place:study", Name, "office"}},
		{"we call the study office", Statement{"place:study", Name, "office"}},
		{"서재를 사무실이라고 부른다", Statement{"place:study", Name, "office"}},
		{"the lamp is in the study", Statement{"target:lamp", Where, "study"}},
		{"램프는 서재에 있다", Statement{"target:lamp", Where, "study"}},

		{"we moved the lamp to the study", Statement{"target:lamp", Where, "study"}},
		{"my lamp is in the study, not in the kitchen", Statement{"target:lamp", Where, "study"}},
		{"램프를 주방에서 서재로 옮겼어", Statement{"target:lamp", Where, "study"}},

		{"the laptop is on the desk in the kitchen", Statement{"target:laptop", Where, "kitchen"}},
		{"노트북은 거실 책상 위에 있어", Statement{"target:laptop", Where, "living room"}},

		{"the lamp on the desk is in the kitchen", Statement{}},
		{"책상 위 램프는 침실에 있어", Statement{}},
		{"the kitchen is not green", Statement{}},
		{"the kitchen is green and white", Statement{}},
		{"the kitchen is green. the door is open", Statement{}},
		{"the kitchen is next to the corridor", Statement{}},
		{"this room is green", Statement{}},
		{"the big kitchen is green", Statement{}},
		{"my kitchen is green", Statement{}},
		{"the study is also called office", Statement{}},
		{"the study is known as office", Statement{}},
		{"is the kitchen green", Statement{}},
		{"kitchens is green", Statement{}},
		{"a lamp is in the study", Statement{}},
		{"there are lamps in the study", Statement{}},
		{"lamps are in the study", Statement{}},
		{"the lamp is not in the study", Statement{}},
		{"maybe the lamp is in the study", Statement{}},
		{"go to the kitchen", Statement{}},
		{"주방은 초록색이 아니야", Statement{}},
		{"초록색이야", Statement{}},
		{"", Statement{}},
	} {
		got, ok := ParseStatement(c.text)
		if diff := cmp.Diff(c.want, got); diff != "" || ok != (c.want != Statement{}) {
			t.Errorf("%q: %v %s", c.text, ok, diff)
		}
	}
}
