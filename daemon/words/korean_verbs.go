package words

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// A verb is the kind of a predicate's verb.
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
	verbTake        // 빼다, 치우다: says where a thing is not
	verbAvoid       // 피하다
	verbPrefer      // 선호하다
	verbCall        // 부르다
	verbMean        // 말하는 거야
	verbOther       // 자다: says nothing about places
	verbOpen        // a verb that is in no table, in the past tense: what was done to a thing says where it is
)

func (v verb) in(any ...verb) bool { return slices.Contains(any, v) }

// A mood says whether a verb states, asks, orders and so on. Its ending decides that.
type mood int

const (
	tells   mood = iota // 있다
	asks                // 있니
	orders              // 가세요
	begs                // 가 줄래: an order even as a question
	bans                // 가지 마
	allows              // 가도 돼
	ifs                 // 가면: the sentence claims nothing
	seeking             // 찾으려면, 찾으러
	doubts              // 있다니: quoted to deny it
	wishes              // 가고 싶-: the sentence claims nothing, or says what somebody seeks
)

func (m mood) in(any ...mood) bool { return slices.Contains(any, m) }

// A predicate ends a clause.
type predicate struct {
	verb verb
	effect
	cannot bool   // 못 가
	open   bool   // its verb is unknown and recognised by the verb after it: "깔아 놨어"
	unsure bool   // 있는지 모르-: not sure, whatever follows
	noun   bool   // a noun is part of it: 있는 것
	bare   bool   // a noun as an order: 확인
	text   string // without spaces
}

// The stems of the verbs.
var verbTable = []struct {
	verb
	no    bool
	stems string
}{
	{verbBe, false, "있 들어있 수두룩하 가득하 쌓이 남 굴러다니 존재하 많 계시 위치하 놓이 보관되 설치되 배치되 갖춰지 충전중= 보관중="},
	{verbBe, true, "없 허탕= 안보이 없어지 사라지 안계시"},
	{verbSee, false, "보이 발견되 눈에띄"},
	{verbIsNot, true, "아니"},
	{verbGo, false, "가 들어가 발도들이 튀어가 굴러가 기어가 얼씬도하 고고하 ㄱㄱ하 들르 들리 이동하 향하 나가 진입하 출발하 다녀오 갔다오 올라가 내려가 넘어가 건너가 찾아가 돌아가 방문하 다니 얼씬거리 얼씬하 오 들어오 접근하 움직이 나오 지나가 밟 서성거리 서성이 기웃거리 발들이 직행하 출동하 순찰하 왔다가 뛰어들 오르 뛰 시작하 출입하 드나들 건들이 돌아다니 머무르 가까이가 얼쩡거리 뛰어가 달려가"},
	{verbLook, false, "보 신경쓰 확인하 살펴보 살피 둘러보 들여다보 뒤지 탐색하 수색하 이용하 사용하 검색하 패트롤하 정찰하 스캔하 뒤적거리 뒤적이 쓸 체크하 탐사하 조사하 점검하 훑어보 훑 뒤집 시도하 들춰보 쳐다보 돌아보 구경하 노려보 돌 알아보 내다보"},
	{verbSeek, false, "찾 발견하 목격하 챙기 가져오 갖고오 꺼내오 찾아오"},
	{verbPut, false, "두 놓 달 붙이 꽂 쌓 던지 깔 걸치 숨기 모시 끌고가 놓고나오 갖다놓 처박 놔두 놓아두 넣 옮기 이동시키 가져가 가져다놓 갖다두 들여놓 보관하 들고가 가지고가 세우 옮겨지 설치하 배치하 빌려가 들고오 데려가 두고나가 놓고나가 두고나오 놔두고나오 두고오 놓고오 놓고가 두고가 놔두고오 갖고가 걸 집어넣 밀어넣 끌어다놓 올려놓 옮겨가 보내 이사가 나르 모아두 정리해두 버려두 자리를옮기 자리바꾸 자리를바꾸 위치바꾸 이사하 이사오"},
	{verbTake, false, "내리 내다놓 꺼내놓 가져다버리 떼 꺼내 빼 빼내 치우 내놓 없애 철거하 들어내 버리 제거하 빼놓 치워버리 빠지"},
	{verbAvoid, true, "안되 넘어가도되 떨어져있 지우 냅두 거르 됐 피하 건너뛰 제외하 패스하 생략하 멀리하 자제하 삼가 삼가하 지나치 무시하 포기하 빼 빼놓 스킵하 금지하 금하 넘기 떠나 비켜가 비키 잊 관두 내버려두 벗어나"},
	{verbAvoid, true, "출입금지구역= 출입금지= 접근금지= 진입금지= 금지구역= 금지= 시간낭비= 제외= 패스= 노노= 출입불가= 접근불가= 출입제한= 출입통제= 통제구역= 금물= 스킵= 헛걸음= 헛수고= 사용금지="},
	{verbPrefer, false, "선호하 우선하 추천하 추천드리 빠르 확실하 유력하"},
	{verbCall, false, "부르 불리 하 이름짓 이름을짓 이름붙이 이름을붙이 별명짓 칭하 알아듣 알아먹 일컫 통하"},
	{verbMean, false, "말하는거= 말하 뜻하 의미하 가리키 뜻= 얘기하는거= 의미="},
	{verbOther, false, "자 일하 닦 젖 닫히 열리 청소하 공부하 쉬 미끄럽 더럽 위험하 좁 막히 잠기 시끄럽 수리하 공사하 고치 바쁘 싸우 울 깨 씻 주무시 요리하 미끄러지 지저분하 회의하 느리 답답하 멍청하 모르 알 말 놀 어둡 춥 비좁 복잡하 바꾸 헤매 말씀드리 이야기하 얘기하 듣 그러 기억나 분명하 틀림없 당연하"},
}

