package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// workBar shows the progress of long work on a terminal; elsewhere it shows nothing.
type workBar struct {
	out   io.Writer // nil: no terminal
	doing string
	bar   *progressbar.ProgressBar // nil: none, or the total is not known
}

func newWorkBar(w io.Writer) *workBar {
	if f, ok := w.(*os.File); !ok || !term.IsTerminal(int(f.Fd())) {
		w = nil
	}
	return &workBar{out: w}
}

// tell shows what is being done, and how many bytes of total; 0 for a total that is not known.
func (b *workBar) tell(doing string, done, total int64) {
	if b.out == nil {
		return
	}
	if doing != b.doing {
		b.end()
		b.doing = doing
		if total == 0 {
			fmt.Fprintf(b.out, "%s …\n", doing)
			return
		}
		b.bar = progressbar.NewOptions64(total, progressbar.OptionSetWriter(b.out), progressbar.OptionSetDescription(doing),
			progressbar.OptionShowBytes(true), progressbar.OptionClearOnFinish(), progressbar.OptionThrottle(100*time.Millisecond))
	}
	if b.bar != nil {
		_ = b.bar.Set64(min(done, total)) // a failing terminal must not fail the work
	}
}

// end removes the bar.
func (b *workBar) end() {
	if b.bar != nil {
		_ = b.bar.Finish()
		b.bar = nil
	}
}
