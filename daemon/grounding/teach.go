package grounding

import (
	"slices"
	"sort"
	"strings"
	"time"
	"unicode/utf8"

	"navd/daemon/fault"
	"navd/daemon/feedback"
	"navd/daemon/reply"
	"navd/daemon/words"
)

// Limits of what one file may teach.
const (
	MaxLessons = 10_000 // texts
	maxLesson  = 65_536 // characters of one text: as many as one feedback may have
	maxCalled  = 500    // characters of an episode's name
	maxTold    = 100    // claims of one text: as many as one feedback may have
)

// Taught is an entry that a file teaches.
type Taught struct {
	Entry
	Placed bool // its scope is said, by the file or by who imports it, also when that is everywhere
}

// Lessons lists what a file teaches, as entries that a book can add: one for each text, in
// the order of the categories, each once, where it stands last.
//
// From a JSON file it takes [Snapshot.Contents]. A content is split into lines: marks of
// lists and steps are removed, an indented line continues the one before, blank lines and
// rules separate texts. A stacked line is one text. A text file has the categories as titles
// ("### Spatial Grounding"); text without such a title is General. Other headings are
// ignored. If there is a final, its texts count and not the stacked ones, as in JSON.
// Nothing else is left out.
//
// The evidence of all entries is the file: its id is "file:" and 12 digits of the SHA-256 of
// what the file says, so that files with the same content are the same evidence, whatever
// their names, line ends and marks; its episode is the one that the file names, if any; its
// time is that of the final, zero if that cannot be read. A stacked text keeps its step and
// verdict. If the file gives a text several scopes or claims of
// its own, there is an entry for each. The caller
// fills in the author, and the scope if the file has none.
//
// It fails with an invalid fault if the file cannot be used (see [MergeFiles]), is a JSON file
// of something else, or has control
// characters other than line ends and tabs, and with a too_large fault for more than
// [MaxLessons] texts or a text that is too long; then nothing should be learned from it.
func Lessons(f File) ([]Taught, error) {
	t, err := teachingOf(f)
	if err != nil {
		return nil, err
	}
	if len(t.lessons) > MaxLessons {
		return nil, fault.New(fault.TooLarge, "it has %d texts, at most %d are learned from one file", len(t.lessons), MaxLessons)
	}
	proof := feedback.Evidence{Feedback: t.id(), Episode: t.episode, At: t.time()}
	entries := make([]Taught, 0, len(t.lessons))
	for _, l := range t.lessons {
		if err := l.check(); err != nil {
			return nil, err
		}
		v := proof
		v.Step, v.Verdict = l.step, l.verdict
		scopes := t.scopes[l.heard()]
		if scopes == nil {
			scopes = []Scoped{{}}
		}
		for _, s := range scopes {
			claims, err := s.claims()
			if err != nil {
				return nil, err
			}
			e := Entry{Category: l.category, Text: l.text, Claims: claims, Scope: s.Scope, Pinned: s.Pinned, Evidence: []feedback.Evidence{v}}
			entries = append(entries, Taught{e, t.scopes[l.heard()] != nil})
		}
	}
	return entries, nil
}

// claims gives the claims that a file has of a text, nil where it has none.
func (s Scoped) claims() ([]words.Claim, error) {
	if len(s.Claims) > maxTold {
		return nil, fault.New(fault.TooLarge, "a text with %d claims, at most %d are learned", len(s.Claims), maxTold).About("scopes", s.Text)
	}
	claims, err := normal(s.Claims)
	if err != nil {
		f := fault.As(err)
		f.Field = "scopes." + f.Field
		return nil, f
	}
	return claims, nil
}

// FromFile reports whether evidence is an imported file, and not feedback.
func FromFile(evidence string) bool { return strings.HasPrefix(evidence, fileMark) }

const (
	fileMark   = "file:"
	fileDigits = 12
)

// A lesson is one text of a file.
type lesson struct {
	category feedback.Category
	text     string
	step     int
	verdict  feedback.Verdict
}

// heard is what a lesson says, independent of spelling.
type heard struct {
	category feedback.Category
	core     string
}

func (l lesson) heard() heard { return heard{l.category, coreOf(l.text)} }

