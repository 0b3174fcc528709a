package modeltest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"navd/daemon/fault"
	"navd/daemon/model"
	"navd/daemon/reply"
)

// Client is a provider's client.
type Client interface {
	model.Model
	Close() error
}

// Maker makes what the suite tests.
type Maker struct {
	// Fake starts the provider's server.
	Fake func(testing.TB) *Fake
	// New makes a client for the server at this address. It is to show Secret
	// as its key or token, to make its calls over hc, and to ask the model
	// "fake-model" when an ask names none.
	New func(tb testing.TB, address string, hc *http.Client) (Client, error)
	// Model is that model's name as the server sees it.
	Model string
	// Format is the word for an answer by a schema on the wire.
	Format string
}

// Suite tests a provider's client against its fake: what it asks, what it
// gives back, and which fault each misbehaviour is.
func Suite(t *testing.T, m Maker) {
	t.Run("asks", m.asks)
	t.Run("faults", m.faults)
	t.Run("context", m.context)
	t.Run("refused before the call", m.invalid)
	t.Run("concurrent", m.concurrent)
	t.Run("out of reach", m.outOfReach)
}

// begin starts a fake and a client, which end with the test and must leave no
// goroutine behind.
func (m Maker) begin(t *testing.T, answers ...Answer) (*Fake, Client) {
	t.Helper()
	running := goleak.IgnoreCurrent()
	t.Cleanup(func() { goleak.VerifyNone(t, running) })
	fake := m.Fake(t)
	fake.Script(answers...)
	client, err := m.New(t, fake.URL(), Guarded(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := client.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return fake, client
}

// picture gives bytes of all values: nothing may be lost on the way.
func picture(first byte) []byte {
	out := make([]byte, 1024)
	for i := range out {
		out[i] = first + byte(i)
	}
	return out
}

const schema = `{"type":"object","properties":{"angle":{"type":"number","minimum":-180,"maximum":180},` +
	`"why":{"type":["string","null"],"enum":["door","hall"]},"seen":{"type":"array","items":{"type":"string"},"maxItems":9}},"required":["angle"]}`

func (m Maker) asks(t *testing.T) {
	full := reply.Ask{
		System: "You steer a robot.", Prompt: "Where next? 어디로?",
		Images: []reply.Image{{MIME: "image/jpeg", Bytes: picture(0), View: 3}, {MIME: "image/png", Bytes: picture(7), View: -1}},
		Schema: schema, Temperature: 0.5, MaxTokens: 300,
	}
	fullParts := []model.Part{
		{Text: "Where next? 어디로?"}, {Text: "View 3:"},
		{MIME: "image/jpeg", Bytes: picture(0)}, {MIME: "image/png", Bytes: picture(7)},
	}
	usage := reply.Usage{TokensIn: TokensIn, TokensOut: TokensOut}
	for _, tt := range []struct {
		name   string
		ask    reply.Ask
		answer Answer
		text   string
		want   Asked
	}{
		{
			"everything", full, Good(`{"angle": 30}`), `{"angle": 30}`,
			Asked{System: full.System, Parts: fullParts, Format: m.Format, Fields: []string{"angle", "seen", "why"}, Temperature: 0.5, MaxTokens: 300},
		},
		{"a prompt alone", reply.Ask{Prompt: "Hello?"}, Good("hello"), "hello", Asked{Parts: []model.Part{{Text: "Hello?"}}}},
		{"an empty answer", reply.Ask{Prompt: "Hello?"}, Good(""), "", Asked{Parts: []model.Part{{Text: "Hello?"}}}},
		{"cut at the limit", reply.Ask{Prompt: "Hello?", MaxTokens: 2}, Cut(`{"angle`), `{"angle`, Asked{Parts: []model.Part{{Text: "Hello?"}}, MaxTokens: 2}},
		{"slowly", reply.Ask{Prompt: "Hello?"}, Answer{kind: drip, text: "hello", pause: time.Millisecond}, "hello", Asked{Parts: []model.Part{{Text: "Hello?"}}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			fake, client := m.begin(t, tt.answer)
			text, used, err := client.Ask(t.Context(), tt.ask)
			if text != tt.text || err != nil {
				t.Errorf("got %q, %v, want %q", text, err, tt.text)
			}
			want := usage
			want.Cut = tt.answer.kind == cut
			if diff := cmp.Diff(want, used); diff != "" {
				t.Errorf("usage (-want +got):\n%s", diff)
			}
			tt.want.Model, tt.want.Secret = m.Model, Secret
			if diff := cmp.Diff([]Asked{tt.want}, fake.Asked()); diff != "" {
				t.Errorf("asked (-want +got):\n%s", diff)
			}
		})
	}
}

func (m Maker) faults(t *testing.T) {
	for _, tt := range []struct {
		name   string
		answer Answer
		kind   fault.Kind
		after  time.Duration
		says   string
	}{
		{"bad request", Status(400), fault.Invalid, 0, "status 400 Bad Request: scripted refusal of [redacted]"},
		{"no credentials", Status(401), fault.Denied, 0, "scripted refusal of [redacted]"},
		{"forbidden", Status(403), fault.Denied, 0, "scripted refusal"},
		{"no such model", Status(404), fault.NotFound, 0, "scripted refusal"},
		{"odd", Status(418), fault.Invalid, 0, "scripted refusal"},
		{"request timeout", Status(408), fault.Unavailable, 0, "scripted refusal"},
		{"too many requests", Status(429), fault.Unavailable, 0, "scripted refusal"},
		{"too many requests, in seconds", RetryAfter(429, "2"), fault.Unavailable, 2 * time.Second, "scripted refusal"},
		{"too many requests, nonsense", RetryAfter(429, "soon"), fault.Unavailable, 0, "scripted refusal"},
		{"server error", Status(500), fault.Unavailable, 0, "scripted refusal"},
		{"away", Status(503), fault.Unavailable, 0, "scripted refusal"},
		{"away until a date", Answer{kind: refuse, status: 503, later: 3 * time.Second}, fault.Unavailable, 3 * time.Second, "scripted refusal"},
		{"redirect to elsewhere", Answer{kind: redirect, status: 307}, fault.Invalid, 0, "status 307"},
		{"connection reset", Answer{kind: reset}, fault.Unavailable, 0, "the provider"},
		{"broken off", Answer{kind: truncated}, fault.Unavailable, 0, "broke off"},
		{"malformed", Answer{kind: malformed}, fault.Unavailable, 0, "is not JSON"},
		{"a page", Raw("<html>sign in</html>"), fault.Unavailable, 0, "is not JSON: <html>sign in</html>"},
		{"another shape", Raw(`{"candidates": "none", "choices": "none"}`), fault.Unavailable, 0, "the provider's answer"},
		{"another shape within", Raw(`{"candidates": [{"content": 7}], "choices": [7]}`), fault.Unavailable, 0, "the provider's answer"},
		{"a list", Raw(`[]`), fault.Unavailable, 0, "the provider's answer"},
		{"an empty object", Raw(`{}`), fault.Unavailable, 0, "is empty"},
		{"no candidates", Answer{kind: empty}, fault.Unavailable, 0, "is empty"},
		{"blocked answer", Answer{kind: blocked}, fault.Denied, 0, "the provider blocked the answer: "},
		{"blocked prompt", Answer{kind: blockedPrompt}, fault.Denied, 0, ": SAFETY"},
		{"huge", Answer{kind: huge}, fault.TooLarge, 0, "over 4194304 bytes"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			fake, client := m.begin(t, tt.answer, Good("back"))
			text, _, err := client.Ask(t.Context(), reply.Ask{Prompt: "Where next?"})
			if text != "" {
				t.Errorf("text %q", text)
			}
			check(t, err, tt.kind, tt.says)
			if got := fault.As(err); got != nil && got.After != tt.after {
				t.Errorf("after %v, want %v", got.After, tt.after)
			}
			if got := len(fake.Asked()); got != 1 {
				t.Errorf("%d calls, want 1: retries are not the client's", got)
			}
			if text, _, err := client.Ask(t.Context(), reply.Ask{Prompt: "And now?"}); text != "back" || err != nil {
				t.Errorf("afterwards %q, %v", text, err)
			}
		})
	}
}

// check wants a fault of this kind that says something, shortly, and nothing
// that is secret.
func check(t *testing.T, err error, kind fault.Kind, says string) {
	t.Helper()
	if !fault.Is(err, kind) {
		t.Fatalf("got %v, want a fault of kind %s", err, kind)
	}
	f := fault.As(err)
	if !strings.Contains(f.Message, says) {
		t.Errorf("message %q, want %q in it", f.Message, says)
	}
	if len([]rune(f.Message)) > 300 {
		t.Errorf("a message of %d runes", len([]rune(f.Message)))
	}
	for e := error(f); e != nil; e = errors.Unwrap(e) {
		if all := fmt.Sprintf("%v %+v %#v", e, e, e); strings.Contains(all, Secret) {
			t.Errorf("the secret stands in %s", all)
		}
	}
}

func (m Maker) context(t *testing.T) {
	for _, tt := range []struct {
		name   string
		answer Answer
		ctx    func(context.Context, *Fake) (context.Context, context.CancelFunc)
		kind   fault.Kind
	}{
		{"deadline while it hangs", Hang(), deadline, fault.Timeout},
		{"deadline within the body", Answer{kind: drip, text: "hello", pause: time.Hour}, deadline, fault.Timeout},
		{"cancelled while it hangs", Hang(), cancelled, fault.Cancelled},
		{"cancelled within the body", Answer{kind: drip, text: "hello", pause: time.Hour}, cancelled, fault.Cancelled},
		{"cancelled for a reason", Hang(), budget, fault.Exhausted},
	} {
		t.Run(tt.name, func(t *testing.T) {
			fake, client := m.begin(t, tt.answer, Good("back"))
			ctx, cancel := tt.ctx(t.Context(), fake)
			defer cancel()
			_, _, err := client.Ask(ctx, reply.Ask{Prompt: "Where next?"})
			check(t, err, tt.kind, "")
			if text, _, err := client.Ask(t.Context(), reply.Ask{Prompt: "And now?"}); text != "back" || err != nil {
				t.Errorf("afterwards %q, %v", text, err)
			}
		})
	}
}

// deadline is over once its call has arrived: a time could be over before, on a busy
// machine, and the hang would still be to come.
func deadline(parent context.Context, fake *Fake) (context.Context, context.CancelFunc) {
	ctx := over{parent, make(chan struct{})}
	return ctx, whenArrived(ctx, fake, sync.OnceFunc(func() { close(ctx.done) }))
}

// over is a context whose deadline is over when its channel is closed.
type over struct {
	context.Context
	done chan struct{}
}

// Done implements context.Context.
func (o over) Done() <-chan struct{} { return o.done }

// Err implements context.Context.
func (o over) Err() error {
	select {
	case <-o.done:
		return context.DeadlineExceeded
	default:
		return nil
	}
}

// cancelled ends a context once its call has arrived.
func cancelled(parent context.Context, fake *Fake) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(parent)
	return ctx, whenArrived(ctx, fake, cancel)
}

