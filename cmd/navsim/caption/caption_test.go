package caption_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"navd/cmd/navsim/caption"
	"navd/daemon/fault"
)

// picture is a JPEG of some size with a pattern.
func picture(t interface{ Fatal(...any) }, width, height int) []byte {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for i := range img.Pix {
		img.Pix[i] = byte(i * 7)
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func pixels(t interface{ Fatal(...any) }, data []byte) image.Image {
	img, err := jpeg.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

var example = caption.Seen{
	Views: []caption.View{
		{View: 1, Type: "kitchen", Objects: []string{"Fridge", "Mug"}, FreeM: 2.5, SeeM: 4},
		{View: 3, SeeM: 0.25},
	},
	Scene: &caption.Scene{Type: "거실", Objects: []string{"Sofa"}, Description: "A room, \"bright\" & <wide>."},
}

// seen draws what a picture may show.
func seen() *rapid.Generator[caption.Seen] {
	word := rapid.String()
	view := rapid.Custom(func(t *rapid.T) caption.View {
		return caption.View{
			View: rapid.IntRange(0, 11).Draw(t, "view"), Type: word.Draw(t, "type"), Objects: rapid.SliceOfN(word, 0, 5).Draw(t, "objects"),
			FreeM: rapid.Float64Range(0, 5).Draw(t, "free"), SeeM: rapid.Float64Range(0, 8).Draw(t, "see"),
		}
	})
	scene := rapid.Custom(func(t *rapid.T) *caption.Scene {
		return &caption.Scene{Type: word.Draw(t, "room"), Objects: rapid.SliceOfN(word, 0, 5).Draw(t, "things"), Description: word.Draw(t, "words")}
	})
	return rapid.Custom(func(t *rapid.T) caption.Seen {
		s := caption.Seen{Views: rapid.SliceOfN(view, 0, 12).Draw(t, "views")}
		if rapid.Bool().Draw(t, "has a scene") {
			s.Scene = scene.Draw(t, "scene")
		}
		return s
	})
}

// TestRoundTrip reads any label back, finds the same pixels under it, and puts
// a second one in the place of the first.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		plain := picture(t, rapid.IntRange(1, 40).Draw(t, "width"), rapid.IntRange(1, 40).Draw(t, "height"))
		a, b := seen().Draw(t, "a"), seen().Draw(t, "b")
		first, err := caption.Label(plain, a)
		if err != nil {
			t.Fatal(err)
		}
		got, ok := caption.Read(first)
		if diff := cmp.Diff(a, got, cmpopts.EquateEmpty()); !ok || diff != "" {
			t.Fatalf("read %v\n%s", ok, diff)
		}
		if diff := cmp.Diff(pixels(t, plain), pixels(t, first)); diff != "" {
			t.Fatalf("other pixels:\n%s", diff)
		}
		second, err := caption.Label(first, b)
		if err != nil {
			t.Fatal(err)
		}
		fresh, err := caption.Label(plain, b)
		if err != nil || !bytes.Equal(second, fresh) {
			t.Fatalf("%v: labelled twice is not labelled once", err)
		}
	})
}

// TestPlace puts the label behind the segments that must be first, and keeps
// comments of others.
func TestPlace(t *testing.T) {
	plain := picture(t, 8, 8)
	const app, note = "\xff\xe0\x00\x04JF", "\xff\xfe\x00\x07hello"
	file := "\xff\xd8" + app + note + string(plain[2:])
	got, err := caption.Label([]byte(file), caption.Seen{})
	if err != nil {
		t.Fatal(err)
	}
	want := "\xff\xd8" + app + "\xff\xfe\x00\x0e{\"navsim\":1}" + note + string(plain[2:])
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
	pixels(t, got)
}

