package config_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"navd/config"
)

// Two layers over the defaults, and where each value comes from.
func ExampleLoad() {
	loaded, err := config.Load(config.Options{
		Flags: map[string]string{"nav.turn_deg": "45"},
		Host: config.Host{
			OS: "linux", Home: "/home/pilot", UID: 1000, Dir: "/work",
			Env: []string{"NAVD_NAV_FORWARD_M=0.5"},
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range loaded.Entries() {
		if e.Source.Layer != config.LayerDefault {
			fmt.Printf("%s = %s (%s, default %s)\n", e.Key, e.Value, e.Source, e.Default)
		}
	}
	fmt.Println(loaded.Config.Socket.Path)
	// Output:
	// nav.forward_m = 0.5 (NAVD_NAV_FORWARD_M, default 0.25)
	// nav.turn_deg = 45 (--nav-turn-deg, default 30)
	// /tmp/navd-1000/navd.sock
}

// Everything that is wrong is said at once.
func ExampleProblems() {
	_, err := config.Load(config.Options{Host: config.Host{
		OS: "linux", Home: "/home/pilot", Dir: "/",
		Env: []string{"NAVD_NAV_TURN_DEG=500", "NAVD_LOGLEVEL=debug"},
	}})
	fmt.Println(err)
	// Output:
	// nav.turn_deg: out of range, given 500, allowed 1..180 degrees (NAVD_NAV_TURN_DEG: correct it or leave it out)
	// NAVD_LOGLEVEL: unknown variable (environment: did you mean NAVD_LOG_LEVEL?)
}

func ExampleKeys() {
	for _, info := range config.Keys()[:2] {
		fmt.Println(info.Key, info.Default, info.Env, "--"+info.Flag)
	}
	// Output:
	// data_dir "" NAVD_DATA_DIR --data-dir
	// durability "sync" NAVD_DURABILITY --durability
}

// SIGHUP: what can change changes, what cannot waits for a restart.
func ExampleLoaded_Reload() {
	dir, err := os.MkdirTemp("", "navd")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "navd.toml")
	host := config.Host{OS: "linux", Home: "/home/pilot", UID: 1000, Dir: dir}

	os.WriteFile(file, []byte("[log]\nlevel = 'info'\n"), 0o600)
	loaded, _ := config.Load(config.Options{File: file, Host: host})

	os.WriteFile(file, []byte("durability = 'relaxed'\n[log]\nlevel = 'debug'\n"), 0o600)
	now, changes, err := loaded.Reload()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range changes {
		fmt.Printf("%s: %s, was %s, live %v\n", c.Key, c.New, c.Old, c.Live)
	}
	fmt.Println(now.Config.Durability, now.Config.Log.Level)
	// Output:
	// durability: "relaxed", was "sync", live false
	// log.level: "debug", was "info", live true
	// sync debug
}

// A client finds the socket of its user's daemon without any configuration.
func ExampleDefaultSocket() {
	robot := config.Host{OS: "linux", UID: 1000, Env: []string{"XDG_RUNTIME_DIR=/run/user/1000"}}
	fmt.Println(config.DefaultSocket(robot))
	robot.Env = nil
	fmt.Println(config.DefaultSocket(robot))
	robot.System = true
	fmt.Println(config.DefaultSocket(robot))
	// Output:
	// /run/user/1000/navd/navd.sock
	// /tmp/navd-1000/navd.sock
	// /run/navd/navd.sock
}

// The second key of the sample file.
func ExampleSample() {
	sample := config.Sample()
	_, rest, _ := bytes.Cut(sample, []byte("\n\n"))
	_, rest, _ = bytes.Cut(rest, []byte("\n\n"))
	first, _, _ := bytes.Cut(rest, []byte("\n\n"))
	fmt.Printf("%s\n", first)
	// Output:
	// # When a write is acknowledged: after it is on the disk (sync), or before
	// # (relaxed): then a power cut may damage the store.
	// # (text: sync, relaxed; NAVD_DURABILITY)
	// #durability = "sync"
}