// orderless are verbs whose noun alone is not an order.
const orderless = "출입 접근 진입 시작 이용 사용 시도 알아"

// A verbForm is a verb in one of its forms.
type verbForm struct {
	verb
	no bool
	form
	ends, copula bool // it may stand alone: "출입 금지"
}

type verbForms struct {
	stems   map[string][]verbForm // by their letters
	links   map[form]*links
	longest int // bytes of the longest stem
	copula  []onward
}

var koreanVerbs = sync.OnceValue(func() *verbForms {
	v := &verbForms{stems: map[string][]verbForm{}, links: newLinks()}
	add := func(text string, f verbForm) {
		v.stems[text] = append(v.stems[text], f)
		v.longest = max(v.longest, len(text))
	}
	each := func(kind verb, no bool, stem string) {
		forms := conjugate(stem)
		for _, k := range formsInOrder {
			for _, text := range forms[k] {
				add(text, verbForm{verb: kind, no: no, form: k, copula: len(forms[formCopula]) > 0})
			}
		}
		if noun, ok := strings.CutSuffix(stem, "="); ok {
			add(jamo(noun), verbForm{verb: kind, no: no, form: formNoun, ends: true})
		} else if noun, ok := strings.CutSuffix(stem, "하"); ok && len(noun) > 3 && !slices.Contains(strings.Fields(orderless), noun) && (kind == verbLook || kind == verbGo || kind == verbAvoid || kind == verbPrefer) {
			add(jamo(noun), verbForm{verb: kind, no: no, form: formNoun})
		}
	}
	for _, t := range verbTable {
		for stem := range strings.FieldsSeq(t.stems) {
			each(t.verb, t.no, stem)
		}
	}
	is := conjugate("=")
	for _, k := range []form{formBase, formOpen, formCopula, formInf} {
		for _, text := range is[k] {
			v.copula = append(v.copula, onward{text: text, to: k})
		}
	}
	for of := range strings.FieldsSeq("중 중에 중에서 둘중 둘중에 셋중 셋중에") {
		for one := range strings.FieldsSeq("하나= 한군데= 한곳= 어딘가=") {
			each(verbIs, false, of+one)
		}
	}
	each(verbIs, false, "하나뿐=") // "도마는 주방에 있는 거 하나뿐이야"
	for by := range strings.FieldsSeq("들고 갖고 가지고 데리고 끌고 안고 메고 타고 싣고") {
		for way := range strings.FieldsSeq("나가 들어가 올라가 내려가 들어오 나오 갔다놓 이동하") {
			each(verbPut, false, by+way)
		}
	}
	return v
})

