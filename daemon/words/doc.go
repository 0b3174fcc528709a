/*
Package words is what navd knows of English and Korean: how labels are spelled,
which words name the same room or thing, what a sentence claims, and how many
tokens a text costs. It keeps no state and reads no files.

# Keys

[LabelKey] gives the type key of a place, [ObjectKey] the key of a thing. Both
fold a label in the same way (composed, camel case parted, lower case,
separators to spaces, other punctuation gone) and then replace names by the key
of their table row:

	LivingRoom, living_room, livingroom, 거실   → living room
	tv_monitor, TVMonitor, 텔레비전             → television

A name counts where it stands as whole words, however these are spaced, and the
longest name wins: a TV stand is no television. Words in no table stay, of
whatever script. Keys are fixed points: LabelKey(string(k)) == k. Compare them
with [Key.Equal], which leaves spaces out of account.

The tables are rooms.go and objects.go. A Korean particle belongs to a sentence,
not to a label: "거실에" is a label of its own, and a mention of the living room
in a text.

# Notions

Notion knows what people say besides rooms and things, and the things that no
robot looks for: colours, directions, manners, people, times, household words.
Only searches use it, to link languages and words; no key, claim or prior does.

# Claims

A [Claim] is what memory tells the planner without a model. Its forms:

	subject         relation    object     polarity   read from
	target:<key>    in          type key   +1         "the sofa is in the living room"
	target:<key>    not_in      type key   -1         "화장실에는 소파가 없어"
	place:<key>     prefer                 +1         "복도로 가"
	place:<key>     avoid                  -1         "don't go into the kitchen"
	view:<0..11>    prefer                 +1         never read from text
	view:<0..11>    avoid                  -1         never read from text
	place, target   is_called   a name     +1         "the study is called office"

[ParseClaims] reads them from text, [In], [NotIn], [Prefer], [Avoid] and
[Called] make them, [Claim.Normal] takes them in from outside, and [Match] adds
up what they say about going to one view. The weight tells how sure the
sentence was: [Certain], [Usual] or [Perhaps].

ParseClaims would rather say nothing than something wrong. A sentence gives
claims only if a small grammar explains all of its words. What it explains:

	there is (no) X in P · X is (not) in P · P has (no) X · in P there is X
	you will find X in P · I saw X in P · look for X in P
	(don't) go to P · avoid P · stay out of P · P is off limits · prefer P (over Q)
	P is called N · we call P N
	P에(는) X가 있다/없다 · X는 P에 있다/없다 · X는 P가 아니라 Q에 있다 · P에서 찾을 수 있다
	P로 가 · P에 가지 마 · P에 가면 안 돼 · P를 피해 · P는 출입 금지 · P를 선호한다
	P를 N이라고 부른다

with lists of X and P, adverbs of sureness, and clauses joined by "and", "but",
-고, -지만, 말고. Unread on purpose: questions, conditions, the past of "is",
"not always", "not only", "no red sofa", "this bathroom", X or Y of which only
one is there. Places joined by "or" are claimed with weight [Perhaps].
A claim about "the bathroom" is taken to be about bathrooms.

# Tokens

[Tokens] is the estimate that every budget is kept in.
*/
package words
