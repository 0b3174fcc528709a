package world

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"strings"

	"navd/daemon/fault"
)

// MaxSight is how far the robot sees at most, in metres.
const MaxSight = 8.0

// Profile says how badly the robot senses and moves. Shares are in [0, 1].
type Profile struct {
	Name                string
	WrongLabel          float64 // share of views with another room's label
	Missed              float64 // share of objects in range that are not seen
	DetectRange         float64 // metres at which objects are still seen
	Slip                float64 // share of forwards that do not move, unreported
	UnreportedCollision float64 // share of blocked forwards reported as free

	RangeError   float64 // standard deviation of a range, as a share of it
	RangeDropped float64 // share of ranges that report nothing hit
	RangeShort   float64 // share of ranges that end before what is there, anywhere
	WayError     float64 // standard deviation of a forward's length, as a share of it
	TurnError    float64 // standard deviation of a turn, degrees
}

// Clean gives the profile without any noise.
func Clean() Profile { return Profile{Name: "clean", DetectRange: MaxSight} }

// Std gives the standard noise: 10 % wrong room labels, 20 % missed objects,
// 5 m of detection, 3 % slips, 5 % unreported collisions.
func Std() Profile {
	return Profile{
		Name: "std", WrongLabel: 0.10, Missed: 0.20, DetectRange: 5,
		Slip: 0.03, UnreportedCollision: 0.05,
	}
}

// Ranges gives the noise of a poor depth camera alone: ranges 5 % off, 5 % of them
// dropped, 2 % short.
func Ranges() Profile {
	p := Clean()
	p.Name, p.RangeError, p.RangeDropped, p.RangeShort = "ranges", 0.05, 0.05, 0.02
	return p
}

// Odometry gives the noise of motion that nobody measures alone: forwards 2 % off,
// turns 1°.
func Odometry() Profile {
	p := Clean()
	p.Name, p.WayError, p.TurnError = "odometry", 0.02, 1
	return p
}

// Rough gives Std, Ranges and Odometry together.
func Rough() Profile {
	p, ranges, odometry := Std(), Ranges(), Odometry()
	p.Name = "rough"
	p.RangeError, p.RangeDropped, p.RangeShort = ranges.RangeError, ranges.RangeDropped, ranges.RangeShort
	p.WayError, p.TurnError = odometry.WayError, odometry.TurnError
	return p
}

// Senses is the noise of one run. Every answer is a pure hash of episode,
// seed, pose and what is looked at, so that two robots that do the same meet
// the same noise, whatever they remember. The zero value sees no objects;
// use Clean for no noise.
type Senses struct {
	Profile Profile
	Episode string
	Seed    uint64
}

// Slips reports whether the forward of this step does not move the robot,
// though no collision is reported.
func (s Senses) Slips(p Pose, step int) bool {
	return s.share("slip", p, number(step)) < s.Profile.Slip
}

// HidesCollision reports whether a blocked forward of this step is reported as
// a free one.
func (s Senses) HidesCollision(p Pose, step int) bool {
	return s.share("collision", p, number(step)) < s.Profile.UnreportedCollision
}

// Range gives what a ranging sensor that looks along p.Yaw reports of a distance in
// metres, and whether it reports that something was hit.
func (s Senses) Range(p Pose, metres float64, hit bool) (float64, bool) {
	f := s.Profile
	switch {
	case f.RangeDropped > 0 && s.share("dropped", p, "") < f.RangeDropped:
		return MaxSight, false
	case f.RangeShort > 0 && s.share("short", p, "") < f.RangeShort:
		return metres * s.share("where", p, ""), true
	case hit && f.RangeError > 0:
		metres *= 1 + f.RangeError*s.gauss("range", p, "")
		return max(metres, 0), metres < MaxSight
	}
	return metres, hit
}

// Way gives how far the forward of a step goes that is meant to go n metres.
func (s Senses) Way(p Pose, step int, metres float64) float64 {
	if s.Profile.WayError == 0 {
		return metres
	}
	return metres * max(0, 1+s.Profile.WayError*s.gauss("way", p, number(step)))
}

// Turn gives how far the turn of a step goes that is meant to go n degrees.
func (s Senses) Turn(p Pose, step int, deg float64) float64 {
	if s.Profile.TurnError == 0 {
		return deg
	}
	return deg + s.Profile.TurnError*s.gauss("turn", p, number(step))
}

// gauss gives a number of the standard normal distribution (Box and Muller).
func (s Senses) gauss(what string, p Pose, detail string) float64 {
	u, v := s.share(what, p, detail), s.share(what+" 2", p, detail)
	return math.Sqrt(-2*math.Log(1-u)) * math.Cos(2*math.Pi*v)
}

// misses reports whether an object is overlooked from a place. It depends on
// where the robot stands, not on where it looks.
func (s Senses) misses(p Pose, id string) bool {
	p.Yaw = 0
	return s.share("miss", p, id) < s.Profile.Missed
}

// label gives the room label read in the direction of p.Yaw, where the right
// one is given.
func (s Senses) label(p Pose, right string) string {
	if s.share("label", p, "") >= s.Profile.WrongLabel {
		return right
	}
	var wrong []string
	for _, l := range [...]string{"bathroom", "bedroom", "hallway", "kitchen", "living room"} { // of the room types of ProcTHOR
		if l != right {
			wrong = append(wrong, l)
		}
	}
	return wrong[int(s.share("which", p, "")*float64(len(wrong)))]
}

func number(n int) string { return string(binary.AppendVarint(nil, int64(n))) }

// share gives a number in [0, 1) that looks random but follows from its
// arguments. Poses are taken to 5 cm and 1°, so that rounding errors of two
// ways to one place do not matter.
func (s Senses) share(what string, p Pose, detail string) float64 {
	h := fnv.New64a()
	var b []byte
	b = binary.BigEndian.AppendUint64(b, s.Seed)
	b = binary.AppendVarint(b, int64(math.Round(p.X/0.05)))
	b = binary.AppendVarint(b, int64(math.Round(p.Z/0.05)))
	b = binary.AppendVarint(b, int64(math.Round(norm360(p.Yaw)))%360)
	for _, text := range [...]string{s.Episode, what, detail} {
		b = append(binary.AppendUvarint(b, uint64(len(text))), text...)
	}
	h.Write(b)
	return float64(mix(h.Sum64())>>11) / (1 << 53)
}

// mix spreads every bit over all others: the finalizer of MurmurHash3. FNV
// alone leaves the high bits of short, similar inputs alike.
func mix(h uint64) uint64 {
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

// Profiles gives all profiles.
func Profiles() []Profile { return []Profile{Clean(), Std(), Ranges(), Odometry(), Rough()} }

// ProfileNames gives their names.
func ProfileNames() (names []string) {
	for _, p := range Profiles() {
		names = append(names, p.Name)
	}
	return names
}

// ProfileNamed gives the profile of a name.
func ProfileNamed(name string) (Profile, error) {
	for _, p := range Profiles() {
		if p.Name == name {
			return p, nil
		}
	}
	return Profile{}, fault.Field("profile", name, strings.Join(ProfileNames(), ", "))
}
