package daemon

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sort"
	"unicode/utf8"

	"navd/daemon/episode"
	"navd/daemon/episodic"
	"navd/daemon/fault"
	"navd/daemon/planner"
	"navd/daemon/store"
	"navd/daemon/words"
	"navd/ipc"
	"navd/kv"
)

// Episodic remembers samples and legs, and advises later ones.
type Episodic struct{ c *core }

// inquiry is the question of a slot, as read from its parameters.
type inquiry struct {
	cond      episodic.Condition
	profile   *episodic.Profile
	space     string
	k         int // advisories at most
	signature episodic.Signature
	lexical   string
	query     episodic.Query
	findings  episodic.Findings
	lot       uint64 // seed of random draws
	known     bool   // the kept house of the episode has spots of the goal
	explained bool   // say of each record why it is left out
}

// ask reads the question of a slot.
func (e *Episodic) ask(p ipc.SlotParams) (a inquiry, err error) {
	if a.profile, err = e.c.experience.profile(cmp.Or(p.Profile, navProfile)); err != nil {
		return a, err
	}
	a.space, a.k, a.lexical = cmp.Or(p.Space, episodic.DefaultSpace), a.profile.K, p.Query
	set(&a.k, p.TopK)
	a.query = episodic.Query{
		Target: words.ObjectKey(p.Target), Scene: p.SceneID, Frame: p.Frame, Words: cmp.Or(p.Target, p.Query, p.Text), Unix: e.c.now().Unix(),
	}
	for _, place := range p.Places {
		a.query.Places = append(a.query.Places, words.LabelKey(place))
	}
	if a.profile.Ranker == episodic.RankHybrid && p.Target == "" { // what the text is about
		rooms, things := words.Mentions(p.Text)
		if a.query.Places = append(a.query.Places, rooms...); len(things) == 1 {
			a.query.Target = things[0]
		}
	}
	condition, snapshot := p.Condition, p.Snapshot
	if p.Episode != "" {
		err = e.c.memories.with(p.Episode, func(l *live) error {
			condition, snapshot, a.space = cmp.Or(condition, conditionNamed(l.ep)), cmp.Or(snapshot, l.ep.Snapshot), cmp.Or(p.Space, l.ep.Space, episodic.DefaultSpace)
			a.asks(l)
			a.findings, err = e.c.experience.findingsOf(l)
			return err
		})
		if err != nil {
			return a, err
		}
	}
	if a.cond, err = e.c.experience.condition(condition); err != nil {
		return a, badParams(err)
	}
	if a.cond.Frozen && snapshot == "" {
		return a, badParams(fault.New(fault.Invalid, "condition %s needs a snapshot", a.cond.Name).About("snapshot", snapshot).WithHint("make one with episodic.snapshot, and give its name here"))
	}
	if snapshot != "" {
		s, err := read(e.c, func(tx *kv.Tx) (episodic.Snapshot, error) { return store.GetSnapshot(tx, a.space, snapshot) })
		if err != nil {
			return a, err
		}
		a.query.Last, a.query.Unix = s.Limit(), s.Time.Unix()
	}
	a.query.Profile = a.profile.Name
	aspects := 0
	if p.Facts != nil {
		a.findings, aspects = a.profile.Find(*p.Facts), len(p.Facts.Aspects)
	}
	if a.signature = a.profile.Signature(p.Text, cmp.Or(p.Language, a.profile.Language), aspects); p.Signature != nil {
		a.signature = *p.Signature
	}
	if p.Episode == "" {
		a.lot = lotOfSample(cmp.Or(p.Sample, p.Text, p.Target))
	}
	return a, nil
}

// conditionNamed gives the name of an episode's condition, that of no memory when the
// episode does not use past ones.
func conditionNamed(ep episode.Episode) string {
	if !ep.Use.Episodic {
		return episodic.NoMemory
	}
	return ep.Condition
}

// asks makes the inquiry that of an episode.
func (a *inquiry) asks(l *live) {
	a.query = episodic.Query{
		Target: words.ObjectKey(l.ep.Goal), Besides: l.id, Scene: l.ep.SceneID, Frame: frameOf(l.ep), Words: l.ep.Goal, Unix: a.query.Unix,
	}
	a.query.House, _ = l.houseFrame()
	a.known = l.knows()
	if here := l.mem.Where().Type; !here.Unknown() {
		a.query.Places = append(a.query.Places, here)
	}
	a.lot = lotOf(l.ep, l.mem.Plans())
}

