package words

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// A verb is what a predicate is about.
type verb int

const (
	verbNone   verb = iota
	verbBe          // 있다; denied: 없다
	verbIs          // 거실이다
	verbIsNot       // 거실이 아니다
	verbGo          // 가다
	verbLook        // 보다: at a place, or for a thing
	verbSee         // 보이다
	verbSeek        // 찾다: a thing, if one was named
	verbPut         // 두다, 옮기다
	verbTake        // 빼다, 치우다: what it says of a thing is where it is not
	verbAvoid       // 피하다
	verbPrefer      // 선호하다
	verbCall        // 부르다
	verbMean        // 말하는 거야
	verbOther       // says nothing of places: 자다
	verbOpen        // a verb of no table, in the past: what was done to a thing tells where it is
)

const (
	tells   mood = iota // 있다
	asks                // 있니
	orders              // 가세요
	begs                // 가 줄래: an order even as a question
	bans                // 가지 마
	allows              // 가도 돼
	ifs                 // 가면: the sentence says nothing
	seeking             // 찾으려면, 찾으러
	doubts              // 있다니: said to be taken back
)

// A predicate closes a clause.
type predicate struct {
	verb   verb
	mood   mood
	no     bool
	more   bool // another clause follows or may follow
	past   bool
	quoted bool // 있다고: a verb of saying may follow
	cannot bool // 못 가
	can    bool // 찾을 수 있다
	plain  bool // 가, 보고, 가서: an order, or one half of it, unless somebody is told of
	open   bool // its verb is known only by the one behind it: "깔아 놨어"
	sure   bool // it states even where a question mark stands
	weight float64
	text   string // without spaces
}

const (
	formStem form = iota // 가-, 있-; 으 may follow a consonant
	formInf              // 가, 있어, 봐
	formPast             // 갔-, 있었-
	formWill             // 갈, 있을
	formNow              // 가는, 있는
	formDone             // 간, 찾은: takes the endings of formNow
	formSay              // 간-, 갑-, 찾는-, 찾습-
	formMay              // 있겠-
	formNoun             // 있음, 둠
)

// A verbStem is a verb in the three forms from which the others follow: 가, 가, 갔.
type verbStem struct {
	verb
	no             bool
	stem, inf, was string
}

