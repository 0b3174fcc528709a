package genai_test

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"navd/daemon/fault"
	"navd/daemon/model/genai"
	"navd/daemon/model/modeltest"
	"navd/daemon/reply"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestVertexSuite(t *testing.T) {
	t.Setenv("GOOGLE_APPLICATION_CREDENTIALS", modeltest.Credentials(t, http.StatusOK))
	modeltest.Suite(t, modeltest.Maker{
		Fake: modeltest.NewVertex,
		New: func(_ testing.TB, address string, hc *http.Client) (modeltest.Client, error) {
			return genai.New(genai.Options{Project: "fake-project", Location: "europe-west4", Model: "fake-model", BaseURL: address, HTTPClient: hc})
		},
		Model:  "projects/fake-project/locations/europe-west4/publishers/google/models/fake-model",
		Format: "application/json",
	})
}

func TestGeminiSuite(t *testing.T) {
	modeltest.Suite(t, modeltest.Maker{
		Fake: modeltest.NewGemini,
		New: func(_ testing.TB, address string, hc *http.Client) (modeltest.Client, error) {
			return genai.New(genai.Options{Backend: genai.Gemini, Key: modeltest.Secret, Model: "fake-model", BaseURL: address, HTTPClient: hc})
		},
		Model:  "models/fake-model",
		Format: "application/json",
	})
}

// open makes a client for one test.
func open(t *testing.T, opts genai.Options) *genai.Client {
	t.Helper()
	client, err := genai.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	return client
}

func TestNames(t *testing.T) {
	const endpoint = "projects/other/locations/asia-northeast3/endpoints/4711"
	for _, tt := range []struct {
		name    string
		backend genai.Backend
		ask     string
		want    string // as the server sees it; empty: refused
	}{
		{"vertex short", genai.Vertex, "gemini-2.5-flash", "projects/p/locations/us-central1/publishers/google/models/gemini-2.5-flash"},
		{"vertex endpoint in full, elsewhere", genai.Vertex, endpoint, endpoint},
		{"vertex endpoint in short", genai.Vertex, "endpoints/123", ""},
		{"vertex nothing", genai.Vertex, "", ""},
		{"gemini short", genai.Gemini, "gemini-2.5-flash", "models/gemini-2.5-flash"},
		{"gemini tuned", genai.Gemini, "tunedModels/mine", "tunedModels/mine"},
		{"gemini endpoint in full", genai.Gemini, endpoint, ""},
		{"gemini endpoint in short", genai.Gemini, "endpoints/123", ""},
		{"gemini number", genai.Gemini, "123", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			opts := genai.Options{Backend: tt.backend, NoAuth: true, HTTPClient: modeltest.Guarded(t)}
			fake := modeltest.NewGemini(t)
			if tt.backend == genai.Vertex {
				fake, opts.Project = modeltest.NewVertex(t), "p"
			}
			opts.BaseURL = fake.URL()
			client := open(t, opts)
			if tt.want != "" {
				fake.Script(modeltest.Good("yes"))
			}
			_, _, err := client.Ask(t.Context(), reply.Ask{Name: tt.ask, Prompt: "?"})
			if tt.want == "" {
				if !fault.Is(err, fault.Invalid) || fault.As(err).Field != "model" {
					t.Errorf("got %v", err)
				}
				return
			}
			if err != nil || fake.Asked()[0].Model != tt.want {
				t.Errorf("%v, asked %+v", err, fake.Asked())
			}
		})
	}
}

func TestNewRefuses(t *testing.T) {
	for _, tt := range []struct {
		name  string
		opts  genai.Options
		field string
	}{
		{"another backend", genai.Options{Backend: "bard"}, "models.genai.backend"},
		{"vertex without a project", genai.Options{}, "models.genai.project"},
		{"gemini with a project", genai.Options{Backend: genai.Gemini, Project: "p"}, "models.genai.project"},
		{"vertex with a key", genai.Options{Project: "p", Key: modeltest.Secret}, ""},
		{"no credentials to Google", genai.Options{Project: "p", NoAuth: true}, "models.genai.base_url"},
		{"a key in the clear", genai.Options{Backend: genai.Gemini, Key: modeltest.Secret, BaseURL: "http://proxy.example"}, "models.genai.base_url"},
		{"an endpoint in short", genai.Options{Project: "p", Model: "endpoints/1"}, "model"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := genai.New(tt.opts)
			if !fault.Is(err, fault.Invalid) || fault.As(err).Field != tt.field || strings.Contains(err.Error(), modeltest.Secret) {
				t.Errorf("got %v", err)
			}
		})
	}
}

