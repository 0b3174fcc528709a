package main

import (
	"context"
	"io"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"navd/cmd/outfile"
	"navd/daemon/fault"
	"navd/daemon/limits"
	"navd/ipc"
	"navd/ipc/client"
)

// connection is a connection to the running daemon, for a command with these flags.
type connection struct {
	*client.Client
	flags *pflag.FlagSet
}

// dial connects to the running daemon.
func (a *app) dial() (connection, error) {
	l, err := a.load()
	if err != nil {
		return connection{}, err
	}
	c, err := client.Dial(l.Config.Socket.Path)
	return connection{c, a.given}, err
}

// Call calls a method, and waits [lookTime] at most where that is brief. It refuses a flag
// that is given as 0 when 0 is out of range for the parameter of the same name: on the wire
// a 0 is left out, and the daemon would take the default.
func (c connection) Call(ctx context.Context, method string, params, result any) error {
	if params != nil {
		described, err := ipc.Describe(reflect.TypeOf(params))
		if err != nil {
			return err
		}
		for _, p := range described {
			f := c.flags.Lookup(p.Name)
			rule, bad := limits.Parse(p.Allowed)
			if f != nil && f.Changed && f.Value.String() == "0" && bad == nil && !rule.HasNumber(0) {
				return rule.Refuse("0").About(p.Name, 0)
			}
		}
	}
	if brief(method) {
		return c.lookUp(ctx, method, params, result)
	}
	return c.Client.Call(ctx, method, params, result)
}

// lookTime is how long the daemon may take to look something up.
const lookTime = 10 * time.Second

// brief tells whether a method only looks something up, with no model and no search.
func brief(method string) bool {
	_, verb, _ := strings.Cut(method, ".")
	return slices.Contains([]string{"list", "get", "info", "health", "metrics"}, verb)
}

// lookUp is [connection.Call] for a method that is brief: it does not wait for a daemon
// that hangs.
func (c connection) lookUp(ctx context.Context, method string, params, result any) error {
	soon, stop := context.WithTimeout(ctx, lookTime)
	defer stop()
	err := c.Client.Call(soon, method, params, result)
	if err != nil && soon.Err() != nil && ctx.Err() == nil {
		return fault.New(fault.Timeout, "the daemon takes connections, but has not answered for %s", lookTime).WithHint("`navd doctor` checks it, and its log may tell why; restart it if it hangs")
	}
	return err
}

// asks gets something from the running daemon, in one call or in several. One
// call is [ipc.Method.With].
type asks[R any] func(context.Context, ipc.Caller) (R, error)

// answer asks the running daemon and prints what it says: as JSON where the user
// wants that, else by print.
func answer[R any](ctx context.Context, a *app, ask asks[R], print func(R) error) error {
	return a.answer(ctx,
		func(ctx context.Context, c ipc.Caller) (any, error) { return ask(ctx, c) },
		func(r any) error { return print(r.(R)) })
}

// answer is the function [answer] without its type parameter: it is compiled only once.
func (a *app) answer(ctx context.Context, ask asks[any], print func(any) error) error {
	return a.dialled(func(c connection) error {
		r, err := ask(ctx, c)
		if err != nil {
			return err
		}
		return a.show(r, func() error { return print(r) })
	})
}

// dialled does work with a connection to the running daemon.
func (a *app) dialled(work func(connection) error) error {
	c, err := a.dial()
	if err != nil {
		return err
	}
	defer c.Close()
	return work(c)
}

// show prints a result: as JSON where the user wants that, else by print.
func (a *app) show(v any, print func() error) error {
	if a.asJSON {
		return a.printJSON(v)
	}
	return print()
}

// calling runs a command that calls one method. The arguments of the command go to args,
// which point into params, in this order; print prints the result.
func calling[P, R any](a *app, m ipc.Method[P, R], params *P, print func(R) error, args ...*string) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, given []string) error {
		for i, text := range given {
			*args[i] = text
		}
		return answer(cmd.Context(), a, m.With(*params), print)
	}
}

// oneCall is a command without flags that calls one method and prints the result. Its
// argument goes to the parameter that about points to.
func oneCall[P, R any](a *app, use, short string, m ipc.Method[P, R], about func(*P) *string, print func(R) error) *cobra.Command {
	params := new(P)
	return &cobra.Command{Use: use, Short: short, RunE: calling(a, m, params, print, about(params))}
}

// eachPage calls a method until it has given all pages of a list. use takes a page and
// gives the cursor of the next one, "" after the last; cursor points to the parameter for it.
func eachPage[P, R any](ctx context.Context, c ipc.Caller, m ipc.Method[P, R], params *P, cursor *string, use func(R) (next string, err error)) error {
	for {
		r, err := m.Call(ctx, c, *params)
		if err != nil {
			return err
		}
		if *cursor, err = use(r); err != nil || *cursor == "" {
			return err
		}
	}
}

// writeOut writes to the file that --out names, whole or not at all. Without --out, or
// with -, it writes to standard output.
func (a *app) writeOut(path string, write func(io.Writer) error) error {
	file, err := a.writeFile(path, write)
	if err != nil || !file {
		return err
	}
	return a.show(map[string]any{"file": path}, func() error { return nil })
}

// writeFile is the same, but does not name the file with --json. It reports whether there is one.
func (a *app) writeFile(path string, write func(io.Writer) error) (file bool, err error) {
	if path == "-" || !a.given.Changed("out") {
		return false, write(a.out)
	}
	return true, outfile.Write("--out", path, write)
}

// text gives a function that writes s.
func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}