// The verbs, each with a row of "stem inf past", parted by commas.
var verbTable = []struct {
	verb
	no   bool
	rows string
}{
	{verbBe, false, "수두룩하 수두룩해 수두룩했, 가득하 가득해 가득했, 가득있 가득있어 가득있었, 쌓이 쌓여 쌓였, 남 남아 남았, 가있 가있어 가있었, 와있 와있어 와있었, 들어가있 들어가있어 들어가있었, 올라가있 올라가있어 올라가있었, 내려가있 내려가있어 내려가있었, 나가있 나가있어 나가있었, 굴러다니 굴러다녀 굴러다녔, 충전중이 충전중이야 충전중이었, 보관중이 보관중이야 보관중이었, 있 있어 있었, 존재하 존재해 존재했, 많 많아 많았, 있으시 있으셔 있으셨, 계시 계셔 계셨, 위치하 위치해 위치했, 놓여있 놓여있어 놓여있었, 서있 서있어 서있었, 들어있 들어있어 들어있었, 나와있 나와있어 나와있었, 보관되어있 보관되어있어 보관되어있었, 보관돼있 보관돼있어 보관돼있었, 놓이 놓여 놓였, 세워져있 세워져있어 세워져있었, 걸려있 걸려있어 걸려있었, 모여있 모여있어 모여있었, 남아있 남아있어 남아있었, 설치되어있 설치돼있어 설치돼있었, 널려있 널려있어 널렸, 숨어있 숨어있어 숨어있었, 갖춰져있 갖춰져있어 갖춰져있었, 놓여져있 놓여져있어 놓여져있었, 배치되어있 배치되어있어 배치되어있었"},
	{verbBe, true, "없 없어 없었, 안보이 안보여 안보였, 없어지 없어져 없어졌, 사라지 사라져 사라졌, 안계시 안계셔 안계셨"},
	{verbSee, false, "보이 보여 보였, 발견되 발견돼 발견됐, 눈에띄 눈에띄어 눈에띄었"},
	{verbIsNot, true, "아니 아니야 아니었, 아니 아니에 아니었, 아니 아니예 아니었, 아닌 아닌 아닌"},
	{verbGo, false, "얼씬도하 얼씬도해 얼씬도했, 고고 고고 고고, ㄱㄱ ㄱㄱ ㄱㄱ, 가 가 갔, 들어가 들어가 들어갔, 들러 들러 들렀, 들르 들러 들렀, 들리 들려 들렸, 이동하 이동해 이동했, 향하 향해 향했, 나가 나가 나갔, 진입하 진입해 진입했, 출발하 출발해 출발했, 다녀오 다녀와 다녀왔, 갔다오 갔다와 갔다왔, 올라가 올라가 올라갔, 내려가 내려가 내려갔, 넘어가 넘어가 넘어갔, 건너가 건너가 건너갔, 찾아가 찾아가 찾아갔, 돌아가 돌아가 돌아갔, 방문하 방문해 방문했, 다니 다녀 다녔, 얼씬거리 얼씬거려 얼씬거렸, 얼씬하 얼씬해 얼씬했, 오 와 왔, 들어오 들어와 들어왔, 접근하 접근해 접근했, 움직이 움직여 움직였, 나오 나와 나왔, 지나가 지나가 지나갔, 밟 밟아 밟았, 서성거리 서성거려 서성거렸, 서성이 서성여 서성였, 기웃거리 기웃거려 기웃거렸, 발들이 발들여 발들였, 직행하 직행해 직행했, 출동하 출동해 출동했, 순찰하 순찰해 순찰했, 이동하 이동해 이동했, 왔다가 왔다가 왔다갔, 갔다오 갔다와 갔다왔, 뛰어들 뛰어들어 뛰어들었, 오르 올라 올랐, 뛰 뛰어 뛰었, 시작하 시작해 시작했, 출입하 출입해 출입했, 드나들 드나들어 드나들었, 건들이 건드려 건드렸, 돌아다니 돌아다녀 돌아다녔, 머무르 머물러 머물렀, 가까이가 가까이가 가까이갔, 얼쩡거리 얼쩡거려 얼쩡거렸, 향하 향해 향했, 뛰어가 뛰어가 뛰어갔, 달려가 달려가 달려갔"},
	{verbLook, false, "보 봐 봤, 확인하 확인해 확인했, 살펴보 살펴봐 살펴봤, 살피 살펴 살폈, 둘러보 둘러봐 둘러봤, 들여다보 들여다봐 들여다봤, 뒤지 뒤져 뒤졌, 탐색하 탐색해 탐색했, 수색하 수색해 수색했, 이용하 이용해 이용했, 사용하 사용해 사용했, 검색하 검색해 검색했, 패트롤하 패트롤해 패트롤했, 정찰하 정찰해 정찰했, 스캔하 스캔해 스캔했, 둘러봐주 둘러봐줘 둘러봐줬, 뒤적거리 뒤적거려 뒤적거렸, 뒤적이 뒤적여 뒤적였, 쓸 쓸어 쓸었, 체크하 체크해 체크했, 탐사하 탐사해 탐사했, 조사하 조사해 조사했, 점검하 점검해 점검했, 훑어보 훑어봐 훑어봤, 훑 훑어 훑었, 뒤집 뒤집어 뒤집었, 시도하 시도해 시도했, 들춰보 들춰봐 들춰봤, 쳐다보 쳐다봐 쳐다봤, 돌아보 돌아봐 돌아봤, 구경하 구경해 구경했, 노려보 노려봐 노려봤, 스캔하 스캔해 스캔했, 돌 돌아 돌았, 알아보 알아봐 알아봤, 살펴 살펴 살폈, 내다보 내다봐 내다봤"},
	{verbSeek, false, "찾 찾아 찾았, 발견하 발견해 발견했, 목격하 목격해 목격했, 챙기 챙겨 챙겼, 가져오 가져와 가져왔, 갖고오 갖고와 갖고왔, 꺼내오 꺼내와 꺼내왔, 찾아오 찾아와 찾아왔"},
	{verbPut, false, "달 달아 달았, 붙이 붙여 붙였, 꽂 꽂아 꽂았, 쌓 쌓아 쌓았, 던지 던져 던졌, 깔 깔아 깔았, 걸치 걸쳐 걸쳤, 숨기 숨겨 숨겼, 모시 모셔 모셨, 끌고가 끌고가 끌고갔, 놓고나오 놓고나와 놓고나왔, 갖다놓 갖다놔 갖다놨, 처박 처박아 처박았, 두 둬 뒀, 두 둬 두었, 놓 놔 놨, 놓 놓아 놓았, 놔두 놔둬 놔뒀, 놓아두 놓아둬 놓아뒀, 넣 넣어 넣었, 옮기 옮겨 옮겼, 이동시키 이동시켜 이동시켰, 가져가 가져가 가져갔, 가져다놓 가져다놔 가져다놨, 갖다놓 갖다놔 갖다놨, 갖다두 갖다둬 갖다뒀, 들여놓 들여놔 들여놨, 보관하 보관해 보관했, 들고가 들고가 들고갔, 가지고가 가지고가 가지고갔, 세우 세워 세웠, 옮겨지 옮겨져 옮겨졌, 설치하 설치해 설치했, 배치하 배치해 배치했, 빌려가 빌려가 빌려갔, 들고오 들고와 들고왔, 데려가 데려가 데려갔, 두고나가 두고나가 두고나갔, 놓고나가 놓고나가 놓고나갔, 두고나오 두고나와 두고나왔, 놔두고나오 놔두고나와 놔두고나왔, 두고오 두고와 두고왔, 놓고오 놓고와 놓고왔, 놓고가 놓고가 놓고갔, 두고가 두고가 두고갔, 놔두고오 놔두고와 놔두고왔, 갖고가 갖고가 갖고갔, 옮기시 옮기셔 옮기셨, 두시 두셔 두셨, 놓으시 놓으셔 놓으셨, 걸 걸어 걸었, 집어넣 집어넣어 집어넣었, 밀어넣 밀어넣어 밀어넣었, 끌어다놓 끌어다놔 끌어다놨, 올려놓 올려놔 올려놨, 옮겨가 옮겨가 옮겨갔, 보내 보내 보냈, 이사가 이사가 이사갔, 나르 날라 날랐, 모아두 모아둬 모아뒀, 정리해두 정리해둬 정리해뒀, 버려두 버려둬 버려뒀, 자리를옮기 자리를옮겨 자리를옮겼, 자리바꾸 자리바꿔 자리바꿨, 자리를바꾸 자리를바꿔 자리를바꿨, 위치바꾸 위치바꿔 위치바꿨, 이사하 이사해 이사했, 이사오 이사와 이사왔"},
	{verbTake, false, "내리 내려 내렸, 내다놓 내다놔 내다놨, 꺼내놓 꺼내놔 꺼내놨, 가져다버리 가져다버려 가져다버렸, 떼 떼 뗐, 빼다 빼다 빼다, 꺼내 꺼내 꺼냈, 빼 빼 뺐, 빼내 빼내 빼냈, 꺼내 꺼내 꺼냈, 치우 치워 치웠, 내놓 내놔 내놨, 없애 없애 없앴, 철거하 철거해 철거했, 들어내 들어내 들어냈, 버리 버려 버렸, 제거하 제거해 제거했, 빼놓 빼놔 빼놨, 치워버리 치워버려 치워버렸, 빠지 빠져 빠졌"},
	{verbAvoid, true, "안되 안돼 안됐, 냅두 냅둬 냅뒀, 거르 걸러 걸렀, 됐 됐어 됐었, 피하 피해 피했, 건너뛰 건너뛰어 건너뛰었, 건너뛰 건너뛰어 건너뛰었, 제외하 제외해 제외했, 패스하 패스해 패스했, 생략하 생략해 생략했, 멀리하 멀리해 멀리했, 자제하 자제해 자제했, 삼가 삼가 삼갔, 삼가하 삼가해 삼가했, 지나치 지나쳐 지나쳤, 무시하 무시해 무시했, 포기하 포기해 포기했, 빼 빼 뺐, 빼놓 빼놔 빼놨, 스킵하 스킵해 스킵했, 금지하 금지해 금지했, 금하 금해 금했, 넘기 넘겨 넘겼, 떠나 떠나 떠났, 비켜가 비켜가 비켜갔, 비키 비켜 비켰, 잊 잊어 잊었, 관두 관둬 관뒀, 내버려두 내버려둬 내버려뒀, 벗어나 벗어나 벗어났"},
	{verbPrefer, false, "선호하 선호해 선호했, 우선하 우선해 우선했, 추천하 추천해 추천했, 추천드리 추천드려 추천드렸, 빠르 빨라 빨랐, 확실하 확실해 확실했, 유력하 유력해 유력했"},
	{verbCall, false, "부르 불러 불렀, 불리 불려 불렸, 하 해 했, 이름짓 이름지어 이름지었, 이름을짓 이름을지어 이름을지었, 이름붙이 이름붙여 이름붙였, 이름을붙이 이름을붙여 이름을붙였, 별명짓 별명지어 별명지었, 칭하 칭해 칭했, 알아듣 알아들어 알아들었, 알아먹 알아먹어 알아먹었, 일컫 일컬어 일컬었, 통하 통해 통했"},
	{verbMean, false, "말하는거 말하는거야 말하는거였, 말하 말해 말했, 뜻하 뜻해 뜻했, 의미하 의미해 의미했, 가리키 가리켜 가리켰, 뜻이 뜻이야 뜻이었, 얘기하는거 얘기하는거야 얘기하는거였, 의미 의미야 의미였, 뜻 뜻이야 뜻이었"},
	{verbOther, false, "자 자 잤, 일하 일해 일했, 닦 닦아 닦았, 젖 젖어 젖었, 닫히 닫혀 닫혔, 열리 열려 열렸, 청소하 청소해 청소했, 공부하 공부해 공부했, 쉬 쉬어 쉬었, 미끄럽 미끄러워 미끄러웠, 더럽 더러워 더러웠, 위험하 위험해 위험했, 좁 좁아 좁았, 막히 막혀 막혔, 잠기 잠겨 잠겼, 시끄럽 시끄러워 시끄러웠, 수리하 수리해 수리했, 공사하 공사해 공사했, 고치 고쳐 고쳤, 바쁘 바빠 바빴, 싸우 싸워 싸웠, 울 울어 울었, 깨 깨 깼, 씻 씻어 씻었, 주무시 주무셔 주무셨, 요리하 요리해 요리했, 미끄러지 미끄러져 미끄러졌, 지저분하 지저분해 지저분했, 회의하 회의해 회의했, 느리 느려 느렸, 답답하 답답해 답답했, 멍청하 멍청해 멍청했, 모르 몰라 몰랐, 알 알아 알았, 말 말아 말았, 놀 놀아 놀았, 어둡 어두워 어두웠, 춥 추워 추웠, 비좁 비좁아 비좁았, 복잡하 복잡해 복잡했, 바꾸 바꿔 바꿨, 헤매 헤매 헤맸, 말씀드리 말씀드려 말씀드렸, 이야기하 이야기해 이야기했, 얘기하 얘기해 얘기했, 들 들어 들었, 그러 그래 그랬, 기억나 기억나 기억났, 분명하 분명해 분명했, 틀림없 틀림없어 틀림없었, 당연하 당연해 당연했"},
}

