package vlm_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"navd/daemon/nav"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/cmd/navsim/caption"
	"navd/cmd/navsim/vlm"
	"navd/daemon/fault"
	"navd/daemon/grounding"
	"navd/daemon/planner"
	"navd/daemon/words"
)

const sceneSchema = `{"type":"OBJECT","properties":{"scene_type":{"type":"STRING"},"description":{"type":"STRING"},` +
	`"objects":{"type":"ARRAY","items":{"type":"STRING"}}},"required":["scene_type"]}`

// TestAnswers asks for everything that the model can answer.
func TestAnswers(t *testing.T) {
	system, prompt := question(t, "Sofa", []int{0, 3, 6}, glimpse(0, "kitchen", 3, 4, "Fridge"), glimpse(3, "living room", 3, 4, "Sofa"), glimpse(6, "kitchen", 3, 4))
	_, blind := question(t, "Fridge", []int{1, 3, 5})
	picture := photo(t, &caption.Seen{
		Views: []caption.View{{View: 1, Type: "living room", FreeM: 3, SeeM: 8, Objects: []string{"Sofa"}}, {View: 5, Type: "kitchen", FreeM: 3, SeeM: 4, Objects: []string{"Fridge"}}},
		Scene: &caption.Scene{Type: "hallway", Objects: []string{"Painting", "Painting"}, Description: "Narrow."},
	})
	bare := photo(t, &caption.Seen{Views: []caption.View{{View: 1, Type: "kitchen", SeeM: 8, Objects: []string{"Mug"}}, {View: 3, Type: "bedroom", SeeM: 2, Objects: []string{"Bed"}}}})
	for _, tt := range []struct {
		name, resource, body, want string
		role                       string
	}{
		{"the goal in the labels", publisher, request(t, system, prompt, planner.SchemaIn(nav.Wording{})),
			`{"angle":-90,"discovered_context":{"goal_scene_type":"living room","why":"I see the sofa."},"goal_flag":true}`, "planner"},
		{"the same without a schema, at an endpoint", endpoint, request(t, system, prompt, ""),
			`{"angle":-90,"discovered_context":{"goal_scene_type":"living room","why":"I see the sofa."},"goal_flag":true}`, "planner"},
		{"the goal in the picture", publisher, request(t, system, blind, planner.SchemaIn(nav.Wording{}), picture),
			`{"angle":-150,"discovered_context":{"goal_scene_type":"kitchen","why":"I see the fridge."},"goal_flag":true}`, "planner"},
		{"labels come before pictures", publisher, request(t, system, prompt, planner.SchemaIn(nav.Wording{}), picture),
			`{"angle":-90,"discovered_context":{"goal_scene_type":"living room","why":"I see the sofa."},"goal_flag":true}`, "planner"},
		{"a scene", publisher, request(t, "", "Describe this place.", sceneSchema, picture),
			`{"scene_type":"hallway","description":"Narrow.","objects":["Painting"]}`, "scene"},
		{"a scene asked for in words", endpoint, request(t, "Answer with scene_type, description, objects.", "Look.", "", picture),
			`{"scene_type":"hallway","description":"Narrow.","objects":["Painting"]}`, "scene"},
		{"a scene of which only views are known", publisher, request(t, "", "Describe.", sceneSchema, bare),
			`{"scene_type":"bedroom","description":"A place that looks like this: bedroom, with Mug, Bed.","objects":["Mug","Bed"]}`, "scene"},
		{"a scene that shows nothing", publisher, request(t, "", "Describe.", sceneSchema, drawing(t)),
			`{"scene_type":"unknown","description":"A place that looks like this: unknown.","objects":[]}`, "scene"},
		{"a final", publisher, request(t, "", "Feedback\nf3 step 2 (Success), spatial: \"the kitchen is green\"\nf4 step 3, general: \"mind\\nthe cat\"\n\nEntries\ng1 spatial: \"the kitchen is green\"", grounding.FinalSchema),
			`{"user_preference_grounding":{"content":""},"spatial_grounding":{"content":"the kitchen is green."},"procedural_grounding":{"content":""},"general_grounding_rules":{"content":"mind the cat."},"changes":[]}`, "final"},
		{"something else", publisher, request(t, "", "What is the time?", ""), "I can plan a robot's way, describe a scene and distil what users said; this asks for none of it.", "other"},
		{"something else by its schema", publisher, request(t, "goal_flag", "scene_type", `{"type":"STRING"}`), "I can plan a robot's way, describe a scene and distil what users said; this asks for none of it.", "other"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := newHouse(t, vlm.Options{})
			a := h.ask(tt.resource, tt.body)
			if diff := cmp.Diff(tt.want, a.text()); diff != "" {
				t.Error(diff)
			}
			u := a.UsageMetadata
			if a.Candidates[0].FinishReason != "STOP" || a.Candidates[0].Content.Role != "model" || a.ModelVersion != tt.resource[strings.LastIndex(tt.resource, "/")+1:] ||
				u.PromptTokenCount == 0 || u.CandidatesTokenCount != words.Tokens(tt.want) || u.TotalTokenCount != u.PromptTokenCount+u.CandidatesTokenCount {
				t.Errorf("%+v", a)
			}
			if got := h.model.Asked(); got.Requests != 1 || got.Refused != 0 || got.Tokens != u.PromptTokenCount || got.Recent[0].Role != tt.role {
				t.Errorf("%+v", got)
			}
		})
	}
}

