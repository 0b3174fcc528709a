/*
Package agent is the agent that turns feedback into knowledge with a language model. It
reasons before it writes: the model searches, reads and makes its case; code checks the
case and merges.

	feedback ──New──► Machine ⇄ a model, turn by turn ──► Result: changes, each with its case
	                     │
	                     └── tools: search_…, get_knowledge_detail, verify_…, determine_…, commit_to_…, attach_…

A turn is a JSON object, or text with the labels Thought, Action and Action Input; see
[ParseTurn] and [ParseInput]. Models that take a schema get [TurnSchema].

What the model says is held to this:
  - an item goes by the number that it was shown with; an id of the model's own is refused;
  - a commit has a case with intent, existing items, relation and reason, self-check, and
    what holds before and after; operation and merge mode follow from the relation;
  - what it changes it has read whole, and in the version that there is;
  - a rule, skill or memory speaks of no room and no thing of which neither the person nor
    the changed item speaks;
  - rows, steps and statements are given, never a whole file: [knowledge.Body.Merge] merges
    them and refuses what would lose or change more than was named;
  - a rule compiles, its rows do not overlap, and it says the opposite of no other unless
    the case says so.

What is refused is told to the model, which may mend it in the turns that are left. Unless
it comes to an end with at least one commit, nothing is changed at all.

It is pure but for its [Desk]: the same answers on the same desk give the same result.
*/
package agent
