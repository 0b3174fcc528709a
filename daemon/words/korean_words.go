package words

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"
)

// The words that the Korean grammar knows, except verbs and names.

// particles may follow a name. The longest come first, so that the whole particle is taken
// off. Forms of "to be" may follow a name too: see [copula].
var particles = func() []string {
	all := strings.Fields(`쪽으로는 쪽으론 쪽으로 쪽에는 쪽에서 쪽에 쪽엔 쪽은 쪽 안에서는 안에서 안에는 안에도 안으로 안으로는 안에 안엔 안 속에 에서는 에서만 에서도 에서 에선 으로는 으로만 으로도 으로 으론
		이라고도 이라고 라고도 라고 이라구 라구 이라 라 이랑 랑 하고 이나 나 에다가 에다 에는 에도 에만 에 엔 로는 로만 로도 로 론 보다 보단 까지 까지는 부터 부터는 처럼 한테 에게
		은요 는요 이라도 라도 이라곤 라곤 이라고는 라고는 은 는 이 가 을 를 도 만 의 이라면 라면 와 과 말고 말구 말고는 서 서는`)
	slices.SortFunc(all, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b)) })
	return all
}()

// The particles that give a name its role.
var (
	atParticles    = []string{"", "에", "에는", "에도", "엔", "안에", "안에는", "안엔", "안에도", "속에", "쪽에", "쪽에는", "쪽엔", "은", "는", "에서", "에서는", "에선", "에서도", "안에서", "안에서는", "쪽에서", "도", "서", "서는", "에다", "에다가"}
	goalParticles  = []string{"", "이나", "나", "이라도", "라도", "로", "으로", "에", "에는", "엔", "로는", "으로는", "론", "으론", "로도", "으로도", "쪽으로", "쪽으로는", "쪽으론", "안으로", "안으로는", "쪽은", "쪽", "쪽에", "쪽엔", "쪽에는", "안", "안에", "안에는", "안엔", "은", "는", "을", "를", "도", "에도", "부터", "부터는", "까지", "까지는", "에서", "에서는", "에선", "이", "가", "안에도", "서", "서는"}
	awayParticles  = []string{"에서", "에서는", "에선", "서", "있던"} // of going and moving
	thingParticles = []string{"", "부터", "부터는", "이랑", "랑", "은요", "는요", "이라곤", "라곤", "이라고는", "라고는", "이나", "이라면", "라면", "은", "는", "이", "가", "을", "를", "도", "ㄹ"}
)

// pointing are words for the room where the robot is, and for what was named before.
var pointing = func() (all []struct{ word, means string }) {
	for means, list := range map[string]string{
		"here":  "네가지금있는방 니가지금있는방 니가있는방 너있는방 지금네가있는방 여기 이방 이곳 이쪽방 지금방 지금있는방 지금여기 네가있는방 네가있는곳 지금있는곳 여긴 여길 이방안 이방에 요방",
		"there": "거기 그방 그곳 그쪽 저방 거긴 거길",
		"it":    "이게 이거 이건 이걸 저거 요거 그거 그것 그게 걔 그놈 얘 걔네 그건 그걸",
	} {
		for w := range strings.FieldsSeq(list) {
			all = append(all, struct{ word, means string }{w, means})
		}
	}
	sort.Slice(all, func(i, j int) bool {
		return cmp.Or(cmp.Compare(len(all[j].word), len(all[i].word)), cmp.Compare(all[i].word, all[j].word)) < 0
	})
	return all
}()

// A koreanPhrase is what a phrase means for its clause.
type koreanPhrase struct {
	adverb
	mark
}

// A mark is what a phrase says about its clause.
type mark uint32

