package vlm

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"navd/cmd/navsim/caption"
	"navd/daemon/nav"
	"navd/daemon/words"
)

// The lines of a prompt that the model understands. It ignores everything else.
var (
	goalLine   = regexp.MustCompile(`(?im)^\s*goal(?: object)?: *(.+?)(?:\. step \d+\.)?\s*$`)
	shownLine  = regexp.MustCompile(`(?im)^\s*(views|angles) shown: *([\d, ]+)`)
	facingLine = regexp.MustCompile(`(?i)faces (view|angle) (\d+)`)
	poseLine   = regexp.MustCompile(`(?im)^\s*you are at .*?anchor \d+, in place \d+: ([^(;\n]+?) \(key (\d+), visited \d+\)(?: with ([^;\n]*))?`)
	labelLine  = regexp.MustCompile(`(?im)^\s*(view|seen at angle) (\d+)(?: \(angle -?[\d.]+\))?: *(.+?)\s*$`)
	floorPart  = regexp.MustCompile(`(?i)^free (\d+(?:\.\d+)?) m, sight (\d+(?:\.\d+)?) m$`)
	angleLine  = regexp.MustCompile(`(?im)^\s*(?:angle -?[\d.]+ \((view) (\d+)\)|(angle) (\d+)): *(.+?)\s*$`)
	newness    = regexp.MustCompile(`(?i)\bnewness (\d+(?:\.\d+)?)`)
	knownPart  = regexp.MustCompile(`(?i)\bknown .*?\(key (\d+), visited (\d+)\)`)
	overPart   = regexp.MustCompile(`(?i)\bthat room was looked over (once|\d+ times)`)
	vetoPart   = regexp.MustCompile(`(?i)\bthe detector found no goal there\b`)
	legPart    = regexp.MustCompile(`(?i)\ba leg that way moved (\d+(?:\.\d+)?) m([^;]*)`)
	planLine   = regexp.MustCompile(`(?im)^\s*plan \d+: goal seen (?:true|false), towards (.*?): .*?outcome: moved (\d+(?:\.\d+)?) m(.*)$`)
	siteLine   = regexp.MustCompile(`(?im)^\s*scan site \d+, (\d+(?:\.\d+)?) m away at angle (-?\d+)(?:, (\d+(?:\.\d+)?) m to walk)?(, the goal was seen from there at angle -?\d+(?: and -?\d+)*)?(?:, untried:(.*))?\.?$`)
	openLine   = regexp.MustCompile(`(?im)^\s*opening \d+ at angle (-?\d+), (\d+(?:\.\d+)?) m to walk, beside ([^,;]+?)(?: with [^;]*?)?, \d+(?:\.\d+)? m wide, (\d+) m² not seen behind it(.*?)\.?$`)
	lookedOver = regexp.MustCompile(`(?i)\bthe room was looked over (once|\d+ times)`)
	wentFor    = regexp.MustCompile(`(?i)\byou went for it (once|\d+ times)`)
	inVain     = regexp.MustCompile(`(?i)\byou did not get near (once|\d+ times)`)
	untried    = regexp.MustCompile(`(?i)^ *(.+) at angle (-?\d+) free (\d+(?:\.\d+)?) m newness (\d+(?:\.\d+)?)\.?$`)
	placeLine  = regexp.MustCompile(`(?im)^\s*place \d+: [^(;\n]+? \(key (\d+), visited \d+\) with ([^;\n]*)`)
	avoidLine  = regexp.MustCompile(`(?im)^\s*avoid: *\S`)
)

// brief is the content of a planner's prompt. Its angles are positive to the left, even if
// those of the prompt are clockwise.
type brief struct {
	clockwise bool // the prompt's angles are those printed on the pictures

	goal     words.Key
	shown    []int // views, in the order of the prompt; none when it does not say
	facing   int
	here     words.Key
	avoid    bool
	views    [nav.Views]view
	sites    []site
	openings []opening
	plans    []plan        // oldest first
	holders  []int         // keys of places with the goal among their objects
	hereHas  bool          // the present place is one of them
	told     []words.Claim // what people told the robot before
}

