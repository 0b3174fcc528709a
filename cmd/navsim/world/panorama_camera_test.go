package world

import (
	"image"
	"math"
	"testing"
)

// northward is a camera at the origin that looks to +z, 90° wide, 100 pixels
// square, its eye 1 m above the floor: focal length 50 pixels.
func northward() *camera {
	c := newCamera(Pose{}, lens{100, 100, 90, 1})
	c.aim(image.NewRGBA(image.Rect(0, 0, 100, 100)), 0)
	return c
}

func TestCameraRows(t *testing.T) {
	c := northward()
	for _, k := range []struct{ height, dist, want float64 }{
		{1, 3, 50},   // the horizon
		{0, 1, 100},  // floor at one metre: the last row
		{0, 2, 75},   // twice as far, half as low
		{2, 1, 0},    // one metre above the eye
		{1.5, 1, 25}, // half a metre above it
	} {
		if got := c.row(k.height, k.dist); math.Abs(got-k.want) > 1e-9 {
			t.Errorf("height %v at %v m: row %v, want %v", k.height, k.dist, got, k.want)
		}
	}
}

func TestCameraColumns(t *testing.T) {
	c := northward()
	for _, k := range []struct {
		name   string
		places []Point
		lo, hi int
	}{
		{"ahead", []Point{{-0.5, 1}, {0.5, 1}}, 25, 76},
		{"far ahead", []Point{{-0.5, 10}, {0.5, 10}}, 47, 53},
		{"behind", []Point{{-1, -1}, {1, -1}}, 0, 0},
		{"on both sides of the camera", []Point{{1, -1}, {1, 1}}, 0, 100},
		{"at the right, out of view", []Point{{9, 1}, {9, 2}}, 100, 100},
	} {
		if lo, hi := c.columns(k.places); lo != k.lo || hi != k.hi {
			t.Errorf("%s: columns %d to %d, want %d to %d", k.name, lo, hi, k.lo, k.hi)
		}
	}
}

func TestCameraTurnsClockwise(t *testing.T) {
	c := newCamera(Pose{}, lens{100, 100, 90, 1})
	img := image.NewRGBA(image.Rect(0, 0, 100, 100))
	for yaw, want := range map[float64][2]Point{
		0:   {{0, 1}, {1, 0}},
		90:  {{1, 0}, {0, -1}},
		180: {{0, -1}, {-1, 0}},
		450: {{1, 0}, {0, -1}},
	} {
		c.aim(img, yaw)
		if c.fwd.Dist(want[0]) > 1e-9 || c.right.Dist(want[1]) > 1e-9 {
			t.Errorf("yaw %v: forward %v right %v, want %v", yaw, c.fwd, c.right, want)
		}
	}
}

func TestUprightKeepsTheNearest(t *testing.T) {
	c := northward()
	near, far := span{0, 2, 1, paint{200, 0, 0}}, span{0, 2, 4, paint{0, 200, 0}}
	c.upright(10, near)
	c.upright(10, far)
	c.upright(20, far)
	c.upright(20, near)
	for _, col := range []int{10, 20} {
		if got := at(c.img, float64(col)/100, 0.5); !got.like(near.paint) {
			t.Errorf("column %d: %v, want the near %v", col, got, near.paint)
		}
	}
}

func TestThroughBlock(t *testing.T) {
	s := &shape{hx: 1, hz: 0.5}
	for _, c := range []struct {
		name    string
		o, d    Point
		in, out float64
		hit     bool
	}{
		{"straight", Point{0, -2}, Point{0, 1}, 1.5, 2.5, true},
		{"along x", Point{-3, 0}, Point{1, 0}, 2, 4, true},
		{"beside", Point{2, -2}, Point{0, 1}, 0, 0, false},
		{"from within", Point{0, 0}, Point{0, 1}, -0.5, 0.5, true},
		{"slanted past the corner", Point{-3, -3}, Point{1, 0.2}, 0, 0, false},
	} {
		in, out, _ := s.through(c.o, c.d)
		if hit := out > in; hit != c.hit || hit && (math.Abs(in-c.in) > 1e-9 || math.Abs(out-c.out) > 1e-9) {
			t.Errorf("%s: %v to %v, want %v to %v (hit %v)", c.name, in, out, c.in, c.out, c.hit)
		}
	}
}

// TestPanelsFaceTheirRoom holds that the inner side of every panel lies in the
// wall's room, in generated and real houses.
func TestPanelsFaceTheirRoom(t *testing.T) {
	houses := []*House{square().House(), Plan{}.Generate(1), Plan{}.Generate(2)}
	for _, h := range houses {
		s := newScene(h)
		for _, p := range s.panels {
			middle := p.a.Add(p.b).Scale(0.5).Add(p.inner.Scale(0.05))
			if s.decorAt(middle) != p.room {
				t.Errorf("%s: panel %v to %v faces the wrong room", h.ID, p.a, p.b)
			}
		}
	}
}

func TestDoorsPierceBothPanels(t *testing.T) {
	s := newScene(square().House())
	open, shut := 0, 0
	for _, p := range s.panels {
		for _, h := range p.holes {
			if h.shut {
				shut++
				if p.pierced((h.lo + h.hi) / 2) {
					t.Error("one sees through a closed door")
				}
				continue
			}
			open++
			if !p.pierced((h.lo+h.hi)/2) || p.pierced(h.lo-0.1) {
				t.Errorf("panel %v to %v is not pierced from %.2f to %.2f", p.a, p.b, h.lo, h.hi)
			}
		}
	}
	if open != 2 || shut != 1 {
		t.Errorf("%d open and %d shut holes, want 2 and 1", open, shut)
	}
}

func TestPartsStayNearTheirBox(t *testing.T) {
	types := []string{"Unknown"}
	for _, k := range kinds {
		types = append(types, kindOf(k.name).typ)
	}
	for _, typ := range types {
		for _, p := range partsOf(typ) {
			for _, v := range []float64{p.x0, p.x1, p.y0, p.y1, p.z0, p.z1} {
				if v < -0.2 || v > 1.2 {
					t.Errorf("%s: part %+v leaves the box", typ, p)
				}
			}
			if p.x1 <= p.x0 || p.y1 <= p.y0 || p.z1 <= p.z0 {
				t.Errorf("%s: part %+v is inside out", typ, p)
			}
		}
	}
}

func TestPaintLight(t *testing.T) {
	if got := (paint{100, 200, 250}).lit(1.5); got != (paint{150, 255, 255}) {
		t.Errorf("lit %v, want {150 255 255}", got)
	}
	near, far := white.faded(0.5), white.faded(8)
	if near.r <= far.r {
		t.Errorf("near %v is not lighter than far %v", near, far)
	}
}

func TestLabelDigits(t *testing.T) {
	for _, number := range []string{"30", "150", "0123456789"} {
		img := image.NewRGBA(image.Rect(0, 0, 300, 40))
		label(img, image.Point{}, number)
		ink := 0
		for i := 0; i < len(img.Pix); i += 4 {
			if img.Pix[i] == 200 && img.Pix[i+1] == 0 {
				ink++
			}
		}
		want := 0
		for _, r := range number {
			for _, bits := range digits[r-'0'] {
				want += int(bits&1+bits>>1&1+bits>>2&1) * digitDot * digitDot
			}
		}
		if ink != want {
			t.Errorf("%s: %d red pixels, want %d", number, ink, want)
		}
	}
}
