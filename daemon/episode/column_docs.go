package episode

import (
	"fmt"
	"strings"
)

// columnDocs says what the columns of a CSV file mean that are not named like a figure.
// Where a figure has another name at PixelNav, it says which.
func columnDocs() [][2]string {
	return [][2]string{
		{"episode", "the controller's name of the episode, else its id"},
		{"object_goal", "what was looked for"},
		{"success", "1 or 0, by the controller: sr"},
		{"start_distance_to_goal", "shortest path from start to goal, metres, as shortest_path_m; PixelNav's name"},
		{"final_distance_to_goal", "distance_to_goal"},
		{"llm_calls", "model_calls"},
		{"llm_avg_time_sec", "mean seconds of one model call for a plan, 0 without calls"},
		{"episode_time_sec", "seconds from beginning to end"},
		{"num_steps", "steps"},
		{"total_distance_m", "path_m"},
		{"id", "navd's id of the episode"},
		{"run, arm, condition, seed", "as episode.begin gave them"},
		{"scene_id", "house or building"},
		{"shortest_path_m", "shortest path from start to goal, metres: the l of spl; for a later goal, from where it was given"},
		{"start_distance", "straight distance from start to goal, metres"},
		{"reason", "what ended it: stop (the robot said that it is there), limit (of steps or time), reset, or exit"},
		{"began", "when it began, UTC, RFC 3339"},
		{"left_start", "non-scan steps until the robot first was in another revisit key than that of its start; 0: it never was, see escaped_start"},
		{"forwards, blocked", "steps that were move_forward, and of these those that moved less than half their length"},
		{"scene_samples, scene_failures", "scenes read, and model calls for scenes that failed"},
		{"places, distinct_places", "entries of places, and distinct revisit keys"},
		{"anchors", "points with a pose that places and memories hang on, set for this goal"},
		{"stuck_progress", "times that the STUCK rule progress began to hold: one revisit key in the window and no progress (the default rule)"},
		{"stuck_literal", "the same of the rule literal: one place id in the window, nothing else"},
		{"stuck_site", "the same of the rule site: a plan within 2.5 m of an earlier scan site"},
		{"ababa_literal", "ababa over place ids instead of revisit keys: always 0, since each transition makes a new id; both readings of the rule are there"},
		{"advice_found", "plans for which past episodes had something to say; all advice_… are empty where they never had"},
		{"advice_shown, advice_held", "of those found, plans that were given it, and plans that a lot kept it from"},
		{"advice_followed", "of those shown, plans that went the way of the advice"},
		{"advice_overrides", "of those followed, plans that went another way than without it"},
		{"advice_helped, advice_harmed", "of those followed, plans whose leg brought something, and whose leg came to nothing or into a loop"},
		{"advice_shown_legs", "plans that were given advice and whose leg has ended"},
		{"advice_shown_good", "of these, plans whose leg brought something"},
		{"advice_held_legs", "plans that a lot kept it from and whose leg has ended"},
		{"advice_held_good", "of these, plans whose leg brought something"},
	}
}

// ColumnGlossary explains the columns of a CSV file that [Glossary] does not, broken into
// lines of width characters at most, where the words allow it.
func ColumnGlossary(width int) string {
	var b strings.Builder
	for _, d := range columnDocs() {
		hang(&b, fmt.Sprintf("  %-30s", d[0]), d[1], width)
	}
	return b.String()
}