// budget ends a context for a reason that is a fault.
func budget(parent context.Context, fake *Fake) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(parent)
	return ctx, whenArrived(ctx, fake, func() { cancel(fault.New(fault.Exhausted, "the budget is used up")) })
}

// whenArrived calls cancel when a call arrives, and gives the function that
// ends and waits for the goroutine which does it.
func whenArrived(ctx context.Context, fake *Fake, cancel func()) context.CancelFunc {
	var wg sync.WaitGroup
	wg.Go(func() {
		select {
		case <-fake.arrived:
			cancel()
		case <-ctx.Done():
		}
	})
	return func() { cancel(); wg.Wait() }
}

func (m Maker) invalid(t *testing.T) {
	image := func(mime string, bytes []byte) []reply.Image { return []reply.Image{{MIME: mime, Bytes: bytes}} }
	for _, tt := range []struct {
		name  string
		ask   reply.Ask
		field string
	}{
		{"nothing asked", reply.Ask{}, "prompt"},
		{"too hot", reply.Ask{Prompt: "?", Temperature: 2.1}, "temperature"},
		{"negative tokens", reply.Ask{Prompt: "?", MaxTokens: -1}, "max_tokens"},
		{"another kind of picture", reply.Ask{Prompt: "?", Images: image("image/gif", picture(0))}, "images[0].mime"},
		{"an empty picture", reply.Ask{Prompt: "?", Images: image("image/png", nil)}, "images[0]"},
		{"a schema that is no JSON", reply.Ask{Prompt: "?", Schema: "{"}, "schema"},
		{"a schema without a type", reply.Ask{Prompt: "?", Schema: `{"properties":{}}`}, "schema.type"},
		{"a schema with alternatives", reply.Ask{Prompt: "?", Schema: `{"type":"object","properties":{"a":{"anyOf":[]}}}`}, "schema.a"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			fake, client := m.begin(t)
			_, _, err := client.Ask(t.Context(), tt.ask)
			check(t, err, fault.Invalid, "")
			if got := fault.As(err).Field; got != tt.field {
				t.Errorf("field %q, want %q", got, tt.field)
			}
			if got := fake.Asked(); len(got) != 0 {
				t.Errorf("asked %+v", got)
			}
		})
	}
}

// asksAtOnce is how many asks run side by side.
const asksAtOnce = 50

func (m Maker) concurrent(t *testing.T) {
	answers := make([]Answer, asksAtOnce)
	for i := range answers {
		answers[i] = Good(`{"angle": 1}`)
	}
	fake, client := m.begin(t, answers...)
	var wg sync.WaitGroup
	for i := range asksAtOnce {
		wg.Go(func() {
			ask := reply.Ask{Prompt: fmt.Sprintf("Ask %d", i), Schema: schema}
			if text, _, err := client.Ask(t.Context(), ask); text != `{"angle": 1}` || err != nil {
				t.Errorf("ask %d: %q, %v", i, text, err)
			}
		})
	}
	wg.Wait()
	prompts := map[string]bool{}
	for _, asked := range fake.Asked() {
		prompts[asked.Parts[0].Text] = true
	}
	if len(prompts) != asksAtOnce {
		t.Errorf("%d different prompts arrived, want %d", len(prompts), asksAtOnce)
	}
}

func (m Maker) outOfReach(t *testing.T) {
	fake, client := m.begin(t)
	fake.Close()
	_, _, err := client.Ask(t.Context(), reply.Ask{Prompt: "?"})
	check(t, err, fault.Unavailable, "out of reach")
}
