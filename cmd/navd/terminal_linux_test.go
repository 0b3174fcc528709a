package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"navd/daemon/episode"
	"navd/daemon/job"
	"navd/daemon/knowledge"
	"navd/daemon/table"
	"navd/daemon/think"
	"navd/ipc"
)

// newTerminal makes a terminal of some columns, and the screen that reads what it is sent.
func newTerminal(t *testing.T, columns uint16) (screen, terminal *os.File) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { screen.Close() })
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
	terminal, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return screen, terminal
}

// onTerminal runs navd on a terminal of some columns, and gives what that was sent.
func onTerminal(t *testing.T, columns uint16, env []string, args ...string) string {
	t.Helper()
	screen, terminal := newTerminal(t, columns)
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

// TestNarrowTables holds that on a narrow terminal ids, numbers and states are whole, and
// texts are cut.
func TestNarrowTables(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	at := time.Date(2026, 11, 26, 10, 28, 47, 0, time.UTC)
	const id, long = "06h1hf0pe9wxv1bd", "a text that no narrow terminal has room for, whatever it leaves out"
	for _, tc := range []struct {
		name       string
		print      func(*app) error
		at80, at60 string // the last line
	}{
		{"episodes", func(a *app) error {
			spl, found := 0.875, true
			return a.printEpisodes(ipc.EpisodeListResult{Episodes: []episode.Episode{{
				ID: id, Goal: "dining table", SceneID: "a-house-of-two-floors", Run: "evening", Arm: "memory", Condition: "C2", Began: at,
				Status: episode.Ended, End: &episode.End{Success: &found}, Metrics: &episode.Metrics{Steps: 121, Plans: 7, SPL: &spl},
			}}})
		}, id + "  dining table  found  121    0.88  7      11-26 10:28", id + "  dining table  found  121    0.88  7"},
		{"jobs", func(a *app) error {
			return a.printJobs(ipc.JobListResult{Jobs: []job.Job{{ID: "j10", Kind: "knowledge", Episode: id, State: "cancelled", Tries: 8, Updated: at, Error: long}}})
		}, "j10  knowledge  " + id + "  cancelled  8      a text that no narrow termi…", "j10  knowledge  " + id + "  cancelled  a text that no…"},
		{"tree searches", func(a *app) error {
			return a.printSearches(ipc.LatsListResult{Searches: []think.Search{{ID: "s12", Episode: id, Plan: 120, State: think.Ended, Stop: "accepted", Nodes: 300, Created: at, Best: &think.Best{Action: long}}}})
		}, "s12     " + id + "  120   ended  accepted  11-26 10:28  a text that no na…", "s12     " + id + "  ended  accepted  a text that no n…"},
		{"houses", func(a *app) error {
			return a.printHouses(ipc.HouseListResult{Houses: []ipc.HouseHead{{House: "mill-by-the-river", Version: 12, Episodes: 1200, Bytes: 49431, Changed: at}}})
		}, "mill-by-the-river  12       1200      0       0       48.27 KiB  11-26 10:28", "mill-by-the-river  12       1200      0       11-26 10:28"},
		{"learned", func(a *app) error {
			return a.printItems([]knowledge.Item{{ID: "k120", Version: 12, Kind: "memory", Status: "superseded", Body: knowledge.Body{Text: long}}}, "")
		}, "k120@12  memory  superseded  a text that no narrow terminal has room for, whate…", "k120@12  memory  superseded  a text that no narrow terminal…"},
		{"facts", func(a *app) error {
			var facts table.Table
			facts.Row("learned", "3 feedbacks, 4 statements, 3 learned items, 2 records of a past leg, 12 more")
			return a.printFacts(facts)
		}, "         more", "         records of a past leg, 12 more"},
	} {
		for columns, want := range map[uint16]string{80: tc.at80, 60: tc.at60} {
			screen, terminal := newTerminal(t, columns)
			if err := tc.print(&app{out: terminal}); err != nil {
				t.Fatal(err)
			}
			_ = terminal.Close()
			shown, _ := io.ReadAll(screen) // it ends with an error, EIO
			lines := strings.Split(strings.TrimSpace(string(shown)), "\r\n")
			if got := lines[len(lines)-1]; got != want {
				t.Errorf("%s on %d columns:\n%s\nwant the last line\n%s", tc.name, columns, shown, want)
			}
		}
	}
}