// view is what the prompt says about one direction.
type view struct {
	labelled bool // it is known what the view shows
	measured bool // free and sight are known
	kind     words.Key
	free     float64 // metres
	sight    float64 // metres
	objects  []string
	newness  float64 // 0..1; -1: not given
	keys     []int   // keys of known places that way
	visits   int     // visits to the one of them that was visited most
	scans    int     // of the room that it shows, in which the goal was not found
	vetoed   bool    // the detector found no goal there
	legs     []leg
}

// leg is the result of an earlier leg.
type leg struct {
	metres float64
	gain   bool // it brought a new place or a new view
	loop   bool
}

// plan is an earlier plan whose leg has ended.
type plan struct {
	kind words.Key
	leg  leg
}

// site is an earlier scan.
type site struct {
	metres, angle float64    // in a straight line; degrees from view 0, positive left
	walk          float64    // metres to walk; if not given, as metres
	seen          bool       // the goal was seen from there
	untried       []frontier // views that no leg has followed
}

// opening is an edge of the seen floor, with unseen floor behind it.
type opening struct {
	angle, walk, behind  float64 // degrees from view 0, positive left; metres; square metres
	beside               []words.Key
	scans, tried, failed int
}

type frontier struct {
	kind    words.Key
	angle   float64 // degrees from view 0 here, positive left
	free    float64 // metres
	newness float64
}

// readBrief reads a planner's prompt. What it does not say stays unknown.
func readBrief(prompt string) brief {
	b := brief{avoid: avoidLine.MatchString(prompt)}
	if m := shownLine.FindStringSubmatch(prompt); m != nil {
		b.clockwise = strings.EqualFold(m[1], "angles")
	}
	for i := range b.views {
		b.views[i].newness = -1
	}
	if m := goalLine.FindStringSubmatch(prompt); m != nil {
		b.goal = words.ObjectKey(m[1])
	}
	if m := facingLine.FindStringSubmatch(prompt); m != nil {
		b.facing, _ = viewNumber(m[1], m[2])
	}
	b.readPlaces(prompt)
	b.readLabels(prompt)
	b.readAngles(prompt)
	b.readSites(prompt)
	b.readOpenings(prompt)
	for _, m := range planLine.FindAllStringSubmatch(prompt, -1) {
		b.plans = append(b.plans, plan{words.LabelKey(m[1]), legOf(m[2], m[3])})
	}
	b.readShown(prompt)
	return b
}

// readPlaces reads where the robot is, and where the goal was seen.
func (b *brief) readPlaces(prompt string) {
	if m := poseLine.FindStringSubmatch(prompt); m != nil {
		b.here = words.LabelKey(m[1])
		b.hereHas = b.has(strings.Split(m[3], ", "))
	}
	for _, m := range placeLine.FindAllStringSubmatch(prompt, -1) {
		if key, err := strconv.Atoi(m[1]); err == nil && b.has(strings.Split(m[2], ", ")) {
			b.holders = append(b.holders, key)
		}
	}
}

// has reports whether the goal is among some objects.
func (b *brief) has(objects []string) bool {
	return b.goal != "" && slices.ContainsFunc(objects, func(o string) bool { return words.ObjectKey(o).Equal(b.goal) })
}

// readLabels reads what the prompt says to be in sight.
func (b *brief) readLabels(prompt string) {
	for _, m := range labelLine.FindAllStringSubmatch(prompt, -1) {
		i, ok := viewNumber(m[1], m[2])
		if !ok {
			continue
		}
		v := &b.views[i]
		v.labelled = true
		text, objects, has := strings.Cut("; "+m[3], "; objects: ")
		if has {
			v.objects = strings.Split(objects, ", ")
		}
		for part := range strings.SplitSeq(strings.TrimPrefix(text, "; "), "; ") {
			if f := floorPart.FindStringSubmatch(part); f != nil {
				v.free, v.sight, v.measured = metres(f[1]), metres(f[2]), true
			} else if v.kind == "" {
				v.kind = words.LabelKey(part)
			}
		}
	}
}

