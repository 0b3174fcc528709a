package mcp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"sync"
	"time"
	"unicode"

	"navd/daemon/fault"
	"navd/daemon/knowledge"
	"navd/daemon/ref"
	"navd/ipc"
)

// offers are the writes that were shown and wait to be confirmed.
type offers struct {
	mu    sync.Mutex
	asked map[string]offered // by their token
	order []string           // tokens, oldest first
}

type offered struct {
	hash    string // of the request
	episode string // that was meant
}

// maxOffers is how many offers are kept.
const maxOffers = 100

// offer keeps a request and gives the token that confirms it.
func (s *Server) offer(request any, episode string) string {
	o := &s.offers
	o.mu.Lock()
	defer o.mu.Unlock()
	token := s.Token()
	if o.asked == nil {
		o.asked = map[string]offered{}
	}
	o.asked[token] = offered{hashOf(request), episode}
	if o.order = append(o.order, token); len(o.order) > maxOffers {
		delete(o.asked, o.order[0])
		o.order = o.order[1:]
	}
	return token
}

// confirmed checks that a token is the one of this request, and gives the episode that was
// meant.
func (s *Server) confirmed(token string, request any) (episode string, err error) {
	s.offers.mu.Lock()
	defer s.offers.mu.Unlock()
	asked, is := s.offers.asked[token]
	switch {
	case !is:
		return "", fault.New(fault.NotFound, "no offer has this token").About("confirm", token).WithHint("call without confirm first, then give back the confirm of its answer")
	case asked.hash != hashOf(request):
		return "", fault.New(fault.Conflict, "this token confirms another request").About("confirm", token).WithHint("give the same parameters as before, or call without confirm first")
	}
	return asked.episode, nil
}

func hashOf(request any) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%#v", request))
	return hex.EncodeToString(sum[:])
}

// line is one change that would be made, or was made.
type line struct {
	ID   string `json:"id,omitempty"`
	Text string `json:"text"`
	Note string `json:"note,omitempty"`
}

type writeOut struct {
	Written bool   `json:"written"`
	Confirm string `json:"confirm,omitempty" jsonschema:"give it back to write"`
	ID      string `json:"id,omitempty" jsonschema:"for navd_undo"`
	page[line]
}

func lines(all ...line) page[line] {
	for i := range all {
		all[i].Text, all[i].Note = clip(all[i].Text, maxText), clip(all[i].Note, maxText)
	}
	return page[line]{Items: append([]line{}, all...)}
}

// shorten leaves lines out, without a cursor: a second call would write again.
func (w *writeOut) shorten() bool {
	if len(w.Items) < 2 {
		return false
	}
	w.Items = append(w.Items[:len(w.Items)-2], line{Text: "…"})
	return len(w.Items) > 1
}

type feedbackIn struct {
	Text    string `json:"text" min:"1" max:"4000" jsonschema:"in the person's words"`
	As      string `json:"as,omitempty" allow:"fact|memory|rule|skill" jsonschema:"fact (default) holds at once in the episode's house; others are proposals that people approve"`
	Episode string `json:"episode,omitempty" max:"128"`
	Confirm string `json:"confirm,omitempty" max:"100"`
}

// fact tells whether it holds at once, without approval.
func (in feedbackIn) fact() bool { return in.As == "" || in.As == "fact" }

// feedback shows what navd would make of a feedback, and with confirm does it.
func (s *Server) feedback(ctx context.Context, c ipc.Caller, in feedbackIn) (*writeOut, error) {
	if strings.TrimSpace(in.Text) == "" {
		return nil, fault.Field("text", in.Text, "something that was said")
	}
	if strings.ContainsFunc(in.Text, steers) {
		return nil, fault.Field("text", in.Text, "no control characters but line ends and tabs")
	}
	token := in.Confirm
	in.Confirm = ""
	if token == "" {
		return s.preview(ctx, c, in)
	}
	episode, err := s.confirmed(token, in)
	if err != nil {
		return nil, err
	}
	if !in.fact() {
		return s.submit(ctx, c, in, token)
	}
	r, err := ipc.FeedbackAdd.Call(ctx, c, ipc.FeedbackParams{Episode: episode, Text: in.Text, Author: Author, Key: Author + token})
	if err != nil {
		return nil, err
	}
	var all []line
	for _, e := range r.Entries {
		did := e.Action
		if len(e.Superseded) > 0 {
			did += ", in place of " + strings.Join(e.Superseded, ", ")
		}
		if e.By != "" {
			did += ", " + e.By + " stays"
		}
		if e.Note != "" {
			did += ": " + e.Note
		}
		all = append(all, line{e.ID, e.Text, did})
	}
	return &writeOut{Written: true, ID: r.Feedback, page: lines(all...)}, nil
}

