package config

import (
	"slices"

	"navd/daemon/limits"
)

// The two answers to "does a reload apply it?".
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
		{"data_dir", "Directory of the stores. Empty: $XDG_DATA_HOME/navd, else ~/.local/share/navd " +
			"(macOS: ~/Library/Application Support/navd); with --system /var/lib/navd.",
			func(c *Config) any { return &c.DataDir }, aPath(), restart},
		{"durability", "When a write is acknowledged: after fdatasync has returned, or before; then a power cut may cost the file.",
			func(c *Config) any { return &c.Durability }, oneOf("sync", "relaxed"), restart},
		{"image_roots", "Directories below which clients may name images by path. The system service sees a new one after `navd service install --system --replace` and a restart.",
			func(c *Config) any { return &c.ImageRoots }, aPath(), live},
	}
}

func socketKeys() []key {
	return []key{
		{"socket.path", "Path of the Unix socket. Empty: $XDG_RUNTIME_DIR/navd/navd.sock, else ${TMPDIR:-/tmp}/navd-<uid>/navd.sock; " +
			"with --system /run/navd/navd.sock (macOS: /var/run/navd/navd.sock).",
			func(c *Config) any { return &c.Socket.Path }, aPath(), restart},
		{"socket.group", "Group, by name or number, whose members may connect. Empty: none.",
			func(c *Config) any { return &c.Socket.Group }, aText(), restart},
		{"socket.allow_uids", "Users, by number, who may connect besides the daemon's own and root.",
			func(c *Config) any { return &c.Socket.AllowUIDs }, between(0, 4294967294, ""), live},
		{"socket.max_line_bytes", "Longest request line. A whole image has to fit.",
			func(c *Config) any { return &c.Socket.MaxLineBytes }, between(64<<10, 1<<30, "bytes"), restart},
		{"socket.max_connections", "Connections open at a time.",
			func(c *Config) any { return &c.Socket.MaxConnections }, between(1, 65536, "connections"), restart},
		{"socket.max_batch", "Calls in one batch.",
			func(c *Config) any { return &c.Socket.MaxBatch }, between(1, 100000, "calls"), restart},
		{"socket.max_in_flight", "Unanswered calls of one connection; then it is not read further.",
			func(c *Config) any { return &c.Socket.MaxInFlight }, between(1, 65536, "calls"), restart},
		{"socket.max_nesting", "Depth of arrays and objects in a request.",
			func(c *Config) any { return &c.Socket.MaxNesting }, between(8, 1000, "levels"), restart},
	}
}

func navKeys() []key {
	return []key{
		{"nav.forward_m", "Length of one forward.",
			func(c *Config) any { return &c.Nav.ForwardM }, shared("nav.forward_m"), live},
		{"nav.turn_deg", "Angle of one turn.",
			func(c *Config) any { return &c.Nav.TurnDeg }, shared("nav.turn_deg"), live},
		{"nav.scene_every", "Steps from one scene sample to the next.",
			func(c *Config) any { return &c.Nav.SceneEvery }, shared("nav.scene_every"), live},
		{"nav.queue_size", "Earlier plans, with what came of them, that a planner is told of (the discovered-context queue).",
			func(c *Config) any { return &c.Nav.QueueSize }, shared("nav.queue_size"), live},
		{"nav.localize_radius_m", "Distance within which another remembered point (anchor) of the same room type may be the same spot.",
			func(c *Config) any { return &c.Nav.LocalizeRadiusM }, shared("nav.localize_radius_m"), live},
		{"nav.stuck_window", "Steps the STUCK rule looks at.",
			func(c *Config) any { return &c.Nav.StuckWindow }, shared("nav.stuck_window"), live},
		{"nav.anchor_every", "Forwards from one remembered point (anchor) to the next.",
			func(c *Config) any { return &c.Nav.AnchorEvery }, shared("nav.anchor_every"), live},
		{"nav.dwell_steps", "Steps another room type must last before it becomes a place.",
			func(c *Config) any { return &c.Nav.DwellSteps }, shared("nav.dwell_steps"), live},
		{"nav.stuck_rule", "STUCK means: one place and no progress, one place, or a plan near where an earlier one was made.",
			func(c *Config) any { return &c.Nav.StuckRule }, shared("nav.stuck_rule"), live},
		{"nav.plan_triggers", "Moments at which a plan is due. An empty list leaves it to the controller.",
			func(c *Config) any { return &c.Nav.PlanTriggers }, shared("nav.plan_triggers"), live},
		{"nav.context_places", "Recent places in the navigation context.",
			func(c *Config) any { return &c.Nav.ContextPlaces }, between(0, 100, "places"), live},
		{"nav.context_anchors", "Recent remembered points (anchors) in the navigation context.",
			func(c *Config) any { return &c.Nav.ContextAnchors }, between(0, 100, "anchors"), live},
		{"nav.live_episodes", "Open episodes kept in memory; others are read again when they are used.",
			func(c *Config) any { return &c.Nav.LiveEpisodes }, between(1, 65536, "episodes"), restart},
	}
}

