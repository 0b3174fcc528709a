package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"navd/daemon/fault"
)

// usageError is a call that does not fit the command.
type usageError struct {
	error
	hint string // "" for the list of commands
}

// misused makes the error of a wrong call.
func misused(format string, args ...any) usageError {
	return usageError{error: fmt.Errorf(format, args...)}
}

// flagError is the fault of a flag that cannot be read, with the nearest name of one
// that does not exist.
func flagError(cmd *cobra.Command, err error) error {
	var number *strconv.NumError
	var none *pflag.NotExistError
	if errors.As(err, &number) {
		return misused("%s", strings.Replace(err.Error(), number.Error(), "not a number in range", 1))
	}
	e := usageError{error: err, hint: "`" + cmd.CommandPath() + " --help` lists its flags"}
	if errors.As(err, &none) {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if near := fault.Nearest(none.GetSpecifiedName(), names); near != "" {
			e.hint = "did you mean --" + near + "?"
		}
	}
	return e
}

// exactArgs is cobra.ExactArgs with the usage in the error.
func exactArgs(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != n {
			return wrongArgs(cmd, plural(n, "argument"), len(args))
		}
		return nil
	}
}

// argsBetween is cobra.RangeArgs with the usage in the error.
func argsBetween(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < least || len(args) > most {
			return wrongArgs(cmd, fmt.Sprintf("%d to %d arguments", least, most), len(args))
		}
		return nil
	}
}

// wrongArgs says how a command is called, and where its help is.
func wrongArgs(cmd *cobra.Command, allowed string, given int) usageError {
	_, args, _ := strings.Cut(cmd.Use, " ")
	e := misused("%s takes %s, given %d: %s", cmd.Name(), allowed, given, strings.TrimRight(cmd.CommandPath()+" "+args, " "))
	e.hint = "`" + cmd.CommandPath() + " --help` tells more"
	return e
}

// group makes a command that only holds others: alone it prints its help, and
// a word that names none of them is wrong usage, not silence.
func group(cmd *cobra.Command) *cobra.Command {
	cmd.SuggestionsMinimumDistance = 2
	cmd.Args = func(cmd *cobra.Command, args []string) error { return unknownCommand(cmd, args) }
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	return cmd
}

// unknownCommand refuses words that are left over when the command was found.
func unknownCommand(cmd *cobra.Command, rest []string) error {
	if len(rest) == 0 {
		return nil
	}
	e := misused("unknown command %q for %q", rest[0], cmd.CommandPath())
	if near := cmd.SuggestionsFor(rest[0]); len(near) > 0 {
		e.hint = "did you mean " + strings.Join(near, " or ") + "?"
	}
	return e
}