// steers reports whether the daemon takes no text with a character.
func steers(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t' }

// preview says what navd would make of a feedback, and writes nothing.
func (s *Server) preview(ctx context.Context, c ipc.Caller, in feedbackIn) (*writeOut, error) {
	if !in.fact() {
		return s.previewProposal(ctx, c, in)
	}
	episode, err := s.episode(ctx, c, in.Episode)
	if err != nil {
		return nil, err
	}
	if _, err := ipc.EpisodeGet.Call(ctx, c, ipc.EpisodeParams{Episode: episode}); err != nil {
		return nil, err
	}
	r, err := ipc.FeedbackParse.Call(ctx, c, ipc.ParseParams{Text: in.Text, Episode: episode})
	if err != nil {
		return nil, err
	}
	if len(r.Items) == 0 && r.Verdict == "" {
		return nil, fault.Field("text", in.Text, "something that was said: a text, or a verdict")
	}
	var all []line
	if r.Verdict != "" {
		all = append(all, line{Text: "how it went: " + r.Verdict, Note: "for " + episode})
	}
	for n, i := range r.Items {
		l := line{Text: string(i.Category) + ": " + i.Text, Note: "for " + episode}
		if n < len(r.Scopes) && r.Scopes[n] != nil {
			l.Note += "; would hold " + r.Scopes[n].String()
		}
		all = append(all, l)
	}
	for _, claim := range r.Claims {
		all = append(all, line{Text: "the planner reads: " + strings.TrimSpace(claim.Subject+" "+claim.Relation+" "+claim.Object)})
	}
	for _, n := range r.Notes {
		all = append(all, line{Text: n})
	}
	return &writeOut{Confirm: s.offer(in, episode), page: lines(all...)}, nil
}

// previewProposal says what would be proposed, and where it would hold.
func (s *Server) previewProposal(ctx context.Context, c ipc.Caller, in feedbackIn) (*writeOut, error) {
	kind, err := knowledge.ParseKind(in.As)
	if err != nil {
		return nil, err
	}
	scene, err := sceneOf(ctx, c, in.Episode)
	if err != nil {
		return nil, err
	}
	d := knowledge.Read(in.Text, kind)
	var all []line
	switch {
	case d.Bare:
		all = append(all, line{Text: "nothing: it asks to try again, and says nothing new"})
	case d.Takes:
		all = append(all, line{Text: "a proposal to take something back", Note: d.Named})
	default:
		for l := range strings.SplitSeq(strings.TrimSpace(d.Body.Render()), "\n") {
			all = append(all, line{Text: l})
		}
		note := "it is proposed as a " + string(d.Kind) + ", to hold " + knowledge.Scope{Scene: scene}.String() + ", read without a model"
		if claims := (knowledge.Proposal{Kind: d.Kind, Body: d.Body}).Claims(); d.Kind == knowledge.Memory && len(claims) == 0 {
			note += "; navd itself understands nothing in it, models get the text"
		}
		all[0].Note = strings.TrimPrefix(d.Note+"; "+note, "; ")
	}
	return &writeOut{Confirm: s.offer(in, ""), page: lines(all...)}, nil
}

// sceneOf gives the scene of an episode, in which what is said of it holds; empty: it holds
// everywhere.
func sceneOf(ctx context.Context, c ipc.Caller, episode string) (string, error) {
	if episode == "" {
		return "", nil
	}
	e, err := ipc.EpisodeGet.Call(ctx, c, ipc.EpisodeParams{Episode: episode})
	return e.SceneID, err
}

// patience is how long the answer waits until the feedback is processed. The feedback is
// kept in any case.
const patience = 10 * time.Second

// submit has knowledge made of a feedback.
func (s *Server) submit(ctx context.Context, c ipc.Caller, in feedbackIn, token string) (*writeOut, error) {
	scene, err := sceneOf(ctx, c, in.Episode)
	if err != nil {
		return nil, err
	}
	r, err := ipc.KnowledgeSubmit.Call(ctx, c, ipc.SubmitParams{Text: in.Text, Kind: in.As, SceneID: scene, Episode: in.Episode, Author: Author, Key: Author + token})
	if err != nil {
		return nil, err
	}
	out := &writeOut{Written: true, ID: r.Feedback}
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	p, err := ipc.KnowledgeProcess.Call(ctx, c, ipc.ProcessParams{Feedback: r.Feedback})
	if err != nil || len(p.Feedback) == 0 || p.Feedback[0].Outcome == "" {
		out.page = lines(line{Text: "it is kept, and waits to be processed"})
		return out, nil
	}
	f := p.Feedback[0]
	out.page = lines(line{ID: f.Item + f.Proposal, Text: string(f.Outcome), Note: f.Reason})
	return out, nil
}

type undoIn struct {
	ID      string `json:"id" min:"1" max:"128" jsonschema:"of a feedback (f3, q3) or an item (g3, k3)"`
	Reason  string `json:"reason" min:"1" max:"1000"`
	Confirm string `json:"confirm,omitempty" max:"100"`
}

// undo shows what would be taken back, and with confirm takes it back. The daemon tries what
// is shown without storing it, so that what cannot be done is refused before it is confirmed.
func (s *Server) undo(ctx context.Context, c ipc.Caller, in undoIn) (*writeOut, error) {
	token := in.Confirm
	in.Confirm = ""
	out, key := &writeOut{Written: token != ""}, ""
	if out.Written {
		if _, err := s.confirmed(token, in); err != nil {
			return nil, err
		}
		key = Author + token
	}
	all, err := undone(ctx, c, in, key)
	if err != nil {
		return nil, renamed(err, "feedback", "id")
	}
	if !out.Written {
		out.Confirm = s.offer(in, "")
	}
	out.page = lines(all...)
	return out, nil
}

// undone takes back what an id names, with a key; without one it only tries. Either says what
// changes.
func undone(ctx context.Context, c ipc.Caller, in undoIn, key string) ([]line, error) {
	try := key == ""
	id, _ := knowledge.SplitRef(in.ID) // answers name g3@1
	names := func(mark string) bool {
		_, is := ref.Number(id, mark)
		return is
	}
	switch {
	case names("g"):
		return undoneEntries(ctx, c, ipc.UndoParams{ID: id, DryRun: try, Key: key})
	case names("f"):
		return undoneEntries(ctx, c, ipc.UndoParams{Feedback: in.ID, DryRun: try, Key: key})
	case names("k"):
		return rolledBack(ctx, c, ipc.RollbackParams{ID: in.ID, Reason: in.Reason, Author: Author, DryRun: try, Key: key})
	case names("q"):
		return rolledBack(ctx, c, ipc.RollbackParams{Feedback: in.ID, Reason: in.Reason, Author: Author, DryRun: try, Key: key})
	}
	return nil, fault.Field("id", in.ID, "a feedback, like f3 or q3, or an item, like g3 or k3")
}

func undoneEntries(ctx context.Context, c ipc.Caller, p ipc.UndoParams) (all []line, _ error) {
	r, err := ipc.GroundingUndo.Call(ctx, c, p)
	if err != nil {
		return nil, err
	}
	for _, e := range r.Entries {
		all = append(all, line{fmt.Sprintf("%s@%d", e.ID, e.Version), e.Text, string(e.State)})
	}
	for _, h := range r.Held {
		all = append(all, line{h.ID, "it stays", "it rests on " + strings.Join(h.By, ", ") + " too"})
	}
	if len(all) == 0 && r.Withdrawn {
		all = []line{{p.Feedback, "it counts as taken back; nothing else rests on it", ""}}
	}
	if len(all) == 0 {
		return nil, nothingToUndo(p.ID+p.Feedback, nil)
	}
	return all, nil
}

func rolledBack(ctx context.Context, c ipc.Caller, p ipc.RollbackParams) (all []line, _ error) {
	r, err := ipc.KnowledgeRollback.Call(ctx, c, p)
	if err != nil {
		return nil, err
	}
	for _, i := range r.Items {
		all = append(all, line{i.Ref(), i.Body.Title(), string(i.Status)})
	}
	for _, id := range r.Withdrawn {
		all = append(all, line{id, "it waited, and is taken back", ""})
	}
	if len(all) == 0 {
		return nil, nothingToUndo(p.ID+p.Feedback, r.Left)
	}
	for _, id := range r.Left {
		all = append(all, line{id, "it stays", "it was changed again since then"})
	}
	return all, nil
}

// nothingToUndo is the fault of taking back what has no effect; left was changed since.
func nothingToUndo(id string, left []string) error {
	f := fault.New(fault.Conflict, "there is nothing to take back").About("id", id)
	if len(left) > 0 {
		return f.WithHint("%s was changed again since then: give that as id", strings.Join(left, ", "))
	}
	return f.WithHint("it is taken back already, or nothing was made of it")
}
