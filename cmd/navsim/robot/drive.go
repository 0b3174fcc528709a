package robot

import (
	"context"
	"fmt"
	"math"
	"slices"

	"navd/cmd/navsim/world"
	"navd/daemon/fault"
	"navd/daemon/nav"
	"navd/ipc"
)

// driveLegs is the largest number of legs of a drive.
const driveLegs = 20

// drive moves the robot to a pose by the shortest way, as near as its strides and turns
// allow. It is no part of the search: navd is told the steps, but the robot does not look
// around. If it cannot get there it stays where it got to.
func (r *run) drive(ctx context.Context, to world.Pose) error {
	aim, ok := r.Map.Aim(to.Point())
	if !ok {
		return nil
	}
	limit := r.limit
	r.blind, r.limit = true, math.MaxInt
	defer func() { r.blind, r.limit = false, limit }()
	if err := r.driveTo(ctx, aim); err != nil {
		return err
	}
	return r.turnTo(ctx, to.Yaw, nav.PhasePolicy)
}

// turnTo turns the robot towards a yaw, as near as its turns allow.
func (r *run) turnTo(ctx context.Context, yaw float64, phase nav.Phase) error {
	turn, left := nav.TurnRight, nav.NormDeg(r.pose.Yaw-yaw)
	if left > 0 {
		turn = nav.TurnLeft
	}
	for range int(math.Round(math.Abs(left) / world.ViewStep)) {
		if err := r.step(ctx, turn, phase); err != nil {
			return err
		}
	}
	return nil
}

// driveTo moves the robot to a spot, or as far as it gets.
func (r *run) driveTo(ctx context.Context, aim *world.Aim) error {
	for range driveLegs {
		if reason, err := r.follow(ctx, spot{aim}); err != nil || reason == "arrived" {
			return err
		}
	}
	return nil
}

// Walk is a search by a robot that knows the shortest way: without looking around, plans
// or navd. It slips and collides like any other.
func Walk(t Task) Outcome {
	r := newRun(nil, t, nil)
	for r.steps < r.limit && !r.Goal.Reached(r.pose.Point()) {
		a := next(r.Map, r.pose, r.Goal)
		if a == nav.Stop {
			break
		}
		r.steps++
		r.act(a)
	}
	return r.outcome(true)
}

// fillGrid is the distance between the scans of Fill, metres.
const fillGrid = 1.5

// Fill drives a robot through a whole house and scans every 1.5 m, at least once in every
// room, so that the kept house knows as much as it can. The task says start, house and
// noise; its target must not be in the house.
func Fill(ctx context.Context, navd ipc.Caller, t Task) error {
	r := newRun(navd, t, nil)
	r.limit = math.MaxInt
	if err := r.begin(ctx); err != nil {
		return err
	}
	var left []*world.Aim
	for i := range t.Map.House().Rooms {
		var mine []world.Point
		for _, p := range t.Map.CellsIn(&t.Map.House().Rooms[i]) {
			if slices.ContainsFunc(mine, func(q world.Point) bool { return p.Dist(q) < fillGrid }) {
				continue
			}
			aim, ok := t.Map.Aim(p)
			if !ok {
				return fault.New(fault.Internal, "no way to a free spot of house %s", t.Episode.House)
			}
			mine, left = append(mine, p), append(left, aim)
		}
	}
	for len(left) > 0 {
		best := 0
		for i := range left {
			if left[i].Distance(r.pose.Point()) < left[best].Distance(r.pose.Point()) {
				best = i
			}
		}
		if err := r.driveTo(ctx, left[best]); err != nil {
			return err
		}
		left = slices.Delete(left, best, best+1)
		seen, err := r.scan(ctx)
		if err != nil {
			return err
		}
		if _, err := r.plan(ctx, seen); err != nil {
			return err
		}
	}
	if _, err := ipc.EpisodeEnd.Call(ctx, navd, ipc.EndParams{Episode: r.episode, Reason: "stop"}); err != nil {
		return fmt.Errorf("fill house %s: %w", t.Episode.House, err)
	}
	return nil
}
