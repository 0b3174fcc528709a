package world

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
)

// lens is what all views of a camera have in common.
type lens struct {
	w, h int     // pixels
	fov  float64 // from left to right, degrees
	eye  float64 // height, metres
}

// viewLens is the lens of a panorama.
var viewLens = lens{320, 240, 79, 1.25}

// panoramaViews are the views of the grid, row by row, in PixelNav's order.
var panoramaViews = [2][3]int{{1, 3, 5}, {7, 9, 11}}

// Panorama draws what a camera at the pose sees in six directions, as the grid
// that PixelNav shows to a model: 2 rows of 3 views, each labelled with its
// angle in degrees clockwise from the pose's yaw (30, 90, 150; 210, 270, 330).
// The image is three views wide and two high, each of 320 by 240 pixels and 79°,
// from 1.25 m above the floor. A pose outside of the house gives a dull picture,
// not an error.
func (m *Map) Panorama(p Pose) image.Image {
	grid := image.NewRGBA(image.Rect(0, 0, 3*viewLens.w, 2*viewLens.h))
	scene := newScene(m.house)
	cam := newCamera(p, viewLens)
	for row, views := range panoramaViews {
		for col, view := range views {
			cell := image.Rect(0, 0, viewLens.w, viewLens.h).Add(image.Pt(col*viewLens.w, row*viewLens.h))
			cam.aim(grid.SubImage(cell).(*image.RGBA), p.Yaw+30*float64(view))
			scene.draw(cam)
			frame(grid, cell)
			label(grid, cell.Min, fmt.Sprint(30*view))
		}
	}
	return grid
}

// frame draws a thin dark border inside a cell of the grid.
func frame(img *image.RGBA, cell image.Rectangle) {
	dark := image.NewUniform(color.RGBA{20, 20, 20, 255})
	inner := cell.Inset(1)
	for _, r := range []image.Rectangle{
		{cell.Min, image.Pt(cell.Max.X, inner.Min.Y)}, {image.Pt(cell.Min.X, inner.Max.Y), cell.Max},
		{cell.Min, image.Pt(inner.Min.X, cell.Max.Y)}, {image.Pt(inner.Max.X, cell.Min.Y), cell.Max},
	} {
		draw.Draw(img, r, dark, image.Point{}, draw.Src)
	}
}

// digits are the shapes of 0 to 9, five rows of three bits each.
var digits = [10][5]uint8{
	{7, 5, 5, 5, 7}, {2, 6, 2, 2, 7}, {7, 1, 7, 4, 7}, {7, 1, 3, 1, 7}, {5, 5, 7, 1, 1},
	{7, 4, 7, 1, 7}, {7, 4, 7, 5, 7}, {7, 1, 2, 2, 2}, {7, 5, 7, 5, 7}, {7, 5, 7, 1, 7},
}

// Size of a label in pixels.
const (
	digitDot = 4 // side of one dot of a digit
	labelPad = 5 // around the digits
)

// label writes a number in red on white into the upper left corner of a cell.
func label(img *image.RGBA, at image.Point, number string) {
	white, red := image.NewUniform(color.White), image.NewUniform(color.RGBA{200, 0, 0, 255})
	size := image.Pt((4*len(number)-1)*digitDot+2*labelPad, 5*digitDot+2*labelPad)
	draw.Draw(img, image.Rectangle{at, at.Add(size)}, white, image.Point{}, draw.Src)
	for i, r := range number {
		for y, bits := range digits[r-'0'] {
			for x := range 3 {
				if bits>>(2-x)&1 == 0 {
					continue
				}
				dot := at.Add(image.Pt(labelPad+(4*i+x)*digitDot, labelPad+y*digitDot))
				draw.Draw(img, image.Rectangle{dot, dot.Add(image.Pt(digitDot, digitDot))}, red, image.Point{}, draw.Src)
			}
		}
	}
}
