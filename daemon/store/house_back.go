package store

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"io"

	"navd/daemon/house"
)

// back is the difference from a version of a house to the one before. There is one for each
// episode, and because an episode changes most of the things that it sees a little, it has
// about a fifth of the house; so it is compressed. As JSON it is a string of deflated JSON
// in base64; a plain list, as older navd wrote it, is read too.
type back []house.Part

// mostBack is the most bytes that are unpacked; what has more was not written by navd, is
// cut, and cannot be read.
const mostBack = 256 << 20

// MarshalJSON writes the difference compressed.
func (b back) MarshalJSON() ([]byte, error) {
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestSpeed)
	if err != nil {
		return nil, err
	}
	if err := json.NewEncoder(w).Encode([]house.Part(b)); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return json.Marshal(packed.Bytes())
}

// UnmarshalJSON reads a difference, compressed or as a list.
func (b *back) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '"' {
		var packed []byte
		if err := json.Unmarshal(data, &packed); err != nil {
			return err
		}
		plain, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), mostBack))
		if err != nil {
			return err
		}
		data = plain
	}
	return json.Unmarshal(data, (*[]house.Part)(b))
}
