// Package ipc defines what navd and its clients say to each other: JSON-RPC 2.0, one JSON
// value per line, over a Unix socket.
//
// It has these parts. The methods are constants of type [Method]: each has its name and the
// types of its parameters and result, in one file for each noun: episode.go, nav.go, event.go
// and so on. The messages around them are [Request], [Response], [Notification] and [Error];
// [ParseRequest] and [ParseBatch] read what a client sends, [ParseAnswer] what the server
// sends. [Decode] reads parameters.
//
// # Adding a method
//
// A method needs its constant with a comment and an example, its types, a function
// of package daemon, and a line in server.Methods that binds both:
//
//	NavStep Method[StepParams, nav.Stepped] = "nav.step"    // here
//	Bind(ipc.NavStep, d.Nav.Step)                           // ipc/server/methods.go
//	stepped, err := ipc.NavStep.Call(ctx, c, params)        // any client
//
// # Declaring parameters
//
// The parameters of a method are a struct. Its tags declare every rule that needs no state:
//
//	type ViewParams struct {
//		Episode string  `json:"episode" min:"1" max:"128"`
//		View    int     `json:"view" allow:"0..11"`
//		Phase   string  `json:"phase,omitempty" allow:"scan|turn|policy"`
//		RangeM  float64 `json:"range_m,omitempty" allow:"0.."` // metres
//	}
//
//	func (p ViewParams) Queue() string { return p.Episode }
//	func (p ViewParams) Check() error { … }
//
// [Decode] enforces them, [Describe] lists them. Queue names the episode whose calls run one
// after the other; Check has the rules across members.
//
// # Errors
//
// A method returns a fault of package fault; [ErrorOf] puts it on the wire and [Error.Fault]
// reads it back. Two codes mean that an input is wrong: -32602 when the parameters alone show
// it, -32001 when that needs state or content. Any other error becomes -32603 with an
// incident id, under which the daemon's log has the details.
//
// # Queues
//
// A call that changes an episode waits in the queue of that episode and runs when it is at
// the front. With [LeaveQueue] a call lets the next one run while it waits for a model.
package ipc