// auxiliaries go on behind the form in 아/어: 가 보다, 옮겨 놓다.
var auxiliaries = []string{"보 봐 봤", "주 줘 줬", "놓 놔 놨", "두 둬 뒀", "보시 보셔 보셨", "주시 주셔 주셨", "버리 버려 버렸", "봐보 봐봐 봐봤", "드리 드려 드렸", "오 와 왔", "가 가 갔", "있 있어 있었", "놓으시 놓으셔 놓으셨", "두시 두셔 두셨", "달 달라 달랬", "나가 나가 나갔", "들이 들여 들였", "가지고가 가지고가 가지고갔"}

// denials go on behind a stem, or behind its form in ㄹ.
var (
	denials1 = []string{"지않", "진않", "지는않", "지도않", "질않", "지못하", "지도못하"}
	denials2 = []string{"리없", "리가없", "수없", "수가없", "것같지않", "것같진않", "것같지는않", "거같지않", "거같진않", "거같지는않", "리는없", "리야없", "리절대없", "수는없", "가능성은없", "가능성이없"}
)

// oneOf stand behind a list of which one holds: "거실이나 안방 중 하나야".
var oneOf = strings.Fields("중에하나 중하나 중에한군데 중한군데 중에한곳 중한곳 중에어딘가 중어딘가 중에서하나 둘중하나 둘중에하나 둘중한군데 둘중에한군데 셋중하나 셋중에하나 셋중한군데 셋중에한군데 셋중한곳 둘중한곳")

