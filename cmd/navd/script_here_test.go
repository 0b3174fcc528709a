package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"navd/config"
)

// workers are processes that run one command after another for the scripts: to start
// one for each command would take most of the time of all scripts.
type workers struct {
	idle chan *worker
	vars []string // what a command may read from its environment
}

// worker is one such process.
type worker struct {
	cmd *exec.Cmd
	in  *json.Encoder
	out *json.Decoder
	why bytes.Buffer
}

// request is one command, its directory and environment; outcome is what came of it.
type (
	request struct {
		Dir       string
		Env, Args []string
	}
	outcome struct {
		Code        int
		Out, Errors string
	}
)

// newWorkers starts none yet: a script takes an idle one, or starts one.
func newWorkers(t *testing.T) *workers {
	w := &workers{idle: make(chan *worker, 64), vars: []string{
		"HOME", "NAVD_CONFIG", "NO_COLOR", "PATH", "TMPDIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR",
		"GPU_KEY",     // of a server in models.servers
		"NAVD_SOKCET", // which nobody knows: a script says that navd tells so
	}}
	for _, k := range config.Keys() {
		w.vars = append(w.vars, k.Env)
	}
	t.Cleanup(func() {
		for close(w.idle); ; {
			one, more := <-w.idle
			if !more {
				return
			}
			one.cmd.Process.Kill()
			one.cmd.Wait()
		}
	})
	return w
}

// worksHere reports whether a command can run in a worker: one that reads standard input,
// serves, or tells of its own program runs in a process of its own.
func worksHere(args []string) bool {
	return !slices.Contains([]string{"demo", "run", "service", "watch"}, args[0]) && !slices.Contains(args, "-")
}

// run has a worker run a command, in the script's directory and environment.
func (w *workers) run(ts *testscript.TestScript, args []string) (code int, stdout, stderr string) {
	var one *worker
	select {
	case one = <-w.idle:
	default:
		one = &worker{cmd: exec.Command("navd-worker")}
		in, err := one.cmd.StdinPipe()
		ts.Check(err)
		out, err := one.cmd.StdoutPipe()
		ts.Check(err)
		one.cmd.Stderr, one.in, one.out = &one.why, json.NewEncoder(in), json.NewDecoder(out)
		ts.Check(one.cmd.Start())
	}
	r := request{Dir: ts.MkAbs("."), Args: args}
	for _, name := range w.vars {
		if v := ts.Getenv(name); v != "" {
			r.Env = append(r.Env, name+"="+v)
		}
	}
	ts.Check(one.in.Encode(r))
	var o outcome
	if err := one.out.Decode(&o); err != nil {
		one.cmd.Wait()
		ts.Fatalf("%v: %s", err, one.why.String())
	}
	w.idle <- one
	io.WriteString(ts.Stdout(), o.Out)
	io.WriteString(ts.Stderr(), o.Errors)
	return o.Code, o.Out, o.Errors
}

// work is the main function of a worker.
func work() {
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	os.Stdin, os.Stdout = nil, nil // a command that used them would be wrong
	for {
		var r request
		if in.Decode(&r) != nil {
			return
		}
		os.Clearenv()
		for _, v := range r.Env {
			name, value, _ := strings.Cut(v, "=")
			os.Setenv(name, value)
		}
		if err := os.Chdir(r.Dir); err != nil {
			panic(err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		var stdout, stderr strings.Builder
		code := (&app{out: &stdout, err: &stderr}).run(ctx, r.Args)
		cancel()
		if out.Encode(outcome{code, stdout.String(), stderr.String()}) != nil {
			return
		}
	}
}
