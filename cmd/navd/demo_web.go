package main

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"time"

	"navd/cmd/navd/web"
	"navd/cmd/navsim/robot"
)

const (
	webPace = 100 * time.Millisecond // per step, so that people can follow
	webWait = time.Minute            // how long the robot waits for a browser
)

// watched serves a page, does the work when a browser has opened it, at the latest after
// webWait, and then keeps the page until the context ends.
func (d *demo) watched(ctx context.Context, socket string, work func() error) error {
	ln, err := web.Listen("127.0.0.1:0")
	if err != nil {
		return err
	}
	in := make(chan struct{})
	opened := sync.OnceFunc(func() { close(in) })
	page := d.app.page(ln, socket, false, func(string) { opened() })
	served := make(chan error, 1)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() { served <- page.Serve(ctx, ln) }()

	fmt.Fprintf(d.out, "Open this in a browser, the robot waits for it: %s\n", page.Address())
	select {
	case <-in:
	case <-time.After(webWait):
		fmt.Fprintln(d.out, "Nobody opened it for a minute; the robot begins.")
	case err := <-served: // serving failed, or ctrl-C
		return cmp.Or(err, context.Cause(ctx))
	}
	if err := work(); err != nil {
		stop()
		<-served
		return err
	}
	fmt.Fprintf(d.out, "\nThe page stays until ctrl-C. For another browser: %s\n", page.Address())
	return <-served
}

// paced waits for --pace after each step that was shown.
func (d *demo) paced(ctx context.Context, watch func(robot.Moment)) func(robot.Moment) {
	if d.flags.pace == 0 {
		return watch
	}
	return func(m robot.Moment) {
		watch(m)
		if m.Step != nil {
			pause(ctx, d.flags.pace)
		}
	}
}
