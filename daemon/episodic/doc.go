/*
Package episodic makes advice for the next decision from past decisions. Conditions let
an experiment measure whether the advice helps. It is pure: no clock, no file, no model;
random choices come from a seed.

# The way of a lesson

	Leg.Record, Profile.Write        what happened becomes a Record: an entry, and what navd knows of it
	      │
	Record.Gists                     the subjects by which it is found, and what it says of each
	      │
	Fuse, Lessons                    several sources, fused by rank, and what their records say alike
	      │
	Profile.Advisory, Advise         the lesson as advice, in words and as claims
	      │
	Profile.Gates, Condition         whether it may reach this decision
	      │
	NewSlot, Profile.Instead         the advice in the prompt, or another text in a control arm

# Profiles

A [Profile] describes a domain: absa is for samples of text, and nav for robots. A file can
add others. All that differs between domains is in the profile; the code never looks at
its name.

# What rests on what

A [Record] is evidence and does not change. A [Lesson] says how many episodes speak for
and against; [StrengthOf] makes a word of that. A [Tally] counts how advice turned out. A
[Withdrawal] takes a record out of use, and with it all advice that rests on it alone,
because advice is made from the records each time.

What a record of a leg says holds in one of three scopes: claims about types of rooms hold
anywhere, claims about a house in that house ([Meta.Scene]), and ways, which name
directions and spots, only in episodes that stated the same frame of poses there
([Meta.Frame]), or that know where they are in the same kept house ([Meta.House]).

# Conditions

A [Condition] is four flags, a chance and a content. [Conditions.Parse] knows their names;
an unknown name is an error, and never means the condition without memory.
*/
package episodic
