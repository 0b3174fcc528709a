// Package server answers JSON-RPC 2.0 calls, one JSON value per line, over Unix
// sockets.
//
// # Methods
//
// A method is answered by a plain Go function that has its types. [Bind] puts
// both into the one list that [New] gets:
//
//	s := server.New(server.Options{Methods: []server.Handler{
//		server.Bind(ipc.NavStep, nav.Step),                         // func(context.Context, ipc.StepParams) (nav.Stepped, error)
//		server.BindPush(ipc.EventsSubscribe, events.Subscribe), // … , server.Conn) (ipc.SubscribeResult, error)
//	}})
//	ln, err := server.Listen(path, server.ListenOptions{})
//	…
//	err = s.Serve(ctx, ln)
//
// Parameters are read strictly by [navd/ipc.Decode] before the function runs; its
// error goes through [navd/ipc.ErrorOf]. A panic ends the call with an incident,
// not the daemon.
//
// # The way of a line
//
//	socket ─► reader: line ─► request ─► parameters ─► slot ─► ticket ─┐   one goroutine a connection
//	                                                                   ▼
//	                                        call: wait ─► method ─► answer   one goroutine a call
//	                                                                   │
//	socket ◄─ writer: answers, events ◄────────────────────────────────┘   one goroutine a connection
//
// The reader decides the order. If the parameters have a method Queue() string,
// it takes a ticket for that episode, and calls with tickets for one episode run
// in the order of their tickets, whatever connection or batch they came from.
// A method that waits for a model gives its place away with
// [navd/ipc.LeaveQueue]. All other calls run side by side, at most MaxInFlight
// per connection: then its reader stops until one has ended.
//
// Nothing runs before the newline of its line was read. What was read runs even
// if the client leaves, and a client that only shut down its sending half gets
// its answers; subscriptions end with the last of them.
//
// What calls take of the memory is bounded, see room.go: a line waits for room
// before it is taken up, a call of a [Large] method before it runs. A batch runs no
// more of its calls once its answers are MaxAnswer bytes.
//
// The writer never makes calls of other connections wait. A client that takes
// nothing for WriteTimeout is disconnected; events that it does not take are
// dropped and counted.
//
// # Cancelling and stopping
//
// $/cancel {id} ends the context of the calls with this id on the same
// connection, wherever they are; they answer -32008 unless they have a result.
// [Server.Shutdown] lets calls end for as long as its context allows, and closes
// connections whose clients take no answers.
//
// # Choices that the specification leaves open
//
//   - A member of the request object that JSON-RPC knows and that is given twice
//     makes the request invalid (-32600). Unknown ones are ignored.
//   - An id comes back as it was written; 1 and 1.0 are two ids. Two calls in
//     flight may have the same, $/cancel then means both.
//   - Params that are neither object nor array are -32602.
//   - Half a surrogate pair, which JSON may write and UTF-8 cannot hold, is
//     -32602 in parameters, in names as well; elsewhere it does not matter.
//   - Too much nesting is -32005, with the id if that stood before it.
//   - A connection too many gets one -32006, a peer that is not allowed one
//     -32004, each with id null; then it is closed.
package server
