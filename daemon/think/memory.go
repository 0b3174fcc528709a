package think

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"navd/daemon/lats/pages"
	"navd/daemon/nav"
	"navd/daemon/ref"
	"navd/daemon/words"
)

// Memory is the environment of a snapshot. Its methods do not change the snapshot, so any
// number of searches may share it.
type Memory struct {
	Snapshot
	links [][]int // neighbours of each anchor
	near  []int   // the anchor nearest to the end of each way, -1: there is none
	rank  Ranker

	mu      sync.Mutex // guards spreads
	spreads map[int]*ways
}

// Ranker gives the indexes of the texts that fit a query, best first, at most k. The same
// query and texts have to give the same answer.
type Ranker func(query string, texts []Text, k int) ([]int, error)

// New makes the environment of a snapshot.
func New(s Snapshot, rank Ranker) *Memory {
	m := &Memory{Snapshot: s, rank: rank, links: make([][]int, len(s.Anchors)), spreads: map[int]*ways{}}
	for _, w := range s.Ways {
		m.near = append(m.near, m.nearest(w.End))
	}
	for _, l := range s.Links {
		if l[0] < 0 || l[1] < 0 || l[0] >= len(s.Anchors) || l[1] >= len(s.Anchors) {
			continue // the snapshot was edited
		}
		m.links[l[0]] = append(m.links[l[0]], l[1])
		m.links[l[1]] = append(m.links[l[1]], l[0])
	}
	return m
}

// State is the state of the environment at a node of the tree.
type State struct {
	At    *nav.Pose `json:"at,omitempty"`    // pose of the simulated robot; nil: it has not moved
	Steps float64   `json:"steps,omitempty"` // that the simulated robot took
	Taken []int     `json:"taken,omitempty"` // indexes of the ways that it went
	Doc   *int      `json:"doc,omitempty"`   // index of the open text
	Word  string    `json:"word,omitempty"`  // the last word of Lookup
	Next  int       `json:"next,omitempty"`  // number of the sentence with that word that comes next
}

// Seen is the result of an action.
type Seen struct {
	Observation string  // for the prompt
	State       State   // of the new node
	Done        bool    // it was an answer
	Reward      float64 // of an answer, 0..1: what it is worth; 0: it cannot be done
}

// Do does an action with a parameter. Types are as [Actions] lists them, in any letter case;
// another one changes nothing, and its observation says so.
func (m *Memory) Do(s State, action, param string) (Seen, error) {
	param = strings.TrimSpace(param)
	switch strings.ToLower(action) {
	case "search":
		return m.search(s, param)
	case "lookup":
		return m.lookup(s, param), nil
	case "recall":
		return saw(s, m.recall(param)), nil
	case "path":
		return saw(s, m.path(s, param)), nil
	case "frontier":
		return saw(s, m.frontier()), nil
	case "simulate":
		return m.simulate(s, param), nil
	case "finish":
		v := m.Judge(ParseAnswer(param))
		return Seen{Observation: v.Text(), State: s, Done: true, Reward: v.Score}, nil
	}
	return saw(s, "Invalid action: "+action), nil
}

func saw(s State, observation string) Seen { return Seen{Observation: observation, State: s} }

const (
	firstSentences = 5 // of a text that Search shows
	mostSimilar    = 5 // titles that it shows on a miss
	mostListed     = 8 // ways that Frontier lists
)

// search opens the text that fits a query best, if it has a word of the query. Otherwise it
// shows the titles of similar texts, and opens nothing.
func (m *Memory) search(s State, query string) (Seen, error) {
	if query == "" {
		return saw(s, "Search needs words to look for, like Search["+m.Goal+"]"), nil
	}
	s.Doc, s.Word, s.Next = nil, "", 0
	at := slices.IndexFunc(m.Texts, func(t Text) bool { return strings.EqualFold(t.ID, query) || strings.EqualFold(t.Title, query) })
	if at < 0 {
		ranked, err := m.rank(query, m.Texts, mostSimilar)
		if err != nil {
			return Seen{}, err
		}
		ranked = slices.DeleteFunc(ranked, func(i int) bool { return i < 0 || i >= len(m.Texts) })
		if len(ranked) == 0 {
			return saw(s, fmt.Sprintf("Nothing is remembered of %s.", query)), nil
		}
		if at = ranked[0]; !m.Texts[at].has(query) {
			var titles []string
			for _, i := range ranked {
				titles = append(titles, m.Texts[i].Title)
			}
			return saw(s, fmt.Sprintf("Nothing is remembered of %s. Similar: %s.", query, strings.Join(titles, "; "))), nil
		}
	}
	s.Doc = &at
	return saw(s, pages.First(m.Texts[at].Body, firstSentences)), nil
}

