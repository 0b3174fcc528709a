package feedback

import (
	"strings"

	"navd/daemon/fault"
	"navd/daemon/words"
)

// Category is what a correction is about. Its value is the key in files.
type Category string

// The four categories, in the order of files and prompts.
const (
	UserPreference Category = "user_preference" // what the user likes
	Spatial        Category = "spatial"         // how the place is
	Procedural     Category = "procedural"      // how to do it
	General        Category = "general"         // everything else
)

// Categories lists the four, in their order.
func Categories() []Category { return []Category{UserPreference, Spatial, Procedural, General} }

// Title is the heading of a category in texts.
func (c Category) Title() string {
	switch c {
	case UserPreference:
		return "User Preference Grounding"
	case Spatial:
		return "Spatial Grounding"
	case Procedural:
		return "Procedural Grounding"
	}
	return "General Grounding Rules"
}

// AllowedCategories names the four with all that they may be called.
const AllowedCategories = "user_preference (u, 선호, 사용자), spatial (s, 공간), procedural (p, 절차) or general (g, 일반)"

// ParseCategory reads the name of a category: English or Korean, long or short,
// in any case. Another name is an invalid fault that lists the four.
func ParseCategory(name string) (Category, error) {
	if c, ok := categoryOf(words.Plain(name)); ok {
		return c, nil
	}
	return "", fault.Field("category", name, AllowedCategories)
}

// categoryOf looks a name up that is in its plain spelling. The names of two
// words are those that a user would write out.
func categoryOf(name string) (Category, bool) {
	switch strings.ReplaceAll(name, " ", "_") {
	case "user_preference", "u", "선호", "사용자", "사용자_선호":
		return UserPreference, true
	case "spatial", "s", "공간":
		return Spatial, true
	case "procedural", "p", "절차":
		return Procedural, true
	case "general", "g", "일반":
		return General, true
	}
	return "", false
}

// Verdict is what the user says of a step; it is not the result of the motion.
// The empty verdict means that the user said none.
type Verdict string

// The verdicts. Their values are the words in files.
const (
	Success Verdict = "Success" // it went well
	Failure Verdict = "Failure" // it went wrong
	WiP     Verdict = "WiP"     // it goes on
)

// ParseVerdict reads the name of a verdict like [ParseCategory] reads that of a
// category.
func ParseVerdict(name string) (Verdict, error) {
	if v, ok := verdictOf(words.Plain(name)); ok {
		return v, nil
	}
	return "", fault.Field("verdict", name, "Success (s, 성공), Failure (f, 실패) or WiP (w, 진행)")
}

func verdictOf(name string) (Verdict, bool) {
	switch name {
	case "success", "s", "성공":
		return Success, true
	case "failure", "f", "실패":
		return Failure, true
	case "wip", "w", "진행":
		return WiP, true
	}
	return "", false
}

// Four holds one value for each category; its JSON has the four keys of files.
type Four[T any] struct {
	UserPreference T `json:"user_preference"`
	Spatial        T `json:"spatial"`
	Procedural     T `json:"procedural"`
	General        T `json:"general"`
}

// Of gives the place of a category's value, to read or to set. A category that
// is none of the four counts as [General].
func (f *Four[T]) Of(c Category) *T {
	switch c {
	case UserPreference:
		return &f.UserPreference
	case Spatial:
		return &f.Spatial
	case Procedural:
		return &f.Procedural
	}
	return &f.General
}
