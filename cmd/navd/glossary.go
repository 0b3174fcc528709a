package main

import "github.com/spf13/cobra"

// glossaryCmd is a help topic: the words that the other commands use.
func glossaryCmd() *cobra.Command {
	return &cobra.Command{
		Use: "words", DisableFlagsInUseLine: true, Short: "What episode, scan, leg, final, condition and other words mean",
		Long: `The words that navd's commands use, in the order in which a search needs them.

  controller  the program that drives the robot and asks navd; navd itself drives nothing
  episode     one search: from episode.begin, with its goal, to episode.end
  run         episodes that belong together, by the name that the controller gave; an arm is a part of it to compare
  scene       the house or building that an episode is in, by its name; a scene sample is what the camera shows at a step
  step        one action: a forward, a turn, a look up or down, a stop
  scan        a look around, in 12 views of 30°; view 0 is straight ahead, they go on to the right
  plan        the answer to where to go next: a view, how far, and why
  leg         what the robot walks for one plan
  place       a room, or what navd takes for one; it has a type, like kitchen
  point       a remembered spot on the way that the robot walked; the socket calls it an anchor
  opening     where the seen floor ends without a wall: nobody has looked behind it yet
  house       what is kept of a building from one episode to the next
  STUCK       the robot makes no progress, by the rule nav.stuck_rule
  ABABA       it goes back and forth between two places, A and B
  SPL         success weighted by path length: 1 for the shortest way to the goal, 0 for not found
  chain       who is asked, in order, until one answers: models, or local, which is navd itself
  fallback    what navd plans when no entry of a chain answers: go straight on
  feedback    what a user said; an entry is one statement taken from it, which plans get
  final       what users said in an episode, summed up at its end
  knowledge   rules, memories and skills made of what people say; each is proposed first, and holds when it is approved
  record      what a leg brought, kept to advise later episodes
  condition   whether an episode gets that advice: C1 without, C2 with it, others to measure what it is worth`,
	}
}
