package daemon_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"navd/ipc"
)

// twin is one of two rooms that look alike, in the frame of its own corner: 4 m by 3 m with a
// bay of 1.5 m, a bed in that, and a desk. The other begins 6 m ahead.
var twin = [][2]float64{{0, 0}, {4, 0}, {4, 3}, {2.5, 3}, {2.5, 4.5}, {0, 4.5}}

// sight is how far one sees in a twin from a spot along a heading in degrees, metres.
func sight(x, y, heading float64) float64 {
	sin, cos := math.Sincos(heading * math.Pi / 180)
	far := 10.0
	for i, a := range twin {
		b := twin[(i+1)%len(twin)]
		ex, ey := b[0]-a[0], b[1]-a[1]
		if turn := cos*ey - sin*ex; math.Abs(turn) > 1e-9 {
			t, u := ((a[0]-x)*ey-(a[1]-y)*ex)/turn, ((a[0]-x)*sin-(a[1]-y)*cos)/turn
			if t > 0 && u >= 0 && u <= 1 {
				far = min(far, t)
			}
		}
	}
	return far
}

// scanTwin plans with a look all around from a spot of a twin.
func (h *house) scanTwin(id string, x, y float64) {
	h.t.Helper()
	var labels, values []string
	for v := range 12 {
		objects := `[]`
		for name, at := range map[string][2]float64{"bed": {0.6, 4}, "desk": {3.6, 0.5}} {
			to := math.Atan2(at[1]-y, at[0]-x) * 180 / math.Pi
			if off := math.Remainder(to+30*float64(v), 360); math.Abs(off) < 15 && sight(x, y, to) >= math.Hypot(at[0]-x, at[1]-y) {
				objects = fmt.Sprintf("[%q]", name)
			}
		}
		labels = append(labels, fmt.Sprintf(`{"view":%d,"scene_type":"bedroom","see_m":%.2f,"objects":%s}`, v, sight(x, y, -30*float64(v)), objects))
	}
	for i := range 60 {
		values = append(values, fmt.Sprintf("%.2f", sight(x, y, 6*float64(i))))
	}
	h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,"labels":[%s],"ranges":[{"start_deg":0,"step_deg":6,"max_m":10,"values":[%s]}]}`, id, strings.Join(labels, ","), strings.Join(values, ",")))
}

// walkTwin walks through a twin that begins ox ahead of the house's origin, where a robot with a
// localiser says that it is, and gives where navd believes it.
func (h *house) walkTwin(id string, ox, from float64, seq *int, scans int) (believed []string) {
	h.t.Helper()
	for k := range scans {
		x := 1 + 0.75*float64(k)
		*seq++
		h.do(ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":%d,"action":"move_forward","odom":{"x":%g,"y":0,"yaw":0}}`, id, *seq, ox+x-from))
		h.scanTwin(id, x, 1)
		w := into[ipc.WhereResult](h.t, h.do(ipc.NavWhere, fmt.Sprintf(`{"episode":%q}`, id)))
		if w.House.Pose == nil {
			believed = append(believed, "lost")
			continue
		}
		believed = append(believed, fmt.Sprintf("%.1f", w.House.Pose.X-ox-x))
	}
	return believed
}

// A robot that says where it is, by a localiser, is believed in a room that the house does not
// know, also where it knows one that looks the same; and a robot that was found by its scans
// is not taken to be in that one either when it goes into the other.
func TestTwinRooms(t *testing.T) {
	for _, tt := range []struct {
		name  string
		start string
		known bool // it is in the known room first
	}{
		{"told, in the other room", `{"pose":{"x":7,"y":1,"yaw":0}}`, false},
		{"found in the known room", `"unknown"`, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := newHouse(t)
			begin := func(start string) string {
				return into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, fmt.Sprintf(`{"goal":"sofa","pose_source":"odom","house":{"id":"hotel","start":%s}}`, start))).Episode
			}
			first, seq := begin(`{"pose":{"x":1,"y":1,"yaw":0}}`), 0
			h.walkTwin(first, 0, 1, &seq, 3)
			h.leave(first)
			id, from := begin(tt.start), 7.0
			if seq = 0; tt.known {
				from = 1
				h.walkTwin(id, 0, from, &seq, 4)
			}
			for k, off := range h.walkTwin(id, 6, from, &seq, 4) {
				if off != "0.0" && off != "-0.0" {
					t.Errorf("scan %d: it is believed off by %s", k+1, off)
				}
			}
			h.leave(id)
			h.restart()
			beds := 0
			for _, o := range into[ipc.HouseObjectsResult](t, h.do(ipc.HouseObjects, `{"house":"hotel"}`)).Things {
				if o.Label == "bed" {
					beds++
				}
			}
			if beds != 2 {
				t.Errorf("%d beds", beds)
			}
		})
	}
}

// Where a robot is found is the same after a start, however long it was lost before: only the
// last scans count.
func TestFoundAfterLongSearch(t *testing.T) {
	if testing.Short() {
		t.Skip("volume alone: nothing runs at once")
	}
	h, seq := newHouse(t), 0
	begin := func(start string) string {
		return into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, fmt.Sprintf(`{"goal":"sofa","pose_source":"odom","house":{"id":"hotel","start":%s}}`, start))).Episode
	}
	first := begin(`{"pose":{"x":1,"y":1,"yaw":0}}`)
	h.walkTwin(first, 0, 1, &seq, 4)
	h.leave(first)
	id := begin(`"unknown"`)
	round := strings.TrimSuffix(strings.Repeat("1.3,", 60), ",")
	for seq = range 31 {
		h.do(ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":%d,"action":"move_forward","odom":{"x":%g,"y":30,"yaw":0}}`, id, seq+1, float64(seq)))
		h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,"labels":[{"view":0,"scene_type":"hall"}],"ranges":[{"start_deg":0,"step_deg":6,"max_m":10,"values":[%s]}]}`, id, round))
	}
	seq++
	other, at := h.crash(), seq
	there, again := h.walkTwin(id, 0, 1, &seq, 4), other.walkTwin(id, 0, 1, &at, 4)
	if fmt.Sprint(there) != fmt.Sprint(again) || there[3] == "lost" {
		t.Errorf("found at %v, after a crash at %v", there, again)
	}
}