// findingsOf gives what the gate decides by, before the next plan of an episode.
func (x *experience) findingsOf(l *live) (f episodic.Findings, err error) {
	n := l.mem.Plans()
	if n == 0 {
		up := l.risks(nil)
		return episodic.Findings{Risks: len(up), Validator: len(up) > 0}, nil
	}
	last, err := read(x.c, func(tx *kv.Tx) (planner.Plan, error) { return store.GetPlan(tx, l.id, n) })
	if err != nil {
		return f, err
	}
	up := l.risks(&last)
	f = episodic.Findings{Risks: len(up), Validator: len(up) > 0}
	if end, ok := l.mem.LegEnd(n); ok {
		claimed, refuted := checked(last, end)
		f.Alignment, f.Ungrounded = refuted, claimed > 0 && claimed == refuted
	}
	return f, nil
}

// found is what past episodes say to an inquiry.
type found struct {
	ids        []string // of the records that are used, the best first
	advisories []episodic.Advisory
	blocked    episodic.Blocked
	considered []ipc.Considered
	lessons    []episodic.Lesson // from which the advisories were made
}

// find finds what past episodes say.
func (e *Episodic) find(ctx context.Context, a inquiry) (found, error) {
	switch {
	case !a.cond.Retrieve:
		return found{}, nil
	case a.profile.Ranker == episodic.RankLexical:
		return readOf(e.c, bySignature, a)
	}
	ranked := e.c.experience.wordsFor(ctx, a.space, a.query)
	return read(e.c, func(tx *kv.Tx) (found, error) { return byRanks(tx, a, ranked) })
}

// bySignature ranks all records of a space by how like their signatures are.
func bySignature(tx *kv.Tx, a inquiry) (f found, err error) {
	var entries []episodic.Entry
	var all []episodic.Stored
	for s, err := range store.Cases(tx, a.space, 0, false) {
		if err != nil {
			return f, err
		}
		if a.query.Last != 0 && s.Seq > a.query.Last {
			break
		}
		if s.Profile != a.profile.Name {
			continue
		}
		if why := s.Barred(a.query); why != "" {
			f.consider(s, episodic.Candidate{}, why)
			continue
		}
		entries, all = append(entries, episodic.ReadEntry(s.Entry)), append(all, s)
	}
	var best []episodic.Entry
	ranked := a.profile.Rank(entries, a.signature, a.lexical, false, false)
	for _, r := range ranked {
		s, why := all[r.At], r.Dropped
		if why == "" && len(best) == a.k {
			why = fmt.Sprintf("%d others fit better", a.k)
		}
		if f.consider(s, episodic.Candidate{Score: r.Lexical}, why); why == "" {
			best, f.ids = append(best, entries[r.At]), append(f.ids, s.ID)
		}
	}
	f.advise(a, best, nil)
	return f, nil
}

// consider notes a record for the explanation; why is empty for one that is used.
func (f *found) consider(s episodic.Stored, c episodic.Candidate, why string) {
	f.considered = append(f.considered, ipc.Considered{ID: s.ID, Seq: s.Seq, Score: c.Score, From: c.From, Used: why == "", Reason: why})
}

// advise makes an advisory of each entry, unless the condition masks the slot. failed tells
// what went wrong in any record of the space; nil: only the entries are looked at.
func (f *found) advise(a inquiry, entries []episodic.Entry, failed func(aspect, polarity string) bool) {
	if a.cond.Mask {
		return
	}
	given := a.profile.Advise(entries, episodic.Choice{Failed: failed})
	f.advisories, f.blocked = given.Advisories, given.Blocked
}

// byRanks finds records by fusing the ranks of several sources. With a goal it advises what
// several records agree on; without, it makes one advisory for each of the best records.
func byRanks(tx *kv.Tx, a inquiry, ranked []string) (f found, err error) {
	sources, err := store.Candidates(tx, a.space, a.query, ranked)
	if err != nil {
		return f, err
	}
	candidates := episodic.Fuse(a.query, sources)
	records, err := store.ReadCandidates(tx, a.space, a.query, candidates)
	if err != nil {
		return f, err
	}
	used := map[int]bool{}
	lessons := episodic.Lessons(a.query, records)
	f.lessons = lessons
	for _, l := range lessons[:min(a.k, len(lessons))] {
		for _, r := range l.Records {
			used[r.Seq] = true
		}
		if l.Failed() && a.profile.OPFB == "block" {
			f.blocked.Advisories, f.blocked.Reason = f.blocked.Advisories+1, "opposite_polarity_failed"
			continue
		}
		f.advisories = append(f.advisories, a.profile.Advisory(l, "", l.Cited(), l.Failed()))
	}
	if len(lessons) == 0 && a.query.Target.Unknown() {
		if err := f.each(tx, a, candidates, records, used); err != nil {
			return f, err
		}
	}
	sort.SliceStable(f.advisories, func(i, j int) bool { // warnings first
		return f.advisories[i].Type == episodic.TypeWarning && f.advisories[j].Type != episodic.TypeWarning
	})
	for _, r := range records {
		if used[r.Seq] {
			f.ids = append(f.ids, r.ID)
		}
	}
	if a.explained {
		f.explain(tx, a, candidates, used)
	}
	if a.cond.Mask {
		f.advisories = nil
	}
	return f, nil
}

