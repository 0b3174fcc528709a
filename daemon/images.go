package daemon

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"image"
	"image/color"
	_ "image/jpeg" // the formats an image may have
	_ "image/png"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"navd/daemon/fault"
	"navd/daemon/reply"
	"navd/ipc"
)

// images reads the pictures that calls name or carry.
type images struct{ c *core }

// ofPlan reads the pictures of a plan, with their hashes.
func (im *images) ofPlan(p ipc.PlanParams) (images []reply.Image, hashes []string, err error) {
	add := func(field string, ref ipc.ImageRef, view int) error {
		img, err := im.one(field, ref, view)
		if err != nil {
			return err
		}
		images, hashes = append(images, img), append(hashes, fmt.Sprintf("%x", sha256.Sum256(img.Bytes)))
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

// one reads one picture, given by content or by path, and checks its header.
func (im *images) one(field string, ref ipc.ImageRef, view int) (reply.Image, error) {
	switch {
	case ref.Path != "" && len(ref.Base64) > 0:
		return reply.Image{}, badParams(fault.New(fault.Invalid, "path and base64 are both given").About(field, ref.Path).WithHint("give one of them"))
	case ref.Path == "" && len(ref.Base64) == 0:
		return reply.Image{}, badParams(fault.New(fault.Invalid, "neither path nor base64 is given").About(field, nil).WithHint("give one of them"))
	}
	data, field, err := ref.Base64, field+".base64", error(nil)
	if ref.Path != "" {
		field = strings.TrimSuffix(field, ".base64") + ".path"
		if data, err = im.read(field, ref.Path); err != nil {
			return reply.Image{}, err
		}
	}
	return im.check(field, data, view)
}

func (im *images) check(field string, data []byte, view int) (reply.Image, error) {
	limits := im.c.config().Images
	if len(data) > limits.MaxBytes {
		return reply.Image{}, tooLarge(field, fmt.Sprintf("%d bytes", len(data)), fmt.Sprintf("at most %d bytes", limits.MaxBytes))
	}
	head, format, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil || (format != "jpeg" && format != "png") {
		return reply.Image{}, fault.New(fault.Invalid, "not a JPEG or PNG image").About(field, fmt.Sprintf("%d bytes", len(data))).
			WithHint("encode the picture as JPEG or PNG")
	}
	if head.Width < 1 || head.Height < 1 || head.Width > limits.MaxPixels/head.Height/depth(head.ColorModel) {
		return reply.Image{}, tooLarge(field, fmt.Sprintf("%d x %d", head.Width, head.Height), fmt.Sprintf("at most %d pixels", limits.MaxPixels))
	}
	return reply.Image{MIME: "image/" + format, Bytes: data, View: view}, nil
}

// depth is 2 for pixels of 16 bits a colour, which take twice as much memory, else 1.
func depth(m color.Model) int {
	switch m {
	case color.RGBA64Model, color.NRGBA64Model, color.Gray16Model:
		return 2
	}
	return 1
}

func tooLarge(field, given, allowed string) error {
	e := fault.New(fault.TooLarge, "the image is too large").About(field, nil)
	e.Given, e.Allowed = given, allowed
	return e.WithHint("scale it down before sending")
}

// read reads a file inside one of the configured roots. It resolves symbolic links first,
// so that no link leads out of the root, not even one that is made meanwhile.
func (im *images) read(field, path string) ([]byte, error) {
	real, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) && im.missing(path) {
		return nil, fault.New(fault.NotFound, "there is no such image").About(field, path)
	}
	root, rel, inside := im.rootOf(real)
	if err != nil || !inside {
		return nil, im.outside(field, path)
	}
	data, info, err := readIn(root, rel, im.c.config().Images.MaxBytes)
	switch {
	case err != nil:
		return nil, fault.New(fault.Denied, "the image cannot be read: %w", err).About(field, path).
			WithHint("let the user that runs navd read it, or send base64")
	case !info.Mode().IsRegular():
		return nil, fault.Field(field, path, "a regular file")
	case info.Size() > int64(im.c.config().Images.MaxBytes):
		return nil, tooLarge(field, fmt.Sprintf("%d bytes", info.Size()), fmt.Sprintf("at most %d bytes", im.c.config().Images.MaxBytes))
	}
	return data, nil
}

// readIn reads a regular file below root, at most one byte more than limit. It does not
// block on a pipe.
func readIn(root, rel string, limit int) ([]byte, fs.FileInfo, error) {
	dir, err := os.OpenRoot(root)
	if err != nil {
		return nil, nil, err
	}
	defer dir.Close()
	f, err := dir.OpenFile(rel, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() > int64(limit) {
		return nil, info, err
	}
	data, err := io.ReadAll(io.LimitReader(f, int64(limit)+1))
	return data, info, err
}

// rootOf gives the configured root that a path without links lies in, and the
// path below it.
func (im *images) rootOf(real string) (root, rel string, ok bool) {
	for _, dir := range im.c.config().ImageRoots {
		root, err := filepath.EvalSymlinks(dir)
		if err != nil {
			continue
		}
		if rel, err := filepath.Rel(root, real); err == nil && filepath.IsLocal(rel) {
			return root, rel, true
		}
	}
	return "", "", false
}

// missing tells whether nothing is at a path and the last directory that exists on the way
// to it lies inside a root. Only then a caller may learn that it is missing.
func (im *images) missing(path string) bool {
	if !filepath.IsAbs(path) || filepath.Clean(path) != path {
		return false
	}
	if _, err := os.Lstat(path); err == nil {
		return false // a link that leads nowhere
	}
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(dir); err != nil && dir != filepath.Dir(dir) {
			continue
		}
		real, err := filepath.EvalSymlinks(dir)
		_, _, inside := im.rootOf(real)
		return err == nil && inside
	}
}

// outside refuses a path, without saying whether a file is there.
func (im *images) outside(field, path string) error {
	e := fault.New(fault.Denied, "the path is not inside image_roots").About(field, path)
	e.Allowed = strings.Join(im.c.config().ImageRoots, ", ")
	if e.Allowed == "" {
		e.Allowed = "none, image_roots is empty"
	}
	return e.WithHint("add its directory to image_roots in the configuration, or send base64")
}
