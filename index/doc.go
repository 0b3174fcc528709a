/*
Package index finds documents by their words and by the similarity of their vectors.

It joins a full-text index on the disk (bleve) and vectors in memory (chromem)
in one [Index.Search], and adds what a robot's memory needs besides: Korean,
a table of names that links languages, an embedder that works offline, and the
same answer to the same question each time. It knows nothing of what the
documents mean. It is a cache: everything in it comes from a store of the
caller, and can be filled in again from there.

# Use

	ix, err := index.Open(dir, index.Options{Link: link})   // *LockedError: somebody has it
	if ix.Stale() != nil {                                  // new, damaged, or made with other options
		err = ix.Rebuild(ctx, generation, docs)         // docs: iter.Seq2[Doc, error]
	} else {
		err = ix.Load(ctx, newest...)                   // vectors are not on the disk
	}
	err = ix.Put(ctx, docs...)                              // or Delete
	err = ix.SetGeneration(ctx, n)
	hits, err := ix.Search(ctx, index.Query{Text: "where is the couch", Kinds: kinds, K: 5})

A [Doc] is flat: an ID, a text, and four values and a time to filter by. Put replaces
the whole document. Documents become durable in batches of 500, so give many at once.
One call at a time changes the index; searches go on meanwhile.

# The generation

[Index.SetGeneration] stores a number with the words, after the changes made before
it: when the number is on the disk, so are they. A caller numbers its changes and
sets the number of the last one applied; after a start it compares
[Index.Generation] with its own number and applies what is missing. If it cannot,
or if the number is lower than one that it knows was set, it rebuilds.

# Damage

	found by Open                                    then
	a lock                                           *LockedError, nothing is deleted
	nothing                                          an empty index is made; Stale says so
	an index that no Rebuild has completed yet       deleted, an empty one is made; Stale says so
	files missing, truncated or of another program   the same
	a segment that fails its checksum                the same
	an older state than the last one written         the same
	another format, embedder or linking table        the same
	found by a later call                            then
	a panic or a memory fault in bleve               *RebuildError; Stale from then on

If a file is truncated while bleve's own goroutines merge it, the process ends,
because nothing can recover there; the next Open finds the damage.

Only files and directories with the names below are ever deleted. [Index.Rebuild]
makes a new index beside the old one and replaces it in one step: until then
searches find the old state, which also survives a crash.

# Words

A text is split into words by Unicode's rules (and at underscores), composed (NFC)
and put into lower case. Latin words stay whole. A Hangul word is found by itself, by
its stem (without one particle) and by the bigrams of its stem:

	냉장고에는   냉장고에는, 냉장고, 냉장, 장고

At most [MaxTerms] terms of a query are searched for, any of which may match. A query
has no syntax: nothing in its text is an operator. Scores are bleve's tf-idf, rounded
to 24 bits, because the last bits depend on the order in which terms are added up.

# The linking table

A [Linker] returns the concepts that a name stands for. They are indexed beside the
words, count twice as much as words, and are features of the offline embedder: so
"couch" finds "소파". Names of up to four words are looked up, the longest first,
Korean ones with and without their particle.

# Vectors

Vectors come with the documents, or from [Options].Embedder; the default is
[Hashing], which needs no model. All must have the same length; they are normalised,
and an all-zero one is left out. For each kind and scope the vectors of the newest
[MaxVectors] documents are kept: older ones are found by words only. The words are on
the disk, but the vectors must be loaded after each start, by [Index.Load] or by
[Index.Rebuild].

If the embedder fails, such as when its model cannot be reached, Search returns its
error; search again with [WordsOnly].

# Fusion

The words and the vectors each give at most [MaxCandidates] documents, best first. A
document at rank r of one of these lists gets 1/(60 + r) for it; hits are ordered by
the sum. Ranks are used rather than scores, because a tf-idf and a cosine have no
common scale. Equal documents are ordered by their IDs, in the lists and in the
result, so that neither the order in which they were put nor the layout of the files
matters.

# Documents that are not in the index yet

The documents of Query.Extra are found as if they were in the index, in place of those
with their IDs, and the IDs of Query.Without are not found. They are scored in the same
way, words by the counts of the index, so that a text has the same scores as if it were
indexed. [Rank] ranks documents without an index.

# Errors

	error                        of                 means
	ErrInvalid, InvalidError     Put, Load,         a value is outside its limits; says which
	                             Rebuild, Search,
	                             Rank
	ErrLocked, LockedError       Open               held by a process, named if known
	ErrRebuild, RebuildError     Stale, and calls   must be rebuilt; says why
	                             that meet damage
	ErrClosed                    all                used after Close

# The directory

	LOCK             flock of the holder; its process id in decimal
	CURRENT          name of the words in use, and a newline
	words-000003/    an index of bleve, and WRITES: its number of changes (8 bytes, and
	                 their CRC-32), written after each one; never too high

Fields of a document in bleve: text, link (concepts), kind, scope, place, target
(one term each: "=" and the value), time (milliseconds), version (stored). Internal values:

	"navd stamp"        {"format":2,"embedder":"hashing-512/1","link":"furniture/1"}
	"navd generation"   8 bytes, big endian, and their CRC-32
	"navd complete"     "1" once a rebuild is complete
	"navd writes"       the number of this change, in the same form

# What it costs

Importing the package starts bleve's four analysis workers, which run until the
process ends. bleve writes to the standard logger when it cannot open a segment.
*/
package index
