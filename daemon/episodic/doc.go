/*
Package episodic draws advice for the next decision from past ones, under conditions
that let an experiment show whether it helps. It is pure: values in, values out, no
clock, no file, no model; what is drawn by lot is drawn from a seed.

# The way of a lesson

	Leg.Record, Profile.Write        what happened becomes a Record: an entry, and what navd knows of it
	      │
	Record.Gists                     what it is found by: subjects, each with what it says of them
	      │
	Fuse, Lessons                    several sources, fused by rank, and what their records say alike
	      │
	Profile.Advisory, Advise         the lesson as advice, in words and as claims
	      │
	Profile.Gates, Condition         whether it may reach this decision
	      │
	NewSlot, Profile.Instead         what stands in the prompt, or in place of it in a proof arm

# Profiles

A [Profile] is a domain as data: absa, the recorded one, for samples of text, and nav for
robots. A file can add others. What differs between them stands in the profile; the code
asks for no name.

# What is told from what

A [Record] is evidence and does not change. A [Lesson] says how many episodes speak for
and against; [StrengthOf] makes a word of that. A [Tally] counts what became of advice. A
[Withdrawal] takes a record out of use, and with it all advice that rests on it alone,
since advice is made anew from records each time.

Records of legs hold in three widths: claims about types of rooms hold anywhere, claims
of a house in that house ([Meta.Scene]), and ways, which name directions and spots, only
among episodes that stated the same frame of poses there ([Meta.Frame]), or that know
where they are in the same kept house ([Meta.House]).

# Conditions

A [Condition] is four flags, a chance and a content. [Conditions.Parse] knows the names;
what it does not know is an error, never the condition without memory.
*/
package episodic
