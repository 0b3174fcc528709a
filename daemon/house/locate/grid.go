package locate

import (
	"math"
	"slices"
	"sync"

	"navd/daemon/area"
	"navd/daemon/house"
	"navd/daemon/nav"
	"navd/daemon/words"
)

const (
	fine     = 0.125 // side of a cell of the floor, metres
	lattice  = 2     // cells between two neighbouring stands
	headings = 72    // directions tried at each stand
	turnStep = 360.0 / headings
	farthest = 8.0 // longer rays are cut to this, metres
	bin      = 0.1 // width of a bin of distances, metres
	bins     = int(farthest/bin) + 1
)

// mostCells bounds a map: 500 m by 500 m. A house becomes larger only by poses that do not
// belong together; nothing can be located in it.
const mostCells = 16_000_000

// What is known of a cell.
const (
	unknown uint8 = iota
	floor
	wall
)

// Map is a house, prepared for finding out where in it a scan was made. It is safe for
// concurrent use.
type Map struct {
	x, y   float64 // corner with the least coordinates
	w, h   int     // cells
	cells  []uint8
	stands []stand        // the positions that are tried first
	things []*house.Thing // those whose place is known well
	at     []int32        // by lattice point: index of the stand, -1: none
	rooms  []words.Key
	room   []uint8               // by lattice point: number of the room, 0: not known
	share  map[words.Key]float64 // part of the views that show a room
	keys   map[string]int        // numbers of the kinds of things, by their compact keys; 0: none that is known
	rate   []float64             // part of the views that show a thing of a kind, by its number
	usual  [2][bins + 1]float64  // part of the rays by length, of fine scans and of scans by views; the last bin: nothing was hit
}

// stand is a lattice point on the floor with what one would see from it.
type stand struct {
	x, y float64

	once  sync.Once           // works out what follows, see [Map.lookFrom]
	rays  [2 * headings]reach // twice around
	views [2 * headings]reach // the longest of the rays within 10 degrees
	rooms [headings]uint8     // number of the room where the ray of views ends
	near  []near              // things
	blank scores              // evidence of a view that shows nothing, by its heading
}

// near is a thing that stands near a stand.
type near struct {
	key     int
	bearing float64 // degrees
	blur    float64 // by how many degrees the bearing may be off
	sure    float64 // probability that a view in whose direction it lies shows it
}

// reach is how far a ray goes in the map, in decimetres, with 128 added when it ends at a
// wall. Without that it ends where the unknown begins, or at farthest.
type reach uint8

const hits reach = 128

func (r reach) bin() int  { return int(r &^ hits) }
func (r reach) hit() bool { return r&hits != 0 }

// longer gives the farther of two; of two equally far ones, the one without a wall.
func (r reach) longer(o reach) reach {
	if o.bin() > r.bin() || o.bin() == r.bin() && !o.hit() {
		return o
	}
	return r
}

// none is a map that knows nothing.
func none() *Map {
	return &Map{share: map[words.Key]float64{}, keys: map[string]int{}, rate: []float64{leastRate}, rooms: []words.Key{""}}
}

// New prepares a house. seen is the floor that its scans have seen; it says which room each
// part belongs to.
func New(h *house.House, seen *area.Area) *Map {
	m := none()
	if len(h.Sites) == 0 {
		return m
	}
	if m.bounds(h); m.w*m.h > mostCells {
		return none()
	}
	m.paint(h)
	m.label(seen)
	m.stand()
	m.count(h)
	for i := range h.Things {
		if t := &h.Things[i]; t.Spread <= sureM && t.Chance(0, 0) > 0.5 {
			m.things = append(m.things, t)
		}
	}
	return m
}

const (
	sureM     = 1.0  // things whose place is less certain are left out, metres
	viewHalf  = 15.0 // half the width of a view, degrees
	leastBlur = 5.0  // degrees
	offM      = 0.25 // error of the positions of robot and thing, metres
	farM      = 4.0  // beyond this, things are seen less and less often, metres
	noneM     = 7.0  // and from here on not at all
	behind    = 0.1  // factor for things that a wall seems to hide
	leastRate = 0.01 // rate of a kind of things that no view showed
)