// banNouns forbid a place: "차고는 출입 금지야".
var banNouns = []string{"출입금지구역", "출입금지", "접근금지", "진입금지", "금지구역", "금지", "시간낭비", "제외", "패스", "노노", "출입불가", "접근불가", "출입제한", "출입통제", "통제구역", "금물", "스킵", "헛걸음", "헛수고"}

type stemForm struct {
	verbStem
	form
	will bool // a denial of what may be: it is not sure
}

type verbForms struct {
	stems   map[string][]stemForm
	endings map[form]map[string][]ending
	nouns   map[string]verbStem // orders without a verb: "거실 확인"
	longest int                 // bytes of the longest stem
}

var koreanVerbs = sync.OnceValue(func() *verbForms {
	v := &verbForms{stems: map[string][]stemForm{}, endings: map[form]map[string][]ending{}, nouns: map[string]verbStem{}}
	for _, l := range endingLists {
		if v.endings[l.form] == nil {
			v.endings[l.form] = map[string][]ending{"": nil}
			delete(v.endings[l.form], "")
		}
		list := strings.Fields(l.endings)
		if l.endings == "" {
			list = []string{""}
		}
		for _, e := range list {
			v.endings[l.form][e] = append(v.endings[l.form][e], l.ending)
		}
	}
	for _, rare := range strings.Fields("적 적이 적은 적도 기억이 기억은 일이 일은 일도") {
		for _, e := range strings.Fields("없다 없어 없는데 없거든 없지 없네 없음 없잖아 없습니다 없더라 없단다 없을걸 없어서 없으니까 없고") {
			more := strings.HasSuffix(e, "고") || strings.HasSuffix(e, "서") || strings.HasSuffix(e, "까")
			v.endings[formNow][rare+e] = append(v.endings[formNow][rare+e], ending{no: true, weight: Perhaps, more: more})
		}
	}
	for _, by := range strings.Fields("들고 갖고 가지고 데리고 끌고 안고 메고 타고 싣고") {
		for _, way := range strings.Fields("나가,나가,나갔 들어가,들어가,들어갔 올라가,올라가,올라갔 내려가,내려가,내려갔 들어오,들어와,들어왔 나오,나와,나왔 갔다놓,갔다놔,갔다놨 이동하,이동해,이동했") {
			w := strings.Split(way, ",")
			v.add(verbStem{verbPut, false, by + w[0], by + w[1], by + w[2]}, false)
			v.add(verbStem{verbPut, false, by + w[0] + "시", by + w[0] + "셔", by + strings.TrimSuffix(w[0], "오") + "셨"}, false)
		}
	}
	for _, t := range verbTable {
		for row := range strings.SplitSeq(t.rows, ",") {
			f := strings.Fields(row)
			s := verbStem{t.verb, t.no, f[0], f[1], f[2]}
			v.add(s, false)
			if !s.no {
				v.deny(s)
			}
			if s.verb != verbBe && s.verb != verbIsNot && s.verb != verbOther && !strings.HasSuffix(s.stem, "시") {
				polite := final(s.stem, 0, "으") + "시"
				v.add(verbStem{s.verb, s.no, polite, strings.TrimSuffix(polite, "시") + "셔", strings.TrimSuffix(polite, "시") + "셨"}, false)
			}
			if s.verb == verbOther {
				v.add(verbStem{s.verb, s.no, s.inf + "있", s.inf + "있어", s.inf + "있었"}, false)
			}
			for _, aux := range auxiliaries {
				a := strings.Fields(aux)
				if s.verb == verbBe || s.verb == verbIsNot || s.verb == verbOther {
					break
				}
				longer := verbStem{s.verb, s.no, s.inf + a[0], s.inf + a[1], s.inf + a[2]}
				v.add(longer, false)
				if a[0] == "보" {
					v.add(verbStem{s.verb, s.no, s.inf + "봐주", s.inf + "봐줘", s.inf + "봐줬"}, false)
					v.add(verbStem{s.verb, s.no, s.inf + "봐주시", s.inf + "봐주셔", s.inf + "봐주셨"}, false)
				}
			}
			if noun, ok := strings.CutSuffix(s.stem, "하"); ok && len(noun) > 3 && !strings.Contains("출입 접근 진입 시작 이용 사용 시도 알아", noun) && (s.verb == verbLook || s.verb == verbGo || s.verb == verbAvoid) {
				for _, e := range strings.Fields("부탁 부탁해 부탁드려 부탁드립니다 부탁드릴게 부탁할게 바람 바랍니다 요망 하기 좀 고고 시작 한번 각 필수") {
					v.nouns[noun+e] = s
				}
				v.nouns[noun] = s
			}
			if s.verb == verbLook || s.verb == verbSeek || s.verb == verbGo {
				for _, going := range []string{"고오 고와 고왔", "고가 고가 고갔", "러가 러가 러갔", "러오 러와 러왔"} {
					a := strings.Fields(going)
					v.add(verbStem{s.verb, s.no, s.stem + a[0], s.stem + a[1], s.stem + a[2]}, false)
					v.add(verbStem{s.verb, s.no, s.stem + a[1] + "주", s.stem + a[1] + "줘", s.stem + a[1] + "줬"}, false)
					v.add(verbStem{s.verb, s.no, s.stem + a[1] + "보", s.stem + a[1] + "봐", s.stem + a[1] + "봤"}, false)
				}
			}
			if s.verb == verbOther || s.verb == verbLook || s.verb == verbSeek || s.verb == verbPut {
				v.add(verbStem{s.verb, s.no, s.stem + "고있", s.stem + "고있어", s.stem + "고있었"}, false)
			}
		}
	}
	return v
})

