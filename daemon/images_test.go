package daemon_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon"
	"navd/daemon/fault"
	"navd/daemon/model"
	"navd/daemon/model/modeltest"
	"navd/daemon/planner"
	"navd/daemon/reply"
	"navd/ipc"
)

// pictures are files that an image can be, by name.
func pictures(t *testing.T) map[string][]byte {
	t.Helper()
	out := map[string][]byte{"text": []byte("no picture"), "empty": {}}
	for name, encode := range map[string]func(*bytes.Buffer) error{
		"png":  func(b *bytes.Buffer) error { return png.Encode(b, image.NewGray(image.Rect(0, 0, 12, 9))) },
		"jpeg": func(b *bytes.Buffer) error { return jpeg.Encode(b, image.NewGray(image.Rect(0, 0, 12, 9)), nil) },
		"gif":  func(b *bytes.Buffer) error { return gif.Encode(b, image.NewGray(image.Rect(0, 0, 12, 9)), nil) },
		"wide": func(b *bytes.Buffer) error { return png.Encode(b, image.NewGray(image.Rect(0, 0, 101, 100))) },
	} {
		var b bytes.Buffer
		if err := encode(&b); err != nil {
			t.Fatal(err)
		}
		out[name] = b.Bytes()
	}
	out["big"] = append(bytes.Clone(out["png"]), make([]byte, 2000)...)
	out["cut"] = out["png"][:20]
	return out
}

// gallery is a directory with every picture, links and a pipe, whose rooms
// "root" and "second" (itself a link) are image roots.
func gallery(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	try := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	try(os.MkdirAll(filepath.Join(dir, "root", "sub"), 0o700))
	try(os.MkdirAll(filepath.Join(dir, "real"), 0o700))
	try(os.MkdirAll(filepath.Join(dir, "rooted"), 0o700)) // begins like the root
	for name, data := range pictures(t) {
		try(os.WriteFile(filepath.Join(dir, "root", name), data, 0o600))
	}
	for _, name := range []string{"out.png", "rooted/x.png", "real/a.png"} {
		try(os.WriteFile(filepath.Join(dir, name), pictures(t)["png"], 0o600))
	}
	try(os.Symlink(filepath.Join(dir, "real"), filepath.Join(dir, "second")))
	try(os.Symlink(filepath.Join(dir, "out.png"), filepath.Join(dir, "root", "leads-out")))
	try(os.Symlink(filepath.Join(dir, "gone.png"), filepath.Join(dir, "root", "leads-nowhere")))
	try(os.Symlink(dir, filepath.Join(dir, "root", "up")))
	try(os.Symlink("png", filepath.Join(dir, "root", "leads-in")))
	try(syscall.Mkfifo(filepath.Join(dir, "root", "pipe"), 0o600))
	return dir
}

func withGallery(dir string) func(*daemon.Options) {
	return func(o *daemon.Options) {
		o.Config.ImageRoots = []string{filepath.Join(dir, "root"), filepath.Join(dir, "second")}
		o.Config.Images.MaxBytes, o.Config.Images.MaxPixels = 1024, 10_000
	}
}

func TestImages(t *testing.T) {
	dir := gallery(t)
	h := newHouse(t, withGallery(dir))
	h.begin()
	good := refusal{}
	invalid := refusal{Code: -32001, Kind: fault.Invalid, Field: "image.path"}
	denied := refusal{Code: -32004, Kind: fault.Denied, Field: "image.path"}
	missing := refusal{Code: -32002, Kind: fault.NotFound, Field: "image.path"}
	large := refusal{Code: -32005, Kind: fault.TooLarge, Field: "image.path"}
	for _, tt := range []struct {
		name, path string
		want       refusal
	}{
		{"png", "root/png", good},
		{"jpeg", "root/jpeg", good},
		{"a link inside", "root/leads-in", good},
		{"a root that is a link", "second/a.png", good},
		{"where that link leads", "real/a.png", good},
		{"out and in again", "root/../root/png", good},
		{"outside", "out.png", denied},
		{"outside and missing", "gone.png", denied},
		{"beside the root", "rooted/x.png", denied},
		{"by dots", "root/../out.png", denied},
		{"by dots and missing", "root/../gone.png", denied},
		{"by a link", "root/leads-out", denied},
		{"by a link to a directory", "root/up/out.png", denied},
		{"by a link to a directory, missing", "root/up/gone.png", denied},
		{"by a link to nowhere", "root/leads-nowhere", denied},
		{"missing inside", "root/none.png", missing},
		{"missing in a root that is a link", "second/none.png", missing},
		{"missing directory inside", "root/no/sub/none.png", missing},
		{"a directory", "root/sub", invalid},
		{"the root", "root", invalid},
		{"a pipe", "root/pipe", invalid},
		{"text", "root/text", invalid},
		{"empty", "root/empty", invalid},
		{"half a header", "root/cut", invalid},
		{"gif", "root/gif", invalid},
		{"too many bytes", "root/big", large},
		{"too many pixels", "root/wide", large},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := h.in(t)
			params := fmt.Sprintf(`{"episode":"e001","image":{"path":%q}}`, dir+"/"+tt.path) // as it is, not cleaned
			if tt.want == good {
				h.do(ipc.NavPlan, params)
				// A good image of a scene still needs a scene model.
				h.refuse(ipc.NavObserve, params, refusal{Code: -32006, Kind: fault.Unavailable, Field: "image"})
				return
			}
			h.refuse(ipc.NavPlan, params, tt.want)
			h.refuse(ipc.NavObserve, params, tt.want)
		})
	}
	h.refuse(ipc.NavPlan, `{"episode":"e001","image":{"path":"root/png"}}`, denied) // not absolute
}

