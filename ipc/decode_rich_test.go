package ipc

import (
	"encoding/json"
	"errors"
	"time"

	"navd/daemon/fault"
)

// rich has a member of every shape that parameters may have.
type rich struct {
	Episode string             `json:"episode" min:"1" max:"8"`
	Seq     int                `json:"seq,omitempty" allow:"1.."`
	Small   int8               `json:"small,omitempty"`
	Count   uint16             `json:"count,omitempty"`
	Yaw     float64            `json:"yaw,omitempty" allow:"-180..180"`
	Low     float32            `json:"low,omitempty" allow:"..5"`
	Flag    bool               `json:"flag,omitempty"`
	Phase   phase              `json:"phase,omitempty" allow:"scan|turn|policy"`
	Turn    int                `json:"turn,omitempty" allow:"30|60|90"`
	Maybe   *bool              `json:"maybe"`
	Many    []string           `json:"many,omitempty" allow:"a|b" max:"3"`
	Views   []view             `json:"views,omitempty" min:"1" max:"12"`
	Pair    [2]float64         `json:"pair,omitempty"`
	Scores  map[phase]float64  `json:"scores,omitempty" allow:"0..1" max:"2"`
	Nested  map[string][]view  `json:"nested,omitempty"`
	Data    []byte             `json:"data,omitempty" max:"4"`
	Raw     json.RawMessage    `json:"raw,omitempty"`
	Any     any                `json:"any,omitempty"`
	At      time.Time          `json:"at,omitzero"`
	Colour  colour             `json:"colour,omitempty"`
	Union   union              `json:"union,omitzero"`
	Tree    *tree              `json:"tree,omitempty"`
	Ptrs    []*int             `json:"ptrs,omitempty"`
	Deep    map[string]*[]view `json:"deep,omitempty"`
	common
	Inline  `json:"inline,omitzero"`
	Hidden  string `json:"-"`
	private string
	Plain   int `json:",omitempty"`
}

type phase string

type view struct {
	View   int     `json:"view" allow:"0..11"`
	RangeM float64 `json:"range_m,omitempty" allow:"0.."`
}

type common struct {
	Key   string `json:"key,omitempty" max:"4"`
	Limit int    `json:"limit,omitempty" allow:"1..1000"`
	Seq   string `json:"seq,omitempty"` // hidden by the outer one
}

type Inline struct {
	A int `json:"a"`
}

type tree struct {
	Name     string  `json:"name"`
	Children []*tree `json:"children,omitempty"`
}

func (t tree) Check() error {
	if t.Name == "bad" {
		return fault.Field("name", t.Name, "another")
	}
	return nil
}

// colour reads itself from text.
type colour string

func (c *colour) UnmarshalText(text []byte) error {
	if string(text) == "red" {
		return fault.Field("", string(text), "blue")
	}
	if string(text) == "odd" {
		return errors.New("odd")
	}
	*c = colour(text)
	return nil
}

// union is a view, or the number of one.
type union struct{ view }

func (u *union) UnmarshalJSON(text []byte) error {
	if text[0] != '{' {
		return json.Unmarshal(text, &u.View)
	}
	return Decode(text, &u.view)
}

func pointer[T any](v T) *T { return &v }
