/*
Package lats searches for the answer to a question by growing a tree. A node is
a step: a thought, an action, and what the environment answered to it. A model
proposes steps and values them; the environment tries them. The search spends its
budget where steps did well, and always has its best answer so far.

It is pure: no clock, no goroutine, no call. The caller of a [Search] takes its
tickets, has models and the environment answer them, and tells it the answers:

	s, err := lats.New(lats.Options{Question: "Where is the red mug?", Actions: actions})
	for s.Stopped() == "" {
		for _, t := range s.Tickets() {       // any order, any number of workers
			s.Tell(t.ID, answer(t))
		}
		store(s.Drain())                      // the events since the last call
		s.Tick(elapsed)                       // at the deadline the search ends
	}
	r := s.Result()                           // r.Verified: the environment accepted it

# A round

	choose    the node to sample; [Search] says how
	reflect   tickets: a lesson of each failure that the prompts are about to show
	          and that has none; only with Options.Reflect
	sample    one ticket for n completions. They are read ([Parse]), merged by their
	          action ([Action.Key]), and become children. When none can be read, the
	          model is asked once more; then the node is not sampled again. The search
	          ends when that node is the root, or after three such rounds. A driver
	          that has another model says so ([Answer].Next): that one is asked anew
	observe   a ticket for each new child, with the state of the environment at the
	          parent. An action that the environment does not know gets the answer
	          "Invalid action: …" here. A timeout is tried again up to ten times
	evaluate  a ticket for each new child that is not terminal
	back up   the best of the new children, to the node and all above it

The tickets of a step are fixed before the first of them is answered, and the
answers are applied together, in the order of the tickets: one, two and eight
workers grow the same tree.

A node is terminal when its reward is 1 or the environment says that it is done.
A terminal node with the reward 0 is a failure: it stays in the tree, its answer
is not tried again, and the prompts for samples and for values show the three
failures that share most words with the node.

# Budgets

Each ticket has a reserve: its calls, the estimated tokens of its prompt, the
tokens that its answer may have, what both cost, a step of the environment. A
ticket that does not fit is not made; a sample first tries with fewer completions.
The answer replaces the reserve by what was really used, and when an estimate was
too low, later reserves are larger. Answers that the driver gives by itself take no
calls. The caller must keep each call within Prompt.MaxTokens and the time that is
left.

# What is kept

Every answer, and every [Search.Stop] and [Search.Resume], is an [Event]. [Replay]
makes the same search from its options and events: after a crash the tree is the
same, and tickets without an answer are open again. Options have a [Version];
those of another version are refused.

[Search.Tree] is the tree as values, with text, Graphviz and JSON; package draw
makes SVG of it. Package pages is an environment of titled pages.
*/
package lats
