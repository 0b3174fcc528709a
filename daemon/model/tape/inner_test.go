package tape

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"navd/daemon/model/modeltest"
	"navd/daemon/reply"
)

// After a write that failed nothing more is written: behind half a line
// another one would make the whole tape unreadable.
func TestEndsAtTheFirstError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.tape")
	tp, err := Create(path, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer tp.Close()
	r := tp.Recorder("vertex", modeltest.NewScript(modeltest.Line{Text: "a"}, modeltest.Line{Text: "b"}, modeltest.Line{Text: "c"}))
	ask := func(prompt string) {
		if _, _, err := r.Ask(t.Context(), reply.Ask{Prompt: prompt}); err != nil {
			t.Errorf("%s: %v", prompt, err)
		}
	}
	ask("1")
	good := tp.file
	if tp.file, err = os.Open(path); err != nil { // takes no writes
		t.Fatal(err)
	}
	ask("2")
	tp.file.Close()
	tp.file = good
	ask("3")
	back, err := Open(path)
	if err != nil || len(back.Calls()) != 1 || tp.Err() == nil {
		t.Errorf("%v, %v; recording: %v", back, err, tp.Err())
	}
}
