package world

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"io"
	"math"
)

// PanoramaOptions says how a panorama is drawn. Zero fields mean the defaults.
type PanoramaOptions struct {
	Width  int     // of one view, pixels, at most 2048; 0 means 320
	Height int     // of one view, pixels, at most 2048; 0 means 240
	FOV    float64 // of one view from left to right, degrees, 30 to 120; 0 means 79
	Eye    float64 // height of the camera, metres, 0.2 to 2; 0 means 1.25
}

// Defaults and limits of PanoramaOptions.
const (
	defaultWidth  = 320
	defaultHeight = 240
	defaultFOV    = 79
	defaultEye    = 1.25
	maxPixels     = 2048
)

// defaulted fills in the defaults and moves what is out of range to the
// nearest limit. NaN counts as 0.
func (o PanoramaOptions) defaulted() PanoramaOptions {
	return PanoramaOptions{
		Width:  int(orDefault(float64(o.Width), defaultWidth, 1, maxPixels)),
		Height: int(orDefault(float64(o.Height), defaultHeight, 1, maxPixels)),
		FOV:    orDefault(o.FOV, defaultFOV, 30, 120),
		Eye:    orDefault(o.Eye, defaultEye, 0.2, 2),
	}
}

// orDefault gives def for 0 and NaN, else v moved into [lo, hi].
func orDefault(v, def, lo, hi float64) float64 {
	if v == 0 || math.IsNaN(v) {
		return def
	}
	return min(max(v, lo), hi)
}

// panoramaViews are the views of the grid, row by row, in PixelNav's order.
var panoramaViews = [2][3]int{{1, 3, 5}, {7, 9, 11}}

// Panorama draws what a camera at the pose sees in six directions, as the grid
// that PixelNav shows to a model: 2 rows of 3 views, each labelled with its
// angle in degrees clockwise from the pose's yaw (30, 90, 150; 210, 270, 330).
// The image is three views wide and two high. A pose outside of the house
// gives a dull picture, not an error.
func (m *Map) Panorama(p Pose, opt PanoramaOptions) image.Image {
	opt = opt.defaulted()
	grid := image.NewRGBA(image.Rect(0, 0, 3*opt.Width, 2*opt.Height))
	scene := newScene(m.house)
	cam := newCamera(p, opt)
	for row, views := range panoramaViews {
		for col, view := range views {
			cell := image.Rect(0, 0, opt.Width, opt.Height).Add(image.Pt(col*opt.Width, row*opt.Height))
			cam.aim(grid.SubImage(cell).(*image.RGBA), p.Yaw+30*float64(view))
			scene.draw(cam)
			frame(grid, cell)
			label(grid, cell.Min, fmt.Sprint(30*view))
		}
	}
	return grid
}

// Snapshot draws the view straight ahead of the pose, without a label. Sizes
// are in pixels; 0 means the default of [PanoramaOptions].
func (m *Map) Snapshot(p Pose, width, height int) image.Image {
	opt := PanoramaOptions{Width: width, Height: height}.defaulted()
	img := image.NewRGBA(image.Rect(0, 0, opt.Width, opt.Height))
	cam := newCamera(p, opt)
	cam.aim(img, p.Yaw)
	newScene(m.house).draw(cam)
	return img
}

// defaultQuality is the JPEG quality of pictures for models.
const defaultQuality = 85

// EncodeJPEG writes an image as JPEG. Quality runs from 1 to 100; 0 means 85.
// The error is the writer's, or about images of no size or over 65,535 pixels.
func EncodeJPEG(w io.Writer, img image.Image, quality int) error {
	if quality == 0 {
		quality = defaultQuality
	}
	if img.Bounds().Empty() {
		return fmt.Errorf("encode JPEG: the image has no pixels")
	}
	if err := jpeg.Encode(w, img, &jpeg.Options{Quality: quality}); err != nil {
		return fmt.Errorf("encode JPEG: %w", err)
	}
	return nil
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
