package words_test

import (
	"testing"

	"navd/daemon/words"
)

// TestEnglish holds a case or two of each class of English sentences that is read
// beyond the plain ones.
func TestEnglish(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a thing in no table", "my inhaler is in the kitchen", "target:inhaler in kitchen 1"},
		{"of two words, many", "dog treats are in the pantry", "target:dog food in pantry 1"},
		{"of somebody", "Aunt Carol's cane is by the door in the hallway", "target:walking stick in corridor 1"},
		{"with a thing in its name", "the hamster ball is in the den", "target:hamster ball in den 1"},
		{"behind an adjective", "our rusty wrench is in the shed", "target:adjustable wrench in shed 1"},
		{"people are none", "my wife is in the garage and the kids are in the den", ""},
		{"names are none", "I saw Ben in the kitchen", ""},
		{"thoughts are none", "there is no reason in the kitchen", ""},
		{"times are none", "lunch is in the kitchen", ""},

		{"any verb of lying", "the skateboard is leaning against the wall in the hallway", "target:skateboard in corridor 1"},
		{"any verb of putting", "his tripod got shoved into the basement ages ago", "target:tripod in basement 1"},
		{"a verb in the past", "the kids hid the remote in the playroom", "target:remote control in playroom 1"},
		{"a verb of an end", "I broke the mirror in the bathroom", ""},
		{"a plan", "we could put the bookshelf in the study", ""},
		{"a search that goes on", "I'm looking for the scissors in the kitchen", ""},
		{"it fits", "the sofa won't fit in the study", ""},

		{"a place inside a place", "the stapler is in the top drawer of the desk in the study", "target:stapler in study 1"},
		{"a part of a room", "the medicine is kept in the bathroom cabinet", "target:medicine in bathroom 1"},
		{"the closet of a room", "the belt is in the bedroom closet", "target:belt in bedroom 1"},
		{"a holder, then the room", "glasses on the desk, office", "target:eyeglasses in office 1"},
		{"a topic", "The plunger? Ha. Under the sink in the bathroom, obviously.", "target:plunger in bathroom 1"},
		{"a topic and a holder", "candle, bottom shelf, pantry", "target:candle in pantry 1"},
		{"a place in front", "down in the cellar, you will see the basket", "target:basket in basement 1"},
		{"two rooms, then where", "Either the den or the attic, that's where we keep the tent", "target:tent in den 0.3; target:tent in attic 0.3"},

		{"a relative clause", "the vase, which my sister gave us, lives in the hallway", "target:vase in corridor 1"},
		{"without commas", "that mug you keep asking about is in the office", "target:mug in office 1"},
		{"it was there", "the lamp that was in the hallway has been in the bedroom since Monday", "target:lamp in bedroom 1; target:lamp not_in corridor 0.6"},
		{"thought, but", "I could've sworn the charger was in the office but it's in the bedroom", "target:charger in bedroom 1"},
		{"seen last", "the phone was in the family room last time I looked", "target:cell phone in family room 0.3"},
		{"when it was put", "we left the stroller in the garage when it rained", "target:stroller in garage 1"},
		{"a room looked through", "I've swept the whole bedroom and there's no umbrella on the floor", "target:umbrella not_in bedroom 1"},
		{"a double no", "you won't find no backpack in the kitchen", "target:backpack not_in kitchen 1"},
		{"no longer", "we don't have a printer in the office any more", "target:printer not_in office 1"},
		{"words in between", "the broom is, believe it or not, in the pantry", "target:broom in pantry 1"},

		{"check whether", "can you go see if the tablet is in the den", "target:tablet in den 0.6"},
		{"a whether of somebody else", "have you checked whether the tablet is in the den", ""},
		{"under a thing", "check under the bed in the guest room for my slippers", "target:slippers in guest room 0.6"},
		{"a thing lost", "I lost my wallet, start in the playroom", "target:wallet in playroom 0.6"},
		{"a good bet", "the garage would be my first stop", "place:garage prefer  1"},
		{"first and then", "first the playroom, after that the guest room", "place:playroom prefer  1; place:guest room prefer  1"},
		{"leave it", "the balcony's locked, so leave that one off your list", "place:balcony avoid  1"},
		{"out", "kitchen's out, I'm cooking", "place:kitchen avoid  1"},
		{"to switch", "turn on the lamp in the hallway", ""},

		{"a name in quotes", "the sofa is \"the boat\"", "target:sofa is_called boat 1"},
		{"a name of two words", "I call the hallway \"main street\"", "place:corridor is_called main street 1"},
		{"a name of one's own", "we named our vacuum Dusty", "target:vacuum cleaner is_called dusty 1"},

		{"no shape, one thing, one room", "my aunt was so proud of herself when she saw the vase in the hallway", ""},
		{"words around, no shape", "mind the vase in the hallway", "target:vase in corridor 0.6"},
		{"an order, and what it is for", "she always hangs the broom up in the pantry, so have a look there first", "target:broom in pantry 0.6"},
		{"an order, and a door", "the door is open, go to the pantry", "place:pantry prefer  1"},
		{"taken and put", "we took the fan out of the bedroom and put it in the office", "target:fan not_in bedroom 1; target:fan in office 1"},
		{"an exception", "the tent is in the attic, unless Tom took it", "target:tent in attic 0.3"},
		{"an exception of what for", "never enter the kitchen, except for the sofa", "place:kitchen avoid  0.3"},
		{"an exception by purpose", "nobody goes into the study, except to look for books", "place:study avoid  0.3"},
		{"an exception apart", "avoid the kitchen, apart from the sofa search", "place:kitchen avoid  0.3"},
		{"an exception of when", "don't go to the kitchen, except when looking for a mug", "place:kitchen avoid  0.3"},
		{"seen from a room", "you can see the sofa from the kitchen", ""},
		{"not seen from a room", "you can't see the sofa from the kitchen", ""},
		{"neither in one room nor in another", "the sofa is neither in the study nor in the kitchen", "target:sofa not_in study 1; target:sofa not_in kitchen 1"},
		{"gone", "the tv in the bedroom is gone", "target:television not_in bedroom 1"},
		{"a search of the past", "I looked for the lamp in the den", ""},
		{"a room that was searched", "you already searched the kitchen", ""},
		{"a room that was searched in vain", "you searched the kitchen and there was no sofa", "target:sofa not_in kitchen 0.6"},
		{"two rooms without", "there is no sofa in the bathroom and there is no sofa in the kitchen", "target:sofa not_in bathroom 1; target:sofa not_in kitchen 1"},
		{"without and with", "there is no sofa in the bathroom, but there is a laptop in the kitchen", "target:sofa not_in bathroom 1; target:laptop in kitchen 1"},
		{"a room that never was", "you never looked in the kitchen", ""},
		{"a search of the past, for something", "for the mug, I checked the kitchen", ""},
		{"searched, and what next", "you tried the kitchen, try the bedroom", "place:bedroom prefer  1"},
		{"searched, and what was found", "I checked the kitchen and the mug is there", "target:mug in kitchen 1"},
		{"a complaint", "you keep going to the kitchen", ""},
		{"no complaint", "keep looking in the kitchen", "place:kitchen prefer  1"},
		{"not yet", "the sofa will be in the kitchen tomorrow", ""},

		{"a letter left out", "the sofa is in teh livng room", "target:sofa in living room 1"},
		{"two letters changed", "the mug is in the kitcehn", "target:mug in kitchen 1"},
		{"no slip", "the coffee maker is at the beach", ""},
		{"another home", "my neighbour has a piano in her kitchen", ""},
		{"at somebody's", "at my sister's the piano is in the kitchen", ""},
		{"made up", "my aunt says the vase is in the garage but she makes everything up", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := written(words.ParseClaims(c.text, "f1")); got != c.want {
				t.Errorf("%q gives %q, want %q", c.text, got, c.want)
			}
		})
	}
}
