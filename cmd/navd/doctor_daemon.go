package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"navd/cmd/navd/story"
	"navd/config"
	"navd/daemon"
	"navd/daemon/ask"
	"navd/daemon/fault"
	"navd/daemon/words"
	"navd/ipc"
	"navd/ipc/client"
	"navd/ipc/server"
)

// answerTime is how long the running daemon may take for its answers.
const answerTime = 2 * time.Second

// meet asks the daemon that listens at the socket how it is.
func meet(ctx context.Context, socket string) (*status, error) {
	c, err := client.Dial(socket)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	s, err := askStatus(ctx, c)
	if r, unknown := ipc.NavdConfig.Call(ctx, c, ipc.None{}); unknown == nil { // an older daemon lacks the method
		s.Settings = r.Settings
	}
	return &s, err
}

// socket looks for the running daemon. When none answers, it checks whether one could
// listen.
func (u *checkup) socket(ctx context.Context) {
	const check = "socket"
	path := u.cfg.Socket.Path
	r, err := meet(ctx, path)
	var off *client.NotRunningError
	switch {
	case errors.As(err, &off):
		u.freeSocket(path)
	case err != nil && server.CheckListen(path, server.ListenOptions{}) != nil:
		u.freeSocket(path)
	case err != nil:
		u.fail(check, err, "the daemon's log may tell why; restart the daemon")
	case r.Info.Version != daemon.Version:
		u.daemon = r
		u.warn(check, "restart the daemon with this navd", "%s: the daemon is navd %s, pid %d; this command is navd %s", path, r.Info.Version, r.Info.PID, daemon.Version)
	default:
		u.daemon = r
		u.adopt(r.Settings)
		up := time.Duration(r.Info.UptimeS * float64(time.Second)).Round(time.Second)
		u.ok(check, "%s: navd %s, pid %d, up %s", path, r.Info.Version, r.Info.PID, up)
	}
}

// adopt makes the later checks use the settings of the running daemon instead of those
// given here, except for the data directory and the socket. It warns when they differ.
func (u *checkup) adopt(settings map[string]string) {
	theirs, err := config.FromValues(settings)
	if settings == nil || err != nil {
		return
	}
	theirs.DataDir, theirs.Socket.Path = u.cfg.DataDir, u.cfg.Socket.Path
	own, others := u.cfg.Values(), theirs.Values()
	maps.DeleteFunc(own, func(key, value string) bool { return others[key] == value })
	if len(own) > 0 {
		u.warn("socket", "name its configuration file with --config, or restart it with the settings given here",
			"the running daemon has other settings than those given here: %s; the checks below use the daemon's", strings.Join(slices.Sorted(maps.Keys(own)), ", "))
	}
	u.cfg = theirs
}

// freeSocket checks whether a daemon could listen at a socket where none does.
func (u *checkup) freeSocket(path string) {
	const check, hint = "socket", "choose another --socket"
	if err := server.CheckListen(path, server.ListenOptions{}); err != nil {
		u.fail(check, err, hint)
		return
	}
	if _, bad := makeable(filepath.Dir(path)); bad != nil {
		u.fail(check, bad.About(socketKey, path), hint)
		return
	}
	u.warn(check, "start it with `navd run`", "navd is not running at %s", path)
}

// The check warns below littleSpace of free space and fails below noSpace.
const (
	littleSpace = 256 << 20 // bytes
	noSpace     = 16 << 20  // bytes, or retention.disk_free_mb where that is more
)

// dataDir checks whether the data directory can be written to and has room, and says who
// holds the store.
func (u *checkup) dataDir() {
	const check, hint = "data directory", "choose a directory you may write to with --data-dir or NAVD_DATA_DIR"
	dir := u.cfg.DataDir
	if u.daemon != nil && u.daemon.Info.DataDir != dir {
		u.warn(check, "the running daemon was started with other settings; stop it, or name its directory with --data-dir",
			"%s is not the one of the running daemon, which is %s", dir, u.daemon.Info.DataDir)
	}
	base, bad := makeable(dir)
	ours := u.daemon != nil && u.daemon.Info.DataDir == dir
	if bad != nil && !ours { // a running daemon may be able to write there when this user is not
		u.fail(check, bad.About("data_dir", dir), hint)
		return
	}
	free, err := freeBytes(base)
	switch {
	case err != nil:
		u.fail(check, err, hint)
		return
	case free < max(noSpace, uint64(u.cfg.Retention.DiskFreeMB)<<20):
		u.fail(check, fault.New(fault.Exhausted, "only %s are free at %s", bytesText(free), base), "make room on this disk")
		return
	case free < littleSpace:
		u.warn(check, "make room on this disk", "only %s are free at %s", bytesText(free), base)
	}
	u.holder(dir, bytesText(free)+" free")
}