// furnish adds a thing to a stand if it can be seen from there.
func (m *Map) furnish(s *stand, t *house.Thing) {
	dx, dy := t.X-s.x, t.Y-s.y
	d := math.Hypot(dx, dy)
	if d > noneM || d < 0.3 {
		return
	}
	n := near{key: m.keyOf(t.Key), bearing: math.Atan2(dy, dx) * 180 / math.Pi, sure: t.Chance(0, 0) * shownIf}
	n.blur = leastBlur + min(60, (offM+t.Spread/2)/d*180/math.Pi)
	if d > farM {
		n.sure *= (noneM - d) / (noneM - farM)
	}
	if ends := s.rays[ahead(n.bearing)]; float64(ends.bin())*bin+0.5 < d {
		n.sure *= behind
	}
	n.misses(&s.blank)
	s.near = append(s.near, n)
}

// keyOf gives the number of a kind of things, 0 when no view showed one.
func (m *Map) keyOf(k words.Key) int { return m.keys[k.Compact()] }

func (m *Map) bounds(h *house.House) {
	lo, hi := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for _, s := range h.Sites {
		for i, v := range [2]float64{s.Pose.X, s.Pose.Y} {
			lo[i], hi[i] = min(lo[i], v-farthest), max(hi[i], v+farthest)
		}
	}
	m.x, m.y = math.Floor(lo[0]), math.Floor(lo[1])
	m.w, m.h = int((hi[0]-m.x)/fine)+1, int((hi[1]-m.y)/fine)+1
}

func (m *Map) cell(x, y float64) int {
	i, k := int((x-m.x)/fine), int((y-m.y)/fine)
	if x < m.x || y < m.y || i >= m.w || k >= m.h {
		return -1
	}
	return k*m.w + i
}

// paint works out where floor and walls are. A ray of a scan with few directions only says
// how far one sees at most within some degrees of it. The best guess of the exact
// direction comes from the map itself, so such scans are painted several times.
func (m *Map) paint(h *house.House) {
	rounds, against := 1, 2
	for round := 0; round < rounds; round++ {
		free, hit := make([]uint16, m.w*m.h), make([]uint16, m.w*m.h)
		for i := range h.Sites {
			s := &h.Sites[i]
			rays := nav.Rays(s.Sweeps)
			if len(rays) > 0 && coarse(rays) {
				rounds, against = sharpened, coarseWall
				if round > 0 {
					rays = m.sharpen(s.Pose, rays, free, hit)
				}
				for _, v := range s.Views {
					if v.Known {
						m.draw(s.Pose, v.Heading, min(v.FreeM+discM, farthest), false, free, hit)
					}
				}
			}
			m.sweep(s.Pose, rays, round > 0, free, hit)
		}
		m.cells = make([]uint8, m.w*m.h)
		for i := range m.cells {
			switch {
			case hit[i] > 0 && against*int(hit[i]) >= int(free[i]):
				m.cells[i] = wall
			case free[i] > 0:
				m.cells[i] = floor
			}
		}
	}
}

// coarse reports whether the rays of a scan are so far apart that each only says how far one
// sees at most somewhere in its view.
func coarse(rays []area.Ray) bool {
	for i, r := range rays {
		if gap := nav.Around360(rays[(i+1)%len(rays)].Heading - r.Heading); gap > 0 && gap < coarseDeg-0.1 {
			return false
		}
	}
	return true
}

const (
	coarseDeg = 15.0 // from this far apart, degrees

	sharpened = 5    // how many times a map with scans of few directions is painted
	aside     = 12.0 // the farthest sight of a view lies within this of its middle, degrees
	discM     = 0.15 // added to the free floor that a view tells, metres

	coarseWall = 6 // sights across a cell that one sight ending there outweighs, in maps of few directions; else 2
)

// sharpen turns each ray to the heading in which the map lets it go farthest, and draws the
// ends of the other sights in the same view, none of which goes farther.
func (m *Map) sharpen(at nav.Pose, rays []area.Ray, free, hit []uint16) []area.Ray {
	out := slices.Clone(rays)
	for i, r := range rays {
		best := -1.0
		n := int(math.Ceil(min(r.Metres, farthest) * aside / 180 * math.Pi / fine))
		for k := -n; k <= n; k++ {
			heading := r.Heading + float64(k)*aside/float64(max(n, 1))
			got := m.cast(at.X, at.Y, heading)
			d := float64(got.bin()) * bin
			if d >= r.Metres-0.25 && r.Hit && r.Metres < farthest {
				m.draw(at, heading, r.Metres, true, free, hit)
			} else {
				m.draw(at, heading, min(d, r.Metres), false, free, hit)
			}
			if !got.hit() {
				d += openM // it may go on beyond what is known
			}
			d = min(d, r.Metres) - math.Abs(float64(k))*0.001
			if d > best {
				best, out[i].Heading = d, heading
			}
		}
	}
	return out
}

