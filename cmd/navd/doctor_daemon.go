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

	"navd/config"
	"navd/daemon"
	"navd/daemon/fault"
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
	if r, unknown := ipc.NavdConfig.Call(ctx, c, ipc.None{}); unknown == nil { // an older daemon does not tell
		s.Settings = r.Settings
	}
	return &s, err
}

// socket looks for the running daemon, and without one whether the next can
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
		u.fail(check, err, "the daemon's log may tell why; stop it, and start it again")
	case r.Info.Version != daemon.Version:
		u.daemon = r
		u.warn(check, "restart the daemon, it is not the navd of this command", "%s: navd %s, pid %d; this command is navd %s", path, r.Info.Version, r.Info.PID, daemon.Version)
	default:
		u.daemon = r
		u.adopt(r.Settings)
		up := time.Duration(r.Info.UptimeS * float64(time.Second)).Round(time.Second)
		u.ok(check, "%s: navd %s, pid %d, up %s", path, r.Info.Version, r.Info.PID, up)
	}
}

// adopt has the checks look at the settings of the running daemon, and not at those
// that the next one would have, but for where it is.
func (u *checkup) adopt(settings map[string]string) {
	theirs, err := config.FromValues(settings)
	if settings == nil || err != nil {
		return
	}
	theirs.DataDir, theirs.Socket.Path = u.cfg.DataDir, u.cfg.Socket.Path
	own, others := u.cfg.Values(), theirs.Values()
	maps.DeleteFunc(own, func(key, value string) bool { return others[key] == value })
	if len(own) > 0 {
		u.warn("socket", "name its file with --config, or start it again so that it takes those of here",
			"the running daemon has other settings than are given here: %s; what follows is of the daemon's", strings.Join(slices.Sorted(maps.Keys(own)), ", "))
	}
	u.cfg = theirs
}

// freeSocket looks whether a daemon could listen where none does.
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

// Free space below which a store is warned of, and fails.
const (
	littleSpace = 256 << 20 // bytes
	noSpace     = 16 << 20  // bytes, where retention.disk_free_mb is less
)

// dataDir looks whether the store has a place, and who holds it.
func (u *checkup) dataDir() {
	const check, hint = "data directory", "choose a directory you may write to with --data-dir or NAVD_DATA_DIR"
	dir := u.cfg.DataDir
	if u.daemon != nil && u.daemon.Info.DataDir != dir {
		u.warn(check, "the running daemon was started with other settings; stop it, or name its directory with --data-dir",
			"%s is not the one of the running daemon, which is %s", dir, u.daemon.Info.DataDir)
	}
	base, bad := makeable(dir)
	ours := u.daemon != nil && u.daemon.Info.DataDir == dir
	if bad != nil && !ours { // a daemon may write where its user's clients may not
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
		u.fail(check, fault.As(err).About("data_dir", file), "give the daemon's user the file, or choose another --data-dir")
	case is:
		u.warn(check, "stop that process, or name its socket with --socket", "%s, %s, held by %s, which does not answer at this socket", dir, space, holderName(file))
	case regular(file) != nil:
		u.ok(check, "%s, %s, the first `navd run` makes the store", dir, space)
	case daemon.Emptied(dir):
		u.fail(check, fault.New(fault.Corrupt, "the store is empty: it was cut").About("data_dir", file),
			"go back to a copy with `navd restore FILE`, if there is one, or remove it to begin a new one")
	default:
		u.ok(check, "%s, %s, held by nobody", dir, space)
	}
}

// holderName names the process that holds a store's file, if it left its pid.
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

// health passes on what the running daemon says does not work.
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
		u.ok("health", "all works and the store takes commits; `navd check` also reads every record")
	}
}

// mend says what to do about a degraded part.
func mend(part string) string {
	kind, _, _ := strings.Cut(part, " ")
	switch kind {
	case "store":
		return "the daemon's log tells more; `navd check` reads every record, and `navd backup /a/new/file` writes a copy of the store"
	case "pictures":
		return "see the line of models; what to configure stands there"
	case "index":
		return "searches read the store meanwhile; nothing is lost, and the directory index in the data directory may be deleted"
	case "tape":
		return "the recording has holes: make room on the disk, and record again"
	case "models":
		return "raise models.daily_budget, or wait until 00:00 UTC"
	case "model", "planner", "scene":
		return "the next entry of the chain answers meanwhile; see the line of this model, and the daemon's log"
	}
	return "the daemon's log tells more"
}

// budget tells what the models may cost and what they did today.
func (u *checkup) budget() {
	const check = "daily budget"
	limit := u.cfg.Models.DailyBudget
	if u.daemon == nil {
		u.ok(check, "%s; what today took only a running daemon tells", limitText(limit))
		return
	}
	today := u.daemon.Metrics.Models.Today
	limit = today.Budget
	spent := "today took " + costText(today.Cost) + " in " + plural(today.Calls, "call")
	if limit > 0 && today.Cost >= limit {
		u.warn(check, "raise models.daily_budget, or wait until 00:00 UTC", "%s is used up: %s", costText(limit), spent)
		return
	}
	u.ok(check, "%s; %s", limitText(limit), spent)
}

func limitText(limit float64) string {
	if limit == 0 {
		return "no limit"
	}
	return costText(limit) + " a day"
}
