//go:build race

package main

// raced: the race detector watches, and everything takes ten times as long.
const raced = true
