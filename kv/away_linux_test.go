package kv

import (
	"os"
	"strings"
	"syscall"
	"testing"
)

// makeReadOnly mounts a directory upon itself so that it can only be read.
func makeReadOnly(dir string) error {
	if err := syscall.Mount(dir, dir, "", syscall.MS_BIND, ""); err != nil {
		return err
	}
	return syscall.Mount("", dir, "", syscall.MS_BIND|syscall.MS_REMOUNT|syscall.MS_RDONLY, "")
}

// The mount is in a namespace of the child's own.
func TestReadOnly(t *testing.T) {
	cmd := child(t, "readonly", tempPath(t))
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Skip("no namespace of one's own:", err)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	switch said := strings.TrimSpace(out.String()); {
	case strings.HasPrefix(said, "skip:"):
		t.Skip(said)
	case said != "wrote":
		t.Errorf("child said %q", said)
	}
}
