package world

import (
	"strings"
	"unicode"
)

// defaultSize is the side of the box of an object whose file gives none, in
// metres: wide enough to block a robot, small enough to leave every door free.
const defaultSize = 0.3

// complete fills in what ProcTHOR's own files leave out.
func complete(objects []Object) {
	for i := range objects {
		o := &objects[i]
		if o.Type == "" {
			o.Type = typeFromName(o)
		}
		if o.Size == (Vec{}) {
			o.Size = Vec{defaultSize, defaultSize, defaultSize}
		}
		complete(o.Children)
	}
}

// typeFromName guesses an object's type from its names: the part of the id
// before the first "|" when that is an upper-case word ("Television|3|1"), else
// the words of the asset id before its first number, joined ("Side_Table_19_1"
// is SideTable), without a leading "RoboTHOR". Without any word it is "Object".
func typeFromName(o *Object) string {
	if head, _, _ := strings.Cut(o.ID, "|"); isType(head) {
		return head
	}
	asset := strings.TrimPrefix(o.AssetID, "RoboTHOR_")
	var b strings.Builder
	for part := range strings.SplitSeq(asset, "_") {
		if !isWord(part) {
			break
		}
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	if b.Len() == 0 {
		return "Object"
	}
	return b.String()
}

// isType reports whether s reads like "DiningTable": an upper-case word.
// ProcTHOR's child ids begin with "small", which is none.
func isType(s string) bool { return isWord(s) && s[0] >= 'A' && s[0] <= 'Z' }

func isWord(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) || r > unicode.MaxASCII })
}
