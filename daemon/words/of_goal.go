package words

import (
	"regexp"
	"slices"
	"strings"
)

// NotHere reports whether a text only says that something is not where the robot is, or where
// somebody looked: "not here", "여기 없어", "침실에 가 봤는데 없더라". [Read] may read a ban for this
// search in it; to one who looks for something it says more, see [OfGoal].
func NotHere(text string) bool {
	if plain := strings.TrimRight(Plain(text), ".!~ "); notHere.MatchString(plain) {
		return true
	}
	rooms, things := Mentions(text)
	plain := withoutRooms(text, rooms)
	return len(rooms) > 0 && len(things) == 0 && searchedIn(plain)
}

// searchedIn reports whether a text of [withoutRooms] says that somebody looked in rooms, or was
// there in vain: "I looked in ROOM", "I went to ROOM but it isn't there".
func searchedIn(plain string) bool {
	if !lookedIn.MatchString(plain) && !lookedInKorean.MatchString(plain) {
		return false
	}
	return !wentIn.MatchString(plain) || holdsAny(plain, "there", "nothing", "find", "no luck", "없", "못", "안 보", "안보")
}

// withoutRooms is a text in plain spelling with ROOM in place of each room.
func withoutRooms(text string, rooms []Key) string {
	plain := strings.TrimRight(Plain(text), ".!~ ")
	for _, k := range rooms {
		for _, name := range Names(k) {
			plain = strings.Replace(plain, Plain(name), "ROOM", 1)
		}
	}
	return plain
}

var notHere = regexp.MustCompile(`^(?:(?:no|nope|nah),? )?(?:not (?:in )?|(?:there's |there is |i see )?nothing (?:in )?)(?:here|this room)$|^여기(?:에|에는|엔|는)? ?(?:아무것도 |아무 것도 )?(?:없어|없어요|없네|없다|없음|없네요|없는데)$`)

// OfGoal gives a text that says where something is, and does not name it, with the name of what a
// robot looks for: "the sofa is in the bathroom" for "it's in the bathroom", "소파는 화장실에 있어"
// for "화장실에 있어". It takes only texts that name rooms and have no words but a few: "lunch is
// in the kitchen" is about something else. ok is false for all others.
func OfGoal(text string, goal, here Key) (named string, ok bool) {
	rooms, things := Mentions(text)
	if goal.Unknown() || len(things) > 0 || len(rooms) == 0 && !SpeaksOfHere(text) {
		return "", false
	}
	named, ok = answered(text, goal, rooms)
	switch {
	case ok:
	case notHere.MatchString(strings.TrimRight(Plain(text), ".!~ ")):
		named, ok = "the "+string(goal)+" is not here", true
		if IsKorean(text) {
			named = WithParticle(InKorean(goal), "는") + " 여기 없어"
		}
	case IsKorean(text):
		named, ok = ofGoalKorean(text, goal)
	default:
		named, ok = ofGoalEnglish(text, goal)
	}
	if !ok {
		return "", false
	}
	claims := ReadFor(named, "", here, goal).Claims
	return named, len(claims) > 0 && !slices.ContainsFunc(claims, func(c Claim) bool { return c.Subject != Target(goal) || c.Relation == RelationCalled })
}

// answered reads what is said of rooms to one who looks for something: that somebody looked there
// already, "I already checked the kitchen", or a guess, "maybe the kitchen", "부엌일 거야".
func answered(text string, goal Key, rooms []Key) (named string, ok bool) {
	plain := withoutRooms(text, rooms)
	unlikely := strings.Contains(plain, "찾") && notFoundKorean.MatchString(plain)
	looked := unlikely || searchedIn(plain)
	if !looked && !guessed.MatchString(plain) && !guessedKorean.MatchString(plain) {
		return "", false
	}
	var all []string
	for _, k := range rooms {
		switch korean := IsKorean(plain); {
		case korean && unlikely && willNot.MatchString(plain):
			all = append(all, WithParticle(InKorean(goal), "는")+" 아마 "+InKorean(k)+"에 없을 거야")
		case korean && looked:
			all = append(all, WithParticle(InKorean(goal), "는")+" "+InKorean(k)+"에 없어")
		case korean:
			all = append(all, WithParticle(InKorean(goal), "는")+" 아마 "+InKorean(k)+"에 있을 거야")
		case looked:
			all = append(all, "the "+string(goal)+" is not in the "+string(k))
		default:
			all = append(all, "the "+string(goal)+" is probably in the "+string(k))
		}
	}
	return strings.Join(all, ". "), true
}

