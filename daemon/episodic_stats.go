package daemon

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"navd/daemon/episode"
	"navd/daemon/episodic"
	"navd/daemon/fault"
	"navd/daemon/store"
	"navd/ipc"
	"navd/kv"
)

// Stats sums up the episodes and samples of each condition, and compares them with those
// of a baseline.
func (e *Episodic) Stats(_ context.Context, p ipc.StatsParams) (r ipc.StatsResult, err error) {
	p.Baseline = episodic.ConditionName(p.Baseline)
	r = ipc.StatsResult{Space: p.Space, Baseline: p.Baseline, Conditions: []ipc.ConditionStats{}}
	episodes, samples := map[string][]episode.Episode{}, map[string][]episode.Episode{}
	err = e.c.view(func(tx *kv.Tx) error {
		if r.Records, r.Withdrawn, err = store.CountCases(tx, p.Space); err != nil {
			return err
		}
		for ep, err := range store.Episodes(tx, "") {
			if err != nil {
				return err
			}
			if ep.Condition != "" && (p.Space == "" || ep.Space == p.Space) && ep.Status == episode.Ended && ep.Metrics != nil && ofRun(ep.Run, p.Run) {
				name := episodic.ConditionName(ep.Condition)
				episodes[name] = append(episodes[name], ep.Searches()...)
			}
		}
		if p.Run != "" {
			return nil
		}
		for o, err := range store.Outcomes(tx, p.Space) {
			if err != nil {
				return err
			}
			name := episodic.ConditionName(o.Condition)
			samples[name] = append(samples[name], asEpisode(o))
		}
		return nil
	})
	if err != nil {
		return r, err
	}
	for _, all := range []struct {
		of      string
		by      map[string][]episode.Episode
		figures map[string]string
	}{
		{"episodes", episodes, map[string]string{"sr": "success", "spl": "spl", "steps": "steps"}},
		{"samples", samples, map[string]string{"sr": "success", "soft_spl": "score"}},
	} {
		names := slices.Sorted(maps.Keys(all.by))
		if len(names) > 0 && r.Baseline == "" {
			r.Baseline = names[0]
		}
		for _, name := range names {
			s := statsOf(all.of, name, all.by[name], all.by[r.Baseline], name == r.Baseline, all.figures)
			if cond, err := e.c.experience.condition(name); err == nil && cond.Mode(false) == episodic.ModeOn && cond.Content == "" {
				s.NoBetter = noBetter(all.by, name)
			}
			r.Conditions = append(r.Conditions, s)
		}
	}
	if p.Baseline != "" && !slices.ContainsFunc(r.Conditions, func(c ipc.ConditionStats) bool { return c.Condition == p.Baseline }) {
		return r, fault.New(fault.NotFound, "no episode and no sample has this condition").About("baseline", p.Baseline).WithHint("leave baseline out to see the conditions that have some, and name one of them")
	}
	return r, nil
}

// ofRun tells whether a run is the one that is asked for, or one below it: the runs of
// one experiment are a, a/C1 and a/C2. Every run is when none is asked for.
func ofRun(run, asked string) bool {
	return asked == "" || run == asked || strings.HasPrefix(run, asked+"/")
}

// asEpisode gives the outcome of a sample in the form of an episode, with its score in
// place of the soft SPL.
func asEpisode(o episodic.Outcome) episode.Episode {
	t := o.Tally
	return episode.Episode{
		ID: store.OutcomeID(o), Name: o.Sample, SceneID: cmp.Or(o.Group, o.Sample), Condition: o.Condition, Status: episode.Ended,
		Metrics: &episode.Metrics{
			Success: o.Success, SoftSPL: o.Score,
			Advice: &episode.Advice{Plans: 1, Found: t.Retrieved, Shown: t.Injected, Followed: t.Followed, Helped: t.Helped, Harmed: t.Harmed},
		},
	}
}

// statsOf sums up what happened under one condition.
func statsOf(of, name string, mine, baseline []episode.Episode, isBaseline bool, figures map[string]string) ipc.ConditionStats {
	s := ipc.ConditionStats{Condition: name, Of: of, N: len(mine), Figures: renamed(episode.Summarize(mine).Figures, figures)}
	arms := map[string]bool{}
	for _, ep := range mine {
		s.Advice = s.Advice.Add(ep.Metrics.Advice)
		arms[ep.Arm] = true
	}
	if delete(arms, ""); len(arms) > 1 {
		s.Arms = slices.Sorted(maps.Keys(arms))
	}
	s.Holdout = episode.NewHoldout(mine)
	if s.Advice.Shown > 0 {
		rate := float64(s.Advice.Followed) / float64(s.Advice.Shown)
		s.FollowRate = &rate
	}
	if !isBaseline {
		c := episode.Compare(baseline, mine)
		s.Pairs, s.Than = c.Pairs, renamed(c.Differences, figures)
	}
	return s
}

// noBetter names the control arms shuffle and one_line that a condition is not clearly
// better than, by success, SPL or score; none unless both were run: a memory that does not
// beat both has shown nothing.
func noBetter(by map[string][]episode.Episode, name string) (arms []string) {
	for _, arm := range []string{episodic.ArmShuffle, episodic.ArmOneLine} {
		if len(by[arm]) == 0 {
			return nil
		}
		if !slices.ContainsFunc(episode.Compare(by[arm], by[name]).Differences, func(d episode.Value) bool {
			return slices.Contains([]string{"sr", "spl", "soft_spl"}, d.Figure) && d.Clear() && d.Mean > 0
		}) {
			arms = append(arms, arm)
		}
	}
	return arms
}

// renamed picks the figures that names has, and gives them those names.
func renamed(all []episode.Value, names map[string]string) []episode.Value {
	out := []episode.Value{}
	for _, v := range all {
		if name, ok := names[v.Figure]; ok {
			v.Figure = name
			out = append(out, v)
		}
	}
	return out
}