const (
	markNo      mark = 1 << iota // "절대", "전혀": makes sense only with a denial
	markNothing                  // "아무것도"
	markTold                     // its subject is a person: it tells, it does not order
	markGoal                     // "네가 가야 할 곳은"
	markSought                   // "말이야": the thing before is what is looked for
	markLasts                    // "계속": what was, still is
	markOther                    // "다른 데"
	markWhere                    // "어디"
	markAlong                    // "같이"
	markLater                    // "나중에"
	markAlias                    // "별명이"
	markWhy                      // "왜"
	markScoff                    // "무슨"
	markAdvice                   // "나라면"
	markOwner                    // "할머니", before what belongs to her
	markBut                      // "근데"
	markWho                      // "누가"
	markThem                     // "애들은": it is said of, or to, people
	markHow                      // "빨리": how to go, so that a denial does not say where
)

// koreanPhrases are the words that say nothing about where things are, without spaces.
var koreanPhrases = sync.OnceValue(func() map[string]koreanPhrase {
	m := map[string]koreanPhrase{}
	for _, l := range []struct {
		koreanPhrase
		list string
	}{
		{koreanPhrase{mark: markNo}, "절대 절대로 결코 전혀 더이상 더는 더이상은 한개도 하나도 한권도 한대도 한번도 단하나도 조금도 아예 두번다시 두번다시는 다시는 다신 한개조차 하나조차 절대절대 한마리도 한장도"},
		{koreanPhrase{mark: markNo | markNothing}, "아무것도"},
		{koreanPhrase{adverb: adverb{weight: Usual}, mark: markNo}, "거의"},
		{koreanPhrase{adverb: adverb{weight: Usual}}, "말로는 말론 말에따르면 말로 말씀이 보통 보통은 대개 주로 대부분 대체로 일반적으로 흔히 웬만하면 평소에 평소엔 평소에는"},
		{koreanPhrase{adverb: adverb{weight: Perhaps}}, "아마 아마도 가끔 때때로 어쩌면 내생각엔 내생각에는 내생각에 제생각엔 제생각에는 내기억엔 내기억에 내기억으로는 내기억으론 내가알기로는 내가알기론 내가알기로 제가알기로는 제가알기론 내가보기엔 제기억엔 제기억으론 듣기로는 듣기로 혹시몰라 왠지 아무래도 확실하진않지만 확실치않지만 확실하지는않지만 확실하지않지만 잘은모르겠지만 잘모르겠지만 글쎄"},
		{koreanPhrase{mark: markBut}, "근데 그런데 하지만 그러나"},
		{koreanPhrase{mark: markWho | markTold}, "누가 어느누가 어떤사람이 세상에누가 대체누가 도대체누가"},
		{koreanPhrase{adverb: adverb{weight: Usual}, mark: markHow}, "자주"},
		{koreanPhrase{mark: markHow}, "빨리 얼른 어서 급히 바로 당장 곧장 곧바로 똑바로 후딱 천천히 조용히 몰래 오래 혼자 혼자서 홀로 단독으로 급하게 빠르게 느리게 시끄럽게 빨리빨리 천천히는 오래오래 너무자주 너무오래 너무빨리"},
		{koreanPhrase{adverb: adverb{firm: true}}, "항상 늘 언제나 반드시 꼭 먼저 우선 맨날"},
		{koreanPhrase{adverb: adverb{no: true}}, "그만 안 못 이제그만"},
		{koreanPhrase{adverb: adverb{brief: true}}, "지금 지금은 오늘은 오늘 아직 잠깐만 잠깐 잠시 잠시만"},
		{koreanPhrase{adverb: adverb{one: true}}, "빨간 파란 노란 초록 하얀 검은 검정 까만 흰 갈색 회색 큰 작은 새로산 낡은 오래된 커다란 조그만 예쁜 좋은 다른 비싼 무거운 긴 하얀색 검은색 빨간색 파란색 노란색 초록색 쪼그만 멋진"},
		{koreanPhrase{mark: markGoal}, "남은건 남은데는 남은곳은 남은방은 네가가야될데는 네가가야할데는 네가가야할곳은 네가가야될곳은 가야될데는 가야할데는 가야할곳은 가야될곳은 갈곳은 갈데는 가야하는곳은 가야되는곳은 네가갈곳은 네가갈데는 니가가야할데는 니가가야할곳은 니가가야될데는 네가봐야할곳은 봐야할곳은 봐야할데는 가봐야할곳은 가봐야할데는 가야할건 가야하는데는 찾아봐야할곳은 찾아볼곳은 네가가야하는곳은 니가갈곳은 니가갈데는 목적지는"},
		{koreanPhrase{mark: markLasts}, "계속 여태 여태껏 줄곧 내내 내도록 쭉 아직도 여전히 그대로"},
		{koreanPhrase{mark: markOther}, "다른데 다른데를 다른데서 다른데로 다른데도 딴데 딴데서 딴데로 딴데를 다른곳 다른곳을 다른곳에서 다른곳으로 딴곳 다른방 다른방을 다른방에서 다른방으로 다른방부터 다른데부터 나머지 나머지만 나머지를 나머지방 아무데나 다른곳부터 딴데부터"},
		{koreanPhrase{mark: markSought}, "말이죠 말입니다 얘긴데 얘기인데 말이야 말인데 말이지 말인데요 말이에요 찾는거면 찾고있으면 필요하면 있잖아 찾는다면 말야 찾는거지 찾는중이면"},
		{koreanPhrase{mark: markWhere}, "어디 어디에 어딘지 어디쯤 어디어디 어디다 어디에다 어디로 어디에서 어디서"},
		{koreanPhrase{mark: markSought | markLasts}, "본게 본건 본곳은 본데는 본곳이 본데가 둔게 둔건 둔곳은 둔데는 놓은건 놓은게 놔둔게 놔둔건 놔둔데는 넣어둔건 넣어둔게 쓴건 쓴게 마지막으로본게 마지막으로본건 마지막으로둔게 마지막으로둔건 마지막으로쓴게 마지막으로쓴건 마지막위치는 두는데는 두는곳은 놓는데는 놓는곳은 보관하는데는 보관하는곳은 위치는 자리는 지정석은"},
		{koreanPhrase{mark: markAlong}, "같이 함께"},
		{koreanPhrase{adverb: adverb{brief: true}, mark: markLater}, "나중에 이따 이따가 있다가 좀있다가 조금있다가 조금이따 좀이따가 나중엔 다음번에 마지막에 마지막으로 맨마지막에 맨마지막으로 제일마지막에 내일 내일은 내일이면 내일부터 모레 모레는 다음주에 다음주"},
		{koreanPhrase{mark: markAlias}, "별명이 별명은 별명 이름이 이름은 애칭이 애칭은 별칭이 별칭은 딴이름이 다른이름이 딴이름은 다른이름은"},
		{koreanPhrase{mark: markWhy}, "왜 어째서 뭐하러 뭣하러 왜자꾸 왜또 왜맨날"},
		{koreanPhrase{mark: markScoff}, "무슨 뭔 뭔놈의 무슨놈의"},
		{koreanPhrase{mark: markAdvice | markTold}, "나라면 저라면 나같으면 저같으면 나였으면 저였으면 내가너라면 내가너면"},
		{koreanPhrase{mark: markOwner}, "엄마 아빠 할머니 할아버지 누나 형 언니 오빠 동생 남편 아내 와이프 애들 아이들 애기 아기 막내 이모 고모 삼촌 우리애 아들 딸 엄마꺼 어머니 아버지 어머님 아버님 신랑 친구 손님 둘째 첫째 사촌 장모님 시어머니 룸메 룸메이트"},
		{koreanPhrase{mark: markTold}, "우리식구들은 우리식구들이 우리집식구들은 형아가 이모가 고모가 삼촌이 할아버지는 할머니는 막내가 둘째가 첫째가 큰애가 작은애가 꼬맹이가 애기가 아기가 아내분이 남편분이 어머님이 아버님이 어머님은 아버님은 장인어른이 시어머님이 사촌이 이모는 고모는 삼촌은 사용자는 사용자가 나는 저는 난 전 우리는 우린 우리가 우리 저희는 저희가 저흰 우리가족은 우리식구는 우리가족들은 내가 제가 나도 저도 엄마가 아빠가 엄마는 아빠는 형이 누나가 언니가 오빠가 동생이 남편이 아내가 와이프가 애들이 애들은 아이들이 아이들은 우리애가 우리아이가 식구들이 누가 누군가 누군가가 룸메가 룸메이트가 할머니가 할아버지가 아들이 딸이 신랑이 남동생이 여동생이 청소하시는분이 이모님이 아저씨가 우리집사람들은 집사람이 가족들이 사람들이 다들 우리엄마가 우리아빠가 우리형이 동생은 누나는 언니는 아들은 딸은 애가 엄마랑아빠가 룸메이트는 남편은 아내는 우리아들은 우리딸은 우리아들이 우리딸이 아버지가 어머니가 아버지는 어머니는 시어머니가 장모님이"},
		{koreanPhrase{}, `데는 곳은 데가 곳이 자리는 장소는 있는데는 있는곳은 있는건 있는것은 있는쪽은 있는방은 있는장소는 있는데가 있는곳이 있는자리는 그리고 하지만 그러나 그런데 근데 참고로 참고 제발 대신 대신에 로봇아 그냥 지금 또 다시 그러니까 그러니깐 그니까 그래서 그럼 그러면 그렇다면 그다음에 그다음엔 그다음 그런다음 그런다음에 다음엔 다음에 다음은 다음으로 그담에 그후에 이제 이젠 이제는 이미 벌써
		진짜 진짜로 정말 정말로 참 좀 조금 더 좀더 한번 한번만 한번더 다시한번 일단 얼른 빨리 어서 바로 당장 곧장 곧바로 똑바로 슬쩍 살짝 살며시 후딱 싹 샅샅이 쓱 휙 싸게 쫌만 제일먼저 맨먼저 가장먼저 어여 제대로 꼼꼼히 꼼꼼하게 자세히 잘 천천히 조용히 분명 분명히 틀림없이 어김없이 변함없이 확실히 당연히 물론 역시 사실 사실은 솔직히 원래 원래는 다 모두 전부 둘다 셋다 여러개 하나 두개 세개 몇개 많이 엄청 되게 아주 매우 너무 완전 자꾸 현재 현재는 어제 방금 방금전에 아까 아까전에 조금전에 좀전에 지난주에 지난주 지난달에 며칠전에 어젯밤에 오늘아침에 아침에 어제저녁에 얼마전에 최근에 요즘 요새 요즘은 요즘엔
		어 음 아 야 자 저기 저기요 있지 글쎄요 뭐 막 응 네 예 그래 아니 아니야 아니아니 에이 아이고 아이참 아오 어휴 에휴 하 휴 헐 와 오 와우 이봐 이봐요 얘야 여보세요 로봇 로봇아 로봇님 로보트야 로봇씨 로봇청소기야 친구야 이친구야 바보야 바보로봇아 이바보야 이바보로봇아 멍청아 이멍청아 멍청이 멍청이야 이멍청이야 이멍청한로봇아 멍청한로봇아 깡통아 이깡통아 이로봇아 이녀석아 이놈아 이것아 짜식아 임마 인마 이자식아 똥멍청이야 이똥멍청이야 바보 바보같은로봇아 바보같은로봇 돌머리야 이돌머리야 답답아 이답답아 이양반아 꼬마야 아가야 친구 귀염둥이야 요놈아
		네가 니가 너는 넌 너 너도 넌좀 바로네앞에 네앞에 니앞에 눈앞에 코앞에 바로앞에 바로거기 창가에 창가쪽에 창문옆에 구석에 한쪽에 안쪽에 가운데에 가운데 한가운데 벽쪽에 벽에 문옆에 입구쪽에 왼쪽에 오른쪽에 어딘가 어딘가에 어디 어디든 우리집에서는 우리집에선 우리집에서 우리집은 우리집엔 우리집에는 우리집 저희집에서는 저희집에선 저희집은 저희집 집에서는 이집에서는 이집에선 여기서는 우리집에서만
		부탁해 부탁해요 부탁합니다 부탁드려요 부탁드립니다 부탁이야 부탁할게 부탁할게요 부탁인데 고마워 고마워요 감사 감사합니다 감사해요 미안 미안한데 미안하지만 죄송하지만 죄송한데 실례지만 괜찮으면 괜찮다면 괜찮으시면 가능하면 가능하다면 될수있으면 되도록 되도록이면 할수있으면 시간되면 시간나면 여유되면 다했으면 다했으면이제 끝났으면 끝나면 다끝나면 다하면 준비되면 심심하면 바쁘지않으면 안바쁘면 한가하면 할일없으면 생각나면 지나가는길에 가는김에 하는김에 온김에 나온김에 다됐으면 충전다됐으면 일다했으면 청소끝나면 괜찮거든 혹시 혹시모르니까 만약을위해 알겠지 알았지 알았어 알겠어 알겠어요 알았죠 알겠죠 알겠니 오케이 오키 ok 오케 응응 어서요 제발요 제발좀 좀요 진심 진심으로 ㅇㅋ 쫌 아진짜 아정말 아제발 아좀 뭐해 뭐하니 뭐하냐 뭐하는거야 몇번을말해 몇번말해 몇번이나말했어 몇번을말하니 몇번말했어 도대체 대체 몇번이나 두번이나 세번이나 내말은 내말 있잖아 있잖아요 그게아니라 그게아니고 맞아 맞다 맞아요 그치 그렇지 그쵸 그죠 정답은 힌트 팁 정정 수정 메모 주의 명심해 기억해 기억해둬 알아둬 잊지마 잊지말고 유념해 참고해 참고해줘 참고하세요 말했잖아 말했지 했잖아 그랬잖아 그랬지 내가말했잖아 내가말했지 듣고있어 들어봐 봐봐 잘들어 잘들어봐 무조건 일부러 차라리 대충 오직 특히 특별히 그쪽말고 거봐 보면 알다시피 보다시피 보시다시피 말하자면 즉 다행히 아쉽게도 안타깝게도 유감이지만
		무슨일이있어도 어떤일이있어도 로봇은 앞으로 앞으론 앞으로는 이제부터 이제부턴 원래있던 평소있던 늘있던 맨 당분간 한동안 굳이 괜히 나란히 따로 몰래 높이 깊숙이 깊이 멀리 일찍 가까이 일일이 제일 가장 함 급히 가만히 깨끗이 겨우 간신히 실수로 깜빡하고 얼떨결에 어쩌다 어쩌다가 마침 막상 보통때 평일엔 주말엔 오늘은좀 하나씩 두어개 한두개 뭘 뭐임 ㅠㅠ 근처도 근처에도 발도 실은 알고보니 웃기게들리겠지만 이상하지만 이상하게도 웃기지만 신기하게도 뜬금없지만 놀랍게도 의외로 아무튼 암튼 여하튼 어쨌든 하여튼 그나저나 한번씩 온집안통틀어 내기억이맞다면 제기억이맞다면 확실친않은데 확실하진않은데 확실하지않은데 그 이 저 내 제 네 니 우리 저희 내거 울 그런거 이런 그런 저런 새
		다야 거기에다 그자리에 항상그자리에 제자리에 뭐가 쪽 안쪽 방향으로 방향 두군데 양쪽 양쪽다 둘 각각 다른데말고 딴데말고 엉뚱한데말고`},
	} {
		if l.mark == markNo && len(m) == 0 {
			addPeople(m)
		}
		for w := range strings.FieldsSeq(l.list) {
			if _, taken := m[w]; !taken {
				m[w] = l.koreanPhrase
			}
		}
	}
	for n := range strings.FieldsSeq("한 두 세 네 몇 여러 다섯 하나 둘") {
		for of := range strings.FieldsSeq("개 짝 장 권 켤레 벌 자루 병 대 마리 통 박스 세트 쌍 송이 잔 벌") {
			for _, particle := range []string{"", "은", "는", "이", "가", "을", "를", "도", "씩", "정도", "쯤"} {
				if n == "하나" || n == "둘" {
					of = ""
				}
				if _, taken := m[n+of+particle]; !taken {
					m[n+of+particle] = koreanPhrase{}
				}
			}
		}
	}
	return m
})

