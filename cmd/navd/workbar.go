package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// workBar shows on a terminal how far long work is; nowhere else.
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

// tell shows what is done, and how many bytes of how many.
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
		_ = b.bar.Set64(min(done, total)) // a terminal that does not show it is no error of the work
	}
}

// end takes the bar away.
func (b *workBar) end() {
	if b.bar != nil {
		_ = b.bar.Finish()
		b.bar = nil
	}
}
