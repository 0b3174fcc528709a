package server

import (
	"bytes"
	"errors"
	"io"
)

// The buffer of a connection starts small, grows with a long line, and is given
// back when the line is done.
const (
	firstBuffer = 4 << 10
	keptBuffer  = 64 << 10
)

// errLongLine is returned by next once for every line over the limit, as soon
// as it is.
var errLongLine = errors.New("line too long")

// lineReader cuts a stream into lines. A line without a newline at its end is
// none.
type lineReader struct {
	from     io.Reader
	max      int // bytes of a line
	buf      []byte
	start    int  // of the line, in buf
	scanned  int  // up to here there is no newline
	end      int  // of what was read, in buf
	skipping bool // the rest of a long line is thrown away
}

// next gives the next line that is not empty, without newline and carriage
// return. It stands in the buffer until next is called again.
func (r *lineReader) next() ([]byte, error) {
	for {
		n := bytes.IndexByte(r.buf[r.scanned:r.end], '\n')
		if n < 0 {
			r.scanned = r.end
			if err := r.fill(); err != nil {
				return nil, err
			}
			continue
		}
		line := r.buf[r.start : r.scanned+n]
		r.scanned += n + 1
		r.start = r.scanned
		if r.skipping {
			r.skipping = false
			continue
		}
		if line = bytes.TrimSuffix(line, []byte{'\r'}); len(line) > r.max {
			return nil, errLongLine
		}
		if len(bytes.TrimLeft(line, " \t\r")) > 0 {
			return line, nil
		}
	}
}

// fill reads more, behind what is left of the line.
func (r *lineReader) fill() error {
	if r.skipping {
		r.start = r.end
	}
	if r.tooLong() {
		r.skipping = true
		r.start, r.scanned, r.end = 0, 0, 0
		return errLongLine
	}
	r.makeRoom()
	n, err := r.from.Read(r.buf[r.end:])
	r.end += n
	if n > 0 {
		return nil
	}
	return err
}

// tooLong reports whether no newline can save the line any more; the one byte
// over the limit may be a carriage return.
func (r *lineReader) tooLong() bool {
	over := r.end - r.start - r.max
	return over > 1 || over == 1 && r.buf[r.end-1] != '\r'
}

// makeRoom moves the line to the front of the buffer, which it grows or shrinks
// to fit.
func (r *lineReader) makeRoom() {
	held := r.buf[r.start:r.end]
	size := len(r.buf)
	switch {
	case len(held) == 0 && size > keptBuffer, size == 0:
		size = firstBuffer
	case len(held) == size:
		size = max(min(2*size, r.max+2), size+1)
	}
	if size != len(r.buf) {
		r.buf = append(make([]byte, 0, size), held...)[:size]
	} else if r.start > 0 {
		copy(r.buf, held)
	}
	r.scanned -= r.start
	r.start, r.end = 0, len(held)
}
