package config

import (
	"slices"

	"navd/daemon/limits"
)

// Whether a reload applies a key, or only a restart.
const (
	live    = true
	restart = false
)

// table lists every key in the order of the sample file.
func table() []key {
	return slices.Concat(topKeys(), socketKeys(), navKeys(), plannerKeys(), budgetKeys(), groundingKeys(), episodicKeys(), knowledgeKeys(), latsKeys(), houseKeys(), sceneKeys(), modelKeys(), promptKeys(), imageKeys(), retentionKeys(), logKeys())
}

func topKeys() []key {
	return []key{
		{"data_dir", "Directory of the store. Empty: $XDG_DATA_HOME/navd, else ~/.local/share/navd " +
			"(macOS: ~/Library/Application Support/navd); with --system /var/lib/navd.",
			aPath(), restart},
		{"durability", "When a write is acknowledged: after it is on the disk (sync), or before (relaxed): then a power cut may damage the store.", oneOf("sync", "relaxed"), restart},
		{"image_roots", "Directories below which clients may name images by path. The system service can read a new one only after `navd service install --system --replace` and a restart.",
			aPath(), live},
	}
}

func socketKeys() []key {
	return []key{
		{"socket.path", "Path of the Unix socket. Empty: $XDG_RUNTIME_DIR/navd/navd.sock, else ${TMPDIR:-/tmp}/navd-<uid>/navd.sock; " +
			"with --system /run/navd/navd.sock (macOS: /var/run/navd/navd.sock).",
			aPath(), restart},
		{"socket.group", "Group, by name or number, whose members may connect. Empty: none.", aText(), restart},
		{"socket.allow_uids", "Users, by number, who may connect besides the daemon's own and root.", between(0, 4294967294, ""), live},
		{"socket.max_line_bytes", "Longest request line. An image must fit into it.", between(64<<10, 1<<30, "bytes"), restart},
		{"socket.max_connections", "Connections open at a time.", between(1, 65536, "connections"), restart},
		{"socket.max_batch", "Calls in one batch.", between(1, 100000, "calls"), restart},
		{"socket.max_in_flight", "Unanswered calls of one connection; at this number, navd stops reading from it.", between(1, 65536, "calls"), restart},
		{"socket.max_nesting", "Depth of arrays and objects in a request.", between(8, 1000, "levels"), restart},
	}
}

func navKeys() []key {
	return []key{
		{"nav.forward_m", "Length of one forward.", shared("nav.forward_m"), live},
		{"nav.turn_deg", "Angle of one turn.", shared("nav.turn_deg"), live},
		{"nav.scene_every", "Steps from one scene sample to the next.", shared("nav.scene_every"), live},
		{"nav.queue_size", "Earlier plans, with their outcomes, that a planner is told about (the discovered-context queue).", shared("nav.queue_size"), live},
		{"nav.localize_radius_m", "Distance within which another remembered point (anchor) of the same room type may be the same spot.", shared("nav.localize_radius_m"), live},
		{"nav.stuck_window", "Steps that the STUCK rule looks at.", shared("nav.stuck_window"), live},
		{"nav.anchor_every", "Forwards from one remembered point (anchor) to the next.", shared("nav.anchor_every"), live},
		{"nav.dwell_steps", "Steps another room type must last before it becomes a place.", shared("nav.dwell_steps"), live},
		{"nav.stuck_rule", "When STUCK is raised: the robot stays in one place without progress (progress), stays in one place (literal), or plans near where it planned before (site).", shared("nav.stuck_rule"), live},
		{"nav.plan_triggers", "What makes a plan due, besides a new goal. An empty list leaves that to the controller.", shared("nav.plan_triggers"), live},
		{"nav.context_places", "Recent places in the navigation context.", between(0, 100, "places"), live},
		{"nav.context_anchors", "Recent remembered points (anchors) in the navigation context.", between(0, 100, "anchors"), live},
		{"nav.live_episodes", "Open episodes kept in RAM; others are read again from the disk when they are used.", between(1, 65536, "episodes"), restart},
	}
}

func plannerKeys() []key {
	return []key{
		{"planner.chain", "Who is asked for a plan, in order, until one answers. local and nearest, a baseline, need no model.",
			chainOf(limits.Planners(providers())), restart},
		{"planner.deadline_ms", "Time for one plan, all attempts together.", shared("planner.deadline_ms"), live},
		{"planner.temperature", "Temperature of the model.", between(0, 2, ""), live},
		{"planner.max_tokens", "Longest answer of a model.", between(16, 65536, "tokens"), live},
	}
}

func budgetKeys() []key {
	return []key{
		{"planner.budget.context", "Tokens of a planner prompt for the navigation context. 0: no limit.", shared("planner.budget.context"), live},
	}
}

