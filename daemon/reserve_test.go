package daemon_test

import (
	"strings"
	"testing"

	"navd/config"
	"navd/daemon/fault"
	"navd/ipc"
)

// Before the disk is full the daemon stores nothing more, says why and what to do, and
// goes on reading, copying and deleting; with room it goes on.
func TestDiskReserve(t *testing.T) {
	h := newHouse(t)
	episode := h.begin()
	step := func(seq string) string {
		return `{"episode":"` + episode + `","seq":` + seq + `,"action":"move_forward"}`
	}
	h.do(ipc.NavStep, step("1"))
	reserve := func(mb int) {
		cfg := h.opts.Config
		cfg.Retention = config.Retention{DiskFreeMB: mb}
		h.daemon.Reconfigure(cfg)
	}
	reserve(1 << 20) // a TB, which is not free
	if health := into[ipc.Health](t, h.do(ipc.NavdHealth, `{}`)); health.OK || health.Degraded[0].What != "store" {
		t.Skipf("a disk with a TB that is free: %+v", health)
	}
	e := h.refuse(ipc.NavStep, step("2"), refusal{Code: -32006, Kind: fault.Unavailable})
	if !strings.Contains(e.Message, "MB are to stay free") || !strings.Contains(e.Data.Hint, "navd compact") || !strings.Contains(e.Data.Hint, "retention.disk_free_mb") {
		t.Errorf("got %s, hint %s", e.Message, e.Data.Hint)
	}
	h.do(ipc.EpisodeGet, `{"episode":"`+episode+`"}`)
	h.do(ipc.NavdBackup, `{"path":"`+t.TempDir()+`/copy.db"}`)
	if err := h.daemon.Beat(t.Context()); err != nil {
		t.Errorf("the writer lives: %v", err)
	}
	h.do(ipc.EpisodeDelete, `{"episode":"`+episode+`"}`)
	reserve(0)
	if health := into[ipc.Health](t, h.do(ipc.NavdHealth, `{}`)); !health.OK {
		t.Errorf("with room: %+v", health)
	}
	h.begin()
	h.sound()
}
