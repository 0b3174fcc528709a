// Command navd is the memory of a navigating robot: a daemon, and the tools to
// look into it.
//
// `navd run` starts the daemon; most other commands talk to it over its socket. `navd demo`
// starts its own. See `navd help`.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	os.Exit(Main(os.Args[1:], os.Stdout, os.Stderr))
}

// Main runs one command and gives its exit code.
func Main(args []string, stdout, stderr *os.File) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return (&app{out: stdout, err: stderr}).run(ctx, args)
}
