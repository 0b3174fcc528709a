package main

import (
	"log/slog"
	"os"

	"github.com/spf13/cobra"

	"navd/config"
	"navd/daemon"
	"navd/daemon/ask"
	"navd/daemon/model/tape"
	"navd/daemon/table"
)

func (a *app) configCmd() *cobra.Command {
	cmd := group(&cobra.Command{Use: "config", Short: "Show and check the configuration"}, a.promptsCmd(),
		&cobra.Command{
			Use: "show", Short: "Print every value and where it comes from",
			Long: "Print every value and where it comes from: default, file, environment or flag.",
			RunE: func(*cobra.Command, []string) error { return a.configShow() },
		},
		&cobra.Command{
			Use: "check", Short: "Check the configuration, also against the disk",
			Long: "Check the configuration, also against the disk: directories, prompts, the tape, and settings of models that\n" +
				"chains name. It warns of a configuration file that sets nothing, and of models that a daily budget cannot count.\n" +
				"`navd doctor` also looks for credentials.",
			RunE: func(*cobra.Command, []string) error {
				l, err := a.load()
				if err != nil {
					return err
				}
				if err := l.Check(); err != nil {
					return err
				}
				if err := checkUse(l.Config); err != nil {
					return err
				}
				for _, r := range l.Remarks {
					a.complain("warning: "+r.Error(), r.Hint)
				}
				unpriced := ask.Unpriced(&l.Config)
				for _, name := range unpriced {
					a.complain("warning: models.daily_budget does not count the calls of "+name+": models.prices has no price of it", ask.UnpricedHint)
				}
				return a.show(map[string]int{"warnings": len(l.Remarks) + len(unpriced)}, func() error { return a.say("the configuration is good\n") })
			},
		},
		&cobra.Command{
			Use: "path", Short: "Print which paths are used",
			RunE: func(*cobra.Command, []string) error { return a.configPath() },
		},
		&cobra.Command{
			Use: "sample", Short: "Print a configuration file with every key commented out",
			RunE: func(*cobra.Command, []string) error {
				return a.write(string(config.Sample()))
			},
		},
	)
	a.keyFlags(cmd, func(key string) bool { return key != socketKey })
	return cmd
}

// checkUse refuses directories, groups, prompts and tapes that `navd run` would refuse, and
// models that could never be asked as they are configured.
func checkUse(cfg config.Config) error {
	if bad := dangling(cfg.DataDir); bad != nil {
		return bad.About(dataDirKey, cfg.DataDir)
	}
	if _, err := socketGroup(cfg.Socket.Group); err != nil {
		return err
	}
	if _, err := daemon.Prompts(cfg.Prompts); err != nil {
		return err
	}
	if cfg.Models.Tape != "" && cfg.Models.TapeMode == "replay" {
		_, err := tape.Open(cfg.Models.Tape)
		return err // no model is asked
	}
	if err := ask.Nameless(&cfg); err != nil {
		return err
	}
	given := newProviders(cfg, os.Getenv, slog.New(slog.DiscardHandler))
	for _, m := range given {
		if u, bad := m.(unusable); bad {
			return u.err
		}
	}
	return given.close()
}

// configLine is one key in the JSON that `navd config show` prints.
type configLine struct {
	Key     string `json:"key"`     // dotted
	Value   string `json:"value"`   // TOML literal
	Default string `json:"default"` // TOML literal
	Layer   string `json:"layer"`   // default, file, env or flag
	Where   string `json:"where,omitempty"`
}

func (a *app) configShow() error {
	l, err := a.load()
	if err != nil {
		return err
	}
	if a.asJSON {
		var lines []configLine
		for _, e := range l.Entries() {
			lines = append(lines, configLine{e.Key, e.Value, e.Default, e.Source.Layer, e.Source.Where})
		}
		return a.printJSON(lines)
	}
	var t table.Table
	t.Row("KEY", "VALUE", "FROM")
	for _, e := range l.Entries() {
		t.Row(e.Key, e.Value, e.Source)
	}
	return a.printTable(t)
}

func (a *app) configPath() error {
	l, err := a.load()
	if err != nil {
		return err
	}
	file := l.File
	if file == "" {
		file = config.DefaultFile(a.where()) + " (not there)"
	}
	if a.asJSON {
		return a.printJSON(map[string]string{"config": l.File, "data_dir": l.Config.DataDir, "socket": l.Config.Socket.Path})
	}
	var t table.Table
	t.Row("config", file)
	t.Row("data_dir", l.Config.DataDir)
	t.Row("socket", l.Config.Socket.Path)
	return a.printFacts(t)
}
