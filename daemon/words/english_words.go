package words

import (
	"strings"
	"sync"
)

// An adverb acts on the stance of its clause.
type adverb struct {
	no     bool
	firm   bool
	just   bool // says nothing by itself, and keeps a denial before it from one
	one    bool // 작은: one of several
	seen   bool // "last I saw": what was so then counts as so
	brief  bool // "today": a ban for that long is none that lasts
	weight float64
}

func (a adverb) act(st *stance) {
	if a.no {
		st.deny()
	}
	if a.firm || a.weight == Perhaps && !a.no {
		// "not always", "not maybe": the denial meets the adverb, not the clause.
		st.bad = st.bad || st.no
	}
	st.bad = st.bad || a.just && st.no
	st.brief = st.brief || a.brief
	st.seen = st.seen || a.seen
	st.one = st.one || a.one
	if a.firm {
		st.insist()
	}
	st.soften(a.weight)
}

// turns reports whether an adverb does more than lower the weight.
func (a adverb) turns() bool { return a.no || a.firm }

// A lexeme is a word or phrase that the English grammar knows.
type lexeme struct {
	sign   byte
	adverb adverb
	opens  bool // a clause begins with it, whatever stands before
	wish   bool // a question that begins with it asks for a deed
	ends   bool // it is one only at the end of a run
}

