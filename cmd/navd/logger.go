package main

import (
	"io"
	"log/slog"
	"os"

	"navd/config"
	"navd/daemon/fault"
)

// logger is the daemon's log, whose level can change while it runs.
type logger struct {
	*slog.Logger
	level *slog.LevelVar
	file  io.Closer // nil: standard error
}

// newLog opens the log that the configuration describes.
func newLog(cfg config.Log) (*logger, error) {
	l := &logger{level: &slog.LevelVar{}}
	if err := l.level.UnmarshalText([]byte(cfg.Level)); err != nil {
		return nil, fault.Field("log.level", cfg.Level, "debug, info, warn, error")
	}
	var out io.Writer = os.Stderr
	if cfg.File != "" {
		f, err := os.OpenFile(cfg.File, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			return nil, fault.New(fault.Denied, "the log file cannot be opened: %w", err).About("log.file", cfg.File)
		}
		out, l.file = f, f
	}
	opts := &slog.HandlerOptions{Level: l.level}
	l.Logger = slog.New(slog.NewTextHandler(out, opts))
	if cfg.Format == "json" {
		l.Logger = slog.New(slog.NewJSONHandler(out, opts))
	}
	return l, nil
}

// remark warns of what is no fault of a configuration, and yet hardly meant.
func (l *logger) remark(loaded *config.Loaded) {
	for _, r := range loaded.Remarks {
		l.Warn(r.Error(), "hint", r.Hint)
	}
}

// close closes the log's file.
func (l *logger) close() error {
	if l.file == nil {
		return nil
	}
	return l.file.Close()
}
