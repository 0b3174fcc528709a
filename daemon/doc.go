// Package daemon is navd without its socket: one small type per noun over one
// core, which has a field for each part.
//
// The path of a call: a method of [Episodes], [Nav], [Memory], [Events] or
// [Navd] gets decoded parameters. One that changes something begins a write, which
// holds an episode; the pure packages compute the answer and what changed, and the
// journal commits that as one change set. No model call, socket write or index
// write happens inside one.
//
//	ipc/server → Nav.Step → write.hold → nav.Memory.Advance → write.commit → journal → reply
//
// Models are asked while nothing is held: a plan is read, decided and filed, and a
// picture waits in the store until its reader has it read; see package ask.
//
// A memory stays in RAM while its episode is used; when a commit fails it is
// dropped and read again, so what a client was told and what is stored never
// part. DESIGN.md walks the five paths arrow by arrow.
package daemon
