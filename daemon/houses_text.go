package daemon

import (
	"fmt"
	"math"
	"strings"
	"time"

	"navd/daemon/house"
	"navd/daemon/words"
	"navd/ipc"
)

// notSeen says that something was not seen, and what was seen instead.
func notSeen(r ipc.HouseWhereResult) string {
	text := fmt.Sprintf("Nothing called %s was seen in %s.", r.What, r.House)
	switch {
	case len(r.Like) > 0:
		return text + " Known is " + joined(r.Like) + "."
	case len(r.Known) > 0:
		return text + " What was seen most often is " + joined(r.Known[:min(len(r.Known), 8)]) + "."
	}
	return text + " Nothing is known of what stands there."
}

// seenText says where something was seen, in sentences: the likeliest spot first, which need
// not be the one where it was seen last, at newest.
func seenText(r ipc.HouseWhereResult, newest, now time.Time) string {
	var text strings.Builder
	for i, s := range r.Seen {
		where := fmt.Sprintf("at x %.1f, y %.1f", math.Round(10*s.X)/10+0, math.Round(10*s.Y)/10+0) // no -0.0
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
