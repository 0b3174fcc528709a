package vlm

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Sizes of long answers, in bytes.
const (
	longText = 200 << 10
	hugeText = 8 << 20
)

// chatter is text that does not belong in an answer.
const chatter = "Looking at the panorama, I first consider each of the views in turn before I settle on one of them. "

// spoil applies a fault to the text of a right answer. Faults that do not concern the text
// leave it as it is.
func (f Fault) spoil(answer string, r role) string {
	switch f {
	case Prose:
		return chatter + "I would go to the left, where the room looks promising."
	case Contradict:
		return fmt.Sprintf("My first thought was %s but on reflection it is rather %s I am quite sure of that.", answer, swap(answer, r, other))
	case Fences:
		return "Here is my answer:\n````markdown\n```json\n" + answer + "\n```\n````\n"
	case NotANumber, Mistyped, OutOfRange, MissingKey:
		return swap(answer, r, f.value)
	case Long:
		return pad(answer, longText)
	case Huge:
		return pad(answer, hugeText)
	}
	return answer
}

// pad adds words after an answer until it has n bytes.
func pad(answer string, size int) string {
	text := answer + "\n" + strings.Repeat(chatter, max(0, size-len(answer))/len(chatter)+1)
	return text[:size]
}

// swap replaces the main value of an answer, or removes it if value returns "".
func swap(answer string, r role, value func(role, json.RawMessage) string) string {
	key := "angle"
	switch r {
	case roleScene, roleOther:
		key = "scene_type"
	case roleFinal:
		key = "spatial_grounding"
	}
	var members map[string]json.RawMessage
	if json.Unmarshal([]byte(answer), &members) != nil { // a sentence, which has no members
		return chatter
	}
	now := value(r, members[key])
	delete(members, key)
	rest := strings.TrimPrefix(string(marshal(members)), "{")
	switch {
	case now == "":
		return "{" + rest
	case rest == "}":
		return fmt.Sprintf(`{%q:%s}`, key, now)
	}
	return fmt.Sprintf(`{%q:%s,%s`, key, now, rest)
}

// value returns what a fault puts in place of the right value; "" removes it.
func (f Fault) value(r role, was json.RawMessage) string {
	switch {
	case f == MissingKey:
		return ""
	case f == NotANumber:
		return "NaN"
	case f == OutOfRange && r == rolePlanner:
		return "270.5"
	case f == OutOfRange:
		return `""`
	case r == rolePlanner:
		return `"` + string(was) + `"`
	}
	return "7"
}

// other returns another valid value.
func other(r role, was json.RawMessage) string {
	switch {
	case r == roleFinal:
		return `{"content":"The sofa is in the attic."}`
	case r != rolePlanner:
		return `"attic"`
	case string(was) == "0":
		return "90"
	}
	return "0"
}
