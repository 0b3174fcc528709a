package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"navd/config"
	"navd/daemon/fault"
	"navd/daemon/words"
)

// The states of a finding.
const (
	stateOK   = "ok"
	stateWarn = "warn" // it works, but not as it could
	stateFail = "fail" // it does not work
)

// doctorTime bounds all checks together.
const doctorTime = 10 * time.Second

func (a *app) doctorCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use: "doctor", Short: "Check the installation and say what to do",
		Long: "Check the installation, whether navd runs or not, one line for each check: ok, warn (it works, but not as it could)\n" +
			"or fail (it does not work), with what to do about it. No model is asked and nothing is changed; at most\n" +
			"10 s pass. The exit code is 0 when nothing failed, warnings or not, and 7 otherwise.\n\n" +
			"The store's records are not read: `navd check` does that.",
		Example: "  navd doctor\n  navd doctor --planner-chain vertex,local\n  navd --system doctor --json",
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.doctor(cmd.Context()) },
	}
	a.keyFlags(cmd, func(key string) bool { return key != socketKey })
	return cmd
}

// finding is the result of one check.
type finding struct {
	Check   string `json:"check"` // what was looked at
	State   string `json:"state"` // ok, warn or fail
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"` // what to do about it; always with warn and fail
}

// checkup checks one installation, and collects what it finds.
type checkup struct {
	loaded   *config.Loaded
	cfg      config.Config
	getenv   func(string) string
	daemon   *status // of the running daemon; nil: none answers
	findings []finding
}

func (u *checkup) ok(check, format string, args ...any) {
	u.findings = append(u.findings, finding{Check: check, State: stateOK, Message: fmt.Sprintf(format, args...)})
}

func (u *checkup) warn(check, hint, format string, args ...any) {
	u.findings = append(u.findings, finding{Check: check, State: stateWarn, Message: fmt.Sprintf(format, args...), Hint: hint})
}

// fail adds a fault; hint is for a fault without one.
func (u *checkup) fail(check string, err error, hint string) {
	f := fault.As(err)
	u.findings = append(u.findings, finding{Check: check, State: stateFail, Message: f.Error(), Hint: cmp.Or(f.Hint, hint)})
}

// count tells how many findings have a state.
func (u *checkup) count(state string) (n int) {
	for _, f := range u.findings {
		if f.State == state {
			n++
		}
	}
	return n
}

// doctor does all checks and prints their results.
func (a *app) doctor(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, doctorTime)
	defer cancel()
	u := a.checkUp(ctx)
	if err := a.printFindings(u); err != nil {
		return err
	}
	failed := u.count(stateFail)
	if failed == 0 {
		return nil
	}
	return fault.New(fault.Unavailable, "%s failed", words.Count(failed, "check")).WithHint("do what the hints say, then run `navd doctor` again")
}

// checkUp does the checks. When the configuration cannot be read, it does only those that
// need none.
func (a *app) checkUp(ctx context.Context) *checkup {
	u := &checkup{getenv: os.Getenv}
	l, err := a.load()
	if err != nil {
		u.badConfiguration(err)
		u.python(ctx)
		return u
	}
	u.loaded, u.cfg = l, l.Config
	u.configuration()
	u.socket(ctx)
	u.dataDir()
	u.health()
	u.models(ctx)
	u.prompts()
	u.profiles()
	u.groundingFiles()
	u.tape()
	u.budget()
	u.imageRoots()
	u.python(ctx)
	return u
}

// doctorReport is what `navd doctor --json` prints.
type doctorReport struct {
	OK     bool      `json:"ok"` // nothing failed
	Checks []finding `json:"checks"`
}

func (a *app) printFindings(u *checkup) error {
	failed := u.count(stateFail)
	if a.asJSON {
		return a.printJSON(doctorReport{OK: failed == 0, Checks: u.findings})
	}
	for _, f := range u.findings {
		a.say("%-4s  %-15s  %s\n", f.State, f.Check, plain(f.Message))
		if f.Hint != "" {
			a.say("      hint: %s\n", plain(f.Hint))
		}
	}
	return a.say("%s: %d ok, %s, %d failed\n", words.Count(len(u.findings), "check"), u.count(stateOK), words.Count(u.count(stateWarn), "warning"), failed)
}
