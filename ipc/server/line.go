package server

import (
	"bytes"
	"errors"
	"io"
)

// The buffer of a connection starts with firstBuffer and grows with a long line. When that
// is done, it shrinks again to at most keptBuffer.
const (
	firstBuffer = 4 << 10
	keptBuffer  = 64 << 10
)

// errLongLine is returned by next once for each line over the limit, as soon as the line
// exceeds it.
var errLongLine = errors.New("line too long")

// lineReader cuts a stream into lines. Text without a newline at the end of the stream is
// dropped.
type lineReader struct {
	from     io.Reader
	max      int // bytes of a line
	buf      []byte
	start    int  // where the line begins in buf
	scanned  int  // there is no newline before this
	stop     int  // end of the bytes in buf
	skipping bool // the rest of a long line is dropped

	hold  func() error // called before the buffer grows beyond keptBuffer; nil: begin and end are not called either
	begin func()       // called when a line begins in a buffer beyond keptBuffer
	end   func()       // called when the buffer is small again
	long  bool         // hold was called and end was not yet
}

// next gives the next line that is not empty, without newline and carriage return. It is
// valid until next is called again.
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

// fill reads more bytes after those of the line.
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

// tooLong reports whether the line is too long even if a newline follows now. One byte over
// the limit may be a carriage return.
func (r *lineReader) tooLong() bool {
	over := r.stop - r.start - r.max
	return over > 1 || over == 1 && r.buf[r.stop-1] != '\r'
}

// makeRoom moves the line to the front of the buffer, and grows or shrinks the buffer.
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

// giveBack calls end if hold was called.
func (r *lineReader) giveBack() {
	if r.long {
		r.long = false
		r.end()
	}
}
