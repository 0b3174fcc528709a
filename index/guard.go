package index

import (
	"fmt"
	"runtime/debug"
)

// guard runs fn and turns a panic into a RebuildError. If a file is truncated or changed
// after it was checked, bleve indexes out of range, or faults on mapped memory, which
// recover sees only with SetPanicOnFault.
func guard(doing string, fn func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = rebuild(doing, fmt.Errorf("panic: %v", p))
		}
	}()
	return fn()
}
