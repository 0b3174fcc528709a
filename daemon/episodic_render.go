package daemon

import (
	"cmp"
	"context"
	"fmt"

	"navd/daemon/episodic"
	"navd/daemon/fault"
	"navd/ipc"
)

// Signature gives the signature of a sample's text, by which lexical ranking compares
// samples.
func (e *Episodic) Signature(_ context.Context, p ipc.SignatureParams) (r episodic.Signature, err error) {
	profile, err := e.c.experience.profile(cmp.Or(p.Profile, navProfile))
	if err != nil {
		return r, err
	}
	return profile.Signature(p.Text, p.Language, p.NumAspects), nil
}

// Advise makes advisories from the given entries. Nothing is read or stored.
func (e *Episodic) Advise(_ context.Context, p ipc.AdviseParams) (r ipc.AdviseResult, err error) {
	profile, err := e.c.experience.profile(cmp.Or(p.Profile, navProfile))
	if err != nil {
		return r, err
	}
	var entries []episodic.Entry
	for i, raw := range p.Entries {
		entry, err := profile.ReadGiven(raw)
		if err != nil {
			f := *fault.As(err)
			f.Field = fmt.Sprintf("entries[%d]%s", i, f.Field[len("entry"):])
			return r, badParams(&f)
		}
		entries = append(entries, entry)
	}
	choice := episodic.Choice{Type: p.Type, Strength: p.Strength}
	if p.Prohibit != nil {
		if choice.OPFB = "warn"; *p.Prohibit {
			choice.OPFB = "block"
		}
	}
	g := profile.Advise(entries, choice)
	return ipc.AdviseResult{Advisories: g.Advisories, Blocked: g.Blocked, Failed: g.Failed}, nil
}

// Render writes given advisories as the slot of a condition.
func (e *Episodic) Render(_ context.Context, p ipc.RenderParams) (r ipc.RenderResult, err error) {
	a := inquiry{space: episodic.DefaultSpace, lot: lotOfSample(p.Sample)}
	if a.profile, err = e.c.experience.profile(cmp.Or(p.Profile, navProfile)); err != nil {
		return r, err
	}
	if a.cond, err = e.c.experience.condition(p.Condition); err != nil {
		return r, badParams(err)
	}
	if err := needsSample(a.cond, p.Sample); err != nil {
		return r, err
	}
	a.k = a.profile.K
	set(&a.k, p.TopK)
	var advice []episodic.Advisory
	for i, raw := range p.Advisories {
		one, err := episodic.ReadAdvisory(raw)
		if err != nil {
			return r, badParams(fault.New(fault.Invalid, "this is not an advisory: %w", err).About(fmt.Sprintf("advisories[%d]", i), nil))
		}
		advice = append(advice, one)
	}
	r.Meta = metaOf(a)
	r.JSON, err = episodic.NewSlot(a.cond, a.held(), advice, a.k).JSON(cmp.Or(p.Slot, a.profile.Slot))
	return r, err
}
