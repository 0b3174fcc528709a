package grounding_test

import (
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// TestMain has properties tried 35 times in place of 100; a flag that is given counts.
func TestMain(m *testing.M) {
	if os.Getenv("NAVD_TEST_LONG") == "" {
		if err := flag.Set("rapid.checks", "35"); err != nil {
			panic(err)
		}
	}
	m.Run()
}

// sameEmpty takes a list that is missing for an empty one.
func sameEmpty() cmp.Option { return cmpopts.EquateEmpty() }
