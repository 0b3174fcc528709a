package model_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/fault"
	"navd/daemon/model"
)

// trip is a round trip that answers always the same.
type trip struct {
	status int
	header http.Header
	body   string
	err    error
}

func (r trip) RoundTrip(*http.Request) (*http.Response, error) {
	if r.err != nil {
		return nil, r.err
	}
	return &http.Response{StatusCode: r.status, Header: r.header, Body: io.NopCloser(strings.NewReader(r.body))}, nil
}

// tripped does one round trip with a key and a token.
func tripped(t *testing.T, r trip) (string, *fault.Error) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://127.0.0.1/ask", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer t/o+k=e.n")
	req.Header.Set("X-Goog-Api-Key", "k-e-y")
	now := func() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }
	resp, err := (&model.Transport{Base: r, Now: now}).RoundTrip(req)
	if err != nil {
		return "", fault.As(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body), nil
}

func TestTransportRefusals(t *testing.T) {
	long := strings.Repeat("word ", 100)
	for _, tt := range []struct {
		name string
		trip trip
		want fault.Error
	}{
		{
			"Google's form", trip{status: 400, body: `{"error":{"code":400,"message":"no such field","status":"INVALID_ARGUMENT"}}`},
			fault.Error{Kind: fault.Invalid, Message: "the provider refused the call with status 400 Bad Request: no such field"},
		},
		{
			"Google's form in a list", trip{status: 500, body: `[{"error":{"message":"our fault"}}]`},
			fault.Error{Kind: fault.Unavailable, Message: "the provider refused the call with status 500 Internal Server Error: our fault"},
		},
		{
			"an error that is a text", trip{status: 404, body: `{"error":"model \"x\" not found"}`},
			fault.Error{Kind: fault.NotFound, Message: `the provider refused the call with status 404 Not Found: model "x" not found`},
		},
		{
			"a message", trip{status: 422, body: `{"object":"error","message":"too long"}`},
			fault.Error{Kind: fault.Invalid, Message: "the provider refused the call with status 422 Unprocessable Entity: too long"},
		},
		{
			"a detail", trip{status: 422, body: `{"detail":"field required"}`},
			fault.Error{Kind: fault.Invalid, Message: "the provider refused the call with status 422 Unprocessable Entity: field required"},
		},
		{
			"a page", trip{status: 502, body: "<html>\n  Bad\tGateway</html>"},
			fault.Error{Kind: fault.Unavailable, Message: "the provider refused the call with status 502 Bad Gateway: <html> Bad Gateway</html>"},
		},
		{
			"denied", trip{status: 403, body: `{"error":{"message":"not yours"}}`},
			fault.Error{Kind: fault.Denied, Message: "the provider refused the call with status 403 Forbidden: not yours"},
		},
		{
			"nothing", trip{status: 503},
			fault.Error{Kind: fault.Unavailable, Message: "the provider refused the call with status 503 Service Unavailable"},
		},
		{
			"much", trip{status: 400, body: long},
			fault.Error{Kind: fault.Invalid, Message: "the provider refused the call with status 400 Bad Request: " + long[:199] + "…"},
		},
		{
			"secrets", trip{status: 400, body: "k-e-y, t/o+k=e.n, Bearer other, AIzaSyA0123456789012345678901234567890, ya29.a0-b_c, sk-proj-0123456789ab, ?key=abc&x"},
			fault.Error{Kind: fault.Invalid, Message: "the provider refused the call with status 400 Bad Request: " + strings.Repeat("[redacted], ", 6) + "[redacted]&x"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, got := tripped(t, tt.trip)
			tt.want.Err = model.Status(tt.trip.status)
			if tt.want.Kind == fault.Denied {
				tt.want.Hint = "check the provider's credentials and what they may do"
			}
			if diff := cmp.Diff(&tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestTransportAfter(t *testing.T) {
	const at = "Sun, 01 Mar 2026 12:00:07 GMT"
	for _, tt := range []struct {
		name   string
		status int
		header http.Header
		want   time.Duration
	}{
		{"none", 503, nil, 0},
		{"seconds", 429, http.Header{"Retry-After": {"30"}}, 30 * time.Second},
		{"less than none", 429, http.Header{"Retry-After": {"-30"}}, 0},
		{"beyond any day", 429, http.Header{"Retry-After": {"9223372036854775807"}}, 24 * time.Hour},
		{"nonsense", 429, http.Header{"Retry-After": {"soon"}}, 0},
		{"date by its own date", 503, http.Header{"Retry-After": {at}, "Date": {"Sun, 01 Mar 2026 12:00:04 GMT"}}, 3 * time.Second},
		{"date by our clock", 503, http.Header{"Retry-After": {at}}, 7 * time.Second},
		{"date that is over", 503, http.Header{"Retry-After": {"Sun, 01 Mar 2026 11:00:00 GMT"}}, 0},
		{"not for what stays wrong", 400, http.Header{"Retry-After": {"30"}}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, got := tripped(t, trip{status: tt.status, header: tt.header}); got.After != tt.want {
				t.Errorf("got %v, want %v", got.After, tt.want)
			}
		})
	}
}

func TestTransportAnswers(t *testing.T) {
	whole := `"` + strings.Repeat("x", model.MaxBody-2) + `"`
	for _, tt := range []struct {
		name string
		body string
		kind fault.Kind // empty: it is passed on
	}{
		{"JSON", `{"a": 1}`, ""},
		{"the longest", whole, ""},
		{"one more", whole + " ", fault.TooLarge},
		{"no JSON", "<html>", fault.Unavailable},
		{"half of it", `{"a":`, fault.Unavailable},
		{"nothing", "", fault.Unavailable},
	} {
		t.Run(tt.name, func(t *testing.T) {
			body, err := tripped(t, trip{status: 200, body: tt.body})
			if tt.kind == "" && (err != nil || body != tt.body) || tt.kind != "" && !fault.Is(err, tt.kind) {
				t.Errorf("got %d bytes, %v", len(body), err)
			}
		})
	}
}

func TestFailed(t *testing.T) {
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	late, stop := context.WithTimeout(t.Context(), 0)
	defer stop()
	why, end := context.WithCancelCause(t.Context())
	end(fault.New(fault.Exhausted, "budget"))
	odd, stopOdd := context.WithCancelCause(t.Context())
	stopOdd(errors.New("for a reason of one's own"))
	broken := errors.New("broken")
	for _, tt := range []struct {
		name string
		ctx  context.Context
		err  error
		kind fault.Kind
		says string
	}{
		{"a fault within", t.Context(), fmt.Errorf("lib: %w", fault.New(fault.Denied, "no")), fault.Denied, "no"},
		{"a fault although it ended", gone, fault.New(fault.Denied, "no"), fault.Denied, "no"},
		{"cancelled", gone, broken, fault.Cancelled, "cancelled"},
		{"deadline", late, broken, fault.Timeout, "deadline"},
		{"a cause that is a fault", why, broken, fault.Exhausted, "budget"},
		{"a cause that is none", odd, broken, fault.Cancelled, "cancelled"},
		{"of another type", t.Context(), fmt.Errorf("lib: %w", json.Unmarshal([]byte(`{"choices": "none"}`), &struct {
			Choices []int `json:"choices"`
		}{})), fault.Unavailable, "cannot be read: choices is a JSON string"},
		{"unreadable", t.Context(), fmt.Errorf("the whole body Bearer abc: %w", broken), fault.Unavailable, "cannot be read: broken"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := model.Failed(tt.ctx, tt.err)
			if got.Kind != tt.kind || !strings.Contains(got.Message, tt.says) || strings.Contains(got.Message, "abc") {
				t.Errorf("got %v (%s)", got, got.Kind)
			}
		})
	}
}

func TestAddress(t *testing.T) {
	for _, tt := range []struct {
		address  string
		want     string // empty: refused
		loopback bool
	}{
		{"https://proxy.example/vertex/", "https://proxy.example/vertex", false},
		{"proxy.example:8443", "https://proxy.example:8443", false},
		{"http://127.0.0.1:8080", "http://127.0.0.1:8080", true},
		{"localhost:11434/v1/", "http://localhost:11434/v1", true},
		{"127.0.0.1:8000/v1", "http://127.0.0.1:8000/v1", true},
		{"http://[::1]:8080/v1", "http://[::1]:8080/v1", true},
		{"http://localhost:11434/v1", "http://localhost:11434/v1", true},
		{"http://localhost.evil.example", "http://localhost.evil.example", false},
		{"http://10.0.0.1", "http://10.0.0.1", false},
		{"", "", false},
		{"file:///etc/passwd", "", false},
		{"http://a:b@127.0.0.1", "", false},
		{"http://127.0.0.1/?key=x", "", false},
		{"http://127.0.0.1/#x", "", false},
		{"http://bad host", "", false},
	} {
		t.Run(tt.address, func(t *testing.T) {
			got, err := model.BaseURL("models.x.base_url", tt.address)
			if got != tt.want || (err != nil) != (tt.want == "") {
				t.Fatalf("got %q, %v, want %q", got, err, tt.want)
			}
			if err != nil && (fault.As(err).Field != "models.x.base_url" || strings.Contains(err.Error(), "a:b")) {
				t.Errorf("got %v", err)
			}
			if model.Loopback(got) != tt.loopback {
				t.Errorf("loopback %v", !tt.loopback)
			}
		})
	}
}

func TestGuarded(t *testing.T) {
	got, err := model.Guarded(func() (int, error) { return 1, nil })
	if got != 1 || err != nil {
		t.Errorf("got %d, %v", got, err)
	}
	got, err = model.Guarded(func() (int, error) { panic("key of a map: Bearer abc") })
	if got != 0 || !fault.Is(err, fault.Unavailable) || strings.Contains(err.Error(), "abc") {
		t.Errorf("of a panic: %d, %v", got, err)
	}
}

// TestUnreachedLate: a deadline that the transport sees before the call's context does is
// the deadline all the same.
func TestUnreachedLate(t *testing.T) {
	want := fault.As(context.DeadlineExceeded).Kind
	if got := model.Unreached(t.Context(), fmt.Errorf("read: %w", context.DeadlineExceeded)); got.Kind != want {
		t.Errorf("%v is %s, want %s", got, got.Kind, want)
	}
}
