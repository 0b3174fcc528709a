// Package daemon is navd without its socket. It has one small type for each noun of
// the socket; all of them share one core, which has a field for each part.
//
// The path of a call: a method of a noun, such as [Nav] or [Feedback], gets decoded
// parameters. A method that changes something begins a write, which locks an episode.
// The pure packages compute the answer and the changes, and the journal commits them as
// one change set. During a write no model is asked, and nothing is written to a socket or
// to the index.
//
//	ipc/server → Nav.Step → write.hold → nav.Memory.Advance → write.commit → journal → reply
//
// While a model is asked no episode is locked. A plan reads the memory, decides, and
// then locks the episode again to file the plan. A picture waits in the store until a
// model has read it; see package ask.
//
// A memory stays in RAM while its episode is used. When a commit fails the memory is
// dropped and read again, so the store always has what a client was told.
// DESIGN.md shows the paths, function by function.
package daemon
