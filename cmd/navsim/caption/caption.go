// Package caption hides in a JPEG what a vision-language model would see in it.
//
// A simulated model cannot look at pictures. What it would see is therefore stored
// in the picture: in a comment segment (COM, marker 0xFFFE) with one JSON object,
//
//	{"navsim":1,
//	 "views":[{"view":1,"scene_type":"kitchen","objects":["Fridge"],"free_m":2.5,"see_m":4}],
//	 "scene":{"scene_type":"hallway","objects":["Painting"],"description":"A hallway."}}
//
// Decoders skip comments, so the pixels do not change. A picture that is encoded
// anew loses its caption. That is intended: an answer from the caption shows that
// exactly these bytes have arrived.
package caption

import (
	"bytes"
	"encoding/json"

	"navd/daemon/fault"
)

// Seen is what a picture shows. The zero value is a picture of nothing.
type Seen struct {
	Views []View `json:"views,omitempty"` // of a panorama, each view once
	Scene *Scene `json:"scene,omitempty"` // the place where it was taken; nil: not given
}

// View is what one view of a panorama shows.
type View struct {
	View    int      `json:"view"`              // 0..11; view i lies 30·i degrees to the right of view 0
	Type    string   `json:"scene_type"`        // room at the end of the view, in plain words; may be empty
	Objects []string `json:"objects,omitempty"` // object types, nearest first
	FreeM   float64  `json:"free_m"`            // reachable floor straight ahead, metres, 0 or more
	SeeM    float64  `json:"see_m"`             // how far one can see, metres, 0 or more
}

// Scene is what a picture shows of the place where it was taken.
type Scene struct {
	Type        string   `json:"scene_type"`            // in plain words; may be empty
	Objects     []string `json:"objects,omitempty"`     // object types
	Description string   `json:"description,omitempty"` // one or two sentences
}

// payload is Seen with the mark that distinguishes it from other comments.
type payload struct {
	Navsim int `json:"navsim"` // version
	Seen
}

const version = 1

// maxComment is how many bytes a comment segment holds: its length has 16 bits
// and counts itself.
const maxComment = 1<<16 - 1 - 2

// Label returns a copy of a JPEG with the caption s, in place of an older one. s must
// contain only finite numbers and UTF-8. A file that does not begin as a JPEG is
// fault.Invalid, and a caption of more than 65,533 bytes of JSON is fault.TooLarge.
func Label(jpeg []byte, s Seen) ([]byte, error) {
	text, err := json.Marshal(payload{version, s})
	if err != nil {
		return nil, fault.New(fault.Invalid, "what the picture shows is not JSON: %w", err)
	}
	if len(text) > maxComment {
		return nil, fault.New(fault.TooLarge, "what the picture shows has %d bytes as JSON, a comment holds %d", len(text), maxComment)
	}
	segments, rest, ok := split(jpeg)
	if !ok {
		return nil, fault.New(fault.Invalid, "this is not a JPEG")
	}
	out := append(make([]byte, 0, len(jpeg)+len(text)+4), soi...)
	for len(segments) > 0 && segments[0].application() { // JFIF and Exif must come first
		out = append(out, segments[0].raw...)
		segments = segments[1:]
	}
	size := len(text) + 2
	out = append(append(out, 0xff, comment, byte(size>>8), byte(size)), text...)
	for _, g := range segments {
		if _, old := g.seen(); !old {
			out = append(out, g.raw...)
		}
	}
	return append(out, rest...), nil
}

// Read returns the caption of a JPEG. It returns false for a picture without one, and for
// anything that does not begin as a JPEG.
func Read(jpeg []byte) (Seen, bool) {
	segments, _, _ := split(jpeg)
	for _, g := range segments {
		if s, ok := g.seen(); ok {
			return s, true
		}
	}
	return Seen{}, false
}

// seen returns the caption in a segment, false if it has none.
func (g segment) seen() (Seen, bool) {
	if g.marker != comment || !bytes.Contains(g.body, []byte(`"navsim"`)) {
		return Seen{}, false
	}
	var p payload
	if json.Unmarshal(g.body, &p) != nil || p.Navsim != version {
		return Seen{}, false
	}
	return p.Seen, true
}
