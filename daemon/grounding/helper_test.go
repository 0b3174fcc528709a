package grounding_test

import (
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// sameEmpty takes a list that is missing for an empty one.
func sameEmpty() cmp.Option { return cmpopts.EquateEmpty() }