func plannerKeys() []key {
	return []key{
		{"planner.chain", "Who is asked for a plan, in order, until one answers. local and nearest, a baseline, need no model.",
			func(c *Config) any { return &c.Planner.Chain }, chainOf(limits.Planners(providers())), restart},
		{"planner.deadline_ms", "Time for one plan, all attempts together.",
			func(c *Config) any { return &c.Planner.DeadlineMS }, shared("planner.deadline_ms"), live},
		{"planner.temperature", "Temperature of the model.",
			func(c *Config) any { return &c.Planner.Temperature }, between(0, 2, ""), live},
		{"planner.max_tokens", "Longest answer of a model.",
			func(c *Config) any { return &c.Planner.MaxTokens }, between(16, 65536, "tokens"), live},
	}
}

func budgetKeys() []key {
	return []key{
		{"planner.budget.context", "Share of the navigation context. 0: no limit.",
			func(c *Config) any { return &c.Planner.Budget.Context }, shared("planner.budget.context"), live},
	}
}

func groundingKeys() []key {
	return []key{
		{"grounding.enabled", "Plans get what users said, and an episode's end makes a final of it. Feedback is kept in any case.",
			func(c *Config) any { return &c.Grounding.Enabled }, rule{}, live},
		{"grounding.generation", "When such finals are made: at each episode's end, or when grounding.finalize asks for one.",
			func(c *Config) any { return &c.Grounding.Generation }, oneOf("episode", "manual"), live},
		{"grounding.chain", "Who sums up what users said in an episode (its final), in order, until one answers. local needs no model.",
			func(c *Config) any { return &c.Grounding.Chain }, chainOf(modelsOrLocal()), restart},
		{"grounding.deadline_ms", "Time for one final, all attempts together. One that failed is made without a model, and tried again later.",
			func(c *Config) any { return &c.Grounding.DeadlineMS }, shared("planner.deadline_ms"), live},
		{"grounding.temperature", "Temperature of the model.",
			func(c *Config) any { return &c.Grounding.Temperature }, between(0, 2, ""), live},
		{"grounding.max_tokens", "Longest answer of a model.",
			func(c *Config) any { return &c.Grounding.MaxTokens }, between(16, 65536, "tokens"), live},
		{"grounding.budget", "Tokens of a planner prompt for what users said, your own files included. Episodes whose files take more are refused.",
			func(c *Config) any { return &c.Grounding.Budget }, shared("grounding.budget"), live},
		{"grounding.paths", "Your own files, .json and .txt, which every episode gets whole in its prompts; read when it begins.",
			func(c *Config) any { return &c.Grounding.Paths }, aPath(), live},
		{"grounding.merge_format", "What several such files are merged into: Markdown, JSON, or both.",
			func(c *Config) any { return &c.Grounding.MergeFormat }, shared("grounding.merge_format"), live},
		{"grounding.save_format", "Files that an export writes for each episode.",
			func(c *Config) any { return &c.Grounding.SaveFormat }, shared("grounding.save_format"), live},
	}
}

func episodicKeys() []key {
	return []key{
		{"episodic.condition", "What past episodes have to do with an episode that names no condition: C1 (nothing), C2 (advice), C2_silent, C2_eval_only, C2_holdout:p, " +
			"empty, shuffle, irrelevant, corrupt, filler, one_line, or one of episodic.conditions. Empty: as episodic.memory says.",
			func(c *Config) any { return &c.Episodic.Condition }, aText(), live},
		{"episodic.conditions", "Conditions of your own: a name, then flags out of retrieval_execute, injection_mask, store_write, exposed, frozen, holdout=P and content=ARM.",
			func(c *Config) any { return &c.Episodic.Conditions }, conditionLines(), live},
		{"episodic.profiles", "Files of further profiles, in JSON like the built-in absa and nav.",
			func(c *Config) any { return &c.Episodic.Profiles }, aPath(), restart},
		{"episodic.budget", "Tokens of a planner prompt for the advice of past episodes, whole advisories only.",
			func(c *Config) any { return &c.Episodic.Budget }, between(0, 100000, "tokens"), live},
		{"episodic.memory.enable", "Without episodic.condition: whether past episodes count at all. false means C1.",
			func(c *Config) any { return &c.Episodic.Memory.Enabled }, rule{}, live},
		{"episodic.memory.mode", "With it: advisory means C2, silent C2_silent.",
			func(c *Config) any { return &c.Episodic.Memory.Mode }, oneOf("advisory", "silent"), live},
	}
}

