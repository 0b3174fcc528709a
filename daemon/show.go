package daemon

import (
	"cmp"
	"context"

	"navd/daemon/fault"
	"navd/daemon/homes"
	"navd/daemon/house"
	"navd/daemon/nav"
	"navd/daemon/words"
	"navd/ipc"
)

// Context gives the Navigation Context as a planner would get it now.
func (n *Nav) Context(_ context.Context, p ipc.ContextParams) (r ipc.ContextResult, err error) {
	budget := n.c.config().Planner.Budget.Context
	set(&budget, p.Budget)
	if err := p.Printed.CheckFor(nav.AllViews()); err != nil {
		return r, badParams(err)
	}
	err = n.c.memories.with(p.Episode, func(l *live) error {
		l.home.Settle()
		sv, spots := l.recollect(l.mem.Present(nav.AllViews()))
		c, dropped := n.c.planning.contextOf(l, sv, spots, p.Printed.Wording(sv.View0), budget)
		text := c.Text()
		r = ipc.ContextResult{Context: c, Dropped: dropped, Tokens: words.Tokens(text)}
		if p.Format == "text" {
			r.Context = text
		}
		return nil
	})
	return r, err
}

// Things gives the things that the scans of an episode showed, with their positions. After
// many scans that takes long, so it works on a copy and does not hold the episode.
func (n *Nav) Things(_ context.Context, p ipc.ThingsParams) (r ipc.ThingsResult, err error) {
	var seen house.Visit
	err = n.c.memories.with(p.Episode, func(l *live) error {
		r.Seq, seen = l.mem.Seq(), homes.Seen(&l.ep, l.mem)
		return nil
	})
	if err == nil {
		own := house.Empty("").Merge(seen)
		r.Things, r.More = firstOf(own, own.Believe(n.c.now(), n.c.houses.Lives(), func(house.Thing) bool { return true }), p.Limit)
	}
	return r, err
}

// Localize gives the anchors that may be at the same spot as an anchor, the present one by
// default.
func (n *Nav) Localize(_ context.Context, p ipc.LocalizeParams) (r ipc.LocalizeResult, err error) {
	err = n.c.memories.with(p.Episode, func(l *live) (err error) {
		radius := l.ep.Config.LocalizeRadiusM
		set(&radius, p.RadiusM)
		r.Candidates, err = l.mem.Localize(cmp.Or(p.Anchor, l.mem.CurrentAnchor()), radius, pageSize(p.Limit))
		return err
	})
	return r, err
}

// Graph gives places, anchors, edges and scan sites, and the seen area when it is asked
// for, or a drawing of them for Graphviz.
func (n *Nav) Graph(_ context.Context, p ipc.GraphParams) (r ipc.GraphResult, err error) {
	if p.Seen && p.Format == "dot" {
		return r, badParams(fault.Field("seen", p.Seen, "false, or true with format json: the dot format cannot show the seen area"))
	}
	err = n.c.memories.with(p.Episode, func(l *live) error {
		g := l.mem.Graph()
		if p.Format == "dot" {
			r.Dot = g.DOT()
			return nil
		}
		if p.Seen {
			l.home.Settle()
			g.Seen = l.mem.SeenFloor()
		}
		r.Graph = g
		return nil
	})
	return r, err
}

// Path gives the shortest way between two anchors over the walked links.
func (n *Nav) Path(_ context.Context, p ipc.PathParams) (r nav.Path, err error) {
	err = n.c.memories.with(p.Episode, func(l *live) (err error) {
		r, err = l.mem.Path(cmp.Or(p.From, l.mem.CurrentAnchor()), p.To)
		return err
	})
	return r, err
}
