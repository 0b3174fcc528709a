package vertex_test

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"navd/daemon/fault"
	"navd/daemon/model/modeltest"
	"navd/daemon/model/vertex"
	"navd/daemon/reply"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	fakeModel = "projects/fake-project/locations/europe-west4/publishers/google/models/fake-model"
	endpoint  = "projects/other/locations/asia-northeast3/endpoints/4711"
)

// options are those of a client with credentials.
func options(address string, hc *http.Client) vertex.Options {
	return vertex.Options{Project: "fake-project", Location: "europe-west4", Model: "fake-model", Endpoint: address, HTTPClient: hc}
}

// unauthorized are the options of a client without credentials.
func unauthorized(t *testing.T, fake *modeltest.Fake) vertex.Options {
	opts := options(fake.URL(), modeltest.Guarded(t))
	opts.NoAuth = true
	return opts
}

func TestSuite(t *testing.T) {
	t.Setenv("GOOGLE_APPLICATION_CREDENTIALS", modeltest.Credentials(t, http.StatusOK))
	modeltest.Suite(t, modeltest.Maker{
		Fake: modeltest.NewVertex,
		New: func(_ testing.TB, address string, hc *http.Client) (modeltest.Client, error) {
			return vertex.New(options(address, hc))
		},
		Model:  fakeModel,
		Format: "application/json",
	})
}

// open makes a client for one test.
func open(t *testing.T, opts vertex.Options) *vertex.Client {
	t.Helper()
	client, err := vertex.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	return client
}

func TestNames(t *testing.T) {
	for _, tt := range []struct {
		name string
		ask  string
		want string // as the server sees it; empty: refused
	}{
		{"none", "", fakeModel},
		{"short", "gemini-2.5-flash-lite", "projects/fake-project/locations/europe-west4/publishers/google/models/gemini-2.5-flash-lite"},
		{"short with models", "models/gemini-2.5-flash", "projects/fake-project/locations/europe-west4/publishers/google/models/gemini-2.5-flash"},
		{"endpoint in full, elsewhere", endpoint, endpoint},
		{"endpoint in short", "endpoints/123", ""},
		{"way out", "projects/p/locations/../endpoints/1", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			fake := modeltest.NewVertex(t)
			client := open(t, unauthorized(t, fake))
			if tt.want != "" {
				fake.Script(modeltest.Good("yes"))
			}
			_, _, err := client.Ask(t.Context(), reply.Ask{Name: tt.ask, Prompt: "?"})
			if tt.want == "" {
				if !fault.Is(err, fault.Invalid) || fault.As(err).Field != "model" || !strings.Contains(err.Error(), "projects/P/locations/L/endpoints/E") {
					t.Errorf("got %v", err)
				}
				return
			}
			if err != nil || fake.Asked()[0].Model != tt.want || fake.Asked()[0].Secret != "" {
				t.Errorf("%v, asked %+v", err, fake.Asked())
			}
		})
	}
}

func TestNewRefuses(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*vertex.Options)
		field  string
	}{
		{"no project", func(o *vertex.Options) { o.Project = "" }, "models.vertex.project"},
		{"a location that is a host", func(o *vertex.Options) { o.Location = "evil.example/" }, "models.vertex.location"},
		{"an address of nothing", func(o *vertex.Options) { o.Endpoint = "gopher://x" }, "models.vertex.endpoint"},
		{"no credentials to elsewhere", func(o *vertex.Options) { o.NoAuth, o.Endpoint = true, "https://proxy.example" }, "models.vertex.endpoint"},
		{"no credentials to Google", func(o *vertex.Options) { o.NoAuth, o.Endpoint = true, "" }, "models.vertex.endpoint"},
		{"a token in the clear", func(o *vertex.Options) { o.Endpoint = "http://proxy.example" }, "models.vertex.endpoint"},
		{"an endpoint in short", func(o *vertex.Options) { o.Model = "endpoints/1" }, "model"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			opts := options("http://127.0.0.1:1", nil)
			tt.change(&opts)
			if _, err := vertex.New(opts); !fault.Is(err, fault.Invalid) || fault.As(err).Field != tt.field {
				t.Errorf("got %v", err)
			}
		})
	}
}