func knowledgeKeys() []key {
	return []key{
		{"knowledge.enabled", "Whether plans obey rules and are told what was learned. It is kept in either case.",
			func(c *Config) any { return &c.Knowledge.Enabled }, rule{}, live},
		{"knowledge.budget", "Tokens of a planner prompt for what was learned, whole memories only.",
			func(c *Config) any { return &c.Knowledge.Budget }, between(0, 100000, "tokens"), live},
		{"knowledge.skills_budget", "Tokens of a planner prompt for skills: those that are attached whole, then the names and descriptions of others.",
			func(c *Config) any { return &c.Knowledge.Skills }, between(0, 100000, "tokens"), live},
		{"knowledge.chain", "Who makes rules, memories and skills of feedback, in order, until one comes to a result. local needs no model. " +
			"Without local, feedback waits until a model is there.",
			func(c *Config) any { return &c.Knowledge.Chain }, chainOf(modelsOrLocal()), restart},
		{"knowledge.mode", "What of a model waits for somebody to approve it: everything (review), rules and skills (memories), or only what takes something " +
			"out of use (auto). dry-run: nothing comes of it but a proposal to look at. What local makes always waits.",
			func(c *Config) any { return &c.Knowledge.Mode }, oneOf("review", "memories", "auto", "dry-run"), live},
		{"knowledge.deadline_ms", "Time for one feedback with a model, all turns together. Then local does it, or it stays queued and is tried again.",
			func(c *Config) any { return &c.Knowledge.DeadlineMS }, between(1000, 3600000, "milliseconds"), live},
		{"knowledge.tokens", "What the turns over one feedback may take together, prompts and answers. 0: no limit.",
			func(c *Config) any { return &c.Knowledge.Tokens }, between(0, 10000000, "tokens"), live},
		{"knowledge.temperature", "Temperature of the model.",
			func(c *Config) any { return &c.Knowledge.Temperature }, between(0, 2, ""), live},
		{"knowledge.max_tokens", "Longest answer of a model, one turn.",
			func(c *Config) any { return &c.Knowledge.MaxTokens }, between(16, 65536, "tokens"), live},
		{"knowledge.batch_items", "How many feedbacks wait for each other before knowledge is made of them. 1: each at once.",
			func(c *Config) any { return &c.Knowledge.BatchItems }, between(1, 1000, "feedbacks"), live},
		{"knowledge.batch_hours", "How long the first of them waits at most.",
			func(c *Config) any { return &c.Knowledge.BatchHours }, between(0, 8760, "hours"), live},
	}
}

func latsKeys() []key {
	return []key{
		{"lats.mode", "What a tree search has to do with the plan after the robot began to circle: nothing (off), what it found is told to the planner (advise), " +
			"or the plan waits for it, up to half of its time, and goes where it says (decide).",
			func(c *Config) any { return &c.Lats.Mode }, oneOf("off", "advise", "decide"), live},
		{"lats.chain", "Who proposes what to do in a search and judges it, in order, until one answers. local needs no model.",
			func(c *Config) any { return &c.Lats.Chain }, chainOf(modelsOrLocal()), restart},
		{"lats.calls", "Calls of models in the search before a plan; one asked for more than one answer counts as many.",
			func(c *Config) any { return &c.Lats.Calls }, between(1, 10000, "calls"), live},
		{"lats.deadline_ms", "Time for that search.",
			func(c *Config) any { return &c.Lats.DeadlineMS }, between(10, 3600000, "milliseconds"), live},
		{"lats.nodes", "Nodes of its tree.",
			func(c *Config) any { return &c.Lats.Nodes }, between(2, 10000, "nodes"), live},
		{"lats.depth", "Actions from its root to the deepest node.",
			func(c *Config) any { return &c.Lats.Depth }, between(1, 50, "actions"), live},
		{"lats.daily_calls", "Calls of models that all searches of a day, UTC, may make. 0: no limit.",
			func(c *Config) any { return &c.Lats.DailyCalls }, between(0, 10000000, "calls"), live},
		{"lats.workers", "Calls of models that one search makes at a time. The tree is the same with any number.",
			func(c *Config) any { return &c.Lats.Workers }, between(1, 64, "calls"), live},
		{"lats.temperature", "Temperature of the model.",
			func(c *Config) any { return &c.Lats.Temperature }, between(0, 2, ""), live},
		{"lats.max_tokens", "Longest answer of a model.",
			func(c *Config) any { return &c.Lats.MaxTokens }, between(16, 65536, "tokens"), live},
	}
}

func houseKeys() []key {
	return []key{
		{"house.default", "In which kept house an episode is that says nothing of it: in none, or, for a robot that lives somewhere, in that of its scene_id (scene).",
			func(c *Config) any { return &c.House.Default }, oneOf("none", "scene"), live},
		{"house.half_lives", "After how long half of the things of a kind stand elsewhere, for kinds where the built-in times (a refrigerator 10y, a sofa 2y, a chair 30d, a mug 12h, what nobody knows 30d) are not right.",
			func(c *Config) any { return &c.House.HalfLives }, halfLives(), live},
	}
}

