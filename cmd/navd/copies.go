package main

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/spf13/cobra"

	"navd/daemon/datadir"
	"navd/daemon/fault"
	"navd/ipc"
	"navd/ipc/client"
)

// dataDirKey is the configuration key whose flag the commands have that work on a data
// directory.
const dataDirKey = "data_dir"

func (a *app) backupCmd() *cobra.Command {
	var replace bool
	cmd := &cobra.Command{
		Use: "backup FILE", Short: "Write a copy of all that navd remembers",
		Long: "Write a copy of the store to a file of mode 0600, from the running daemon while it works on, or from the data directory\n" +
			"when no daemon runs. The copy is written to FILE.partial, read back, checked record by record and then renamed:\n" +
			"whatever fails, an older copy stays as it was. The daemon writes it as its own user.\n\n" +
			"A file that is there is replaced only with --replace, and only when it is an older copy. Through a symbolic link\n" +
			"it is what the link leads to. `navd restore FILE` brings the copy back.",
		Example: "  navd backup /mnt/usb/navd.db\n  navd backup /mnt/usb/navd.db --replace",
		RunE:    func(cmd *cobra.Command, args []string) error { return a.backup(cmd.Context(), args[0], replace) },
	}
	cmd.Flags().BoolVar(&replace, "replace", false, "replace an older copy that is there")
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
		Long: "Put a copy in the place of the store in the data directory. No daemon may use it meanwhile. The copy is brought into\n" +
			"the directory and checked record by record first: one with damage, of a newer navd, or that is no store changes\n" +
			"nothing. Then it takes the store's place at once. The store that was there is kept in the data directory, in\n" +
			"before-restore- and the time; remove it when it is not needed any more. FILE stays where it is.",
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
	Kept    string `json:"kept"` // directory with the store that was there, "" when there was none
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

// daemonOf gives a client of the daemon that uses the data directory that is meant, nil
// when none does, and that directory. Without --data-dir it is that of the daemon that
// runs, and else that of the configuration.
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
			"With --repair, and no daemon, a store with damage is replaced by one of all that can be read. Records whose checks\n" +
			"fail are left out; they stand in quarantine.jsonl beside the old store, which is kept in the data directory, in\n" +
			"before-repair- and the time. What was corrected later may so be back to what it was before: see what is missing, and\n" +
			"go back to a copy with `navd restore FILE` where that is better. The index is made anew at the next start.",
		Example: "  navd check\n  navd check --repair\n  navd check --data-dir /srv/robot7 --json",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if repair {
				return a.repair(cmd.Context())
			}
			return a.check(cmd.Context())
		},
	}
	cmd.Flags().BoolVar(&repair, "repair", false, "make a store of what can be read, when something is wrong")
	a.keyFlags(cmd, func(key string) bool { return key == dataDirKey })
	return cmd
}

// checkReport is what `navd check --json` prints.
type checkReport struct {
	OK       bool          `json:"ok"`       // nothing is wrong, or not any more
	DataDir  string        `json:"data_dir"` // of the store
	Problems []string      `json:"problems"` // that were found
	Repair   *repairReport `json:"repair,omitempty"`
}

// repairReport is what --repair did.
type repairReport struct {
	Changed     bool     `json:"changed"`     // the store was replaced
	Kept        string   `json:"kept"`        // directory with the store that was there, "" when nothing was changed
	Records     int      `json:"records"`     // that the new store has
	Found       int      `json:"found"`       // of these, those that damage had cut off
	Quarantined int      `json:"quarantined"` // records whose checks fail, left out
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
		found, err := working(a, func(o datadir.Options) (datadir.Checked, error) { return datadir.Check(ctx, dir, o) })
		if err != nil {
			return err
		}
		r.Problems = found.Problems
	}
	r.OK = len(r.Problems) == 0
	if err := a.show(r, func() error { return a.printChecked(r) }); err != nil || r.OK {
		return err
	}
	return fault.New(fault.Corrupt, "%s in the store", plural(len(r.Problems), "problem")).
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
		return fault.New(fault.Conflict, "navd runs, and a store that it uses cannot be repaired").WithHint("stop navd, and try again; `navd check` alone can be done while it runs")
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
	a.say("the store has now %s", plural(r.Repair.Records, "record"))
	if r.Repair.Found > 0 {
		a.say(", of which %d were cut off and found again", r.Repair.Found)
	}
	if r.Repair.Quarantined > 0 {
		a.say("; %s left out, in %s", plural(r.Repair.Quarantined, "record"), plain(r.Repair.Quarantine))
	}
	return a.say("\nthe store that was there is kept in %s\n", plain(r.Repair.Kept))
}

func (a *app) compactCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use: "compact", Short: "Give the room of what was deleted back to the disk",
		Long: "Write the store anew without the room that deletes left in it, compare both, and put the new one in its place at once.\n" +
			"No daemon may use it meanwhile; it needs as much room again as the store takes. A store with damage stays as it is.",
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

// working does long work, which is shown on a terminal.
func working[R any](a *app, work func(datadir.Options) (R, error)) (R, error) {
	bar := newWorkBar(a.err)
	defer bar.end()
	return work(datadir.Options{Progress: bar.tell})
}
