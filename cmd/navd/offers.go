package main

import (
	"cmp"
	"context"
	"slices"
	"time"

	"navd/cmd/navd/story"
	"navd/config"
	"navd/daemon"
	"navd/daemon/episode"
	"navd/daemon/episodic"
	"navd/daemon/grounding"
	"navd/daemon/item"
	"navd/daemon/job"
	"navd/daemon/knowledge"
	"navd/daemon/table"
	"navd/daemon/think"
	"navd/daemon/words"
	"navd/ipc"
	"navd/ipc/server"
)

// Limits of what a shell is offered.
const (
	mostOffers = 50                     // names of one kind
	offerWidth = 60                     // columns of the description of a name
	offerTime  = 500 * time.Millisecond // to ask the daemon
)

// offer gives names that a shell may offer, each with a tab and a description. When
// something goes wrong, it gives none, and no error.
type offer func(context.Context) []string

// offers are the names that arguments and flags may take, by the word in the usage of a
// command, or by the flag. A key with the path of a command or a group before it counts
// only there.
func (a *app) offers() map[string]offer {
	const most = mostOffers
	episodes, items, cases := a.episodeNames(false), a.itemNames(ipc.KnowledgeListParams{Limit: most}), a.caseNames()
	return map[string]offer{
		"EPISODE": episodes, "--episode": episodes, "navd episodes end EPISODE": a.episodeNames(true), "HOUSE": a.houseNames(), "--house": a.houseNames(),
		"METHOD": methodNames, "navd config prompts NAME": promptNames,
		"JOB":                     a.jobNames(ipc.JobListParams{Limit: most}),
		"navd jobs cancel JOB":    a.jobNames(ipc.JobListParams{Limit: most, State: string(job.Waiting)}),
		"SEARCH":                  a.searchNames(ipc.LatsListParams{Limit: most}),
		"navd lats cancel SEARCH": both(a.searchNames(ipc.LatsListParams{Limit: most, State: string(think.Running)}), a.searchNames(ipc.LatsListParams{Limit: most, State: string(think.Open)})),
		"navd lats resume SEARCH": a.searchNames(ipc.LatsListParams{Limit: most, State: string(think.Ended)}),
		"navd knowledge ID":       items, "--amends": items, "navd knowledge submit --from": items,
		"SKILL":            a.itemNames(ipc.KnowledgeListParams{Limit: most, Kind: "skill", Status: string(item.Active)}),
		"PROPOSAL":         a.proposalNames(),
		"navd episodic ID": cases, "navd episodic withdraw --by": cases,
		"navd grounding ID":         a.entryNames(ipc.GroundingListParams{}),
		"navd grounding retire ID":  a.entryNames(ipc.GroundingListParams{State: string(item.Active)}),
		"navd grounding confirm ID": a.entryNames(ipc.GroundingListParams{State: string(item.Proposed)}),
		"navd grounding pin ID":     a.entryNames(ipc.GroundingListParams{State: string(item.Active), Pinned: new(bool)}),
		"navd grounding unpin ID":   a.entryNames(ipc.GroundingListParams{Pinned: &[]bool{true}[0]}),
	}
}

// both offers the names of x and y.
func both(x, y offer) offer {
	return func(ctx context.Context) []string { return append(x(ctx), y(ctx)...) }
}

// offered offers what a list of the daemon has, each with its name and description. It
// offers nothing when the daemon does not answer in time.
func offered[R, T any](a *app, ask asks[R], all func(R) []T, of func(T) (name, what string)) offer {
	return func(ctx context.Context) (names []string) {
		ctx, stop := context.WithTimeout(ctx, offerTime)
		defer stop()
		_ = a.dialled(func(c connection) error {
			r, err := ask(ctx, c)
			if err != nil {
				return err
			}
			for _, one := range all(r) {
				name, what := of(one)
				names = append(names, plain(name)+"\t"+table.Fit(plain(what), offerWidth))
			}
			return nil
		})
		return names
	}
}

func (a *app) episodeNames(open bool) offer {
	limit := mostOffers
	if open { // old ones may be left
		limit = recent
	}
	return offered(a, ipc.EpisodeList.With(ipc.EpisodeListParams{Limit: limit}), func(r ipc.EpisodeListResult) []episode.Episode {
		return slices.DeleteFunc(r.Episodes, func(e episode.Episode) bool { return open && e.Status != episode.Open })
	},
		func(e episode.Episode) (string, string) {
			return e.ID, e.Goal + ", " + story.State(e) + ", " + when(e.Began)
		})
}

func (a *app) houseNames() offer {
	return offered(a, ipc.HouseList.With(ipc.HouseListParams{Limit: mostOffers}), func(r ipc.HouseListResult) []ipc.HouseHead { return r.Houses },
		func(h ipc.HouseHead) (string, string) {
			return h.House, words.Count(h.Counts.Places, "place") + ", last seen " + when(h.Changed)
		})
}

func (a *app) jobNames(p ipc.JobListParams) offer {
	return offered(a, ipc.JobsList.With(p), func(r ipc.JobListResult) []job.Job { return r.Jobs },
		func(j job.Job) (string, string) {
			return j.ID, string(j.Kind) + " " + j.Episode + ", " + jobStanding(j)
		})
}

func (a *app) searchNames(p ipc.LatsListParams) offer {
	return offered(a, ipc.LatsList.With(p), func(r ipc.LatsListResult) []think.Search { return r.Searches },
		func(s think.Search) (string, string) {
			return s.ID, string(s.State) + ", " + when(s.Created) + ", best: " + foundBy(s)
		})
}

func (a *app) itemNames(p ipc.KnowledgeListParams) offer {
	return offered(a, ipc.KnowledgeList.With(p), func(r ipc.KnowledgeListResult) []knowledge.Item { return r.Items },
		func(i knowledge.Item) (string, string) {
			return i.ID, string(i.Kind) + ", " + string(i.Status) + ": " + i.Body.Title()
		})
}

func (a *app) proposalNames() offer {
	return offered(a, ipc.KnowledgeProposals.With(ipc.ProposalListParams{Limit: mostOffers, Status: string(knowledge.Open)}), func(r ipc.ProposalListResult) []ipc.ProposalView { return r.Proposals },
		func(p ipc.ProposalView) (string, string) { return p.ID, string(p.Kind) + ": " + p.Body.Title() })
}

func (a *app) caseNames() offer {
	return offered(a, ipc.EpisodicList.With(ipc.CaseListParams{Limit: mostOffers}), func(r ipc.CaseListResult) []episodic.Stored { return r.Records },
		func(s episodic.Stored) (string, string) {
			e := episodic.ReadEntry(s.Entry)
			return s.ID, cmp.Or(e.Correction.CorrectivePrinciple, e.CaseSummary.Symptom)
		})
}

// entryNames offers entries, newest first; the daemon lists them the other way round.
func (a *app) entryNames(p ipc.GroundingListParams) offer {
	p.Limit = 1000
	newest := func(r ipc.GroundingListResult) []grounding.Entry {
		slices.Reverse(r.Entries)
		return r.Entries[:min(len(r.Entries), mostOffers)]
	}
	return offered(a, ipc.GroundingList.With(p), newest,
		func(e grounding.Entry) (string, string) { return e.ID, string(e.State) + ": " + e.Text })
}

func methodNames(context.Context) (names []string) {
	for _, h := range server.Methods(&daemon.Daemon{}) {
		names = append(names, h.Method)
	}
	return names
}

func promptNames(context.Context) (names []string) {
	for _, p := range builtIns(config.Prompts{}) {
		names = append(names, p.Name)
	}
	return names
}
