package index

import (
	"fmt"
	"runtime/debug"
)

// guard runs fn and turns a panic into a RebuildError. Files that were cut or
// changed after they were checked make bleve index out of range, or fault on
// mapped memory, which recover sees only with SetPanicOnFault.
func guard(doing string, fn func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = rebuild(doing, fmt.Errorf("panic: %v", p))
		}
	}()
	return fn()
}
