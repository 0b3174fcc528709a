package house

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"navd/daemon/fault"
	"navd/daemon/words"
)

const (
	day  = 24 * time.Hour
	year = 365 * day
)

// halfLives returns the built-in half-lives: the times after which half of the things of a
// kind are elsewhere, by their keys.
func halfLives() map[words.Key]time.Duration {
	lives := map[words.Key]time.Duration{}
	for life, kinds := range map[time.Duration][]words.Key{
		10 * year:      {"refrigerator", "bathtub", "toilet", "sink", "stove", "oven", "shower", "counter", "countertop", "cabinet", "fireplace", "washing machine", "door", "window", "radiator"},
		2 * year:       {"bed", "sofa", "wardrobe", "dresser", "desk", "dining table", "shelf", "shelving unit", "television", "tv stand", "painting", "curtains", "bookcase"},
		180 * day:      {"armchair", "side table", "coffee table", "floor lamp", "desk lamp", "house plant", "garbage can", "microwave", "rug", "mirror", "vacuum cleaner"},
		30 * day:       {"chair", "stool", "ottoman", "laundry hamper", "box", "basket", "clock", "alarm clock", "vase", "statue", "pillow"},
		12 * time.Hour: {"cup", "mug", "glass", "bottle", "plate", "bowl", "fork", "knife", "spoon", "phone", "cell phone", "keys", "remote control", "book", "pen", "pencil", "laptop", "bag", "apple", "bread", "cloth", "towel"},
	} {
		for _, k := range kinds {
			lives[words.ObjectKey(string(k))] = life
		}
	}
	return lives
}

var lives = sync.OnceValue(halfLives)

// usualLife is the half-life of things that are in no list.
const usualLife = 30 * day

// Lives are configured half-lives, by kinds of things. They override the built-in ones.
type Lives map[words.Key]time.Duration

// Of returns the time after which half of the things of a kind are elsewhere.
func (l Lives) Of(key words.Key) time.Duration {
	if life, ok := l[key]; ok {
		return life
	}
	if life, ok := lives()[key]; ok {
		return life
	}
	return usualLife
}

// LivesForm says how half-lives are written.
const LivesForm = "KIND=TIME each, with a TIME in hours, days or years: mug=12h, chair=30d, sofa=2y"

// longestLife is the longest half-life.
const longestLife = 100 * year

// ParseLives reads half-lives, one per line: "mug=12h". Each kind of things may be named
// once. The error names the line.
func ParseLives(lines []string) (Lives, error) {
	out := Lives{}
	for i, line := range lines {
		kind, text, found := strings.Cut(line, "=")
		key := words.ObjectKey(kind)
		life, ok := parseLife(strings.TrimSpace(text))
		_, twice := out[key]
		if !found || key == "" || !ok || twice {
			return nil, fault.Field(fmt.Sprintf("house.half_lives[%d]", i), line, LivesForm+"; 1h to 100y, each kind once")
		}
		out[key] = life
	}
	return out, nil
}

func parseLife(text string) (time.Duration, bool) {
	if text == "" {
		return 0, false
	}
	last := len(text) - 1
	unit, known := map[byte]time.Duration{'h': time.Hour, 'd': day, 'y': year}[text[last]]
	n, err := strconv.ParseFloat(text[:last], 64)
	life := n * float64(unit)
	return time.Duration(life), known && err == nil && life >= float64(time.Hour) && life <= float64(longestLife)
}
