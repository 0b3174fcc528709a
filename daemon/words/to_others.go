package words

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// meant drops the claims of a sentence that are not for the robot, and what is crossed out:
// "Dad, don't go into the kitchen", "소파 거실 ❌".
func meant(claims []Claim, toks []token, text string) []Claim {
	if len(claims) > 0 && strings.ContainsAny(text, "❌✖✗✘🚫👎🙅⛔") {
		claims = slices.DeleteFunc(claims, func(c Claim) bool { return c.Relation == RelationIn || c.Relation == RelationPrefer })
	}
	if !slices.ContainsFunc(claims, Claim.steers) {
		return claims
	}
	others := toOthersKorean(toks)
	if !hangul(toks) {
		others = toOthers(toks, text)
	}
	if others {
		return slices.DeleteFunc(claims, Claim.steers)
	}
	return claims
}

// toOthers reports whether an English sentence is said to people and not to the robot: "Dad, don't
// go into the kitchen", "stay out of the kitchen, kids", "Jenny, don't go in there".
func toOthers(toks []token, text string) bool {
	n := len(toks)
	if n < 3 {
		return false
	}
	if toks[n-2].text == "," && persons[toks[n-1].text] {
		return true
	}
	at := slices.IndexFunc(toks, func(t token) bool { return t.text == "," })
	if at < 1 || at > 3 {
		return false
	}
	if who := toks[at-1].text; persons[who] && (at == 1 || at == 2 && calls[toks[0].text]) {
		return true
	}
	return at == 1 && givenName(toks[0], strings.TrimLeft(text, "\"“‘( \n"))
}

// persons are words by which people call people, and calls what stands before them.
var (
	persons = wordSet(`mom mum mommy mummy mama dad daddy papa kid kids child children boy boys girl girls son sons daughter grandma grandpa granny gran nana nan grandad uncle aunt auntie everyone everybody
		toddler toddlers teens guests visitors ladies gentlemen children students doggy kitty puppy`)
	calls = wordSet("hey hi oi yo ok okay no oh ah dear please and listen")
)

// givenName reports whether the first word of a sentence is a name, of which no robot has one so
// often: it begins with a capital and no table or grammar knows it.
func givenName(t token, text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	if t.named() || !unicode.IsUpper(first) || !wordy(t.text) || len(t.text) < 3 || !strings.ContainsAny(t.text, "aeiouy") || ofRobots[t.text] || verbPast(t.text) || notNouns[t.text] || strings.HasSuffix(t.text, "ly") || strings.HasSuffix(t.text, "ing") {
		return false
	}
	return lexemes()[t.text] == lexeme{} && !strings.HasPrefix(text, strings.ToUpper(t.text))
}

// ofRobots are names and other words by which people call a robot, and cries.
var ofRobots = wordSet(`robot robots robo bot robby robbie rosie alexa siri jarvis roomba rover marvin machine computer assistant navigator google nav navd buddy mate pal dude
	argh arrgh urgh ouch dang darn gee geez jeez yo yay boo bah meh nooo noooo stop attention warning caution careful danger important reminder update tip rule note ps`)

// toOthersKorean reports whether a Korean sentence is said to people: "민수야 부엌에 가지 마", "엄마,
// 부엌에 가지 마", "부엌에 들어가지 마, 얘들아".
func toOthersKorean(toks []token) bool {
	n := len(toks)
	if n < 2 {
		return false
	}
	if called(toks[n-1].text, false) {
		return true
	}
	for i, t := range toks[:min(3, n-1)] {
		w, known := koreanPhrases()[t.text]
		switch {
		case t.named():
			return false
		case w.mark&markOwner > 0:
			return toks[i+1].text == ","
		case t.text == "," || known && !called(t.text, false):
		default:
			return called(t.text, true)
		}
	}
	return false
}

// called reports whether a word calls somebody: a word for people, or any unknown name, with 아
// after a consonant and 야 after a vowel.
func called(word string, anyName bool) bool {
	name, consonant := strings.CutSuffix(word, "아")
	if !consonant {
		var vowel bool
		if name, vowel = strings.CutSuffix(word, "야"); !vowel {
			return false
		}
	}
	last, _ := utf8.DecodeLastRuneInString(name)
	if n := utf8.RuneCountInString(name); n < 2 || n > 4 || last < '가' || last > '힣' || consonant != ((last-'가')%28 > 0) {
		return false
	}
	if isOf(name, people) {
		return true
	}
	return anyName && !isOf(name, "진짜 정말 거기 여기 아니 로보 이거 그거 저거 뭐 때문") && !knownWord(word) && !endsIn(name, "이 찮 많 좋 같 맞 않 잖 남") && !endsAlien(word)
}