func (v *verbForms) add(s verbStem, will bool) {
	add := func(text string, f form) {
		v.stems[text] = append(v.stems[text], stemForm{s, f, will})
		v.longest = max(v.longest, len(text))
	}
	add(s.stem, formStem)
	add(s.inf, formInf)
	add(s.was, formPast)
	add(final(s.stem, 8, "을"), formWill)
	add(s.stem+"는", formNow)
	add(final(s.stem, 4, "은"), formDone)
	if !strings.HasSuffix(s.stem, "시") && !strings.HasSuffix(s.stem, "주") {
		add(s.stem+"겠", formMay)
	}
	add(final(s.stem, 4, "는"), formSay)
	add(final(s.stem, 17, "습"), formSay)
	add(final(s.stem, 16, "음"), formNoun)
}

// deny adds the denied forms of a verb.
func (v *verbForms) deny(s verbStem) {
	for _, d := range denials1 {
		v.add(verbStem{s.verb, !s.no, s.stem + d, s.stem + d + "아", s.stem + d + "았"}, false)
	}
	for _, d := range denials2 {
		will := final(s.stem, 8, "을")
		inf := "어"
		if strings.HasSuffix(d, "않") {
			inf = "아"
		}
		v.add(verbStem{s.verb, !s.no, will + d, will + d + inf, will + d + inf[:0] + map[string]string{"어": "었", "아": "았"}[inf]}, true)
	}
}

