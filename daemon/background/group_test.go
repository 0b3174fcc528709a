package background

import (
	"sync"
	"testing"
)

// Work that was begun is waited for, and none begins after.
func TestGroup(t *testing.T) {
	var c Group
	var begun, done sync.WaitGroup
	var mu sync.Mutex
	ran, taken := 0, 0
	for range 50 {
		done.Go(func() {
			for range 20 {
				begun.Add(1)
				if c.Go(func() { mu.Lock(); ran++; mu.Unlock(); begun.Done() }) {
					mu.Lock()
					taken++
					mu.Unlock()
				} else {
					begun.Done()
				}
			}
		})
	}
	c.Close()
	mu.Lock()
	atClose := ran
	mu.Unlock()
	done.Wait()
	begun.Wait()
	if ran != taken || ran != atClose {
		t.Errorf("%d taken, %d ran, %d of them when it closed", taken, ran, atClose)
	}
	if c.Go(func() { t.Error("it works on") }) {
		t.Error("a closed group takes work")
	}
}
