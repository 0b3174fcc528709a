package vlm_test

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"navd/cmd/navsim/caption"
	"navd/cmd/navsim/vlm"
	"navd/daemon/nav"
	"navd/daemon/planner"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	publisher = "projects/p/locations/us-central1/publishers/google/models/gemini-2.5-flash-lite"
	endpoint  = "projects/p/locations/us-central1/endpoints/123"
	method    = ":generateContent"
)

// house is a model behind a real loopback socket.
type house struct {
	*testing.T
	model *vlm.Server
	url   string
	http  *http.Client
}

func newHouse(t *testing.T, opts vlm.Options) *house {
	t.Helper()
	model, err := vlm.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(model)
	t.Cleanup(srv.Close)
	return &house{t, model, srv.URL, srv.Client()}
}

// atOnce waits for nothing, and notes how long it should have.
func atOnce(waited *time.Duration) func(context.Context, time.Duration) error {
	return func(_ context.Context, d time.Duration) error {
		*waited += d
		return nil
	}
}

// force gives a fault to the next request.
func (h *house) force(f vlm.Fault) {
	h.Helper()
	if err := h.model.Force(f); err != nil {
		h.Fatal(err)
	}
}

// post sends a body and gives status and body of the answer.
func (h *house) post(path, body string) (int, http.Header, []byte, error) {
	h.Helper()
	return h.postUntil(h.Context(), path, body)
}

// postUntil is post by a client that goes away when a context ends.
func (h *house) postUntil(ctx context.Context, path, body string) (int, http.Header, []byte, error) {
	h.Helper()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.url+path, strings.NewReader(body))
	if err != nil {
		return 0, nil, nil, err
	}
	res, err := h.http.Do(req)
	if err != nil {
		return 0, nil, nil, err
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	return res.StatusCode, res.Header, data, err
}

// answer is a response as a client reads it.
type answer struct {
	Candidates []struct {
		Content struct {
			Role  string
			Parts []struct{ Text string }
		}
		FinishReason  any
		SafetyRatings []struct {
			Category, Probability any
			Blocked               bool
		}
	}
	PromptFeedback *struct{ BlockReason any }
	UsageMetadata  struct{ PromptTokenCount, CandidatesTokenCount, TotalTokenCount int }
	ModelVersion   string
	Error          *struct {
		Code            int
		Message, Status string
	}
}

// text is the answer's text, "" for none.
func (a answer) text() string {
	if len(a.Candidates) == 0 || len(a.Candidates[0].Content.Parts) == 0 {
		return ""
	}
	return a.Candidates[0].Content.Parts[0].Text
}

// ask asks a model and wants an answer that can be read.
func (h *house) ask(resource, body string) (a answer) {
	h.Helper()
	code, _, data, err := h.post("/v1beta1/"+resource+method, body)
	if err != nil {
		h.Fatal(err)
	}
	if err := json.Unmarshal(data, &a); err != nil || code != http.StatusOK {
		h.Fatalf("status %d, %v: %s", code, err, data)
	}
	return a
}

// request builds the body of a request.
func request(t *testing.T, system, prompt, schema string, pictures ...[]byte) string {
	t.Helper()
	type m = map[string]any
	parts := []m{}
	for _, p := range pictures {
		parts = append(parts, m{"inlineData": m{"mimeType": http.DetectContentType(p), "data": p}})
	}
	body := m{"contents": []m{{"role": "user", "parts": append(parts, m{"text": prompt})}}}
	config := m{"temperature": 0.2, "maxOutputTokens": 512}
	if schema != "" {
		config["responseMimeType"], config["responseSchema"] = "application/json", json.RawMessage(schema)
	}
	body["generationConfig"] = config
	if system != "" {
		body["systemInstruction"] = m{"role": "user", "parts": []m{{"text": system}}}
	}
	data, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// photo is a small JPEG that shows something.
func photo(t *testing.T, seen *caption.Seen) []byte {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 12, 8))
	img.Set(3, 3, color.White)
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, nil); err != nil {
		t.Fatal(err)
	}
	if seen == nil {
		return b.Bytes()
	}
	data, err := caption.Label(b.Bytes(), *seen)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func drawing(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 4, 4))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// question is a real prompt of the planner for a scan at the beginning.
func question(t *testing.T, goal string, shown []int, labels ...nav.Glimpse) (system, prompt string) {
	t.Helper()
	m, _, _ := nav.New("ep", goal, nav.DefaultConfig())
	sv := m.Survey(shown, 11, labels)
	own, err := planner.ParsePrompt(planner.BuiltIn())
	if err != nil {
		t.Fatal(err)
	}
	ask := planner.Brief{Survey: sv, Context: m.Context(sv, nav.Prompt{})}.Ask(own)
	return ask.System, ask.Prompt
}

func glimpse(view int, room string, free, see float64, objects ...string) nav.Glimpse {
	return nav.Glimpse{View: view, SceneType: room, FreeM: &free, SeeM: &see, Objects: objects}
}
