package caption

import "bytes"

// Markers of a JPEG, the byte after 0xFF.
const (
	comment   = 0xfe
	startScan = 0xda // the compressed picture follows
	endImage  = 0xd9
	temporary = 0x01 // has no length, like the restart markers
	restart0  = 0xd0
	restart7  = 0xd7
	app0      = 0xe0
	app15     = 0xef
)

// soi is how every JPEG begins.
const soi = "\xff\xd8"

// segment is one piece of a JPEG's header.
type segment struct {
	marker byte
	raw    []byte // all of it, with marker and length
	body   []byte // what comes after the length
}

// application reports whether a segment belongs before all others.
func (g segment) application() bool { return g.marker >= app0 && g.marker <= app15 }

// split splits a JPEG into the segments of its header and the rest, which begins with the
// scan, or with the first thing that it cannot read. ok is false for other files.
func split(jpeg []byte) (segments []segment, rest []byte, ok bool) {
	rest, ok = bytes.CutPrefix(jpeg, []byte(soi))
	if !ok {
		return nil, jpeg, false
	}
	for {
		g, n := first(rest)
		if n == 0 {
			return segments, rest, true
		}
		segments, rest = append(segments, g), rest[n:]
	}
}

// first reads one segment; n is its length, 0 when the header ends here.
func first(b []byte) (g segment, n int) {
	if len(b) < 4 || b[0] != 0xff {
		return segment{}, 0
	}
	at := 1
	for at < len(b)-3 && b[at] == 0xff { // any number of fill bytes
		at++
	}
	marker := b[at]
	if marker == startScan || marker == endImage || marker == temporary || marker == 0 || marker == 0xff || marker >= restart0 && marker <= restart7 {
		return segment{}, 0
	}
	if at+2 >= len(b) {
		return segment{}, 0
	}
	size := int(b[at+1])<<8 | int(b[at+2])
	n = at + 1 + size
	if size < 2 || n > len(b) {
		return segment{}, 0
	}
	return segment{marker: marker, raw: b[:n], body: b[at+3 : n]}, n
}
