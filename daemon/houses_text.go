package daemon

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"time"

	"navd/daemon/house"
	"navd/daemon/words"
	"navd/ipc"
)

// telling writes the answers of house.where as sentences, in the language of the question.
type telling interface {
	// notSeen says that something was not seen, and what was seen instead.
	notSeen(r ipc.HouseWhereResult) string
	// seen says where something was seen: the likeliest spot first, which need not be the one
	// where it was seen last, at newest.
	seen(r ipc.HouseWhereResult, newest, now time.Time) string
	// said quotes what users said of it.
	said(all []ipc.HouseSaid, now time.Time) string
	// room says where a room is.
	room(r ipc.RoomFound) string
}

func tellingOf(question string) telling {
	if words.IsKorean(question) {
		return inKorean{question}
	}
	return inEnglish{}
}

// tenth rounds a coordinate as texts show it, without -0.0.
func tenth(v float64) float64 { return math.Round(10*v)/10 + 0 }

type inEnglish struct{}

func (inEnglish) notSeen(r ipc.HouseWhereResult) string {
	text := fmt.Sprintf("Nothing called %s was seen in %s.", r.What, r.House)
	switch {
	case len(r.Like) > 0:
		return text + " Known is " + joined(r.Like) + "."
	case len(r.Known) > 0:
		return text + " What was seen most often is " + joined(r.Known[:min(len(r.Known), 8)]) + "."
	}
	return text + " Nothing is known of what stands there."
}

func (inEnglish) seen(r ipc.HouseWhereResult, newest, now time.Time) string {
	var text strings.Builder
	for i, s := range r.Seen {
		where := fmt.Sprintf("at x %.1f, y %.1f", tenth(s.X), tenth(s.Y))
		if s.Room != "" {
			room := string(s.Room)
			if s.RoomName != "" {
				room += " (" + s.RoomName + ")"
			}
			where = "in the " + room + " " + where
		}
		switch {
		case i == 0 && s.Last.Before(newest):
			fmt.Fprintf(&text, "The %s was seen %s ago %s, %s", r.What, span(now.Sub(s.Last)), where, words.Times(s.Seen))
		case i == 0:
			fmt.Fprintf(&text, "The %s was last seen %s ago %s, %s", r.What, span(now.Sub(s.Last)), where, words.Times(s.Seen))
		default:
			fmt.Fprintf(&text, " Else %s ago %s, %s", span(now.Sub(s.Last)), where, words.Times(s.Seen))
		}
		if s.Missed > 0 {
			fmt.Fprintf(&text, ", and %s since it was not there", words.Times(s.Missed))
		}
		fmt.Fprintf(&text, ": %.0f %% likely.", 100*s.Chance)
		if s.Way != nil {
			text.WriteString(wayText(*s.Way))
		}
	}
	return text.String()
}

func (inEnglish) said(all []ipc.HouseSaid, now time.Time) string {
	var text strings.Builder
	for _, s := range all {
		fmt.Fprintf(&text, " Somebody said %s ago: %q (%s).", span(now.Sub(s.At)), s.Text, s.Entry)
	}
	return text.String()
}

func (inEnglish) room(r ipc.RoomFound) string {
	kind := "a " + r.Type.OrUnknown()
	if strings.ContainsRune("aeiou", rune(kind[2])) {
		kind = "an " + r.Type.OrUnknown()
	}
	text := fmt.Sprintf("%s is place %d, %s at x %.1f, y %.1f.", cmp.Or(r.Name, "The "+r.Type.OrUnknown()), r.Place, kind, tenth(r.X), tenth(r.Y))
	if r.Way != nil {
		text += wayText(*r.Way)
	}
	return text
}

// wayText says how long a way is, and through which rooms it leads.
func wayText(way house.Way) string {
	text := fmt.Sprintf(" The way there is %.1f m", way.Metres)
	if len(way.Rooms) > 0 {
		text += ", through " + joined(way.Rooms)
	}
	return text + "."
}

// span gives a duration as text, in its largest unit of day, hour and minute.
func span(d time.Duration) string {
	for _, u := range []struct {
		unit string
		long time.Duration
	}{{"day", 24 * time.Hour}, {"hour", time.Hour}, {"minute", time.Minute}} {
		if n := int(d / u.long); n == 1 {
			return "1 " + u.unit
		} else if n > 1 {
			return fmt.Sprintf("%d %ss", n, u.unit)
		}
	}
	return "less than a minute"
}

// joined lists names as text: "a, b and c".
func joined(keys []words.Key) string {
	var text strings.Builder
	for i, k := range keys {
		switch {
		case i > 0 && i == len(keys)-1:
			text.WriteString(" and ")
		case i > 0:
			text.WriteString(", ")
		}
		text.WriteString(string(k))
	}
	return text.String()
}
