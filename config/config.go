package config

import (
	"navd/daemon/episodic"
	"navd/daemon/limits"
	"navd/daemon/nav"
)

// Config is every setting of the daemon. The zero value is not usable; start
// from [Default] or [Load]. [Keys] has the unit, range and default of each.
type Config struct {
	// DataDir is the directory of the store; empty: [DefaultDataDir]. After Load it is
	// absolute.
	DataDir string `toml:"data_dir"`
	// Durability says when a write is acknowledged.
	Durability string `toml:"durability"`
	// ImageRoots are the directories below which clients may name images by path.
	ImageRoots []string `toml:"image_roots"`

	Socket    Socket    `toml:"socket"`
	Nav       Nav       `toml:"nav"`
	Planner   Planner   `toml:"planner"`
	Grounding Grounding `toml:"grounding"`
	Episodic  Episodic  `toml:"episodic"`
	Knowledge Knowledge `toml:"knowledge"`
	Lats      Lats      `toml:"lats"`
	House     House     `toml:"house"`
	Scene     Scene     `toml:"scene"`
	Models    Models    `toml:"models"`
	Prompts   Prompts   `toml:"prompts"`
	Images    Images    `toml:"images"`
	Retention Retention `toml:"retention"`
	Log       Log       `toml:"log"`
}

// House says how episodes use kept houses.
type House struct {
	// Default is the house of an episode that names none: "none", or "scene" for the
	// house of its scene_id.
	Default string `toml:"default"`

	// HalfLives are the times after which half of the things of a kind stand elsewhere,
	// each like "mug=12h". Other kinds have built-in half-lives.
	HalfLives []string `toml:"half_lives"`
}

// Socket is where the daemon listens, who may call it, and how much they may
// send.
type Socket struct {
	// Path of the Unix socket; empty: [DefaultSocket]. After Load it is absolute and
	// not too long for a socket.
	Path string `toml:"path"`
	// Group, by name or number, whose members may connect; the socket then has mode
	// 0660 instead of 0600. Empty: no group.
	Group string `toml:"group"`
	// AllowUIDs are further users who may connect. With any, the socket has mode 0666,
	// and the daemon checks the peer's credentials. A list that was empty at the start
	// takes effect only after a restart.
	AllowUIDs []int `toml:"allow_uids"`
	// MaxLineBytes bounds one request line.
	MaxLineBytes int `toml:"max_line_bytes"`
	// MaxConnections bounds open connections.
	MaxConnections int `toml:"max_connections"`
	// MaxBatch bounds the calls of one batch.
	MaxBatch int `toml:"max_batch"`
	// MaxInFlight bounds the unanswered calls of one connection.
	MaxInFlight int `toml:"max_in_flight"`
	// MaxNesting bounds the depth of a request.
	MaxNesting int `toml:"max_nesting"`
}

// Nav has the defaults of the navigation memory. An episode may override the first ten of
// them when it begins.
type Nav struct {
	nav.Config
	// LiveEpisodes is how many open episodes stay in RAM.
	LiveEpisodes int `toml:"live_episodes"`
}

// Planner says how plans are made.
type Planner struct {
	// Chain is who is asked, in order, until one answers.
	Chain []string `toml:"chain"`
	// DeadlineMS is how long one plan may take.
	DeadlineMS int `toml:"deadline_ms"`
	// Temperature of the model.
	Temperature float64 `toml:"temperature"`
	// MaxTokens bounds the answer.
	MaxTokens int `toml:"max_tokens"`

	Budget Budget `toml:"budget"`
}

// Scene says how pictures of nav.observe are read.
type Scene struct {
	// Chain is who reads a picture, in order, until one answers. local reads none: with
	// local alone, the controller has to name the scenes.
	Chain []string `toml:"chain"`
	// DeadlineMS is how long one picture may take.
	DeadlineMS int `toml:"deadline_ms"`
	// Temperature of the model.
	Temperature float64 `toml:"temperature"`
	// MaxTokens bounds the answer.
	MaxTokens int `toml:"max_tokens"`
}

