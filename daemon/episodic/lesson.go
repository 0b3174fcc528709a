package episodic

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"navd/daemon/words"
)

// Query is what the next decision is about.
type Query struct {
	Profile string      // of the records that count
	Target  words.Key   // what is looked for
	Places  []words.Key // types of the rooms at hand
	Besides string      // the episode that asks: its own records do not count, because its memory has them
	Scene   string      // house, empty: not known
	Frame   string      // of the poses, empty: its own
	House   HouseFrame  // kept house in which it is known where the robot is
	Words   string      // of the situation, for the index
	Last    int         // records up to this one count, 0: all, negative: none
	Unix    int64       // now
}

// Aligned tells whether the poses of a record hold in the frame of the query. Those of a
// withdrawn record in a kept house do not, even for a snapshot from before that, because its
// episode may have been wrong about where it was.
func (q Query) Aligned(s Stored) bool {
	if m := s.Meta; m.House == (HouseFrame{}) {
		return q.Frame != "" && q.Scene != "" && q.Scene == m.Scene && q.Frame == m.Frame
	}
	return q.House == s.Meta.House && s.Withdrawn == nil
}

// Subject is a source of candidates: its name, and the subject in the store.
type Subject struct{ Name, Subject string }

// Subjects gives the sources of a query in the store: the goal in this house, the goal
// anywhere, the rooms at hand, the goal in the kept house, and everything.
func (q Query) Subjects() (out []Subject) {
	if q.Scene != "" {
		out = append(out, Subject{"house", subjectIn(q.Target, q.Scene)})
	}
	out = append(out, Subject{"target", subjectOf(q.Target)})
	for _, p := range q.Places {
		out = append(out, Subject{"place " + string(p), subjectPlace(p)})
	}
	if q.House != (HouseFrame{}) {
		out = append(out, Subject{"kept house", subjectIn(q.Target, q.House.subject())})
	}
	return append(out, Subject{FromNewest, everything})
}

// FromNewest is the source of the newest records of a space, whatever they are about.
const FromNewest = "newest"

// Source is one list of candidates, the best first.
type Source struct {
	Name  string
	Gists []Gist
}

const (
	MostCandidates = 256 // of a source
	MostRead       = 48  // records that are read for a decision
)

// Candidate is a record that was found, with its score.
type Candidate struct {
	Gist
	Score float64 // 0..1, see Fuse
	From  []string
}

// InFrame is the subject of the legs whose poses hold in the frame of the query, "" when it
// has no frame.
func (q Query) InFrame() string {
	if q.House != (HouseFrame{}) {
		return q.House.subject()
	}
	if q.Frame == "" || q.Scene == "" {
		return ""
	}
	return inFrame(q.Scene, q.Frame)
}

// others leaves out the gists of the episode that asks.
func (q Query) others(gists []Gist) []Gist {
	if q.Besides == "" {
		return gists
	}
	return slices.DeleteFunc(slices.Clone(gists), func(g Gist) bool { return g.Episode == q.Besides })
}

// Fuse joins sources by reciprocal rank (Cormack, Clarke and Büttcher 2009, k = 60): a record
// scores Σ 1/(60+rank) over the sources that have it, divided by the score of a record that
// is first in all, times its trust, times its recency. Recency falls from 1 towards one
// half, and half of the way in 90 days. The best come first, of equals the newer.
func Fuse(q Query, sources []Source) []Candidate {
	at, all := map[int]int{}, []Candidate{}
	for _, s := range sources {
		for rank, g := range q.others(s.Gists) {
			i, have := at[g.Seq]
			if !have {
				i = len(all)
				at[g.Seq], all = i, append(all, Candidate{Gist: g})
			}
			all[i].Score += 1 / float64(fuseK+rank+1)
			all[i].From = append(all[i].From, s.Name)
		}
	}
	most := float64(len(sources)) / (fuseK + 1)
	for i := range all {
		c := &all[i]
		days := float64(max(0, q.Unix-c.Unix)) / (24 * 3600)
		c.Score = c.Score / most * c.Trust * (0.5 + 0.5*math.Exp2(-days/recentDays))
	}
	sort.Slice(all, func(i, j int) bool {
		return cmp.Or(cmp.Compare(all[j].Score, all[i].Score), cmp.Compare(all[j].Seq, all[i].Seq)) < 0
	})
	return all
}

const (
	fuseK      = 60
	recentDays = 90.0
)

// Found is a candidate whose record was read.
type Found struct {
	Stored
	Score float64
}

// Lesson is what several records agree on, for one advisory.
type Lesson struct {
	Kind    string        // here: where it is in this frame; house: in this house; nowhere: where it is not in this house; elsewhere: where it is in other houses; empty: nothing of a thing
	Target  words.Key     // the thing
	Claims  []words.Claim // what it says to a planner, without a source
	Ways    []Way         // what it says of directions, all of this frame
	Records []Found       // that it rests on, the best first
	For     int           // episodes that say so
	Against int           // episodes that say otherwise
	Score   float64       // 0..1
}

// Cited gives its claims, with the best of its records as their source.
func (l Lesson) Cited() (claims []words.Claim) {
	for _, c := range l.Claims {
		c.Source = l.Records[0].ID
		claims = append(claims, c)
	}
	return claims
}

// The kinds of lessons, the best first.
const (
	LessonHere      = "here"
	LessonHouse     = "house"
	LessonNowhere   = "nowhere"
	LessonElsewhere = "elsewhere"
)

