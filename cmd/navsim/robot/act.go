package robot

import (
	"context"
	"math"

	"navd/cmd/navsim/caption"
	"navd/cmd/navsim/world"
	"navd/daemon/nav"
	"navd/ipc"
)

// ranges are rays from where the robot faces now: all around, or through the given number
// of views of a scan.
func (r *run) ranges(views int) []nav.Ranges {
	step, n := 360/float64(r.Rays), r.Rays
	all := nav.Ranges{StepDeg: step, MaxM: world.MaxSight}
	if views < world.ViewCount {
		all.StartDeg, n = -world.ViewStep/2, views*r.Rays/world.ViewCount
	}
	for i := range n {
		way := r.pose.Turned(all.StartDeg + float64(i)*step)
		d, wall := r.Map.Ray(way.Point(), way.Yaw, world.MaxSight)
		d, hit := r.senses.Range(way, d, wall != nil)
		if !hit {
			all.Values = append(all.Values, nil)
		} else {
			all.Values = append(all.Values, &d)
		}
	}
	return []nav.Ranges{all}
}

// aims returns the targets of a leg, to be driven to one after the other.
func (r *run) aims(ctx context.Context, views [world.ViewCount]world.View, p ipc.PlanResult) ([]target, error) {
	if p.GoalFlag || len(p.Path) == 0 {
		aim, err := r.aim(ctx, views, p)
		return []target{aim}, err
	}
	var all []target
	at, yaw := r.pose.Point(), r.pose.Turned(30*float64(r.turned)).Yaw
	for _, hop := range p.Path {
		at = at.Add(world.Heading(yaw - hop.Angle).Scale(hop.RangeM))
		if aim, ok := r.Map.Aim(at); ok {
			all = append(all, spot{aim})
		}
	}
	if all == nil {
		all = []target{nil}
	}
	return all, nil
}

// aim returns the target of a leg: for a plan with the goal in sight, the nearest instance
// that the view shows; otherwise a spot on the floor in the direction and at the range of
// the plan, nil when there is no floor to stand on. Angles are relative to the robot's yaw
// when it began to scan. A goal that the plan reports, but to which the robot finds no way,
// is vetoed.
func (r *run) aim(ctx context.Context, views [world.ViewCount]world.View, p ipc.PlanResult) (target, error) {
	if p.GoalFlag {
		one := r.seen(views[p.View])
		if one != nil {
			return one, nil
		}
		if _, err := ipc.NavPlanResult.Call(ctx, r.navd, ipc.PlanResultParams{Plan: p.Plan, GoalVerified: new(false)}); err != nil {
			return nil, err
		}
		r.vetoed = true
	}
	yaw := r.pose.Turned(30*float64(r.turned)).Yaw - p.Angle
	reach := min(views[p.View].FreeM-margin, maxRange)
	if p.RangeM != nil {
		reach = *p.RangeM
	}
	aim, ok := r.Map.Aim(r.pose.Point().Add(world.Heading(yaw).Scale(max(reach, 0))))
	if !ok {
		return nil, nil
	}
	return spot{aim}, nil
}

// seen returns the nearest instance of the goal that a view shows and a way leads to, nil
// for none.
func (r *run) seen(v world.View) target {
	at, best := r.pose.Point(), math.Inf(1)
	var found target
	for _, o := range v.Objects {
		if one, ok := r.Goal.Of(o.ID); ok && one.Distance(at) < best {
			found, best = one, one.Distance(at)
		}
	}
	return found
}

// step moves the robot and reports the action, and sends a scene sample when one is due.
// It does nothing once the limit of steps is reached.
func (r *run) step(ctx context.Context, a nav.Action, phase nav.Phase) error {
	if r.steps >= r.limit {
		return nil
	}
	r.steps++
	collided := r.act(a)
	p := ipc.StepParams{Episode: r.episode, Step: nav.Step{Seq: r.steps, Action: a, Collided: collided, Phase: phase}}
	if r.Arm.Odom {
		p.Odom = new(nav.Frame(PoseOf(r.Episode.Start)).Out(PoseOf(r.pose)))
	}
	var err error
	if r.last, err = ipc.NavStep.Call(ctx, r.navd, p); err != nil {
		return err
	}
	r.watch(Moment{Step: &Stepped{r.steps, a, phase, r.pose, r.last.Pose}})
	for i := range r.last.Events {
		r.watch(Moment{Event: &r.last.Events[i]})
	}
	return r.sample(ctx)
}

// PoseOf converts a pose in the axes of a house to navd's axes: x, y = x, z.
func PoseOf(p world.Pose) nav.Pose { return nav.Pose{X: p.X, Y: p.Z, Yaw: nav.NormDeg(90 - p.Yaw)} }

// act moves the robot and returns whether it reports a collision.
func (r *run) act(a nav.Action) (collided bool) {
	step := r.steps - r.from
	switch a {
	case nav.TurnLeft:
		r.turned--
		r.pose = r.pose.Turned(r.senses.Turn(r.pose, step, 30))
	case nav.TurnRight:
		r.turned++
		r.pose = r.pose.Turned(r.senses.Turn(r.pose, step, -30))
	case nav.Forward:
		if r.senses.Slips(r.pose, step) {
			return false
		}
		to, blocked := r.Map.Forward(r.pose, r.senses.Way(r.pose, step, stride))
		r.pathM += r.pose.Point().Dist(to.Point())
		hidden := blocked && r.senses.HidesCollision(r.pose, step)
		r.pose = to
		return blocked && !hidden
	}
	return false
}

// sample sends a scene sample when one is due.
func (r *run) sample(ctx context.Context) error {
	if r.blind || !r.last.SceneDue.Due {
		return nil
	}
	label, objects := r.Map.Scene(r.pose, r.senses)
	p := ipc.ObserveParams{Episode: r.episode, SceneType: label, Objects: objects}
	if r.Scenes {
		img, err := r.picture(r.pose, caption.Seen{Scene: &caption.Scene{Type: label, Objects: objects}})
		if err != nil {
			return err
		}
		p = ipc.ObserveParams{Episode: r.episode, Image: img, Wait: true}
	}
	o, err := ipc.NavObserve.Call(ctx, r.navd, p)
	if err != nil {
		return err
	}
	r.last.Place, r.last.SceneDue = o.Place, o.SceneDue
	for i := range o.Events {
		r.watch(Moment{Event: &o.Events[i]})
	}
	return nil
}
