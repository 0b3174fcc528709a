package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"navd/ipc"
)

// lastCalls is how long calls may take after the input has ended, so that an agent that
// sends all it wants and closes gets its answers.
const lastCalls = 10 * time.Second

// listenMethod is a call that ends with the session.
const listenMethod = "subscriptions/listen"

// wire is the connection to an agent, a message a line. A line that is no message is
// answered at once, and the session goes on; with the SDK's own connection it would end.
type wire struct {
	in     io.ReadCloser
	out    io.WriteCloser
	log    *slog.Logger
	lines  chan taken    // what was read
	closed chan struct{} // closed with the connection
	done   chan struct{} // gets a value, if it has none, when a call is answered

	closing sync.Once
	writing sync.Mutex // held while a line is written

	mu   sync.Mutex          // guards open; never held together with writing
	open map[jsonrpc.ID]bool // calls without an answer; false: one that ends with the session
}

// taken is a line, or why there is none.
type taken struct {
	line []byte
	err  error
}

func newWire(in io.ReadCloser, out io.WriteCloser, log *slog.Logger) *wire {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &wire{
		in: in, out: out, log: log,
		lines: make(chan taken), closed: make(chan struct{}), done: make(chan struct{}, 1),
		open: map[jsonrpc.ID]bool{},
	}
}

// Connect begins to read. A read of standard input cannot be interrupted, so what reads ends
// with its next line or with the input, as it does in the SDK.
func (w *wire) Connect(context.Context) (sdk.Connection, error) {
	go w.take()
	return w, nil
}

func (w *wire) take() {
	from := newLineReader(w.in)
	for {
		line, err := from.next()
		select {
		case w.lines <- taken{line, err}:
		case <-w.closed:
			return
		}
		if err != nil && !errors.Is(err, errLongLine) {
			return
		}
	}
}

// Read gives the next message. The end of the input is reported when all calls are answered,
// or after lastCalls.
func (w *wire) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		var next taken
		select {
		case next = <-w.lines:
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-w.closed:
			return nil, io.EOF
		}
		var wrong *ipc.Response
		var m jsonrpc.Message
		switch {
		case errors.Is(next.err, errLongLine):
			wrong = new(longLine())
		case next.err != nil:
			w.awaitAnswers()
			return nil, next.err
		default:
			if m, wrong = message(next.line); wrong == nil {
				wrong = w.opened(m)
			}
		}
		if wrong == nil {
			return m, nil
		}
		w.log.Warn("a line of the agent is refused", "error", wrong.Error.Message)
		line, err := json.Marshal(wrong)
		if err == nil {
			err = w.write(line)
		}
		if err != nil {
			return nil, err
		}
	}
}

// opened notes a call that wants an answer. It is refused with the id of another one.
func (w *wire) opened(m jsonrpc.Message) *ipc.Response {
	r, is := m.(*jsonrpc.Request)
	if !is || !r.IsCall() {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, used := w.open[r.ID]; used {
		return new(twice(r.ID))
	}
	w.open[r.ID] = r.Method != listenMethod
	return nil
}

// answered notes that a call has its answer.
func (w *wire) answered(id jsonrpc.ID) {
	w.mu.Lock()
	delete(w.open, id)
	w.mu.Unlock()
	select {
	case w.done <- struct{}{}:
	default:
	}
}

// waiting tells whether a call has no answer that will get one.
func (w *wire) waiting() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, ends := range w.open {
		if ends {
			return true
		}
	}
	return false
}

func (w *wire) awaitAnswers() {
	late := time.After(lastCalls)
	for w.waiting() {
		select {
		case <-w.done:
		case <-late:
			return
		case <-w.closed:
			return
		}
	}
}

// Write sends a message of the SDK.
func (w *wire) Write(_ context.Context, m jsonrpc.Message) error {
	r, is := m.(*jsonrpc.Response)
	if is {
		r.Error = plainError(r.Error)
	}
	line, err := jsonrpc.EncodeMessage(m)
	if err != nil {
		return err
	}
	if is { // before it is written: the agent may use the id again at once
		w.answered(r.ID)
	}
	return w.write(line)
}

// write writes a line, alone.
func (w *wire) write(line []byte) error {
	w.writing.Lock()
	defer w.writing.Unlock()
	_, err := w.out.Write(append(line, '\n'))
	return err
}

// Close ends the connection.
func (w *wire) Close() (err error) {
	w.closing.Do(func() {
		close(w.closed)
		err = errors.Join(w.in.Close(), w.out.Close())
	})
	return err
}

// SessionID is empty: the connection has one session.
func (w *wire) SessionID() string { return "" }
