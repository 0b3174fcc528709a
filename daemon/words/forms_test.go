package words

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/unicode/norm"
)

func TestConjugate(t *testing.T) {
	for stem, want := range map[string][]string{ // before consonants, before 으, in 아 or 어
		"가":   {"가", "가", "가"},
		"보":   {"보", "보", "봐 보아"},
		"옮기":  {"옮기", "옮기", "옮겨 옮기어"},
		"두":   {"두", "두", "둬 두어"},
		"찾":   {"찾", "찾으", "찾아"},
		"놓":   {"놓", "놓으", "놓아 놔"},
		"들르":  {"들르", "들르", "들러"},
		"나르":  {"나르", "나르", "날라"},
		"확인하": {"확인하", "확인하", "확인해 확인하여"},
		"미끄럽": {"미끄럽", "미끄러우", "미끄러워"},
		"걸":   {"걸", "걸", "걸어"},
		"됐":   {"됐", "됐으", "됐어"},
	} {
		f := conjugate(stem)
		var got []string
		for _, k := range []form{formBase, formOpen, formInf} {
			all := ""
			for i, text := range f[k] {
				if i > 0 {
					all += " "
				}
				all += norm.NFC.String(text)
			}
			got = append(got, all)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("forms of %s (-want +got):\n%s", stem, diff)
		}
	}
}

func TestPredicates(t *testing.T) {
	for text, want := range map[string]predicate{
		"가봐주실수있을까요":   {verb: verbGo, effect: effect{mood: begs, can: true}, noun: true},
		"가지말아주셨으면좋겠어": {verb: verbGo, effect: effect{mood: bans, may: true}},
		"있을리가없잖아":     {verb: verbBe, effect: effect{no: true, can: true, sure: true, weight: Perhaps}, noun: true},
		"있겠냐":         {verb: verbBe, effect: effect{no: true, may: true, sure: true}},
		"없는거라니까":      {verb: verbBe, effect: effect{no: true, quoted: true, sure: true}, noun: true},
		"널었거든":        {verb: verbOpen, effect: effect{past: true, sure: true}, open: true},
		"강아지":         {},
	} {
		if got, _ := predicateOf(text); !cmp.Equal(got, want, cmp.AllowUnexported(predicate{}, effect{})) {
			t.Errorf("%s is read as %+v, want %+v", text, got, want)
		}
	}
}