func TestRead(t *testing.T) {
	plain := picture(t, 8, 8)
	labelled, err := caption.Label(plain, example)
	if err != nil {
		t.Fatal(err)
	}
	var drawn bytes.Buffer
	if err := png.Encode(&drawn, image.NewGray(image.Rect(0, 0, 2, 2))); err != nil {
		t.Fatal(err)
	}
	var again bytes.Buffer
	if err := jpeg.Encode(&again, pixels(t, labelled), nil); err != nil {
		t.Fatal(err)
	}
	comment := func(text string) []byte {
		return fmt.Appendf(nil, "\xff\xd8\xff\xfe%c%c%s%s", 0, byte(len(text)+2), text, plain[2:])
	}
	for _, tt := range []struct {
		name string
		data []byte
		want bool
	}{
		{"labelled", labelled, true},
		{"no label", plain, false},
		{"encoded anew", again.Bytes(), false},
		{"PNG", drawn.Bytes(), false},
		{"nothing", nil, false},
		{"only the beginning", plain[:2], false},
		{"cut inside the label", labelled[:20], false},
		{"cut behind the label", labelled[:len(labelled)-len(plain)+2], true},
		{"fill bytes before a marker", append([]byte("\xff\xd8\xff\xff"), labelled[2:]...), true},
		{"comment of another", comment("navsim was here"), false},
		{"another version", comment(`{"navsim":2}`), false},
		{"JSON of another", comment(`{"views":[]}`), false},
		{"mistyped", comment(`{"navsim":1,"views":[{"view":"one"}]}`), false},
		{"the shortest", comment(`{"navsim":1}`), true},
		{"behind the scan", append(bytes.Clone(plain), labelled[2:60]...), false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, got := caption.Read(tt.data); got != tt.want {
				t.Errorf("labelled: %v", got)
			}
		})
	}
}

func TestLabelRefuses(t *testing.T) {
	plain := picture(t, 8, 8)
	for _, tt := range []struct {
		name string
		data []byte
		seen caption.Seen
		want fault.Kind
	}{
		{"no JPEG", []byte("\x89PNG"), caption.Seen{}, fault.Invalid},
		{"nothing", nil, caption.Seen{}, fault.Invalid},
		{"no number", plain, caption.Seen{Views: []caption.View{{SeeM: math.Inf(1)}}}, fault.Invalid},
		{"too much", plain, caption.Seen{Scene: &caption.Scene{Description: strings.Repeat("x", 1<<16)}}, fault.TooLarge},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := caption.Label(tt.data, tt.seen); !fault.Is(err, tt.want) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
	const frame = len(`{"navsim":1,"scene":{"scene_type":"","description":""}}`)
	full := caption.Seen{Scene: &caption.Scene{Description: strings.Repeat("x", 65533-frame)}}
	if labelled, err := caption.Label(plain, full); err != nil {
		t.Errorf("65,533 bytes: %v", err)
	} else if got, ok := caption.Read(labelled); !ok || !cmp.Equal(got, full) {
		t.Error("65,533 bytes do not read back")
	}
}

// FuzzRead holds that any bytes are read or not, and that what was read can be
// written again.
func FuzzRead(f *testing.F) {
	plain := picture(f, 8, 8)
	labelled, err := caption.Label(plain, example)
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range [][]byte{nil, plain, labelled, labelled[:30], []byte("\xff\xd8\xff\xfe\x00\x01"), []byte("\xff\xd8\xff\xff\xff\xff")} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got, ok := caption.Read(data)
		if !ok {
			return
		}
		again, err := caption.Label(data, got)
		if err != nil {
			if !fault.Is(err, fault.TooLarge) {
				t.Fatal(err)
			}
			return
		}
		back, ok := caption.Read(again)
		if diff := cmp.Diff(got, back, cmpopts.EquateEmpty()); !ok || diff != "" {
			t.Errorf("read %v\n%s", ok, diff)
		}
	})
}

// What a picture shows travels inside it.
func Example() {
	var b bytes.Buffer
	img := image.NewGray(image.Rect(0, 0, 4, 4))
	img.Set(1, 1, color.White)
	if err := jpeg.Encode(&b, img, nil); err != nil {
		fmt.Println(err)
		return
	}
	labelled, err := caption.Label(b.Bytes(), caption.Seen{Views: []caption.View{{View: 3, Type: "kitchen", Objects: []string{"Fridge"}, FreeM: 2, SeeM: 4}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	seen, ok := caption.Read(labelled)
	fmt.Println(ok, seen.Views[0].Type, seen.Views[0].Objects)
	// Output: true kitchen [Fridge]
}
