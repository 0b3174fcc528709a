package ipc

import "time"

// The methods of navd.
const (
	// NavdInfo describes the daemon: version, data directory, pid, durability and
	// how many records are stored. A daemon that answers it is ready.
	//
	// Example: {}
	NavdInfo Method[None, Info] = "navd.info"

	// NavdHealth lists what does not work as it should, and since when.
	//
	// Example: {}
	NavdHealth Method[None, Health] = "navd.health"

	// NavdMetrics gives counters and latency quantiles since the start.
	//
	// Example: {}
	NavdMetrics Method[None, Metrics] = "navd.metrics"

	// NavdConfig gives the settings that the daemon uses.
	//
	// Example: {}
	NavdConfig Method[None, ConfigResult] = "navd.config"

	// NavdCheck reads every record of the store and lists what is wrong.
	//
	// Example: {}
	NavdCheck Method[None, CheckResult] = "navd.check"

	// NavdBackup writes a copy of the store, as it is at this moment, to a file of mode
	// 0600, which `navd restore` brings back. Reads and writes go on meanwhile. The
	// copy is written beside the file, read back, checked record by record, and then
	// renamed: whatever fails, an older copy stays as it was. Devices, pipes,
	// directories and the store itself are refused. It works even when the store's file
	// was removed or replaced while the daemon runs.
	//
	// Example: {"path": "/DIRECTORY/copy.db"}
	NavdBackup Method[BackupParams, BackupResult] = "navd.backup"

	// NavdExport gives all records of a kind, page by page, for navd.import of another
	// daemon. An open episode is given as it was when its first page was made, even if
	// its robot walks on; an episode that ends between two of its pages is a conflict.
	// For an export of several kinds give copy "new" with the first call, and with all
	// others the copy that it answers: then all is of one moment, and what a record
	// names is there.
	//
	// Example: {"what": "episodes", "limit": 1000}
	NavdExport Method[ExportPageParams, ExportPage] = "navd.export"

	// NavdImport stores the records of an export, with their ids. Records that are
	// stored already stay as they are; another record under the same id is a conflict.
	// An episode appears when its last line is stored. The same lines sent again change
	// nothing. When a call fails, what is before the line that it names may be stored:
	// the message then ends with "; stored before it: N", how many records that is.
	//
	// Example: {"what": "lats", "lines": "{\"table\":\"failed_answers\",\"version\":1,\"key\":[\"x\"],\"value\":{\"times\":1}}", "dry_run": true}
	NavdImport Method[ImportLinesParams, ImportedLines] = "navd.import"
)

// StoredBefore is in the message of a failed navd.import, before the number of records that
// it stored until then.
const StoredBefore = "; stored before it: "

// None is the parameters of a method that takes none.
type None struct{}

// Info is the result of navd.info.
type Info struct {
	Version    string         `json:"version"`             // of the daemon
	Protocol   string         `json:"protocol"`            // version of this interface, rises when a client must change
	DataDir    string         `json:"data_dir"`            // absolute path
	Socket     string         `json:"socket"`              // absolute path
	PID        int            `json:"pid"`                 // process id
	UptimeS    float64        `json:"uptime_s"`            // seconds since the start
	Durability string         `json:"durability"`          // sync: on disk before the answer; relaxed: synced at an interval
	Providers  []string       `json:"providers"`           // entries of the planner's chain, asked in this order
	Scene      []string       `json:"scene"`               // entries of the chain that reads pictures, asked in this order; local reads none
	Tape       string         `json:"tape,omitempty"`      // file of the tape of model calls
	TapeMode   string         `json:"tape_mode,omitempty"` // record: it keeps what models answer; replay: it answers in their place
	Counts     map[string]int `json:"counts"`              // records in the store by kind; records of the last steps of a live episode, at most 15 steps, are counted at its next checkpoint. log_entries has the events of deleted episodes too, as long as subscribers may ask for them (retention.events_days)
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
	P50Ms  float64 `json:"p50_ms"` // median: half of the calls took no longer
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

// ModelMetrics counts model calls since the start, and those of today.
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
	Taped     int     `json:"taped"`      // questions that a tape answered, failures that it has included; they are no calls
	Missed    int     `json:"missed"`     // questions that were not on the tape that is replayed
}

// ModelDay counts the model calls of one day.
type ModelDay struct {
	Day       string  `json:"day"`        // UTC, as 2006-01-02
	Calls     int     `json:"calls"`      // calls that used tokens or cost something
	TokensIn  int     `json:"tokens_in"`  // tokens of all prompts
	TokensOut int     `json:"tokens_out"` // tokens of all answers
	Cost      float64 `json:"cost"`       // in the currency of the price table
	Budget    float64 `json:"budget"`     // models.daily_budget, 0: no limit
}

// CheckResult is the result of navd.check.
type CheckResult struct {
	Problems []string `json:"problems"` // what is wrong; empty: nothing is
}

// ConfigResult is the result of navd.config.
type ConfigResult struct {
	Settings map[string]string `json:"settings"` // by dotted key, as the configuration file has them: 30, true, "text", ["a", "b"]
}

// BackupParams are the parameters of navd.backup.
type BackupParams struct {
	Path    string `json:"path" min:"1" max:"4096"` // absolute path of a file, in a directory that exists; if it is a symbolic link, the file that it leads to is written
	Replace bool   `json:"replace,omitempty"`       // replace an older copy at path; any other file is left alone
}

// BackupResult is the result of navd.backup.
type BackupResult struct {
	Path     string   `json:"path"`     // file that was written, with links resolved
	Bytes    int64    `json:"bytes"`    // of the copy
	SHA256   string   `json:"sha256"`   // of the copy, hexadecimal
	Replaced bool     `json:"replaced"` // an older copy was replaced
	Problems []string `json:"problems"` // what is wrong with the store, and so with its copy; empty: nothing is
}

// ExportPageParams are the parameters of navd.export.
type ExportPageParams struct {
	What   string `json:"what" allow:"grounding|episodes|episodic|knowledge|lats|houses"` // kind of records to export
	Limit  int    `json:"limit,omitempty" allow:"1..1000"`                                // lines of a page, default 100; all records of an open episode come in one page, even if they are more
	Cursor string `json:"cursor,omitempty" max:"9000"`                                    // of the page before
	Copy   string `json:"copy,omitempty" max:"100"`                                       // new: copy the store first, into the data directory, and export from the copy; or the copy of an answer before, which stays for a minute after its last call
}

// ExportPage is the result of navd.export.
type ExportPage struct {
	Lines  string `json:"lines"`            // JSONL; the same store gives the same lines
	Count  int    `json:"count"`            // number of lines
	Cursor string `json:"cursor,omitempty"` // give it back for the next page; without it this was the last
	Copy   string `json:"copy,omitempty"`   // that was exported from, for the next calls
}

// ImportLinesParams are the parameters of navd.import.
type ImportLinesParams struct {
	What   string `json:"what" allow:"grounding|episodes|episodic|knowledge|lats|houses"` // kind of the lines
	Lines  string `json:"lines" min:"1" max:"25165824"`                                   // JSONL as navd.export gives it, in its order
	DryRun bool   `json:"dry_run,omitempty"`                                              // only say what would be stored
}

// ImportedLines is the result of navd.import.
type ImportedLines struct {
	Stored int `json:"stored"` // new records
	Same   int `json:"same"`   // records that were stored already
}
