/*
Package knowledge is what navd learns from feedback: memories, rules and skills. Code
reads, checks, merges and evaluates them, people approve them, and every change is a
version that can be taken back.

	a sentence ──Read──► Draft ──► Proposal ──(somebody approves)──► Item, in a Book of versions
	                       │           └── Case: why; Check: what is wrong; Replay: which past plans it would have changed
	                       └── a rule's table is made of the words of the sentence, in English or Korean

A rule is a decision table of package dmn. Its inputs are the fields of [State] when a
plan begins. Its outputs are a fixed list, so that code carries a rule out and no model
has to read it:

	forbid place|direction|action   prefer place|direction   require place|direction
	set range_m                     stop                     say

	rules ──Compile──► compiled rules ──Judge(State)──► Ruling ──Weigh(Sights)──► Verdict
	                                                      │                         └── views that are forbidden, stop, say, range_m
	                                                      └── Preferences: claims for the local planner

A missing input matches no row. A rule that fails, by a division by zero or by two matching
rows of a unique table, has no effect and is reported. When rules leave no view, those of
the lowest priority are not obeyed, and the verdict says so.

It is pure: the same rules, state and sights give the same verdict.
*/
package knowledge
