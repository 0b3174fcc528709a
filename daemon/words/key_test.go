package words_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"navd/daemon/words"
)

func TestLabelKey(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"camel case", "LivingRoom", "living room"},
		{"snake case", "living_room", "living room"},
		{"kebab case", "living-room", "living room"},
		{"snake case of no alias", "sun_deck", "sun deck"},
		{"kebab case of no alias", "sun-deck", "sun deck"},
		{"an alias in snake case", "upstairs_hallway", "upstairs corridor"},
		{"a slash", "sun/deck", "sun deck"},
		{"en dash", "living–room", "living room"},
		{"slash", "kitchen/dining", "kitchen dining"},
		{"no separator", "livingroom", "living room"},
		{"no separator, upper", "DININGROOM", "dining room"},
		{"parted too much", "bed room", "bedroom"},
		{"spaces squeezed", "  Living \t room\n", "living room"},
		{"wide space", "living\u3000room", "living room"},
		{"full stop goes", "Kitchen.", "kitchen"},
		{"punctuation goes", "kitchen (big)!", "kitchen big"},
		{"punctuation inside goes", "kit.chen", "kitchen"},
		{"apostrophe", "children's room", "kids room"},
		{"hallway", "Hallway", "corridor"},
		{"hall way", "hall way", "corridor"},
		{"hallway among words", "upstairs hallway", "upstairs corridor"},
		{"hall alone", "hall", "corridor"},
		{"hall among words", "town hall", "town hall"},
		{"toilet alone", "Toilet", "bathroom"},
		{"toilet among words", "room with toilet", "room with toilet"},
		{"not a whole word", "hallways2go", "hallways2go"},
		{"plural", "Bathrooms", "bathroom"},
		{"acronym before word", "TVStand", "tv stand"},
		{"plural of acronym", "TVs", "tvs"},
		{"acronym", "TV", "tv"},
		{"acronym before Hangul", "TV방", "tv방"},
		{"word behind Hangul", "안쪽Room", "안쪽 room"},
		{"digits stay", "Bedroom 2", "bedroom 2"},
		{"digit before word", "Floor2Kitchen", "floor2 kitchen"},
		{"3D", "3D", "3d"},
		{"R2D2", "R2D2", "r2d2"},
		{"Korean", "거실", "living room"},
		{"Korean decomposed", "\u1100\u1165\u1109\u1175\u11af", "living room"},
		{"Korean unknown", "비밀의 방", "비밀의 방"},
		{"Korean with particle stays", "거실에", "거실에"},
		{"Korean synonyms", "부엌", "kitchen"},
		{"Korean with English", "2층 복도", "2층 corridor"},
		{"emoji", "🛋 living room 🛋️", "living room"},
		{"zero width", "kit\u200bchen", "kitchen"},
		{"accents", "CAFE\u0301", "café"},
		{"composes after lowering", "H\u0331", "\u1e96"},
		{"Cyrillic", "ЖилаяКомната", "жилая комната"},
		{"Devanagari marks stay", "हिन्दी", "हिन्दी"},
		{"nothing left", "?!…", ""},
		{"bad UTF-8", "kit\xffchen", "kitchen"},
		{"unknown", "Unknown", "unknown"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := words.LabelKey(c.in); string(got) != c.want {
				t.Errorf("LabelKey(%q) = %q, want %q", c.in, got, c.want)
			}
		})
	}
}

