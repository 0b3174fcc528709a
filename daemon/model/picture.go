package model

import (
	"bytes"
	"image"
	"image/jpeg"
	_ "image/png" // the other format a picture may have

	"golang.org/x/image/draw"

	"navd/daemon/fault"
	"navd/daemon/reply"
)

// ScaleDown makes a JPEG of a picture, with side pixels on its longest side and
// a quality of 1 to 100. A picture that cannot be decoded, or that makes its
// decoder panic, is invalid: a picture in the store must not end navd at every
// start. It takes about a second for 50 megapixels.
func ScaleDown(img reply.Image, side, quality int) (scaled reply.Image, err error) {
	defer func() {
		if p := recover(); p != nil {
			scaled, err = img, fault.New(fault.Invalid, "the picture is damaged: its decoder panicked: %v", p)
		}
	}()
	src, _, err := image.Decode(bytes.NewReader(img.Bytes))
	if err != nil {
		return img, fault.New(fault.Invalid, "the picture is damaged: %w", err)
	}
	w, h := src.Bounds().Dx(), src.Bounds().Dy()
	scale := float64(side) / float64(max(w, h))
	dst := image.NewRGBA(image.Rect(0, 0, max(1, int(float64(w)*scale)), max(1, int(float64(h)*scale))))
	draw.BiLinear.Scale(dst, dst.Bounds(), src, src.Bounds(), draw.Src, nil)
	var b bytes.Buffer
	if err := jpeg.Encode(&b, dst, &jpeg.Options{Quality: quality}); err != nil {
		return img, err
	}
	return reply.Image{MIME: "image/jpeg", Bytes: b.Bytes(), View: img.View}, nil
}
