package words

import "strings"

// The words of commands that tell a robot how to move now: one word at least
// that tells how, and beside it only words that may stand with one.
var (
	moveEnglish = wordSet(`stop halt hold slow freeze wait pause turn rotate spin reverse left right straight forward forwards backward backwards back ahead
		around round clockwise counterclockwise slower faster hurry brake follow whoa closer sideways whoah stand pivot stay`)
	withMoves = wordSet(`go going move moving walk drive roll step come keep stay speed take bit that is it further continue proceed turning put make look face facing head a an the to your my this that
		up down here there me on off still where you are i tell say until till bit little more further farther again metre metres meter meters foot feet steps inch inches centimetre
		centimetres centimeter centimeters cm m half quarter one two three four five six seven eight nine ten twenty thirty forty fifty sixty ninety hundred eighty degrees degree angle
		or so for moment second seconds minute minutes now please just robot hey ok okay at once by of in it moment's all way towards toward from then and , no not and sec way side hand
		quickly slowly immediately right-hand could can would will you stopping circle circles direction other opposite wall let us through past before after along next first him too simply today bot buddy mate 's
		잠깐잠깐 쪼끔만 쪼끔 속도 거기 그대로 계속 조금 조금만 좀 좀만 더 다시 잠깐 잠깐만 잠시 잠시만 한 두 세 네 반 바퀴 도 미터 미터만 센티 센치 걸음 걸음만 발 발짝 발자국 정도 만큼 쯤 일 이 삼 사 오 육 칠 팔 구 십 이십 삼십 사십오 구십 백팔십 백 마 마요 마세요 마라 말아 좌로 우로 바퀴만 앞에서 옆에서 뒤에서 앞까지 쪽으로 쪽 으로 로 그만 그만해 빨리 얼른 제자리에서 있어 있어봐 봐 가 가봐 가줘 가주세요 가라 가자 와 와봐 와줘 오세요 로봇 로봇아 야 자 이제 지금 당장 바로 그냥 제발 좀더 쭉 똑바로 앞 뒤 좌 우 해 해줘 해주세요 하세요 해라 해봐 줘 주세요 줄래 줄래요 주라 할래 줘요 보세요 가세요 간 다음 다음에 하고 하나 둘 셋 몇 ,`)
	moveKorean = `도세요 도십시오 물러나 줄이 줄여 서봐 그만 멈추 멈춰 멈췄 멈춘 정지 스톱 스탑 돌아 돌려 돌리 회전 꺾어 꺾어줘 꺾으세요 꺾고 꺾자 직진 후진 전진 유턴 기다려 기다리 대기 앞으로 뒤로 왼쪽 오른쪽 왼편 오른편 좌회전 우회전 옆으로 비켜 물러 가만 천천히 따라와 따라오 이리 이쪽으로 저쪽으로 뒤돌 서 서봐 서라 서있 그대로 좌측 우측 전방 후방 스돕 앞쪽으로 뒤쪽으로 위로 아래로 방향 움직이지 움직여 일시정지 브레이크 제자리 속도 빙글 반대`
)

// isCommand reports whether a text only tells the robot how to move: "turn left",
// "왼쪽으로 돌아". A digit may stand anywhere.
func isCommand(texts []sentence) bool {
	moves := false
	for _, s := range texts {
		toks := scan(s.text)
		for i, t := range toks {
			switch {
			case moveEnglish[t.text], !t.named() && movesInKorean(t.text):
				moves = true
			case withMoves[t.text], strings.TrimLeft(t.text, "0123456789") == "", withMoves[strings.TrimLeft(t.text, "0123456789")]:
			case t.named() && (at(toks[:i]) || i+1 < len(toks) && strings.HasSuffix(toks[i+1].text, "에서")):
			case !hangul(toks) && lexemes()[t.text].sign == signFiller:
			default:
				if p, ok := predicateOf(t.text); !ok || p.verb != verbGo || p.mood != orders && p.mood != begs {
					return false
				}
			}
		}
	}
	return moves
}

// at reports whether words end in where a robot is to do something: "at the".
func at(toks []token) bool {
	if n := len(toks); n > 0 && toks[n-1].text == "the" {
		toks = toks[:n-1]
	}
	return len(toks) > 0 && strings.Contains(" at by before past after behind ", " "+toks[len(toks)-1].text+" ")
}

func movesInKorean(word string) bool {
	for stem := range strings.FieldsSeq(moveKorean) {
		if len(stem) > 3 && strings.HasPrefix(word, stem) || word == stem {
			return true
		}
	}
	return false
}
