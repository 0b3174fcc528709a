package main

import (
	"fmt"
	"io"
)

// workLine shows on a terminal how much of long work is done; elsewhere it shows nothing.
type workLine struct {
	out     io.Writer // nil: no terminal
	doing   string
	percent int64 // as shown, of work whose total is known
	open    bool  // the line of doing is not ended
}

func newWorkLine(w io.Writer) *workLine {
	if columnsOf(w) == 0 {
		w = nil
	}
	return &workLine{out: w}
}

// tell shows what is being done, and how many bytes of total; 0 for a total that is not known.
func (l *workLine) tell(doing string, done, total int64) {
	if l.out == nil {
		return
	}
	if total == 0 {
		if doing != l.doing {
			l.end()
			l.doing = doing
			fmt.Fprintf(l.out, "%s …\n", doing)
		}
		return
	}
	percent := min(done, total) * 100 / total
	if doing == l.doing && percent == l.percent {
		return
	}
	if doing != l.doing {
		l.end()
	}
	l.doing, l.percent, l.open = doing, percent, true
	fmt.Fprintf(l.out, "\r%s %3d%% of %s", doing, percent, bytesText(uint64(total)))
}

// end removes the line of work whose total is known.
func (l *workLine) end() {
	if l.open {
		fmt.Fprint(l.out, "\r\x1b[K")
		l.open = false
	}
}