// Models has what all models share, and the settings of each provider.
type Models struct {
	// MaxConcurrent bounds the calls of one provider that run at a time.
	MaxConcurrent int `toml:"max_concurrent"`
	// DailyBudget is what the calls of one day (UTC) may cost; 0: no limit.
	DailyBudget float64 `toml:"daily_budget"`
	// Prices of models, see [Models.PriceOf].
	Prices []string `toml:"prices"`
	// Servers are further servers that speak OpenAI's protocol, see [Models.OpenAIServers].
	Servers []string `toml:"servers"`
	// Tape is a file that model calls are recorded in or replayed from; empty:
	// none.
	Tape string `toml:"tape"`
	// TapeMode is record or replay.
	TapeMode string `toml:"tape_mode"`

	Vertex Vertex `toml:"vertex"`
	GenAI  GenAI  `toml:"genai"`
	OpenAI OpenAI `toml:"openai"`
}

// Vertex is Vertex AI by its first client library. It uses application default credentials.
type Vertex struct {
	// Project of the cloud; empty: GOOGLE_CLOUD_PROJECT.
	Project string `toml:"project"`
	// Location of the models.
	Location string `toml:"location"`
	// Model that is asked when a chain names none.
	Model string `toml:"model"`
	// Endpoint is the service's address; empty: Google's.
	Endpoint string `toml:"endpoint"`
	// Auth says how calls are authorised. none is allowed only for loopback endpoints.
	Auth string `toml:"auth"`
}

// GenAI is Google's newer client library, for Vertex AI and Gemini API keys.
type GenAI struct {
	// Project of the cloud; empty: GOOGLE_CLOUD_PROJECT.
	Project string `toml:"project"`
	// Location of the models.
	Location string `toml:"location"`
	// Model that is asked when a chain names none.
	Model string `toml:"model"`
	// BaseURL is the service's address; empty: Google's.
	BaseURL string `toml:"base_url"`
	// Auth says how calls are authorised. The key comes from GEMINI_API_KEY or
	// GOOGLE_API_KEY; none is allowed only for loopback addresses.
	Auth string `toml:"auth"`
}

// OpenAI is any server that speaks OpenAI's protocol. Its key, if it needs one, comes from
// OPENAI_API_KEY.
type OpenAI struct {
	// BaseURL is the server's address.
	BaseURL string `toml:"base_url"`
	// Model that is asked when a chain names none.
	Model string `toml:"model"`
}

// Prompts are files that replace the built-in prompts.
type Prompts struct {
	// Planner is the prompt for plans; empty: the built-in one.
	Planner string `toml:"planner"`
	// Scene is the prompt for pictures; empty: the built-in one.
	Scene string `toml:"scene"`
	// Final is the prompt for the final of an episode; empty: the built-in one.
	Final string `toml:"final"`
	// Agent is the prompt for making knowledge of feedback; empty: the built-in one.
	Agent string `toml:"agent"`
}

// Grounding is what users said: how it is summed up, and how much of it a plan gets.
type Grounding struct {
	// Enabled gives plans what users said, and makes finals. Feedback is kept in
	// any case.
	Enabled bool `toml:"enabled"`
	// Generation says when finals are made: at each episode's end, or only when
	// grounding.finalize asks for one.
	Generation string `toml:"generation"`
	// Chain is who makes a final, in order, until one answers. local needs no model.
	Chain []string `toml:"chain"`
	// DeadlineMS is how long one final may take. After that it is made without a model,
	// and tried again later.
	DeadlineMS int `toml:"deadline_ms"`
	// Temperature of the model.
	Temperature float64 `toml:"temperature"`
	// MaxTokens bounds the answer.
	MaxTokens int `toml:"max_tokens"`
	// Budget is how many tokens of a planner prompt it may take, plus those that the
	// context leaves unused.
	Budget int `toml:"budget"`
	// Paths are the user's own files, which every episode gets whole. They are read
	// when an episode begins.
	Paths []string `toml:"paths"`
	// MergeFormat is the format of several such files merged.
	MergeFormat string `toml:"merge_format"`
	// SaveFormat says which files an export writes for each episode.
	SaveFormat string `toml:"save_format"`
}

