package words

import (
	"slices"
	"strings"
)

// sides are words for a position relative to a thing, without a particle.
var sides = strings.Fields("위쪽 아래쪽 뒤쪽 옆쪽 앞쪽 안쪽 밑 위 안 아래 속 옆 뒤 앞 틈 사이 곁 구석 한쪽 끝 가운데 바닥 벽 천장 문 창가 창문 입구 꼭대기 한구석 구석탱이 모퉁이 한켠 근처 맨위 맨아래 칸 쪽 주변")

// locatives are the particles that say where a thing is.
var locatives = strings.Fields("에요 에서요 에 에는 엔 에도 에다 에다가 에서 에선 에서는 안에 안에는 안엔 속에 쪽에 쪽에서 안에서")

// sideOf gives the particle of a word for a position: "위에", "밑에다".
func sideOf(word string) (string, bool) {
	for _, side := range sides {
		if rest, ok := strings.CutPrefix(word, side); ok && (rest == "" || slices.Contains(locatives, rest)) {
			return rest, true
		}
	}
	return "", false
}

// landmark reads the words for a position after a thing. It reports whether the thing only
// says where something else is: "소파에", "책상 밑에".
func (k *korean) landmark(particle string) bool {
	if slices.Contains(locatives, particle) {
		return true
	}
	if particle != "" && particle != "의" {
		return false
	}
	found := false
	for k.pos < len(k.toks) && !k.toks[k.pos].named() {
		_, ok := sideOf(k.toks[k.pos].text)
		if ok && k.toks[k.pos].text == "안" && k.pos+1 < len(k.toks) {
			_, denies := predicateOf(k.toks[k.pos+1].text)
			ok = !denies // "욕실엔 폰 안 놔뒀어"
		}
		if !ok {
			break
		}
		k.pos++
		found = true
	}
	return found
}

// inside reads a part of the room that was just named: "책장 꼭대기에", "끝에", "신발장 위". It
// gives the particle after it and how many words it has; 0 for what lies outside the room. A
// thing without a particle is such a part only at the end of a clause that has named another
// thing; last says that it has.
func (k *korean) inside(last bool) (particle string, n int) {
	for i := k.pos; i < min(len(k.toks), k.pos+6); i++ {
		read := k.partWord
		if k.toks[i].named() {
			read = k.partName
		}
		switch particle, is := read(i, last); is {
		case partEnds:
			return particle, i - k.pos + 1
		case noPart:
			return "", 0
		}
	}
	return "", 0
}

// What a word is to a part of a room.
const (
	partGoesOn = iota
	partEnds   // it is the last word of the part
	noPart
)

// partName reads a name as a word of a part of a room: "거실 책상에".
func (k *korean) partName(i int, last bool) (particle string, is int) {
	t := k.toks[i]
	switch {
	case t.room != "":
		return "", noPart
	case slices.Contains(locatives, t.particle):
		return t.particle, partEnds
	case among(t.particle, "이", "가") && i+1 < len(k.toks) && strings.HasPrefix(k.toks[i+1].text, "아니"):
		return t.particle, partEnds // "안방 장롱이 아니라"
	case !among(t.particle, "", "의"):
		return "", noPart
	case last && k.endsClause(i):
		return "", partEnds // "돗자리는 베란다 수납장"
	}
	return "", partGoesOn
}

// partWord reads another word of a part of a room: "거실 맨 끝에".
func (k *korean) partWord(i int, last bool) (particle string, is int) {
	word := k.toks[i].text
	if word == "," || place(word) != nil || i == k.pos && begins(word, outsides+" 밑 아래") {
		return "", noPart
	}
	if particle, ok := sideOf(word); ok {
		if particle != "" || k.endsClause(i) {
			return particle, partEnds
		}
		return "", partGoesOn
	}
	if _, known := koreanPhrases()[word]; known && word != "맨" {
		return "", noPart
	}
	if word == "맨" || endsIn(word, "서랍 칸 선반 옷장 구석 바구니") {
		if last && k.endsClause(i) {
			return "", partEnds // "사무실 맨 윗서랍"
		}
		return "", partGoesOn
	}
	if i > k.pos {
		before := k.toks[i-1].text
		if _, side := sideOf(before); !side && endsIn(before, "는 은 던 을 를 이 가") {
			return "", noPart
		}
	}
	for _, at := range locatives {
		if noun, ok := strings.CutSuffix(word, at); ok && len(noun) > 3 && !endsOrIs(word, moments) {
			return at, partEnds
		}
	}
	if _, ok := predicateOf(word); ok || endsAlien(word) || endsIn(word, "이 가 은 는 던 을 를 도 로 게") {
		return "", noPart
	}
	return "", partGoesOn
}

// endsClause reports whether a word is the last of its clause.
func (k *korean) endsClause(i int) bool { return i+1 == len(k.toks) || k.toks[i+1].text == "," }
