package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"navd/daemon"
)

// build is what a binary was built from.
type build struct {
	Version  string `json:"version"`
	Protocol string `json:"protocol"`           // of the socket
	Commit   string `json:"commit,omitempty"`   // empty: not built in a checkout
	Date     string `json:"date,omitempty"`     // of the commit, RFC 3339
	Modified bool   `json:"modified,omitempty"` // there were changes that no commit has
	Go       string `json:"go"`
	OS       string `json:"os"`
	Arch     string `json:"arch"`
}

// buildOf reads the build information of a binary; info may be nil.
func buildOf(info *debug.BuildInfo) build {
	b := build{Version: daemon.Version, Protocol: daemon.Protocol, Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	if info == nil {
		return b
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.Date = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	return b
}

// String is the build for people.
func (b build) String() string {
	commit := "commit unknown: not built in a checkout"
	if b.Commit != "" {
		commit = fmt.Sprintf("commit %s of %s", b.Commit, b.Date)
	}
	if b.Modified {
		commit += ", with changes"
	}
	return fmt.Sprintf("navd %s, protocol %s\n%s\n%s, %s/%s\n", b.Version, b.Protocol, commit, b.Go, b.OS, b.Arch)
}

func (a *app) versionCmd() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version, and what this navd was built from",
		RunE: func(*cobra.Command, []string) error { return a.printVersion() },
	}
}

// versionFlag adds --version, which does the same as the command version.
func (a *app) versionFlag(root *cobra.Command) {
	wanted := root.Flags().Bool("version", false, "print the version, as navd version does")
	help := root.RunE
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if *wanted {
			return a.printVersion()
		}
		return help(cmd, args)
	}
}

func (a *app) printVersion() error {
	info, _ := debug.ReadBuildInfo()
	b := buildOf(info)
	return a.show(b, func() error { return a.write(b.String()) })
}
