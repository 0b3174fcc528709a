package words

import (
	"strings"
	"sync"
)

// The closed vocabulary of the Korean grammar.

// particles are what may stand behind a name, longest first so that the whole
// particle is taken off. The forms of "to be" among them fit no role of the
// grammar; they let a name be seen as mentioned.
var particles = []string{
	"입니다", "이에요", "이지만", "예요", "이야", "이다", "이고", "인데", "이며",
	"쪽으로는", "안에서는",
	"쪽으로", "안으로", "안에는", "안에서", "에서는", "에서만", "으로는", "으로만", "이라고",
	"에는", "에도", "에만", "에서", "안에", "으로", "로는", "로만", "라고", "이라", "이랑", "하고", "이나", "보다", "까지", "부터", "처럼", "한테", "에게",
	"은", "는", "이", "가", "을", "를", "에", "엔", "로", "도", "만", "의", "와", "과", "랑", "나", "라",
}

// roomParticles says which particles put a place into the role a verb needs.
var roomParticles = map[verb][]string{
	verbBe:      {"에", "에는", "에도", "엔", "안에", "안에는"},
	verbFind:    {"에서", "에서는", "에", "에는", "안에서", "안에서는"},
	verbNotHere: {"이", "가", "에"},
	verbGo:      {"", "로", "으로", "에", "에는", "엔", "로는", "으로는", "쪽으로", "쪽으로는", "안으로", "은", "는", "을", "를", "도", "에도"},
	verbAvoid:   {"", "은", "는", "을", "를", "도"},
	verbPrefer:  {"", "을", "를"},
}

// thingParticles are the ones a thing may carry as subject or object.
var thingParticles = []string{"은", "는", "이", "가", "을", "를", "도"}

// A koreanAdverb acts on its clause.
type koreanAdverb struct {
	adverb
	needNo bool
}

var koreanAdverbs = map[string]koreanAdverb{
	"절대": {needNo: true}, "절대로": {needNo: true}, "결코": {needNo: true}, "전혀": {needNo: true},
	"거의": {adverb{weight: Usual}, true}, "더이상": {needNo: true},
	"보통": {adverb: adverb{weight: Usual}}, "대개": {adverb: adverb{weight: Usual}}, "주로": {adverb: adverb{weight: Usual}},
	"대부분": {adverb: adverb{weight: Usual}}, "자주": {adverb: adverb{weight: Usual}}, "대체로": {adverb: adverb{weight: Usual}},
	"일반적으로": {adverb: adverb{weight: Usual}}, "흔히": {adverb: adverb{weight: Usual}},
	"아마": {adverb: adverb{weight: Perhaps}}, "아마도": {adverb: adverb{weight: Perhaps}}, "가끔": {adverb: adverb{weight: Perhaps}}, "때때로": {adverb: adverb{weight: Perhaps}},
	"항상": {adverb: adverb{firm: true}}, "늘": {adverb: adverb{firm: true}}, "언제나": {adverb: adverb{firm: true}}, "반드시": {adverb: adverb{firm: true}}, "꼭": {adverb: adverb{firm: true}},
	// "not first" is no "not".
	"먼저": {adverb: adverb{firm: true}}, "우선": {adverb: adverb{firm: true}},
}

// koreanFillers add nothing to what is claimed.
var koreanFillers = map[string]bool{
	"그리고": true, "하지만": true, "그러나": true, "그런데": true, "참고로": true, "참고": true, "제발": true, "대신": true, "대신에": true,
	"로봇아": true, "그냥": true, "지금": true, "또": true, "다시": true, "다시는": true, "여기": true,
}

// koreanSubjects are persons a sentence may be about. What they prefer and how
// they name things is a claim; where they go is not.
var koreanSubjects = map[string]bool{"사용자는": true, "사용자가": true, "나는": true, "저는": true, "우리는": true, "우리": true}

// A verb is what a predicate is about.
type verb int

const (
	verbBe      verb = iota + 1 // 있다, 없다
	verbFind                    // 찾을 수 있다
	verbNotHere                 // 아니라
	verbGo                      // 가다
	verbAvoid                   // 피하다
	verbPrefer                  // 선호하다
	verbCall                    // 부르다
)

// A predicate closes a clause.
type predicate struct {
	verb   verb
	no     bool
	more   bool // another clause must follow
	weight float64
}

// maxPredicate is how many words a predicate may be spaced into.
const maxPredicate = 5

// forms lists the spellings of a predicate: each stem with each ending, without
// spaces.
type forms struct {
	predicate
	stems, endings string
}

// The endings of an order, a ban, and of verbs in 하다.
const (
	dont     = "마 마라 마요 마세요 말아 말아라 말아요 말아줘 말아주세요 마십시오 말것 말자 말도록"
	hada     = "해 해라 해줘 해요 하세요 하라 하자 해주세요 하십시오 할것"
	mustNot  = "안돼 안돼요 안된다 안됩니다 안됨"
	hadaGoes = "이동 탐색 확인 이용 사용 수색 진입"
)

