/*
Package grounding handles the corrections of users: from the sentence that a user types
to the files and prompts that contain it. It is pure: it uses no clock, no file and no
model.

# The way of a correction

	"s:(s: the study is yellow)"          feedback.Parse: a verdict, items by category
	      │
	Snapshot.With                         kept per step, and stacked by category
	      │                               "[ Step1 - Success ] : the study is yellow"
	Distil, ParseFinal, ParseChanges      the final of the episode: made without a model, or read from an answer
	      │
	Snapshot.JSON, Snapshot.Text          the episode's two files
	      │
	MergeFiles, Block                     the files of many episodes as text for a prompt

# Files

A [Snapshot] is the content of one episode's file. Writing is exact: equal snapshots give
equal bytes, with keys in a fixed order, indented by two, and Korean unescaped. Reading
accepts what other programs do to files (byte order marks, carriage returns, missing and
null keys) and nothing else: a value of the wrong type makes the whole file invalid, with
path and reason, so that nothing is learned from a half-valid file.

	"final_grounding": {…}      its contents count
	"final_grounding": null     the stacked texts count: the episode got no final
	no such key                 nothing counts

Only navd writes the key scopes: it says where each text is valid, and what it claims where
the text alone does not tell, as with "here"; an import restores that. A file without it
says nothing about where its texts are valid.

[MergeFiles] joins files. A text that is in several of them is in the result once, so
merging a file again changes nothing. Merge.Text has the recorded form with all four
titles; [Block] is the planner's form, without empty titles and with headings inside
contents lowered.

[Lessons] returns what a file teaches, text by text; a [Learner] adds that to a book so
that no file counts twice, and files that navd wrote itself not at all. [Latest] is the
opposite direction: it makes one snapshot of all entries in use. [EpisodePath] and
[LatestPath] return the paths of files; [PathElement] makes a safe path element of any
name.

# Finals

A model's answer may have any form that package reply accepts, but its content must be
valid. [ParseChanges] reads changes of entries: a change that cites no feedback, or refers
to something that does not exist, is returned with a flag, for the caller to hold back.
[Distil] needs no model.

# Entries

An [Entry] is kept after its episode: a text with its claims, its evidence, its scope and
its state. A [Book] holds all entries. How entries are activated, superseded and retired,
and how that is undone, is described in package item.

An entry supersedes another one only if both cannot be true: both are a [Statement] about
one subject of the tables in package words, give different values to one attribute (a
colour, a name, open or closed, where one object is), and have the same scope. The one
with the newest evidence stays. All other entries about the same thing stay active and are
named as possible conflicts; only the newest of them if there are many. Hearing something
again with the same evidence changes nothing, even if the entry was retired.

# The way of an entry

	Book.Add       an entry, or more evidence for one, with the claims of its text
	     │
	its Changes    the new versions, for the owner to store ──► Load after a start
	     │
	Book.Claims    what active entries tell the planner without a model
	Book.Choose    which of them go into a prompt, within a budget: the block, and
	     │         for every entry why it is in it or not
	Book.Count     counts whether showing them helped

A [Situation] says what a plan is about. Entries of another scene or target do not count
for it, nor do proposed, superseded or retired ones. A book is kept in memory and has one
owner; indexes by content, by subject and by scope make it unnecessary to go through all
entries.

# Entropy

[ParseVerbalized] reads a model's probabilities for three steps; [Distribution], [Entropy]
and [Weighted] compute with them.

# Reading the source

snapshot.go, read.go and write.go are about one file, merge.go and block.go about many;
teach.go (with lines.go and textfile.go), learn.go and latest.go lead from files to
entries and back. final.go and change.go read answers. entry.go has the entry, book.go
what holds entries, add.go how one is added, and statement.go which ones contradict each
other. gist.go has what is read from an entry once, index.go how entries are found.
situation.go returns claims; choose.go makes the block, in the order of queue.go and with
the costs of bill.go. entropy.go and verbalized.go are independent of the rest.
*/
package grounding