func groundingKeys() []key {
	return []key{
		{"grounding.enabled", "Whether plans get what users said, and finals are made of it. Feedback is kept in any case.", rule{}, live},
		{"grounding.generation", "When finals are made: at each episode's end (episode), or when grounding.finalize asks for one (manual).", oneOf("episode", "manual"), live},
		{"grounding.chain", "Who sums up what users said in an episode (its final), in order, until one answers. local needs no model.", chainOf(modelsOrLocal()), restart},
		{"grounding.deadline_ms", "Time for one final, all attempts together. After that the final is made without a model, and tried again later.",
			shared("planner.deadline_ms"), live},
		{"grounding.temperature", "Temperature of the model.", between(0, 2, ""), live},
		{"grounding.max_tokens", "Longest answer of a model.", between(16, 65536, "tokens"), live},
		{"grounding.budget", "Tokens of a planner prompt for what users said, your own files included. Episodes whose files take more are refused.",
			shared("grounding.budget"), live},
		{"grounding.paths", "Your own files, .json and .txt, which every episode gets whole in its prompts. They are read when it begins.", aPath(), live},
		{"grounding.merge_format", "Format of several grounding files merged: Markdown, JSON, or both.", shared("grounding.merge_format"), live},
		{"grounding.save_format", "Files that an export writes for each episode.", shared("grounding.save_format"), live},
	}
}

func episodicKeys() []key {
	return []key{
		{"episodic.condition", "Whether past episodes advise an episode that names no condition: C1 (no advice), C2 (advice), C2_silent and C2_eval_only (looked for, not shown), C2_holdout:p (held back with chance p), " +
			"empty, shuffle, irrelevant, corrupt, filler, one_line, or one of episodic.conditions. Empty: as episodic.memory says.",
			aText(), live},
		{"episodic.conditions", "Conditions of your own, each a name and then some of the flags retrieval_execute, injection_mask, store_write, exposed, frozen, holdout=P and content=ARM.",
			conditionLines(), live},
		{"episodic.profiles", "Files of further profiles, in JSON like the built-in absa and nav.", aPath(), restart},
		{"episodic.budget", "Tokens of a planner prompt for the advice of past episodes, whole advisories only.", between(0, 100000, "tokens"), live},
		{"episodic.memory.enable", "When episodic.condition is empty: whether plans use past episodes. false means C1.", rule{}, live},
		{"episodic.memory.mode", "When episodic.memory.enable is true: advisory means C2, silent means C2_silent.", oneOf("advisory", "silent"), live},
	}
}

func knowledgeKeys() []key {
	return []key{
		{"knowledge.enabled", "Whether plans obey rules and are told what was learned. It is kept in either case.", rule{}, live},
		{"knowledge.budget", "Tokens of a planner prompt for what was learned, whole memories only.", between(0, 100000, "tokens"), live},
		{"knowledge.skills_budget", "Tokens of a planner prompt for skills: first attached ones whole, then names and descriptions of others.",
			between(0, 100000, "tokens"), live},
		{"knowledge.chain", "Who makes rules, memories and skills of feedback, in order, until one has a result. local needs no model. " +
			"Without local, feedback waits until a model answers.",
			chainOf(modelsOrLocal()), restart},
		{"knowledge.mode", "Which proposals of a model wait for your approval: all (review), those of rules and skills (memories), or only those that take something " +
			"out of use (auto). dry-run: all stay proposals to look at. Proposals of local always wait.",
			oneOf("review", "memories", "auto", "dry-run"), live},
		{"knowledge.deadline_ms", "Time for one feedback with a model, all turns together. After that local does it, or it stays queued and is tried again.",
			between(1000, 3600000, "milliseconds"), live},
		{"knowledge.tokens", "Tokens for one feedback, prompts and answers of all turns together. 0: no limit.", between(0, 10000000, "tokens"), live},
		{"knowledge.temperature", "Temperature of the model.", between(0, 2, ""), live},
		{"knowledge.max_tokens", "Longest answer of a model, one turn.", between(16, 65536, "tokens"), live},
		{"knowledge.batch_items", "How many feedbacks are collected before knowledge is made of them. 1: each at once.", between(1, 1000, "feedbacks"), live},
		{"knowledge.batch_hours", "How long the oldest waiting feedback waits for others, at most.", between(0, 8760, "hours"), live},
	}
}

func latsKeys() []key {
	return []key{
		{"lats.mode", "What a tree search does for the plan after the robot began to circle: nothing (off), it tells the planner what it found (advise), " +
			"or the plan waits for it, up to half of its time, and goes where a good answer says (decide).",
			shared("lats.mode"), live},
		{"lats.chain", "Who proposes actions in a search and judges them, in order, until one answers. local needs no model.", chainOf(modelsOrLocal()), restart},
		{"lats.calls", "Calls of models in the search before a plan; a call for several answers counts once for each.", shared("lats.calls"), live},
		{"lats.deadline_ms", "Time for that search.", shared("lats.deadline_ms"), live},
		{"lats.nodes", "Nodes of its tree.", shared("lats.nodes"), live},
		{"lats.depth", "Actions from its root to the deepest node.", shared("lats.depth"), live},
		{"lats.daily_calls", "Calls of models that all searches of a day, UTC, may make. 0: no limit.", between(0, 10000000, "calls"), live},
		{"lats.workers", "Calls of models that one search makes at a time. The tree is the same with any number.", between(1, 64, "calls"), live},
		{"lats.temperature", "Temperature of the model.", between(0, 2, ""), live},
		{"lats.max_tokens", "Longest answer of a model.", between(16, 65536, "tokens"), live},
	}
}

