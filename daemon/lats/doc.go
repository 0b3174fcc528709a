/*
Package lats searches a tree of steps (thought, action, observation) for the
answer to a question, with a model that proposes and values steps and an
environment that tries them. It does no call itself: see [Search].
*/
package lats
