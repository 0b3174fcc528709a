// Package modeltest has fakes of the providers' servers, and one suite that
// every provider's client passes.
//
// A [Fake] listens on loopback, speaks a provider's real wire format, keeps
// what it was asked, and answers from a script of [Answer]s: good answers, and
// each way in which a server can misbehave. It is for tests alone.
package modeltest
