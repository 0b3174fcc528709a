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
	stop     int  // of what was read, in buf
	skipping bool // the rest of a long line is thrown away

	hold  func() error // called before the buffer grows beyond keptBuffer; nil: nothing is
	begin func()       // called when another line begins in such a buffer
	end   func()       // called when it was given back
	long  bool         // hold was called, end was not yet
}

// next gives the next line that is not empty, without newline and carriage
// return. It stands in the buffer until next is called again.
func (r *lineReader) next() ([]byte, error) {
	for {
		n := bytes.IndexByte(r.buf[r.scanned:r.stop], '\n')
		if n < 0 {
			r.scanned = r.stop
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
		r.start = r.stop
	}
	if r.tooLong() {
		r.skipping = true
		r.start, r.scanned, r.stop = 0, 0, 0
		return errLongLine
	}
	if err := r.makeRoom(); err != nil {
		return err
	}
	n, err := r.from.Read(r.buf[r.stop:])
	r.stop += n
	if n > 0 {
		return nil
	}
	return err
}

// tooLong reports whether no newline can save the line any more; the one byte
// over the limit may be a carriage return.
func (r *lineReader) tooLong() bool {
	over := r.stop - r.start - r.max
	return over > 1 || over == 1 && r.buf[r.stop-1] != '\r'
}

// makeRoom moves the line to the front of the buffer, which it grows or shrinks
// to fit.
func (r *lineReader) makeRoom() error {
	held := r.buf[r.start:r.stop]
	size := len(r.buf)
	switch {
	case len(held) == 0 && size > keptBuffer, size == 0:
		size = firstBuffer
	case len(held) < keptBuffer && size > keptBuffer:
		size = keptBuffer
	case len(held) == size:
		size = max(min(2*size, r.max+2), size+1)
	}
	if size > keptBuffer && r.hold != nil {
		if !r.long {
			if err := r.hold(); err != nil {
				return err
			}
			r.long = true
			r.begin()
		} else if r.start > 0 {
			r.begin()
		}
	}
	if size != len(r.buf) {
		r.buf = append(make([]byte, 0, size), held...)[:size]
	} else if r.start > 0 {
		copy(r.buf, held)
	}
	r.scanned -= r.start
	r.start, r.stop = 0, len(held)
	if size <= keptBuffer {
		r.giveBack()
	}
	return nil
}

// giveBack says that no long line is held any more.
func (r *lineReader) giveBack() {
	if r.long {
		r.long = false
		r.end()
	}
}
