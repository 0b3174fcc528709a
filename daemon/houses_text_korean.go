package daemon

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"navd/daemon/house"
	"navd/daemon/words"
	"navd/ipc"
)

type inKorean struct{ question string }

// name is what the question calls a thing, else what the tables do.
func (k inKorean) name(of words.Key) string {
	return cmp.Or(words.SaidAs(k.question, of), words.InKorean(of))
}

func (k inKorean) notSeen(r ipc.HouseWhereResult) string {
	text := fmt.Sprintf("%s에서 %s 본 적이 없습니다.", r.House, words.WithParticle(k.name(r.What), "를"))
	switch {
	case len(r.Like) > 0:
		return text + " 이름이 비슷한 것은 " + namedInKorean(r.Like) + "입니다."
	case len(r.Known) > 0:
		return text + " 가장 자주 본 것은 " + namedInKorean(r.Known[:min(len(r.Known), 8)]) + "입니다."
	}
	return text + " 그곳에 무엇이 있는지 아직 모릅니다."
}

func (k inKorean) seen(r ipc.HouseWhereResult, newest, now time.Time) string {
	var text strings.Builder
	for i, s := range r.Seen {
		where := fmt.Sprintf("x %.1f, y %.1f", tenth(s.X), tenth(s.Y))
		if s.Room != "" {
			room := words.InKorean(s.Room)
			if s.RoomName != "" {
				room += "(" + s.RoomName + ")"
			}
			where = room + " " + where
		}
		last := ""
		if i == 0 && !s.Last.Before(newest) {
			last = "마지막으로 "
		}
		ago, missed := agoInKorean(now.Sub(s.Last)), ""
		if s.Missed > 0 {
			missed = fmt.Sprintf(", 그 뒤 %d번은 그 자리에 없었습니다", s.Missed)
		}
		if i == 0 {
			fmt.Fprintf(&text, "%s %s %s%s에서 보았습니다", words.WithParticle(k.name(r.What), "는"), ago, last, where)
		} else {
			fmt.Fprintf(&text, " 아니면 %s %s에서 보았습니다", ago, where)
		}
		fmt.Fprintf(&text, "(모두 %d번)%s. 지금 있을 가능성은 %.0f %%입니다.", s.Seen, missed, 100*s.Chance)
		if s.Way != nil {
			text.WriteString(wayInKorean(*s.Way))
		}
	}
	return text.String()
}

func (inKorean) said(all []ipc.HouseSaid, now time.Time) string {
	var text strings.Builder
	for _, s := range all {
		fmt.Fprintf(&text, " %s 누군가 이렇게 말했습니다: %q (%s).", agoInKorean(now.Sub(s.At)), s.Text, s.Entry)
	}
	return text.String()
}

func (inKorean) room(r ipc.RoomFound) string {
	kind := "알려지지 않은 방"
	if !r.Type.Unknown() {
		kind = words.InKorean(r.Type)
	}
	name := kind
	if r.Name != "" {
		name, kind = r.Name, "("+kind+")"
	} else {
		kind = ""
	}
	text := fmt.Sprintf("%s %d번 장소%s이고 x %.1f, y %.1f에 있습니다.", words.WithParticle(name, "는"), r.Place, kind, tenth(r.X), tenth(r.Y))
	if r.Way != nil {
		text += wayInKorean(*r.Way)
	}
	return text
}

// wayInKorean is [wayText] in Korean.
func wayInKorean(way house.Way) string {
	text := fmt.Sprintf(" 가는 길은 %.1f m", way.Metres)
	if len(way.Rooms) == 0 {
		return text + "입니다."
	}
	return text + "이고 " + words.WithParticle(namedInKorean(way.Rooms), "를") + " 지납니다."
}

// agoInKorean is [span] in Korean, as a point of time.
func agoInKorean(d time.Duration) string {
	for _, u := range []struct {
		unit string
		long time.Duration
	}{{"일", 24 * time.Hour}, {"시간", time.Hour}, {"분", time.Minute}} {
		if n := int(d / u.long); n > 0 {
			return fmt.Sprintf("%d%s 전에", n, u.unit)
		}
	}
	return "조금 전에"
}

// namedInKorean lists names as text.
func namedInKorean(keys []words.Key) string {
	names := make([]string, len(keys))
	for i, k := range keys {
		names[i] = words.InKorean(k)
	}
	return strings.Join(names, ", ")
}
