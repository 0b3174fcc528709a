package daemon

import (
	"fmt"
	"testing"

	"navd/daemon/reply"
)

// TestCamerasAreBounded: the pictures that came last stay, within what they may take.
func TestCamerasAreBounded(t *testing.T) {
	var c cameras
	for i := range 10 {
		c.show(fmt.Sprint(i), i, reply.Image{Bytes: make([]byte, mostShown/4)})
	}
	c.show("9", 11, reply.Image{Bytes: make([]byte, mostShown/8)})
	c.show("0", 12)
	for i, want := range []int{-1, -1, -1, -1, -1, -1, 6, 7, 8, 11} {
		if got := c.last(fmt.Sprint(i)); got.seq != want {
			t.Errorf("episode %d: pictures of step %d, want %d", i, got.seq, want)
		}
	}
	c.show("all", 13, reply.Image{Bytes: make([]byte, mostShown+1)})
	if n := len(c.shown); n != 0 {
		t.Errorf("%d are kept where one takes more than all may", n)
	}
}
