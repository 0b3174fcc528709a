// Package tape records what models answer, and replays it: an experiment runs
// again, to the byte, without a model.
//
// A tape is a file of lines. The first says what it is, every other one is a
// call: a hash over all that was asked (provider, model, temperature, longest
// answer, which try it was, schema, system instruction, prompt and pictures),
// and what came of it, a text or a fault, with what it took. Prompts and
// pictures are not kept, only their hashes.
//
// A tape has one answer for one question. Asked the same again while it is
// recorded, it answers from the tape; so a recording agrees with itself, and a
// replay does not depend on which robot asked first. Where several answers to one
// question are wanted, as the samples of a tree search, each has its number and is
// a question of its own; for a tape of before, the first answer is all of them. A
// call that was taken back is not kept.
//
// A failure that is no answer of the model, an outage, does not stay. A later
// recording on the same tape asks such a question again, and so does the same
// one after a minute: robots that ask side by side still get the same. The new
// outcome is a line of its own. Behind an outage of the same recording it says
// after how many asks it came, and a replay gives both, each to as many asks as
// then. Behind one of an earlier recording it takes its place: a replay repeats
// the last recording that asked a question. Retries count as other questions,
// so what failed first and was answered at the next try is replayed in that
// order anyway.
//
// A plan also depends on what its tree search has found until then, and so on how
// fast models are. navd keeps that on the tape itself, see [Tape.Keep], and a
// replay gives it to the same plan.
package tape

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"slices"
	"sync"
	"syscall"
	"time"

	"navd/daemon/fault"
	"navd/daemon/reply"
)

// Call is one call on a tape.
type Call struct {
	Key      string      `json:"key"`              // SHA-256 over all that was asked, hexadecimal
	Provider string      `json:"provider"`         // that was asked
	Model    string      `json:"model,omitempty"`  // at the provider
	Role     string      `json:"role"`             // planner, scene, …
	Try      int         `json:"try,omitempty"`    // calls of this entry of the chain before it
	Sample   int         `json:"sample,omitempty"` // which of several answers to the question; 0: the first
	Prompt   string      `json:"prompt"`           // SHA-256 of system instruction and prompt, hexadecimal
	Images   []string    `json:"images,omitempty"` // SHA-256 of each picture, hexadecimal
	Text     string      `json:"text,omitempty"`   // the answer
	Fault    *Fault      `json:"fault,omitempty"`  // that came instead of a text
	Usage    reply.Usage `json:"usage"`            // what it took
	Time     time.Time   `json:"time,omitzero"`    // when it ended, UTC; zero on tapes of before
	After    int         `json:"after,omitempty"`  // this many asks of this recording got the outcome before it; 0: none does any more
}

// Outage tells whether the call brought no answer of the model, also no refusal.
func (c *Call) Outage() bool { return c.Fault != nil && !c.Fault.Final }

// Fault is how a call failed.
type Fault struct {
	Kind    fault.Kind    `json:"kind"`               // its class
	Message string        `json:"message"`            // in words
	After   time.Duration `json:"after_ns,omitempty"` // nanoseconds the provider asked to wait
	Unasked bool          `json:"unasked,omitempty"`  // the provider was not asked
	Final   bool          `json:"final,omitempty"`    // the model's own answer; see [model.Final]
}

// head is the first line of a tape.
type head struct {
	Tape int `json:"navd_tape"` // version of the format
}

const version = 1

// Tape is an open tape. It is safe for concurrent use.
type Tape struct {
	path string
	now  func() time.Time

	mu    sync.Mutex // guards all below
	calls []Call
	slots map[string]*slot
	file  *os.File // nil: it is only replayed
	err   error    // first that a write met
}

// slot is the place of one question.
type slot struct {
	calls  []Call        // of the last recording that asked it, in order; empty: it was never answered
	asks   int           // so far that were given one of them
	since  time.Time     // of the last of them; zero: an earlier recording has it
	asking chan struct{} // closed when the asking has ended; nil: nobody asks
}

// Open reads a tape to replay it. A last line that was cut off is left out; a
// file that is not a tape is invalid, a line that cannot be read is corrupt.
func Open(path string) (*Tape, error) {
	t, _, err := read(path)
	return t, err
}

// Create opens a tape to record on, and makes one when there is none. What is
// on it stays, and what models answered there answers again. now is the clock that calls are timed with.
// A tape that somebody records on already is a conflict: lines of two would
// overwrite each other. Close it in the end.
func Create(path string, now func() time.Time) (*Tape, error) {
	f, err := open(path, os.O_RDWR|os.O_CREATE)
	if err != nil {
		return nil, cannot("write", path, err)
	}
	t, err := record(f, path)
	if err != nil {
		_ = f.Close() // the first error counts
		return nil, err
	}
	t.now = now
	return t, nil
}

// record takes a tape for one recorder, until the file is closed.
func record(f *os.File, path string) (*Tape, error) {
	if err := lock(f, path); err != nil {
		return nil, err
	}
	t, end, err := read(path)
	if err != nil {
		return nil, err
	}
	t.file = f
	if err := t.begin(end); err != nil {
		return nil, cannot("write", path, err)
	}
	return t, nil
}

