// Package daemon is navd without its socket: one small type per noun over one
// core that owns the store, the memories of open episodes and the models.
//
// The path of a call: a method of [Episodes], [Nav], [Memory], [Events] or
// [Navd] gets decoded parameters, takes the lock of one episode, lets the pure
// packages compute the answer and what changed, commits that as one change set,
// and returns. Transactions begin here and nowhere else. No model call, socket
// write or index write happens inside one.
//
//	ipc/server → Nav.Step → nav.Memory.Advance → core.commit (kv) → reply
//
// Models are asked without any lock: a plan is read, decided and filed, and a
// picture waits in the store until its reader has it read. Every call of a model
// goes the same way:
//
//	reply.Machine ⇄ core.drive → tape → purse → guard → provider
//
// What can be found, by [Memory], is named in an outbox by the change set that
// changes it. One goroutine takes it from there to the index:
//
//	edit.due → outbox (kv) → indexer.drain → index.Put → memory.search
//
// A memory stays in RAM while its episode is used; when a commit fails it is
// dropped and read again, so what a client was told and what is stored never
// part.
package daemon
