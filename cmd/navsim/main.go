// Command navsim is a simulated robot: a client of navd like any other. It
// loads houses in ProcTHOR format or makes its own, and lets robots with the
// controller loop of PixelNav look for things in them.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"navd/daemon/fault"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	root := &cobra.Command{
		Use: "navsim", Short: "A simulated robot for navd", SilenceErrors: true, SilenceUsage: true,
	}
	root.AddCommand(runCmd(), houseCmd())
	if err := root.ExecuteContext(ctx); err != nil {
		f := fault.As(err)
		fmt.Fprintln(os.Stderr, "navsim:", f.Error())
		if f.Hint != "" {
			fmt.Fprintln(os.Stderr, "        hint:", f.Hint)
		}
		os.Exit(fault.Exit(f.Kind))
	}
}
