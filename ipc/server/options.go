package server

import (
	"crypto/rand"
	"encoding/hex"
	"log/slog"
	"time"
)

// Limits bound what clients can use. A zero field means the default named here.
type Limits struct {
	MaxLine        int           // bytes of a line without its newline; 16 MiB
	MaxConnections int           // connections at a time; 1,024
	MaxBatch       int           // calls in a batch; 1,000
	MaxInFlight    int           // calls of a connection at work, waiting ones included; 256
	MaxNesting     int           // depth of objects and arrays; 64
	MaxEvents      int           // events that wait for a slow reader; 256
	MaxSubscribed  int           // subscriptions of a connection; 16
	MaxAnswer      int           // bytes of the answer of a large method; a batch runs no more calls once its answers have this many; 16 MiB
	MaxLines       int64         // bytes of lines at work in all connections, each line counted four times; 96 MiB, and never less than the longest line needs
	WriteTimeout   time.Duration // longest time for a client to take 256 KiB, for a line over 64 KiB to arrive, and for a large call to wait for room; 30 s
}

// DefaultLimits are the limits of a server whose Options have none.
func DefaultLimits() Limits { return Limits{}.withDefaults() }

// withDefaults fills in what is zero.
func (l Limits) withDefaults() Limits {
	for _, limit := range []struct {
		value    *int
		standard int
	}{
		{&l.MaxLine, 16 << 20}, {&l.MaxConnections, 1024}, {&l.MaxBatch, 1000},
		{&l.MaxInFlight, 256}, {&l.MaxNesting, 64}, {&l.MaxEvents, 256},
		{&l.MaxSubscribed, 16}, {&l.MaxAnswer, 16 << 20},
	} {
		if *limit.value <= 0 {
			*limit.value = limit.standard
		}
	}
	if l.MaxLines <= 0 {
		l.MaxLines = 96 << 20
	}
	if l.WriteTimeout <= 0 {
		l.WriteTimeout = 30 * time.Second
	}
	return l
}

// Options say what a server serves. Only Methods has no useful zero.
type Options struct {
	Methods  []Handler
	Limits   Limits
	Allow    func(Peer) error // asked for every connection; nil allows all
	Log      *slog.Logger     // nil discards
	Now      func() time.Time // nil is time.Now
	Incident func() string    // makes ids for internal errors; nil is 8 random hex digits

	// Observe is called for each call that ends, with the time since its line was read.
	// The method is "" when it does not exist. It may be nil.
	Observe func(method string, took time.Duration, err error)
}

func (o Options) withDefaults() Options {
	o.Limits = o.Limits.withDefaults()
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Incident == nil {
		o.Incident = randomIncident
	}
	if o.Observe == nil {
		o.Observe = func(string, time.Duration, error) {}
	}
	if o.Allow == nil {
		o.Allow = func(Peer) error { return nil }
	}
	return o
}

// randomIncident gives an id that is short enough to read aloud.
func randomIncident() string {
	var b [4]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}
