// Package work does jobs in the background: what has to be done some time, is
// tried again when it fails, and outlives the process.
//
//	Queue.Want → store, Queue → Do of the job's kind → Queue.Store
//
// A job is added in the commit that makes it necessary, and ends in the commit
// that stores what it made. Jobs of one kind for one episode follow each other.
// What a kind of job does is registered with [Options].Kinds.
package work