// Lessons gives what records say about the thing that is looked for, the most useful first:
// where it was seen in this frame, in this house, where it was not seen in this house, and
// where it was seen in other houses. A room of this house in which the thing was ever seen
// does not count as one where it was not.
func Lessons(q Query, found []Found) (out []Lesson) {
	rooms := roomsOf(q, found)
	if l, ok := seenHere(q, found); ok {
		out = append(out, l)
	}
	var nowhere Lesson
	for _, r := range rooms {
		switch {
		case r.house && r.for_ > 0:
			out = append(out, r.lesson(LessonHouse, words.In(q.Target, r.room, "", weight(r.for_, r.against))))
		case r.house:
			l := r.lesson(LessonNowhere, words.NotIn(q.Target, r.room, "", words.Usual))
			nowhere = nowhere.with(l)
		case r.for_ > 0:
			out = append(out, r.lesson(LessonElsewhere, words.In(q.Target, r.room, "", words.Perhaps)))
		}
	}
	if len(nowhere.Records) > 0 {
		out = append(out, nowhere)
	}
	order := []string{LessonHere, LessonHouse, LessonNowhere, LessonElsewhere}
	for i := range out {
		out[i].Target = q.Target
	}
	sort.SliceStable(out, func(i, j int) bool {
		a, b := &out[i], &out[j]
		return cmp.Or(cmp.Compare(slices.Index(order, a.Kind), slices.Index(order, b.Kind)), cmp.Compare(b.For, a.For), cmp.Compare(b.Score, a.Score)) < 0
	})
	return out
}

// Failed tells whether the advice of the lesson's records has harmed more often than helped.
func (l Lesson) Failed() bool {
	var sum Tally
	for _, r := range l.Records {
		sum = sum.Add(r.Tally)
	}
	return sum.Harmed > sum.Helped
}

// with joins a lesson of the same kind.
func (l Lesson) with(o Lesson) Lesson {
	l.Kind, l.For, l.Against, l.Score = o.Kind, max(l.For, o.For), l.Against+o.Against, max(l.Score, o.Score)
	l.Claims = append(l.Claims, o.Claims...)
	for _, r := range o.Records {
		l.add(r)
	}
	return l
}

// add adds a record that the lesson rests on, once.
func (l *Lesson) add(r Found) {
	if !slices.ContainsFunc(l.Records, func(h Found) bool { return h.Seq == r.Seq }) {
		l.Records = append(l.Records, r)
	}
}

// weight is the weight of a claim, by how many episodes speak for and against it.
func weight(pro, con int) float64 {
	if pro > con && pro > 1 {
		return words.Certain
	}
	return words.Usual
}

// roomSaid is what records say about the thing in rooms of one type.
type roomSaid struct {
	room          words.Key
	house         bool // in this house, else in others
	for_, against int  // episodes
	pros, cons    []Found
}

func (r roomSaid) lesson(kind string, c words.Claim) Lesson {
	l := Lesson{Kind: kind, Claims: []words.Claim{c}, Records: r.pros, For: r.for_, Against: r.against}
	if kind == LessonNowhere {
		l.Records, l.For, l.Against = r.cons, r.against, r.for_
	}
	for _, f := range l.Records {
		l.Score = max(l.Score, f.Score)
	}
	return l
}

// roomsOf counts what records say about the thing, by type of room, in the order in which
// the rooms come up. An episode counts once for each room and side.
func roomsOf(q Query, found []Found) (out []roomSaid) {
	type side struct {
		at, polarity int
		episode      string
	}
	counted := map[side]bool{}
	for _, f := range found {
		house := q.Scene != "" && f.Meta.Scene == q.Scene || f.Meta.House != (HouseFrame{}) && q.House == f.Meta.House
		for _, c := range f.Meta.Claims {
			kind, key := c.About()
			if kind != "target" || !key.Equal(q.Target) || c.Object == "" {
				continue
			}
			i := slices.IndexFunc(out, func(r roomSaid) bool { return r.house == house && r.room.Equal(words.Key(c.Object)) })
			if i < 0 {
				i, out = len(out), append(out, roomSaid{room: words.Key(c.Object), house: house})
			}
			r, s := &out[i], side{i, c.Polarity, f.Meta.episodeOf(f.ID)}
			once := 1
			if counted[s] {
				once = 0
			}
			counted[s] = true
			if c.Polarity > 0 {
				r.for_, r.pros = r.for_+once, append(r.pros, f)
			} else {
				r.against, r.cons = r.against+once, append(r.cons, f)
			}
		}
	}
	return out
}

// seenHere is the lesson of where the thing was seen in this frame; not ok when it was not.
func seenHere(q Query, found []Found) (l Lesson, ok bool) {
	l.Kind = LessonHere
	var episodes []string
	for _, f := range found {
		if !q.Aligned(f.Stored) {
			continue
		}
		for _, w := range f.Meta.Ways {
			if !w.Target.Equal(q.Target) || !w.Thing() {
				continue
			}
			l.Ways = append(l.Ways, w)
			l.Score = max(l.Score, f.Score)
			l.add(f)
			if id := f.Meta.episodeOf(f.ID); !slices.Contains(episodes, id) {
				episodes = append(episodes, id)
			}
			if c := words.In(q.Target, w.Room, "", words.Usual); !w.Room.Unknown() && !slices.Contains(l.Claims, c) {
				l.Claims = append(l.Claims, c)
			}
		}
	}
	l.For = len(episodes)
	return l, l.For > 0
}
