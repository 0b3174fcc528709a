// Package work does jobs in the background. A job is stored, so it is still there after
// a restart, and it is tried again when it fails.
//
//	Queue.Want → store, Queue → Do of the job's kind → Queue.Store
//
// A job is added in the commit that makes it necessary, and ends in the commit
// that stores what it made. Jobs of one kind for one episode follow each other.
// What a kind of job does is registered with [Options].Kinds.
package work
