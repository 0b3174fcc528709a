package main

import (
	"context"
	"errors"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"navd/daemon/fault"
	"navd/ipc"
	"navd/ipc/client"
)

// A daemon that takes calls and never answers is given up, and is told from a
// user who does not want to wait.
func TestPatient(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "s")
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	c, err := client.Dial(socket)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	p := patient{c, 20 * time.Millisecond}
	_, err = ipc.NavStep.Call(context.Background(), p, ipc.StepParams{Episode: "e"})
	if !fault.Is(err, fault.Timeout) || !strings.Contains(err.Error(), "did not answer nav.step within 20ms") {
		t.Errorf("got %v, want that nav.step was not answered", err)
	}
	interrupted, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err = ipc.NavStep.Call(interrupted, p, ipc.StepParams{Episode: "e"}); !errors.Is(err, context.Canceled) && !fault.Is(err, fault.Cancelled) {
		t.Errorf("got %v, want that the user took it back", err)
	}
}
