package modeltest

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"navd/daemon/model"
)

// Asked is one call as it arrived, decoded from the wire.
type Asked struct {
	Model       string       // as the provider's server sees it, a full name or not
	System      string       // the system text
	Parts       []model.Part // the user's side: prompt, and pictures with their labels
	Format      string       // the asked form of the answer: a MIME type or OpenAI's word; empty: untold
	Fields      []string     // names in the schema of the answer, sorted; nil: no schema
	Temperature float64      // -1: not said
	MaxTokens   int          // 0: not said
	Secret      string       // the key or token that came with it; empty: none
}

// Fake is a provider's server on loopback. It is safe for concurrent use.
type Fake struct {
	tb      testing.TB
	wire    wire
	server  *httptest.Server
	arrived chan struct{} // has one value for each call that arrived
	gone    chan struct{} // closed at the end: hanging answers stop
	end     func()        // once

	mu     sync.Mutex // guards script and asked
	script []Answer
	asked  []Asked
}

// wire is a provider's format.
type wire struct {
	decode func(r *http.Request, body []byte) (Asked, error)
	answer func(r *http.Request, t Answer) any                   // of an answer with a good status
	refuse func(r *http.Request, status int, message string) any // of one with another
}

func start(tb testing.TB, w wire) *Fake {
	f := &Fake{tb: tb, wire: w, arrived: make(chan struct{}, 1024), gone: make(chan struct{})}
	f.server = httptest.NewServer(f)
	f.end = sync.OnceFunc(func() { close(f.gone); f.server.Close() })
	tb.Cleanup(f.end)
	return f
}

// Close stops the server; asks that it still holds end. The test's end does it
// too.
func (f *Fake) Close() { f.end() }

// URL is the server's address, without the path of the provider's API.
func (f *Fake) URL() string { return f.server.URL }

// Script adds answers, one for each call to come. A call beyond the last fails
// the test.
func (f *Fake) Script(answers ...Answer) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.script = append(f.script, answers...)
}

// Asked lists the calls so far.
func (f *Fake) Asked() []Asked {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.asked)
}

// ServeHTTP answers one call.
func (f *Fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client went away while it sent
	}
	asked, err := f.wire.decode(r, body)
	if err != nil {
		f.tb.Errorf("a call that the provider would not know: %s %s: %v", r.Method, r.URL.Path, err)
	}
	asked.Secret = secretOf(r)
	answer, ok := f.next(asked)
	if !ok {
		f.tb.Errorf("call %d is beyond the script", len(f.Asked()))
		w.WriteHeader(http.StatusTeapot)
		return
	}
	select {
	case f.arrived <- struct{}{}:
	default: // nobody counts them
	}
	f.play(w, r, answer)
}

func (f *Fake) next(asked Asked) (Answer, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked = append(f.asked, asked)
	if len(f.script) == 0 {
		return Answer{}, false
	}
	answer := f.script[0]
	f.script = f.script[1:]
	return answer, true
}

func secretOf(r *http.Request) string {
	if key := r.Header.Get("X-Goog-Api-Key"); key != "" {
		return key
	}
	return strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
}

// play gives an answer.
func (f *Fake) play(w http.ResponseWriter, r *http.Request, t Answer) {
	switch t.kind {
	case hang:
		f.wait(r, 0)
	case reset:
		f.breakOff(w)
	case refuse:
		f.refuse(w, r, t)
	case redirect:
		w.Header().Set("Location", "http://192.0.2.1/elsewhere")
		w.WriteHeader(t.status)
	case huge:
		t.text = strings.Repeat("x", 8<<20)
		send(w, encode(f.wire.answer(r, t)))
	case malformed:
		send(w, []byte(`{"candidates": [{"content": `))
	case raw:
		send(w, []byte(t.text))
	case truncated:
		t.text = strings.Repeat("so far so good ", 100)
		body := encode(f.wire.answer(r, t))
		// A length that is not kept makes the server close the connection.
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		send(w, body[:len(body)/2])
	case drip:
		f.drip(w, r, t)
	default:
		send(w, encode(f.wire.answer(r, t)))
	}
}

// send writes a body.
func send(w http.ResponseWriter, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Write(body) // the client may be gone, which is its own business
}

func (f *Fake) refuse(w http.ResponseWriter, r *http.Request, t Answer) {
	now := time.Now().UTC()
	w.Header().Set("Date", now.Format(http.TimeFormat))
	if t.later > 0 {
		t.after = now.Add(t.later).Format(http.TimeFormat)
	}
	if t.after != "" {
		w.Header().Set("Retry-After", t.after)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(t.status)
	message := fmt.Sprintf("scripted refusal of %s", secretOf(r))
	w.Write(encode(f.wire.refuse(r, t.status, message)))
}

// drip writes a good answer in eight pieces.
func (f *Fake) drip(w http.ResponseWriter, r *http.Request, t Answer) {
	body := encode(f.wire.answer(r, t))
	w.Header().Set("Content-Type", "application/json")
	piece := len(body)/8 + 1
	for len(body) > 0 && f.wait(r, t.pause) {
		n := min(piece, len(body))
		w.Write(body[:n])
		body = body[n:]
		if flusher, ok := w.(http.Flusher); ok {
			flusher.Flush()
		}
	}
}

// wait pauses, for ever when it is 0, and tells whether the client is still
// there.
func (f *Fake) wait(r *http.Request, pause time.Duration) bool {
	var over <-chan time.Time
	if pause > 0 {
		timer := time.NewTimer(pause)
		defer timer.Stop()
		over = timer.C
	}
	select {
	case <-over:
		return true
	case <-r.Context().Done():
	case <-f.gone:
	}
	return false
}

// breakOff resets the connection.
func (f *Fake) breakOff(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		f.tb.Errorf("hijack: %v", err)
		return
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		if err := tcp.SetLinger(0); err != nil {
			f.tb.Errorf("linger: %v", err)
		}
	}
	conn.Close()
}