// vocabulary is the closed vocabulary of the English grammar: a sign and its
// phrases, parted by commas. A word that is neither here nor a name may only stand
// around what is told.
var vocabulary = []struct {
	lexeme
	phrases string
}{
	{lexeme{sign: ','}, ","},
	{lexeme{sign: '&'}, "and, &, plus, along with, together with, as well as, and also"},
	{lexeme{sign: '|'}, "or, nor"},
	{lexeme{sign: ';'}, `but, because, so, since, cause, cuz, coz, though, although, however, therefore, so that, and so, while, whereas, as you can see, seeing that, given that, the thing is, that is why, which is why, not to mention`},
	{lexeme{sign: ':'}, ":"},
	{lexeme{sign: signUnknown}, "broken glass"},
	{lexeme{sign: 'x'}, "failing that, otherwise, or else, then, and then, after that, and after that, next, afterwards, and next, followed by"},
	{lexeme{sign: signVoid}, `my sister keeps, my sister has a, my sister has her, my sister has his, my brother keeps, my brother has a, my brother has her, my brother has his, my cousin keeps, my cousin has a, my cousin has her, my cousin has his, my aunt keeps, my aunt has a, my aunt has her, my aunt has his, my uncle keeps, my uncle has a, my uncle has her, my uncle has his, my friend keeps, my friend has a, my friend has her, my friend has his, my mate keeps, my mate has a, my mate has her, my mate has his, my boss keeps, my boss has a, my boss has her, my boss has his, in law keeps, a friend of mine,
		previously in, formerly in, until recently, tomorrow, the day after tomorrow, next week, next month, once the, once we, once i, once you, once they, once he, once she, once my, once it, makes everything up, make everything up, makes things up, makes stuff up, making it up, do not believe it, do not believe him, do not believe her, do not believe that, do not buy it, i doubt it, doubt it, have no idea, has no idea, always wrong, never right, lie, lies, lying to, nonsense, rumor, rumour, myth, hilarious, funny if, ridiculous, claims that, pretends, denies, argues, back in the day, in the old days, if, unless, whether, suppose, supposing, imagine, pretend, until, till, when, whenever, or so, one day, someday, as if, moon, mars, dream,
		dreamed, dreamt, joke, joking, kidding, house, apartment, flat, place, neighbour, neighbor, neighbours, neighbors, yeah right, oh sure, yeah sure, sure and,
		sure like, oh yes, oh great, my foot, my eye, my arse, of course because, that makes sense, makes sense, makes so much sense, makes total sense, i wish, wish, hope, wonder, what do you know,
		everybody but, used to think, thought, could have, should have, would have, ever wonder, next door, hotel, back when,
		when i was, as a kid, childhood, movie, film, once upon, on tv, i bet you think, everything but, everything except, everything apart from, all but, all except, anything but, how come, not true, untrue`},

	{lexeme{sign: signArticle}, `their, his, her, that bloody, the, a, an, any, my, our, your, all of the, all my, all our, any of the, that damn, a single, one single, the damn, the bloody,
		what a lovely, what a nice, what a beautiful, what a great, what a, the stupid, the freaking, the friggin, the whole, the actual, such a`},
	{lexeme{sign: signPointer}, "this, that, these, those"},
	{lexeme{sign: signNo}, "no sign of, not a sign of, no trace of, not a trace of, no, neither, zero, not any, not a single, not one, not one single, absolutely no, definitely no, clearly no"},
	{lexeme{sign: signCount}, `a stack of, a pile of, a heap of, a pair of, a set of, a pack of, a packet of, a load of, a ton of, a handful of, a bit of, a collection of, a spare, a bundle of, piles of, stacks of, heaps of, all the, all, every, each, some, several, many, a lot of, lots of, loads of, plenty of, tons of, one, two, three, four, five, both the,
		both, a couple of, a few, a bunch of, most of the, most, more, enough, another, at least one, some of the, half the, one of the, one of my, one of our`},
	{lexeme{sign: signKind}, `rocking, antique, electric, red, green, blue, yellow, black, white, gray, grey, brown, orange, pink, purple, beige, wooden, leather, big, large, small, little, long,
		tall, old, new, other, second, main, giant, huge, tiny, nice, good, silly, stupid, damn, bloody, freaking, favourite, favorite, upstairs, downstairs, spare,
		comfy, lovely, broken, ugly, beautiful, fancy, round, square, whole, actual, same, back, front`},
	{lexeme{sign: signIt}, "it, they, them, he, she, that one, this one thing, those things, the thing, that thing, another one, one of them, any of them, some of them, the other one"},
	{lexeme{sign: signHere}, `here, in here, over here, around here, round here, right here, in this room, in this one, in this place, where you are, where you are now,
		where you are right now, where you are standing, where we are, where we are now, where we are right now, where we are standing, where we stand, where you stand, this is where, this right here is where, this is the room where, this is the place where, where you are looking, around this room, inside this room`},
	{lexeme{sign: signThisRoom}, `this room, this place, this one, the room you are in, the current room, this current room, the room you are in now,
		the room you are standing in, this very room, this entire room, this whole room, your current room, this area`},
	{lexeme{sign: signThere}, "there, in there, over there, around there, inside there, up there, down there, right there, out there, into there"},
	{lexeme{sign: signThatRoom}, "that room, that place, that area, that one"},

	{lexeme{sign: 'i'}, "in, inside, as soon as you go into, as soon as you go in, as soon as you walk into, as soon as you enter, as soon as you get to, as soon as you come into, when you walk into, when you enter, when you go into, when you come into, when you step into, right when you enter, once you enter, once you are in, once you get to, right as you enter, as you walk into, as you enter, as you go into, inside of, within, into, somewhere in, somewhere inside, anywhere in, up in, down in, back in, out in, over in, right in, in one of"},
	{lexeme{sign: 't'}, "to, towards, toward, onto, at, over to, back to, up to, down to, straight to, through to, around, round, through, back into, straight into, over into, via, all over, out to"},
	{lexeme{sign: 'f'}, "from, out of, out from, away from"},
	{lexeme{sign: 'o'}, `want, would like, would love, for, if you need, if you want, if you are looking for, if you are after, if you are searching for, if you seek, when looking for, as for,
		when you look for, when you are looking for, when searching for, when you need, when you want, regarding, about, in search of, if you are trying to find, your best bet for, the best bet for, best bet for, your best chance for, the best chance for, the best place for, the obvious place for, the first place for,
		if you want to find, if you need to find, need, you want, you need, in order to find, speaking of, you are looking for, we are looking for, i am looking for`},
	{lexeme{sign: 'n'}, `over the back of, over the arm of, over the side of, over by, over on, across, down, past, beyond, at the bottom of, at the top of, at the back of, at the end of, at the side of, on the side of, on the edge of, on the back of, down the side of, down the back of, in the back of, inside of, in the bottom of, in the top of, top of, at the bottom, on the far side of, behind the back of, hanging on, by the side of, at the edge of, at the front of, on, on top of, under, underneath, behind, beside, by, near, next to, close to, in front of, against, opposite, above, below, between, across from,
		at the foot of, in the corner of, in the middle of, along, right next to, right by, just behind, right behind, right beside, just next to, attached to, with`},
	{lexeme{sign: 'y'}, `is fine, is ok, is okay, is fine by me, is fine with me, are fine, where i left it, where we left it, where i put it, where you left it, where it was, where it used to be, where it normally is, where it usually is, where he left it, where she left it, where they left it, where i left them, where i put them, who, where else, where it belongs, where they belong, where it should be, where it always is, where it always was, in the wrong place, in the wrong room, in the wrong rooms, as usual, as always, as ever,
		like i said, like always, like i told you, like every, like any, like normal, like in, than, right in front of, in plain sight, for you, for me, for real, for sure, to you,
		a go, a try, a shot, a look, a quick look, a visit, a chance, before, after, during, instead, tho, pronto, asap, to be honest, to be fair, to be precise, to be exact, of course, mate, buddy, pal, dude, man, genius, dummy, idiot, silly, dumbass, stupid robot, silly robot,
		honey, dear, sweetie, sweetheart, my friend, my dear, folks, guys, old chap, wo n't you, is it not, alright, all right,
		ok, okay, got it, get it, understood, you know, you see, remember, hello, duh, darn it, damn it, dammit, thanks, thank you, cheers, sorry, lol, haha, hehe, lmao, rofl,
		since, last, yesterday, earlier, a minute ago, a moment ago, a second ago, an hour ago, a while ago, a few minutes ago,
		the other day, days ago, recently, these days, nowadays, every time, next time, from now on, on the left, on the right, on your left, on your right, to the left,
		to the right, at the back, in the corner, in a corner, in the middle, in the back, in the cupboard, in plain view, if i remember right,
		if you ask me, if you can, if you could, if possible, if you do not mind, if you please, if you would, if that helps, if it helps,
		when you get a chance, when you can, when you have time, while you are at it, as far as i can tell,
		every day, as we speak, and that is that, and nowhere else, and that is final, period, full stop, end of story,
		too much, so much, not yours, do n't you think, and only there, after all, at all times, since forever, instead of wandering, on its own, all by itself, on weekends, ages ago, robot brain, bot`},
	{lexeme{sign: 'v'}, "as, by"},
	{lexeme{sign: '0'}, "leave it, leave that, leave that one, leave it alone, leave that alone, leave it be, leave him be, leave her be, leave them be, leave him alone, leave her alone, leave them alone, leave them to it, leave it out, leave that one out, leave that out, leave that one alone, leave it off, leave that one off, cross it off, cross that off, cross that one off, skip it, skip that, skip that one, give it a rest, give that a rest, give it a break, give that one a rest, avoid it, give it a miss, give that a miss, give that one a miss, stay out of it, keep out of it, keep off it, stay off it, forget it, ignore it, steer clear of it, stay away, keep away, stay out, keep out, steer clear, stay clear, keep off, stay off, keep clear, stay well away, stay far away"},
	{lexeme{sign: 'V'}, "over, rather than, instead of, more than"},
	{lexeme{sign: 'Z'}, "too, as well, also too"},

	{lexeme{sign: signNot}, "nobody is put, nobody has put, no one has put, nobody has ever put, nobody ever puts, nobody would put, nobody puts, no one puts, nobody keeps, no one keeps, nobody has, no one has, who puts, who keeps, nowhere near, not anymore, not, nae, nowt, by no means, in no way, in no wise, nowise, never, no longer, not even, not ever, can not possibly"},
	{lexeme{sign: signStop}, `no good, it is no good, there is no good, no sense, no sense in, there is no sense in, stop, quit, no more, enough of, do not bother, do not waste your time, do not waste time, there is no point in, there is no point, no point in, no point, no use,
		there is no use, it is no use, it is pointless, it is useless, it makes no sense, under no circumstances, under no circumstances are you to, refrain from, it is not worth, not worth, not worth your while, it is not worth your while, it is not worth your time, it is a waste of time, i said not to, i asked you not to, never ever, do not ever, do not you dare, do not dare,
		do not even think about, do not even think of, do not think about, make sure you do not, make sure not to, make sure you never, be sure not to, remember not to, try not to, try to avoid, please refrain from,
		no robots, there is no reason to, no reason to, let us not, let us leave out, not to, i do not like you, cut out, you had better stay, nobody wants you, no need to keep, do not keep going, do not keep looking, do not keep checking, there is no reason at all to, there is no need to, no need to, there is absolutely no reason to`},
	{lexeme{sign: signStop, opens: true}, `i do not wish you to, i would not like you to, i do not want you to, i do not want you, i would rather you did not, i would rather you do not, i would prefer you did not, i would prefer if you did not, i would appreciate it if you did not, you are not allowed to, you are not supposed to, you are not to, i told you not to, i forbid you to, you better not, you had better not, you would better not`},
	{lexeme{sign: 'b'}, "is, are, be, been, am, being, is been, has always been, have always been, has been, have been, has to be, have to be, must be, got to be, has got to be, is got to be, need to be, needs to be, is supposed to be, are supposed to be, is going to be, are going to be, happens to be, happen to be, turns out to be, is definitely, is nowhere but, is nowhere else but, is nowhere other than"},
	{lexeme{sign: signWas}, "was, were, used to be, had been, got, used to live, used to stand, used to sit, was always"},
	{lexeme{sign: 'D'}, "do, does, did"},
	{lexeme{sign: 'm'}, `must have, may have, might have, oughta, should, must, can, could, might, may, will, shall, ought to, has to, have to, need to, needs to, had better, would better, better, want to, might want to, may want to,
		may as well, might as well, are supposed to, is supposed to, are meant to, are allowed to, ought, are to, is to, got to, can only, can always, seems to, seem to, appears to`},
	{lexeme{sign: 'W'}, "would"},
	{lexeme{sign: 'U'}, "you, the robot, robot, you robot, u, ya"},
	{lexeme{sign: 'E'}, "we"},
	{lexeme{sign: 'S'}, `i, my flatmate, our cat, our dog, my mate, my friend, my nan, nan, nana, gran, grandad, gramps, someone, somebody, everybody, everyone, people, the user, user, users, mom, mum, dad, mother, father, mommy, daddy, grandma, grandpa, my mom, my mum,
		my dad, my mother, my father, my wife, my husband, my brother, my sister, my son, my daughter, my partner, my roommate, my flatmate, my kids, my kid, the kids, the kid, my child,
		my children, the children, our kids, our son, our daughter, the movers, the cleaner, the cleaning lady, my boyfriend, my girlfriend, my family, the family, our family, my parents, granny, my grandma, my grandmother, nobody else,
		my flatmates, my roommates, the wife, the husband, the guys, the cat, the dog, my housemate, my uncle, my aunt, my cousin, my boss, the landlord, hubby`},

	{lexeme{sign: 'S', adverb: adverb{no: true}}, "nobody, no one, noone, none of us, nobody here, no one here, nobody in this house, no one in this house, nobody in this family"},
	{lexeme{sign: 's'}, "has lived, have lived, has stood, have stood, has sat, have sat, has hung, have hung, has stayed, have stayed, belong, belongs, stand, stands, stood, sit, sits, live, lives, stay, stays, goes, hide, hides, remains, remain, lies, lie, hang, hangs, ended up, ends up, end up, lurks, resides, rests"},
	{lexeme{sign: 'p'}, "displayed, thrown, charging, located, standing, sitting, hiding, situated, waiting, positioned, lying, hidden, hanging, to be found, staying, back, mounted, plugged in, tucked away, sat"},
	{lexeme{sign: 'q'}, "gone from, missing from, not from, absent from, nowhere in, nowhere to be found in, nowhere to be seen in, not anywhere in, out of, no longer part of, banned from"},
	{lexeme{sign: 'A'}, "have since, has since, has, have, contains, contain, has got, have got, is got, holds, houses, includes, keeps, had got, comes with"},
	{lexeme{sign: 'z'}, "where, the one with, the room with, the place with, which, what, the only room with, home to, the place for, the room for"},
	{lexeme{sign: 'F'}, `seeing whether, seeing if, checking if, checking whether, go see whether, go and see whether, go check whether, go and check whether, go and see if, go look if, come across, stumble on, stumble upon, stumble over, stumble across, trip over, run across, see if, see whether, check if, check whether, check that, look if, look whether, find out if, find out whether, go see if, go and see if, go check if, go and check if, have a look if, finding, spotting, locating, the best place to find, the best place to look for, best chance for finding, best chance of finding, best bet for finding, at finding, find, see, spot, locate, fetch, grab, get, look for, looking for, search for, searching for, hunt for, hunting for, to find, to see, to get, to look for, to search for, to fetch, to grab,
		and find, and look for, and get, and grab, and fetch, to locate, bring me, fetch me, get me, grab me, pick up, to pick up, keep looking for, go look for, go find, go get, go fetch, go grab, try to find, try finding, and search for, go and find, go and get, go and fetch, go and look for,
		to hunt for, in order to find, to check for, and check for, check for, to look after, go looking for, keep searching for, to find me, please find, looking out for, expect to find, discover`},
	{lexeme{sign: 'k'}, `last saw, last had, last left, gone and left, went and left, are keeping, is keeping, am keeping, are storing, is storing, drove past, rolled past, went past, passed, bumped into, ran over, tripped over, came across, stumbled over, stepped on, had, is gone and put, has gone and put, went and put, is put, has put, has left, hung up, gone and put, stuck, tossed, threw, chucked, shoved, tucked, stowed, parked, hides, puts, have, got, had put, saw, found, noticed, spotted, put, left, placed, keep, store, stored, kept, seen, stuck, had seen, just saw, just put, set, saw some, dropped, forgot, parked, installed, saw that, ran into, hid, stashed, always keep, see, hung, stand, have seen, have put, have left, have placed, have found, have kept, dumped, plonked, popped, stick, have installed, have seen, set up, built, lost`},
	{lexeme{sign: '6'}, "got rid of, get rid of, threw out, thrown out, threw away, thrown away, chucked out, did away with"},
	{lexeme{sign: 'M'}, `stole, stolen, nicked, swiped, pinched, went walkabout, went missing, walked off, wandered off, disappeared, vanished, moved, relocated, shifted, carried, brought, took, taken, transferred, dragged, pushed, pulled, removed, have moved, switched, hauled, shoved, rolled, lugged, returned, just moved, went, gone, have taken, have brought, carted, migrated, wheeled, have carried, have removed, cleared, sent`},
	{lexeme{sign: 'C'}, `calls, calling, names, called, also called, named, also named, also known as, known as, know, call, goes by the name of, goes by the name, goes by, go by, referred to as, refer to as, refer to, name, nicknamed, nickname, just call, always call, usually call, like to call, dubbed, labelled, labeled,
		also goes by, another word for, better known as, often called, usually called, sometimes called, commonly called, same as, the same as, the same thing as, the same room as, has the name, has the nickname`},
	{lexeme{sign: 'J'}, "i mean, we mean, i am talking about, we are talking about, i am referring to, means, that means, it means, i actually mean, i really mean, refers to, stands for, i just mean, another name for, another word for, what we call, what i call, our word for, our name for, my name for, just another name for, just another word for, our nickname for, what they call, that just means, they mean, code for, slang for, short for"},
	{lexeme{sign: 'Q'}, "if somebody says, if anybody says, if anyone says, if they say, when i say, when we say, if i say, when i talk about, by, whenever i say, if we say, if you hear, when you hear, if someone says, when somebody says, when someone says, when they say, when my wife says, when the kids say, when i speak of, the thing we call, the room we call, the name"},
	{lexeme{sign: 'K'}, "prefer, prefers, favor, favour, favors, would prefer"},
	{lexeme{sign: 'O'}, `a miss, a wide berth, a swerve, a no, a hard no, a big no, a definite no, a firm no, off limits, forbidden, prohibited, off-limits, out of bounds, forbidden territory, a forbidden place, a no go, a no go zone, a no go area, no go, not allowed, closed off, not for you, banned, restricted, taboo, off the table, not an option, private, a waste of time, none of your business,
		strictly off limits, strictly forbidden, off limits for you, off limits to you, both off limits, both forbidden, out of the question, totally off limits, a forbidden zone, no place for you, no place for a robot, verboten, to be avoided, a robot free zone`},
	{lexeme{sign: 'L', wish: true}, "have you considered the, have you tried the, have you thought of the, how about the, what about the, how about my, how about our, what about our"},
	{lexeme{sign: 'L'}, `i suggest the, i recommend the, i would suggest the, i would recommend the, left to check, left to do, left to search, left to look at, a good place to begin, the place to begin, your best shot, the best shot, my best guess, your safest bet, my first choice, my bet is on, my money is on, my vote is on, my guess is on, a yes, a big yes, a definite yes, a good bet, a safe bet, my bet, my best bet, your best bet, the best bet, my guess, my money, my first stop, my first guess, your first stop, the first stop, worth a look, worth a try, a sensible place to begin, a sensible place to start, a good place to search, a good start, a good first stop, a fine place to start, the obvious place to start,
		worth a shot, worth checking, worth a visit, a good place to start, a good place to look, the place to be, the place to start, the place to look, the best place to look, the best place to start, where i would start, where i would look, where you should start, where you should look, the first place i would look, your best chance`},
	{lexeme{sign: 'l'}, "leave, cross, strike"},
	{lexeme{sign: '1'}, "off your list, off the list, off, alone, in peace, out, be, out of it"},
	{lexeme{sign: signShun}, `let us not do, let us not bother with, rule out, rules out, nothing to find in, nothing to see in, nothing of interest in, no business being in, any room you like apart from, anywhere apart from, everywhere apart from, anywhere you like apart from, any room apart from, every room apart from, any room you like except, any room you like but, anywhere other than, everywhere other than, strike, strike off, nobody is allowed in, no one is allowed in, nobody goes in, nobody goes into, no one goes in, no one goes into, nobody enters, no one enters, nobody is to go into, nobody is to enter, you are not to go into, keep your wheels off, keep your wheels out of, keep yourself off, keep your nose out of, keep your hands off, stay well clear of, keep well clear of, stay well out of, steer well clear of, you are wasting your time in, you are wasting time in, you waste your time in, instead of, rather not, not go near, there is no reason to enter, there is no need to enter, there is no need to check, there is no need to go to, no need for, and from, let us skip, you can skip, you can ignore, avoid, avoids, avoiding, stay out of, stay away from, stay out from, keep out of, keep away from, keep off, stay off, steer clear of, stay clear of, keep clear of, keep your distance from, skip, skipping, forget, forget about, ignore, rule out,
		do not bother with, not bother with, never mind, leave out, do without, give up on, pass on, stay well away from, keep well away from, stay the hell out of, keep yourself out of, waste any time in, waste any more time in, waste time in, waste your time in, waste your time with, waste more time in,
		do not waste time in, do not waste your time in, not waste any time in, not waste any more time in, not waste time in, not waste your time in, not waste my time in, not waste any time with, do not waste any time in, do not waste any more time in, do not waste time on, do not waste your battery on, do not waste your battery in, do not waste your time on, do not waste time with, do not waste any time on, anywhere except, anywhere but, everywhere except, everywhere but, anywhere you like except, anywhere you like but, anywhere you want except, anywhere you want but, any room except, any room but, every room except, every room but, all rooms except, anywhere you please except,
		anywhere except for, everywhere except for, anywhere you like except for, do not set foot in, not set foot in, never set foot in, you are not allowed in, you are not welcome in, you are banned from, you are not supposed to be in, you have no business in, i do not want you in, i do not want you anywhere near, i do not want to see you in, nobody wants you in, you do not belong in, no robots in, no robots allowed in, no going in, no going into, no entering,
		no entry to, away from, clear of, stay far away from, keep far away from, cross off, we can skip, no entry into, be gone from, bypass, scratch, there is nothing in, nothing in, there is nothing for you in, there is nothing useful in, nothing useful in, nothing interesting in, do not go near, never go near, not go near, do not go anywhere near, not go anywhere near, do not come near, not touch, you should not be in, you must not be in, you can not be in, you have no reason to be in, do not hang around in, not linger in, do not stay in, enough with, enough of,
		do not you dare enter, stay outside, remain outside, wait outside, i do not want robots in, we do not want you in, i would rather not have you in, i would rather not see you in, i would stay out of, i would skip, i would avoid, i would stay away from, exclude, leave aside, disregard`},
	{lexeme{sign: 'g'}, `meet me, go for, go with, passing through, going through, walking through, sweep, comb, scour, comb through, rifle through, dig around in, dig through, off you go, have a nosey, have a nosey around, have a root, have a root around, have a scout, have a scout around, have a wander, have a poke around, you will want, get on over, get yourself over, get on, get over, i need you, i want you, we need you, we want you, keep to, stick with, going into, try your luck, try our luck, off to, heading for, be heading for, making for, had a look, took a look, took a quick look, took a peek, had a peek, checked, tried, looked, headed, visited, peeked, popped, searched, go, going, head, heading, walk, walking, move, moving, drive, driving, roll, rolling, run, proceed, navigate, return, come, coming, get yourself, get, hop, wander, wandering, wandering off, pop, pop over, pop in, visit, visiting, enter, entering, try, trying, check, checking, check out, checking out, check on, search, searching, explore, exploring,
		inspect, inspecting, look, looking, peek, peeking, hunt, hunting, scan, scanning, use, using, take, choose, pick, start with, start in, start from, start at, starting with, begin with, begin in, begin at, focus on, stick to, concentrate on, go and check, go and look, go and search, go check, go check out, go look, go look around, go search, go explore, go see, go have a look, go and have a look, go and have a look around, go and see, go and try, go and explore, go try, go take a look, go over,
		have a look, have a look around, have a good look, have another look, have another look around, have another look round, have another go, have a quick look, have a peek, have a quick peek, have a look about, take a look, take a look around, take a peek, take another look, take a quick look, take a good look, take a closer look, give it a try, go back, going back, head back, head over, head on over, head straight, heading back, look around, looking around, look about, look round, look again, look inside, check again, check inside, search again, search through, search around, search everywhere, pass, passing, pass through, go through, going through, walk through,
		come back, come over, coming back, make your way, make a stop, stop by, stop off, drop by, drop in, swing by, take yourself, drive over, roll over, wander over, walk over, move on, move over, move along, moving on, stay in, stay, remain, keep looking, keep on looking, keep searching, keep going, go straight, go directly, go right, go on, go upstairs, go downstairs, step, step in, stepping, setting foot, set foot, set off, aim, opt, make a beeline, poke around, poke your head, nose around, rummage around, sniff around, snoop around, have a snoop, have a nose, look carefully, look properly, look harder, give, send yourself, hit, hit up, hanging around, hang around, patrol, cover, examine, investigate, turn your attention, turn, direct yourself, carry on, continue, continue on, get over, get going, get back, turn back, get in, get moving, scout, scout out, dash, rush, run over, nip, nip over, trundle, trundle over, zoom, zoom over, march, hurry, hurry over, travel, travel over, ride, look first, peep, have a peep, take a gander, have a gander, have a rummage, check first, pay a visit, giving, going anywhere near, to go, to check, to search, to look, to try, to explore, to visit, to head, to move, to enter, to come, to be going, go poking around, poking around, poking about, snooping around, bump, crash, sneak, sneaking, barging, barge, charging, bursting, rummaging, rummaging around, venture, venturing`},

	{lexeme{sign: 'g', wish: true}, "mind looking, mind checking, mind searching, mind having a look, mind taking a look, mind going, mind trying, fancy checking, fancy trying"},
	{lexeme{sign: signFiller, wish: true}, `can not you, could not you, would you be so good as to, would you be good enough to, could you be a dear and, why do not you, why do not we, would it kill you to, would it hurt you to, would it hurt to, is it too much to ask you to, do you want to, would you, could you, can you, will you, can u, could u, would u, u can, would you mind, could you please, can you please, would you please, would you kindly, could you maybe, would you be so kind as to, would you be so kind to, would you be kind enough to, could you possibly, can you maybe, why do you not, why not, how about, how about we, would it be possible to, is it possible for you to, could i ask you to, can i ask you to, may i ask you to, do you think you could, what if you, what if we, shall we, can we, could we, should we maybe, will not you, would you not, could you not maybe, do you mind, would you be able to, are you able to, any chance you could, is there any chance you could`},
	{lexeme{sign: signFiller}, `whatsoever, in sight, to be seen, to be found, it would be smart to, it would be wise to, it would be best to, it is best to, it would be a good idea to, it is a good idea to, it makes sense to, just in case, tbh, bro, ngl, imo, imho, omg, wtf, lol, fam, oi, eh, ew, aw, aww, hun, luv, mm, mmm, hm, hmmm, umm, ummm, uhh, uhm, ahem, psst, welp, meh, any longer, pretty please, it is time you, it is time we, it is about time you, about time you, of mine, of ours, of hers, of yours, of theirs, sure as hell, sure enough, whatever you do, for heaven sake, for pete sake, for god sake, for goodness sake, for christ sake, let me think, let me see, wait, sir, madam, you know what, guess what, silly me, my bad, ooh, aha, oops, whoops, yikes, phew, blimey, gosh, believe it or not, i remember, my apologies, apologies, my mistake, sorry about that, hang on, hold on, hang on a second, hold on a second, if i were you, if i was you, i made a mistake, i misspoke, no no, no no no, no no no no, please, pls, plz, i am sure that, that you want, that you need, that you are after, i am telling you, i am telling you that, i would love it if you, i would like it if you, i would be glad if you, i would be happy if you, i would be grateful if you, it would help if you, how about you, how about you try to, i was told, i was told that, turns out, it turns out, it turns out that, so, safely, really, actually, honestly, seriously, literally, kindly, quickly, quick, straight, directly, definitely, certainly, surely, clearly, obviously, absolutely, totally, evidently, of course, for certain, anyway, well, oh, ah, um, uh, er, erm, hmm, ugh, argh, hey, hi, yo, ok, okay, right, alright, yes, yeah, yep, yup, nope, nah, hello,
		now, currently, also, still, again, once again, once more, ever, ever again, any more, anymore, no more than, even, at all, anyhow, either, for once, for goodness sake, for god sake, for heaven sake, for heavens sake, for crying out loud, for the love of god, for the last time, this time, already, btw, by the way, fyi, hint, tip, note, note that, please note, please note that, please remember, remember, remember that, keep in mind, keep in mind that, correction, listen, look here, come on, go on, by now, over,
		i told you, i told you that, i already told you, i have told you, i have told you twice, i have told you twice already, i have already told you, i have told you before, i have told you before that, i keep telling you, i keep saying, i said, i said that, i already said, like i said, as i said, i know, i know that, i know for a fact, i know for a fact that, i swear, i promise, i promise you, i am sure, i am certain, i am positive, i am quite sure, i am very sure, i am absolutely sure, i am a hundred percent sure, trust me, believe me, everyone knows, everybody knows, everyone knows that, everyone knows the,
		you know, as you know, you should know, you should know that, let me tell you, just so you know, just to let you know, for your information, for the record, for future reference, good news, the fact is, the truth is, the thing is that, of course that, how many times do i have to tell you, how many times must i tell you, how often do i have to tell you, how many times, in our family, in this family, in this house, in our house, in my house, in our home, in this home, in this apartment, in our apartment, in our flat, in this flat, in this household, in our household, at our place, in my family, around the house, at home, at mine, in our place,
		would you, i want you to, i would like you to, i need you to, i would love you to, i would prefer you to, i would prefer it if you, i would rather you, i would appreciate it if you, i suggest you, i suggest, i recommend, i would suggest, i would recommend, i would prefer that you, i would prefer it that you, i ask that you, i suggest that you, my advice, my suggestion, you had better, let us, i wish you would, it would be great if you could, it would be nice if you could, it would be great if you, it would be nice if you, i was hoping you could, i was hoping you would, if you could, if you would, if you can, if possible, be so kind as to, be so kind and, be a dear and, be a good robot and, make sure to, make sure you, make sure that you, be sure to, remember to, do not forget to, feel free to, it is time to, time to, you need to, you have to, you really need to, you really should, all you have to do is, all you need to do is, your best bet is to, the best thing is to, it is best to, best to, it is better to, better to, you could try, you could, mind, hurry up and, start by, begin by, start, actually just, keep, do me a favor and, do me a favour and, do us a favour and, be careful to, take care to, i guess we should, perhaps you could, maybe you could, maybe you should, maybe we should, you will want to, you will have to, you will need to, you are going to want to, what if we,
		somewhere, anywhere, somehow, of them, as i recall, by any chance, sort of, kind of, you guys, dear robot, mr robot, little robot, my robot, silly robot, stupid robot, hey robot, dumb robot, hey you, you silly robot, you stupid robot, you dumb robot, you idiot, you dummy, you fool, you muppet, you donkey, you numpty, you silly thing, you silly bot, you silly machine, you tin can, you metal head, you bucket of bolts, for you, all the way, together, half an hour ago, a minute ago, a moment ago, last week, last month, last night, last year, yesterday, a while ago, the other day, a few days ago, two days ago, recently, just now, weeks ago, earlier, earlier today, earlier this week, on sunday, on monday, on tuesday, on wednesday, on thursday, on friday, on saturday, over the weekend, at the weekend, last weekend, last summer, last spring, last winter, last autumn, an hour ago, a second ago, just a minute ago, just a second ago, ages ago, long ago, a long time ago, later, later on, sometime, real quick, real fast, a bit, a little, a little bit, carefully, thoroughly, properly, back, ahead, along, up, off, for a change, for me, for us, both, all of them, himself, herself, themselves, the heck, the hell, bloody, damn, freaking, fucking, friggin, goddamn, full time, permanently, the whole time, that`},

	{lexeme{sign: signAdverb, adverb: adverb{no: true, weight: Usual}}, "rarely, seldom, hardly, hardly ever, rarely ever, scarcely, scarcely ever, barely"},
	{lexeme{sign: signAdverb, adverb: adverb{no: true, weight: Perhaps}}, `do not think, do not think that, do not believe, do not reckon, i should not think, i should not think that, i do not imagine, i do not expect, i do not think, i do not think that, i do not believe, i do not believe that, i doubt, i doubt that, i doubt very much, i doubt very much that, i highly doubt, i highly doubt that, i really doubt, i seriously doubt, i seriously doubt that, i very much doubt, i do not suppose, i do not reckon, it is unlikely that, it is unlikely, it seems unlikely that`},
	{lexeme{sign: signAdverb, adverb: adverb{weight: Perhaps}, ends: true}, `do not hold me to it, do not hold me to that, but do not hold me to it, but do not hold me to that, i am not sure, i am not certain, i am not so sure, i am not too sure, i am not a hundred percent sure, not sure, not certain, do not know, i do not know,
		i could be mistaken, i might be mistaken, i may be mistaken, do not quote me on that, do not quote me`},
	{lexeme{sign: signAdverb, adverb: adverb{no: true}}, "drop the idea that, forget the idea that, get rid of the idea that, no way, no way is, no way are, there is no way, there is no way that, no way that, in no way is, it is impossible that, at no point is"},
	{lexeme{sign: signAdverb, adverb: adverb{brief: true}}, `for now, for the moment, tonight, at the moment, right now, today, for a bit, for a second, for a moment, for a minute, this morning, this evening, this afternoon, this week, for the time being, for a while, for today, for tonight, on weekends, at night, at nights, during the night, in the evening, in the evenings, in the morning, in the mornings, in the afternoon, in the afternoons, after dark, at noon, at weekends, on weekdays, before noon, after midnight`},
	{lexeme{sign: signAdverb, adverb: adverb{just: true}}, "just, simply, merely, solely"},
	{lexeme{sign: signAdverb, adverb: adverb{firm: true}}, "always, only, first, first of all, exactly, necessarily"},
	{lexeme{sign: signAdverb, adverb: adverb{weight: Usual}}, "usually, often, mostly, typically, generally, normally, commonly, frequently, in general, most of the time, most likely, almost always, nearly always, pretty much, basically, tend to, tends to"},
	{lexeme{sign: signAdverb, adverb: adverb{seen: true, weight: Perhaps}}, "all along, the whole time, this whole time, all this time, last i knew, last i saw, last i checked, last i looked, last time i looked, last time i checked, last time i saw, last i heard, last i remember, when i last looked, when i last saw it"},
	{lexeme{sign: signAdverb, adverb: adverb{weight: Perhaps}}, `probably, looks to me like, it looks to me like, sounds like, it sounds like, it seems to me, it seems to me that, if i recall, if i recall right, it would appear that, it would seem that, it appears that, it appears, it would appear, it would seem, likely, maybe, perhaps, possibly, sometimes, occasionally, presumably, apparently, supposedly, i think that, i think, i believe that, i believe, i guess, i guess that, i suppose, i suppose that, i reckon, i reckon that, i would say, i would guess, i would bet, i bet, i assume, i imagine, i suspect, i suspect that, i am pretty sure, i am pretty sure that, i am fairly sure, i am fairly certain, i am fairly certain that, i am quite certain, i am almost certain, i am not sure but, i am not certain but, i am not a hundred percent sure but,
		not sure but, it looks like, looks like, it seems, it seems like, it seems that, seems like, my guess is, my guess is that, my guess would be, my bet is, chances are, chances are that, could be that, it could be that, it might be that, it may be that, pretty sure, pretty sure that, fairly sure, most probably, as far as i know, as far as i remember, as far as i can remember, as far as i recall, if i remember correctly, if i recall correctly, if i am not mistaken, unless i am mistaken, if memory serves, iirc, afaik, i heard, i heard that, i have heard, i hear, someone told me, somebody told me, i have a feeling, i have a feeling that, i have a hunch, i have a hunch that, there is a good chance, there is a good chance that, there is a chance that, i seem to remember, i seem to recall, i remember, i recall, i think maybe, last i checked, last time i checked, last i saw, last time i looked, i vaguely remember, i want to say, i feel like, from what i remember, from memory, if i had to guess, i would think, at a guess`},
}

