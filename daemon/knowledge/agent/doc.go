/*
Package agent is the agent that turns feedback into knowledge with a language model. It
reasons before it writes: the model searches, reads and makes its case; code checks the
case and merges.

	feedback ──New──► Machine ⇄ a model, turn by turn ──► Result: changes, each with its case
	                     │
	                     └── tools: search_…, get_knowledge_detail, verify_…, determine_…, commit_to_…, attach_…

A turn is a JSON object, or text with the labels Thought, Action and Action Input; see
[ParseTurn] and [ParseInput]. Models that take a schema get [TurnSchema].

Code checks what the model says:
  - it names an item by the number under which it was shown; any other id is refused;
  - a commit has a case with intent, existing items, relation and reason, self-check, and
    what holds before and after; operation and merge mode follow from the relation;
  - it has read the whole item that it changes, in the newest version;
  - a rule, skill or memory names only rooms and things that the person or the changed
    item names;
  - rows, steps and statements are given, never a whole file: [knowledge.Body.Merge] merges
    them and refuses what would lose or change more than was named;
  - a rule compiles, its rows do not overlap, and it says the opposite of no other unless
    the case says so.

The model is told what was refused, and may correct it in the turns that are left. Nothing
is changed unless the model ends with at least one commit.

Only [Known] is not pure: the same answers, when the same is known, give the same result.
*/
package agent
