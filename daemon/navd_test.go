package daemon_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"

	"navd/config"
	"navd/daemon"
	"navd/daemon/fault"
	"navd/daemon/model"
	"navd/daemon/model/modeltest"
	"navd/ipc"
)

func TestInfo(t *testing.T) {
	h := newHouse(t)
	h.begin()
	h.do(ipc.NavStep, `{"episode":"e001","seq":1,"action":1,"junction":true}`)
	h.do(ipc.NavPlan, `{"episode":"e001","labels":[{"view":3}]}`)
	got := into[ipc.Info](t, h.do(ipc.NavdInfo, `{}`))
	want := ipc.Info{
		Version: daemon.Version, Protocol: daemon.Protocol, DataDir: h.opts.Config.DataDir, PID: os.Getpid(), UptimeS: got.UptimeS,
		Durability: "relaxed", Providers: []string{"local"}, Scene: []string{"local"},
		Counts: map[string]int{"episodes": 1, "anchors": 2, "places": 1, "sites": 1, "plans": 1, "scenes": 0, "feedback": 0, "grounding": 0, "jobs": 0, "episodic": 0, "knowledge": 0, "searches": 0, "houses": 0, "log_entries": 8},
	}
	if diff := cmp.Diff(want, got); diff != "" || got.UptimeS <= 0 {
		t.Errorf("uptime %v\n%s", got.UptimeS, diff)
	}
}

func TestHealth(t *testing.T) {
	for _, tt := range []struct {
		name  string
		chain []string
		want  []string
	}{
		{"local", []string{"local"}, []string{}},
		{"a model that is there", []string{"m", "local"}, []string{}},
		{"models that are not", []string{"m", "n", "o", "local"}, []string{"planner n", "planner o"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := newHouse(t, withModels(tt.chain, map[string]model.Model{"m": modeltest.NewScript()}))
			got := into[ipc.Health](t, h.do(ipc.NavdHealth, `{}`))
			what := []string{}
			for _, d := range got.Degraded {
				what = append(what, d.What)
				if d.Reason == "" || d.Since.Before(start()) {
					t.Errorf("degraded: %+v", d)
				}
			}
			if diff := cmp.Diff(tt.want, what); diff != "" || got.OK != (len(what) == 0) {
				t.Errorf("ok %v\n%s", got.OK, diff)
			}
		})
	}
}

func TestMetrics(t *testing.T) {
	h := newHouse(t)
	h.begin()
	h.begin()
	for range 1100 {
		h.do(ipc.EpisodeGet, `{"episode":"e001"}`)
	}
	h.refuse(ipc.EpisodeGet, `{"episode":"no"}`, refusal{Code: -32002, Kind: fault.NotFound, Field: "episode"})
	h.refuse(named("episode.gte"), `{}`, refusal{Code: ipc.CodeMethod, Kind: fault.NotFound})
	got := into[ipc.Metrics](t, h.do(ipc.NavdMetrics, `{}`))
	if m := got.Methods["unknown method"]; m.Calls != 1 || m.Errors != 1 {
		t.Errorf("unknown methods: %+v", m)
	}
	if m := got.Methods[string(ipc.EpisodeGet)]; m.Calls != 1101 || m.Errors != 1 || m.P50Ms < 1 || m.P99Ms < m.P50Ms {
		t.Errorf("episode.get: %+v", m)
	}
	if m := got.Methods[string(ipc.EpisodeBegin)]; m.Calls != 2 || m.Errors != 0 {
		t.Errorf("episode.begin: %+v", m)
	}
	if got.LiveEpisodes != 2 || got.Store.ChangeSets != 2 || got.Store.Commits != 2 || got.Store.Bytes == 0 || got.UptimeS <= 0 {
		t.Errorf("got %+v", got)
	}
}

