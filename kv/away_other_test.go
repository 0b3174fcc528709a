//go:build !linux

package kv

import "errors"

func makeReadOnly(string) error { return errors.ErrUnsupported }
