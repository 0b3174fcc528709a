package web

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"path"
	"strings"
	"time"

	"navd/ipc"
)

// Conn is a connection to the daemon, as package client makes it.
type Conn interface {
	ipc.Caller
	Raw(ctx context.Context, method string, params json.RawMessage) (json.RawMessage, error)
	Events() <-chan ipc.Event // closed when the connection is lost
	Close() error
}

// Options configure a page. All but Write and Log must be set.
type Options struct {
	Version string               // of navd
	Dial    func() (Conn, error) // connects to the daemon
	Random  func() string        // gives texts that nobody can guess
	Now     func() time.Time     // the clock
	Used    func(next string)    // called after an address was used, with the next one
	Write   bool                 // the page may call the methods in writes
	Log     *slog.Logger         // gets the errors of streams; nil: nothing is logged
}

// Server serves the page.
type Server struct {
	Options
	guard   *Guard
	http    *http.Server
	streams chan struct{} // holds one token for each open stream
	shared  shared
	where   robots
}

// mostStreams is how many pages may be open at a time.
const mostStreams = 32

// New makes a server for the page; at is the address of its listener.
func New(at net.Addr, o Options) *Server {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &Server{Options: o, guard: NewGuard(at, o.Random, o.Used), streams: make(chan struct{}, mostStreams), shared: shared{now: o.Now}}
	s.http = &http.Server{
		Handler:           s.guard.Protect(s.routes()),
		ReadHeaderTimeout: 5 * time.Second,
		WriteTimeout:      callTime + 10*time.Second, // streams set their own for each message
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(o.Log.Handler(), slog.LevelDebug),
	}
	return s
}

// Address is the address that lets one browser in, once.
func (s *Server) Address() string { return s.guard.Address() }

// stopTime is how long running answers have when the server stops.
const stopTime = 2 * time.Second

// Serve serves until the context ends, and closes the listener.
func (s *Server) Serve(ctx context.Context, ln net.Listener) error {
	s.http.BaseContext = func(net.Listener) context.Context { return ctx } // ends the streams
	stopped := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		grace, done := context.WithTimeout(context.Background(), stopTime)
		defer done()
		_ = s.http.Shutdown(grace) // Close ends what is not done by then
		stopped <- s.http.Close()
	})
	if err := s.http.Serve(ln); !errors.Is(err, http.ErrServerClosed) || stop() {
		return err
	}
	return <-stopped
}

// files is the page.
//
//go:embed index.html page.css icon.svg *.js
var files embed.FS

// kinds are the types of its files, by the ends of their names.
var kinds = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml",
}

// file answers with a file of the page; the page itself is /.
func file(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" {
		name = "index.html"
	}
	data, err := files.ReadFile(name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", kinds[path.Ext(name)])
	_, _ = w.Write(data) // a browser that left needs no answer
}

// routes maps paths to handlers.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /", file)
	mux.HandleFunc("GET /events", s.events)
	mux.HandleFunc("GET /picture", s.picture)
	for at, method := range writes {
		mux.HandleFunc("POST "+at, s.written(method))
	}
	return mux
}
