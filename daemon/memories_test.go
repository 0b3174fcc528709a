package daemon

import (
	"testing"

	"navd/daemon/nav"
)

// Memories that take too much together are dropped, the one that was used longest ago
// first, and never the one in use.
func TestMemoriesTakeSoMuch(t *testing.T) {
	one, _, _ := nav.New("a", "sofa", nav.DefaultConfig())
	size := one.Bytes()
	m := memories{live: map[string]*live{}, used: map[string]use{}, most: 3 * size}
	keep := func(id string) {
		mem, _, _ := nav.New(id, "sofa", nav.DefaultConfig())
		m.keep(&live{id: id, mem: mem}, 256)
	}
	for _, id := range []string{"a", "b", "c"} {
		keep(id)
	}
	m.get("a")
	keep("d")
	for id, want := range map[string]bool{"a": true, "b": false, "c": true, "d": true} {
		if _, got := m.live[id]; got != want || len(m.live) != len(m.used) {
			t.Errorf("%s is in RAM: %v, want %v", id, got, want)
		}
	}
	m.most = 0
	if keep("e"); m.live["e"] == nil || m.len() != 1 {
		t.Errorf("%d in RAM, the one in use among them: %v", m.len(), m.live["e"] != nil)
	}
}
