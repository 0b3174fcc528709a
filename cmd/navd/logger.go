package main

import (
	"cmp"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"gopkg.in/natefinch/lumberjack.v2"

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
		f, err := openLog(cfg)
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

// neverMB is a size that no log reaches, MB.
const neverMB = 1 << 30

// openLog opens the log's file. A regular file is rotated when it has grown; a device or a
// pipe is only written to.
func openLog(cfg config.Log) (io.WriteCloser, error) {
	f, err := os.OpenFile(cfg.File, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return f, nil
	}
	path, err := filepath.EvalSymlinks(cfg.File) // rotate the file, not a link to it
	if err != nil || inDevices(cfg.File) || inDevices(path) {
		return f, nil
	}
	return &lumberjack.Logger{
		Filename: path, MaxSize: cmp.Or(cfg.MaxMB, neverMB), MaxBackups: cfg.Files, MaxAge: cfg.Days,
	}, f.Close()
}

// inDevices reports whether a path is below /dev or /proc: a regular file that is reached
// through such a path, like a redirected standard output, is not ours to rotate.
func inDevices(path string) bool {
	return strings.HasPrefix(path, "/dev/") || strings.HasPrefix(path, "/proc/")
}

// remark logs what is not an error of a configuration but hardly meant, as warnings.
func (l *logger) remark(loaded *config.Loaded) {
	for _, r := range loaded.Remarks {
		l.Warn(r.Error(), "hint", r.Hint)
	}
}

// reopen has the next line open the file again, which may have been moved away.
func (l *logger) reopen() {
	if f, ok := l.file.(*lumberjack.Logger); ok {
		_ = f.Close() // what was written is in the file
	}
}

// close closes the log's file.
func (l *logger) close() error {
	if l.file == nil {
		return nil
	}
	return l.file.Close()
}