// has tells whether a text has a word of a query, of two letters or more.
func (t Text) has(query string) bool {
	body := " " + plain(t.Title+" "+t.Body) + " "
	return slices.ContainsFunc(strings.Fields(plain(query)), func(w string) bool { return len([]rune(w)) > 1 && strings.Contains(body, " "+w) })
}

// lookup gives the next sentence of the open text that has a word.
func (m *Memory) lookup(s State, word string) Seen {
	switch {
	case word == "":
		return saw(s, "Lookup needs a word, like Lookup["+m.Goal+"]")
	case s.Doc == nil || *s.Doc >= len(m.Texts):
		return saw(s, "No text is open: Search first")
	}
	if !strings.EqualFold(word, s.Word) {
		s.Word, s.Next = word, 0
	}
	line, found := pages.Find(m.Texts[*s.Doc].Body, word, s.Next)
	if found {
		s.Next++
	}
	return saw(s, strings.TrimSpace(line))
}

// recall tells what is remembered of a place: by number, or all of a type.
func (m *Memory) recall(name string) string {
	if name == "" {
		return "Recall needs a place, by number or type, like Recall[3] or Recall[kitchen]"
	}
	var all []string
	meant := called(name)
	for _, p := range m.Places {
		if !meant(p) {
			continue
		}
		text := textOf(p).Body
		if hops, metres, _, ok := m.way(m.start(), m.anchorNear(p)); ok {
			text += fmt.Sprintf(" It is %s and %.1f m away.", words.Count(hops, "anchor"), metres)
		}
		all = append(all, text)
	}
	if len(all) == 0 {
		return fmt.Sprintf("No place is called %s. Places: %s.", name, m.placeNames())
	}
	return strings.Join(all[:min(len(all), 3)], "\n")
}

// called gives the test whether a name means a place: it is its number, or a part of its
// type and label.
func called(name string) func(nav.PlaceNode) bool {
	number, err := strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(strings.ToLower(name), "place")))
	return func(p nav.PlaceNode) bool {
		return err == nil && int(p.ID) == number || err != nil && strings.Contains(plain(string(p.Type)+" "+p.Label), plain(name))
	}
}

func (m *Memory) placeNames() string {
	var names []string
	for _, p := range m.Places[max(0, len(m.Places)-10):] {
		names = append(names, fmt.Sprintf("%d (%s)", p.ID, p.Type))
	}
	return strings.Join(names, ", ")
}

// path says how to get to an anchor or a place along walked ways.
func (m *Memory) path(s State, to string) string {
	if to == "" {
		return "Path needs an anchor or a place, like Path[anchor 4] or Path[place 2]"
	}
	goal, name := -1, ""
	lower := strings.ToLower(to)
	if id, err := strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(lower, "anchor"))); err == nil && !strings.HasPrefix(lower, "place") {
		goal, name = m.index(ref.AnchorID(id)), fmt.Sprintf("anchor %d", id)
	} else if i := slices.IndexFunc(m.Places, called(to)); i >= 0 {
		goal, name = m.anchorNear(m.Places[i]), fmt.Sprintf("place %d, %s", m.Places[i].ID, m.Places[i].Type)
	}
	if goal < 0 {
		return fmt.Sprintf("Nothing is called %s. Anchors are 1 to %d; places: %s.", to, len(m.Anchors), m.placeNames())
	}
	from := m.start()
	if s.At != nil {
		from = m.nearest(*s.At)
	}
	hops, metres, first, ok := m.way(from, goal)
	switch {
	case !ok:
		return fmt.Sprintf("No walked way leads to %s.", name)
	case hops == 0:
		return fmt.Sprintf("The robot is at %s.", name)
	}
	return fmt.Sprintf("%s is %s and %.1f m away; the way begins at %.0f degrees.", name, words.Count(hops, "anchor"), metres, nav.NormDeg(first-m.View0))
}