// holder tells who holds a store.
func (u *checkup) holder(dir, space string) {
	const check = "data directory"
	if u.daemon != nil && u.daemon.Info.DataDir == dir {
		u.ok(check, "%s, %s, held by the running daemon", dir, space)
		return
	}
	file := filepath.Join(dir, daemon.DBFile)
	is, err := held(file)
	switch {
	case err != nil:
		u.fail(check, fault.As(err).About("data_dir", file), "make the file the daemon's user's (chown), or choose another --data-dir")
	case is:
		u.warn(check, "stop that process, or name its socket with --socket", "%s, %s, held by %s, which does not answer on this socket", dir, space, holderName(file))
	case regular(file) != nil:
		u.ok(check, "%s, %s, the first `navd run` makes the store", dir, space)
	case daemon.Emptied(dir):
		u.fail(check, fault.New(fault.Corrupt, "the store is empty: its file was truncated").About("data_dir", file),
			"go back to a copy with `navd restore FILE`, if you have one, or remove the file to begin a new store")
	default:
		u.ok(check, "%s, %s, held by nobody", dir, space)
	}
}

// holderName names the process that holds a store's file, by its pid if that was written
// beside the file.
func holderName(file string) string {
	const unknown = "another process"
	if regular(file+".pid") != nil {
		return unknown
	}
	text, err := os.ReadFile(file + ".pid")
	if err != nil {
		return unknown
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil || pid <= 0 {
		return unknown
	}
	return "process " + strconv.Itoa(pid)
}

// health reports what does not work according to the running daemon.
func (u *checkup) health() {
	if u.daemon == nil {
		return
	}
	for _, d := range u.daemon.Health.Degraded {
		text := fmt.Sprintf("%s: %s, since %s", d.What, d.Reason, d.Since.Format(time.RFC3339))
		if d.What == "store" { // nothing is remembered
			u.fail("health", fault.New(fault.Unavailable, "%s", text), mend(d.What))
			continue
		}
		u.warn("health", mend(d.What), "%s", text)
	}
	if u.daemon.Health.OK {
		u.ok("health", "everything works and the store takes commits; `navd check` also reads every record")
	}
}

// mend says what to do about a degraded part.
func mend(part string) string {
	kind, _, _ := strings.Cut(part, " ")
	switch kind {
	case "store":
		return "the daemon's log tells more; `navd check` reads every record, and `navd backup /a/new/file` writes a copy of the store"
	case "pictures":
		return "see the line of models: it says what to configure"
	case "index":
		return "searches read the store meanwhile, and nothing is lost; if it stays so, stop navd, delete the directory index in the data directory, and start it again"
	case "tape":
		return "answers are missing on the tape: make room on the disk, and record again"
	case "replay":
		return "replay with the configuration, the prompts and the navd of the recording, or record again; the daemon's log has every such question"
	case "models":
		return "raise models.daily_budget, or wait until 00:00 UTC"
	case "configuration":
		return "`navd config check` finds an error in it; settings that wait are used when navd starts again"
	case "searches":
		return "raise lats.daily_calls, or wait until 00:00 UTC"
	case "price":
		return ask.UnpricedHint
	case "model", "planner", "scene":
		return "the next entry of the chain answers meanwhile; see the line of this model, and the daemon's log"
	}
	return "the daemon's log tells more"
}

// budget reports what the models may cost a day, and what today's calls cost.
func (u *checkup) budget() {
	const check = "daily budget"
	limit := u.cfg.Models.DailyBudget
	if names := ask.Unpriced(&u.cfg); len(names) > 0 {
		u.warn(check, ask.UnpricedHint, "%s a day, but no price is known of %s", story.Cost(limit), strings.Join(names, ", "))
		return
	}
	if u.daemon == nil {
		u.ok(check, "%s; only a running daemon knows today's cost", limitText(limit))
		return
	}
	today := u.daemon.Metrics.Models.Today
	limit = today.Budget
	spent := "today cost " + story.Cost(today.Cost) + " in " + words.Count(today.Calls, "call")
	if limit > 0 && today.Cost >= limit {
		u.warn(check, "raise models.daily_budget, or wait until 00:00 UTC", "%s is used up: %s", story.Cost(limit), spent)
		return
	}
	u.ok(check, "%s; %s", limitText(limit), spent)
}

func limitText(limit float64) string {
	if limit == 0 {
		return "no limit"
	}
	return story.Cost(limit) + " a day"
}
