package web

import (
	"context"
	"time"

	"navd/cmd/navd/story"
	"navd/daemon/fault"
	"navd/ipc"
)

// part is something that a page shows beside the search on show. It is asked for at
// intervals, once for all pages, and sent when the answer changed.
type part struct {
	kind  string        // of its message
	every time.Duration // interval between two questions
	about func(*stream) (what string, on bool)
	ask   func(*Server, context.Context, Conn, *stream) (any, error)
}

// parts lists them in the order in which a page gets them.
var parts = []part{
	{"daemon", 5 * time.Second, everything, (*Server).health},
	{"robots", time.Second, func(st *stream) (string, bool) { return "", st.rows != nil }, (*Server).robots},
	{"house", 5 * time.Second, func(st *stream) (string, bool) { return st.house, st.house != "" }, (*Server).keptHouse},
	{"waits", 5 * time.Second, everything, (*Server).waits},
}

// everything is for parts that are the same on all pages.
func everything(*stream) (string, bool) { return "", true }

// told is when a part was asked for a page, and what it was sent.
type told struct {
	asked time.Time // slot of the last question
	since time.Time // an answer must be no older than this
	text  string    // the message that was sent last
}

// askParts asks for the parts that are due, and sends those that changed.
func (st *stream) askParts(ctx context.Context, c Conn, now time.Time) error {
	for _, p := range parts {
		about, on := p.about(st)
		last := st.told[p.kind]
		if !on || !due(&last.asked, now, p.every) {
			continue
		}
		since := last.asked
		if last.since.After(since) {
			since = last.since
		}
		got, err := st.shared.get(p.kind+" "+about, since, func() (a answer, err error) {
			data, err := p.ask(st.Server, ctx, c, st)
			if err != nil {
				return a, err
			}
			a.text, err = message(p.kind, "", data)
			return a, err
		})
		if err != nil {
			return err
		}
		if got.text != last.text {
			st.write(got.text)
		}
		st.told[p.kind] = told{asked: last.asked, text: got.text}
	}
	return nil
}

// again makes a part due at once.
func (st *stream) again(kind string) {
	st.told[kind] = told{since: st.Now(), text: st.told[kind].text}
}

// health is what the daemon reports as degraded; up is true, since it answers.
func (s *Server) health(ctx context.Context, c Conn, _ *stream) (any, error) {
	health, err := ipc.NavdHealth.Call(ctx, c, ipc.None{})
	return map[string]any{"up": true, "degraded": health.Degraded}, err
}

// mostShown is how many proposals, jobs, rooms or things a page is told of.
const mostShown = 200

// waits are the proposals that wait for a decision, and the jobs that are not done.
func (s *Server) waits(ctx context.Context, c Conn, _ *stream) (any, error) {
	proposals, err := ipc.KnowledgeProposals.Call(ctx, c, ipc.ProposalListParams{Status: "open", Limit: mostShown})
	if err != nil {
		return nil, err
	}
	waiting, err := ipc.JobsList.Call(ctx, c, ipc.JobListParams{State: "waiting", Limit: mostShown})
	if err != nil {
		return nil, err
	}
	reads := map[string][]string{} // what navd itself makes of proposed memories
	for _, p := range proposals.Proposals {
		for _, c := range p.Claims {
			reads[p.ID] = append(reads[p.ID], story.Claim(c))
		}
	}
	running, err := ipc.JobsList.Call(ctx, c, ipc.JobListParams{State: "running", Limit: mostShown})
	return map[string]any{"proposals": proposals.Proposals, "reads": reads, "jobs": append(running.Jobs, waiting.Jobs...)}, err
}

// keptHouse is the kept house of the episode on show; null while nothing is kept of it.
func (s *Server) keptHouse(ctx context.Context, c Conn, st *stream) (any, error) {
	of := ipc.HouseParams{House: st.house}
	var seen ipc.HouseObjectsResult
	kept, err := ipc.HouseGet.Call(ctx, c, ipc.HouseGetParams{HouseParams: of, Limit: mostShown})
	if err == nil {
		seen, err = ipc.HouseObjects.Call(ctx, c, ipc.HouseObjectsParams{HouseParams: of, Limit: mostShown})
	}
	if fault.Is(err, fault.NotFound) {
		return map[string]any{"name": st.house, "house": nil}, nil
	}
	return map[string]any{"name": st.house, "house": kept, "things": seen.Things}, err
}