func imageKeys() []key {
	return []key{
		{"images.max_bytes", "Size of an encoded image.",
			func(c *Config) any { return &c.Images.MaxBytes }, between(1024, 256<<20, "bytes"), restart},
		{"images.max_pixels", "Width times height of an image.",
			func(c *Config) any { return &c.Images.MaxPixels }, between(1e4, 1e9, "pixels"), restart},
		{"images.model_side", "Longest side of an image that a model gets. Larger ones are scaled down.",
			func(c *Config) any { return &c.Images.ModelSide }, between(64, 8192, "pixels"), live},
		{"images.quality", "Quality of the JPEG that a scaled image becomes.",
			func(c *Config) any { return &c.Images.Quality }, between(10, 100, ""), live},
	}
}

func retentionKeys() []key {
	return []key{
		{"retention.disk_free_mb", "What is to stay free on the disk of the data directory. With less nothing more is stored, and deleting goes on. 0: until the disk is full.",
			func(c *Config) any { return &c.Retention.DiskFreeMB }, between(0, 1<<20, "MB"), live},
		{"retention.keys_days", "How long the answer of a call with a key is kept; after that the same key is a new call. 0: for ever.",
			func(c *Config) any { return &c.Retention.KeysDays }, between(0, 36500, "days"), live},
		{"retention.keys_mb", "What these answers may take together; then the oldest go, but none of the last hour. 0: no limit.",
			func(c *Config) any { return &c.Retention.KeysMB }, between(0, 1<<20, "MB"), live},
		{"retention.log_days", "How long after its end an episode keeps its log of steps; its map, plans and metrics stay. 0: for ever.",
			func(c *Config) any { return &c.Retention.LogDays }, between(0, 36500, "days"), live},
		{"retention.log_mb", "What the logs of ended episodes may take together; then those go that ended first. 0: no limit.",
			func(c *Config) any { return &c.Retention.LogMB }, between(0, 1<<20, "MB"), live},
		{"retention.events_days", "How long subscribers can go back to events of episodes whose log is gone. Those of other episodes are their log. 0: for ever.",
			func(c *Config) any { return &c.Retention.EventsDays }, between(0, 36500, "days"), live},
	}
}

func logKeys() []key {
	return []key{
		{"log.level", "Least level that is written.",
			func(c *Config) any { return &c.Log.Level }, oneOf("debug", "info", "warn", "error"), live},
		{"log.format", "Format of a line.",
			func(c *Config) any { return &c.Log.Format }, oneOf("text", "json"), restart},
		{"log.file", "File to append to. Empty: standard error.",
			func(c *Config) any { return &c.Log.File }, aPath(), restart},
		{"log.max_mb", "Size at which log.file is put aside, under its name and the time, and begun anew. 0: never.",
			func(c *Config) any { return &c.Log.MaxMB }, between(0, 1<<20, "MB"), restart},
		{"log.files", "How many files that were put aside are kept. 0: all.",
			func(c *Config) any { return &c.Log.Files }, between(0, 10000, "files"), restart},
		{"log.days", "How long files that were put aside are kept. 0: for ever.",
			func(c *Config) any { return &c.Log.Days }, between(0, 36500, "days"), restart},
		{"log.log_prompts", "Also write prompts and answers of models.",
			func(c *Config) any { return &c.Log.LogPrompts }, rule{}, live},
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
		{"episodic", "What past episodes have to do with the next, and under which conditions."},
		{"episodic.memory", "The shorter way to say the condition, where episodic.condition is empty."},
		{"knowledge", "What was learned of feedback and approved: rules that plans obey, and memories."},
		{"lats", "Tree search over the memory: it compares a few ways before the plan of a robot that circles."},
		{"house", "What is kept of a house from one episode to the next."},
		{"scene", "How pictures of nav.observe are read."},
		{"models", "What all models share. Credentials come from the environment alone, never from this file."},
		{"models.vertex", "Vertex AI by its first client library. Credentials are the application default ones."},
		{"models.genai", "Google's newer client library, for Vertex AI and Gemini API keys (GEMINI_API_KEY or GOOGLE_API_KEY)."},
		{"models.openai", "Any server that speaks OpenAI's protocol. Its key, if it wants one, is that of OPENAI_API_KEY."},
		{"prompts", "Files that replace the built-in prompts; `navd config prompts --write DIR` writes those out."},
		{"images", "What an image may be before anything decodes it."},
		{"retention", "How long what only serves for a while is kept. Episodes, maps, what users said and what was learned stay until somebody deletes them."},
		{"log", "What the daemon writes about itself."},
	}
}
