package words

import (
	"slices"
	"strings"
)

// ThisRoom reports whether a text speaks of the room where it is said: "here", "this
// bedroom", "여기", "이 방".
func ThisRoom(text string) bool {
	for _, s := range sentences(text) {
		toks := scan(s.text)
		for i, t := range toks {
			next := token{}
			if i+1 < len(toks) {
				next = toks[i+1]
			}
			switch {
			case t.text == "here", t.text == "이방", t.text == "이곳", slices.ContainsFunc(hereKorean, func(h string) bool { return strings.HasPrefix(t.text, h) }):
				return true
			case (t.text == "this" || t.text == "이") && (next.room != "" || next.text == "room" || next.text == "place" || strings.HasPrefix(next.text, "방") || strings.HasPrefix(next.text, "곳")):
				return true
			}
		}
	}
	return false
}

var hereKorean = []string{"여기", "여긴", "여길", "이방에", "이방은", "이곳에", "이곳은"}

// besideName begins the type key of a room that a claim names by the room it lies beside.
const besideName = "room beside "

// Beside gives the type of the neighbouring room, for the room of a claim that [ReadBeside]
// made; false for any other room.
func Beside(room Key) (Key, bool) {
	rest, ok := strings.CutPrefix(string(room), besideName)
	return Key(rest), ok
}

// ReadBeside reads a sentence that says that a thing is, or is not, in the room beside
// another: "the sofa is in the room next to the kitchen", "소파는 부엌 옆방에 있어". [Beside]
// reads the room that the claim names. No claims when the text says no such thing plainly.
func ReadBeside(text string) []Claim {
	said := slices.DeleteFunc(sentences(text), func(s sentence) bool { return s.text == "" })
	if len(said) != 1 || said[0].question {
		return nil
	}
	rooms, things := Mentions(text)
	if len(rooms) != 1 || len(things) != 1 || rooms[0].Unknown() {
		return nil
	}
	var denied, firm bool
	plain := " " + strings.Trim(Plain(text), " .!") + " "
	has := func(parts ...string) bool { return holdsAny(plain, parts...) }
	switch {
	case has(" 옆방에 ", " 옆 방에 ", " 옆방에는 ", " 옆 방에는 ", " 옆에 있는 방에 ", " 옆에 있는 방에는 "):
		firm, denied = has(" 있어 ", " 있다 ", " 있어요 ", " 있습니다 "), has(" 없어 ", " 없다 ", " 없어요 ", " 없습니다 ")
	case has(" in the room next to ", " in the room beside ", " in the room right next to ", " in the room right beside ", " in the room by ", " in the room adjacent to "):
		denied = has(" is not ", " isn't ", " are not ", " aren't ", " there is no ", " there's no ", " no ")
		firm = !denied && has(" is ", " are ", " there's ", "'s ")
	}
	if firm == denied || has(" maybe ", " perhaps ", " if ", " think ", " probably ", " 아마 ", " 면 ") {
		return nil
	}
	claim := In
	if denied {
		claim = NotIn
	}
	return []Claim{claim(things[0], Key(besideName)+rooms[0], "", Certain)}
}