// A key in the environment is not taken behind the caller's back, and the
// library's words about it do not reach the standard logger.
func TestEnvironment(t *testing.T) {
	t.Setenv("GOOGLE_API_KEY", "key-of-the-environment")
	t.Setenv("GEMINI_API_KEY", "another-of-the-environment")
	t.Setenv("GOOGLE_GENAI_USE_VERTEXAI", "true")
	var std bytes.Buffer
	before := log.Writer()
	defer log.SetOutput(before)
	log.SetOutput(&std)
	for _, tt := range []struct {
		name string
		fake *modeltest.Fake
		opts genai.Options
		want string
	}{
		{"gemini", modeltest.NewGemini(t), genai.Options{Backend: genai.Gemini, Key: modeltest.Secret}, modeltest.Secret},
		{"gemini without a key", modeltest.NewGemini(t), genai.Options{Backend: genai.Gemini, NoAuth: true}, "none"},
		{"vertex", modeltest.NewVertex(t), genai.Options{Project: "p", NoAuth: true}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.opts.BaseURL, tt.opts.HTTPClient = tt.fake.URL(), modeltest.Guarded(t)
			client := open(t, tt.opts)
			tt.fake.Script(modeltest.Good("yes"))
			if _, _, err := client.Ask(t.Context(), reply.Ask{Name: "m", Prompt: "?"}); err != nil {
				t.Fatal(err)
			}
			if got := tt.fake.Asked()[0].Secret; got != tt.want {
				t.Errorf("asked with %q, want %q", got, tt.want)
			}
		})
	}
	if std.Len() > 0 || log.Writer() != &std {
		t.Errorf("on the standard logger: %q", std.String())
	}
}

func TestCheck(t *testing.T) {
	t.Setenv("GOOGLE_APPLICATION_CREDENTIALS", filepath.Join(t.TempDir(), "none.json"))
	for _, tt := range []struct {
		name string
		opts genai.Options
		kind fault.Kind // empty: there are credentials
		hint string
	}{
		{"vertex without", genai.Options{Project: "p"}, fault.Denied, "gcloud auth application-default login"},
		{"vertex to loopback", genai.Options{Project: "p", NoAuth: true, BaseURL: "http://127.0.0.1:1"}, "", ""},
		{"gemini without", genai.Options{Backend: genai.Gemini}, fault.Denied, "GEMINI_API_KEY"},
		{"gemini with", genai.Options{Backend: genai.Gemini, Key: modeltest.Secret}, "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.opts.HTTPClient = modeltest.Guarded(t)
			client := open(t, tt.opts)
			err := client.Check(t.Context())
			if tt.kind == "" {
				if err != nil {
					t.Errorf("got %v", err)
				}
				return
			}
			_, _, asked := client.Ask(t.Context(), reply.Ask{Name: "m", Prompt: "?"})
			for _, err := range []error{err, asked} {
				if !fault.Is(err, tt.kind) || !strings.Contains(fault.As(err).Hint, tt.hint) {
					t.Errorf("got %v", err)
				}
			}
		})
	}
}

func Example() {
	var tb testing.T
	fake := modeltest.NewGemini(&tb) // in a program: Google's, with a key
	defer fake.Close()
	fake.Script(modeltest.Good(`{"angle": 30}`))

	client, err := genai.New(genai.Options{Backend: genai.Gemini, Model: "gemini-2.5-flash", BaseURL: fake.URL(), NoAuth: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	text, usage, err := client.Ask(context.Background(), reply.Ask{Prompt: "Where next?"})
	fmt.Println(text, usage.TokensIn, usage.TokensOut, err)
	// Output: {"angle": 30} 11 12 <nil>
}
