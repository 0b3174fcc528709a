package world

import (
	"bytes"
	"fmt"
	"image"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// square is a bedroom of 4 by 4 m with a bathroom to the east, an open door
// between them from z = 1.5 to 2.5, and a closed front door in the south wall
// from x = 1 to 2.
func square(objects ...Object) *Map {
	plan := newFloorplan(&sketch{types: []string{bedroom, bathroom}, blocks: []block{{0, 0, 0, 40, 40}, {1, 40, 0, 80, 40}}})
	h := &House{Objects: objects}
	links := []link{}
	for i, s := range plan.seams {
		switch {
		case s.a == 0 && s.b == 1:
			links = append(links, link{a: 0, b: 1, seam: i, lo: 1.5, hi: 2.5})
		case s.a == outdoors && s.b == 0 && !s.upright:
			links = append(links, link{a: 0, b: outdoors, seam: i, lo: 1, hi: 2})
		}
	}
	plan.build(h, links, 2.6)
	m, err := NewMap(h)
	if err != nil {
		panic(err) // a test's own house
	}
	return m
}

// at gives the colour at a share of the image's width and height.
func at(img image.Image, x, y float64) paint {
	b := img.Bounds()
	r, g, bl, _ := img.At(b.Min.X+int(x*float64(b.Dx())), b.Min.Y+int(y*float64(b.Dy()))).RGBA()
	return paint{uint8(r >> 8), uint8(g >> 8), uint8(bl >> 8)}
}

// like reports whether got is want under some light: the same hue.
func (p paint) like(want paint) bool {
	a := [3]float64{float64(p.r), float64(p.g), float64(p.b)}
	b := [3]float64{float64(want.r), float64(want.g), float64(want.b)}
	dot, na, nb := 0.0, 0.0, 0.0
	for i := range a {
		dot, na, nb = dot+a[i]*b[i], na+a[i]*a[i], nb+b[i]*b[i]
	}
	return dot/math.Sqrt(na*nb) > 0.9995
}

// snapshot draws the view straight ahead of the pose, without a label.
func snapshot(m *Map, p Pose) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, viewLens.w, viewLens.h))
	cam := newCamera(p, viewLens)
	cam.aim(img, p.Yaw)
	newScene(m.house).draw(cam)
	return img
}

func TestSnapshotShowsTheHouse(t *testing.T) {
	m := square(Object{ID: "1", Type: "BasketBall", Position: Vec{2, 0.4, 3.5}, Size: Vec{0.8, 0.8, 0.8}})
	middle := Pose{X: 2, Z: 2}
	bed, bath := decorOf(bedroom), decorOf(bathroom)
	for _, c := range []struct {
		name string
		yaw  float64
		x, y float64
		want paint
	}{
		{"wall ahead, over the ball", 0, 0.5, 0.4, bed.wall},
		{"ball ahead", 0, 0.5, 0.75, paint{222, 120, 40}},
		{"ceiling over the corner", 315, 0.5, 0.02, ceilingPaint},
		{"floor before the corner", 315, 0.5, 0.98, bed.floor},
		{"wall to the west", 270, 0.5, 0.5, bed.wall},
		{"through the door to the east: the bathroom's far wall", 90, 0.5, 0.5, bath.wall},
		{"beside the door: the bedroom's own wall", 90, 0.9, 0.5, bed.wall},
		{"front door", 180, 0.56, 0.62, doorPaint},
	} {
		img := snapshot(m, Pose{middle.X, middle.Z, c.yaw})
		if got := at(img, c.x, c.y); !got.like(c.want) {
			t.Errorf("%s: %v, want like %v", c.name, got, c.want)
		}
	}
}

// TestSnapshotIsNotMirrored puts a red thing to the right of the robot.
func TestSnapshotIsNotMirrored(t *testing.T) {
	m := square(Object{ID: "1", Type: "Apple", Position: Vec{3, 0.6, 3.5}, Size: Vec{0.5, 1.2, 0.5}})
	img := snapshot(m, Pose{X: 2, Z: 1})
	if !at(img, 0.74, 0.6).like(red) || at(img, 0.26, 0.6).like(red) {
		t.Errorf("right %v, left %v: the red thing is not at the right", at(img, 0.74, 0.6), at(img, 0.26, 0.6))
	}
}

// TestNearHidesFar puts a small thing behind, on and before a larger one.
func TestNearHidesFar(t *testing.T) {
	block := Object{ID: "1", Type: "Pillow", Position: Vec{2, 0.4, 3}, Size: Vec{1, 0.8, 0.6}}
	for _, c := range []struct {
		name  string
		place Vec
		seen  bool
	}{
		{"before", Vec{2, 0.4, 2.5}, true},
		{"on top", Vec{2, 0.95, 3}, true},
		{"behind", Vec{2, 0.2, 3.6}, false},
		{"behind the wall", Vec{5, 1.2, 0.5}, false},
	} {
		m := square(block, Object{ID: "2", Type: "Apple", Position: c.place, Size: Vec{0.3, 0.3, 0.3}})
		img := snapshot(m, Pose{X: 2, Z: 1})
		seen := false
		for y := range 240 {
			for x := range 320 {
				seen = seen || at(img, float64(x)/320, float64(y)/240).like(red)
			}
		}
		if seen != c.seen {
			t.Errorf("%s: seen %v, want %v", c.name, seen, c.seen)
		}
	}
}

