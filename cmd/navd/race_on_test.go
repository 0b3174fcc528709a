//go:build race

package main

// raced: the race detector watches, and a process takes five times as long.
const raced = true
