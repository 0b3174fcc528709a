package main

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/spf13/cobra"

	"navd/daemon/datadir"
	"navd/daemon/fault"
	"navd/daemon/words"
	"navd/ipc"
	"navd/ipc/client"
)

// dataDirKey is the configuration key whose flag --data-dir is; the commands that work on a
// data directory have it.
const dataDirKey = "data_dir"

func (a *app) backupCmd() *cobra.Command {
	var replace bool
	cmd := &cobra.Command{
		Use: "backup FILE", Short: "Write a copy of all that navd remembers",
		Long: "Write a copy of the store to a file of mode 0600: through the running daemon, which goes on working, or from the data\n" +
			"directory when no daemon runs. The copy is written to FILE.partial, read back, checked record by record and then\n" +
			"renamed: whatever fails, an older copy stays as it was. The daemon writes it as its own user.\n\n" +
			"An existing file is replaced only with --replace, and only when it is an older copy. If FILE is a symbolic link, the\n" +
			"file that it leads to is written. `navd restore FILE` brings the copy back.",
		Example: "  navd backup /mnt/usb/navd.db\n  navd backup /mnt/usb/navd.db --replace",
		RunE:    func(cmd *cobra.Command, args []string) error { return a.backup(cmd.Context(), args[0], replace) },
	}
	cmd.Flags().BoolVar(&replace, "replace", false, "replace an older copy")
	a.keyFlags(cmd, func(key string) bool { return key == dataDirKey })
	return cmd
}

func (a *app) backup(ctx context.Context, file string, replace bool) error {
	path, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	c, dir, err := a.daemonOf(ctx)
	if err != nil {
		return err
	}
	var r ipc.BackupResult
	if c != nil {
		defer c.Close()
		r, err = ipc.NavdBackup.Call(ctx, c, ipc.BackupParams{Path: path, Replace: replace})
	} else {
		r, err = a.copyOffline(ctx, dir, datadir.Target{Path: path, Replace: replace})
	}
	if err != nil {
		return err
	}
	if err := a.show(r, func() error {
		return a.say("wrote %s: %s, sha256 %s\n", plain(r.Path), bytesText(uint64(r.Bytes)), r.SHA256)
	}); err != nil {
		return err
	}
	if len(r.Problems) == 0 {
		return nil
	}
	return fault.New(fault.Corrupt, "the store is damaged, and so is this copy: %s", r.Problems[0]).
		WithHint("`navd check` lists what is wrong; keep older copies until it is mended")
}

func (a *app) copyOffline(ctx context.Context, dir string, t datadir.Target) (ipc.BackupResult, error) {
	c, err := working(a, func(o datadir.Options) (datadir.Copied, error) { return datadir.Copy(ctx, dir, t, o) })
	return ipc.BackupResult{Path: c.Path, Bytes: c.Bytes, SHA256: c.SHA256, Replaced: c.Replaced, Problems: append([]string{}, c.Problems...)}, err
}

func (a *app) restoreCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use: "restore FILE", Short: "Go back to a copy that navd backup wrote",
		Long: "Put a copy in the place of the store in the data directory. No daemon may use the directory meanwhile. FILE is first\n" +
			"copied into the directory and checked record by record: if it is damaged, written by a newer navd, or not a store,\n" +
			"nothing changes. Then it takes the store's place in one step. The old store is kept in the data directory, in a\n" +
			"directory before-restore-TIME; remove that when you do not need it any more. FILE stays where it is.",
		Example: "  navd restore /mnt/usb/navd.db\n  navd restore /mnt/usb/navd.db --data-dir /srv/robot7",
		RunE:    func(cmd *cobra.Command, args []string) error { return a.restore(cmd.Context(), args[0]) },
	}
	a.keyFlags(cmd, func(key string) bool { return key == dataDirKey })
	return cmd
}

// restoreReport is what `navd restore --json` prints.
type restoreReport struct {
	File    string `json:"file"`
	DataDir string `json:"data_dir"`
	Bytes   int64  `json:"bytes"`
	SHA256  string `json:"sha256"`
	Kept    string `json:"kept"` // directory with the old store, "" when there was none
}

