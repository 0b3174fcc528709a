package web

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"time"

	"navd/cmd/navd/story"
	"navd/daemon/fault"
	"navd/daemon/feedback"
	"navd/daemon/words"
	"navd/ipc"
)

// writes are the methods that a page may call, by path; the body has the parameters of the
// method. See how feedback is understood, give it, and take it back; set another goal;
// decide about proposals; and try a job again.
var writes = map[string]string{
	"/feedback/parse":    string(ipc.FeedbackParse),
	"/feedback/add":      string(ipc.FeedbackAdd),
	"/feedback/undo":     string(ipc.GroundingUndo),
	"/goal":              string(ipc.EpisodeGoal),
	"/knowledge/approve": string(ipc.KnowledgeApprove),
	"/knowledge/reject":  string(ipc.KnowledgeReject),
	"/jobs/retry":        string(ipc.JobsRetry),
}

// Limits of a write.
const (
	mostBody = 64 << 10         // bytes of the body
	bodyTime = 10 * time.Second // to read the body
	callTime = 30 * time.Second // for the daemon to answer
)

// written answers a write with the result of the method.
func (s *Server) written(method string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !s.Write {
			refuse(w, fault.New(fault.Denied, "this page is read-only").WithHint("start it with `navd web --write`"))
			return
		}
		_ = http.NewResponseController(w).SetReadDeadline(s.Now().Add(bodyTime)) // if it cannot be set, the body may take longer
		params, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBody))
		if err != nil {
			refuse(w, fault.New(fault.TooLarge, "the body is longer than %d bytes, or did not arrive completely: %w", mostBody, err))
			return
		}
		answer, err := s.call(r.Context(), method, params)
		if err == nil && method == string(ipc.FeedbackParse) {
			answer, err = withMeaning(answer)
		}
		if err != nil {
			refuse(w, err)
			return
		}
		sendJSON(w, http.StatusOK, answer)
	}
}

// withMeaning adds to the result of feedback.parse what the local planner would do because of
// each claim, and where each item would hold, in words of the language of the text.
func withMeaning(answer json.RawMessage) (json.RawMessage, error) {
	var read struct {
		ipc.ParseResult
		Means []string `json:"means"`
		Holds []string `json:"holds"` // of each item; empty: no entry would be made of it
	}
	if err := json.Unmarshal(answer, &read); err != nil {
		return nil, err
	}
	korean := slices.ContainsFunc(read.Items, func(i feedback.Item) bool { return words.IsKorean(i.Text) })
	for _, c := range words.AsSaid(feedback.Texts(read.Items), read.Claims, "") {
		means := "the robot would " + story.Claim(c)
		if korean {
			means = "로봇: " + story.ClaimKorean(c, "")
		}
		read.Means = append(read.Means, means)
	}
	for _, s := range read.Scopes {
		holds := ""
		switch {
		case s != nil && korean:
			holds = story.ScopeKorean(*s)
		case s != nil:
			holds = "would hold " + s.String()
		}
		read.Holds = append(read.Holds, holds)
	}
	return json.Marshal(read)
}

// call calls a method on a connection of its own.
func (s *Server) call(ctx context.Context, method string, params json.RawMessage) (json.RawMessage, error) {
	if !json.Valid(params) {
		return nil, fault.New(fault.Invalid, "the body is not JSON: give the parameters of %s", method)
	}
	ctx, stop := context.WithTimeout(ctx, callTime)
	defer stop()
	c, err := s.Dial()
	if err != nil {
		return nil, err
	}
	defer c.Close()
	return c.Raw(ctx, method, params)
}

// statuses are the HTTP status codes of kinds of faults; other kinds get 500.
var statuses = map[fault.Kind]int{
	fault.Invalid: http.StatusBadRequest, fault.NotFound: http.StatusNotFound, fault.Conflict: http.StatusConflict,
	fault.Denied: http.StatusForbidden, fault.TooLarge: http.StatusRequestEntityTooLarge,
	fault.Unavailable: http.StatusServiceUnavailable, fault.Timeout: http.StatusGatewayTimeout,
}

// refuse answers with an error, as {"error": …, "hint": …}.
func refuse(w http.ResponseWriter, err error) {
	f := fault.As(err)
	status, known := statuses[f.Kind]
	if !known {
		status = http.StatusInternalServerError
	}
	data, err := json.Marshal(map[string]string{"error": f.Error(), "hint": f.Hint})
	if err != nil {
		data = []byte(`{}`)
	}
	sendJSON(w, status, data)
}

// sendJSON answers with JSON.
func sendJSON(w http.ResponseWriter, status int, data []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(data) // a browser that left needs no answer
}