// people are words for people, and for beasts, who are told by them from the robot.
const people = `애 애들 아이 아이들 얘들 애기 아기 막내 첫째 둘째 셋째 큰애 작은애 꼬맹이 꼬맹이들 엄마 아빠 어머니 아버지 어머님 아버님 할머니 할아버지 누나 형 언니 오빠 동생 남동생 여동생 남편 아내 와이프 신랑 이모 이모님 고모 삼촌 아들 딸
	손님 손님들 친구들 사람들 식구들 가족들 조카 조카들 사촌 룸메이트 룸메 강아지 고양이 멍멍이 개들 고양이들 방문객 방문자 외부인 관계자 학생들 직원들 아저씨 아주머니 집사람 남자들 여자들 어른들`

// addPeople adds the words for people as the topic of a clause: "애들은".
func addPeople(m map[string]koreanPhrase) {
	for who := range strings.FieldsSeq(people) {
		for _, particle := range []string{"은", "도", "만"} {
			for _, name := range []string{who, "우리" + who} {
				m[WithParticle(name, particle)] = koreanPhrase{mark: markTold | markThem}
			}
		}
	}
}

const (
	maxPhrase    = 5
	maxPredicate = 7 // the most words that a predicate may be written in
)

// koreanTags end a question that only asks whether something was understood.
var koreanTags = wordSet("알겠지 알았지 응 오케이 알겠어 알았어 알겠니 ok 알았죠 알겠죠 오키 그치 됐지 콜 ㅇㅋ")

