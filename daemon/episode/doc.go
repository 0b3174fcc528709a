// Package episode holds what an experiment is made of: an [Episode] with its
// configuration, how it ended, and the figures that follow from it.
//
// The figures of one episode are in [Metrics]; each field says its unit and
// its denominator. [SPL] and [SoftSPL] follow Anderson et al., "On Evaluation
// of Embodied Navigation Agents" (2018) and the Habitat challenge. The shortest
// path and the distance to the goal come from the controller, never from dead
// reckoning.
package episode
