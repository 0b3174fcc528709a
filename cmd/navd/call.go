package main

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"navd/daemon"
	"navd/daemon/fault"
	"navd/ipc"
	"navd/ipc/server"
)

func (a *app) callCmd() *cobra.Command {
	return &cobra.Command{
		Use:     "call METHOD [JSON | -]",
		Short:   "Call a method of the running daemon",
		Long:    "Call a method with parameters as one JSON object, from the argument or with - from standard input,\nand print the result. `navd api` lists the methods.",
		Example: "  navd call episode.begin '{\"goal\": \"sofa\"}'",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) < 1 || len(args) > 2 {
				return misused("call takes a method and its parameters: navd %s", cmd.Use)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			a.calls = true
			params, err := callParams(cmd.InOrStdin(), args)
			if err != nil {
				return err
			}
			return a.dialled(func(c connection) error {
				result, err := c.Raw(cmd.Context(), args[0], params)
				if f := fault.As(err); err != nil && f.Hint == "" && strings.HasPrefix(f.Message, "no method") {
					return f.WithHint("`navd api` lists the methods")
				}
				if err != nil {
					return err
				}
				var out bytes.Buffer
				if err := json.Indent(&out, result, "", "  "); err != nil {
					return err
				}
				return a.say("%s\n", out.String())
			})
		},
	}
}

// callParams reads the parameters. It checks that they are JSON; the daemon checks the rest.
func callParams(stdin io.Reader, args []string) (json.RawMessage, error) {
	if len(args) == 1 {
		return nil, lacking(args[0])
	}
	text := []byte(args[1])
	if args[1] == "-" {
		var err error
		if text, err = readWhole(stdin, "-"); err != nil {
			return nil, err
		}
	}
	if !json.Valid(text) {
		return nil, fault.New(fault.Invalid, "the parameters are not JSON").About("params", string(text)).
			WithHint("give one object, like '{\"goal\": \"sofa\"}'")
	}
	return text, nil
}

// lacking says which parameters a method needs; nil when it needs none, or when it is
// not known here: then the daemon answers.
func lacking(method string) error {
	methods := server.Methods(&daemon.Daemon{})
	i := slices.IndexFunc(methods, func(h server.Handler) bool { return h.Method == method })
	if i < 0 {
		return nil
	}
	params, err := ipc.Describe(methods[i].Params)
	if err != nil {
		return err
	}
	var required []string
	for _, p := range params {
		if p.Required && !strings.Contains(p.Name, ".") {
			required = append(required, p.Name)
		}
	}
	if len(required) == 0 {
		return nil
	}
	return fault.New(fault.Invalid, "%s needs %s", method, strings.Join(required, ", ")).
		WithHint("navd call %s '%s'", method, ipc.Example(method))
}

func (a *app) apiCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "api [METHOD]",
		Short: "Print the reference of the socket, or of one method",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return misused("api takes one method at most, given %d: navd %s", len(args), cmd.Use)
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			text := ipc.Reference()
			if len(args) == 1 {
				var ok bool
				if text, ok = ipc.ReferenceOf(args[0]); !ok {
					return fault.New(fault.NotFound, "no such method").About("method", args[0]).WithHint("%s", elsewhere(args[0]))
				}
			}
			return a.write(text)
		},
	}
}

// elsewhere is the hint for a method that the reference does not have.
func elsewhere(name string) string {
	if near := fault.Nearest(name, ipc.Headings()); near != "" {
		return "did you mean " + near + "?"
	}
	return "`navd api` lists all methods"
}