// The lexemes by their words, and how many words the longest has.
var lexemes = sync.OnceValue(func() map[string]lexeme {
	m := map[string]lexeme{}
	for _, v := range vocabulary {
		for phrase := range strings.SplitSeq(v.phrases, ",") {
			phrase = strings.Join(strings.Fields(phrase), " ")
			if _, taken := m[phrase]; !taken && phrase != "" {
				m[phrase] = v.lexeme
			}
		}
	}
	m[","] = lexeme{sign: ','}
	return m
})

const longestPhrase = 9

// phraseAt gives the lexeme of the longest phrase at a token, and how many
// tokens it has.
func phraseAt(toks []token, i int) (lexeme, int) {
	var w lexeme
	n, words := 0, ""
	for k := i; k < len(toks) && k < i+longestPhrase; k++ {
		if k > i {
			words += " "
		}
		words += toks[k].text
		if l, ok := lexemes()[words]; ok && (!l.ends || k+1 == len(toks) || toks[k+1].text == ",") {
			w, n = l, k-i+1
		}
	}
	if n == 1 && toks[i].named() {
		return lexeme{}, 0
	}
	return w, n
}

// tags end a question that is none: "go to the kitchen, ok?"
const tags = "will you, would you, could you, can you, alright, all right, ok, okay, got it, get it, understood, please, deal, yeah, hear me, you hear, you hear me"
