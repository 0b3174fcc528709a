package openai_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"navd/daemon/fault"
	"navd/daemon/model/modeltest"
	"navd/daemon/model/openai"
	"navd/daemon/reply"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestSuite(t *testing.T) {
	modeltest.Suite(t, modeltest.Maker{
		Fake: modeltest.NewOpenAI,
		New: func(_ testing.TB, address string, hc *http.Client) (modeltest.Client, error) {
			return openai.New(openai.Options{BaseURL: address + "/v1", Key: modeltest.Secret, Model: "fake-model", HTTPClient: hc})
		},
		Model:  "fake-model",
		Format: "json_schema",
	})
}

// A server that knows fewer forms of answers is asked for less, and once only.
func TestForms(t *testing.T) {
	good := modeltest.Good("{}")
	bad, odd := modeltest.Status(400), modeltest.Status(422)
	for _, tt := range []struct {
		name    string
		answers [][]modeltest.Answer // of each ask
		kinds   []fault.Kind         // of each ask; empty: answered
		want    []string             // forms in the order of the calls
	}{
		{"schema", [][]modeltest.Answer{{good}, {good}}, []fault.Kind{"", ""}, []string{"json_schema", "json_schema"}},
		{"object", [][]modeltest.Answer{{bad, good}, {good}}, []fault.Kind{"", ""}, []string{"json_schema", "json_object", "json_object"}},
		{"untold", [][]modeltest.Answer{{bad, odd, good}, {good}}, []fault.Kind{"", ""}, []string{"json_schema", "json_object", "", ""}},
		{
			"the request itself is wrong", [][]modeltest.Answer{{bad, bad, bad}, {good}},
			[]fault.Kind{fault.Invalid, ""}, []string{"json_schema", "json_object", "", "json_schema"},
		},
		{
			"away in between", [][]modeltest.Answer{{bad, modeltest.Status(503)}, {good}},
			[]fault.Kind{fault.Unavailable, ""}, []string{"json_schema", "json_object", "json_schema"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			fake := modeltest.NewOpenAI(t)
			client, err := openai.New(openai.Options{BaseURL: fake.URL() + "/v1", HTTPClient: modeltest.Guarded(t)})
			if err != nil {
				t.Fatal(err)
			}
			defer client.Close()
			for i, answers := range tt.answers {
				fake.Script(answers...)
				_, _, err := client.Ask(t.Context(), reply.Ask{Name: "m", Prompt: "?", Schema: `{"type":"object"}`})
				if (err != nil) != (tt.kinds[i] != "") || err != nil && !fault.Is(err, tt.kinds[i]) {
					t.Errorf("ask %d: %v, want kind %q", i, err, tt.kinds[i])
				}
			}
			var got []string
			for _, asked := range fake.Asked() {
				got = append(got, asked.Format)
				if asked.Secret != "" {
					t.Errorf("a key %q that nobody gave", asked.Secret)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("forms (-want +got):\n%s", diff)
			}
		})
	}
}

func TestNewRefuses(t *testing.T) {
	for _, tt := range []struct{ name, address string }{
		{"nothing", ""},
		{"another scheme", "ftp://127.0.0.1"},
		{"no host", "http://"},
		{"a password", "http://user:pass@127.0.0.1"},
		{"a query", "http://127.0.0.1/v1?key=abc"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := openai.New(openai.Options{BaseURL: tt.address})
			if !fault.Is(err, fault.Invalid) || fault.As(err).Field != "models.openai.base_url" {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestNoModel(t *testing.T) {
	client, err := openai.New(openai.Options{BaseURL: "http://127.0.0.1:1/v1", HTTPClient: modeltest.Guarded(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if _, _, err := client.Ask(t.Context(), reply.Ask{Prompt: "?"}); !fault.Is(err, fault.Invalid) || fault.As(err).Field != "model" {
		t.Errorf("got %v", err)
	}
}

func Example() {
	var tb testing.T
	fake := modeltest.NewOpenAI(&tb) // in a program: a server that is there
	defer fake.Close()
	fake.Script(modeltest.Good(`{"angle": 30}`))

	client, err := openai.New(openai.Options{BaseURL: fake.URL() + "/v1", Model: "qwen2.5-vl"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	text, usage, err := client.Ask(context.Background(), reply.Ask{Prompt: "Where next?"})
	fmt.Println(text, usage.TokensIn, usage.TokensOut, err)
	// Output: {"angle": 30} 11 12 <nil>
}

// A client that is to have a key says what lacks, and asks nobody without it.
func TestKeyIsMissed(t *testing.T) {
	fake := modeltest.NewOpenAI(t)
	opts := openai.Options{BaseURL: fake.URL() + "/v1", Setting: "models.servers", KeyVariable: "GPU_KEY", Model: "m", HTTPClient: modeltest.Guarded(t)}
	client, err := openai.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	want := &fault.Error{
		Kind: fault.Denied, Message: "no key for the server", Field: "models.servers", Given: `"GPU_KEY"`,
		Allowed: "a variable that is set where navd runs", Hint: "set GPU_KEY there, or take its name out of models.servers",
	}
	_, _, asked := client.Ask(t.Context(), reply.Ask{Prompt: "?"})
	for _, err := range []error{client.Check(t.Context()), asked} {
		if diff := cmp.Diff(want, fault.As(err)); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	}
	opts.BaseURL = "ftp://gpu"
	if _, err := openai.New(opts); fault.As(err).Field != "models.servers" {
		t.Errorf("a wrong address: %v", err)
	}
}