// each makes an advisory of each of the best records that fit the words, one for records
// that say the same. It warns of what went wrong in any record of the space.
func (f *found) each(tx *kv.Tx, a inquiry, candidates []episodic.Candidate, records []episodic.Found, used map[int]bool) (err error) {
	from := map[int]episodic.Candidate{}
	for _, c := range candidates {
		from[c.Seq] = c
	}
	var best []episodic.Entry
	said := map[string]bool{"": true}
	for _, r := range records {
		entry := episodic.ReadEntry(r.Entry)
		if lesson := entry.Correction.CorrectivePrinciple; len(best) < a.k && !said[lesson] && a.fits(from[r.Seq], r.Record) {
			best, used[r.Seq], said[lesson] = append(best, entry), true, true
		}
	}
	f.advise(a, best, func(aspect, polarity string) (failed bool) {
		if err == nil {
			failed, err = store.FailedOn(tx, a.space, a.query, aspect, polarity)
		}
		return failed
	})
	for i := range f.advisories { // of one record each
		one := &f.advisories[i]
		one.Strength = cmp.Or(one.Strength, episodic.StrengthOf(1, 0))
		at := slices.IndexFunc(records, func(r episodic.Found) bool { return r.ID == one.Evidence.Sources[0] })
		if at >= 0 && one.Relevance == 0 {
			one.Relevance = episodic.Float(math.Round(records[at].Score*1000) / 1000)
		}
	}
	return err
}

// fits tells whether a record was found for more than being new, or shares a word with the
// inquiry.
func (a inquiry) fits(c episodic.Candidate, r episodic.Record) bool {
	return a.query.Words == "" || slices.ContainsFunc(c.From, func(s string) bool { return s != episodic.FromNewest }) || episodic.Shared(a.query.Words, r.Text()) > 0
}

// explain notes of each candidate whether it is used, or why it is not.
func (f *found) explain(tx *kv.Tx, a inquiry, candidates []episodic.Candidate, used map[int]bool) {
	for _, pass := range []bool{true, false} { // those that are used come first
		for i, c := range candidates {
			if used[c.Seq] != pass {
				continue
			}
			s, err := store.GetCase(tx, a.space, c.Seq)
			if err != nil {
				continue
			}
			why := ""
			switch {
			case used[c.Seq] && a.known:
				why = fmt.Sprintf("the kept house knows of the %s itself", a.query.Target)
			case used[c.Seq]:
			case s.Barred(a.query) != "":
				why = s.Barred(a.query)
			case i >= episodic.MostRead:
				why = fmt.Sprintf("%d others score higher", episodic.MostRead)
			case !a.query.Target.Unknown() && !slices.ContainsFunc(s.Things(), a.query.Target.Equal):
				why = fmt.Sprintf("it says nothing of the %s", a.query.Target)
			case a.query.Target.Unknown() && !a.fits(c, s.Record):
				why = "it has no word of the text"
			default:
				why = "others say more"
			}
			if f.consider(s, c, why); len(f.considered) > mostConsidered {
				return
			}
		}
	}
}

// mostConsidered is the most records that an explanation names.
const mostConsidered = 100

