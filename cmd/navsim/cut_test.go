package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/fault"
)

// TestProgressEnd writes the file however searches ended, when any were made, and says so.
func TestProgressEnd(t *testing.T) {
	missing := fault.New(fault.NotFound, "no such house").WithHint("look")
	type ending struct {
		Text, Hint string
		Exit       int
		File       bool
	}
	for _, test := range []struct {
		name string
		err  error
		done int
		to   string // in the folder of the test; empty: no file is named
		note string
		want ending
	}{
		{"whole", nil, 3, "f", "", ending{File: true}},
		{"whole, no file", nil, 3, "", "", ending{}},
		{"interrupted", context.Canceled, 2, "f", "", ending{"interrupted after 2 of 3 visits", "DIR/f has those that were done", 7, true}},
		{"interrupted, with a note", context.Canceled, 2, "f", "look above", ending{"interrupted after 2 of 3 visits", "DIR/f has those that were done; look above", 7, true}},
		{"interrupted in a call", fmt.Errorf("arm a: %w", fault.New(fault.Cancelled, "the call was cancelled")), 2, "f", "", ending{"interrupted after 2 of 3 visits", "DIR/f has those that were done", 7, true}},
		{"interrupted, no file", context.Canceled, 2, "", "", ending{"interrupted after 2 of 3 visits", "with --out FILE, those that were done are written to it", 7, false}},
		{"interrupted at once", context.Canceled, 0, "f", "", ending{"interrupted after 0 of 3 visits", "", 7, false}},
		{"failed", fmt.Errorf("arm a: %w", missing), 2, "f", "", ending{"arm a: no such house, after 2 of 3 visits", "look; DIR/f has those that were done", 4, true}},
		{"failed at once", missing, 0, "f", "", ending{"no such house", "look", 4, false}},
		{"not to be written", context.Canceled, 2, "gone/f", "", ending{"--out: it cannot be written: no such file or directory, given \"DIR/gone/f\"\ninterrupted after 2 of 3 visits", "", 2, false}},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir, written := t.TempDir(), false
			path := test.to
			if path != "" {
				path = filepath.Join(dir, path)
			}
			err := progress{Done: test.done, Of: 3, unit: "visits", note: test.note}.end(test.err, rows{"--out", path, func(w io.Writer) error {
				written = true
				_, err := io.WriteString(w, "rows")
				return err
			}})
			got := ending{File: written}
			if err != nil {
				f := fault.As(err)
				got.Text, got.Hint, got.Exit = plainly(err.Error(), dir), plainly(f.Hint, dir), fault.Exit(f.Kind)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if test.err != nil && !interrupted(test.err) && !errors.Is(err, missing) {
				t.Errorf("%v has lost its cause", err)
			}
		})
	}
}

// plainly is a text without the name of a directory.
func plainly(text, dir string) string {
	return regexp.MustCompile(regexp.QuoteMeta(dir)).ReplaceAllString(text, "DIR")
}

// TestInterruptedFiles: what was done is in the file of the command that was interrupted.
func TestInterruptedFiles(t *testing.T) {
	t.Parallel()
	socket := navd(t)
	c := dialed(t, socket)
	for _, test := range []struct {
		name, second string // run of the second arm: once it has begun, the command is interrupted
		args         []string
		count        func(t *testing.T, file string) int
	}{
		{"lifelong", "lifelong/dock/0/clean/pose", []string{"--searches", "6", "--starts", "dock", "--arm", armReset, "--arm", armPose}, func(t *testing.T, file string) int {
			return len(searchesIn(t, file))
		}},
		{"advise", "advise/dock/clean/C2", []string{"--targets", "4", "--repetitions", "3", "--kept", "dock", "--condition", "C1,C2"}, func(t *testing.T, file string) int {
			var r adviseReport
			if err := json.Unmarshal([]byte(read(t, file)), &r); err != nil {
				t.Fatal(err)
			}
			if r.Interrupted == nil {
				t.Fatal("the report does not say that it is not whole")
			}
			return r.Interrupted.Done
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			go whenever(ctx, c, test.second, func(string) { cancel() })
			file := filepath.Join(t.TempDir(), "rows")
			args := append([]string{test.name, "--socket", socket, "--generate", "1", "--seed", "12", "--profile", "clean", "--jobs", "1", "--out", file}, test.args...)
			code, stdout, stderr := commandIn(ctx, args...)
			done := regexp.MustCompile(`^navsim: interrupted after (\d+) of \d+ (?:searches|visits)\n +hint: /\S+/rows has those that were done\n$`).FindStringSubmatch(stderr)
			if code != 7 || stdout != "" || done == nil {
				t.Fatalf("exit code %d, stdout %q: %s", code, stdout, stderr)
			}
			if n := test.count(t, file); fmt.Sprint(n) != done[1] {
				t.Errorf("%s were done, the file has %d", done[1], n)
			}
		})
	}
}