func TestImagesNeedRoots(t *testing.T) {
	dir := gallery(t)
	h := newHouse(t)
	h.begin()
	e := h.refuse(ipc.NavPlan, fmt.Sprintf(`{"episode":"e001","image":{"path":%q}}`, dir+"/root/png"),
		refusal{Code: -32004, Kind: fault.Denied, Field: "image.path"})
	if e.Data.Allowed != "none, image_roots is empty" {
		t.Errorf("allowed %q", e.Data.Allowed)
	}
}

func TestImagesByContent(t *testing.T) {
	script := modeltest.NewScript(modeltest.Line{Text: decision(0)})
	h := newHouse(t, withGallery(t.TempDir()), withModels([]string{"m"}, map[string]model.Model{"m": script}))
	h.begin()
	pics := pictures(t)
	ref := func(name string) string {
		return fmt.Sprintf(`{"base64":%q}`, base64.StdEncoding.EncodeToString(pics[name]))
	}
	params := refusal{Code: ipc.CodeParams, Kind: fault.Invalid}
	in := func(r refusal, field string) refusal { r.Field = field; return r }
	for _, tt := range []struct {
		name, params string
		want         refusal
	}{
		{"neither", `"image":{}`, in(params, "image")},
		{"both", `"image":{"path":"/a","base64":"AAAA"}`, in(params, "image")},
		{"no base64", `"image":{"base64":"?"}`, in(params, "image.base64")},
		{"text", `"image":` + ref("text"), refusal{Code: -32001, Kind: fault.Invalid, Field: "image.base64"}},
		{"too many bytes", `"image":` + ref("big"), refusal{Code: -32005, Kind: fault.TooLarge, Field: "image.base64"}},
		{"too many pixels", `"image":` + ref("wide"), refusal{Code: -32005, Kind: fault.TooLarge, Field: "image.base64"}},
		{"second view", `"views":[{"view":0,"image":` + ref("png") + `},{"view":1,"image":` + ref("gif") + `}]`,
			refusal{Code: -32001, Kind: fault.Invalid, Field: "views[1].image.base64"}},
	} {
		t.Run(tt.name, func(t *testing.T) { h.in(t).refuse(ipc.NavPlan, `{"episode":"e001",`+tt.params+`}`, tt.want) })
	}
	h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":"e001","image":%s,"views":[{"view":4,"image":%s}]}`, ref("png"), ref("jpeg")))
	images := script.Asked()[0].Images
	if len(images) != 2 || images[0].MIME != "image/png" || images[0].View != -1 || images[1].MIME != "image/jpeg" || images[1].View != 4 ||
		!bytes.Equal(images[0].Bytes, pics["png"]) || !bytes.Equal(images[1].Bytes, pics["jpeg"]) {
		t.Errorf("the model was given %+v", images)
	}
	var plan planner.Plan
	log := into[ipc.LogResult](t, h.do(ipc.EpisodeLog, `{"episode":"e001","kinds":["plan"]}`))
	if err := json.Unmarshal(log.Entries[0].Data, &plan); err != nil {
		t.Fatal(err)
	}
	want := []string{reply.Hash(string(pics["png"])), reply.Hash(string(pics["jpeg"]))}
	if diff := cmp.Diff(want, plan.Images); diff != "" {
		t.Errorf("hashes in the record:\n%s", diff)
	}
}
