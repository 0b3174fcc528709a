// Package ask asks models for the daemon. Every question goes the same way:
//
//	machine ⇄ Models.Drive → tape → budget → guard → provider
//
// A machine is pure: it says what to ask next and takes the answer. A chain names the
// models that are asked, in order, until one answers. [Models.Drive] gives each model its
// share of the time, counts what the calls took, and notes which models answer. It returns
// by the deadline, whatever the models do.
package ask