// predicateOf reads a predicate that is written without spaces. The reading with the longest
// stem counts.
func predicateOf(text string) (predicate, bool) {
	if text == "하나" || text == "되" { // here 하나 is "one", not a form of 하다
		return predicate{}, false
	}
	v := koreanVerbs()
	for _, read := range []func(string) (predicate, bool){v.read, v.result, v.under, v.done} {
		if p, ok := read(text); ok {
			return p, true
		}
		for _, polite := range []string{"요", "여", "용", "욤", "유", "염", "잉"} {
			if short, cut := strings.CutSuffix(text, polite); cut {
				if p, ok := read(short); ok {
					return p, true
				}
			}
		}
	}
	return predicate{}, false
}

// read reads a verb of the table: the longest stem, followed by the fewest links.
func (v *verbForms) read(text string) (predicate, bool) {
	letters := norm.NFD.String(text)
	for n := min(len(letters), v.longest); n > 0; n-- {
		stems := v.stems[letters[:n]]
		for depth := 0; len(stems) > 0 && depth < deepest; depth++ {
			for _, s := range stems {
				p := predicate{verb: s.verb, effect: effect{no: s.no, copula: s.copula}, bare: s.form == formNoun && !s.ends}
				if s.ends && n == len(letters) {
					return p, true
				}
				if p, ok := v.behind(p, s.form, letters[n:], depth); ok && !s.ends {
					if p.can && (strings.Contains(text, "줄수") || strings.Contains(text, "주실수")) {
						p.mood = begs // "확인해 줄 수 있어?"
					}
					return p, true
				}
			}
		}
	}
	return predicate{}, false
}

// deepest is how many links may follow a verb.
const deepest = 8

// behind reads what follows a form: as many links as depth says, then an ending.
func (v *verbForms) behind(p predicate, f form, rest string, depth int) (predicate, bool) {
	if f == formBare {
		if !begins(rest, behindBare) {
			return p, false
		}
		if q, ok := v.behind(p, formBase, rest, depth); ok {
			return q, true
		}
		f = formOpen
	}
	p.noun = p.noun || strings.IndexByte("nlqw", byte(f)) >= 0
	l := v.links[f]
	if depth == 0 {
		for _, e := range l.ends[rest] {
			if q, ok := p.with(e, true); ok {
				if q, ok = q.settled(rest); ok {
					return q, true
				}
			}
		}
		return p, false
	}
	if len(rest) < letterBytes {
		return p, false
	}
	for _, o := range l.on[rest[:letterBytes]] {
		tail, ok := strings.CutPrefix(rest, o.text)
		if !ok {
			continue
		}
		if q, ok := p.with(o.effect, false); ok {
			if q, ok = v.behind(q, o.to, tail, depth-1); ok {
				return q, true
			}
		}
	}
	return p, false
}

// behindBare are the letters before which a stem loses its ㄹ: ㄴ and ㅅ at the beginning of
// a syllable, ㄴ, ㄹ and ㅂ at its end.
const behindBare = "\u1102 \u1109 \u11ab \u11af \u11b8"

// with adds an effect to a predicate; ends says that nothing follows. ok is false if the verb
// cannot have the effect.
func (p predicate) with(e effect, ends bool) (_ predicate, ok bool) {
	if p.copula && e.mood.in(orders, begs, bans) {
		return p, false // "거실에 있는 거라니까"
	}
	if e.lies && p.verb.in(verbGo, verbPut) {
		p.verb, p.past = verbBe, false // "가 있다"
	}
	p.unsure = p.unsure || p.clashes(e) || !ends && e.mood == asks && !p.scorn
	p.mood = p.moodWith(e, ends)
	p.plain = e.plain && (!p.past || e.undone) && !p.noun && !p.quoted && p.mood == tells
	p.no = p.no || e.no
	p.past = p.pastWith(e)
	p.scorn, p.copula = p.scorn || e.scorn, e.copula
	p.more, p.quoted, p.can = e.more, p.quoted || e.quoted, p.can || e.can
	p.sure, p.may = e.sure || p.scorn, p.may || e.may
	if e.weight > 0 && (p.weight == 0 || e.weight < p.weight) {
		p.weight = e.weight
	}
	return p, true
}

// clashes reports whether an effect leaves open what is meant: a second denial ("없지 않아"),
// or one that only a verb of being can have.
func (p predicate) clashes(e effect) bool {
	return e.no && p.no || e.needless && p.mood == bans || e.state && !p.verb.in(verbBe, verbSee)
}

