package main

import (
	"bufio"
	"bytes"
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
)

// TestWeb: the process `navd web` waits for the daemon, shows what it does, outlives its
// kill -9, and goes on with the next one.
func TestWeb(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	home, err := os.MkdirTemp("", "navd") // short enough for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(home) })
	socket := filepath.Join(home, "s")
	navd := func(args ...string) *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), self)
		cmd.Args = append([]string{"navd"}, append(args, "--socket", socket)...)
		cmd.Env = []string{"HOME=" + home, "TMPDIR=" + home}
		return cmd
	}
	daemon := func() (*exec.Cmd, *client.Client) {
		t.Helper()
		cmd := navd("run")
		cmd.Stderr = t.Output()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		deadline := time.Now().Add(20 * time.Second) // only when it fails
		for {
			c, err := client.Dial(socket)
			if err == nil {
				return cmd, c
			}
			if time.Now().After(deadline) {
				t.Fatal(err)
			}
		}
	}

	web := navd("web")
	web.Stderr = t.Output()
	out, err := web.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := web.Start(); err != nil {
		t.Fatal(err)
	}
	said := bufio.NewScanner(out)
	next := func(begin string) string {
		t.Helper()
		if !said.Scan() || !strings.HasPrefix(said.Text(), begin) {
			t.Fatalf("it said %q, want %q", said.Text(), begin)
		}
		return strings.TrimPrefix(said.Text(), begin)
	}
	next("navd is not running at " + socket + "; the page waits for it.")
	jar, _ := cookiejar.New(nil)
	browser := &http.Client{Jar: jar}
	address := next("Open this in a browser: ")
	page, err := browser.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	page.Body.Close()
	if page.StatusCode != 200 || page.Request.URL.RawQuery != "" {
		t.Fatalf("%s was answered with %s at %s", address, page.Status, page.Request.URL)
	}
	next("A browser is in. For another one: http://127.0.0.1:")

	res, err := browser.Get("http://" + page.Request.URL.Host + "/events")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 1<<20)
	until := func(what string) {
		t.Helper()
		for lines.Scan() {
			if strings.Contains(lines.Text(), what) {
				return
			}
		}
		t.Fatalf("the stream ended before %s: %v", what, lines.Err())
	}
	until(`"up":false`)
	d, c := daemon()
	until(`"up":true`)
	begun, err := ipc.EpisodeBegin.Call(t.Context(), c, ipc.BeginParams{Goal: "sofa"})
	if err != nil {
		t.Fatal(err)
	}
	until(`"goal":"sofa"`)
	if _, err := ipc.NavStep.Call(t.Context(), c, ipc.StepParams{Episode: begun.Episode, Step: nav.Step{Seq: 1, Action: nav.Forward}}); err != nil {
		t.Fatal(err)
	}
	until(`"kind":"step","seq":1`)
	if err := d.Process.Kill(); err != nil { // -9
		t.Fatal(err)
	}
	_ = d.Wait() // it was killed
	_ = c.Close()
	until(`"up":false`)
	_, c = daemon()
	defer c.Close()
	until(`"up":true`)
	until(`"kind":"step","seq":1`)

	if err := web.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := web.Wait(); err != nil {
		t.Errorf("it ended with %v", err)
	}
}

func TestWebServesThisMachineAlone(t *testing.T) {
	var out, errs bytes.Buffer
	a := &app{out: &out, err: &errs}
	if code := a.run(t.Context(), []string{"web", "--addr", "0.0.0.0:8080"}); code != 2 {
		t.Errorf("exit code %d, want 2", code)
	}
	for _, want := range []string{`--addr: not allowed, given "0.0.0.0:8080", allowed 127.0.0.1`, "hint: from another machine use a tunnel: ssh"} {
		if !strings.Contains(errs.String(), want) {
			t.Errorf("it says %q, want %q", errs.String(), want)
		}
	}
}