// frontier lists the ways to what nobody has looked at, those with the most worth a step
// first.
func (m *Memory) frontier() string {
	if len(m.Ways) == 0 {
		return "No way leads to anything new."
	}
	var b strings.Builder
	for i, w := range m.Ways[:min(len(m.Ways), mostListed)] {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "angle %.0f: %s, %.1f m, about %.0f steps, chance %.2f, %.0f%% new", w.Angle, room(w.Room), w.WayM, w.Steps, w.Chance, 100*w.New)
		if ban, is := m.banned(w.View); is {
			fmt.Fprintf(&b, ", forbidden by %s", ban.Rule)
		}
	}
	if more := len(m.Ways) - mostListed; more > 0 {
		fmt.Fprintf(&b, "\nand %d more", more)
	}
	return b.String()
}

func room(name string) string { return cmp.Or(name, "unknown") }

// sameAngle is how near an angle has to be to that of a way to mean the way, degrees.
const sameAngle = 15.0

// simulate goes along an angle by dead reckoning, and says where that ends.
func (m *Memory) simulate(s State, param string) Seen {
	angle, ok := degrees(param)
	if !ok {
		return saw(s, "Simulate needs an angle in degrees from view 0, positive left, like Simulate[-30]")
	}
	at := *cmp.Or(s.At, &m.Pose)
	i := m.wayAlong(s, angle)
	end, metres, steps, what := at.Reach(1, m.View0+angle), 1.0, 27.0, "what lies there nobody knows"
	if i >= 0 {
		w := m.Ways[i]
		end, metres, steps = w.End, w.WayM, w.Steps
		if s.At != nil {
			metres = m.toEnd(*s.At, m.nearest(*s.At), i)
			steps = perScan + perMetre*metres
		}
		what = fmt.Sprintf("%s, chance %.2f, %.0f%% new", room(w.Room), w.Chance, 100*w.New)
		s.Taken = append(slices.Clone(s.Taken), i)
	}
	s.At, s.Steps = &end, s.Steps+steps
	text := fmt.Sprintf("After %.1f m and about %.0f steps at (%.1f, %.1f): %s.", metres, steps, end.X, end.Y, what)
	if n := m.nearest(end); n >= 0 && m.Anchors[n].pose().Distance(end) <= revisitM {
		text += fmt.Sprintf(" Revisit: anchor %d is there.", m.Anchors[n].ID)
	}
	if m.loops(i, angle) {
		text += " Loop: a leg that way came to nothing before, or the robot was there again and again."
	}
	return saw(s, text)
}

const (
	perScan  = 27.0 // steps of a way that begins elsewhere: a scan, the turns
	perMetre = 6.0  // steps
	revisitM = 1.25 // metres from an anchor that count as having been there
	detour   = 1.3  // of a straight line where no walked way is known
)

// wayAlong gives the index of the way that an angle means, -1: none. Before the first move it
// is the way that begins nearest to the angle, afterwards the one whose end lies nearest to
// it. Ways that were taken do not count.
func (m *Memory) wayAlong(s State, angle float64) int {
	best, least := -1, sameAngle+1e-9
	for i, w := range m.Ways {
		begins := w.Angle
		if s.At != nil {
			begins = nav.NormDeg(s.At.Bearing(w.End) - m.View0)
		}
		off := math.Abs(nav.NormDeg(begins - angle))
		if off < least && !slices.Contains(s.Taken, i) {
			best, least = i, off
		}
	}
	return best
}

// loops tells whether a way goes where a leg failed, or where nearly nothing is new.
func (m *Memory) loops(way int, angle float64) bool {
	view := nav.ViewOf(angle, nav.AllViews(), m.Facing)
	return slices.Contains(m.Dead, view) || way >= 0 && m.Ways[way].New < stale
}

// stale is the newness below which a way leads nowhere new.
const stale = 0.1

// banned gives the rule that forbids a view.
func (m *Memory) banned(view int) (Ban, bool) {
	i := slices.IndexFunc(m.Banned, func(b Ban) bool { return b.View == view })
	if i < 0 {
		return Ban{}, false
	}
	return m.Banned[i], true
}
