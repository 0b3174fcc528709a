package daemon

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	_ "image/jpeg" // the formats an image may have
	_ "image/png"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"navd/daemon/fault"
	"navd/daemon/reply"
	"navd/ipc"
)

// planImages reads the pictures of a plan, with their hashes.
func (c *core) planImages(p ipc.PlanParams) (images []reply.Image, hashes []string, err error) {
	add := func(field string, ref ipc.ImageRef, view int) error {
		img, err := c.image(field, ref, view)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(img.Bytes)
		images, hashes = append(images, img), append(hashes, hex.EncodeToString(sum[:]))
		return nil
	}
	if p.Image != nil {
		err = add("image", *p.Image, -1)
	}
	for i, v := range p.Views {
		if err == nil {
			err = add(fmt.Sprintf("views[%d].image", i), v.Image, v.View)
		}
	}
	return images, hashes, err
}

// image reads one picture by content or by path and checks its header before
// anything else touches it.
func (c *core) image(field string, ref ipc.ImageRef, view int) (reply.Image, error) {
	switch {
	case ref.Path != "" && len(ref.Base64) > 0:
		return reply.Image{}, fault.New(fault.Invalid, "path and base64 are both given").About(field, ref.Path).WithHint("give one of them")
	case ref.Path == "" && len(ref.Base64) == 0:
		return reply.Image{}, fault.New(fault.Invalid, "neither path nor base64 is given").About(field, nil).WithHint("give one of them")
	}
	data, field, err := ref.Base64, field+".base64", error(nil)
	if ref.Path != "" {
		field = strings.TrimSuffix(field, ".base64") + ".path"
		if data, err = c.readImage(field, ref.Path); err != nil {
			return reply.Image{}, err
		}
	}
	return c.checkImage(field, data, view)
}

func (c *core) checkImage(field string, data []byte, view int) (reply.Image, error) {
	limits := c.cfg.Images
	if len(data) > limits.MaxBytes {
		return reply.Image{}, tooLarge(field, fmt.Sprintf("%d bytes", len(data)), fmt.Sprintf("at most %d bytes", limits.MaxBytes))
	}
	head, format, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return reply.Image{}, fault.New(fault.Invalid, "is no JPEG or PNG image").About(field, fmt.Sprintf("%d bytes", len(data))).
			WithHint("encode the picture as JPEG or PNG")
	}
	if head.Width < 1 || head.Height < 1 || head.Width > limits.MaxPixels/head.Height {
		return reply.Image{}, tooLarge(field, fmt.Sprintf("%d x %d", head.Width, head.Height), fmt.Sprintf("at most %d pixels", limits.MaxPixels))
	}
	return reply.Image{MIME: "image/" + format, Bytes: data, View: view}, nil
}

func tooLarge(field, given, allowed string) error {
	e := fault.New(fault.TooLarge, "the image is too large").About(field, nil)
	e.Given, e.Allowed = given, allowed
	return e.WithHint("scale it down before sending")
}

// readImage reads a file inside one of the configured roots. Symbolic links
// are followed first, so none leads out.
func (c *core) readImage(field, path string) ([]byte, error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil || !c.insideRoots(real) {
		return nil, c.outside(field, path, err)
	}
	info, err := os.Stat(real)
	switch {
	case err != nil:
		return nil, c.outside(field, path, err)
	case !info.Mode().IsRegular():
		return nil, fault.Field(field, path, "a regular file")
	case info.Size() > int64(c.cfg.Images.MaxBytes):
		return nil, tooLarge(field, fmt.Sprintf("%d bytes", info.Size()), fmt.Sprintf("at most %d bytes", c.cfg.Images.MaxBytes))
	}
	data, err := os.ReadFile(real)
	if err != nil {
		return nil, c.outside(field, path, err)
	}
	return data, nil
}

func (c *core) insideRoots(real string) bool {
	for _, root := range c.cfg.ImageRoots {
		if r, err := filepath.EvalSymlinks(root); err == nil {
			if rel, err := filepath.Rel(r, real); err == nil && filepath.IsLocal(rel) {
				return true
			}
		}
	}
	return false
}

// outside refuses a path. Whether a file outside the roots exists is not told.
func (c *core) outside(field, path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) && filepath.IsAbs(path) && c.insideRoots(filepath.Clean(path)) {
		return fault.New(fault.NotFound, "there is no such image").About(field, path)
	}
	e := fault.New(fault.Denied, "the path is not inside image_roots").About(field, path)
	e.Allowed = strings.Join(c.cfg.ImageRoots, ", ")
	if e.Allowed == "" {
		e.Allowed = "none, image_roots is empty"
	}
	return e.WithHint("add its directory to image_roots in the configuration, or send base64")
}
