package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"navd/config"
	"navd/daemon/fault"
	"navd/ipc"
	"navd/ipc/client"
)

// exit reports the error of a command and gives the exit code.
func (a *app) exit(err error, cmd *cobra.Command) int {
	if err == nil {
		return 0
	}
	problems, code := faultsOf(err)
	for _, f := range problems {
		if f.ExpectedSeq > 0 && f.Hint == "" {
			f.Hint = fmt.Sprintf("the next seq is %d", f.ExpectedSeq)
		}
		if f.Incident != "" {
			f.Hint = "the log tells more under incident " + f.Incident
		}
		if method, none := strings.CutPrefix(f.Message, "no method "); none && slices.Contains(methodNames(cmd.Context()), strings.Trim(method, `"`)) {
			f.Message = "the running daemon is older than this command, and has no method " + method
			f.Hint = "restart it with this navd: `navd service restart`, or stop it and `navd run`"
		}
		if guess := meant(f); f.Hint == "" {
			f.Hint = guess
		} else if guess != "" && !strings.Contains(f.Hint, "did you mean") {
			f.Hint += "; " + guess
		}
		if !a.calls {
			f.Hint = inCommands(f.Hint)
		}
		if a.asJSON {
			a.complainJSON(f, code)
		} else {
			f.Message = strings.TrimPrefix(f.Message, f.Field+": ") // the flag is named in its place
			f.Field = flagOf(cmd, f.Field)
			a.complain(f.Error(), f.Hint)
		}
	}
	return code
}

// faultsOf gives the faults of an error, and the exit code.
func faultsOf(err error) (problems []*fault.Error, code int) {
	var usage usageError
	var off *client.NotRunningError
	var several config.Problems
	var idle stopped
	one := func(kind fault.Kind, message, hint string) []*fault.Error {
		return []*fault.Error{{Kind: kind, Message: message, Hint: hint}}
	}
	switch {
	case errors.As(err, &off):
		return one(fault.Unavailable, off.Error(), "start it with `navd run`, or try `navd demo`"), 3
	case errors.As(err, &idle):
		return one(fault.Unavailable, idle.Error(), "`navd service start` starts it, `navd service logs` prints its log"), 3
	case errors.As(err, &several):
		return several, fault.Exit(several[0].Kind)
	case errors.As(err, &usage), strings.HasPrefix(err.Error(), "unknown command"): // the latter cobra's own
		return one(fault.Invalid, err.Error(), cmp.Or(usage.hint, "`navd help` lists the commands")), 2
	}
	f := *fault.As(err)
	return []*fault.Error{&f}, fault.Exit(f.Kind)
}

// flagOf gives the flag that set a parameter of a method; the parameter itself when no
// flag did. kinds[0] is --kinds or --kind, budgets.calls is --calls, scene_id is --scene.
func flagOf(cmd *cobra.Command, field string) string {
	name, _, _ := strings.Cut(strings.ReplaceAll(strings.TrimPrefix(field, "budgets."), "_", "-"), "[")
	for _, name := range []string{name, strings.TrimSuffix(name, "s"), strings.TrimSuffix(name, "-id")} {
		if f := cmd.Flags().Lookup(name); name != "" && f != nil && f.Changed {
			return "--" + name
		}
	}
	return field
}

// meant guesses which of the allowed names was meant; "" when there is no list of names.
func meant(f *fault.Error) string {
	names := strings.Split(strings.ReplaceAll(f.Allowed, " or ", ", "), ", ")
	if len(names) < 2 {
		return ""
	}
	if near := fault.Nearest(strings.Trim(f.Given, `"`), names); near != "" {
		return "did you mean " + near + "?"
	}
	return ""
}

// complain tells people what is wrong.
func (a *app) complain(message, hint string) {
	text := styled(a.err, alarm, "navd:") + " " + message + "\n"
	if hint != "" {
		text += "      " + styled(a.err, bold, "hint:") + " " + hint + "\n"
	}
	fmt.Fprint(a.err, folded(text, columnsOf(a.err)))
}

// complainJSON tells programs the same, on one line.
func (a *app) complainJSON(f *fault.Error, code int) {
	type complaint struct {
		Message string `json:"message"` // for people: it holds field, given and allowed too
		Exit    int    `json:"exit"`    // the exit code
		ipc.ErrorData
	}
	text, err := json.Marshal(map[string]complaint{"error": {f.Error(), code, ipc.DataOf(f)}})
	if err != nil {
		a.complain(f.Error(), f.Hint)
		return
	}
	fmt.Fprintln(a.err, escaped(string(text)))
}
