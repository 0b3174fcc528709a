package daemon_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"navd/daemon"
)

// TestFlip flips bits of a store's file, opens it and asks for everything: what
// comes is what was stored, or a fault that names the damage.
//
// NAVD_FLIPS=5000 go test ./daemon -run TestFlip -v -timeout 1h tries that many.
func TestFlip(t *testing.T) {
	if testing.Short() {
		t.Skip("volume alone: nothing runs at once")
	}
	t.Parallel()
	flips, episodes, steps := 6, 3, 60
	if long() {
		flips, episodes = 60, 6
	}
	if n, err := strconv.Atoi(os.Getenv("NAVD_FLIPS")); err == nil {
		flips, episodes = n, 13
	}
	im := makeImage(t, episodes, steps)
	path := filepath.Join(t.TempDir(), daemon.DBFile)
	try := func(raw []byte) trial {
		if err := os.WriteFile(path, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		return im.try(t.Context(), path)
	}
	sound := try(im.raw)
	if verdict, why := sound.judge(sound); verdict != "same" || len(sound.check) > 0 {
		t.Fatalf("the sound file: %s, %s, %v", verdict, why, sound.check)
	}
	counts, kinds := map[string]int{}, map[string]int{}
	for _, k := range im.pages {
		kinds[k]++
	}
	t.Logf("%d bytes, pages %v", len(im.raw), kinds)
	for _, at := range im.offsets(flips) {
		hang := time.AfterFunc(time.Minute, func() { panic(fmt.Sprintf("hangs at offset %d, %s", at.byte, im.where(at.byte))) })
		raw := slices.Clone(im.raw)
		raw[at.byte] ^= 1 << at.bit
		tr := try(raw)
		hang.Stop()
		verdict, why := tr.judge(sound)
		where := im.where(at.byte)
		if verdict == "SILENT" && len(tr.check) > 0 {
			verdict = "SILENT, found by check"
		}
		counts[where+": "+verdict]++
		counts["all: "+verdict]++
		if strings.HasPrefix(verdict, "SILENT") {
			t.Errorf("offset %d bit %d, page %d, %s: %s: %s\ncheck: %.300q", at.byte, at.bit, at.byte/os.Getpagesize(), where, verdict, why, tr.check)
		} else if os.Getenv("NAVD_FLIPS") != "" {
			t.Logf("offset %d bit %d, page %d, %s: %s: %.200s", at.byte, at.bit, at.byte/os.Getpagesize(), where, verdict, why)
		}
	}
	for _, k := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%5d %s", counts[k], k)
	}
}

type bit struct{ byte, bit int }

// offsets chooses bits: half of them anywhere, half of them evenly among the
// parts of the pages, where few bytes decide much.
func (im *stored) offsets(n int) []bit {
	rnd := rand.New(rand.NewPCG(7, 8))
	parts := map[string][]int{}
	for at := range im.raw {
		where := im.where(at)
		parts[where] = append(parts[where], at)
	}
	names := slices.Sorted(maps.Keys(parts))
	var out []bit
	for i := range n {
		at := rnd.IntN(len(im.raw))
		if i%2 == 0 {
			part := parts[names[i/2%len(names)]]
			at = part[rnd.IntN(len(part))]
		}
		out = append(out, bit{at, rnd.IntN(8)})
	}
	return out
}