// Episodic is the advice of past episodes for later ones.
type Episodic struct {
	// Condition of episodes that name none; empty: as Memory says.
	Condition string `toml:"condition"`
	// Conditions are the user's own, a line each: a name and its flags.
	Conditions []string `toml:"conditions"`
	// Profiles are files of further profiles.
	Profiles []string `toml:"profiles"`
	// Budget is how many tokens of a planner prompt the advice may take.
	Budget int `toml:"budget"`

	Memory EpisodicMemory `toml:"memory"`
}

// EpisodicMemory is a shorter way to set the condition.
type EpisodicMemory struct {
	// Enabled: false means C1.
	Enabled bool `toml:"enable"`
	// Mode, when Enabled: advisory means C2, silent means C2_silent.
	Mode string `toml:"mode"`
}

// Named gives the condition of episodes that name none.
func (e Episodic) Named() string {
	switch {
	case e.Condition != "":
		return e.Condition
	case !e.Memory.Enabled:
		return episodic.NoMemory
	case e.Memory.Mode == "silent":
		return "C2_silent"
	}
	return "C2"
}

// Knowledge is what was learned from feedback: memories, rules and skills.
type Knowledge struct {
	// Enabled: false leaves it out of every plan; it is still kept.
	Enabled bool `toml:"enabled"`
	// Budget is how many tokens of a planner prompt memories may take.
	Budget int `toml:"budget"`
	// Skills is how many tokens skills may take: attached ones whole, others by name and
	// description.
	Skills int `toml:"skills_budget"`

	// Chain is who makes knowledge of feedback, in order, until one has a result. local
	// needs no model.
	Chain []string `toml:"chain"`
	// Mode says which proposals of a model wait for approval.
	Mode string `toml:"mode"`
	// DeadlineMS is how long one feedback may take with a model. After that local does
	// it, or it stays queued.
	DeadlineMS int `toml:"deadline_ms"`
	// Tokens is how many tokens all turns over one feedback may take; 0: no limit.
	Tokens int `toml:"tokens"`
	// Temperature of the model.
	Temperature float64 `toml:"temperature"`
	// MaxTokens bounds one answer.
	MaxTokens int `toml:"max_tokens"`
	// BatchItems is how many feedbacks are processed together.
	BatchItems int `toml:"batch_items"`
	// BatchHours is how long the first of them waits for others at most.
	BatchHours float64 `toml:"batch_hours"`
}

// Lats is tree search over the memory.
type Lats struct {
	// Mode says what a search does for the plan after a robot began to circle.
	Mode string `toml:"mode"`
	// Chain is who proposes actions and judges them, in order, until one answers. local
	// needs no model.
	Chain []string `toml:"chain"`
	// Calls, DeadlineMS, Nodes and Depth bound the search before such a plan.
	Calls      int `toml:"calls"`
	DeadlineMS int `toml:"deadline_ms"`
	Nodes      int `toml:"nodes"`
	Depth      int `toml:"depth"`
	// DailyCalls is how many calls of models all searches of a day (UTC) may make; 0: no
	// limit.
	DailyCalls int `toml:"daily_calls"`
	// Workers is how many calls of one search run at a time.
	Workers int `toml:"workers"`
	// Temperature of the model.
	Temperature float64 `toml:"temperature"`
	// MaxTokens bounds one answer.
	MaxTokens int `toml:"max_tokens"`
}

// Budget is how many tokens of a planner prompt each part may take. What the context leaves
// unused goes to what users said, see Grounding.
type Budget struct {
	// Context is for the navigation context.
	Context int `toml:"context"`
}

// Images bounds images; they are checked before they are decoded.
type Images struct {
	// MaxBytes bounds an encoded image.
	MaxBytes int `toml:"max_bytes"`
	// MaxPixels bounds width times height.
	MaxPixels int `toml:"max_pixels"`
	// ModelSide is the longest side of an image that a model gets; larger ones are
	// scaled down.
	ModelSide int `toml:"model_side"`
	// Quality of the JPEG that a scaled image becomes.
	Quality int `toml:"quality"`
}

