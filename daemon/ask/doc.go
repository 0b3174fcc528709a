// Package ask is how the daemon asks models. Everything goes the same way:
//
//	machine ⇄ Models.Drive → tape → budget → guard → provider
//
// A machine is pure: it says what to ask next and takes the answer. A chain names
// who is asked, in order, until one answers. [Models.Drive] gives each its share
// of the time, counts what the calls took, and notes who answers. It returns by
// the deadline, whatever the models do.
package ask
