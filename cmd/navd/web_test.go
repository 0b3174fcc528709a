package main

import (
	"bufio"
	"context"
	"errors"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"navd/daemon/nav"
	"navd/ipc"
	"navd/ipc/client"
	"navd/ipc/server"
)

// home is a directory with a socket, and the processes that work with it.
type home struct {
	t           *testing.T
	dir, socket string
}

func newHome(t *testing.T) home {
	t.Helper()
	dir, err := os.MkdirTemp("", "navd") // short enough for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return home{t, dir, filepath.Join(dir, "s")}
}

// serve has a server of this process answer methods at the socket.
func (h home) serve(methods ...server.Handler) {
	h.t.Helper()
	ln, err := server.Listen(h.socket, server.ListenOptions{})
	if err != nil {
		h.t.Fatal(err)
	}
	s, served := server.New(server.Options{Methods: methods}), make(chan error, 1)
	go func() { served <- s.Serve(context.Background(), ln) }()
	h.t.Cleanup(func() {
		if err := errors.Join(s.Shutdown(context.Background()), <-served); err != nil {
			h.t.Error(err)
		}
	})
}

// must calls a method that has to be answered.
func must[P, R any](t *testing.T, c ipc.Caller, m ipc.Method[P, R], p P) R {
	t.Helper()
	r, err := m.Call(t.Context(), c, p)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// dial connects to who serves.
func (h home) dial() *client.Client {
	h.t.Helper()
	c, err := client.Dial(h.socket)
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { c.Close() })
	return c
}

// begin starts a command, and gives what it prints.
func (h home) begin(cmd *exec.Cmd) *bufio.Scanner {
	h.t.Helper()
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		h.t.Fatal(err)
	}
	return bufio.NewScanner(out)
}

// navd is a command of the tested program.
func (h home) navd(args ...string) *exec.Cmd {
	h.t.Helper()
	self, err := os.Executable()
	if err != nil {
		h.t.Fatal(err)
	}
	cmd := exec.CommandContext(h.t.Context(), self)
	cmd.Args = append([]string{"navd"}, append(args, "--socket", h.socket)...)
	cmd.Env, cmd.Stderr = []string{"HOME=" + h.dir, "TMPDIR=" + h.dir}, h.t.Output()
	return cmd
}

// daemon starts one, and connects to it.
func (h home) daemon() (*exec.Cmd, *client.Client) {
	h.t.Helper()
	cmd := h.navd("run")
	if err := cmd.Start(); err != nil {
		h.t.Fatal(err)
	}
	deadline := time.Now().Add(20 * time.Second) // only when it fails
	for {
		c, err := client.Dial(h.socket)
		if err == nil {
			h.t.Cleanup(func() { c.Close() })
			return cmd, c
		}
		if time.Now().After(deadline) {
			h.t.Fatal(err)
		}
	}
}

// lineWith reads up to the first line with a text, and gives that.
func lineWith(t *testing.T, in *bufio.Scanner, text string) string {
	t.Helper()
	for in.Scan() {
		if strings.Contains(in.Text(), text) {
			return in.Text()
		}
	}
	t.Fatalf("it ended before %s: %v", text, in.Err())
	return ""
}

// TestWeb: the process `navd web` waits for the daemon, shows what it does, outlives its
// kill -9, and goes on with the next one.
func TestWeb(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	web := h.navd("web")
	said := h.begin(web)
	lineWith(t, said, "navd is not running at "+h.socket+"; the page waits for it.")
	stream := enter(t, strings.TrimPrefix(lineWith(t, said, "Open this in a browser: "), "Open this in a browser: "))
	lineWith(t, said, "A browser is in. For another one: http://127.0.0.1:")

	lineWith(t, stream, `"up":false`)
	d, c := h.daemon()
	lineWith(t, stream, `"up":true`)
	begun := must(t, c, ipc.EpisodeBegin, ipc.BeginParams{Goal: "sofa"})
	lineWith(t, stream, `"goal":"sofa"`)
	must(t, c, ipc.NavStep, ipc.StepParams{Episode: begun.Episode, Step: nav.Step{Seq: 1, Action: nav.Forward}})
	lineWith(t, stream, `"kind":"step","seq":1`)
	if err := d.Process.Kill(); err != nil { // -9
		t.Fatal(err)
	}
	_ = d.Wait() // it was killed
	lineWith(t, stream, `"up":false`)
	h.daemon()
	lineWith(t, stream, `"up":true`)
	lineWith(t, stream, `"kind":"step","seq":1`)

	if err := web.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := web.Wait(); err != nil {
		t.Errorf("it ended with %v", err)
	}
}

// TestDemoWeb: the demo's robot waits for the browser, the page shows its steps, and stays
// until it is stopped. Stopped before, there is no search to speak of.
func TestDemoWeb(t *testing.T) {
	t.Parallel()
	const opens = "Open this in a browser, the robot waits for it: "
	for _, opened := range []bool{true, false} {
		h := newHome(t)
		demo := h.navd("demo", "--web", "--pace", "1ms", "--dir", filepath.Join(h.dir, "demo"))
		said := h.begin(demo)
		address := strings.TrimPrefix(lineWith(t, said, opens), opens)
		if opened {
			stream := enter(t, address)
			lineWith(t, stream, `"goal":"Sofa"`)
			lineWith(t, stream, `"kind":"step"`)
			lineWith(t, said, "The page stays until ctrl-C. For another browser: http://127.0.0.1:")
		}
		if err := demo.Process.Signal(syscall.SIGINT); err != nil {
			t.Fatal(err)
		}
		next := false
		for said.Scan() {
			next = next || said.Text() == "Try next:"
		}
		_ = demo.Wait() // its exit code says it
		if code := demo.ProcessState.ExitCode(); next != opened || (code == 0) != opened {
			t.Errorf("opened %v: exit code %d, what to try next was said: %v", opened, code, next)
		}
	}
}

// enter opens the printed address as a browser does, and gives the stream of the page.
func enter(t *testing.T, address string) *bufio.Scanner {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := &http.Client{Jar: jar}
	page, err := browser.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	page.Body.Close()
	if page.StatusCode != 200 || page.Request.URL.RawQuery != "" {
		t.Fatalf("%s was answered with %s at %s", address, page.Status, page.Request.URL)
	}
	res, err := browser.Get("http://" + page.Request.URL.Host + "/events")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { res.Body.Close() })
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 1<<20)
	return lines
}

func TestWebServesThisMachineAlone(t *testing.T) {
	got := command(t, 2, "web", "--addr", "0.0.0.0:8080")
	for _, want := range []string{`--addr: not allowed, given "0.0.0.0:8080", allowed localhost`, "hint: from another machine use a tunnel: ssh"} {
		if !strings.Contains(got, want) {
			t.Errorf("it says %q, want %q", got, want)
		}
	}
}