func TestObjectKey(t *testing.T) {
	for in, want := range map[string]string{
		"tv": "television", "TV": "television", "TVs": "television", "tv_monitor": "television", "TVMonitor": "television",
		"Television": "television", "텔레비전": "television", "티비": "television", "TV Stand": "tv stand", "TVStand": "tv stand",
		"couch": "sofa", "red couch": "sofa", "소파": "sofa", "houseplant": "plant", "HousePlant": "plant", "potted plant": "plant",
		"화분": "plant", "garbage can": "garbage can", "trash cans": "garbage can", "쓰레기통": "garbage can", "쓰레기 통": "garbage can",
		"ArmChair": "armchair", "arm chair": "armchair", "침대": "bed", "의자": "chair", "변기": "toilet", "toilet": "toilet",
		"노트북": "laptop", "컵": "mug", "머그컵": "mug", "Cup": "cup", "냉장고": "fridge", "refrigerator": "fridge", "사과": "apple",
		"chest_of_drawers": "dresser", "gym_equipment": "gym equipment", "BasketBall": "basketball", "bookshelves": "bookshelf",
		"knives": "knife", "dishes": "plate", "guitar solo": "guitar solo", "홀로그램": "홀로그램",
		"my teddy": "teddy bear", "the sofa": "sofa", "Anna's keys": "key chain", "Grandma’s flurb": "flurb", "my": "my", "내 곰인형": "teddy bear",
		"엄마 안경": "eyeglasses", "엄마 홀로그램": "엄마 홀로그램",
		"my small blue mug": "mug", "파란 컵": "mug", "흰 홀로그램": "흰 홀로그램", "red herring": "red herring", "white board": "whiteboard", "white": "white", "black_chair": "chair", "the A": "a", "A_sofa": "sofa",
	} {
		if got := words.ObjectKey(in); string(got) != want {
			t.Errorf("ObjectKey(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestKeyMethods(t *testing.T) {
	if a, b := words.LabelKey("sun deck"), words.LabelKey("SUNDECK"); a == b || !a.Equal(b) {
		t.Errorf("%q and %q: want other keys that are equal", a, b)
	}
	if words.Key("kitchen").Equal("corridor") {
		t.Error("kitchen equals corridor")
	}
	for label, want := range map[string]bool{"Hallway": true, "복도": true, "corridor to kitchen": true, "kitchen": false, "": false} {
		if got := words.LabelKey(label).IsCorridor(); got != want {
			t.Errorf("LabelKey(%q).IsCorridor() = %v", label, got)
		}
	}
	for label, want := range map[string]bool{"": true, "...": true, "UNKNOWN": true, "알 수 없음": true, "unknown corridor": false, "kitchen": false} {
		if got := words.LabelKey(label).Unknown(); got != want {
			t.Errorf("LabelKey(%q).Unknown() = %v", label, got)
		}
	}
	if got := words.LabelKey("guest_bedroom").Compact(); got != "guestroom" {
		t.Errorf("compact %q", got)
	}
}

// labels draws strings that come near the tables: their names, cut, joined and
// recased, with any script between.
func labels() *rapid.Generator[string] {
	var names []string
	for _, k := range append(words.Rooms(), words.Objects()...) {
		names = append(names, words.Names(k)...)
	}
	piece := rapid.OneOf(
		rapid.SampledFrom(names),
		rapid.SampledFrom([]string{" ", "_", "-", "/", ".", "room", "tv", "s", "A", "한", "\u0301", "\u1100\u1165", "hall", "toilet", "2", "Room"}),
		rapid.StringN(0, 4, -1),
	)
	return rapid.Custom(func(t *rapid.T) string {
		s := strings.Join(rapid.SliceOfN(piece, 0, 5).Draw(t, "pieces"), rapid.SampledFrom([]string{"", " "}).Draw(t, "by"))
		if rapid.Bool().Draw(t, "upper") {
			s = strings.ToUpper(s)
		}
		return s
	})
}

func TestKeysAreFixedPoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkKeys(t, labels().Draw(t, "label"))
	})
}

func FuzzLabelKey(f *testing.F) {
	for _, s := range []string{"LivingRoom", "TVStand", "거실", "H\u0331", "hall way way", "A\u0301B", "ǅab", "𝐀Ab", "kids room room"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkKeys(t, s) })
}

type errorfer interface{ Errorf(string, ...any) }

// checkKeys holds what is true of the keys of any string.
func checkKeys(t errorfer, s string) {
	for name, key := range map[string]func(string) words.Key{"LabelKey": words.LabelKey, "ObjectKey": words.ObjectKey} {
		k := key(s)
		if again := key(string(k)); again != k {
			t.Errorf("%s(%q) = %q, and of that %q", name, s, k, again)
		}
		if strings.TrimSpace(string(k)) != string(k) || strings.Contains(string(k), "  ") {
			t.Errorf("%s(%q) = %q has loose spaces", name, s, k)
		}
		if !k.Equal(k) || !k.Equal(words.Key(k.Compact())) {
			t.Errorf("%q does not equal itself without spaces", k)
		}
		if strings.ContainsAny(string(k), "-_/.,!?\n\t") {
			t.Errorf("%s(%q) = %q keeps punctuation", name, s, k)
		}
	}
}
