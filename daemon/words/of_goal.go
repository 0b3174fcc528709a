package words

import (
	"regexp"
	"slices"
	"strings"
)

// NotHere reports whether a text only says that something is not where the robot is: "not here",
// "여기 없어".
func NotHere(text string) bool { return notHere.MatchString(strings.TrimRight(Plain(text), ".!~ ")) }

var notHere = regexp.MustCompile(`^(?:(?:no|nope|nah),? )?not (?:in )?(?:here|this room)$|^여기(?:에|에는|엔)? ?(?:없어|없어요|없네|없다|없음|없네요)$`)

// OfGoal gives a text that says where something is, and does not name it, with the name of what a
// robot looks for: "the sofa is in the bathroom" for "it's in the bathroom", "소파는 화장실에 있어"
// for "화장실에 있어". It takes only texts that name rooms and have no words but a few: "lunch is
// in the kitchen" is about something else. ok is false for all others.
func OfGoal(text string, goal, here Key) (named string, ok bool) {
	rooms, things := Mentions(text)
	if goal.Unknown() || len(things) > 0 || len(rooms) == 0 && !SpeaksOfHere(text) {
		return "", false
	}
	korean := IsKorean(text)
	if korean {
		named, ok = ofGoalKorean(text, goal)
	} else {
		named, ok = ofGoalEnglish(text, goal)
	}
	if !ok {
		return "", false
	}
	claims := Read(named, "", here).Claims
	other := func(c Claim) bool { return c.Subject != Target(goal) || c.Relation == RelationCalled }
	return named, len(claims) > 0 && !slices.ContainsFunc(claims, other)
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
	itKorean  = regexp.MustCompile(`^((아니야?|응|아)[,.!]? )+|그(거|건|게|것은|것) `)

	// The words of such texts, beside rooms.
	inAnswer = wordSet(`it is not in inside the a my our here , . ! no nope yes yeah actually oh and but or maybe probably perhaps i think now always usually still should be must will 's
		sorry please room this again oops wait we you left saw put find found told already do can could that`)
	inKoreanAnswer = wordSet(`있어 있다 있어요 있습니다 있음 있지 있잖아 있네 있을 있는데 없어 없다 없어요 없습니다 없음 없지 없잖아 없네 없고 없는데 있네요 있죠 있거든 있다니까 있대 있어용 뒀어 뒀다 두었어 놨어 놓았어 없네요 없죠 없거든 없다니까 없대`)
	aroundAnswer   = wordSet(`그거 그건 그게 그것은 그것 말고 아니 아니야 아마 아마도 거야 거예요 걸 것 같아 같아요 , . ! 여기 여기는 여긴 이방 이방에 안에 에 에는 보통 항상 늘 지금 지금은 응 네 아니요 그리고 아 미안 아차 앗 정정 참`)
)