// openM is how far a sight is assumed to go on beyond the known part of the map, metres.
const openM = 1.0

// sweep draws what a scan saw: its rays, and what lies between two neighbouring rays, with
// the wall where both seem to end at the same one. A coarse scan has its rays drawn alone.
func (m *Map) sweep(from nav.Pose, rays []area.Ray, coarse bool, free, hit []uint16) {
	for i, r := range rays {
		next := rays[(i+1)%len(rays)]
		gap := nav.Around360(next.Heading - r.Heading)
		m.draw(from, r.Heading, min(r.Metres, farthest), r.Hit && r.Metres <= farthest, free, hit)
		if coarse || gap > 45 || gap == 0 {
			continue
		}
		same := math.Abs(next.Metres-r.Metres) <= 0.25+0.15*min(r.Metres, next.Metres)
		parts := int(gap/180*math.Pi*min(max(r.Metres, next.Metres), farthest)/fine) + 1
		for k := 1; k < parts; k++ {
			f := float64(k) / float64(parts)
			d, ends := min(r.Metres, next.Metres), false
			if same {
				d, ends = r.Metres+f*(next.Metres-r.Metres), r.Hit && next.Hit
			}
			m.draw(from, r.Heading+f*gap, min(d, farthest), ends && d <= farthest, free, hit)
		}
	}
}

func (m *Map) draw(from nav.Pose, heading, metres float64, ends bool, free, hit []uint16) {
	sin, cos := math.Sincos(heading * math.Pi / 180)
	last := -1
	for d := 0.0; d < metres-fine/2; d += fine / 2 {
		if c := m.cell(from.X+d*cos, from.Y+d*sin); c >= 0 && c != last {
			free[c], last = free[c]+1, c
		}
	}
	if ends {
		if c := m.cell(from.X+metres*cos, from.Y+metres*sin); c >= 0 {
			hit[c] += 2
		}
	}
}

// cast gives how far one sees from a point.
func (m *Map) cast(x, y, heading float64) reach {
	sin, cos := math.Sincos(heading * math.Pi / 180)
	for d := 0.0; d <= farthest; d += fine {
		c := m.cell(x+d*cos, y+d*sin)
		switch {
		case c < 0 || m.cells[c] == unknown && d > 2*fine:
			return reach(d / bin)
		case m.cells[c] == wall && d > fine:
			return reach(d/bin) | hits
		}
	}
	return reach(bins - 1)
}

// label works out which room the floor belongs to.
func (m *Map) label(seen *area.Area) {
	m.room = make([]uint8, (m.w/lattice+1)*(m.h/lattice+1))
	number := map[string]uint8{}
	for k := 0; k <= m.h/lattice; k++ {
		for i := 0; i <= m.w/lattice; i++ {
			name := seen.RoomAt(area.Point{X: m.x + float64(i)*lattice*fine, Y: m.y + float64(k)*lattice*fine})
			if name == "" || len(m.rooms) > math.MaxUint8 {
				continue
			}
			if number[name] == 0 {
				number[name] = uint8(len(m.rooms))
				m.rooms = append(m.rooms, words.Key(name))
			}
			m.room[k*(m.w/lattice+1)+i] = number[name]
		}
	}
}

// stand lists the positions that are tried first: the lattice points on the floor.
func (m *Map) stand() {
	across := m.w/lattice + 1
	m.at = make([]int32, across*(m.h/lattice+1))
	for p := range m.at {
		m.at[p] = -1
		x, y := m.x+float64(p%across)*lattice*fine, m.y+float64(p/across)*lattice*fine
		if c := m.cell(x, y); c < 0 || m.cells[c] != floor {
			continue
		}
		m.at[p] = int32(len(m.stands))
		m.stands = append(m.stands, stand{x: x, y: y})
	}
}

