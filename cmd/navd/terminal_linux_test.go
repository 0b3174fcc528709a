package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// onTerminal runs navd on a terminal of some columns, and gives what that was sent.
func onTerminal(t *testing.T, columns uint16, env []string, args ...string) string {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	defer screen.Close()
	fd := int(screen.Fd())
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 40, Col: columns}); err != nil {
		t.Fatal(err)
	}
	terminal, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	cmd := home{t, t.TempDir(), "s"}.navd(args...)
	cmd.Stdout, cmd.Stderr = terminal, terminal
	cmd.Env = append(cmd.Env, env...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = terminal.Close()           // the program has it
	shown, _ := io.ReadAll(screen) // it ends with an error, EIO, when the program does
	_ = cmd.Wait()                 // it may fail on purpose
	return string(shown)
}

// TestScreen holds what a terminal of some width is shown, and that a pipe gets all.
func TestScreen(t *testing.T) {
	for _, tc := range []struct {
		name    string
		columns uint16
		env     []string
		want    string // how it begins
	}{
		{"wide", 120, nil, "\x1b[1;31mnavd:\x1b[0m unknown flag: --limt\r\n      \x1b[1mhint:\x1b[0m did you mean --limit?\r\n"},
		{"without colours", 120, []string{"NO_COLOR=1"}, "navd: unknown flag: --limt\r\n      hint: did you mean --limit?\r\n"},
		{"without escapes", 120, []string{"TERM=dumb"}, "navd: unknown flag: --limt\r\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := onTerminal(t, tc.columns, tc.env, "episodes", "--limt", "3")
			if !strings.HasPrefix(got, tc.want) {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
	for _, columns := range []uint16{60, 80} {
		for line := range strings.SplitSeq(onTerminal(t, columns, nil, "run", "--help"), "\r\n") {
			if n := len([]rune(line)); n > int(columns) && strings.Contains(strings.TrimSpace(line), " ") {
				t.Errorf("%d columns: %d in %q", columns, n, line)
			}
		}
	}
}
