//go:build !race

package main

// raced: no race detector watches.
const raced = false