// damage flips a byte of the last value of a table, in the file.
func damage(t *testing.T, h *house, table string) {
	t.Helper()
	h.stop()
	db, err := bbolt.Open(filepath.Join(h.opts.Config.DataDir, daemon.DBFile), 0o600, &bbolt.Options{Timeout: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		b := tx.Bucket([]byte(table))
		k, v := b.Cursor().Last()
		if k == nil {
			return errors.New("the table is empty")
		}
		v = append([]byte{}, v...)
		v[len(v)-2] ^= 1
		return b.Put(k, v)
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	h.open()
}

// A damaged record is told of by whoever needs it and by navd.check, harms no
// other episode, and goes with its episode.
func TestDamage(t *testing.T) {
	corrupt := refusal{Code: -32010, Kind: fault.Corrupt}
	for _, tt := range []struct {
		table  string
		method fmt.Stringer
		params string
	}{
		{"episodes", ipc.EpisodeGet, `{"episode":"e002"}`},
		{"episodes", ipc.EpisodeList, `{}`},
		{"states", ipc.NavStep, `{"episode":"e002","seq":3,"action":1}`},
		{"anchors", ipc.NavGraph, `{"episode":"e002"}`},
		{"places", ipc.NavContext, `{"episode":"e002"}`},
		{"sites", ipc.NavPlan, `{"episode":"e002","labels":[{"view":1}]}`},
		{"plans", ipc.NavPlanResult, `{"plan":"e002.1"}`},
		{"log", ipc.EpisodeLog, `{"episode":"e002"}`},
		{"chapters", ipc.EpisodeLog, `{"episode":"e002"}`},
		{"answers", ipc.NavStep, `{"episode":"e002","seq":1,"action":1,"key":"k"}`},
	} {
		t.Run(tt.table+" "+tt.method.String(), func(t *testing.T) {
			h := newHouse(t)
			for range 2 {
				id := h.begin()
				key := map[string]string{"e001": "j", "e002": "k"}[id]
				h.do(ipc.NavStep, `{"episode":"`+id+`","seq":1,"action":1,"key":"`+key+`"}`)
				h.do(ipc.NavStep, `{"episode":"`+id+`","seq":2,"action":1}`)
				h.do(ipc.NavPlan, `{"episode":"`+id+`","labels":[{"view":3}]}`)
			}
			one := h.memory("e001")
			damage(t, h, tt.table)
			if e := h.refuse(tt.method, tt.params, corrupt); !strings.Contains(e.Message, tt.table) || e.Data.Hint == "" {
				t.Errorf("it does not say where and what to do: %+v", e)
			}
			r := into[ipc.CheckResult](t, h.do(ipc.NavdCheck, `{}`))
			if len(r.Problems) != 1 || !strings.Contains(r.Problems[0], tt.table) {
				t.Errorf("navd.check: %v", r.Problems)
			}
			if diff := cmp.Diff(one, h.memory("e001")); diff != "" {
				t.Errorf("another episode changed:\n%s", diff)
			}
			if m := into[ipc.Metrics](t, h.do(ipc.NavdMetrics, `{}`)); m.Subscribers != 0 {
				t.Errorf("%d subscribers after an answer with an error", m.Subscribers)
			}
			if tt.table != "events" && tt.table != "answers" {
				h.do(ipc.EpisodeDelete, `{"episode":"e002"}`)
				for range 10_000 { // until it is swept
					if r := into[ipc.CheckResult](t, h.do(ipc.NavdCheck, `{}`)); len(r.Problems) == 0 {
						break
					}
				}
				h.sound()
			}
		})
	}
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	_, err := daemon.Open(h.opts)
	if f := fault.As(err); f == nil || f.Kind != fault.Conflict || f.Hint == "" {
		t.Errorf("a directory in use: %v", err)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	cfg := config.Default()
	cfg.DataDir = filepath.Join(file, "dir")
	if _, err := daemon.Open(daemon.Options{Config: cfg}); !fault.Is(err, fault.Denied) {
		t.Errorf("a directory below a file: %v", err)
	}
	cfg.DataDir = t.TempDir()
	if err := os.WriteFile(filepath.Join(cfg.DataDir, daemon.DBFile), []byte(strings.Repeat("no store", 4096)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := daemon.Open(daemon.Options{Config: cfg}); !fault.Is(err, fault.Corrupt) {
		t.Errorf("a file that is no store: %v", err)
	}
}

// Options that are left out have defaults that work.
func TestOpenDefaults(t *testing.T) {
	cfg := config.Default()
	cfg.DataDir = filepath.Join(t.TempDir(), "a", "b")
	d, err := daemon.Open(daemon.Options{Config: cfg})
	if err != nil {
		t.Fatal(err)
	}
	r, err := d.Episodes.Begin(t.Context(), ipc.BeginParams{Goal: "sofa"})
	if err != nil || len(r.Episode) != 16 || len(d.Incident()) != 16 {
		t.Errorf("got %+v, %v", r, err)
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
}

// A line of the log that cannot be read is counted in the event after it.
func TestDamagedEvent(t *testing.T) {
	h := newHouse(t)
	h.begin()
	damage(t, h, "log")
	in := &inbox{ctx: t.Context()}
	if _, err := h.daemon.Events.Subscribe(t.Context(), ipc.SubscribeParams{Since: "0"}, in); err != nil {
		t.Fatal(err)
	}
	for into[ipc.Metrics](t, h.do(ipc.NavdMetrics, `{}`)).Subscribers == 0 {
		runtime.Gosched()
	}
	before := len(in.got)
	h.begin()
	if len(in.got) <= before || in.got[before].Lost != 1 || in.got[before].Episode != "e002" {
		t.Errorf("after %d events: %+v", before, in.got)
	}
	for i, ev := range in.got {
		if i != before && ev.Lost != 0 {
			t.Errorf("event %d: %d lost", i, ev.Lost)
		}
	}
}
