package nav

import (
	"math"
	"slices"

	"navd/daemon/fault"
	"navd/daemon/ref"
)

// Vista is what ranges showed beside the scans: what a robot sees while it drives.
type Vista struct {
	ID     int          `json:"id"`     // 1, 2, … in the episode
	Pose   Pose         `json:"pose"`   // where the robot stood
	Seq    int          `json:"seq"`    // step it was taken at
	Anchor ref.AnchorID `json:"anchor"` // the newest anchor then
	Sweeps []Sweep      `json:"sweeps"` // how far one sees
}

const (
	vistaNear = 0.5  // vistas this near one another show the same, metres
	vistaBack = 32   // how many of the last vistas a new one is compared with
	vistaBin  = 5    // degrees
	vistaNews = 30.0 // degrees that nobody looked at from near, for which a vista is kept
)

// CheckVista refuses ranges that cannot be observed: those that [CheckRanges]
// refuses, and those of a view. The views are those of a plan's scan.
func CheckVista(all []Ranges) error {
	for i, r := range all {
		if r.View != nil {
			return fault.Field(rangesField(i, "view"), *r.View, "nothing: these directions count from where the robot faces now").
				WithHint("the views are those of a scan; send its ranges with nav.plan")
		}
	}
	return CheckRanges(all)
}

// Watch takes ranges from where the robot stands, in directions from where it faces. They
// are kept as a vista when 30° of them, or half of them, are new: not covered from within
// 0.5 m by one of the last 32 vistas or by the last scan. Ranges that are not kept are not
// in the seen area either, so that it is the same after a restart.
func (m *Memory) Watch(all []Ranges) (kept bool, d Delta) {
	v := Vista{ID: m.state.Vistas + 1, Pose: m.state.Pose, Seq: m.state.Seq, Anchor: m.state.Anchor, Sweeps: m.sweeps(all, nil, 0)}
	if !m.shows(&v) {
		return false, m.delta()
	}
	m.state.Vistas = v.ID
	m.vistas = append(m.vistas, v)
	m.vistas = slices.Delete(m.vistas, 0, max(0, len(m.vistas)-liveVistas(v.ID)))
	d = m.delta()
	d.Vistas = []Vista{v}
	return true, d
}

// liveVistas is how many of the vistas made are still kept: at least the last 256, and less
// than 512.
func liveVistas(made int) int { return made - max(0, made/epoch-1)*epoch }

// VistaSlots is how many vistas are stored of an episode at most. A vista may take
// the place of one whose number is less by a multiple of this.
const VistaSlots = 2 * epoch

// shows tells whether a vista shows enough that was not looked at from near.
func (m *Memory) shows(v *Vista) bool {
	fresh := looksAt(v.Sweeps)
	all := count(fresh)
	if n := len(m.sites); n > 0 && m.sites[n-1].Pose.Distance(v.Pose) <= vistaNear {
		fresh.less(looksAt(m.sites[n-1].Sweeps))
	}
	for i := max(0, len(m.vistas)-vistaBack); i < len(m.vistas); i++ {
		if m.vistas[i].Pose.Distance(v.Pose) <= vistaNear {
			fresh.less(looksAt(m.vistas[i].Sweeps))
		}
	}
	news := count(fresh)
	return news > 0 && (float64(news*vistaBin) >= vistaNews || 2*news >= all)
}

// round5 tells for each direction, in steps of 5°, whether it was looked at.
type round5 [360 / vistaBin]bool

func (r *round5) less(o round5) {
	for i, looked := range o {
		r[i] = r[i] && !looked
	}
}

func count(r round5) (n int) {
	for _, looked := range r {
		if looked {
			n++
		}
	}
	return n
}

// looksAt gives the directions that sweeps cover together: those between two rays that are
// at most 45° apart.
func looksAt(sweeps []Sweep) (out round5) {
	var rays []float64
	for _, s := range sweeps {
		for i, metres := range s.Metres {
			if metres == 0 {
				continue // not measured
			}
			rays = append(rays, Around360(s.FromDeg+float64(i)*s.StepDeg))
		}
	}
	slices.Sort(rays)
	for i, from := range rays {
		gap := Around360(rays[(i+1)%len(rays)] - from)
		if gap > 45+eps {
			continue
		}
		for k := range out {
			out[k] = out[k] || Around360((float64(k)+0.5)*vistaBin-from) <= gap
		}
	}
	return out
}

// Around360 brings an angle in degrees into [0, 360).
func Around360(deg float64) float64 {
	if deg = math.Mod(deg, 360); deg < 0 {
		deg += 360
	}
	return deg
}

// restoreVistas takes over the stored vistas that are still kept, in the order of their
// numbers. It leaves out others: older ones whose slot was not reused yet, and those from
// before an older navd, which has no vistas, continued the episode.
func (m *Memory) restoreVistas(stored []Vista) {
	m.vistas = make([]Vista, liveVistas(m.state.Vistas))
	for _, v := range stored {
		if i := v.ID - 1 - m.state.Vistas + len(m.vistas); i >= 0 && i < len(m.vistas) {
			m.vistas[i] = v
		}
	}
}

// wholeVistas checks that all kept vistas are there.
func (d Delta) wholeVistas() error {
	made := d.State.Vistas
	if made < 0 {
		return fault.New(fault.Corrupt, "the episode's state counts %d vistas", made)
	}
	there := map[int]bool{}
	for _, v := range d.Vistas {
		live := v.ID > made-liveVistas(made) && v.ID <= made
		if live && (!d.hasAnchor(v.Anchor) || !v.Pose.sound()) {
			return fault.New(fault.Corrupt, "vista %d of the episode refers to a missing record, or has no pose", v.ID)
		}
		there[v.ID] = live
	}
	for id := made - liveVistas(made) + 1; id <= made; id++ {
		if !there[id] {
			return fault.New(fault.Corrupt, "vista %d of the episode is missing", id)
		}
	}
	return nil
}
