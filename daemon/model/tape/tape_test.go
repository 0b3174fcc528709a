package tape_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"navd/daemon/fault"
	"navd/daemon/model"
	"navd/daemon/model/modeltest"
	"navd/daemon/model/tape"
	"navd/daemon/reply"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// clock gives a time that goes on a second with each look.
func clock() func() time.Time {
	t := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	return func() time.Time { t = t.Add(time.Second); return t }
}

func create(t *testing.T, path string) *tape.Tape {
	t.Helper()
	tp, err := tape.Create(path, clock())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tp.Close() })
	return tp
}

// said is all that came of one call.
type said struct {
	Text  string
	Usage reply.Usage
	Kind  fault.Kind
	Words string
	After time.Duration
}

func ask(m model.Model, a reply.Ask) said {
	text, usage, err := m.Ask(context.Background(), a)
	s := said{Text: text, Usage: usage}
	if f := fault.As(err); f != nil {
		s.Kind, s.Words, s.After = f.Kind, f.Message, f.After
	}
	return s
}

func question(prompt string, try int) reply.Ask {
	return reply.Ask{Role: "planner", Name: "flash", System: "S", Prompt: prompt, Try: try, Images: []reply.Image{{MIME: "image/png", Bytes: []byte(prompt), View: -1}}}
}

// What was recorded is replayed: texts, faults and what they took.
func TestReplay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.tape")
	tp := create(t, path)
	busy := fault.New(fault.Unavailable, "busy")
	busy.After = 2 * time.Second
	script := modeltest.NewScript(
		modeltest.Line{Text: "left", Usage: reply.Usage{TokensIn: 10, TokensOut: 2, Cost: 0.25}},
		modeltest.Line{Err: busy}, modeltest.Line{Text: "거실"}, modeltest.Line{Panic: true},
	)
	r := tp.Recorder("vertex", model.NewGuard(script, 1, time.Now))
	asks := []reply.Ask{question("where?", 0), question("and now?", 0), question("and now?", 1), question("why?", 0)}
	var first []said
	for _, a := range asks {
		first = append(first, ask(r, a))
	}
	if first[0].Usage.Took != time.Second || first[1].After != 2*time.Second || first[3].Kind != fault.Internal {
		t.Errorf("recorded %+v", first)
	}
	if again := ask(r, asks[0]); again != first[0] || len(script.Asked()) != 4 {
		t.Errorf("asked twice: %+v, %d calls", again, len(script.Asked()))
	}
	back, err := tape.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	var second []said
	for _, a := range asks {
		second = append(second, ask(back.Player("vertex"), a))
	}
	if diff := cmp.Diff(first, second); diff != "" {
		t.Errorf("(-recorded +replayed):\n%s", diff)
	}
	if diff := cmp.Diff(tp.Calls(), back.Calls()); diff != "" {
		t.Errorf("calls (-recorded +read):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"vertex"}, back.Providers()); diff != "" {
		t.Error(diff)
	}
}

// Several answers to one question are each asked for once and replayed; on a tape of before
// the one answer is all of them.
func TestSamples(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.tape")
	tp := create(t, path)
	script := modeltest.NewScript(modeltest.Line{Text: "left"}, modeltest.Line{Text: "right"}, modeltest.Line{Text: "back"})
	r := tp.Recorder("vertex", script)
	sample := func(m model.Model, prompt string, n int) string {
		a := question(prompt, 0)
		a.Sample = n
		return ask(m, a).Text
	}
	all := func(m model.Model) (texts []string) {
		for n := range 2 {
			texts = append(texts, sample(m, "where?", n))
		}
		return append(texts, sample(m, "why?", 0))
	}
	want := []string{"left", "right", "back"}
	for range 2 {
		if diff := cmp.Diff(want, all(r)); diff != "" {
			t.Errorf("recorded: %s", diff)
		}
	}
	back, err := tape.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	p := back.Player("vertex")
	if diff := cmp.Diff(want, all(p)); diff != "" {
		t.Errorf("replayed: %s", diff)
	}
	if got := sample(p, "why?", 3); got != "back" {
		t.Errorf("the fourth answer to a question that has one: %q", got)
	}
	if calls := back.Calls(); len(calls) != 3 || calls[1].Sample != 1 {
		t.Errorf("the tape has %+v", calls)
	}
}

