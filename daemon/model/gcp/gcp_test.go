package gcp_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"navd/daemon/fault"
	"navd/daemon/model/gcp"
	"navd/daemon/model/modeltest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestReadName(t *testing.T) {
	for _, tt := range []struct {
		name string
		want gcp.Name // zero: refused
	}{
		{"gemini-2.5-flash-lite", gcp.Name{Path: "gemini-2.5-flash-lite"}},
		{"gemini-1.5-pro@001", gcp.Name{Path: "gemini-1.5-pro@001"}},
		{"models/gemini-2.5-flash", gcp.Name{Path: "gemini-2.5-flash"}},
		{"publishers/meta/models/llama", gcp.Name{Path: "publishers/meta/models/llama"}},
		{"projects/p-1/locations/us-east1/endpoints/42", gcp.Name{Location: "us-east1", Path: "projects/p-1/locations/us-east1/endpoints/42"}},
		{
			"projects/p/locations/global/publishers/google/models/gemini-2.5-pro",
			gcp.Name{Location: "global", Path: "projects/p/locations/global/publishers/google/models/gemini-2.5-pro"},
		},
		{"", gcp.Name{}},
		{"123", gcp.Name{}},
		{"endpoints/123", gcp.Name{}},
		{"locations/l/endpoints/123", gcp.Name{}},
		{"projects/p/locations/l/models/5", gcp.Name{}},
		{"projects/p/locations/l/endpoints/1:predict", gcp.Name{}},
		{"projects/p/locations/evil.example/endpoints/1", gcp.Name{}},
		{"gemini?alt=x", gcp.Name{}},
		{"../gemini", gcp.Name{}},
		{"a b", gcp.Name{}},
		{"gemini\n", gcp.Name{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := gcp.ReadName(tt.name)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			refused := tt.want == gcp.Name{}
			if refused != (err != nil) || refused && (!fault.Is(err, fault.Invalid) || fault.As(err).Field != "model") {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestHost(t *testing.T) {
	for location, want := range map[string]string{
		"europe-west4": "https://europe-west4-aiplatform.googleapis.com",
		"global":       "https://aiplatform.googleapis.com",
		"eu":           "https://aiplatform.eu.rep.googleapis.com",
	} {
		if got := gcp.Host(location); got != want {
			t.Errorf("%s: got %s, want %s", location, got, want)
		}
	}
}

func TestVerdict(t *testing.T) {
	for _, tt := range []struct {
		reason, text string
		kind         fault.Kind // empty: taken
	}{
		{"STOP", "yes", ""},
		{"STOP", "", ""},
		{"MAX_TOKENS", "", ""},
		{"OTHER", "yes", ""},
		{"OTHER", "", fault.Unavailable},
		{"", "", fault.Unavailable},
		{"SAFETY", "half", fault.Denied},
		{"RECITATION", "", fault.Denied},
	} {
		t.Run(tt.reason+" "+tt.text, func(t *testing.T) {
			if err := gcp.Verdict(tt.reason, tt.text); (err != nil) != (tt.kind != "") || err != nil && !fault.Is(err, tt.kind) {
				t.Errorf("got %v", err)
			}
		})
	}
}

// nowhere is a round trip that must not happen.
type nowhere struct{ t *testing.T }

func (n nowhere) RoundTrip(r *http.Request) (*http.Response, error) {
	n.t.Errorf("a call to %s", r.URL)
	return nil, net.ErrClosed
}

func TestFindUnusable(t *testing.T) {
	for _, tt := range []struct{ name, content string }{
		{"no JSON", "private words of a file"},
		{"another kind", `{"type":"private words of a file"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "credentials.json")
			if err := os.WriteFile(file, []byte(tt.content), 0o600); err != nil {
				t.Fatal(err)
			}
			t.Setenv("GOOGLE_APPLICATION_CREDENTIALS", file)
			auth := gcp.NewAuth(nowhere{t}, nowhere{t})
			defer auth.Close()
			err := auth.Find(t.Context())
			if !fault.Is(err, fault.Denied) || fault.As(err).Err != nil {
				t.Errorf("got %v", err)
			}
		})
	}
}

// hanging is a token server that heeds no context until it is released.
type hanging struct{ arrived, release chan struct{} }

func (h hanging) RoundTrip(*http.Request) (*http.Response, error) {
	close(h.arrived)
	<-h.release
	return nil, net.ErrClosed
}

// request is a call that is to be authorized.
func request(t *testing.T, ctx context.Context) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://127.0.0.1/ask", strings.NewReader("body"))
	if err != nil {
		t.Fatal(err)
	}
	return req
}

// A token that does not come holds nobody beyond the context, and Close waits
// for the search that was left behind.
func TestTokenHangs(t *testing.T) {
	t.Setenv("GOOGLE_APPLICATION_CREDENTIALS", modeltest.Credentials(t, http.StatusOK))
	server := hanging{make(chan struct{}), make(chan struct{})}
	auth := gcp.NewAuth(nowhere{t}, server)
	budget := fault.New(fault.Exhausted, "the budget is used up")
	ctx, cancel := context.WithCancelCause(t.Context())
	go func() {
		<-server.arrived
		cancel(budget)
	}()
	if _, err := auth.RoundTrip(request(t, ctx)); !errors.Is(err, budget) || budget.Message != "the budget is used up" {
		t.Errorf("got %v", err)
	}
	close(server.release)
	auth.Close()
}

// A search that never comes back does not hold up Close.
func TestCloseLeavesASearch(t *testing.T) {
	t.Setenv("GOOGLE_APPLICATION_CREDENTIALS", modeltest.Credentials(t, http.StatusOK))
	synctest.Test(t, func(t *testing.T) {
		server := hanging{make(chan struct{}), make(chan struct{})}
		auth := gcp.NewAuth(nowhere{t}, server)
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			<-server.arrived
			cancel()
		}()
		if _, err := auth.RoundTrip(request(t, ctx)); !fault.Is(err, fault.Cancelled) {
			t.Errorf("got %v", err)
		}
		auth.Close() // would wait for ever, which the test's clock takes for a deadlock
		close(server.release)
	})
}

func ExampleReadName() {
	name, err := gcp.ReadName("projects/p/locations/us-east1/endpoints/42")
	fmt.Println(name.Location, err)
	_, err = gcp.ReadName("42")
	fmt.Println(fault.As(err).Message)
	// Output:
	// us-east1 <nil>
	// an endpoint is named in full
}

// counted counts round trips, and answers with what a token server gives.
type counted struct{ tokens, calls int }

func (c *counted) RoundTrip(r *http.Request) (*http.Response, error) {
	body := `{"access_token":"t","token_type":"Bearer","expires_in":3600}`
	if r.URL.Path == "/token" {
		c.tokens++
	} else {
		c.calls++
		body = r.Header.Get("Authorization")
	}
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))}, nil
}

// A token serves until it expires.
func TestTokenIsKept(t *testing.T) {
	t.Setenv("GOOGLE_APPLICATION_CREDENTIALS", modeltest.Credentials(t, http.StatusOK))
	var count counted
	auth := gcp.NewAuth(&count, &count)
	defer auth.Close()
	for range 3 {
		req := request(t, t.Context())
		resp, err := auth.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(resp.Body); string(got) != "Bearer t" || err != nil {
			t.Errorf("authorized as %q, %v", got, err)
		}
		if req.Header.Get("Authorization") != "" {
			t.Error("the caller's request was changed")
		}
	}
	if diff := cmp.Diff(counted{tokens: 1, calls: 3}, count, cmp.AllowUnexported(counted{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
