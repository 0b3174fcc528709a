package server

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// chunks gives text in pieces of the sizes that a test draws.
type chunks struct {
	text string
	size func() int
}

func (c *chunks) Read(p []byte) (int, error) {
	if c.text == "" {
		return 0, io.EOF
	}
	n := copy(p, c.text[:min(len(c.text), c.size())])
	c.text = c.text[n:]
	return n, nil
}

const tooLong = "<too long>"

// readLines gives all lines of r, and a word for each that is too long.
func readLines(t interface{ Errorf(string, ...any) }, r *lineReader) (lines []string) {
	for {
		line, err := r.next()
		switch {
		case err == nil:
			lines = append(lines, string(line))
		case errors.Is(err, errLongLine):
			lines = append(lines, tooLong)
		default:
			if err != io.EOF {
				t.Errorf("error %v", err)
			}
			return lines
		}
	}
}

// TestLinesInPieces compares with a reader that has all the text at once.
func TestLinesInPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.IntRange(1, 12).Draw(t, "limit")
		text := rapid.StringOfN(rapid.SampledFrom([]rune("ab \r\n")), 0, 80, -1).Draw(t, "text")
		r := &lineReader{max: limit, from: &chunks{text, func() int { return rapid.IntRange(1, 9).Draw(t, "piece") }}}
		got := readLines(t, r)
		if diff := cmp.Diff(wantedLines(text, limit), got); diff != "" {
			t.Fatalf("%q, limit %d: -want +got:\n%s", text, limit, diff)
		}
	})
}

// wantedLines says in the plainest way what a reader should find.
func wantedLines(text string, limit int) (lines []string) {
	pieces := strings.Split(text, "\n")
	for i, line := range pieces {
		half := i == len(pieces)-1
		cut := strings.TrimSuffix(line, "\r")
		switch {
		case len(cut) > limit:
			lines = append(lines, tooLong)
		case half, strings.Trim(cut, " \t\r") == "":
		default:
			lines = append(lines, cut)
		}
	}
	return lines
}

func TestLongLineGivesItsBufferBack(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	r := &lineReader{max: 1 << 20, from: iotest.OneByteReader(strings.NewReader("a\n"))}
	r.from = io.MultiReader(strings.NewReader("a\n"+long+"\n"), strings.NewReader("b\n"))
	if diff := cmp.Diff([]string{"a", long, "b"}, readLines(t, r)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if len(r.buf) > keptBuffer {
		t.Errorf("the buffer still has %d bytes", len(r.buf))
	}
}

func TestLineReaderPassesErrors(t *testing.T) {
	broken := errors.New("broken")
	r := &lineReader{max: 10, from: iotest.ErrReader(broken)}
	if _, err := r.next(); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}

// TestQueuesAgainstAList lets calls come and go at random and compares who is at
// the front with a plain list.
func TestQueuesAgainstAList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var all queues
		lists := map[string][]*ticket{}
		gone := []*ticket{}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			id := rapid.SampledFrom([]string{"a", "b"}).Draw(t, "episode")
			list := lists[id]
			switch at := rapid.IntRange(-2, len(list)-1).Draw(t, "leaves"); {
			case at >= 0:
				list[at].leave()
				gone = append(gone, list[at])
				lists[id] = append(list[:at:at], list[at+1:]...)
			case at == -1 && len(gone) > 0:
				gone[0].leave() // again: nothing
			default:
				lists[id] = append(list, all.take(id))
			}
			for _, list := range lists {
				for i, k := range list {
					if has := hasTurn(k); has != (i == 0) {
						t.Fatalf("ticket %d of %d: at the front %v", i, len(list), has)
					}
				}
			}
		}
		for _, list := range lists {
			for _, k := range list {
				k.leave()
			}
		}
		if len(all.of) != 0 {
			t.Fatalf("%d queues are left", len(all.of))
		}
	})
}

func hasTurn(k *ticket) bool {
	if k.ready == nil {
		return true
	}
	select {
	case <-k.ready:
		return true
	default:
		return false
	}
}

func TestTicketStopsWaiting(t *testing.T) {
	var all queues
	all.take("a")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := all.take("a").wait(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