// moodWith gives the mood that a predicate has once an effect is added.
func (p predicate) moodWith(e effect, ends bool) mood {
	switch {
	case e.mood == tells,
		p.scorn && e.mood == asks,                              // "있을 리가 있나"
		p.mood == bans && e.mood.in(orders, begs, allows),      // "가지 말아 줄래"
		p.mood == allows && (e.mood == asks || e.mood == begs): // "가도 될까"
		return p.mood
	case p.mood == wishes && e.mood == ifs:
		return seeking // "찾고 싶으면"
	case p.mood.in(orders, begs) && e.mood == asks:
		return begs
	case e.mood == begs && (p.can || ends && p.past && !p.noun):
		return asks // "찾을 수 있을까", "갔을까"
	}
	return e.mood
}

// pastWith reports whether a predicate is of the past once an effect is added.
func (p predicate) pastWith(e effect) bool {
	past := p.past && !e.mood.in(orders, begs, bans, allows) // "가지 말아 줬으면 좋겠어"
	if p.quoted || p.noun || p.mood != tells {
		return past
	}
	return past && (!e.undone || p.verb == verbIs) || e.past ||
		e.done && p.verb != verbBe && !p.copula ||
		e.seen && p.verb.in(verbPut, verbTake, verbGo)
}

// settled works out the meaning of the whole predicate. ok is false if the verb cannot have
// its mood: nobody can order a thing to exist.
func (p predicate) settled(ending string) (_ predicate, ok bool) {
	if p.mood == wishes {
		p.mood, p.more = asks, true
	}
	asked := p.plain && ending == "" || slices.Contains(askedAfterMay, norm.NFC.String(ending)) // 겠어, 겠니
	switch {
	case p.unsure:
		p.mood = asks
	case p.may && !p.quoted && (p.mood == tells || p.mood == asks && asked):
		p = p.supposed(asked)
	}
	state := p.verb.in(verbBe, verbIsNot, verbSee)
	if p.can && p.no && !state {
		p.weight = 0
	}
	if state && p.mood.in(orders, begs, bans) {
		p.mood = asks // "있다고 하지 마"
		return p, p.quoted
	}
	return p, p.verb != verbIsNot || p.mood != asks
}

// supposed gives the meaning of 겠: a guess, an intention, or, if it is asked, a request.
func (p predicate) supposed(asked bool) predicate {
	state := p.verb.in(verbBe, verbIsNot, verbSee)
	switch {
	case p.past, (state || p.verb == verbIs) && !asked:
		p.weight = Perhaps // "거실에 있겠다"
	case state && p.no: // "부엌에 있지 않겠어"
		p.mood = asks
	case state: // "부엌에 있겠냐" means that it is not
		p.mood, p.no, p.sure = tells, true, true
	case asked:
		p.mood = begs // "가 주겠니"
	default:
		p.mood = asks // "가겠다"
	}
	return p
}

// askedAfterMay are the endings after 겠 of a question that expects a no, or of a request.
var askedAfterMay = []string{"니", "나", "냐", "느냐", "습니까", "는가", "소"}

// result reads an unknown verb, of what was done to a thing or of its state, by the auxiliary
// verb after it: "깔아 놨어", "깔려 있어".
func (v *verbForms) result(text string) (predicate, bool) {
	for n, r := range text {
		if doing, ok := strings.CutSuffix(text[:n], "고"); ok && r == '있' && doing != "" && !endsOrIs(doing, habits) {
			if p, ok := v.read(strings.TrimSuffix(text[n:], "요")); ok && p.verb == verbBe && !p.no {
				p.verb, p.open, p.past = verbOpen, true, true
				return p, true
			}
		}
		if n == 0 || n > 12 || !strings.ContainsRune("놓놔놨두둬뒀둠있", r) || !openVowel(text[:n]) || strings.ContainsAny(text[:n], "안못") ||
			endsOrIs(text[:n], states) {
			continue
		}
		if p, ok := v.read(strings.TrimSuffix(text[n:], "요")); ok && (p.verb == verbPut || p.verb == verbBe && !p.no) {
			p.open = true
			return p, true
		}
	}
	return predicate{}, false
}

// states are verbs that say nothing about a place even before 놓다, 두다 and 있다.
const states = "켜 꺼 켜져 꺼져 열어 열려 닫아 닫혀 잠가 잠겨 비워 비어 깨져 막혀 고쳐 씻어 닦아 해 틀어 말라 젖어 썩어 앉아 누워 자 서 살아 부서져 망가져 에 가 더 하 나"