// TestRefused sends what a real service would not take.
func TestRefused(t *testing.T) {
	const part = `{"contents":[{"role":"user","parts":[%s]}]}`
	text := func(config string) string {
		return `{"contents":[{"role":"user","parts":[{"text":"hi"}]}],"generationConfig":` + config + `}`
	}
	blob := func(mime string, data []byte) string {
		return fmt.Sprintf(part, fmt.Sprintf(`{"inlineData":{"mimeType":%q,"data":%q}}`, mime, base64.StdEncoding.EncodeToString(data)))
	}
	whole := photo(t, nil)
	for _, tt := range []struct{ name, body, want string }{
		{"nothing", ``, "Invalid JSON payload"},
		{"no JSON", `{"contents":`, "Invalid JSON payload"},
		{"a list", `[]`, "Root element"},
		{"more behind it", `{} {}`, "Expected end of input"},
		{"no contents", `{}`, "at least one contents field"},
		{"unknown at the top", `{"content":[]}`, `Unknown name "content": Cannot find field`},
		{"unknown inside", fmt.Sprintf(part, `{"text":"hi","txt":1}`), `Unknown name "txt" at 'contents[0].parts[0]'`},
		{"unknown in the configuration", text(`{"maxTokens":1}`), `Unknown name "maxTokens" at 'generationConfig'`},
		{"unknown in the schema", text(`{"responseSchema":{"properties":{"a":{"kind":"x"}}}}`), `'generationConfig.responseSchema.properties.a'`},
		{"other case", `{"Contents":[]}`, `Unknown name "Contents"`},
		{"mistyped", text(`{"temperature":"hot"}`), "Invalid value at 'generationConfig.temperature'"},
		{"no role", `{"contents":[{"parts":[{"text":"hi"}]}]}`, "valid role"},
		{"role of nobody", `{"contents":[{"role":"system","parts":[{"text":"hi"}]}]}`, "valid role"},
		{"the model speaks last", `{"contents":[{"role":"model","parts":[{"text":"hi"}]}]}`, "last content"},
		{"no parts", `{"contents":[{"role":"user"}]}`, "at least one parts field"},
		{"empty part", fmt.Sprintf(part, `{}`), "text parameter"},
		{"empty text", fmt.Sprintf(part, `{"text":""}`), "text parameter"},
		{"text and picture in one", fmt.Sprintf(part, `{"text":"hi","inlineData":{"mimeType":"image/png","data":""}}`), "oneof"},
		{"broken base64", fmt.Sprintf(part, `{"inlineData":{"mimeType":"image/png","data":"?"}}`), "Base64"},
		{"kind of picture", blob("image/gif", whole), "image/gif, which is not supported"},
		{"no picture", blob("image/jpeg", []byte("hello")), "input image"},
		{"half a picture", blob("image/jpeg", whole[:len(whole)*3/4]), "input image"},
		{"another kind of picture", blob("image/png", whole), "input image"},
		{"picture as a system instruction", `{"contents":[{"role":"user","parts":[{"text":"hi"}]}],"systemInstruction":{"parts":[{"inlineData":{"mimeType":"image/png","data":"` +
			base64.StdEncoding.EncodeToString(drawing(t)) + `"}}]}}`, "only support text"},
		{"empty system instruction", `{"contents":[{"role":"user","parts":[{"text":"hi"}]}],"systemInstruction":{}}`, "parts field"},
		{"too hot", text(`{"temperature":2.1}`), "temperature value of 2.1"},
		{"no tokens", text(`{"maxOutputTokens":0}`), "maxOutputTokens value of 0"},
		{"too many tokens", text(`{"maxOutputTokens":65537}`), "maxOutputTokens value of 65537"},
		{"two candidates", text(`{"candidateCount":2}`), "candidateCount"},
		{"MIME type", text(`{"responseMimeType":"text/html"}`), "text/html"},
		{"schema without MIME type", text(`{"responseSchema":{"type":"OBJECT"}}`), "only supported with"},
		{"schema without type", text(`{"responseMimeType":"application/json","responseSchema":{}}`), "responseSchema.type'"},
		{"schema of a strange type", text(`{"responseMimeType":"application/json","responseSchema":{"type":6,"properties":{"a":{"type":9}}}}`), "responseSchema.properties.a.type'"},
		{"schema requires what is not there", text(`{"responseMimeType":"application/json","responseSchema":{"type":6,"required":["a"]}}`), "required[0]: property is not defined"},
		{"deep schema", text(`{"responseMimeType":"application/json","responseSchema":` + strings.Repeat(`{"type":5,"items":`, 40) + `{"type":1}` + strings.Repeat("}", 41)), "too deep"},
		{"another model", `{"model":"projects/p/locations/l/publishers/google/models/other","contents":[{"role":"user","parts":[{"text":"hi"}]}]}`, "not the one of its URL"},
		{"too large", `{"contents":"` + strings.Repeat("x", 21<<20) + `"}`, "exceeds the limit"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := newHouse(t, vlm.Options{})
			code, head, data, err := h.post("/v1beta1/"+publisher+method, tt.body)
			var a answer
			if err == nil {
				err = json.Unmarshal(data, &a)
			}
			if err != nil || code != http.StatusBadRequest || head.Get("Content-Type") != "application/json; charset=UTF-8" || a.Error == nil {
				t.Fatalf("status %d, %v: %s", code, err, data)
			}
			if a.Error.Code != code || a.Error.Status != "INVALID_ARGUMENT" || !strings.Contains(a.Error.Message, tt.want) {
				t.Errorf("got %+v, want %q in it", *a.Error, tt.want)
			}
			if got := h.model.Asked(); got.Requests != 0 || got.Refused != 1 {
				t.Errorf("%+v", got)
			}
		})
	}
}

