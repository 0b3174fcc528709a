/*
Package words is what navd knows of English and Korean: how labels are spelled,
which words name the same room or thing, what a sentence claims, and how many
tokens a text costs. It keeps no state and reads no files.

# Keys

[LabelKey] gives the type key of a place, [ObjectKey] the key of a thing. Both
fold a label in the same way (Unicode composed, camel case split, lower case,
separators turned into spaces, other punctuation dropped) and then replace each
name by the key of its table row:

	LivingRoom, living_room, livingroom, 거실   → living room
	tv_monitor, TVMonitor, 텔레비전             → television

A name is found only as whole words, however these are spaced, and the longest
name wins: a TV stand is no television. Words in no table are kept, in whatever
script. The key of a key is itself: LabelKey(string(k)) == k. Compare keys with
[Key.Equal], which ignores spaces.

The tables are rooms.go and objects*.go. A Korean particle belongs to a sentence,
not to a label: as a label "거실에" is a word of its own, in a text it mentions the
living room.

# Notions

[Notion] knows the words that are neither rooms nor things that a robot looks for:
colours, directions, manners, people, times, household words. Only searches use
it, to find a word by another of the same meaning or of the other language; no
key, claim or prior does.

# Claims

A [Claim] is a statement in a form that the planner can use without a model:

	subject         relation    object     polarity   read from
	target:<key>    in          type key   +1         "the sofa is in the living room"
	target:<key>    not_in      type key   -1         "화장실에는 소파가 없어"
	place:<key>     prefer                 +1         "복도로 가"
	place:<key>     avoid                  -1         "don't go into the kitchen"
	view:<0..11>    prefer                 +1         never read from text
	view:<0..11>    avoid                  -1         never read from text
	place, target   is_called   a name     +1         "the study is called office"

[ParseClaims] reads them from text, [In], [NotIn], [Prefer], [Avoid] and
[Called] make them, [Claim.Normal] brings claims from outside into their normal
form, and [Match] adds up what they say about going to one view. The weight says
how sure the sentence was: [Certain], [Usual] or [Perhaps].

[Read] does the same for a text that was said at a place, which "here" and "this
room" then mean. It also tells commands ("turn left") from notes, and the language.

People have names of their own for rooms and things. [NameHere] reads one that is given to
the room where one stands ("this is Anna's room", "이 방은 민수 방이야"), and [WithoutOwn] puts
the names of the tables in place of own ones, so that later sentences are read.

[Read] would rather claim nothing than something wrong. A text is split into
sentences, a sentence into clauses. A clause gives claims if it names its subject
and states plainly whether it is so. Unknown words may stand around that ("my
wife says …", "… on the floor of the study", "거실 창가에 …"), but a denial with an
unknown word claims nothing. The grammar reads these forms:

	there is (no) X in P · X is (not) in P · X hangs, got put away in P · P has (no) X · P is where X is
	you will find X in P · I left X in P · X was moved (from Q) to P · we took X out of P
	look for X in P · check P for X · if you need X, go to P
	(don't) go to P · avoid P · P is off limits · could you check P · prefer P (over Q)
	P is called N · we call P N · by N I mean P
	P에(는) X가 있다/없다 · X는 P에 있다 · X는 P가 아니라 Q에 있다 · X는 P야 · P에서 X 봤어
	X를 Q에서 P로 옮겼어 · X는 P에 뒀어 · X는 P에서 치웠어 · P에서 X 찾아 · X 찾으려면 P로 가
	P로 가 · P에 가지 마 · P 말고 Q로 가 · P는 출입 금지 · P 봐 줄래? · P를 N이라고 불러

with lists of X and P, adverbs of certainty, fillers and polite phrases, and with
"it", "there" and "거기" for what was named before.

An English clause is split into pieces, each with a sign (english_pieces.go), and
patterns are matched against the row of signs (english_shapes.go). Of the patterns
that match the longest stretch, the first that can claim something does. A name that is in no table is one
where a thing is spoken of ("my inhaler", "Grandma's cane", "the hamster ball"),
unless it is of people, beasts, times or thoughts (english_nouns.go); its key is in
the singular. A thing may lie inside another ("in the drawer of the desk in P"), be
named before ("X? P.", "X, on the shelf, P"), and have a clause of its own ("the X
that you want"). "X was in P, it is in Q now" also denies that X is in P. Plans,
searches that still go on, and verbs of an end ("sold", "broke") claim nothing. In long
names one letter left out, doubled or swapped is corrected (english_spell.go). Words that
no pattern fits still say where a thing is if they name one thing and one room that
something is in, and none of them denies, asks, plans, moves or remembers
(english_plain.go).

In a Korean clause names are gathered until a verb closes it
(korean.go, korean_clause.go, korean_group.go), and its kind decides what is said
(korean_say.go, korean_tell.go, korean_moved.go). A verb is read letter by letter: its stem
in one of its forms (korean_forms.go), then the endings that may follow that form, one
after the other (korean_endings.go): "가 봐 주실 수 있을까" is 가, 아 보-, 아 주-, 으시-,
ㄹ 수 있-, ㄹ까, and each ending adds its meaning. Forms of "to be" behind a name are read
in the same way. A verb in no table tells where a thing is
if it is in the past tense, or followed by 놓다, 두다 or 있다 ("널었거든", "깔아 놨어"). What a
clause leaves out is taken from the clause before: what was needed ("수건 필요하면"), was
searched for in vain ("거실은 다 뒤졌는데 …"), or lay by something ("소파 밑에 있던데
거실 가 봐"). Surprise and scorn claim too ("왜 욕실에 있어", "무슨 침대가 있냐").

If a text names one thing and claims nothing about it, an order to go somewhere says
where that thing is ("she keeps the broom in the pantry, so look there"). What is for a while
("today", "until 9", "오늘만", or a ban because "I'm mopping") is told apart: a ban by
Reading.Passing, where something is by Reading.Lapses (when.go, reason.go, lapse.go).

What somebody says, thinks or expects counts until the sentence says otherwise: "Mom said it is
in the den, but it isn't", "부엌이라고 했는데 침실이야". A ban needs to say where not to go, to the
robot: how to go there ("don't run in the kitchen", "부엌에 빨리 가지 마") and what people are told
("애들은 부엌에 들어가면 안 돼", "Dad, don't go in") are none, and one that only says that the thing
is not there ("a waste of time", "가 봤는데 없더라") holds for the search in which it is said. A thing
is never called by the word of a room, nor a room by that of a thing.

Unread on purpose: a last word that may deny ("소파는 거실에 X", "the sofa is naw in the den"),
questions, conditions, the past of "is", "not always", "no red sofa", other people's houses, X or Y of which only one is there. Places joined by
"or" are claimed with weight [Perhaps]. A claim about "the bathroom" is taken to
be about bathrooms.

testdata/utterances_*.jsonl, by six authors, hold what people say and the claims that
a careful person takes from it; a test scores [Read] on them. The grammar was written
with the sets dev, dev2, dev3 and dev4; the sealed ones are used only to measure it. To
score a file of the same form: NAVD_UTTERANCES=<file> go test -run TestUtterances -v.

# Tokens

[Tokens] estimates how many tokens a text costs; all budgets are counted in it.
*/
package words
