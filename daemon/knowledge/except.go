package knowledge

import (
	"regexp"
	"strings"
)

// A ban may name what it does not hold for: "never enter the bedroom, except when looking for
// medicine", "안방에는 들어가지 마, 약 찾을 때만 빼고". It holds when something else is looked for.

var (
	exceptWhen   = regexp.MustCompile(`(?i)^(.+?),? (?:(?:except|other than|apart from) (?:when|while|if)|unless) (.+)$`)
	exceptLast   = regexp.MustCompile(`^(.*(?:마|말아|말 것|금지|안 ?돼|안 ?된다)\S*?)[,.]? (\S+ ?찾을 ?때)(?:만|는|에만|에는)? ?(?:빼고는?|제외하고는?|말고는?|외에는?)$`)
	exceptBefore = regexp.MustCompile(`^(\S+ ?찾을 ?때)(?:만|는|에만|에는)? ?(?:빼고는?|제외하고는?|말고는?|외에는?),? (.+)$`)
)

// exceptIn parts a ban from when it does not hold; is tells whether a sentence has both.
func exceptIn(text string) (ban, but string, is bool) {
	text = strings.TrimRight(strings.TrimSpace(text), " .!?。")
	if m := exceptBefore.FindStringSubmatch(text); m != nil {
		ban, but = m[2], m[1]
	} else if m := exceptLast.FindStringSubmatch(text); m != nil {
		ban, but = m[1], m[2]
	} else if m := exceptWhen.FindStringSubmatch(text); m != nil {
		ban, but = m[1], m[2]
	}
	return ban, but, ban != "" && forbids.MatchString(ban) && !begins.MatchString(ban)
}

// unless reads a ban and when it does not hold, which must be one condition.
func (p *sentence) unless(ban, but string) {
	cells, rest := cellsOf(but)
	if len(cells) != 1 || len(beside(rest, inCondition)) > 0 || !negate(cells) {
		p.left = but
		return
	}
	p.when = cells
	if plain(ban) {
		p.consequence(ban)
	}
}
