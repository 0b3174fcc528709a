package vlm

import (
	"net"
	"net/http"
	"sort"
	"strconv"
	"strings"
	"time"

	"navd/daemon/words"
)

// drawn is what a deck chose for a request.
type drawn struct {
	fault Fault
	late  time.Duration // of a slow answer
}

// turn is the state of one request.
type turn struct {
	*Server
	drawn
	asked
	w     http.ResponseWriter
	r     *http.Request
	n     int
	model string
	role  role
	chat  bool // by OpenAI's interface
}

// carryOut answers the request, or does what its fault says.
func (t *turn) carryOut() {
	late := t.opts.Delay
	if t.fault == Slow {
		late += t.late
	}
	if late > 0 && t.opts.Wait(t.r.Context(), late) != nil {
		t.drop(false)
		return
	}
	switch t.fault {
	case Hang:
		<-t.r.Context().Done()
		t.drop(false)
	case Reset:
		t.drop(true)
	case RateLimit, Internal, Unavailable, Unauthorized:
		t.fail()
	default:
		t.respond()
	}
}

// internal is the refusal of a service that fails.
var internal = refusal{http.StatusInternalServerError, "INTERNAL", "Internal error encountered."}

// fail answers with an error of the service.
func (t *turn) fail() {
	bad := internal
	switch t.fault {
	case RateLimit:
		t.w.Header().Set("Retry-After", "1")
		bad = refusal{http.StatusTooManyRequests, "RESOURCE_EXHAUSTED", "Resource exhausted. Please try again later."}
	case Unavailable:
		bad = refusal{http.StatusServiceUnavailable, "UNAVAILABLE", "The service is currently unavailable."}
	case Unauthorized:
		t.w.Header().Set("WWW-Authenticate", `Bearer realm="vlm", error="invalid_token"`)
		bad = refusal{http.StatusUnauthorized, "UNAUTHENTICATED", "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential."}
	}
	write(t.w, bad.code, bad.body())
}

// drop closes the connection without an answer, with a reset or in order.
func (t *turn) drop(reset bool) {
	conn, _, err := http.NewResponseController(t.w).Hijack()
	if err != nil { // no connection of its own, as with HTTP/2
		write(t.w, internal.code, internal.body())
		return
	}
	if tcp, ok := conn.(*net.TCPConn); ok && reset {
		_ = tcp.SetLinger(0) // if it fails, the connection is closed in order, which is a fault too
	}
	_ = conn.Close() // no data can be lost
}

// respond answers with a response, with its fault if it has one.
func (t *turn) respond() {
	r := t.response()
	body := marshal(r)
	if t.chat {
		body = marshal(r.chat())
	}
	switch t.fault {
	case Malformed:
		body = append(body[:len(body)/2:len(body)/2], "\n<html>upstream error</html>"...)
	case Truncated: // the connection ends before the announced length
		t.w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		body = body[:len(body)/2]
	}
	write(t.w, http.StatusOK, body)
}

// response returns the response, with faults of the answer.
func (t *turn) response() response {
	in := t.tokens()
	r := response{ModelVersion: t.model, UsageMetadata: usage{PromptTokenCount: in, TotalTokenCount: in}}
	switch t.fault {
	case Empty:
		return r
	case Blocked:
		r.PromptFeedback = &feedback{blockedSafety.spell(t.r)}
		return r
	case Safety:
		r.Candidates = []candidate{{
			FinishReason:  finishSafety.spell(t.r),
			SafetyRatings: []rating{{harmDangerous.spell(t.r), harmHigh.spell(t.r), true}},
		}}
		return r
	}
	text, finish := cut(t.fault.spoil(t.answer(), t.role), t.limit, t.fault)
	out := words.Tokens(text)
	r.Candidates = []candidate{{Content: &content{Role: "model", Parts: []part{{Text: &text}}}, FinishReason: finish.spell(t.r)}}
	r.UsageMetadata.CandidatesTokenCount, r.UsageMetadata.TotalTokenCount = out, in+out
	return r
}

// answer returns the right answer: one of Tell, or the one that the request leads to.
func (t *turn) answer() string {
	switch t.role {
	case rolePlanner:
		if d, ok := t.next(t.model, t.n, t.fault); ok {
			return d.JSON()
		}
		b := readBrief(t.prompt)
		b.heed(t.system + "\n" + t.prompt)
		b.look(t.seen)
		return b.answer(t.opts.Printed)
	case roleScene:
		return string(marshal(scene(t.seen)))
	case roleFinal:
		return string(marshal(final(t.prompt)))
	}
	return "I can plan a robot's way, describe a scene and distil what users said; this asks for none of it."
}

// cut cuts a text at the limit of tokens, as a model does, but not for the faults Long and
// Huge.
func cut(text string, limit int, f Fault) (string, enum) {
	if limit == 0 || f == Long || f == Huge || words.Tokens(text) <= limit {
		return text, finishStop
	}
	n := sort.Search(len(text), func(i int) bool { return words.Tokens(text[:i]) > limit })
	return strings.ToValidUTF8(text[:max(0, n-1)], ""), finishMaxTokens
}