// habits are verbs that say nothing about a place even in the progressive form.
const habits = "먹 자 울 놀 앉 눕 켜 끄 열 닫 기다리 하 사 팔 알 모르 믿 싸우 떠들 서 살 생각하 말하 찾으려 좋아하 싫어하 숨 지키"

// openVowel reports whether a verb ends in 아 or 어, or in a vowel that is contracted with one.
func openVowel(text string) bool {
	last, _ := utf8.DecodeLastRuneInString(text)
	return last >= '가' && last <= '힣' && (last-'가')%28 == 0 && strings.ContainsRune("\x00\x01\x04\x06\x09\x0e", (last-'가')/28%21)
}

// done recognises a verb that is in no table by its past tense: "널었거든". It may end in a
// verb of the table: "끌어다 놨어".
func (v *verbForms) done(text string) (predicate, bool) {
	for n, r := range text {
		if r < '가' || r > '힣' || (r-'가')%28 != 20 || r == '있' || r == '겠' {
			continue
		}
		stem := text[:n+len(string(r))]
		if strings.ContainsAny(stem, "안못") || endsOrIs(stem, changes) {
			continue
		}
		p := predicate{verb: verbOpen, open: true}
		for i := range stem {
			if i == 0 {
				continue
			}
			q, ok := v.read(stem[i:] + "어")
			if !ok || !q.past {
				continue
			}
			if endsOrIs(stem[:i], states) {
				return predicate{}, false // "열어뒀어"
			}
			if p.verb == verbOpen && (q.verb == verbPut || q.verb == verbTake || q.verb == verbGo) {
				p.verb = q.verb
			}
		}
		letters := norm.NFD.String(text[n:])
		for depth := 1; depth < deepest; depth++ {
			if p, ok := v.behind(p, formInf, letters[strings.Index(letters, "\u11bb"):], depth); ok && p.past {
				return p, true
			}
		}
	}
	return predicate{}, false
}

// under reads a verb that is in no table in its progressive form: "말리는 중이야".
func (v *verbForms) under(text string) (predicate, bool) {
	doing, rest, ok := strings.Cut(text, "는중")
	if !ok || len(doing) < 3 || endsOrIs(doing, habits) {
		return predicate{}, false
	}
	p, known := copula(rest)
	p.verb, p.open, p.past = verbOpen, true, true
	return p, known || rest == ""
}

// changes are verbs whose past tense says nothing about where a thing is.
const changes = "켰 껐 열었 닫았 잠갔 잠궜 비웠 깼 깨졌 막혔 고쳤 씻었 닦았 했 팔았 샀 먹었 버렸 망가졌 부서졌 좋았 싫었 됐 이었 였 같았 않았 말았 몰랐 알았 꿨 그렸 죽었 빌렸 랬 어딨 앉았 누웠 쉬었 잤 놀았 섰 웃었 살았 고장났 냄새났 불났 혼났 끝났 망했 만났 그랬 잃어버렸 잊었 까먹었 물었 줬 받았 넘었 바꿨 늦었 틀렸 남았"

// copula reads a form of "to be" after a name: "이야", "인 것 같아".
func copula(text string) (predicate, bool) {
	for _, side := range []string{"쪽", "안", "뿐"} {
		text = strings.TrimPrefix(text, side)
	}
	if quotes := strings.HasSuffix(text, "라고") || strings.HasSuffix(text, "라구"); text == "" || slices.Contains(particles, text) && !quotes {
		return predicate{}, false
	}
	v, p := koreanVerbs(), predicate{verb: verbIs, effect: effect{copula: true}}
	if text == "요" || text == "이요" {
		return p, true
	}
	for _, short := range []string{text, strings.TrimSuffix(text, "요")} {
		letters := norm.NFD.String(short)
		for depth := range deepest {
			for _, is := range v.copula {
				if rest, ok := strings.CutPrefix(letters, is.text); ok && (is.to != formInf || rest == "" || strings.HasPrefix(rest, "\u11bb")) {
					if p, ok := v.behind(p, is.to, rest, depth); ok {
						return p, true
					}
				}
			}
		}
	}
	return predicate{}, false
}

// behindName reports whether a text may follow a name.
func behindName(text string) bool {
	_, is := copula(text)
	return is || slices.Contains(particles, text)
}