// check refuses a text that feedback cannot have.
func (l lesson) check() error {
	if strings.ContainsFunc(l.text, controls) {
		return fault.Field(string(l.category), l.text, "no control characters but line ends and tabs")
	}
	if n := utf8.RuneCountInString(l.text); n > maxLesson {
		return fault.New(fault.TooLarge, "a text of %d characters, at most %d are learned", n, maxLesson).About(string(l.category), l.text)
	}
	return nil
}

// teaching is the content of one file.
type teaching struct {
	episode   string
	generated string // time of its final, as written
	lessons   []lesson
	scopes    map[heard][]Scoped // of texts, where the file says it
}

func teachingOf(f File) (t teaching, err error) {
	s, text, err := f.read()
	switch {
	case err != nil:
		return t, err
	case s == nil:
		t.lessons = textLessons(text)
	case s.Foreign:
		return t, fault.New(fault.Invalid, "not a grounding file: it has none of the parts %s", strings.Join(fileParts(), ", "))
	default:
		if t.episode = string(s.Info.Episode); utf8.RuneCountInString(t.episode) > maxCalled {
			return t, fault.Field("expr_info.episode_id", t.episode, "at most 500 characters")
		}
		t.snapshot(*s)
	}
	t.lessons = tidy(t.lessons)
	return t, nil
}

// snapshot reads what a JSON file teaches.
func (t *teaching) snapshot(s Snapshot) {
	t.scopes = map[heard][]Scoped{}
	for _, at := range s.Scopes {
		k := heard{at.Category, coreOf(at.Text)}
		t.scopes[k] = append(t.scopes[k], at)
	}
	contents := s.Contents()
	var stacked []lesson
	for _, c := range feedback.Categories() {
		for _, line := range *s.Stacked.Of(c) {
			stacked = append(stacked, lessonOf(c, line))
		}
		if s.Final == nil {
			for _, line := range *contents.Of(c) {
				t.lessons = append(t.lessons, lessonOf(c, line))
			}
			continue
		}
		for _, content := range *contents.Of(c) {
			for _, text := range apart(content) {
				t.lessons = append(t.lessons, lessonOf(c, text))
			}
		}
	}
	if s.Final != nil {
		t.generated = s.Final.Generated
		recall(t.lessons, stacked)
	}
}

// lessonOf makes a lesson from one text, without its step.
func lessonOf(c feedback.Category, text string) lesson {
	l := lesson{category: c, text: strings.TrimSpace(Bare(strings.TrimSpace(text)))}
	l.step, l.verdict = stepOf(text)
	return l
}

// recall gives lessons of a final the step and verdict of the stacked lesson with the same
// text, if they have none.
func recall(lessons, stacked []lesson) {
	of := map[heard]lesson{}
	for _, l := range stacked {
		if k := l.heard(); of[k].text == "" {
			of[k] = l
		}
	}
	for i := range lessons {
		if old, ok := of[lessons[i].heard()]; ok && lessons[i].step == 0 && lessons[i].verdict == "" {
			lessons[i].step, lessons[i].verdict = old.step, old.verdict
		}
	}
}

// tidy orders lessons by category, keeps the last of those that say the same, because it may
// contradict what stands between them, and drops steps without a text.
func tidy(lessons []lesson) []lesson {
	last := map[heard]int{}
	for i, l := range lessons {
		last[l.heard()] = i
	}
	all := lessons
	lessons = nil
	for i, l := range all {
		if last[l.heard()] == i && l.text != "" {
			lessons = append(lessons, l)
		}
	}
	at := func(l lesson) int { return slices.Index(feedback.Categories(), l.category) }
	sort.SliceStable(lessons, func(i, j int) bool { return at(lessons[i]) < at(lessons[j]) })
	return lessons
}

// id identifies what the file says.
func (t teaching) id() string {
	var b strings.Builder
	b.WriteString(t.episode + "\x00" + t.generated)
	for _, l := range t.lessons {
		b.WriteString("\x00" + string(l.category) + "\x00" + l.text)
	}
	return fileMark + reply.Hash(b.String())[:fileDigits]
}

// time returns when the final was made, in UTC if there is no zone; zero if it cannot be
// read.
func (t teaching) time() time.Time {
	for _, form := range []string{time.RFC3339, "2006-01-02T15:04:05"} {
		if at, err := time.Parse(form, t.generated); err == nil && at.UTC().Year() >= 1 && at.UTC().Year() <= 9999 {
			return at.UTC()
		}
	}
	return time.Time{}
}
