package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"navd/daemon/fault"
	"navd/daemon/words"
)

// usageError is wrong usage of a command.
type usageError struct {
	error
	hint string // "" for the help of the command
}

// misused makes an error of wrong usage.
func misused(format string, args ...any) usageError {
	return usageError{error: fmt.Errorf(format, args...)}
}

// flagError is the error of a flag that cannot be read; for an unknown flag, it suggests
// the one with the nearest name.
func flagError(cmd *cobra.Command, err error) error {
	var bad *pflag.InvalidValueError
	var none *pflag.NotExistError
	if errors.As(err, &bad) {
		return misused("--%s: %s, given %q", bad.GetFlag().Name, unfit(bad), bad.GetValue())
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

// unfit says what a value should have been.
func unfit(e *pflag.InvalidValueError) string {
	switch kind := e.GetFlag().Value.Type(); {
	case errors.Is(e, strconv.ErrRange):
		return "too large"
	case kind == "bool":
		return "neither true nor false"
	case strings.HasPrefix(kind, "uint"):
		return "not a whole number from 0 on"
	case strings.Contains(kind, "int"):
		return "not a whole number"
	case strings.Contains(kind, "float"):
		return "not a number"
	case kind == "duration":
		return "not a time like 30s or 2m"
	}
	return e.Unwrap().Error()
}

// argsOf checks the number of arguments by a usage, like "run EPISODE [QUESTION]".
func argsOf(use string) cobra.PositionalArgs {
	use, _, _ = strings.Cut(use, " | ")
	least, most := 0, 0
	for _, arg := range strings.Fields(use)[1:] {
		switch {
		case strings.HasPrefix(arg, "--"):
			return argsBetween(least, most)
		case strings.HasSuffix(arg, "...") || strings.HasSuffix(arg, "…"):
			return argsBetween(least, math.MaxInt)
		case arg[0] != '[':
			least++
		}
		most++
	}
	return argsBetween(least, most)
}

// argsBetween is cobra.RangeArgs with the usage in the error.
func argsBetween(least, most int) cobra.PositionalArgs {
	takes := fmt.Sprintf("%d to %d arguments", least, most)
	switch {
	case most == 0:
		takes = "no arguments"
	case least == most:
		takes = words.Count(most, "argument")
	case most == math.MaxInt:
		takes = "at least " + words.Count(least, "argument")
	case least == 0:
		takes = words.Count(most, "argument") + " at most"
	}
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < least || len(args) > most {
			return wrongArgs(cmd, takes, args)
		}
		return nil
	}
}

// wrongArgs says how a command is called, and which of those below it may be meant.
func wrongArgs(cmd *cobra.Command, allowed string, given []string) usageError {
	_, args, _ := strings.Cut(cmd.Use, " ")
	e := misused("%s takes %s, given %d: %s", cmd.Name(), allowed, len(given), strings.TrimRight(cmd.CommandPath()+" "+args, " "))
	if cmd.SuggestionsMinimumDistance = 2; len(given) > 0 && cmd.HasSubCommands() {
		e.hint = didYouMean(cmd.SuggestionsFor(given[0]))
	}
	return e
}

// group makes a command that only holds others: alone it prints its help, and a word that
// names none of them is an error.
func group(cmd *cobra.Command, others ...*cobra.Command) *cobra.Command {
	cmd.AddCommand(others...)
	cmd.SuggestionsMinimumDistance = 2
	cmd.Args = func(cmd *cobra.Command, args []string) error { return unknownCommand(cmd, args) }
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	return cmd
}

// unknownCommand refuses the words that are left after the command was found.
func unknownCommand(cmd *cobra.Command, rest []string) error {
	if len(rest) == 0 {
		return nil
	}
	e := misused("unknown command %q for %q", rest[0], cmd.CommandPath())
	e.hint = cmp.Or(didYouMean(cmd.SuggestionsFor(rest[0])), "`"+strings.Replace(cmd.CommandPath(), "navd", "navd help", 1)+"` lists the commands")
	return e
}

// didYouMean asks which of some names was meant, if there are any.
func didYouMean(near []string) string {
	if len(near) == 0 {
		return ""
	}
	return "did you mean " + strings.Join(near, " or ") + "?"
}

// optional is the value of a flag; its parameter stays nil unless the flag is given.
type optional[T any] struct {
	to    **T
	kind  string // what the help calls the value
	parse func(string) (T, error)
}

// String is the value, 0 for none.
func (o optional[T]) String() string {
	if o.to == nil || *o.to == nil {
		return "0"
	}
	return fmt.Sprint(**o.to)
}

// Set keeps a value.
func (o optional[T]) Set(s string) error {
	v, err := o.parse(s)
	*o.to = &v
	return err
}

// Type is what the help calls the value.
func (o optional[T]) Type() string { return o.kind }

// optionalInt adds an [optional] flag for a whole number.
func optionalInt(cmd *cobra.Command, to **int, name, doc string) {
	cmd.Flags().Var(optional[int]{to, "int", func(s string) (int, error) {
		n, err := strconv.ParseInt(s, 0, 64)
		return int(n), err
	}}, name, doc)
}
