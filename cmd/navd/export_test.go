package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"navd/cmd/outfile"
	"navd/daemon/fault"
	"navd/ipc"
	"navd/ipc/client"
	"navd/ipc/server"
)

// TestExportTrustsNoDaemon holds that a daemon cannot have files written where
// the user did not say, nor one over another.
func TestExportTrustsNoDaemon(t *testing.T) {
	file := func(path string) ipc.ExportFile { return ipc.ExportFile{Path: path, Content: "x"} }
	for _, c := range []struct {
		name  string
		files []ipc.ExportFile
		kind  fault.Kind
	}{
		{"up", []ipc.ExportFile{file("../x")}, fault.Invalid},
		{"rooted", []ipc.ExportFile{file("/x")}, fault.Invalid},
		{"backslash", []ipc.ExportFile{file(`..\x`)}, fault.Invalid},
		{"control character", []ipc.ExportFile{file("a\x1b[2J")}, fault.Invalid},
		{"empty", []ipc.ExportFile{file("")}, fault.Invalid},
		{"twice", []ipc.ExportFile{file("a"), file("a")}, fault.Conflict},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			tree, err := outfile.OpenTree("--out", filepath.Join(dir, "out"))
			if err != nil {
				t.Fatal(err)
			}
			defer tree.Close()
			if _, err := writePages(t.Context(), exporter(t, c.files), ipc.ExportParams{}, tree); !fault.Is(err, c.kind) {
				t.Errorf("%v", err)
			}
			if list, err := os.ReadDir(dir); err != nil || len(list) != 1 {
				t.Errorf("%v, %v", list, err)
			}
		})
	}
}

// exporter connects to a daemon that has these files.
func exporter(t *testing.T, files []ipc.ExportFile) *client.Client {
	t.Helper()
	h := newHome(t)
	h.serve(server.Bind(ipc.GroundingExport, func(context.Context, ipc.ExportParams) (ipc.ExportResult, error) {
		return ipc.ExportResult{Files: files}, nil
	}))
	return h.dial()
}
