package words

import (
	"regexp"
	"slices"
	"strings"
)

// NameHere reads a sentence that names the room where it is said, which is of type here: "this
// is Anna's room", "we call this the small bedroom", "이 방은 민수 방이야". The name has to be one
// that a room can have beside its type, so "this is the kitchen" and "this room is dirty" give
// none. [Read] reads names of other kinds: "we call this room the cave".
func NameHere(text string, here Key) (Claim, bool) {
	plain := strings.TrimRight(Plain(strings.NewReplacer("“", "", "”", "", "\"", "", "’", "'").Replace(text)), ".!~ ")
	if here.Unknown() || strings.ContainsAny(plain, ".?!;:,") {
		return Claim{}, false
	}
	name, ok := englishNameHere(plain, here)
	if !ok {
		name, ok = koreanNameHere(plain, here)
	}
	if !ok {
		return Claim{}, false
	}
	c := Called(Place(here), LabelKey(name), "", Certain)
	return c, c.Check() == nil
}

// leads are what people say before they name a room.
var leads = []string{"remember that ", "remember ", "note that ", "so ", "ok ", "okay ", "hey ", "robot ", "by the way ", "please ", "참고로 ", "로봇아 ", "기억해 "}

// englishNameHere cuts the name out of a sentence in plain spelling.
func englishNameHere(plain string, here Key) (name string, ok bool) {
	for _, lead := range leads {
		plain = strings.TrimPrefix(plain, lead)
	}
	room := string(here)
	for _, subject := range []string{"this room", "this " + room, "this place", "this one", "this here", "this"} {
		for _, before := range []string{"we call ", "i call ", "call ", "everybody calls ", "everyone calls "} {
			if rest, is := strings.CutPrefix(plain, before+subject+" "); is {
				return roomsName(rest, here)
			}
		}
		rest, is := strings.CutPrefix(plain, subject+" ")
		if !is {
			continue
		}
		if owner, is := strings.CutPrefix(rest, "belongs to "); is && subject != "this" {
			return ownersRoom(owner + "'s")
		}
		for _, verb := range []string{"is called ", "is named ", "is known as ", "is now ", "is "} {
			if rest, is := strings.CutPrefix(rest, verb); is {
				if name, ok := roomsName(rest, here); ok || subject == "this" {
					return name, ok
				}
				return ownersRoom(rest)
			}
		}
	}
	for _, subject := range []string{"you are in ", "you're in ", "you are now in ", "we are in ", "we're in ", "the name of this room is ", "this room's name is "} {
		if rest, is := strings.CutPrefix(plain, subject); is {
			return roomsName(rest, here)
		}
	}
	return "", false
}

// roomsName checks that words, with or without an article, name a room and no other type of
// room than here: "the small bedroom", "anna's room", "my office".
func roomsName(said string, here Key) (name string, ok bool) {
	words := strings.Fields(said)
	if len(words) > 0 && words[0] == "the" {
		words = words[1:]
	}
	if len(words) == 0 || len(words) > longestOwn || slices.ContainsFunc(words, func(w string) bool { return describes[w] }) {
		return "", false
	}
	name = strings.Join(words, " ")
	key, last, owned := LabelKey(name), LabelKey(words[len(words)-1]), possessive(words[0])
	_, table := roomWords().byKey[key]
	switch {
	case table: // a type: only one that rooms of this type may be called
		return name, !key.Equal(here) && (Within(key, here) || looksLikeAny[key])
	case len(words) == 1:
		return "", false
	case last == "room", last.Equal(here), Within(here, last):
		return name, true
	}
	_, table = roomWords().byKey[last]
	return name, table && owned
}

// looksLikeAny are types of rooms that no look tells from others.
var looksLikeAny = map[Key]bool{"small room": true, "den": true, "hobby room": true, "guest room": true, "kids room": true}

// describes are words that say how a room is, or that say more than a name.
var describes = wordSet("a an not no wrong right correct same only worst best whole entire messy dirty clean dark empty locked closed open wet that which where with of in to for from and or but kind like off what one very too really there here i you we they it is are was favourite favorite other another next last first your bad good nice forbidden probably maybe perhaps really still always just new whose whatever")

func possessive(word string) bool {
	return word == "my" || word == "our" || strings.HasSuffix(word, "'s") || strings.HasSuffix(word, "s'")
}

// ownersRoom is the name of the room of whom words name as its owner: "anna's".
func ownersRoom(owner string) (name string, ok bool) {
	who := strings.Fields(owner)
	if len(who) == 0 || len(who) > 2 || !strings.HasSuffix(owner, "'s") || slices.ContainsFunc(who, func(w string) bool { return describes[w] || determiners[w] && w != "my" && w != "our" }) {
		return "", false
	}
	return owner + " room", true
}