func ofGoalKorean(text string, goal Key) (named string, ok bool) {
	for _, w := range Rest(text) {
		if !inKoreanAnswer[w] && !aroundAnswer[w] {
			return "", false
		}
		ok = ok || inKoreanAnswer[w]
	}
	text = strings.TrimSpace(itKorean.ReplaceAllString(text, ""))
	return WithParticle(InKorean(goal), "는") + " " + text, ok
}

func ofGoalEnglish(text string, goal Key) (named string, ok bool) {
	for _, w := range Rest(text) {
		if !inAnswer[w] {
			return "", false
		}
		ok = ok || w == "in" || w == "inside" || w == "here"
	}
	name := "the " + string(goal)
	if at := itEnglish.FindStringSubmatchIndex(text); at != nil {
		verb := text[at[2]:at[3]]
		if strings.HasSuffix(strings.ToLower(verb), "s") { // 's
			verb = " is"
		}
		return text[:at[0]] + name + verb + text[at[1]:], ok
	}
	if at := inEnglish.FindStringSubmatchIndex(text); at != nil {
		return text[:at[2]] + name + " is " + text[at[2]:], ok
	}
	return "", false
}

var (
	itEnglish = regexp.MustCompile(`(?i)\bit((?:'|’)?s\b|\b)`)
	inEnglish = regexp.MustCompile(`(?i)^(?:(?:no|nope|actually|oh|sorry|maybe|probably|please)[,.!]? )*((?:not )?(?:in|inside|here)\b)`)
	itKorean  = regexp.MustCompile(`^((아니야?|아니다|응|아)[,.!]? )+|그(거|건|게|것은|것) `)

	lookedIn = regexp.MustCompile(`^(?:(?:no|but|hey|and|robot),? )*(?:i|we|i've|we've|somebody|someone|mom|mum|dad|he|she) (?:have |has )?(?:already |just )*(?:looked|checked|searched|been|went|gone)(?: (?:in|into|to|through|around|inside|all over))*` +
		` (?:the |my |our )?ROOM(?:(?:,| and|, and) (?:the )?ROOM)*(?: already| before| twice)*(?:[,;.]? (?:and |but )?(?:it's not there|it is not there|it isn't there|it wasn't there|it was not there|nothing there|nothing|found nothing|there's nothing there|(?:i |we )?(?:didn't|did not|couldn't) find it|no luck))?$`)
	lookedInKorean = regexp.MustCompile(`^(?:(?:아니|내가|나는|난|우리가|우리는|엄마가|아빠가|이미|벌써|아까|방금),? )*ROOM(?:은|는|도|에|에는|엔|에도|에서|을|를)?(?:(?:이랑|랑|하고|,)? ROOM(?:은|는|도|에|에는|엔|에도|을|를)?)* ` +
		`(?:(?:이미|벌써|다|방금|아까|내가|우리가|한번|한 번) ?)*(?:봤|찾아 ?봤|확인했|확인해 ?봤|뒤졌|뒤져 ?봤|가 ?봤|갔|들어갔|들어가 ?봤|갔다 ?왔|다녀왔|둘러 ?봤)었?(?:어|다|지|거든|잖아|습니다|는데|고|음|더니|지만)?요?(?:,? (?:거기(?:에는|엔)? |아무것도 )?(?:없어|없더라|없더라고|없었어|없던데|없었음|없네|없음|없습니다|없었습니다|못 ?찾았어|안 ?보여|안 ?보이더라)요?)?$`)
	// wentIn matches that somebody was there, which does not say what for.
	wentIn = regexp.MustCompile(`\b(?:been|went|gone)\b|(?:^| )(?:들어 ?)?갔|갔다 ?왔|다녀왔`)
	// notFoundKorean matches that somebody could not find it there, or will not, and willNot the latter.
	notFoundKorean = regexp.MustCompile(`^(?:(?:아니|내가|나는|난|우리가|이미|벌써|아까|방금|아마),? )*ROOM(?:은|는|도|에|에는|엔|에도|에서|에서는|에선|에서도)?(?:(?:이랑|랑|하고|,)? ROOM(?:에서|에서는|에선|에서도|은|는|도)?)* (?:아마 )?(?:못 ?찾았[가-힣]{1,3}|못 ?찾을 ?[거걸][가-힣]{0,3}|못 ?찾겠[가-힣]{1,3}|못 ?찾아요?|찾을 ?수 ?(?:가|는)? ?없[가-힣]{1,3}|찾지 ?못했[가-힣]{1,3}|찾지 ?못할 ?[거걸][가-힣]{0,3})$`)
	willNot        = regexp.MustCompile(`[을할] ?[거걸][가-힣]{0,3}$|겠`)
	guessed        = regexp.MustCompile(`^(?:(?:no|oh|hm+|um+|well),? )*(?:(?:maybe|perhaps|probably|possibly|likely|most likely|i think|i guess|i bet|i suppose|i'd say|it might be|it may be|might be|could be|it could be)(?: it's| it is)?(?: in)? (?:the |my |our )?ROOM(?:(?:,| or|, or) (?:maybe )?(?:in )?(?:the )?ROOM)*` +
		`|(?:in )?(?:the |my |our )?ROOM(?: or (?:the )?ROOM)*,? (?:i think|i guess|maybe|probably|perhaps|i'd say|i bet|most likely))$`)
	guessedKorean = regexp.MustCompile(`^(?:(?:음|글쎄|아마|아마도),? )*ROOM(?:(?:이나|나|,)? (?:아니면 |또는 )?ROOM)* ?(?:일 ?거야|일 ?거예요|일 ?걸|일 ?것 ?같아|인 ?것 ?같아|인 ?거 ?같아|일 ?거 ?같아|일 ?듯|이?지 ?않을까|아닐까|이?겠지|일지도 ?몰라)요?$`)

	// The words of such texts, beside rooms.
	inAnswer = wordSet(`it is not in inside the a my our here , . ! no nope yes yeah actually oh and but or maybe probably perhaps i think now always usually still should be must will 's
		sorry please room this again oops wait we you left saw put find found told already do can could that`)
	inKoreanAnswer = wordSet(`있어 있다 있어요 있습니다 있음 있지 있잖아 있네 있을 있는데 없어 없다 없어요 없습니다 없음 없지 없잖아 없네 없고 없는데 있네요 있죠 있거든 있다니까 있대 있어용 뒀어 뒀다 두었어 놨어 놓았어 없네요 없죠 없거든 없다니까 없대`)
	aroundAnswer   = wordSet(`그거 그건 그게 그것은 그것 말고 아니 아니야 아니다 아마 아마도 거야 거예요 걸 것 같아 같아요 , . ! 여기 여기는 여긴 이방 이방에 안에 에 에는 보통 항상 늘 지금 지금은 응 네 아니요 그리고 아 미안 아차 앗 정정 참`)
)

// ReadFor reads a text as [Read] does, for a robot that looks for goal. A goal that the tables do not
// have, such as a cat, is a thing too: "the cat is in the bedroom".
func ReadFor(text, source string, here, goal Key) Reading {
	r := Read(text, source, here)
	if goal.Unknown() || goal.IsThing() || len(r.Claims) > 0 {
		return r
	}
	if _, things := Mentions(text); slices.Contains(things, inPlaceOfGoal) {
		return r
	}
	plain, used := WithoutOwn(text, []OwnName{{Name: goal, Of: inPlaceOfGoal, Thing: true}})
	if len(used) == 0 {
		return r
	}
	other := Read(plain, source, here)
	for i, c := range other.Claims {
		if c.Subject == Target(inPlaceOfGoal) {
			other.Claims[i].Subject = Target(goal)
			r = other
		}
	}
	return r
}

// inPlaceOfGoal is the thing as which [ReadFor] reads a goal.
const inPlaceOfGoal Key = "umbrella"

// IsThing reports whether the tables have a key among the things.
func (k Key) IsThing() bool {
	_, is := objectWords().byKey[k]
	return is
}