// Whatever is asked otherwise is another question.
func TestKey(t *testing.T) {
	base := question("where?", 0)
	seen := map[string]string{tape.Key("vertex", base): "the question itself", tape.Key("genai", base): "provider"}
	for name, change := range map[string]func(*reply.Ask){
		"role":          func(a *reply.Ask) { a.Role = "scene" },
		"model":         func(a *reply.Ask) { a.Name = "pro" },
		"system":        func(a *reply.Ask) { a.System = "T" },
		"prompt":        func(a *reply.Ask) { a.Prompt += "?" },
		"shifted words": func(a *reply.Ask) { a.System, a.Prompt = a.System+a.Prompt[:1], a.Prompt[1:] },
		"schema":        func(a *reply.Ask) { a.Schema = "{}" },
		"temperature":   func(a *reply.Ask) { a.Temperature = 0.1 },
		"tokens":        func(a *reply.Ask) { a.MaxTokens = 5 },
		"try":           func(a *reply.Ask) { a.Try = 1 },
		"sample":        func(a *reply.Ask) { a.Sample = 1 },
		"picture":       func(a *reply.Ask) { a.Images = []reply.Image{{MIME: "image/png", Bytes: []byte("x"), View: -1}} },
		"view":          func(a *reply.Ask) { a.Images = []reply.Image{{MIME: "image/png", Bytes: []byte("where?"), View: 3}} },
		"no picture":    func(a *reply.Ask) { a.Images = nil },
	} {
		a := base
		change(&a)
		key := tape.Key("vertex", a)
		if seen[key] != "" {
			t.Errorf("%s and %s have one key", name, seen[key])
		}
		seen[key] = name
	}
	same := base
	same.Wait, same.Model = time.Second, 3
	if tape.Key("vertex", same) != tape.Key("vertex", base) {
		t.Error("a pause or the place in the chain makes another question")
	}
}

func TestPlayerWithoutTheQuestion(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.tape")
	create(t, path)
	tp, err := tape.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := ask(tp.Player("vertex"), question("where?", 0)); got.Kind != fault.NotFound || !strings.Contains(got.Words, "not on the tape") {
		t.Errorf("got %+v", got)
	}
}

// A call that was taken back leaves its question free; who waits for it asks.
func TestTakenBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tp := create(t, filepath.Join(t.TempDir(), "a.tape"))
		script := modeltest.NewScript(modeltest.Line{Delay: time.Hour}, modeltest.Line{Text: "at last", Delay: time.Second})
		r := tp.Recorder("vertex", script)
		ctx, cancel := context.WithCancel(t.Context())
		var all sync.WaitGroup
		all.Go(func() {
			if _, _, err := r.Ask(ctx, question("where?", 0)); !fault.Is(err, fault.Cancelled) {
				t.Errorf("taken back: %v", err)
			}
		})
		synctest.Wait()
		for range 3 {
			all.Go(func() {
				if text, _, err := r.Ask(t.Context(), question("where?", 0)); text != "at last" || err != nil {
					t.Errorf("waited for %q, %v", text, err)
				}
			})
		}
		synctest.Wait()
		cancel()
		all.Wait()
		if len(script.Asked()) != 2 || len(tp.Calls()) != 1 {
			t.Errorf("%d calls, %d on the tape", len(script.Asked()), len(tp.Calls()))
		}
	})
}

// A tape goes on after a crash: what is whole stays, half a line goes.
func TestGoOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.tape")
	tp := create(t, path)
	ask(tp.Recorder("vertex", modeltest.NewScript(modeltest.Line{Text: "one"})), question("1", 0))
	tp.Close()
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append(whole, `{"key":"half`...), 0o600); err != nil {
		t.Fatal(err)
	}
	tp = create(t, path)
	script := modeltest.NewScript(modeltest.Line{Text: "two"})
	r := tp.Recorder("vertex", script)
	if one, two := ask(r, question("1", 0)), ask(r, question("2", 0)); one.Text != "one" || two.Text != "two" || len(script.Asked()) != 1 {
		t.Errorf("%+v, %+v", one, two)
	}
	back, err := tape.Open(path)
	if err != nil || len(back.Calls()) != 2 {
		t.Errorf("%v, %v", back, err)
	}
}

