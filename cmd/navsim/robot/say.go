package robot

import (
	"slices"
	"strings"
	"unicode/utf8"

	"navd/daemon/words"
)

// A remark is what the oracle says: a thing is not in one type of room, is in another, or
// both. An empty key is left out.
type remark struct{ thing, notIn, in words.Key }

// english says it in English.
func (r remark) english() string {
	switch {
	case r.in == "":
		return "spatial: there is no " + string(r.thing) + " in the " + string(r.notIn)
	case r.notIn == "":
		return "spatial: the " + string(r.thing) + " is in the " + string(r.in)
	}
	return "spatial: the " + string(r.thing) + " is not in the " + string(r.notIn) + " but in the " + string(r.in)
}

// korean says it in Korean; false when a thing or a room has no Korean name.
func (r remark) korean() (string, bool) {
	thing, ok := koreanName(r.thing)
	notIn, ok2 := koreanName(r.notIn)
	in, ok3 := koreanName(r.in)
	switch {
	case !ok || r.notIn != "" && !ok2 || r.in != "" && !ok3:
		return "", false
	case r.in == "":
		return "공간: " + notIn + "에는 " + thing + particle(thing, "가", "이") + " 없어", true
	case r.notIn == "":
		return "공간: " + thing + particle(thing, "는", "은") + " " + in + "에 있어", true
	}
	return "공간: " + thing + particle(thing, "는", "은") + " " + notIn + particle(notIn, "가", "이") + " 아니라 " + in + "에 있어", true
}

// koreanName returns the first Korean name of a thing or a type of room.
func koreanName(k words.Key) (string, bool) {
	names := words.Names(k)
	i := slices.IndexFunc(names, func(n string) bool { return strings.ContainsFunc(n, hangul) })
	if i < 0 {
		return "", false
	}
	return names[i], true
}

func hangul(r rune) bool { return r >= '가' && r <= '힣' }

// particle returns open or closed, as the last syllable of a name is.
func particle(name, open, closed string) string {
	if last, _ := utf8.DecodeLastRuneInString(name); hangul(last) && (last-'가')%28 != 0 {
		return closed
	}
	return open
}
