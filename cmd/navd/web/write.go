package web

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"time"

	"navd/cmd/navd/story"
	"navd/daemon/fault"
	"navd/ipc"
)

// writes are the methods that a page may call, with the parameters of the method as the
// body: see what would be understood, say it, and take it back; give another goal; decide
// what waits for a decision; and have background work tried again.
var writes = map[string]string{
	"/feedback/parse":    string(ipc.FeedbackParse),
	"/feedback/add":      string(ipc.FeedbackAdd),
	"/feedback/undo":     string(ipc.GroundingUndo),
	"/goal":              string(ipc.EpisodeGoal),
	"/knowledge/approve": string(ipc.KnowledgeApprove),
	"/knowledge/reject":  string(ipc.KnowledgeReject),
	"/jobs/retry":        string(ipc.JobsRetry),
}

// What the body of a write may be.
const (
	mostBody = 64 << 10         // bytes
	bodyTime = 10 * time.Second // until it is there
	callTime = 30 * time.Second // until the daemon has answered
)

// written answers a write with what the method gives.
func (s *Server) written(method string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !s.Write {
			refuse(w, fault.New(fault.Denied, "this page only reads").WithHint("start it with `navd web --write`"))
			return
		}
		_ = http.NewResponseController(w).SetReadDeadline(s.Now().Add(bodyTime)) // without one the body may take longer
		params, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBody))
		if err != nil {
			refuse(w, fault.New(fault.TooLarge, "the body is longer than %d bytes, or did not come whole: %w", mostBody, err))
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

// withMeaning adds to what a text was read as what a robot would do for it: means, a line
// for each claim.
func withMeaning(answer json.RawMessage) (json.RawMessage, error) {
	var read struct {
		ipc.ParseResult
		Means []string `json:"means"`
	}
	if err := json.Unmarshal(answer, &read); err != nil {
		return nil, err
	}
	for _, c := range read.Claims {
		read.Means = append(read.Means, story.Claim(c))
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

// statuses are what HTTP calls the kinds of faults; all others are its 500.
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
