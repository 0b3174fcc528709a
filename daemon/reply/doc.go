/*
Package reply reads the answer out of what a model said.

Models are asked for one JSON object and answer with one most of the time. The
rest of the time it stands in a fence, behind a sentence, inside a list, or is
a Python literal. [Object] finds it; [Bool], [Number], [String] and their
relatives read its fields, strictly:

	f, err := reply.Object(answer, "goal_flag", "angle", "discovered_context")
	angle, err := reply.Number(f, "angle", -180, 180)
	context, err := reply.Obj(f, "discovered_context")
	why, err := reply.String(context, "why")

Tolerance ends at the form. What the answer says is never mended: a string is
no number, two answers that differ are none, and a key given twice, a NaN or a
missing key is a fault. Each fault names the path of the key and what is
allowed there, so that its text can go into the one retry.

# Choosing

A candidate is any balanced object in the text. One that has all the required
keys is an answer, and nothing inside it is looked at for another one; one that
lacks a key is searched for an answer inside. Values of strings are never
searched: a brace in a sentence stays a brace in a sentence. A sketch of the
expected form with words for values ({"angle": number}) cannot be read and so
is no candidate.

Two answers must be equal in everything, also in keys nobody asked for: which of
them the model meant cannot be known.

# Asking

[Ask] and [Answer] are the two halves of a model call as the pure machines see
it: a machine gives an Ask, whoever drives it comes back with an Answer, and
what the text of that says is read with the functions here. [Machine] is the one
that walks down a chain of models until a parser can use an answer. A [Template]
makes the texts of an Ask.

# Cost

Reading takes time and memory in proportion to the length of the answer, which
[Limit] bounds, whatever it contains.
*/
package reply
