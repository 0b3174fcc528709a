// Package server answers JSON-RPC 2.0 calls, one JSON value per line, over Unix
// sockets.
//
// # Methods
//
// A plain Go function with the types of a method answers it. [Bind] makes both an entry of
// the list for [New]:
//
//	s := server.New(server.Options{Methods: []server.Handler{
//		server.Bind(ipc.NavStep, nav.Step),                         // func(context.Context, ipc.StepParams) (nav.Stepped, error)
//		server.BindPush(ipc.EventsSubscribe, events.Subscribe), // … , server.Conn) (ipc.SubscribeResult, error)
//	}})
//	ln, err := server.Listen(path, server.ListenOptions{})
//	…
//	err = s.Serve(ctx, ln)
//
// [navd/ipc.Decode] reads and checks the parameters before the function runs; the error of
// the function goes through [navd/ipc.ErrorOf]. A panic ends the call with an incident, not
// the daemon.
//
// # The way of a line
//
//	socket ─► reader: line ─► request ─► parameters ─► slot ─► ticket ─┐   one goroutine a connection
//	                                                                   ▼
//	                                        call: wait ─► method ─► answer   one goroutine a call
//	                                                                   │
//	socket ◄─ writer: answers, events ◄────────────────────────────────┘   one goroutine a connection
//
// The reader decides the order. If the parameters have a method Queue() string, it takes a
// ticket for that episode. Calls with tickets for one episode run in the order of their
// tickets, whatever connection or batch they came from. A method that waits for a model
// gives its place up with [navd/ipc.LeaveQueue]. All other calls run side by side, at most
// MaxInFlight per connection: with that many, the reader waits until one has ended.
//
// Nothing runs before the newline of its line was read. A call that was read runs even if
// the client disconnects. A client that only shuts down its sending half still gets its
// answers; subscriptions end with the last of them.
//
// The memory that calls use is bounded, see room.go: a line waits for room before it is
// taken up, a call of a [Large] method before it runs. A batch runs no more of its calls
// once its answers have MaxAnswer bytes.
//
// The writer of a connection never makes calls of others wait. A client that takes nothing
// for WriteTimeout is disconnected; events that it does not take are dropped and counted.
//
// # Cancelling and stopping
//
// $/cancel {id} ends the context of the calls with this id on the same
// connection, wherever they are; they answer -32008 unless they have a result.
// [Server.Shutdown] lets calls go on until its context ends, and closes connections whose
// clients take no answers.
//
// # Choices that the specification leaves open
//
//   - A member of the request object that JSON-RPC knows and that is given twice
//     makes the request invalid (-32600). Unknown ones are ignored.
//   - An id comes back as it was written; 1 and 1.0 are two ids. Two calls in flight may
//     have the same id; $/cancel then cancels both.
//   - Params that are neither object nor array are -32602.
//   - Half a surrogate pair, which JSON can express and UTF-8 cannot, is -32602 in parameters
//     and in their names; elsewhere it is accepted.
//   - Too much nesting is -32005, with the id if that came before it.
//   - One connection too many gets -32006, a peer that is not allowed -32004, each with id
//     null; then it is closed.
package server
