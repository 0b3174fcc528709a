package daemon

import (
	"slices"
	"sync"
	"time"

	"navd/ipc"
)

// latencyWindow is how many of the last calls of a method quantiles are taken over.
const latencyWindow = 1024

// metrics counts the calls since the start of the daemon.
type metrics struct {
	mu      sync.Mutex // guards all below
	methods map[string]*latency
}

type latency struct {
	calls, errors int
	last          []time.Duration // ring of the last calls
}

func (m *metrics) observe(method string, took time.Duration, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	l := m.methods[method]
	if l == nil {
		l = &latency{}
		m.methods[method] = l
	}
	if len(l.last) < latencyWindow {
		l.last = append(l.last, took)
	} else {
		l.last[l.calls%latencyWindow] = took
	}
	l.calls++
	if err != nil {
		l.errors++
	}
}

func (m *metrics) snapshot() map[string]ipc.Latency {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := make(map[string]ipc.Latency, len(m.methods))
	for name, l := range m.methods {
		sorted := slices.Sorted(slices.Values(l.last))
		out[name] = ipc.Latency{
			Calls: l.calls, Errors: l.errors, P50Ms: ms(sorted[len(sorted)/2]), P99Ms: ms(sorted[len(sorted)*99/100]),
		}
	}
	return out
}

// ms is a duration in milliseconds, to the microsecond.
func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