// pipe makes a pipe that nobody writes to.
func pipe(t *testing.T, dir string) string {
	t.Helper()
	path := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestBadTapes(t *testing.T) {
	dir := t.TempDir()
	file := func(text string) string {
		path := filepath.Join(dir, fmt.Sprintf("%x", len(text)))
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, tt := range []struct {
		name, path string
		kind       fault.Kind
		want       string
	}{
		{"none", filepath.Join(dir, "none"), fault.NotFound, "no such file"},
		{"a directory", dir, fault.Denied, "not a regular file"},
		{"a pipe", pipe(t, dir), fault.Denied, "not a regular file"},
		{"something else", file("hello\n"), fault.Invalid, "not a tape"},
		{"half a line of something else", file("hell"), fault.Invalid, "not a tape"},
		{"another version", file(`{"navd_tape":99}` + "\n"), fault.Invalid, "not a tape"},
		{"a broken line", file(`{"navd_tape":1}` + "\n{]\n"), fault.Corrupt, "line 2"},
		{"a line of nothing", file(`{"navd_tape":1}` + "\n\n{}\n"), fault.Corrupt, "line 2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := tape.Open(tt.path)
			if !fault.Is(err, tt.kind) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("open: %v", err)
			}
			if tt.kind == fault.NotFound {
				return
			}
			if _, err := tape.Create(tt.path, clock()); !fault.Is(err, tt.kind) {
				t.Errorf("create: %v", err)
			}
		})
	}
}

// A tape that can take no more says so, and the robot has its answer.
func TestFullTape(t *testing.T) {
	tp := create(t, filepath.Join(t.TempDir(), "a.tape"))
	tp.Close()
	if got := ask(tp.Recorder("vertex", modeltest.NewScript(modeltest.Line{Text: "left"})), question("where?", 0)); got.Text != "left" || got.Kind != "" {
		t.Errorf("got %+v", got)
	}
	if err := tp.Err(); !fault.Is(err, fault.Unavailable) || !strings.Contains(err.Error(), "cannot be written any more") {
		t.Errorf("got %v", err)
	}
}

// Two do not record on one tape: their lines would overwrite each other. Who
// replays does not mind.
func TestOneRecorder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.tape")
	first := create(t, path)
	if _, err := tape.Create(path, clock()); !fault.Is(err, fault.Conflict) {
		t.Errorf("the second: %v", err)
	}
	if _, err := tape.Open(path); err != nil {
		t.Errorf("to replay: %v", err)
	}
	first.Close()
	create(t, path)
}

func Example() {
	dir, err := os.MkdirTemp("", "tape")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "run.tape")
	recording, err := tape.Create(path, time.Now)
	if err != nil {
		fmt.Println(err)
		return
	}
	m := recording.Recorder("vertex", modeltest.NewScript(modeltest.Line{Text: "turn left"}))
	text, _, _ := m.Ask(context.Background(), reply.Ask{Prompt: "where next?"})
	recording.Close()
	replay, err := tape.Open(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	again, _, _ := replay.Player("vertex").Ask(context.Background(), reply.Ask{Prompt: "where next?"})
	fmt.Println(text == again, len(replay.Calls()))
	// Output: true 1
}

func FuzzOpen(f *testing.F) {
	f.Add([]byte(`{"navd_tape":1}` + "\n" + `{"key":"k","provider":"vertex","text":"x"}` + "\n"))
	f.Add([]byte("\n\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "f")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		all, bad := tape.Inspect(path)
		tp, err := tape.Open(path)
		if err != nil {
			if d, err := tape.Drop(path, true, func(*tape.Call) bool { return false }); (err == nil) != (bad == nil) || d.Kept != len(all.Calls) {
				t.Fatalf("holds %+v, %v; mended: %+v, %v", all, bad, d, err)
			}
			if _, err := tape.Open(path); err != nil && bad == nil {
				t.Fatalf("mended, but does not open: %v", err)
			}
			return
		}
		rec, err := tape.Create(path, clock())
		if err != nil {
			t.Fatalf("opens, but does not go on: %v", err)
		}
		defer rec.Close()
		if diff := cmp.Diff(tp.Calls(), rec.Calls()); diff != "" {
			t.Error(diff)
		}
	})
}