func houseKeys() []key {
	return []key{
		{"house.default", "House of an episode that names none: no house (none), or the kept house of its scene_id (scene).",
			oneOf("none", "scene"), live},
		{"house.half_lives", "After how long half of the things of a kind stand elsewhere. Set it for kinds whose built-in time is wrong: a refrigerator has 10y, a sofa 2y, a chair 30d, a mug 12h, an unknown thing 30d.",
			halfLives(), live},
	}
}

func imageKeys() []key {
	return []key{
		{"images.max_bytes", "Size of an encoded image.", between(1024, 256<<20, "bytes"), restart},
		{"images.max_pixels", "Width times height of an image.", between(1e4, 1e9, "pixels"), restart},
		{"images.model_side", "Longest side of an image that a model gets. Larger ones are scaled down.", between(64, 8192, "pixels"), live},
		{"images.quality", "Quality of the JPEG that a scaled image becomes.", between(10, 100, ""), live},
	}
}

func retentionKeys() []key {
	return []key{
		{"retention.disk_free_mb", "Space to keep free on the disk of the data directory. With less, navd stores nothing more, but can still delete. 0: until the disk is full.",
			between(0, 1<<20, "MB"), live},
		{"retention.keys_days", "How long the answer of a call with a key is kept; after that the same key is a new call. 0: for ever.", between(0, 36500, "days"), live},
		{"retention.keys_mb", "Size of all stored answers together. Above it the oldest are removed, but none of the last hour. 0: no limit.", between(0, 1<<20, "MB"), live},
		{"retention.log_days", "How long after its end an episode keeps its log of steps; its map, plans and metrics stay. 0: for ever.", between(0, 36500, "days"), live},
		{"retention.log_mb", "Size of all logs of ended episodes together. Above it the logs of those that ended first are removed. 0: no limit.", between(0, 1<<20, "MB"), live},
		{"retention.events_days", "How long the events of episodes whose log was removed are kept for subscribers; events of other episodes are in their log. 0: for ever.",
			between(0, 36500, "days"), live},
	}
}

func logKeys() []key {
	return []key{
		{"log.level", "Lowest level that is written.", oneOf("debug", "info", "warn", "error"), live},
		{"log.format", "Format of a line.", oneOf("text", "json"), restart},
		{"log.file", "File to append to. Empty: standard error.", aPath(), restart},
		{"log.max_mb", "Size at which log.file is renamed, with the time in its name, and a new one begins. 0: never.", between(0, 1<<20, "MB"), restart},
		{"log.files", "How many renamed files are kept. 0: all.", between(0, 10000, "files"), restart},
		{"log.days", "How long renamed files are kept. 0: for ever.", between(0, 36500, "days"), restart},
		{"log.log_prompts", "Also write prompts and answers of models.", rule{}, live},
	}
}

// section describes one table of the file.
type section struct{ name, doc string }

func sections() []section {
	return []section{
		{"socket", "Where the daemon listens, who may call it, and how much they may send."},
		{"nav", "Navigation memory. Open episodes keep the values they began with."},
		{"planner", "How plans are made."},
		{"planner.budget", "Tokens of a planner prompt. What the context leaves unused goes to grounding.budget."},
		{"grounding", "What users said: how it is summed up, and how much of it a plan gets."},
		{"episodic", "Advice of past episodes for later ones, and under which conditions."},
		{"episodic.memory", "A shorter way to set the condition, when episodic.condition is empty."},
		{"knowledge", "What was learned from feedback: rules that plans obey, memories and skills."},
		{"lats", "Tree search over the memory: it compares a few ways before it plans for a robot that circles."},
		{"house", "What is kept of a house from one episode to the next."},
		{"scene", "How pictures of nav.observe are read."},
		{"models", "What all models share. Credentials come only from the environment, never from this file."},
		{"models.vertex", "Vertex AI by its first client library, with application default credentials."},
		{"models.genai", "Google's newer client library, for Vertex AI and Gemini API keys (GEMINI_API_KEY or GOOGLE_API_KEY)."},
		{"models.openai", "Any server that speaks OpenAI's protocol. Its key, if it needs one, comes from OPENAI_API_KEY."},
		{"prompts", "Files that replace the built-in prompts; `navd config prompts --write DIR` writes those out."},
		{"images", "Limits of images, checked before they are decoded."},
		{"retention", "How long temporary data are kept. Episodes, maps, what users said and what was learned stay until somebody deletes them."},
		{"log", "What the daemon writes about itself."},
	}
}
