package robot

import (
	"context"
	"fmt"

	"navd/cmd/navsim/explorer"
	"navd/cmd/navsim/world"
	"navd/daemon/area"
	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/words"
	"navd/ipc"
)

// Peer says who decides where the robot goes: navd if it is empty, otherwise a simple
// explorer of package explorer.
type Peer string

// The peers.
const (
	PeerFrontier Peer = "frontier" // goes to the nearest open edge
	PeerExplorer Peer = "explorer" // knows the types of the rooms that it has seen, and the planner's table of what stands where
	PeerTold     Peer = "told"     // the same, told of the house no more than navd is
)

// setOut makes the explorer of a search, if not navd decides.
func (r *run) setOut() {
	target := words.ObjectKey(r.Episode.Target)
	worth := func(room string) float64 { return planner.Prior(target, words.LabelKey(room)) }
	switch r.Arm.Peer {
	case PeerFrontier:
		r.explorer = explorer.New(r.Map, nil)
	case PeerExplorer:
		r.explorer = explorer.New(r.Map, worth)
	case PeerTold:
		r.rooms = area.New()
		r.explorer = explorer.Told(r.Map, func(p world.Point) string {
			room := words.Key(r.rooms.RoomAt(inArea(p)))
			if room.IsCorridor() {
				return explorer.Hallway
			}
			return string(room)
		}, worth)
	}
}

// hear counts the rooms that the views of a scan show as navd does, as votes of the cells
// that were seen.
func (r *run) hear(views [world.ViewCount]world.View, rays []explorer.Ray) {
	if r.rooms == nil {
		return
	}
	scan := area.Scan{At: inArea(r.pose.Point())}
	if own := words.Key(r.last.Place.Type); !own.Unknown() {
		scan.Own = string(own)
	}
	for _, ray := range rays {
		scan.Rays = append(scan.Rays, area.Ray{Heading: 90 - ray.Yaw, Metres: ray.Metres, Hit: ray.Metres < world.MaxSight})
	}
	view0 := r.pose.Turned(30 * scanTurns).Yaw
	for _, v := range views {
		scan.Views = append(scan.Views, area.View{Heading: 90 - (view0 - v.Angle), Room: string(words.LabelKey(v.Type))})
	}
	r.rooms.See(scan)
}

// inArea gives a point of the house as one of a seen area.
func inArea(p world.Point) area.Point { return area.Point{X: p.X, Y: p.Z} }

// balk is how far a leg to a goal in sight must have moved the robot for another such leg,
// metres: from the same place it would get no farther.
const balk = 0.4

// decide lets the explorer decide instead of navd: it rewrites navd's plan, and tells navd
// which view is really taken. As with navd, a goal in sight comes first. If navd's plan
// reports a goal to which the robot finds no way, that is vetoed and the explorer chooses;
// it also does, for one leg, after a leg to a goal in sight that got nowhere.
func (r *run) decide(ctx context.Context, views [world.ViewCount]world.View, p *ipc.PlanResult) error {
	at, flagged := r.pose.Point(), p.GoalFlag
	rays := r.rays(views)
	r.explorer.See(at, rays)
	r.hear(views, rays)
	view, shown := r.inSight(views)
	if shown && (r.goalLeg == nil || at.Dist(*r.goalLeg) >= balk) {
		r.goalLeg = &at
		r.goFor(p, view)
	} else {
		r.goalLeg = nil
		if way, ok := r.explorer.Next(at); ok {
			r.goAlong(p, way)
		}
		p.GoalFlag = false
	}
	result := ipc.PlanResultParams{Plan: p.Plan, ExecutedView: &p.View}
	if flagged && !p.GoalFlag {
		result.GoalVerified = &p.GoalFlag
	}
	_, err := ipc.NavPlanResult.Call(ctx, r.navd, result)
	return err
}

// goFor makes p a plan to the goal that a view shows.
func (r *run) goFor(p *ipc.PlanResult, view int) {
	p.GoalFlag, p.View, p.Angle = true, view, nav.NormDeg(-30*float64(view))
	p.RangeM, p.Path, p.Turns = nil, nil, planner.Turns(scanTurns, view, 30)
	p.Discovered.Why = "the " + string(words.ObjectKey(r.Episode.Target)) + " is in sight"
}

// goAlong makes p a plan along a way of the explorer. If the robot is at the end of the
// way already, it stays there.
func (r *run) goAlong(p *ipc.PlanResult, w explorer.Way) {
	const short = 0.01 // metres
	p.Path = nil
	from, view0 := r.pose.Point(), r.pose.Turned(30*scanTurns).Yaw
	for _, c := range w.Corners {
		if metres := from.Dist(c); metres > short || len(p.Path) == 0 {
			p.Path = append(p.Path, nav.Hop{Angle: nav.NormDeg(view0 - from.Toward(c)), RangeM: metres})
			from = c
		}
	}
	p.Angle, p.RangeM = p.Path[0].Angle, &p.Path[0].RangeM
	p.View = nav.ViewOf(p.Angle, nav.AllViews(), scanTurns)
	p.Turns = planner.Turns(scanTurns, p.View, 30)
	p.Discovered.GoalSceneType = w.Room
	p.Discovered.Why = fmt.Sprintf("%s, to an open edge %.1f m away, %.0f m² behind it not seen", w.Room, w.Metres, w.Behind)
	if w.Behind == 0 {
		p.Discovered.Why = fmt.Sprintf("%s, to look around %.1f m away: no edge is open", w.Room, w.Metres)
	}
}

// inSight returns the view that shows the nearest instance of the goal to which the robot
// finds a way; false for none.
func (r *run) inSight(views [world.ViewCount]world.View) (view int, ok bool) {
	var best target
	at := r.pose.Point()
	for i, v := range views {
		if one := r.seen(v); one != nil && (best == nil || one.Distance(at) < best.Distance(at)) {
			best, view = one, i
		}
	}
	return view, best != nil
}

// rays returns what the explorer is told of a scan: how far each view sees or, with --rays,
// the rays that are sent with a plan, but without noise.
func (r *run) rays(views [world.ViewCount]world.View) (rays []explorer.Ray) {
	if r.Rays == 0 {
		view0 := r.pose.Turned(30 * scanTurns).Yaw
		for _, v := range views {
			rays = append(rays, explorer.Ray{Yaw: view0 - v.Angle, Metres: v.SeeM})
		}
		return rays
	}
	for i := range r.Rays {
		yaw := r.pose.Yaw + float64(i)*360/float64(r.Rays)
		metres, _ := r.Map.Ray(r.pose.Point(), yaw, world.MaxSight)
		rays = append(rays, explorer.Ray{Yaw: yaw, Metres: metres})
	}
	return rays
}