// final puts a consonant under the last syllable where that is open, or else
// adds a syllable.
func final(stem string, consonant rune, syllable string) string {
	last, n := utf8.DecodeLastRuneInString(stem)
	if last < '가' || last > '힣' || (last-'가')%28 != 0 {
		return stem + syllable
	}
	return stem[:len(stem)-n] + string(last+consonant)
}

// predicateOf reads a predicate from its spelling without spaces: the reading
// with the longest stem.
func predicateOf(text string) (predicate, bool) {
	for _, ban := range banNouns {
		if rest, ok := strings.CutPrefix(text, ban); ok {
			if p, ok := copulas[rest]; ok || rest == "" {
				p.verb, p.no = verbAvoid, true
				return p, true
			}
		}
	}
	for _, one := range oneOf {
		if rest, ok := strings.CutPrefix(text, one); ok {
			p, ok := copulas[rest]
			p.verb = verbIs
			return p, ok || rest == ""
		}
	}
	if text == "하나" { // "one", no form of 하다
		return predicate{}, false
	}
	v := koreanVerbs()
	if p, ok := v.read(text); ok {
		return p, true
	}
	if s, ok := v.nouns[strings.TrimSuffix(text, "요")]; ok {
		return predicate{verb: s.verb, mood: orders, no: s.no}, true
	}
	if p, ok := v.result(text); ok {
		return p, true
	}
	for _, polite := range []string{"요", "여", "용", "욤", "유", "염", "잉"} {
		if short, ok := strings.CutSuffix(text, polite); ok {
			if p, ok := v.read(short); ok {
				return p, true
			}
			if p, ok := v.result(short); ok {
				return p, true
			}
			if p, ok := v.under(short); ok {
				return p, true
			}
			return v.done(short)
		}
	}
	if p, ok := v.under(text); ok {
		return p, true
	}
	return v.done(text)
}

