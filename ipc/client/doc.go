// Package client calls navd over its Unix socket.
//
//	c, err := client.Dial(path)
//	if err != nil {
//		return err // a NotRunningError says how to start it
//	}
//	defer c.Close()
//	step, err := ipc.NavStep.Call(ctx, c, ipc.StepParams{Episode: id, Step: nav.Step{Seq: 1, Action: nav.Forward}})
//
// Every method is called like that; package ipc lists them.
//
// A [Client] is one connection. Any number of goroutines may call at the same
// time; calls that one goroutine makes one after the other arrive in that order,
// and navd keeps the order of an episode. Errors are faults of package fault, as
// the daemon made them:
//
//	if fault.Is(err, fault.Conflict) { … fault.As(err).ExpectedSeq … }
//
// When a context ends, the client sends $/cancel and returns without waiting.
//
// After a call of [navd/ipc.EventsSubscribe], events arrive at [Client.Events].
//
// A [Steady] outlives a restart of navd: it connects again and repeats what was not answered.
//
// For tests, [New] takes any connection, such as the one of server.Server.Pipe.
package client
