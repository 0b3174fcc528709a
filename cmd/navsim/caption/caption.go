// Package caption hides in a JPEG what a vision-language model would see in it.
//
// A simulated model cannot look at pictures. What it would see there travels
// inside the picture: as a comment segment (COM, marker 0xFFFE) that holds one
// JSON object,
//
//	{"navsim":1,
//	 "views":[{"view":1,"scene_type":"kitchen","objects":["Fridge"],"free_m":2.5,"see_m":4}],
//	 "scene":{"scene_type":"hallway","objects":["Painting"],"description":"A hallway."}}
//
// Decoders skip comments, so the pixels stay what they are; a picture that
// somebody encodes anew has lost its caption, as it should: whoever answers
// from the caption knows that the very bytes have arrived.
package caption

import (
	"bytes"
	"encoding/json"

	"navd/daemon/fault"
)

// Seen is what a picture shows. The zero value is a picture of nothing.
type Seen struct {
	Views []View `json:"views,omitempty"` // of a panorama, each view once
	Scene *Scene `json:"scene,omitempty"` // the place it was taken in; nil: nobody says
}

// View is what one view of a panorama shows.
type View struct {
	View    int      `json:"view"`              // 0..11; view i lies 30·i degrees to the right of view 0
	Type    string   `json:"scene_type"`        // room at the end of the view, in plain words; may be empty
	Objects []string `json:"objects,omitempty"` // object types, nearest first
	FreeM   float64  `json:"free_m"`            // reachable floor straight on, metres, 0 or more
	SeeM    float64  `json:"see_m"`             // how far one sees, metres, 0 or more
}

// Scene is what a picture says of the place it was taken in.
type Scene struct {
	Type        string   `json:"scene_type"`            // in plain words; may be empty
	Objects     []string `json:"objects,omitempty"`     // object types
	Description string   `json:"description,omitempty"` // one or two sentences
}

// payload is Seen with the mark that tells it from other comments.
type payload struct {
	Navsim int `json:"navsim"` // version
	Seen
}

const version = 1

// maxComment is how many bytes a comment segment holds: its length has 16 bits
// and counts itself.
const maxComment = 1<<16 - 1 - 2

// Label gives a copy of a JPEG with what it shows inside, in place of an older
// label. What it shows must be finite numbers and UTF-8. A file that does not
// begin as a JPEG is invalid, and what needs more than 65,533 bytes of JSON
// too_large.
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
	for len(segments) > 0 && segments[0].application() { // JFIF and Exif want to be first
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

// Read gives what a JPEG was labelled with. It is false for a picture without a
// label, and for anything that does not begin as a JPEG.
func Read(jpeg []byte) (Seen, bool) {
	segments, _, _ := split(jpeg)
	for _, g := range segments {
		if s, ok := g.seen(); ok {
			return s, true
		}
	}
	return Seen{}, false
}

// seen gives the label that a segment holds, false for any other segment.
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