func (a *app) restore(ctx context.Context, file string) error {
	l, err := a.load()
	if err != nil {
		return err
	}
	r, err := working(a, func(o datadir.Options) (datadir.Restored, error) {
		return datadir.Restore(ctx, file, l.Config.DataDir, o)
	})
	if err != nil {
		return err
	}
	return a.show(restoreReport(r), func() error {
		a.say("restored %s to %s: %s, sha256 %s\n", plain(r.File), plain(r.DataDir), bytesText(uint64(r.Bytes)), r.SHA256)
		if r.Kept != "" {
			a.say("the store that was there is kept in %s\n", plain(r.Kept))
		}
		return nil
	})
}

// daemonOf gives the data directory that is meant, and a client of the daemon that uses
// it, nil when none does. The directory is that of --data-dir, else that of the running
// daemon, else that of the configuration.
func (a *app) daemonOf(ctx context.Context) (*client.Client, string, error) {
	l, err := a.load()
	if err != nil {
		return nil, "", err
	}
	dir := l.Config.DataDir
	c, err := client.Dial(l.Config.Socket.Path)
	var off *client.NotRunningError
	switch {
	case errors.As(err, &off):
		return nil, dir, nil
	case err != nil:
		return nil, "", err
	}
	info, err := ipc.NavdInfo.Call(ctx, c, ipc.None{})
	if err == nil && (a.flags[dataDirKey] == "" || info.DataDir == dir) {
		return c, info.DataDir, nil
	}
	return nil, dir, errors.Join(err, c.Close())
}

func (a *app) checkCmd() *cobra.Command {
	var repair bool
	cmd := &cobra.Command{
		Use: "check", Short: "Read every record and say what is wrong",
		Long: "Read every record of the store and list what is wrong with it: through the running daemon, or in the data directory\n" +
			"when none runs. Nothing is changed, and the exit code is 1 when something is wrong.\n\n" +
			"With --repair, and no daemon running, a damaged store is replaced by a new one with all that can be read. Records\n" +
			"whose checksums are wrong are left out, and written to quarantine.jsonl beside the old store, which is kept in the\n" +
			"data directory, in a directory before-repair-TIME. Where the newest version of a record was lost, an older one may\n" +
			"hold again: look at what is missing, and go back to a copy with `navd restore FILE` if that is better. The next\n" +
			"start makes the index anew.",
		Example: "  navd check\n  navd check --repair\n  navd check --data-dir /srv/robot7 --json",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if repair {
				return a.repair(cmd.Context())
			}
			return a.check(cmd.Context())
		},
	}
	cmd.Flags().BoolVar(&repair, "repair", false, "if something is wrong, make a new store of what can be read")
	a.keyFlags(cmd, func(key string) bool { return key == dataDirKey })
	return cmd
}

// checkReport is what `navd check --json` prints.
type checkReport struct {
	OK       bool          `json:"ok"`       // nothing is wrong, or not any more
	DataDir  string        `json:"data_dir"` // of the store
	Problems []string      `json:"problems"`
	Repair   *repairReport `json:"repair,omitempty"`
}

// repairReport is what --repair did.
type repairReport struct {
	Changed     bool     `json:"changed"`     // the store was replaced
	Kept        string   `json:"kept"`        // directory with the old store, "" when nothing was changed
	Records     int      `json:"records"`     // in the new store
	Found       int      `json:"found"`       // of these, those that damage had made unreachable
	Quarantined int      `json:"quarantined"` // records left out because their checksum is wrong
	Quarantine  string   `json:"quarantine"`  // file with them, "" when there are none
	Lost        []string `json:"lost"`        // what could not be read
}

