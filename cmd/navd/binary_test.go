package main

import (
	"debug/elf"
	"debug/gosym"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// mostBytes is the most that a program which is handed out may have; .ci/package
// reads it here, and holds each platform to it.
const mostBytes = 42_000_000

// TestBinary builds navd as it is handed out: it is small enough, and nothing
// in it looks methods up by names that only a template knows. Such code makes
// the linker keep every exported method: 10 MB. It takes up to a minute, so it
// runs with NAVD_TEST_LONG.
func TestBinary(t *testing.T) {
	if os.Getenv("NAVD_TEST_LONG") == "" {
		t.Skip("builds navd anew; set NAVD_TEST_LONG=1")
	}
	program := filepath.Join(t.TempDir(), "navd")
	build := exec.Command("go", "build", "-trimpath", "-tags", "grpcnotrace", "-ldflags", "-s -w", "-o", program, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH=amd64")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	info, err := os.Stat(program)
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > mostBytes {
		t.Errorf("%d bytes, more than %d", info.Size(), mostBytes)
	}
	functions := functionsOf(t, program)
	if !functions["main.main"] {
		t.Fatal("no main.main found: the functions are not read rightly")
	}
	for name := range functions {
		for _, no := range []string{"text/template.(*Template).Execute", "html/template.(*Template).Execute", "net/http/pprof.", "testing.(*T)", "golang.org/x/net/trace."} {
			if strings.HasPrefix(name, no) {
				t.Errorf("%s is linked", name)
			}
		}
	}
	t.Logf("%d bytes, %d functions, %s", info.Size(), len(functions), runtime.Version())
}

// functionsOf reads the names of the functions that are linked.
func functionsOf(t *testing.T, program string) map[string]bool {
	t.Helper()
	f, err := elf.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := f.Section(".gopclntab").Data()
	if err != nil {
		t.Fatal(err)
	}
	table, err := gosym.NewTable(nil, gosym.NewLineTable(lines, f.Section(".text").Addr))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, fn := range table.Funcs {
		names[fn.Name] = true
	}
	return names
}
