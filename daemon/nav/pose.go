package nav

import "math"

// Pose is where the robot stands: metres in the frame "odom" (x forward at
// yaw 0, y to the left) and yaw in degrees, counter-clockwise positive, in
// (-180, 180]. It is REP-103 with degrees.
type Pose struct {
	X   float64 `json:"x"`   // metres, ahead of the start pose
	Y   float64 `json:"y"`   // metres, to the left of the start pose
	Yaw float64 `json:"yaw"` // degrees, positive to the left, (-180, 180]
}

// NormDeg brings an angle in degrees into (-180, 180].
func NormDeg(deg float64) float64 {
	switch {
	case deg > -180 && deg <= 180:
		return deg + 0 // a negative zero becomes zero
	case deg > 180 && deg <= 540:
		return deg - 360
	case deg <= -180 && deg > -540:
		return deg + 360
	}
	deg = math.Mod(deg, 360)
	switch {
	case deg > 180:
		deg -= 360
	case deg <= -180:
		deg += 360
	}
	return deg + 0
}

// Moved gives the pose after metres along heading deg relative to the yaw.
func (p Pose) Moved(metres, deg float64) Pose {
	sin, cos := sincos(p.Yaw + deg)
	return Pose{X: p.X + metres*cos, Y: p.Y + metres*sin, Yaw: p.Yaw}
}

// Turned gives the pose after a turn by deg, positive to the left.
func (p Pose) Turned(deg float64) Pose {
	p.Yaw = NormDeg(p.Yaw + deg)
	return p
}

// Distance is the straight distance between two poses in metres.
func (p Pose) Distance(q Pose) float64 { return math.Hypot(q.X-p.X, q.Y-p.Y) }

// near tells whether q lies within r metres, up to rounding.
func (p Pose) near(q Pose, r float64) bool {
	r += eps
	return square(q.X-p.X, q.Y-p.Y) <= r*r
}

// Bearing is the direction from p to q in the odom frame, degrees in
// (-180, 180]; p's own yaw when both are at the same point.
func (p Pose) Bearing(q Pose) float64 {
	if p.X == q.X && p.Y == q.Y {
		return p.Yaw
	}
	return NormDeg(math.Atan2(q.Y-p.Y, q.X-p.X) * 180 / math.Pi)
}

// Reach gives the point metres away in the absolute direction heading.
func (p Pose) Reach(metres, heading float64) Pose {
	sin, cos := sincos(heading)
	return Pose{X: p.X + metres*cos, Y: p.Y + metres*sin, Yaw: NormDeg(heading)}
}

// until gives how far one has to go along heading to come within r metres of q; false when
// one never does.
func (p Pose) until(q Pose, heading, r float64) (metres float64, ok bool) {
	d := p.Distance(q)
	if d <= r {
		return 0, true
	}
	sin, cos := sincos(p.Bearing(q) - heading)
	ahead, beside := d*cos, d*sin
	if ahead < 0 || math.Abs(beside) > r {
		return 0, false
	}
	return ahead - math.Sqrt(r*r-beside*beside), true
}

// maxCoord is how far from the origin a pose may lie, metres, and how large a
// yaw may be, degrees.
const maxCoord = 1e6

// sound tells whether every coordinate is a number within maxCoord.
func (p Pose) sound() bool {
	return math.Abs(p.X) <= maxCoord && math.Abs(p.Y) <= maxCoord && math.Abs(p.Yaw) <= maxCoord
}

// eps absorbs the rounding of sines where a length or an angle is compared with
// a threshold: six forwards of 0.25 m are 1.5 m in every direction.
const eps = 1e-9

// apart is the unsigned angle between two headings, degrees in [0, 180].
func apart(a, b float64) float64 { return math.Abs(NormDeg(a - b)) }

// sameWay tells whether two headings are the same way: at most 15° apart.
func sameWay(a, b float64) bool { return apart(a, b) <= wayWidth+eps }

// sincos is math.Sincos for degrees, exact at multiples of 90, so that a
// square walked by turns of 90° closes to the bit.
func sincos(deg float64) (sin, cos float64) {
	switch NormDeg(deg) {
	case 0:
		return 0, 1
	case 90:
		return 1, 0
	case 180:
		return 0, -1
	case -90:
		return -1, 0
	}
	return math.Sincos(deg * math.Pi / 180)
}