// Words, and beginnings of words, with which a sentence claims nothing.
var (
	voidKorean = wordSet(`만약 만약에 만일 예전엔 예전에 예전에는 옛날에 옛날엔 옛날에는 어릴 퍽이나 참도 언젠가 언젠가는 댁 댁에 댁에는 댁엔 댁은
		농담 상상 꿈에 꿈에서 그래그래 어련히 달나라에 언제 영화에서 사진에는 사진엔 사진에 드라마에서 전엔 아예예 네네 예예 뻔했잖아 잘도 뺀 제외한`)
	voidBegins = strings.Fields("모델하우스 가구점 이케아 백화점 매장 인터넷 유튜브 잡지 펜션 리조트 기숙사 살던 옛집 처갓집 외가 친정 큰집 언니네 누나네 오빠네 형네 친구네 이모네 고모네 삼촌네 동생네 옆집 이웃 앞집 윗집 아랫집 친구집 처가 시댁 본가 외갓집 할머니댁 할머니집 남의 호텔 걔네 엄마네 부모님댁 사촌네 철수네 선배네 후배네 할머니네 시골집 자취방 모텔 회사에 학교에 민수네 영희네 지수네")
)

// endsAlien reports whether an unknown word ends a clause, by its ending: "졸리니까",
// "싱거워서".
func endsAlien(word string) bool {
	if endsIn(word, "때 도록 거나 다며 하고 되고 다고 느라 더니 려고 자마자 면서 하다 하네 같네 때문에 걸세 후로 때까지 때부터 때까지는 때부터는") {
		return true
	}
	if before, ok := strings.CutSuffix(word, "서"); ok {
		return openVowel(before) && !endsOrIs(before, "아 가 나 라 하") || endsIn(word, "가서 나서 라서 해서 아서")
	}
	if len(word) > longestWord {
		return false
	}
	v, letters := koreanVerbs(), norm.NFD.String(word)
	for at := 2 * letterBytes; at+3*letterBytes <= len(letters); at += letterBytes {
		if starts := letters[at:] < "\u1113"; starts && at+4*letterBytes > len(letters) {
			break // one syllable: "화면"
		}
		for depth := range 3 {
			for _, f := range []form{formBase, formOpen, formInf} {
				if _, ok := v.behind(predicate{verb: verbOther}, f, letters[at:], depth); ok {
					return true
				}
			}
		}
	}
	return false
}
