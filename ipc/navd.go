package ipc

import "time"

// None is the parameters of a method that takes none.
type None struct{}

// Info is the result of navd.info.
type Info struct {
	Version    string         `json:"version"`
	Protocol   string         `json:"protocol"` // version of this interface, rises when a client must change
	DataDir    string         `json:"data_dir"`
	Socket     string         `json:"socket"`
	PID        int            `json:"pid"`
	UptimeS    float64        `json:"uptime_s"`
	Durability string         `json:"durability"` // sync: on disk before the answer; relaxed: synced at an interval
	Providers  []string       `json:"providers"`  // entries of the planner's chain
	Counts     map[string]int `json:"counts"`     // stored records by kind
}

// Health is the result of navd.health.
type Health struct {
	OK       bool       `json:"ok"`
	Degraded []Degraded `json:"degraded"`
}

// Degraded is one part that does not work as it should.
type Degraded struct {
	What   string    `json:"what"`
	Reason string    `json:"reason"`
	Since  time.Time `json:"since"`
}

// Metrics is the result of navd.metrics.
type Metrics struct {
	UptimeS      float64            `json:"uptime_s"`
	LiveEpisodes int                `json:"live_episodes"` // memories held in RAM
	Methods      map[string]Latency `json:"methods"`
	Store        StoreMetrics       `json:"store"`
	Models       ModelMetrics       `json:"models"`
	Subscribers  int                `json:"subscribers"`
}

// Latency counts the calls of one method since the start. Times in
// milliseconds, over the last 1,024 calls.
type Latency struct {
	Calls  int     `json:"calls"`
	Errors int     `json:"errors"`
	P50Ms  float64 `json:"p50_ms"`
	P99Ms  float64 `json:"p99_ms"`
}

// StoreMetrics counts the work of the store's writer since the start.
type StoreMetrics struct {
	Commits    int     `json:"commits"`
	ChangeSets int     `json:"change_sets"` // committed; more than commits when callers shared one
	Bytes      int64   `json:"bytes"`
	Queue      int     `json:"queue"` // change sets waiting now
	CommitP50  float64 `json:"commit_p50_ms"`
	CommitP99  float64 `json:"commit_p99_ms"`
}

// ModelMetrics counts model calls since the start.
type ModelMetrics struct {
	Calls     int     `json:"calls"`
	Failures  int     `json:"failures"`
	TokensIn  int     `json:"tokens_in"`
	TokensOut int     `json:"tokens_out"`
	Cost      float64 `json:"cost"`
}

// CheckResult is the result of navd.check.
type CheckResult struct {
	Problems []string `json:"problems"` // empty: the store is sound
}