// result reads what was done to a thing, or how it is, by the verb behind: "깔아
// 놨어", "깔려 있어".
func (v *verbForms) result(text string) (predicate, bool) {
	for n, r := range text {
		if doing, ok := strings.CutSuffix(text[:n], "고"); ok && r == '있' && doing != "" && !slices.ContainsFunc(habits, func(s string) bool { return strings.HasSuffix(doing, s) }) {
			if p, ok := v.read(strings.TrimSuffix(text[n:], "요")); ok && p.verb == verbBe && !p.no {
				p.verb, p.open, p.past = verbOpen, true, true
				return p, true
			}
		}
		if n == 0 || n > 12 || !strings.ContainsRune("놓놔놨두둬뒀둠있", r) || !openVowel(text[:n]) || strings.ContainsAny(text[:n], "안못") ||
			slices.ContainsFunc(states, func(s string) bool { return strings.HasSuffix(text[:n], s) }) {
			continue
		}
		if p, ok := v.read(strings.TrimSuffix(text[n:], "요")); ok && (p.verb == verbPut || p.verb == verbBe && !p.no) {
			p.open = true
			return p, true
		}
	}
	return predicate{}, false
}

// states are verbs before 놓다, 두다 and 있다 that say nothing of a place.
var states = strings.Fields("켜 꺼 켜져 꺼져 열어 열려 닫아 닫혀 잠가 잠겨 비워 비어 깨져 막혀 고쳐 씻어 닦아 해 틀어 말라 젖어 썩어 앉아 누워 자 서 살아 부서져 망가져 에 가 더 하 나")

// habits are verbs that say nothing of a place even while they last.
var habits = strings.Fields("먹 자 울 놀 앉 눕 켜 끄 열 닫 기다리 하 사 팔 알 모르 믿 싸우 떠들 서 살 생각하 말하 찾으려 좋아하 싫어하 숨 지키")

// openVowel tells whether a verb ends in 아 or 어, or what became of it.
func openVowel(text string) bool {
	last, _ := utf8.DecodeLastRuneInString(text)
	return last >= '가' && last <= '힣' && (last-'가')%28 == 0 && strings.ContainsRune("\x00\x01\x04\x06\x09\x0e", (last-'가')/28%21)
}