// TestAccepted sends what a real service takes, in the spellings of both client
// libraries.
func TestAccepted(t *testing.T) {
	for _, tt := range []struct{ name, path, body string }{
		{"names with underscores", "/v1beta1/" + publisher, `{"contents":[{"role":"user","parts":[{"text":"hi"}]}],"generation_config":{"max_output_tokens":9},"system_instruction":{"parts":[{"text":"s"}]}}`},
		{"its own model in the body", "/v1beta1/" + endpoint, `{"model":"` + endpoint + `","contents":[{"role":"user","parts":[{"text":"hi"}]}]}`},
		{"the first version", "/v1/" + publisher, `{"contents":[{"role":"user","parts":[{"text":"hi"}]}]}`},
		{"a conversation", "/v1beta1/" + publisher, `{"contents":[{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"text":"b"}]},{"role":"user","parts":[{"text":"c"}]}]}`},
		{"types by number and in lower case", "/v1beta1/" + publisher, `{"contents":[{"role":"user","parts":[{"text":"hi"}]}],"generationConfig":{"responseMimeType":"application/json","responseSchema":{"type":6,"properties":{"a":{"type":"string","minimum":1}}}}}`},
		{"what it has no use for", "/v1beta1/" + publisher, `{"contents":[{"role":"user","parts":[{"text":"hi"}]}],"safetySettings":[{"category":1,"threshold":3}],"labels":{"a":"b"},"generationConfig":{"thinkingConfig":{"thinkingBudget":0},"topK":4,"seed":1}}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := newHouse(t, vlm.Options{})
			if code, _, data, err := h.post(tt.path+method, tt.body); err != nil || code != http.StatusOK {
				t.Errorf("status %d, %v: %s", code, err, data)
			}
		})
	}
}

// TestNotFound knows no other paths and methods.
func TestNotFound(t *testing.T) {
	h := newHouse(t, vlm.Options{})
	for _, path := range []string{"/", "/v1beta1/" + publisher, "/v1beta1/" + publisher + ":streamGenerateContent", "/v2/" + publisher + method, "/v1beta1/projects/p/models/m" + method} {
		if code, _, data, err := h.post(path, `{}`); err != nil || code != http.StatusNotFound || !strings.Contains(string(data), `"NOT_FOUND"`) {
			t.Errorf("%s: status %d, %v: %s", path, code, err, data)
		}
	}
	res, err := h.http.Get(h.url + "/v1beta1/" + publisher + method)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != http.StatusNotFound {
		t.Errorf("GET: status %d", res.StatusCode)
	}
}

// TestEnumNumbers gives enums by number to clients that want them so.
func TestEnumNumbers(t *testing.T) {
	h := newHouse(t, vlm.Options{})
	_, _, data, err := h.post("/v1beta1/"+publisher+method+"?%24alt=json%3Benum-encoding%3Dint", request(t, "", "hi", ""))
	if err != nil || !strings.Contains(string(data), `"finishReason":1`) {
		t.Errorf("%v: %s", err, data)
	}
}

// TestLimit ends an answer at the limit of tokens.
func TestLimit(t *testing.T) {
	h := newHouse(t, vlm.Options{})
	a := h.ask(publisher, `{"contents":[{"role":"user","parts":[{"text":"hi"}]}],"generationConfig":{"maxOutputTokens":3}}`)
	if a.text() != "I can plan a" || a.Candidates[0].FinishReason != "MAX_TOKENS" || a.UsageMetadata.CandidatesTokenCount != 3 {
		t.Errorf("%+v", a)
	}
}

// TestTell gives the answers that it was told, in order, to the model they were
// told for, and those of the prompt to all others.
func TestTell(t *testing.T) {
	system, prompt := question(t, "Sofa", nil, glimpse(0, "kitchen", 3, 4))
	body := request(t, system, prompt, planner.SchemaIn(nav.Wording{}))
	h := newHouse(t, vlm.Options{})
	first := planner.Decision{Angle: 12.5, SceneType: "attic", Why: "first"}
	second := planner.Decision{GoalFlag: true, Angle: -170, SceneType: "거실", Why: "second"}
	for _, tell := range []struct {
		model string
		d     planner.Decision
	}{{publisher, first}, {"gemini-2.5-flash-lite", second}, {"unasked", first}} {
		if err := h.model.Tell(tell.model, tell.d); err != nil {
			t.Fatal(err)
		}
	}
	own := h.ask(endpoint, body).text()
	h.force(vlm.Contradict)
	_ = h.ask(publisher, body) // cannot be read, so the answer comes again
	h.ask(publisher, request(t, "", "Describe.", sceneSchema))
	got := []string{h.ask(publisher, body).text(), h.ask(publisher, body).text(), h.ask(publisher, body).text()}
	if diff := cmp.Diff([]string{first.JSON(), second.JSON(), own}, got); diff != "" {
		t.Error(diff)
	}
	var told []bool
	for _, r := range h.model.Asked().Recent {
		told = append(told, r.Told)
	}
	if diff := cmp.Diff([]bool{false, true, false, true, true, false}, told); diff != "" {
		t.Error(diff)
	}
}

// TestTellIsBounded takes a thousand answers and no more.
func TestTellIsBounded(t *testing.T) {
	h := newHouse(t, vlm.Options{})
	var err error
	n := 0
	for ; err == nil && n < 2000; n++ {
		err = h.model.Tell("m", planner.Decision{})
	}
	if err := h.model.Tell("other", planner.Decision{Angle: math.Inf(1)}); !fault.Is(err, fault.Invalid) {
		t.Errorf("an angle that is no number: %v", err)
	}
	if n != 1001 || !fault.Is(err, fault.Exhausted) {
		t.Errorf("%d: %v", n, err)
	}
}

// TestAsked keeps what it was asked, the last thousand in full.
func TestAsked(t *testing.T) {
	h := newHouse(t, vlm.Options{Faults: vlm.Plan{Share: 1, Kinds: []vlm.Fault{vlm.Internal}}})
	picture := photo(t, &caption.Seen{})
	body := request(t, "sys", "prompt", "", picture, drawing(t))
	small := request(t, "", "hi", "")
	for i := range 1002 {
		if i > 0 {
			body = small
		}
		if code, _, _, err := h.post("/v1beta1/"+endpoint+method, body); err != nil || code != 500 {
			t.Fatalf("status %d, %v", code, err)
		}
		if i == 0 {
			want := vlm.Asked{
				Requests: 1, Tokens: 1 + 2 + 2*258, Pictures: 2, Models: map[string]int{"123": 1}, Faults: map[vlm.Fault]int{vlm.Internal: 1},
				Recent: []vlm.Request{{N: 1, Model: "123", Role: "other", Tokens: 519, Fault: vlm.Internal, Pictures: []vlm.Picture{
					{MIME: "image/jpeg", Bytes: len(picture), Width: 12, Height: 8, Labelled: true}, {MIME: "image/png", Bytes: len(drawing(t)), Width: 4, Height: 4},
				}}},
			}
			if diff := cmp.Diff(want, h.model.Asked()); diff != "" {
				t.Fatal(diff)
			}
		}
	}
	if got := h.model.Asked(); got.Requests != 1002 || len(got.Recent) != 1000 || got.Recent[0].N != 3 || got.Faults[vlm.Internal] != 1002 {
		t.Errorf("%d requests, %d kept from %d on, %v", got.Requests, len(got.Recent), got.Recent[0].N, got.Faults)
	}
}

// TestNewRefuses names the option that is wrong.
func TestNewRefuses(t *testing.T) {
	for _, tt := range []struct {
		name  string
		plan  vlm.Plan
		field string
	}{
		{"negative share", vlm.Plan{Share: -0.1}, "faults.share"},
		{"more than all", vlm.Plan{Share: 1.1}, "faults.share"},
		{"no number", vlm.Plan{Share: math.NaN()}, "faults.share"},
		{"no such kind", vlm.Plan{Kinds: []vlm.Fault{vlm.Hang, "boredom"}}, "faults.kinds"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := vlm.New(vlm.Options{Faults: tt.plan}); err == nil || fault.As(err).Field != tt.field {
				t.Errorf("got %v", err)
			}
		})
	}
}

// TestChatRefuses: over OpenAI's interface too, what a real server would not take is refused
// with the reason.
func TestChatRefuses(t *testing.T) {
	for _, tt := range []struct{ name, body, says string }{
		{"no JSON", `{`, "could not parse the JSON"},
		{"no model", `{"messages":[{"role":"user","content":"hello"}]}`, "must provide a model"},
		{"no messages", `{"model":"m"}`, "at least one contents"},
		{"a role that there is not", `{"model":"m","messages":[{"role":"robot","content":"hello"}]}`, "valid role"},
		{"content of another type", `{"model":"m","messages":[{"role":"user","content":7}]}`, "expected a string or an array"},
		{"a picture elsewhere", `{"model":"m","messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"https://example.com/a.png"}}]}]}`, "data:TYPE;base64,DATA"},
		{"no picture", `{"model":"m","messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,aGVsbG8="}}]}]}`, "process input image"},
		{"too hot", `{"model":"m","temperature":3,"messages":[{"role":"user","content":"hello"}]}`, "temperature"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, err := vlm.New(vlm.Options{})
			if err != nil {
				t.Fatal(err)
			}
			w := httptest.NewRecorder()
			m.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/v1/chat/completions", strings.NewReader(tt.body)))
			if w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), tt.says) || m.Asked().Refused != 1 {
				t.Errorf("%d %s, %+v", w.Code, w.Body, m.Asked())
			}
		})
	}
}