// lock takes a tape for one writer, until the file is closed.
func lock(f *os.File, path string) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == nil {
		var held, named os.FileInfo
		if held, err = f.Stat(); err == nil {
			named, err = os.Stat(path)
		}
		if err == nil && !os.SameFile(held, named) { // Drop put another file in its place meanwhile
			err = syscall.EWOULDBLOCK
		}
	}
	switch {
	case errors.Is(err, syscall.EWOULDBLOCK):
		return fault.New(fault.Conflict, "another navd records on this tape already").About("models.tape", path).
			WithHint("give every navd a tape of its own, or stop that one first")
	case err != nil:
		return cannot("lock", path, err)
	}
	return nil
}

// begin goes to the end of the last whole line, which it makes the file's, and
// writes the head of a new tape.
func (t *Tape) begin(end int64) error {
	if err := t.file.Truncate(end); err != nil {
		return err
	}
	if _, err := t.file.Seek(end, io.SeekStart); err != nil {
		return err
	}
	if end > 0 {
		return nil
	}
	return t.write(head{version})
}

// open opens a regular file; a pipe, whose reader waits, is refused at once.
func open(path string, flags int) (*os.File, error) {
	f, err := os.OpenFile(path, flags|syscall.O_NONBLOCK, 0o600)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		_ = f.Close() // nothing was written
		return nil, cmp.Or(err, errors.New("it is not a regular file"))
	}
	return f, nil
}

func cannot(do, path string, err error) error {
	kind := fault.Denied
	if errors.Is(err, fs.ErrNotExist) {
		kind = fault.NotFound
	}
	return fault.New(kind, "cannot %s the tape: %w", do, err).About("models.tape", path)
}

// read reads a tape, and where its last whole line ends.
func read(path string) (t *Tape, end int64, err error) {
	t = &Tape{path: path, slots: map[string]*slot{}}
	end, err = scan(path, func(n int, line []byte) error {
		c, err := parse(path, n, line)
		if err == nil {
			t.keep(c)
		}
		return err
	})
	if err != nil {
		return nil, 0, err
	}
	return t, end, nil
}

// scan gives each whole line behind the head of a tape, with its number and its end, and
// says where the last one ends.
func scan(path string, each func(n int, line []byte) error) (end int64, err error) {
	f, err := open(path, os.O_RDONLY)
	if err != nil {
		return 0, cannot("read", path, err)
	}
	defer f.Close()
	r := bufio.NewReader(f)
	for n := 1; ; n++ {
		line, err := r.ReadBytes('\n')
		switch {
		case errors.Is(err, io.EOF) && n == 1 && len(line) > 0: // nothing of ours
			return 0, noTape(path)
		case errors.Is(err, io.EOF): // nothing, or a line that was cut off
			return end, nil
		case err != nil:
			return 0, cannot("read", path, err)
		}
		var h head
		if n > 1 {
			err = each(n, line)
		} else if json.Unmarshal(line, &h) != nil || h.Tape != version {
			err = noTape(path)
		}
		if err != nil {
			return 0, err
		}
		end += int64(len(line))
	}
}

// parse reads the call of line n of a tape.
func parse(path string, n int, line []byte) (c Call, err error) {
	if err := json.Unmarshal(line, &c); err != nil || c.Key == "" {
		return c, fault.New(fault.Corrupt, "line %d of the tape cannot be read", n).About("models.tape", path).
			WithHint("`navd tape drop FILE --broken --yes` takes such lines out")
	}
	return c, nil
}

func noTape(path string) error {
	return fault.New(fault.Invalid, "this is not a tape of navd").About("models.tape", path).WithHint("`navd tape record FILE` makes one")
}

// keep adds a call that was read.
func (t *Tape) keep(c Call) {
	s := t.slots[c.Key]
	if s == nil || c.After == 0 {
		s = &slot{}
		t.slots[c.Key] = s
	}
	s.calls = append(s.calls, c)
	t.calls = append(t.calls, c)
}

func (t *Tape) write(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = t.file.Write(append(line, '\n'))
	return err
}

// Calls lists what is on the tape, in the order of recording, also what a later
// call took the place of.
func (t *Tape) Calls() []Call {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.calls)
}

// Err gives the first error that recording met: there the tape ends, before a
// line that may be cut off. nil while all is well.
func (t *Tape) Err() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.err
}

// Close ends a recording.
func (t *Tape) Close() error {
	if t.file == nil {
		return nil
	}
	return t.file.Close()
}

// Key is the hash over all that is asked of a provider, hexadecimal.
func Key(provider string, ask reply.Ask) string {
	h := sha256.New()
	put := func(parts ...[]byte) {
		for _, p := range parts {
			h.Write(binary.AppendUvarint(nil, uint64(len(p))))
			h.Write(p)
		}
	}
	num := func(v uint64) []byte { return binary.BigEndian.AppendUint64(nil, v) }
	put([]byte(provider), []byte(ask.Role), []byte(ask.Name), []byte(ask.System), []byte(ask.Prompt), []byte(ask.Schema))
	put(num(math.Float64bits(ask.Temperature)), num(uint64(ask.MaxTokens)), num(uint64(ask.Try)|uint64(ask.Sample)<<32)) // the first sample has the key of before there were others
	for _, img := range ask.Images {
		put([]byte(img.MIME), num(uint64(img.View)), img.Bytes)
	}
	return hex.EncodeToString(h.Sum(nil))
}
