// Command navsim simulates robots that are clients of navd. It loads houses in
// ProcTHOR format or generates its own, and lets robots with the control loop of
// PixelNav search for things in them.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"navd/daemon/fault"
	"navd/ipc/client"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(Main(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// Main runs one command and returns its exit code, with the same meaning as navd's.
func Main(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	root := &cobra.Command{
		Use: "navsim", Short: "A simulated robot for navd", SilenceErrors: true, SilenceUsage: true,
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error {
		if number := new(strconv.NumError); errors.As(err, &number) {
			err = errors.New(strings.Replace(err.Error(), number.Error(), "not a number in range", 1))
		}
		return usage(err)
	})
	root.AddCommand(runCmd(), evalCmd(), houseCmd(), deadlockCmd(), teachCmd(), lifelongCmd(), adviseCmd(), modelCmd())
	for _, cmd := range root.Commands() {
		cmd.Args = cobra.NoArgs
	}
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	if strings.HasPrefix(err.Error(), "unknown command") { // an error of cobra
		err = usage(err)
	}
	f := fault.As(err)
	fmt.Fprintln(stderr, "navsim:", err)
	if f.Hint != "" {
		fmt.Fprintln(stderr, "        hint:", f.Hint)
	}
	var off *client.NotRunningError
	if errors.As(err, &off) {
		return 3
	}
	return fault.Exit(f.Kind)
}

// usage is the error for a command line that cobra refused.
func usage(err error) error {
	return fault.New(fault.Invalid, "%w", err).WithHint("`navsim help` lists the commands, `navsim help COMMAND` its flags")
}