// Without credentials there is a client, whose asks are denied until some
// appear.
func TestCredentialsAppearLater(t *testing.T) {
	t.Setenv("GOOGLE_APPLICATION_CREDENTIALS", filepath.Join(t.TempDir(), "none.json"))
	fake := modeltest.NewVertex(t)
	client := open(t, options(fake.URL(), modeltest.Guarded(t)))
	_, _, asked := client.Ask(t.Context(), reply.Ask{Prompt: "?"})
	for _, err := range []error{client.Check(t.Context()), asked} {
		if !fault.Is(err, fault.Denied) || !strings.Contains(fault.As(err).Hint, "gcloud auth application-default login") {
			t.Errorf("without: %v", err)
		}
	}
	t.Setenv("GOOGLE_APPLICATION_CREDENTIALS", modeltest.Credentials(t, http.StatusOK))
	fake.Script(modeltest.Good("yes"))
	if err := client.Check(t.Context()); err != nil {
		t.Errorf("check: %v", err)
	}
	if text, _, err := client.Ask(t.Context(), reply.Ask{Prompt: "?"}); text != "yes" || err != nil {
		t.Errorf("with: %q, %v", text, err)
	}
}

func TestExpiredCredentials(t *testing.T) {
	for _, tt := range []struct {
		name   string
		status int
		kind   fault.Kind
		says   string
	}{
		{"revoked", http.StatusBadRequest, fault.Denied, "invalid_grant"},
		{"unknown", http.StatusUnauthorized, fault.Denied, "invalid_grant"},
		{"nobody can say", http.StatusServiceUnavailable, fault.Unavailable, "status 503"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Setenv("GOOGLE_APPLICATION_CREDENTIALS", modeltest.Credentials(t, tt.status))
			fake := modeltest.NewVertex(t)
			client := open(t, options(fake.URL(), modeltest.Guarded(t)))
			_, _, err := client.Ask(t.Context(), reply.Ask{Prompt: "?"})
			if !fault.Is(err, tt.kind) || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("got %v", err)
			}
		})
	}
}

// The library panics over parts that it does not know; an ask does not.
func TestUnknownParts(t *testing.T) {
	for _, part := range []string{`{}`, `{"executableCode": {"code": "1"}}`, `{"functionResponse": {"name": "f"}}`} {
		t.Run(part, func(t *testing.T) {
			fake := modeltest.NewVertex(t)
			fake.Script(modeltest.Raw(`{"candidates": [{"finishReason": 1, "content": {"parts": [` + part + `]}}]}`))
			client := open(t, unauthorized(t, fake))
			if _, _, err := client.Ask(t.Context(), reply.Ask{Prompt: "?"}); !fault.Is(err, fault.Unavailable) {
				t.Errorf("got %v", err)
			}
		})
	}
}

// The library's warning goes to our logger, and the standard one is as before.
func TestWarning(t *testing.T) {
	var std, ours bytes.Buffer
	before := log.Writer()
	defer log.SetOutput(before)
	log.SetOutput(&std)
	fake := modeltest.NewVertex(t)
	fake.Script(modeltest.Good("yes"))
	opts := unauthorized(t, fake)
	opts.Log = slog.New(slog.NewTextHandler(&ours, &slog.HandlerOptions{Level: slog.LevelDebug}))
	client := open(t, opts)
	if _, _, err := client.Ask(t.Context(), reply.Ask{Prompt: "?"}); err != nil {
		t.Error(err)
	}
	if std.Len() > 0 || !strings.Contains(ours.String(), "deprecated") || log.Writer() != &std {
		t.Errorf("std %q, ours %q", std.String(), ours.String())
	}
}

func Example() {
	var tb testing.T
	fake := modeltest.NewVertex(&tb) // in a program: Google's, with credentials
	defer fake.Close()
	fake.Script(modeltest.Good(`{"angle": 30}`))

	client, err := vertex.New(vertex.Options{Project: "p", Model: "gemini-2.5-flash", Endpoint: fake.URL(), NoAuth: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	text, usage, err := client.Ask(context.Background(), reply.Ask{Prompt: "Where next?"})
	fmt.Println(text, usage.TokensIn, usage.TokensOut, err)
	_, _, err = client.Ask(context.Background(), reply.Ask{Name: "endpoints/123", Prompt: "Where next?"})
	fmt.Println(err)
	// Output:
	// {"angle": 30} 11 12 <nil>
	// model: an endpoint is named in full, given "endpoints/123", allowed a model's name such as gemini-2.5-flash, or projects/P/locations/L/endpoints/E in full
}
