package house

import (
	"time"

	"navd/daemon/words"
)

const (
	day  = 24 * time.Hour
	year = 365 * day
)

// halfLives are the times after which half of the things of a kind stand elsewhere, by
// words of their labels.
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

var lives = halfLives()

// usualLife is the half-life of what is in no list.
const usualLife = 30 * day

// HalfLife is the time after which half of the things of a kind stand elsewhere.
func HalfLife(key words.Key) time.Duration {
	if life, ok := lives[key]; ok {
		return life
	}
	return usualLife
}