func (v *verbForms) read(text string) (predicate, bool) {
	for n := min(len(text), v.longest); n > 0; n-- {
		for _, s := range v.stems[text[:n]] {
			rest := text[n:]
			list := s.form
			if list == formDone {
				list = formNow
			}
			all := v.endings[list][rest]
			if all == nil && (s.form == formStem) {
				if short, ok := strings.CutPrefix(rest, "으"); ok {
					all = v.endings[s.form][short]
				}
			}
			for _, e := range all {
				p := predicate{verb: s.verb, mood: e.mood, no: s.no != e.no, more: e.more, past: s.form == formPast && rest != "다가" || (seen(rest) || s.form == formNoun) && (s.verb == verbPut || s.verb == verbTake || s.verb == verbGo) || s.form == formDone && s.verb != verbBe,
					quoted: e.quoted, can: e.can || s.will, plain: e.plain, sure: e.sure || stating(rest), weight: e.weight}
				if e.state && s.verb != verbBe && s.verb != verbSee {
					p.mood, p.no = asks, s.no
				}
				if s.will && s.verb == verbBe && p.weight == 0 {
					p.weight = Perhaps
				}
				if e.can && (strings.HasSuffix(text[:n], "줄") || strings.HasSuffix(text[:n], "주실")) {
					p.mood = begs // "확인해 줄 수 있어?"
				}
				if fits(p) {
					return p, true
				}
			}
		}
	}
	return predicate{}, false
}

// seen tells of endings of what somebody saw happen: "갖고 들어가던데".
func seen(ending string) bool {
	return slices.Contains(strings.Fields("더라 던데 더라고 더라구 더만 드라 더군"), ending)
}

// stating tells of endings that state what they say, even before a question mark.
func stating(ending string) bool {
	return slices.ContainsFunc(strings.Fields("다니까 다니깐 거든 던데 더라 더라고 더라구 잖아 잖니 는데 단다 구만 다구"), func(e string) bool { return ending == e })
}

// done reads a verb of no table by the past that it stands in: "널었거든".
func (v *verbForms) done(text string) (predicate, bool) {
	for n, r := range text {
		if r < '가' || r > '힣' || (r-'가')%28 != 20 || r == '있' || r == '겠' {
			continue
		}
		stem, rest := text[:n+len(string(r))], text[n+len(string(r)):]
		all := v.endings[formPast][rest]
		if all == nil || strings.ContainsAny(stem, "안못") || slices.ContainsFunc(changes, func(s string) bool { return strings.HasSuffix(stem, s) }) {
			continue
		}
		p := predicate{verb: verbOpen, open: true}
		for i := range stem {
			for _, s := range v.stems[stem[i:]] {
				if s.form == formPast && i > 0 && slices.ContainsFunc(states, func(st string) bool { return len(st) > 3 && strings.HasSuffix(stem[:i], st) }) {
					return predicate{}, false // "열어뒀어"
				}
				if s.form == formPast && i > 0 && (s.verb == verbPut || s.verb == verbTake || s.verb == verbGo) && p.verb == verbOpen {
					p.verb = s.verb
				}
			}
		}
		e := all[0]
		p.mood, p.no, p.more, p.past, p.quoted, p.sure, p.weight = e.mood, e.no, e.more, true, e.quoted, stating(rest), e.weight
		return p, true
	}
	return predicate{}, false
}

// under reads what is being done by a verb of no table: "말리는 중이야".
func (v *verbForms) under(text string) (predicate, bool) {
	doing, rest, ok := strings.Cut(text, "는중")
	if !ok || len(doing) < 3 || slices.ContainsFunc(habits, func(s string) bool { return strings.HasSuffix(doing, s) }) {
		return predicate{}, false
	}
	p, known := copulas[rest]
	p.verb, p.open, p.past = verbOpen, true, true
	return p, known || rest == ""
}

// changes are verbs whose past says nothing of where a thing is.
var changes = strings.Fields("켰 껐 열었 닫았 잠갔 잠궜 비웠 깼 깨졌 막혔 고쳤 씻었 닦았 했 팔았 샀 먹었 버렸 망가졌 부서졌 좋았 싫었 됐 이었 였 같았 않았 말았 몰랐 알았 꿨 그렸 죽었 빌렸 랬 어딨 앉았 누웠 쉬었 잤 놀았 섰 웃었 살았 고장났 냄새났 불났 혼났 끝났 망했 만났 그랬 잃어버렸 잊었 까먹었 물었 줬 받았 넘었 바꿨 늦었 틀렸 남았")

// fits tells whether a verb has a mood: nothing is ordered to be.
func fits(p predicate) bool {
	state := p.verb == verbBe || p.verb == verbIsNot || p.verb == verbSee
	if state && (p.mood == orders || p.mood == begs || p.mood == bans) {
		return false
	}
	return !(p.verb == verbIsNot && p.mood == asks)
}
