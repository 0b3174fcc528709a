package python_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"navd/ipc"
	"navd/ipc/client"
	"navd/ipc/python"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patience is how long a daemon may take to come, and all the tests to run.
const patience = 3 * time.Minute

var update = flag.Bool("update", false, "pack navd_client.py anew")

// TestClient holds the embedded client to the file that is tested.
func TestClient(t *testing.T) {
	want, err := os.ReadFile("navd_client.py")
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		pack(t, want)
		return
	}
	if got := python.Client(); got != string(want) || !strings.HasSuffix(got, "\n") {
		t.Errorf("Client gives %d bytes, navd_client.py has %d; go test ./ipc/python -run TestClient -update packs it anew", len(got), len(want))
	}
}

// pack writes the client as it stands in the program.
func pack(t *testing.T, client []byte) {
	t.Helper()
	var packed bytes.Buffer
	out, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err == nil {
		_, err = out.Write(client)
	}
	if err == nil {
		err = out.Close()
	}
	if err == nil {
		err = os.WriteFile("navd_client.py.gz", packed.Bytes(), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestPython runs the tests of the client with the Python that is here: against
// a daemon of ours, and against those that they start and kill themselves.
func TestPython(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long, and all that it starts is other processes")
	}
	interpreter, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3 here")
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	binary := build(ctx, t)
	socket := start(ctx, t, binary)
	env := append(ownEnviron(), "NAVD_TEST_BINARY="+binary, "NAVD_TEST_SOCKET="+socket)
	dir := t.TempDir() // where Python keeps what it compiles, for the many processes
	if err := os.CopyFS(dir, os.DirFS(".")); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(ctx, interpreter, "-c", shares)
	cmd.Env, cmd.Dir = env, dir
	out, err := cmd.CombinedOutput()
	if err != nil || strings.Count(string(out), "\nRan ") != 8 || strings.Contains(string(out), "NAVD_TEST_BINARY is not set") {
		t.Errorf("%v\n%s", err, out)
	}
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, "a step over") {
			t.Log(strings.TrimSpace(line))
		}
	}
}

// shares loads the tests that lie here, and has eight processes run every eighth of them
// each: most of them wait for a daemon that is away.
const shares = `
import os, sys, tempfile, unittest
def single(tests):
    for t in tests:
        yield from single(t) if isinstance(t, unittest.TestSuite) else [t]
tests = sorted(single(unittest.defaultTestLoader.discover(".")), key=lambda t: t.id())
children = []
for i in range(8):
    said = tempfile.TemporaryFile()
    pid = os.fork()
    if pid == 0:
        os.dup2(said.fileno(), 1)
        os.dup2(said.fileno(), 2)
        sys.exit(not unittest.TextTestRunner(verbosity=2).run(unittest.TestSuite(tests[i::8])).wasSuccessful())
    children.append((pid, said))
failed = False
for pid, said in children:
    failed |= os.waitpid(pid, 0)[1] != 0
    said.seek(0)
    sys.stdout.buffer.write(said.read())
sys.exit(failed)
`

// build makes the daemon. go run keeps what it links in the build cache, where
// go build links anew each time.
func build(ctx context.Context, t *testing.T) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "navd")
	if out, err := exec.CommandContext(ctx, "go", "run", "-exec", "cp", "navd/cmd/navd", binary).CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	return binary
}

// start runs a daemon until the test ends, and waits until it answers.
func start(ctx context.Context, t *testing.T, binary string) (socket string) {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "navd") // t.TempDir may be too deep for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	socket = filepath.Join(dir, "navd.sock")
	cmd := exec.Command(binary, "run", "--data-dir", filepath.Join(dir, "data"), "--socket", socket)
	cmd.Env = append(ownEnviron(), "XDG_CONFIG_HOME="+dir)
	var log strings.Builder
	cmd.Stdout, cmd.Stderr = &log, &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v\n%s", err, log.String())
		}
	})
	for {
		err := answers(ctx, socket)
		if err == nil {
			return socket
		}
		select {
		case <-ctx.Done():
			t.Fatalf("no daemon answers: %v", err)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// answers asks the daemon who it is.
func answers(ctx context.Context, socket string) error {
	c, err := client.Dial(socket)
	if err != nil {
		return err
	}
	defer c.Close()
	_, err = ipc.NavdInfo.Call(ctx, c, ipc.None{})
	return err
}

// ownEnviron is the environment without settings of the one who runs the tests.
func ownEnviron() (env []string) {
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "NAVD_") && !strings.HasPrefix(v, "PYTHONDONTWRITEBYTECODE=") {
			env = append(env, v)
		}
	}
	return env
}
