// Package episode has the data of experiments: an [Episode] with its configuration, its
// end and its figures, and the figures of many episodes together.
//
// The figures of one episode are in [Metrics]; each field says its unit and
// its denominator. [SPL] and [SoftSPL] follow Anderson et al., "On Evaluation
// of Embodied Navigation Agents" (2018) and the Habitat challenge. The shortest
// path and the distance to the goal come from the controller, never from dead
// reckoning.
//
// [Figures] states each figure that runs are judged by. [Summarize] gives their
// means over a run, [Compare] their differences between two runs over pairs of
// episodes; both with an [Interval] from a bootstrap over houses. A [Report]
// prints them. [WriteCSV] and [ReadCSV] write and read the CSV of PixelNav's benchmarks,
// with more columns after theirs. The same episodes give the same bytes, whatever their
// order.
package episode
