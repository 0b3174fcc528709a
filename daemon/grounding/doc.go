/*
Package grounding has the corrections of users: from the sentence that a user types
to the files and the prompts that it goes into. It is pure: no clock, no file, no
model.

# The way of a correction

	"s:(s: the study is yellow)"          feedback.Parse: a verdict, items by category
	      │
	Snapshot.With                         kept per step, and stacked by category
	      │                               "[ Step1 - Success ] : the study is yellow"
	Distil, ParseFinal, ParseChanges      the final of the episode: without a model, or out of its answer
	      │
	Snapshot.JSON, Snapshot.Text          the episode's two files
	      │
	MergeFiles, Block                     files of many episodes, as text for a prompt

# Files

A [Snapshot] is one episode's file. Writing is exact: equal snapshots give equal
bytes, keys in one order, indented by two, Korean as Korean. Reading forgives
what other programs do to files (byte order marks, carriage returns, missing and
null keys) and nothing else: a value of the wrong type refuses the whole file
with the path and the reason, so that no half of a file is ever learned from.

	"final_grounding": {…}      the contents count
	"final_grounding": null     what is stacked counts: the episode never came to a final
	no such key                 nothing counts

The key scopes is ours alone: it says where each text holds, and what it says where
the text alone does not, as of "here"; an import gives that back. A file without it
says the same of all.

[MergeFiles] unites files. What stands in several of them stands once in the
outcome, so merging a file again changes nothing. Merge.Text keeps the recorded
form with all four titles; [Block] is the planner's own, which leaves empty ones
out and keeps headings inside contents below its titles.

[Lessons] is what a file teaches, text by text; a [Learner] takes that into a
book such that no file counts twice, and none of our own at all. [Latest] is the
way back: all that is in use as one snapshot. [EpisodePath] and [LatestPath] say
where files stand; [PathElement] makes any name harmless there.

# Finals

A model's answer is read with the tolerance of package reply in form, and none in
content. [ParseChanges] is for entries: a change that cites nothing, or what is
not there, comes back with a flag and is its caller's to hold back. [Distil]
needs no model.

# Entries

An [Entry] is what outlives its episode: a text with its claims, its evidence,
its scope and its state. A [Book] holds all entries; how an entry is put in use
and out of it, and how that is undone, is the life of all versioned items, of
which package item tells.

One entry takes the place of another only where both cannot be true: both are a
[Statement], of one subject by the words tables, about one attribute that has one
value (a colour, a name, open or closed, where one object stands), in one scope.
The newest wins, by the time of its evidence. All other entries about the same
thing stay active, and are named as possible conflicts, the newest of them when
there are many. What is heard again with the same evidence changes nothing, even
where the entry was retired.

# The way of an entry

	Book.Add       an entry, or more evidence for one      claims out of its text
	     │
	its Changes    the new versions, for the owner to write ──► Load after a start
	     │
	Book.Claims    what active entries tell the planner without a model
	Book.Choose    what of them goes into its prompt, within a budget: the block,
	     │         and for every entry why it is in it or not
	Book.Count     what came of showing them

A [Situation] says what a plan is about. Entries of another scene or target have
no say in it, and neither has what is proposed, superseded or retired. A book
stays in memory under one owner; indexes by what is said, by subject and by scope
keep each operation from going through all of it.

# Entropy

[ParseVerbalized] reads a model's probabilities for three steps, [Distribution],
[Entropy] and [Weighted] are the arithmetic.

# Reading the source

snapshot.go, read.go and write.go are one file, merge.go and block.go many; teach.go
(with lines.go and textfile.go), learn.go and latest.go lead from files to
entries and back. final.go and change.go read answers. Of entries, entry.go is the
value and book.go what keeps it; add.go takes one in, with statement.go for what
contradicts what. Behind them gist.go is what is read out of an entry once, index.go
how it is found. situation.go asks for claims, choose.go makes the block, out of
queue.go's order and at bill.go's prices. entropy.go and verbalized.go stand alone.
*/
package grounding