var predicateForms = []forms{
	{predicate{verb: verbBe}, "있", "다 어 어요 습니다 음 지 지요 네 네요 죠 거든 거든요 단다"},
	{predicate{verb: verbBe, more: true}, "있", "고 지만 으며 는데"},
	{predicate{verb: verbBe, weight: Usual}, "있는", "편이다 편이야 편입니다"},
	{predicate{verb: verbBe, weight: Perhaps}, "있을", "거야 거예요 것이다 것같다 것같아 것같아요 수있어 수있다 수있어요 수있습니다 겁니다 것입니다"},
	{predicate{verb: verbBe}, "존재", "한다 해 해요 합니다 함"},
	{predicate{verb: verbBe, no: true}, "없", "다 어 어요 습니다 음 지 지요 네 네요 죠 거든 거든요 단다"},
	{predicate{verb: verbBe, no: true, more: true}, "없", "고 지만 으며 는데"},
	{predicate{verb: verbBe, no: true, weight: Usual}, "없", "었다 었어 었어요 었습니다 었음"},
	{predicate{verb: verbBe, no: true, weight: Usual, more: true}, "없", "었고 었지만 었는데"},
	{predicate{verb: verbBe, no: true, weight: Perhaps}, "없을", "거야 거예요 것이다 것같다 것같아 것같아요 겁니다 것입니다"},
	{predicate{verb: verbBe, no: true}, "있지않 존재하지않 있지는않", "다 아 아요 습니다 음 는다"},
	{predicate{verb: verbBe, no: true, more: true}, "있지않 존재하지않", "고 지만 으며"},
	{predicate{verb: verbBe, no: true}, "안", "있다 있어 있어요 있습니다"},
	{predicate{verb: verbBe}, "보", "인다 여 여요 입니다"},
	{predicate{verb: verbNotHere, no: true, more: true}, "아니", "라 고"},
	{predicate{verb: verbFind}, "찾을수있 볼수있 발견할수있", "다 어 어요 습니다 음"},
	{predicate{verb: verbFind, no: true}, "찾을수없 볼수없 발견할수없", "다 어 어요 습니다 음"},
	{predicate{verb: verbFind, weight: Usual}, "찾", "아 아라 아봐 아봐라 으세요 아보세요 아줘"},
	{predicate{verb: verbFind, no: true, weight: Usual}, "찾지", dont},

	{predicate{verb: verbGo, no: true}, "가지 들어가지 이동하지 향하지 나가지 진입하지 탐색하지 확인하지 이용하지 사용하지 들르지 가지는 들어가지는", dont},
	{predicate{verb: verbGo, no: true, more: true}, "가지 들어가지 이동하지 향하지 나가지 진입하지 탐색하지 이용하지 사용하지", "말고"},
	{predicate{verb: verbGo, no: true}, "가면 들어가면 이동하면 진입하면 가서는 들어가서는", mustNot},
	{predicate{verb: verbGo, no: true, more: true}, "가면 들어가면 이동하면", "안되고 안되며 안되지만"},
	{predicate{verb: verbGo, no: true, weight: Usual}, "안", "가 간다 갑니다 들어가 들어간다 들어갑니다"},
	{predicate{verb: verbGo, no: true, weight: Usual}, "안가는게 가지않는게 안가는것이 가지않는것이", "좋다 좋아 좋아요 좋습니다 좋겠다 좋겠어"},
	{predicate{verb: verbGo}, "", "가 가라 가요 가줘 가세요 가자 가주세요 가십시오 갈것 가봐 가보세요 들어가 들어가라 들어가세요 들어가자 들어가줘 들러 찾아가 찾아가라"},
	{predicate{verb: verbGo, more: true}, "", "가고 이동하고 들어가고"},
	{predicate{verb: verbGo}, hadaGoes, hada},
	{predicate{verb: verbGo}, "", "살펴봐 살펴봐라 살펴보세요 둘러봐 둘러보세요"},
	{predicate{verb: verbAvoid, no: true}, "피", hada + " 한다 합니다 해야한다 해야해 해야돼 해야합니다 함 해가 하는게좋다 하는게좋아"},
	{predicate{verb: verbAvoid, no: true, more: true}, "피", "하고 하며"},
	{predicate{verb: verbAvoid, no: true}, "출입금지 접근금지 진입금지", " 야 다 이다 입니다 임"},
	{predicate{verb: verbAvoid, no: true}, "건너뛰", "어 어라 어줘 세요"},
	{predicate{verb: verbPrefer}, "선호 우선", hada + " 한다 합니다 함"},
	{predicate{verb: verbPrefer, more: true}, "선호 우선", "하고 하며 하지만"},
	{predicate{verb: verbCall}, "", "불러 불러라 불러줘 불러요 부른다 부릅니다 부르자 부르세요 부름 불린다 불려 불려요 불립니다 한다 해 해요 합니다"},
}

// predicates looks a predicate up by its spelling without spaces.
var predicates = sync.OnceValue(func() map[string]predicate {
	m := map[string]predicate{}
	for _, f := range predicateForms {
		for _, stem := range strings.Split(f.stems, " ") {
			for _, ending := range strings.Split(f.endings, " ") {
				m[stem+ending] = f.predicate
			}
		}
	}
	delete(m, "")
	return m
})
