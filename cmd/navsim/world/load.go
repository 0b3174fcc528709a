package world

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"navd/daemon/fault"
)

// Limits on what is read, so that a broken or hostile file cannot fill memory.
const (
	maxHouseBytes = 32 << 20
	maxFileBytes  = 4 << 30
)

// Load reads one house, JSON or gzip of it, and completes what ProcTHOR's own
// files leave out (see the package doc). The error is fault.Invalid and names
// the field, or fault.TooLarge beyond 32 MiB of JSON.
func Load(r io.Reader) (*House, error) {
	plain, err := gunzip(r)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(plain, maxHouseBytes+1))
	if err != nil {
		return nil, invalid(err)
	}
	if len(data) > maxHouseBytes {
		return nil, fault.New(fault.TooLarge, "the house has more than %d MiB", maxHouseBytes>>20)
	}
	return decodeHouse(data)
}

// LoadFile reads the houses of a .json, .json.gz, .jsonl or .jsonl.gz file, in
// order. Whether it is compressed is seen from its first bytes; ".jsonl" in
// its name means one house per line, empty lines skipped. A house without an
// id is named after the file, and after its line ("train.jsonl:17" is
// "train-17"). The error names file, line and field; a file that cannot be
// opened is fault.NotFound.
func LoadFile(path string) ([]*House, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fault.New(fault.NotFound, "open house file: %w", err)
	}
	defer f.Close()
	base, lines := baseName(path)
	if !lines {
		h, err := Load(f)
		if err != nil {
			return nil, within(err, path, 0)
		}
		h.ID = cmp.Or(h.ID, base)
		return []*House{h}, nil
	}
	var houses []*House
	err = eachLine(f, path, func(n int, line []byte) error {
		h, err := decodeHouse(line)
		if err != nil {
			return err
		}
		h.ID = cmp.Or(h.ID, fmt.Sprintf("%s-%d", base, n))
		houses = append(houses, h)
		return nil
	})
	return houses, err
}

// baseName gives the file's name without its endings, and whether it holds one
// record per line.
func baseName(path string) (base string, lines bool) {
	base = strings.TrimSuffix(filepath.Base(path), ".gz")
	if cut, ok := strings.CutSuffix(base, ".jsonl"); ok {
		return cut, true
	}
	return strings.TrimSuffix(base, ".json"), false
}

// gunzip undoes gzip where the first two bytes say so.
func gunzip(r io.Reader) (*bufio.Reader, error) {
	in := bufio.NewReader(r)
	magic, _ := in.Peek(2)
	if !bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		return in, nil
	}
	z, err := gzip.NewReader(in)
	if err != nil {
		return nil, invalid(err)
	}
	return bufio.NewReader(z), nil
}

// eachLine calls f for every line of the file at a path that is not empty, counted
// from 1. Errors name the file, those of f the line too.
func eachLine(r io.Reader, path string, f func(n int, line []byte) error) error {
	plain, err := gunzip(r)
	if err != nil {
		return within(err, path, 0)
	}
	lines := bufio.NewScanner(io.LimitReader(plain, maxFileBytes))
	lines.Buffer(nil, maxHouseBytes)
	for n := 1; lines.Scan(); n++ {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		if err := f(n, line); err != nil {
			return within(err, path, n)
		}
	}
	err = invalid(lines.Err())
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		err = fault.New(fault.TooLarge, "a line has more than %d MiB", maxHouseBytes>>20)
	}
	return within(err, path, 0)
}

// decodeHouse reads, completes and validates one house.
func decodeHouse(data []byte) (*House, error) {
	h := new(House)
	if err := json.Unmarshal(data, h); err != nil {
		return nil, invalid(err)
	}
	complete(h.Objects)
	if err := h.Validate(); err != nil {
		return nil, err
	}
	return h, nil
}

// invalid makes an error of reading or decoding a fault. A JSON value of the
// wrong type is about its field.
func invalid(err error) error {
	if err == nil {
		return nil
	}
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return fault.Field(wrong.Field, wrong.Value, "a JSON "+kindName(wrong))
	}
	return fault.New(fault.Invalid, "not a JSON document: %w", err)
}

func kindName(wrong *json.UnmarshalTypeError) string {
	switch kind := wrong.Type.Kind().String(); kind {
	case "slice", "array":
		return "array"
	case "struct", "map":
		return "object"
	case "bool", "string":
		return kind
	}
	return "number"
}

// within puts file and line before the message of a fault; nil stays nil.
func within(err error, path string, line int) error {
	if err == nil {
		return nil
	}
	f := *fault.As(err)
	place := path
	if line > 0 {
		place = fmt.Sprintf("%s:%d", path, line)
	}
	if f.Field != "" {
		f.Field = place + ": " + f.Field
		return &f
	}
	f.Message = place + ": " + f.Message
	return &f
}