// Retention says how long temporary data are kept. Episodes, maps, what users said, past
// episodes and knowledge stay until somebody deletes them.
type Retention struct {
	// DiskFreeMB is how much space must stay free on the disk; with less, nothing more
	// is stored. 0: until the disk is full.
	DiskFreeMB int `toml:"disk_free_mb"`
	// KeysDays is how long the answer of a call with a key is kept; 0: for ever.
	KeysDays int `toml:"keys_days"`
	// KeysMB is how much these answers may take together; 0: no limit.
	KeysMB int `toml:"keys_mb"`
	// LogDays is how long after its end an episode keeps its log; 0: for ever.
	LogDays int `toml:"log_days"`
	// LogMB is how much the logs of ended episodes may take together; 0: no limit.
	LogMB int `toml:"log_mb"`
	// EventsDays is how long the events of episodes whose log was removed are kept for
	// subscribers; 0: for ever.
	EventsDays int `toml:"events_days"`
}

// Log is what the daemon writes about itself.
type Log struct {
	// Level is the lowest level that is written.
	Level string `toml:"level"`
	// Format of a line.
	Format string `toml:"format"`
	// File to append to; empty: standard error.
	File string `toml:"file"`
	// MaxMB is the size at which the file is rotated; 0: never.
	MaxMB int `toml:"max_mb"`
	// Files is how many rotated files are kept; 0: all.
	Files int `toml:"files"`
	// Days is how long they are kept; 0: for ever.
	Days int `toml:"days"`
	// LogPrompts also writes prompts and answers of models.
	LogPrompts bool `toml:"log_prompts"`
}

// Default gives the default settings. DataDir and Socket.Path are empty: they depend on the
// host, and [Load] fills them in.
func Default() Config {
	return Config{
		Durability: "sync",
		ImageRoots: []string{},
		Socket: Socket{
			AllowUIDs:    []int{},
			MaxLineBytes: 16 << 20, MaxConnections: 1024, MaxBatch: 1000, MaxInFlight: 256, MaxNesting: 64,
		},
		Nav: Nav{Config: nav.DefaultConfig(), LiveEpisodes: 256},
		Planner: Planner{
			Chain: []string{limits.Local}, DeadlineMS: 8000, MaxTokens: 1024,
			Budget: Budget{Context: 800},
		},
		Grounding: Grounding{
			Enabled: true, Generation: "episode", Chain: []string{limits.Local}, DeadlineMS: 30000, MaxTokens: 2048,
			Budget: 400, Paths: []string{}, MergeFormat: "txt", SaveFormat: "both",
		},
		Episodic: Episodic{Conditions: []string{}, Profiles: []string{}, Budget: 400, Memory: EpisodicMemory{Mode: "advisory"}},
		Knowledge: Knowledge{
			Enabled: true, Budget: 400, Skills: 300, Chain: []string{limits.Local}, Mode: "memories", DeadlineMS: 120000, Tokens: 100000, MaxTokens: 2048,
			BatchItems: 1, BatchHours: 72,
		},
		Lats: Lats{
			Mode: "advise", Chain: []string{limits.Local}, Calls: 12, DeadlineMS: 8000, Nodes: 60, Depth: 5, Workers: 4, Temperature: 0.7, MaxTokens: 400,
		},
		House: House{Default: "none", HalfLives: []string{}},
		Scene: Scene{Chain: []string{limits.Local}, DeadlineMS: 10000, Temperature: 0.2, MaxTokens: 1024},
		Models: Models{
			MaxConcurrent: 8, TapeMode: "record",
			Prices: []string{"gemini-2.5-flash-lite 0.10 0.40", "gemini-2.5-flash 0.30 2.50", "gemini-2.5-pro 1.25 10.00"}, Servers: []string{},
			Vertex: Vertex{Location: "us-central1", Model: "gemini-2.5-flash-lite", Auth: "adc"},
			GenAI:  GenAI{Location: "us-central1", Model: "gemini-2.5-flash-lite", Auth: "adc"},
			OpenAI: OpenAI{BaseURL: "http://127.0.0.1:11434/v1"},
		},
		Images:    Images{MaxBytes: 8 << 20, MaxPixels: 50_000_000, ModelSide: 1024, Quality: 85},
		Retention: Retention{DiskFreeMB: 64, KeysDays: 30, KeysMB: 256, EventsDays: 30},
		Log:       Log{Level: "info", Format: "text", MaxMB: 100, Files: 5},
	}
}
