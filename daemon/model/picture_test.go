package model_test

import (
	"image"
	"image/color"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/fault"
	"navd/daemon/model"
	"navd/daemon/reply"
)

// A decoder that panics, as none should, makes a damaged picture and no end of
// the daemon.
func TestScaleDownSurvivesItsDecoder(t *testing.T) {
	decode := func(io.Reader) (image.Image, error) { panic("index out of range") }
	size := func(io.Reader) (image.Config, error) {
		return image.Config{ColorModel: color.GrayModel, Width: 9, Height: 9}, nil
	}
	image.RegisterFormat("panics", "P4N1C", decode, size)
	img := reply.Image{MIME: "image/png", Bytes: []byte("P4N1C..."), View: 3}
	got, err := model.ScaleDown(img, 4, 80)
	if !fault.Is(err, fault.Invalid) {
		t.Errorf("got %v", err)
	}
	if diff := cmp.Diff(img, got); diff != "" {
		t.Error(diff)
	}
}