func (a *app) check(ctx context.Context) error {
	c, dir, err := a.daemonOf(ctx)
	if err != nil {
		return err
	}
	r := checkReport{DataDir: dir}
	if c != nil {
		defer c.Close()
		found, err := ipc.NavdCheck.Call(ctx, c, ipc.None{})
		if err != nil {
			return err
		}
		r.Problems = found.Problems
	} else {
		r.Problems, err = working(a, func(o datadir.Options) ([]string, error) { return datadir.Check(ctx, dir, o) })
		if err != nil {
			return err
		}
	}
	r.OK = len(r.Problems) == 0
	if err := a.show(r, func() error { return a.printChecked(r) }); err != nil || r.OK {
		return err
	}
	return fault.New(fault.Corrupt, "%s in the store", words.Count(len(r.Problems), "problem")).
		WithHint("stop navd; then `navd check --repair` makes a store of what can be read, and `navd restore FILE` goes back to a copy")
}

func (a *app) printChecked(r checkReport) error {
	for _, p := range r.Problems {
		a.say("%s\n", plain(p))
	}
	if !r.OK {
		return nil
	}
	return a.say("nothing is wrong with the store in %s\n", plain(r.DataDir))
}

func (a *app) repair(ctx context.Context) error {
	c, dir, err := a.daemonOf(ctx)
	if err != nil {
		return err
	}
	if c != nil {
		_ = c.Close() // nothing was asked of it
		return fault.New(fault.Conflict, "navd runs, and a store that it uses cannot be repaired").WithHint("stop navd, and try again; `navd check` without --repair works while it runs")
	}
	did, err := working(a, func(o datadir.Options) (datadir.Repaired, error) { return datadir.Repair(ctx, dir, o) })
	if err != nil {
		return err
	}
	r := checkReport{OK: true, DataDir: dir, Problems: append([]string{}, did.Problems...), Repair: &repairReport{
		Changed: did.Changed, Kept: did.Kept, Records: did.Values, Found: did.Found,
		Quarantined: did.Quarantined, Quarantine: did.Quarantine, Lost: append([]string{}, did.Lost...),
	}}
	return a.show(r, func() error { return a.printRepaired(r) })
}

func (a *app) printRepaired(r checkReport) error {
	if !r.Repair.Changed {
		return a.say("nothing is wrong with the store in %s; the next start makes the index anew\n", plain(r.DataDir))
	}
	for _, p := range r.Problems {
		a.say("%s\n", plain(p))
	}
	for _, p := range r.Repair.Lost {
		a.say("could not be read: %s\n", plain(p))
	}
	a.say("the store has now %s", words.Count(r.Repair.Records, "record"))
	if r.Repair.Found > 0 {
		a.say(", of which %d were cut off and found again", r.Repair.Found)
	}
	if r.Repair.Quarantined > 0 {
		a.say("; %s left out, in %s", words.Count(r.Repair.Quarantined, "record"), plain(r.Repair.Quarantine))
	}
	return a.say("\nthe store that was there is kept in %s\n", plain(r.Repair.Kept))
}

func (a *app) compactCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use: "compact", Short: "Give the space of deleted records back to the disk",
		Long: "Write the store anew without the space that deletes left in it, compare both, and replace the old one in one step.\n" +
			"No daemon may use it meanwhile; it needs as much free space as the store takes. A damaged store stays as it is.",
		Example: "  navd compact\n  navd --system compact --json",
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.compact(cmd.Context()) },
	}
	a.keyFlags(cmd, func(key string) bool { return key == dataDirKey })
	return cmd
}

// compactReport is what `navd compact --json` prints.
type compactReport struct {
	DataDir string `json:"data_dir"`
	Before  int64  `json:"before"` // bytes that the store's file took on the disk
	After   int64  `json:"after"`
}

func (a *app) compact(ctx context.Context) error {
	l, err := a.load()
	if err != nil {
		return err
	}
	r, err := working(a, func(o datadir.Options) (datadir.Compacted, error) { return datadir.Compact(ctx, l.Config.DataDir, o) })
	if err != nil {
		return err
	}
	return a.show(compactReport(r), func() error {
		return a.say("%s: %s, before %s\n", plain(filepath.Join(r.DataDir, datadir.DB)), bytesText(uint64(r.After)), bytesText(uint64(r.Before)))
	})
}

// working does long work on a data directory, with a line of progress on a terminal.
func working[R any](a *app, work func(datadir.Options) (R, error)) (R, error) {
	line := newWorkLine(a.err)
	defer line.end()
	return work(datadir.Options{Progress: line.tell})
}