// lookFrom gives a stand with what one would see from it. This is worked out when first
// needed: an episode that knows where it is needs few stands.
func (m *Map) lookFrom(i int) *stand {
	s := &m.stands[i]
	s.once.Do(func() {
		for i := range headings {
			s.rays[i] = m.cast(s.x, s.y, float64(i)*turnStep)
			s.rays[i+headings] = s.rays[i]
		}
		for i := range headings {
			best := reach(0)
			for k := -2; k <= 2; k++ {
				best = best.longer(s.rays[(i+k+headings)%headings])
			}
			s.views[i], s.views[i+headings] = best, best
			sin, cos := math.Sincos(float64(i) * turnStep * math.Pi / 180)
			d := max(0, float64(best.bin())*bin-0.3)
			s.rooms[i] = m.roomAt(s.x+d*cos, s.y+d*sin)
		}
		for _, t := range m.things {
			m.furnish(s, t)
		}
	})
	return s
}

// point gives the number of the lattice point nearest to a point, -1 outside the map.
func (m *Map) point(x, y float64) int {
	across := m.w/lattice + 1
	i, k := int(math.Round((x-m.x)/(lattice*fine))), int(math.Round((y-m.y)/(lattice*fine)))
	if i < 0 || k < 0 || i >= across || k > m.h/lattice {
		return -1
	}
	return k*across + i
}

// near gives the number of the stand at the lattice point nearest to a point, -1 when there
// is none.
func (m *Map) near(x, y float64) int {
	if p := m.point(x, y); p >= 0 {
		return int(m.at[p])
	}
	return -1
}

// roomAt gives the number of the room at a point, 0 when it is not known.
func (m *Map) roomAt(x, y float64) uint8 {
	if p := m.point(x, y); p >= 0 {
		return m.room[p]
	}
	return 0
}

// count works out what is usual in the house: how long rays are, and how often views show
// each room and thing.
func (m *Map) count(h *house.House) {
	views := 0.0
	for i := range m.usual {
		for k := range m.usual[i] {
			m.usual[i][k] = elsewhereRays / float64(bins+1)
		}
	}
	for _, s := range h.Sites {
		for _, v := range s.Views {
			views++
			if !v.Type.Unknown() {
				m.share[v.Type]++
			}
			for _, o := range v.Objects {
				key := words.ObjectKey(o).Compact()
				if m.keys[key] == 0 {
					m.keys[key] = len(m.rate)
					m.rate = append(m.rate, 0)
				}
				m.rate[m.keys[key]]++
			}
			m.usual[1][binOf(v.SeeM, v.SeeM < farthest)]++
		}
		for _, r := range nav.Rays(s.Sweeps) {
			m.usual[0][binOf(r.Metres, r.Hit)]++
		}
	}
	for i := range m.usual {
		smooth(&m.usual[i])
	}
	for k := range m.share {
		m.share[k] = (m.share[k] + elsewhereViews*elsewhereRoom) / (views + elsewhereViews)
	}
	for k := 1; k < len(m.rate); k++ {
		m.rate[k] = min(0.5, max((m.rate[k]+elsewhereViews*elsewhereThing)/(views+elsewhereViews), leastRate))
	}
}

// What is usual in other houses, counted as if it had been seen here so often. Without it, in
// a house of a few scans, what these show would be the usual, and would be no evidence of
// where they were made.
const (
	elsewhereRays  = 120.0 // rays of any length
	elsewhereViews = 36.0
	elsewhereRoom  = 0.15 // part of these views that show a given room
	elsewhereThing = 0.04 // and a given thing
)

// binOf is the bin of a distance, the last one when nothing was hit or it is too far.
func binOf(metres float64, hit bool) int {
	if !hit || metres >= farthest {
		return bins
	}
	return int(metres / bin)
}

// smooth turns the counts of bins into parts of their sum, after spreading each over the four
// bins on either side. The last bin, nothing was hit, is not spread.
func smooth(counts *[bins + 1]float64) {
	out, sum := [bins + 1]float64{}, 0.0
	for i := range bins {
		for k := max(0, i-4); k <= min(bins-1, i+4); k++ {
			out[k] += counts[i] / 9
		}
	}
	out[bins] = counts[bins]
	for _, v := range out {
		sum += v
	}
	for i := range out {
		counts[i] = out[i] / sum
	}
}
