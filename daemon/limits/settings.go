package limits

// Of gives what a setting takes that a call can give too, or has a parameter like, by its key
// in the configuration; false for any other.
func Of(setting string) (Rule, bool) {
	r, ok := settings()[setting]
	return r, ok
}

// settings are the rules of these settings. They are as wide as the memory can
// take; what a robot should have is its owner's to say.
func settings() map[string]Rule {
	tokens := Range(0, 1e6, "tokens")
	return map[string]Rule{
		"nav.forward_m":         Range(0.01, 10, "m"),
		"nav.turn_deg":          Range(1, 180, "degrees"), // a robot that turns by half a radian does not divide the circle
		"nav.scene_every":       Range(1, 10000, "steps"),
		"nav.queue_size":        Range(1, 100, "records"),
		"nav.localize_radius_m": Range(0, 1000, "m"),
		"nav.stuck_window":      Range(2, 1000, "steps"),
		"nav.anchor_every":      Range(1, 1000, "forwards"),
		"nav.dwell_steps":       Range(1, 1000, "steps"),
		"nav.stuck_rule":        OneOf("progress", "literal", "site"),
		"nav.plan_triggers":     OneOf("episode_start", "stop_without_goal", "stuck", "ababa").AtMost(16),

		"lats.mode":        OneOf("off", "advise", "decide"),
		"lats.calls":       Range(1, 10000, "calls"),
		"lats.deadline_ms": Range(10, 3600000, "ms"),
		"lats.nodes":       Range(2, 10000, "nodes"),
		"lats.depth":       Range(1, 50, "actions"),

		"planner.chain":          {text: Planners(nil).form()}, // which providers there are the daemon knows
		"planner.deadline_ms":    Range(1, 600000, "ms"),
		"planner.budget.context": tokens,
		"grounding.budget":       tokens,
		"grounding.merge_format": OneOf("txt", "json", "both"),
		"grounding.save_format":  OneOf("json", "txt", "both"),
	}
}
