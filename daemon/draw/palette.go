package draw

import (
	"hash/fnv"

	"navd/daemon/words"
)

// Tint is one hue in three strengths, as sRGB hex colours ("#rrggbb"). All
// tints are equally light, so that none looks more important.
type Tint struct {
	Soft string // for areas
	Line string // for lines and dots
	Ink  string // for text on white
}

// hues is the colour circle in steps of 30° of OKLCH, from red over yellow,
// green and blue to pink: lightness 0.90, 0.64 and 0.40.
var hues = [12]Tint{
	{"#ffcdd0", "#d16671", "#703138"},
	{"#ffd1bb", "#ce6e40", "#6e351a"},
	{"#f8d9af", "#bb7e00", "#633f00"},
	{"#e4e1af", "#999004", "#4f4a00"},
	{"#cce8bd", "#679e44", "#31521c"},
	{"#b6ecd3", "#00a577", "#00563b"},
	{"#abeceb", "#00a4a5", "#005657"},
	{"#b0e8ff", "#009cc9", "#00516c"},
	{"#c2e1ff", "#4f8edc", "#234877"},
	{"#d9d9ff", "#857eda", "#433f76"},
	{"#efd2fc", "#ab71c4", "#5a3769"},
	{"#ffcde8", "#c4689f", "#693253"},
}

// Good and bad outcomes are blue and orange: all eyes tell them apart. Their
// shapes differ too.
const (
	good     = "#0b5cad"
	goodSoft = "#e3eefa"
	bad      = "#a34400"
	badSoft  = "#fdeee2"
)

// Tints without a hue.
var (
	slate = Tint{"#d8dfe6", "#738292", "#39444f"} // corridors: they lead to the others
	grey  = Tint{"#dedede", "#808080", "#424242"} // a type that nobody named yet
)

// common gives the usual rooms of a home hues far apart from one another.
var common = map[words.Key]int{
	"living room": 2, "family room": 2, "lounge": 2, "kitchen": 1, "dining room": 0, "bathroom": 7, "laundry room": 6,
	"bedroom": 9, "master bedroom": 10, "guest room": 10, "kids room": 11, "nursery": 11, "study": 5, "office": 5, "library": 5,
	"garden": 4, "balcony": 4, "terrace": 4, "yard": 4, "storage room": 3, "closet": 3, "pantry": 3, "entrance": 8,
}

// Palette returns the colours of a place type, which are the same in every drawing. Keys that
// are equal without their spaces have equal colours; corridors and unknown types have no
// hue; types outside the table get a hue by hash.
func Palette(t words.Key) Tint {
	i, known := common[t]
	switch {
	case known:
		return hues[i]
	case t.Unknown():
		return grey
	case t.IsCorridor():
		return slate
	}
	h := fnv.New32a()
	h.Write([]byte(t.Compact()))
	return hues[h.Sum32()%uint32(len(hues))]
}