func TestPanoramaLayout(t *testing.T) {
	m := square()
	grid := m.Panorama(Pose{X: 2, Z: 2, Yaw: 60})
	if got, want := grid.Bounds(), image.Rect(0, 0, 3*320, 2*240); got != want {
		t.Fatalf("bounds %v, want %v", got, want)
	}
	for row, views := range panoramaViews {
		for col, view := range views {
			single := snapshot(m, Pose{X: 2, Z: 2, Yaw: 60 + 30*float64(view)})
			for _, p := range [][2]float64{{0.5, 0.5}, {0.3, 0.8}, {0.9, 0.2}} {
				got := at(grid, (float64(col)+p[0])/3, (float64(row)+p[1])/2)
				if want := at(single, p[0], p[1]); got != want {
					t.Errorf("view %d at %v: %v, alone %v", view, p, got, want)
				}
			}
			corner := at(grid, (float64(col)+0.01)/3, (float64(row)+0.01)/2)
			if corner != (paint{255, 255, 255}) {
				t.Errorf("view %d: %v in the label's corner, want white", view, corner)
			}
		}
	}
}

func TestPanoramaIsDeterministic(t *testing.T) {
	m := square(Object{ID: "1", Type: "Bed", Position: Vec{1, 0.5, 3}, Size: Vec{1.4, 1, 1.8}})
	pose := Pose{X: 2.5, Z: 1.2, Yaw: 30}
	first := m.Panorama(pose).(*image.RGBA)
	again := m.Panorama(pose).(*image.RGBA)
	if !bytes.Equal(first.Pix, again.Pix) {
		t.Error("two pictures of one pose differ")
	}
	for i := 3; i < len(first.Pix); i += 4 {
		if first.Pix[i] != 255 {
			t.Fatalf("pixel %d was not painted", i/4)
		}
	}
}

// TestPanoramaNeverPanics draws from any place, also in furniture and outside.
func TestPanoramaNeverPanics(t *testing.T) {
	house := mapOf(t, Plan{}.Generate(3))
	rapid.Check(t, func(t *rapid.T) {
		pose := Pose{
			X:   rapid.Float64Range(-3, 15).Draw(t, "x"),
			Z:   rapid.Float64Range(-3, 15).Draw(t, "z"),
			Yaw: rapid.Float64Range(-720, 720).Draw(t, "yaw"),
		}
		snapshot(house, pose)
	})
}

func TestPanoramaOddPoses(t *testing.T) {
	m := square()
	inf, nan := math.Inf(1), math.NaN()
	for _, p := range []Pose{
		{}, {X: 4, Z: 2, Yaw: 90}, {X: 4, Z: 2}, {X: 4, Z: 4, Yaw: 45}, {X: -100, Z: 1e9}, {X: 1e300},
		{X: nan, Z: nan, Yaw: nan}, {X: inf, Z: -inf, Yaw: inf}, {X: 2, Z: 2, Yaw: -1e-17},
	} {
		if got := m.Panorama(p).Bounds().Dx(); got != 960 {
			t.Errorf("%+v: %d pixels wide, want 960", p, got)
		}
	}
}

// TestPanoramaOfSharedHouses draws a real house from its start: most of each
// view is wall, floor or furniture, not the grey of the outdoors.
func TestPanoramaOfSharedHouses(t *testing.T) {
	for id, m := range sharedMaps(t) {
		a := m.House().Metadata.Agent
		img := m.Panorama(Pose{a.Position.X, a.Position.Z, a.Rotation.Y})
		grey := 0
		for y := 0; y < 480; y += 4 { // every fourth pixel each way
			for x := 0; x < 960; x += 4 {
				if at(img, float64(x)/960, float64(y)/480) == outsidePaint.faded(farView) {
					grey++
				}
			}
		}
		if grey > 120*240/100 {
			t.Errorf("%s: %d grey pixels of %d", id, grey, 120*240)
		}
	}
}

func ExampleMap_Panorama() {
	h := Plan{}.Generate(7)
	m, err := NewMap(h)
	if err != nil {
		fmt.Println(err)
		return
	}
	start := h.Metadata.Agent
	img := m.Panorama(Pose{start.Position.X, start.Position.Z, start.Rotation.Y})
	fmt.Println(img.Bounds().Dx(), "by", img.Bounds().Dy())
	// Output: 960 by 480
}

func BenchmarkPanorama(b *testing.B) {
	m := mapOf(b, Plan{Rooms: 8}.Generate(1))
	start := m.House().Metadata.Agent
	pose := Pose{start.Position.X, start.Position.Z, start.Rotation.Y}
	b.ReportAllocs()
	for b.Loop() {
		m.Panorama(pose)
	}
}
