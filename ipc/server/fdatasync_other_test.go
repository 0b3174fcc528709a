//go:build !linux

package server_test

import "os"

func fdatasync(f *os.File) error { return f.Sync() }
