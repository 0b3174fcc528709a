package daemon

import (
	"context"
	"path/filepath"

	"navd/daemon/datadir"
	"navd/daemon/fault"
	"navd/ipc"
)

// Backup writes a copy of the store, as it is at this moment, to a file.
func (n *Navd) Backup(ctx context.Context, p ipc.BackupParams) (r ipc.BackupResult, err error) {
	c := n.c
	if !filepath.IsAbs(p.Path) {
		return r, badParams(fault.Field("path", p.Path, "an absolute path"))
	}
	copied, err := datadir.Write(ctx, datadir.Target{
		Path: p.Path, Replace: p.Replace, DataDir: c.config().DataDir, Live: c.journal.Holds,
	}, c.journal.Backup)
	if err != nil {
		return r, err
	}
	if r = ipc.BackupResult(copied); r.Problems == nil {
		r.Problems = []string{}
	}
	return r, nil
}
