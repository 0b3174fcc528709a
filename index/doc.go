/*
Package index finds documents by their words and by what they are like.

It joins a full-text index on the disk (bleve) and vectors in memory (chromem)
behind one [Index.Search], and adds what these lack for a robot's memory: Korean,
a table of names that links languages, an embedder that works offline, and the
same answer to the same question each time. It knows nothing of what the
documents are. It is a cache: all that is in it comes from a store of the
caller's, and can be filled again from there.

# Use

	ix, err := index.Open(dir, index.Options{Link: link})   // *LockedError: somebody has it
	if ix.Stale() != nil {                                  // new, damaged, made with something else
		err = ix.Rebuild(ctx, generation, docs)         // docs: iter.Seq2[Doc, error]
	} else {
		err = ix.Load(ctx, newest...)                   // vectors are not on the disk
	}
	err = ix.Put(ctx, docs...)                              // or Delete
	err = ix.SetGeneration(ctx, n)
	hits, err := ix.Search(ctx, index.Query{Text: "where is the couch", Kinds: kinds, K: 5})

A [Doc] is flat: an ID, a text, four values and a time to filter by. Put replaces
it as a whole. Batches of 500 become durable at a time: give many documents at once.
One call changes the index at a time; searches go on meanwhile.

# The generation

[Index.SetGeneration] keeps a number beside the words, in order with them: what
was put or deleted before is on the disk when the number is. A caller numbers
its changes and gives the last one applied; after a start it compares
[Index.Generation] with its own number and applies what is missing. If it cannot,
or if the number is lower than one that it was sure of, it rebuilds.

# Damage

	found by Open                                    then
	a lock                                           *LockedError, nothing is deleted
	nothing, or an index never filled to its end     it begins anew; Stale says so
	files missing, cut, or of another program        deleted, it begins anew; Stale says so
	a segment that fails its checksum                the same
	an older state than the last one written         the same
	another format, embedder or linking table        the same
	found by a later call                            then
	a panic or a fault in bleve                      *RebuildError; Stale from then on

A file that somebody cuts while bleve's own goroutines merge it ends the process,
as nothing can recover there; the next Open finds the damage.

Only what has the names of an index is ever deleted. [Index.Rebuild] makes a new
index beside the old one and replaces it in one step: until then searches find
the old state, and after a crash it is there still.

# Words

A text is parted by Unicode's rules (and at underscores), composed (NFC) and
lowered. Latin words stay whole. A Hangul word is found by itself, by its stem
(one particle taken off) and by the bigrams of its stem:

	냉장고에는   냉장고에는, 냉장고, 냉장, 장고

A query is searched for at most [MaxTerms] terms, any of which may match; it has
no syntax, and nothing in a text is an operator. Scores are bleve's tf-idf,
rounded to 24 bits, because the order in which terms are added up moves the last
ones.

# The linking table

A [Linker] gives the concepts that a name stands for. They are indexed beside
the words, count twice as much, and are features of the offline embedder: "couch"
finds "소파". Names of up to four words are looked up, longest first, Korean ones
with and without their particle.

# Vectors

Vectors come with the documents, or from [Options].Embedder; the default is
[Hashing], which needs no model. They are normalised; an all-zero one is left
out; all are of one length. The newest [MaxVectors] of a kind and scope are kept:
older documents are found by words alone. Words last, vectors must be loaded
after each start, by [Index.Load] or by [Index.Rebuild].

If a model that embeds is away, Search fails with its error; search again with
[WordsOnly].

# Fusion

Each source gives at most [MaxCandidates], best first. A document at rank r of a
source gets 1/(60 + r) from it; the sum orders the hits. Ranks are compared and
not scores, because a tf-idf and a cosine have no common scale. Documents that
are equal are in the order of their IDs, in the sources as in the end, so that
neither the order in which they were put nor the layout of the files is seen.

# What the index has not been told yet

Query.Extra lies over the index: its documents are found as if they were in it,
in place of those with their IDs, and Query.Without names some that are not
found. They are scored by the same measures, words by the counts of the index,
so that a text has the same scores in it and over it. [Rank] ranks documents
without an index.

# Errors

	error                        of                 means
	ErrInvalid, InvalidError     Put, Load, Search  outside the limits, says which
	ErrLocked, LockedError       Open               held by a process, named if known
	ErrRebuild, RebuildError     all, Stale         to be filled again, says why
	ErrClosed                    all                used after Close

# The directory

	LOCK             flock of the holder; its process id in decimal
	CURRENT          name of the words in use, and a newline
	words-000003/    an index of bleve, and WRITES: how many changes it has seen at
	                 least (8 bytes, and their CRC-32), written after each

Fields of a document in bleve: text, link (concepts), kind, scope, place, target
(one term each: "=" and the value), time (milliseconds), version (stored). Internal values:

	"navd stamp"        {"format":2,"embedder":"hashing-512/1","link":"furniture/1"}
	"navd generation"   8 bytes, big endian, and their CRC-32
	"navd complete"     "1" once a rebuild has come to its end
	"navd writes"       the number of this change, in the same form

# What it costs

Importing the package starts bleve's four analysis workers, which live as long
as the process. bleve writes to the standard logger when it meets a segment that
it cannot open.
*/
package index