// readAngles reads what the memory knows about each direction.
func (b *brief) readAngles(prompt string) {
	for _, m := range angleLine.FindAllStringSubmatch(prompt, -1) {
		i, ok := viewNumber(m[1]+m[3], m[2]+m[4])
		if !ok {
			continue
		}
		v, text := &b.views[i], m[5]
		if n := newness.FindStringSubmatch(text); n != nil {
			v.newness = min(1, metres(n[1]))
		}
		for _, k := range knownPart.FindAllStringSubmatch(text, -1) {
			key, err := strconv.Atoi(k[1])
			visits, errVisits := strconv.Atoi(k[2])
			if err == nil && errVisits == nil {
				v.keys, v.visits = append(v.keys, key), max(v.visits, visits)
			}
		}
		v.scans, v.vetoed = timesIn(overPart, text), vetoPart.MatchString(text)
		for _, l := range legPart.FindAllStringSubmatch(text, -1) {
			v.legs = append(v.legs, legOf(l[1], l[2]))
		}
	}
}

// timesIn reads "once" or "3 times"; 0 when neither is there.
func timesIn(part *regexp.Regexp, text string) int {
	m := part.FindStringSubmatch(text)
	if m == nil {
		return 0
	}
	if n, err := strconv.Atoi(strings.TrimSuffix(m[1], " times")); err == nil {
		return min(n, 99)
	}
	return 1
}

// readSites reads the earlier scans.
func (b *brief) readSites(prompt string) {
	for _, m := range siteLine.FindAllStringSubmatch(prompt, -1) {
		s := site{metres: metres(m[1]), angle: b.left(m[2]), seen: m[4] != ""}
		if s.walk = s.metres; m[3] != "" {
			s.walk = metres(m[3])
		}
		for part := range strings.SplitSeq(m[5], ";") {
			if u := untried.FindStringSubmatch(strings.TrimSpace(part)); u != nil {
				s.untried = append(s.untried, frontier{words.LabelKey(u[1]), b.left(u[2]), metres(u[3]), min(1, metres(u[4]))})
			}
		}
		b.sites = append(b.sites, s)
	}
}

// readOpenings reads the openings.
func (b *brief) readOpenings(prompt string) {
	for _, m := range openLine.FindAllStringSubmatch(prompt, -1) {
		o := opening{
			angle: b.left(m[1]), walk: metres(m[2]), behind: metres(m[4]),
			scans: timesIn(lookedOver, m[5]), tried: timesIn(wentFor, m[5]), failed: timesIn(inVain, m[5]),
		}
		for room := range strings.SplitSeq(m[3], " and ") {
			o.beside = append(o.beside, words.LabelKey(room))
		}
		b.openings = append(b.openings, o)
	}
}

// readShown reads which views may be chosen.
func (b *brief) readShown(prompt string) {
	m := shownLine.FindStringSubmatch(prompt)
	if m == nil {
		return
	}
	for name := range strings.SplitSeq(m[2], ",") {
		if i, ok := viewNumber(m[1], strings.TrimSpace(name)); ok && !slices.Contains(b.shown, i) {
			b.shown = append(b.shown, i)
		}
	}
}

// look fills in what the pictures show, for a prompt that has no labels.
func (b *brief) look(pictures []caption.Seen) {
	if slices.ContainsFunc(b.views[:], func(v view) bool { return v.labelled }) {
		return
	}
	for _, p := range pictures {
		for _, s := range p.Views {
			if s.View < 0 || s.View >= nav.Views {
				continue
			}
			v := &b.views[s.View]
			v.labelled, v.measured, v.kind = true, true, words.LabelKey(s.Type)
			v.free, v.sight, v.objects = s.FreeM, s.SeeM, s.Objects
		}
	}
}

func legOf(moved, rest string) leg {
	rest = strings.ToLower(rest)
	return leg{metres: metres(moved), gain: strings.Contains(rest, "new "), loop: strings.Contains(rest, "loop")}
}

// left reads an angle of the prompt and returns it in degrees, positive to the left.
func (b *brief) left(s string) float64 {
	if b.clockwise {
		return nav.NormDeg(-metres(s))
	}
	return nav.NormDeg(metres(s))
}

// viewNumber reads the number of a view, or the angle that is printed on it if the view is
// named by an angle.
func viewNumber(named, s string) (int, bool) {
	i, err := strconv.Atoi(s)
	if strings.Contains(strings.ToLower(named), "angle") {
		if i%30 != 0 {
			return 0, false
		}
		i /= 30
	}
	return i, err == nil && i >= 0 && i < nav.Views
}

// metres reads a finite number; 0 for anything else.
func metres(s string) float64 {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
		return 0
	}
	return v
}
