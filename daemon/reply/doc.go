/*
Package reply reads the answers of models.

Models are asked for one JSON object and mostly answer with one. Sometimes it is in a code
fence, after a sentence, or inside a list, or it is a Python literal. [Object] finds it;
[Bool], [Number], [String] and similar functions read its fields, strictly:

	f, err := reply.Object(answer, "goal_flag", "angle", "discovered_context")
	angle, err := reply.Number(f, "angle", -180, 180)
	context, err := reply.Obj(f, "discovered_context")
	why, err := reply.String(context, "why")

Only the form may vary. The content is never repaired: a string is not read as a number,
and two different answers, a key given twice, a NaN or a missing key are faults. Each fault
names the path of the key and what is allowed there, so that its text can be used in a
retry.

# Choosing

A candidate is any balanced object in the text. If it has all the required keys, it is an
answer, and objects inside it are not; if it lacks a key, objects inside it are candidates
too. The content of strings is never searched, so a brace in a quoted sentence does no
harm. A sketch of the expected form with words as values ({"angle": number}) cannot be read
and is no candidate.

If there are two answers, they must be equal in everything, even in keys that were not
required, because it is unknown which one the model meant.

# Asking

[Ask] and [Answer] are the request and the result of a model call for pure machines: a
machine returns an Ask, its driver makes the call and passes the Answer, and the text of
that is read with the functions of this package. [Machine] asks a chain of models until a
parser can use an answer. A [Template] makes the texts of an Ask.

# Cost

The time and memory for reading are proportional to the length of the answer, whatever it
contains. [Limit] is the largest length.
*/
package reply
