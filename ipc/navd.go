package ipc

import "time"

// None is the parameters of a method that takes none.
type None struct{}

// Info is the result of navd.info.
type Info struct {
	Version    string         `json:"version"`    // of the daemon
	Protocol   string         `json:"protocol"`   // version of this interface, rises when a client must change
	DataDir    string         `json:"data_dir"`   // absolute path
	Socket     string         `json:"socket"`     // absolute path
	PID        int            `json:"pid"`        // process id
	UptimeS    float64        `json:"uptime_s"`   // seconds since the start
	Durability string         `json:"durability"` // sync: on disk before the answer; relaxed: synced at an interval
	Providers  []string       `json:"providers"`  // entries of the planner's chain, asked in this order
	Scene      []string       `json:"scene"`      // entries of the chain that reads pictures, asked in this order; local alone reads none
	Counts     map[string]int `json:"counts"`     // records in the store by kind; what the last steps of a live episode made, at most 15, is counted with its next checkpoint
}

// Health is the result of navd.health.
type Health struct {
	OK       bool       `json:"ok"`       // nothing is degraded
	Degraded []Degraded `json:"degraded"` // what does not work as it should
}

// Degraded is one part that does not work as it should.
type Degraded struct {
	What   string    `json:"what"`   // the part, e.g. "planner gpt"
	Reason string    `json:"reason"` // why it does not work
	Since  time.Time `json:"since"`  // when that began
}

// Metrics is the result of navd.metrics.
type Metrics struct {
	UptimeS      float64            `json:"uptime_s"`      // seconds since the start
	LiveEpisodes int                `json:"live_episodes"` // memories held in RAM
	Methods      map[string]Latency `json:"methods"`       // by name of the method
	Store        StoreMetrics       `json:"store"`         // work of the store's writer
	Models       ModelMetrics       `json:"models"`        // work of the models
	Subscribers  int                `json:"subscribers"`   // connections that get events now
}

// Latency counts the calls of one method since the start. Times in
// milliseconds, over the last 1,024 calls.
type Latency struct {
	Calls  int     `json:"calls"`  // ended, errors included
	Errors int     `json:"errors"` // of those, answered with an error
	P50Ms  float64 `json:"p50_ms"` // half of the calls took no longer
	P99Ms  float64 `json:"p99_ms"` // 99 of 100 calls took no longer
}

// StoreMetrics counts the work of the store's writer since the start.
type StoreMetrics struct {
	Commits    int     `json:"commits"`       // transactions written
	ChangeSets int     `json:"change_sets"`   // committed; more than commits when callers shared one
	Bytes      int64   `json:"bytes"`         // written
	Queue      int     `json:"queue"`         // change sets waiting now
	CommitP50  float64 `json:"commit_p50_ms"` // half of the commits took no longer, milliseconds
	CommitP99  float64 `json:"commit_p99_ms"` // 99 of 100 commits took no longer, milliseconds
}

// ModelMetrics counts model calls since the start, and what today took.
type ModelMetrics struct {
	ModelCalls
	Providers map[string]ModelCalls `json:"providers"` // by provider
	Today     ModelDay              `json:"today"`     // since 00:00 UTC, restarts included
}

// ModelCalls counts model calls.
type ModelCalls struct {
	Calls     int     `json:"calls"`      // ended, failures included
	Failures  int     `json:"failures"`   // calls without a text
	TokensIn  int     `json:"tokens_in"`  // tokens of all prompts
	TokensOut int     `json:"tokens_out"` // tokens of all answers
	Cost      float64 `json:"cost"`       // in the currency of the price table
}

// ModelDay is what the model calls of one day took.
type ModelDay struct {
	Day       string  `json:"day"`        // UTC, as 2006-01-02
	Calls     int     `json:"calls"`      // that used anything up
	TokensIn  int     `json:"tokens_in"`  // tokens of all prompts
	TokensOut int     `json:"tokens_out"` // tokens of all answers
	Cost      float64 `json:"cost"`       // in the currency of the price table
	Budget    float64 `json:"budget"`     // models.daily_budget, 0: no limit
}

// CheckResult is the result of navd.check.
type CheckResult struct {
	Problems []string `json:"problems"` // empty: the store is sound
}

// ConfigResult is the result of navd.config.
type ConfigResult struct {
	Settings map[string]string `json:"settings"` // by dotted key, as the configuration file has them: 30, true, "text", ["a", "b"]
}

// BackupParams are the parameters of navd.backup.
type BackupParams struct {
	Path    string `json:"path" min:"1" max:"4096"` // absolute path of a file, in a directory that exists; through a symbolic link it is what the link leads to
	Replace bool   `json:"replace,omitempty"`       // an older copy there is replaced; no other file is
}

// BackupResult is the result of navd.backup.
type BackupResult struct {
	Path     string   `json:"path"`     // that was written, behind links
	Bytes    int64    `json:"bytes"`    // of the copy
	SHA256   string   `json:"sha256"`   // of the copy, hexadecimal
	Replaced bool     `json:"replaced"` // an older copy was there
	Problems []string `json:"problems"` // what is wrong with the store, and so with its copy; empty: it is sound
}