// koreanNameHere cuts the name out of a sentence in plain spelling: "이 방은 민수 방이야", "여기는
// 작은방", "이 방은 민수 거야".
func koreanNameHere(plain string, here Key) (name string, ok bool) {
	for _, lead := range leads {
		plain = strings.TrimPrefix(plain, lead)
	}
	rest, is := "", false
	for _, subject := range koreanHere(here) {
		if rest, is = strings.CutPrefix(plain, subject+" "); is {
			break
		}
	}
	if !is {
		return "", false
	}
	rest = strings.TrimPrefix(rest, "바로 ")
	for _, end := range []string{"이라고 부르자", "이라고 불러", "이라고 해", "이거든", "이에요", "이예요", "입니다", "예요", "이야", "이지", "이다", "야", "임"} {
		if cut, ends := strings.CutSuffix(rest, end); ends {
			rest = cut
			break
		}
	}
	words := strings.Fields(rest)
	if len(words) == 0 || len(words) > 3 {
		return "", false
	}
	last := words[len(words)-1]
	if owner := strings.Join(words[:len(words)-1], " "); len(words) > 1 && (last == "거" || last == "것" || last == "꺼") {
		return owner + " 방", true
	}
	joined := strings.Join(words, "")
	if slices.ContainsFunc(koreanDescribes, func(w string) bool { return strings.HasPrefix(joined, w) }) {
		return "", false
	}
	if len(words) > 1 && endsIn(words[len(words)-2], "는 던 내가 제가") {
		return "", false // "민수가 자는 방"
	}
	name = strings.Join(words, " ")
	key := LabelKey(name)
	if _, table := roomWords().byKey[key]; table {
		return name, !key.Equal(here) && (Within(key, here) || looksLikeAny[key])
	}
	if strings.HasSuffix(last, "방") && !strings.Contains(joined, "옆") {
		return name, joined != "방"
	}
	if at := LabelKey(last); len(words) > 1 && (at.Equal(here) || Within(here, at)) {
		return name, true
	}
	return "", false
}

// koreanHere are the ways to speak of the room where one is, of type here.
func koreanHere(here Key) []string {
	all := []string{"여기는", "여긴", "여기가", "이곳은", "이방은", "이방이"}
	for _, room := range append([]string{"방", "곳", "공간"}, Names(here)...) {
		all = append(all, "이 "+room+"은", "이 "+room+"는", "이 "+room+"이", "이 "+room+" 이름은")
	}
	return all
}

// koreanDescribes are the beginnings of what says how a room is, and names it not.
var koreanDescribes = []string{"다른", "같은", "틀린", "잘못", "빈", "무슨", "어떤", "어느", "이상한", "위험한", "더러운", "지저분한", "어두운", "추운", "더운", "아무", "가면", "못", "안쓰는", "제일", "가장", "이방", "그방", "저방", "이미", "아닌", "잠긴", "잠근", "누구", "이름", "본방", "좋은", "나쁜", "처음", "마지막", "옆", "아직"}

// NameIsOver reports whether a text says that a name, spelled as it is there, is none or no more:
// "this is not Anna's room", "don't call the sofa Frank any more", "여기는 이제 민수 방 아니야".
func NameIsOver(text, name string) bool {
	plain := strings.TrimRight(Plain(strings.NewReplacer("“", "", "”", "", "\"", "", "’", "'").Replace(text)), ".!~ ")
	before, after, is := strings.Cut(plain, Plain(name))
	if !is || after != "" && !overAfter.MatchString(after) {
		return false
	}
	for _, lead := range leads {
		before = strings.TrimPrefix(before, lead)
	}
	if IsKorean(text) {
		return after != "" && overBeforeKorean.MatchString(before)
	}
	return overBefore.MatchString(before)
}

var (
	overBefore = regexp.MustCompile(`^(?:no, |actually, )?(?:(?:this|that|it|here|this room|this place|this one|the [a-z ]{2,30}|[a-z' ]{2,30}'s name)(?:'s not| is not| isn't| is no longer| isn't really| is not really)(?: called| named| known as)?|` +
		`(?:do not|don't|never|stop|you should not|you shouldn't|(?:we|i|people) (?:do not|don't|no longer|never)|nobody|no one) call(?:s|ing)? (?:this|that|it|here|this room|this place|the [a-z ]{2,30}))(?: the)? $`)
	overBeforeKorean = regexp.MustCompile(`^(?:아니,? |이제 |더 ?이상 )*(?:여기는|여긴|여기를|여길|[가-힣 ]{1,12}(?:은|는|을|를|이|가)) (?:이제는? |더 ?이상은? |원래 )*$`)
	overAfter        = regexp.MustCompile(`^(?: any ?more| any longer| now|(?:이|가|은|는)? ?아니(?:야|에요|예요|다|지|거든|고|라고|잖아|란다)요?|(?:이라고|라고|으로|로)(?:는)? ?(?:안 ?불러|부르지 ?(?:마|말|않|말아)[가-힣 ]{0,4})요?)$`)
)