// Slot gives what past episodes say to a decision.
func (e *Episodic) Slot(ctx context.Context, p ipc.SlotParams) (r ipc.SlotResult, err error) {
	a, err := e.ask(p)
	if err != nil {
		return r, err
	}
	if p.Episode == "" {
		if err := needsSample(a.cond, p.Sample); err != nil {
			return r, err
		}
	}
	f, err := e.find(ctx, a)
	if err != nil {
		return r, err
	}
	others, err := e.others(a, f)
	if err != nil {
		return r, err
	}
	advice := f.advisories
	if p.Budget != nil {
		advice = episodic.Fit(advice, *p.Budget)
	}
	something := len(advice) > 0 // else no control arm has anything to replace
	if a.cond.Content != "" {
		advice = a.profile.Instead(a.cond, advice, others, a.lot)
	}
	for i := range advice {
		advice[i].ID = episodic.AdvisoryID(i + 1)
	}
	if r.JSON, err = episodic.NewSlot(a.cond, a.held(), advice, a.k).JSON(a.profile.Slot); err != nil {
		return r, err
	}
	r.Slot, r.Retrieved, r.Claims = json.RawMessage(r.JSON), append([]string{}, f.ids...), []words.Claim{}
	r.Gate = a.profile.Gates(a.findings)
	r.Meta = metaOf(a)
	r.Meta.RetrievedK, r.Meta.RetrievedIDs, r.Meta.Trigger = len(f.ids), r.Retrieved, r.Gate.Debate.Reason
	r.Meta.BlockedCases, r.Meta.BlockedAdvices, r.Meta.BlockReason = f.blocked.Episodes, f.blocked.Advisories, f.blocked.Reason
	r.Meta.Gated = r.Meta.Exposed && !r.Gate.Debate.Inject
	if a.known && len(f.lessons) > 0 {
		r.Meta.Hidden = keptHouse
	}
	something = something && (len(advice) > 0 || a.cond.Content == episodic.ArmEmpty)
	if r.Inject = r.Meta.Exposed && !r.Meta.Masked && r.Meta.Hidden == "" && r.Gate.Debate.Inject && something; r.Inject {
		r.Meta.Chars = utf8.RuneCountInString(r.JSON)
		for _, one := range advice {
			r.Claims = append(r.Claims, one.Claims...)
		}
	}
	return r, nil
}

// metaOf says what the condition of an inquiry does.
func metaOf(a inquiry) ipc.SlotMeta {
	return ipc.SlotMeta{
		Condition: a.cond.Name, Profile: a.profile.Name, Space: a.space, Mode: a.cond.Mode(a.held()), TopK: a.k, Masked: a.cond.Mask || a.held(),
		Executed: a.cond.Retrieve, RetrievedIDs: []string{}, Exposed: a.cond.Exposed, HeldOut: a.held(),
	}
}

// others gives advice of records that were not found, for a control arm of an experiment.
func (e *Episodic) others(a inquiry, f found) (out []episodic.Advisory, err error) {
	if a.cond.Content != episodic.ArmShuffle && a.cond.Content != episodic.ArmIrrelevant {
		return nil, nil
	}
	err = e.c.view(func(tx *kv.Tx) error {
		if a.profile.Ranker == episodic.RankHybrid && !a.query.Target.Unknown() {
			lessons, err := othersOf(tx, past{cond: a.cond, space: a.space, query: a.query, lot: a.lot}, f.lessons)
			for _, l := range lessons {
				out = append(out, a.profile.Advisory(l, "", l.Claims, false))
			}
			return err
		}
		gists, err := store.CasesOn(tx, a.space, "", a.query.Last, episodic.MostCandidates)
		if err != nil {
			return err
		}
		var entries []episodic.Entry
		for _, g := range gists {
			s, err := store.GetCase(tx, a.space, g.Seq)
			if fault.Is(err, fault.Corrupt) {
				continue
			}
			if err != nil {
				return err
			}
			if s.Barred(a.query) == "" && !slices.Contains(f.ids, s.ID) {
				entries = append(entries, episodic.ReadEntry(s.Entry))
			}
		}
		out = a.profile.Advise(entries, episodic.Choice{OPFB: "warn"}).Advisories
		return nil
	})
	return out, err
}

// Explain says of each record that a slot considers whether its advice rests on it, or why
// not.
func (e *Episodic) Explain(ctx context.Context, p ipc.SlotParams) (r ipc.ExplainResult, err error) {
	a, err := e.ask(p)
	if err != nil {
		return r, err
	}
	a.explained = true
	f, err := e.find(ctx, a)
	if err != nil {
		return r, err
	}
	r = ipc.ExplainResult{Condition: a.cond.Name, Considered: append([]ipc.Considered{}, f.considered...)}
	if len(r.Considered) > mostConsidered {
		r.Considered, r.More = r.Considered[:mostConsidered], len(r.Considered)-mostConsidered
	}
	return r, nil
}

// Gate says whether a decision should get advice now.
func (e *Episodic) Gate(_ context.Context, p ipc.EpisodicGateParams) (r episodic.Gated, err error) {
	profile, err := e.c.experience.profile(cmp.Or(p.Profile, navProfile))
	if err != nil {
		return r, err
	}
	f := episodic.Findings{}
	switch {
	case p.Facts != nil && p.Episode != "":
		return r, badParams(fault.New(fault.Invalid, "facts and an episode are both given").About("facts", nil).WithHint("give one of them"))
	case p.Facts != nil:
		f = profile.Find(*p.Facts)
	case p.Episode != "":
		err = e.c.memories.with(p.Episode, func(l *live) error { f, err = e.c.experience.findingsOf(l); return err })
	}
	return profile.Gates(f), err
}
