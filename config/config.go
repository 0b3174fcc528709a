package config

// Config is every setting of the daemon. The zero value is not usable; start
// from [Default] or [Load]. Field comments give unit, range and default; the
// tests hold them to the table that [Keys] prints.
type Config struct {
	// DataDir is where the stores lie: a path, default "" for the place that
	// [DefaultDataDir] names. After Load it is absolute.
	DataDir string `toml:"data_dir"`
	// Durability says when a write is acknowledged: "sync" after fdatasync,
	// "relaxed" before it; "sync" or "relaxed", default "sync".
	Durability string `toml:"durability"`
	// ImageRoots are the directories below which clients may name images by
	// path: a list of paths, default [].
	ImageRoots []string `toml:"image_roots"`

	Socket    Socket    `toml:"socket"`
	Nav       Nav       `toml:"nav"`
	Planner   Planner   `toml:"planner"`
	Grounding Grounding `toml:"grounding"`
	Scene     Scene     `toml:"scene"`
	Models    Models    `toml:"models"`
	Prompts   Prompts   `toml:"prompts"`
	Images    Images    `toml:"images"`
	Log       Log       `toml:"log"`
}

// Socket is where the daemon listens, who may call it, and how much they may
// send.
type Socket struct {
	// Path of the Unix socket: a path, default "" for the place that
	// [DefaultSocket] names. After Load it is absolute and fits sun_path.
	Path string `toml:"path"`
	// Group whose members may connect; the socket is then 0660, not 0600. A
	// name or number, default "" for nobody.
	Group string `toml:"group"`
	// AllowUIDs are further users who may connect: 0 to 4294967294 each,
	// default []. The socket is then 0666 from the start, and the peer's
	// credentials decide; a list that was empty at the start needs a restart.
	AllowUIDs []int `toml:"allow_uids"`
	// MaxLineBytes bounds one request line: 65536 to 1073741824 bytes,
	// default 16777216.
	MaxLineBytes int `toml:"max_line_bytes"`
	// MaxConnections bounds open connections: 1 to 65536 connections, default
	// 1024.
	MaxConnections int `toml:"max_connections"`
	// MaxBatch bounds the calls of one batch: 1 to 100000 calls, default 1000.
	MaxBatch int `toml:"max_batch"`
	// MaxInFlight bounds the unanswered calls of one connection: 1 to 65536
	// calls, default 256.
	MaxInFlight int `toml:"max_in_flight"`
	// MaxNesting bounds the depth of a request: 8 to 1000 levels, default 64.
	MaxNesting int `toml:"max_nesting"`
}

// Nav is the navigation memory's defaults. An episode may override the first
// ten of them when it begins.
type Nav struct {
	// ForwardM is the length of one forward: 0.01 to 10 m, default 0.25.
	ForwardM float64 `toml:"forward_m"`
	// TurnDeg is the angle of one turn: 1 to 180 degrees, dividing 360,
	// default 30.
	TurnDeg float64 `toml:"turn_deg"`
	// SceneEvery is the distance between scene samples: 1 to 10000 steps,
	// default 20.
	SceneEvery int `toml:"scene_every"`
	// QueueSize is the length of the discovered-context queue: 1 to 100
	// records, default 5.
	QueueSize int `toml:"queue_size"`
	// LocalizeRadiusM is how near another anchor must be to be a localization
	// candidate: 0.1 to 100 m, default 1.5.
	LocalizeRadiusM float64 `toml:"localize_radius_m"`
	// StuckWindow is how many steps the STUCK rule looks at: 2 to 1000 steps,
	// default 10.
	StuckWindow int `toml:"stuck_window"`
	// AnchorEvery is how many forwards make a new anchor: 1 to 1000 forwards,
	// default 2.
	AnchorEvery int `toml:"anchor_every"`
	// DwellSteps is how long another room type must last before it becomes a
	// place: 1 to 999 steps, default 3.
	DwellSteps int `toml:"dwell_steps"`
	// StuckRule selects the STUCK rule: "progress", "literal" or "site",
	// default "progress".
	StuckRule string `toml:"stuck_rule"`
	// PlanTriggers are the moments at which a plan is due: "episode_start",
	// "stop_without_goal", "stuck" or "ababa", each at most once, default
	// ["episode_start", "stop_without_goal"].
	PlanTriggers []string `toml:"plan_triggers"`
	// ContextPlaces is how many recent places a planner sees: 0 to 100 places,
	// default 5.
	ContextPlaces int `toml:"context_places"`
	// ContextAnchors is how many recent anchors a planner sees: 0 to 100
	// anchors, default 8.
	ContextAnchors int `toml:"context_anchors"`
	// LiveEpisodes is how many open episodes stay in memory: 1 to 65536
	// episodes, default 256.
	LiveEpisodes int `toml:"live_episodes"`
}

// Planner is how plans are made.
type Planner struct {
	// Chain is who is asked, in order, until one answers: each local, vertex,
	// genai or openai, or one of these with a model as in vertex:NAME; at least
	// one, local last; default ["local"].
	Chain []string `toml:"chain"`
	// DeadlineMS is how long one plan may take: 100 to 600000 ms, default
	// 8000.
	DeadlineMS int `toml:"deadline_ms"`
	// Temperature of the model: 0 to 2, default 0.
	Temperature float64 `toml:"temperature"`
	// MaxTokens bounds the answer: 16 to 65536 tokens, default 1024.
	MaxTokens int `toml:"max_tokens"`

	Budget Budget `toml:"budget"`
}

// Scene is how pictures of nav.observe are read.
type Scene struct {
	// Chain is who reads a picture, in order, until one answers: each local,
	// vertex, genai or openai, or one of these with a model as in vertex:NAME;
	// at least one, local last; default ["local"]. local reads no pictures:
	// with it alone the controller names the scenes.
	Chain []string `toml:"chain"`
	// DeadlineMS is how long one picture may take: 100 to 600000 ms, default
	// 10000.
	DeadlineMS int `toml:"deadline_ms"`
	// Temperature of the model: 0 to 2, default 0.2.
	Temperature float64 `toml:"temperature"`
	// MaxTokens bounds the answer: 16 to 65536 tokens, default 1024.
	MaxTokens int `toml:"max_tokens"`
}

// Models is what all models share, and where each provider is.
type Models struct {
	// MaxConcurrent bounds the calls that run at a time at one provider: 1 to
	// 1000 calls, default 8.
	MaxConcurrent int `toml:"max_concurrent"`
	// DailyBudget is what the calls of one day (UTC) may cost: 0 to 1000000 in
	// the currency of the prices, default 0 for no limit.
	DailyBudget float64 `toml:"daily_budget"`
	// Prices of models: MODEL IN OUT each, per million tokens in and out,
	// default ["gemini-2.5-flash-lite 0.10 0.40", "gemini-2.5-flash 0.30 2.50", "gemini-2.5-pro 1.25 10.00"].
	Prices []string `toml:"prices"`
	// Tape is a file that model calls are recorded in or replayed from: a
	// path, default "" for none.
	Tape string `toml:"tape"`
	// TapeMode says what is done with the tape: "record" or "replay", default
	// "record".
	TapeMode string `toml:"tape_mode"`

	Vertex Vertex `toml:"vertex"`
	GenAI  GenAI  `toml:"genai"`
	OpenAI OpenAI `toml:"openai"`
}

// Vertex is Vertex AI by its first client library. Credentials are the
// application default ones.
type Vertex struct {
	// Project of the cloud: a text, default "" for GOOGLE_CLOUD_PROJECT.
	Project string `toml:"project"`
	// Location of the models: a text, default "us-central1".
	Location string `toml:"location"`
	// Model that is asked when a chain names none: a text, default
	// "gemini-2.5-flash-lite".
	Model string `toml:"model"`
	// Endpoint is the service's address: a text, default "" for Google's.
	Endpoint string `toml:"endpoint"`
	// Auth says how calls are authorised: "adc" or "none", default "adc". none
	// is for loopback endpoints alone.
	Auth string `toml:"auth"`
}

// GenAI is Google's newer client library, for Vertex AI and Gemini API keys.
type GenAI struct {
	// Project of the cloud: a text, default "" for GOOGLE_CLOUD_PROJECT.
	Project string `toml:"project"`
	// Location of the models: a text, default "us-central1".
	Location string `toml:"location"`
	// Model that is asked when a chain names none: a text, default
	// "gemini-2.5-flash-lite".
	Model string `toml:"model"`
	// BaseURL is the service's address: a text, default "" for Google's.
	BaseURL string `toml:"base_url"`
	// Auth says how calls are authorised: "adc", "key" or "none", default
	// "adc". The key is that of GEMINI_API_KEY or GOOGLE_API_KEY; none is for
	// loopback addresses alone.
	Auth string `toml:"auth"`
}

// OpenAI is any server that speaks OpenAI's protocol. Its key, if it wants one,
// is that of OPENAI_API_KEY.
type OpenAI struct {
	// BaseURL is the server's address: a text, default
	// "http://127.0.0.1:11434/v1".
	BaseURL string `toml:"base_url"`
	// Model that is asked when a chain names none: a text, default "".
	Model string `toml:"model"`
}

// Prompts are files that replace the built-in prompts.
type Prompts struct {
	// Planner is the prompt for plans: a path, default "" for the built-in one.
	Planner string `toml:"planner"`
	// Scene is the prompt for pictures: a path, default "" for the built-in
	// one.
	Scene string `toml:"scene"`
	// Final is the prompt for the final of an episode: a path, default "" for
	// the built-in one.
	Final string `toml:"final"`
}

// Grounding is what users said: how it is distilled, and how much of it a plan
// gets.
type Grounding struct {
	// Enabled gives plans what users said, and makes finals: true or false,
	// default true. Feedback is kept in any case.
	Enabled bool `toml:"enabled"`
	// Generation is when finals are made, at each episode's end or when
	// grounding.finalize asks for one: "episode" or "manual", default "episode".
	Generation string `toml:"generation"`
	// Chain is who distils a final, in order, until one answers: each local,
	// vertex, genai or openai, or one of these with a model as in vertex:NAME;
	// at least one, local last; default ["local"]. local needs no model.
	Chain []string `toml:"chain"`
	// DeadlineMS is how long one final may take: 100 to 600000 ms, default
	// 30000. Then it is made without a model, and tried again later.
	DeadlineMS int `toml:"deadline_ms"`
	// Temperature of the model: 0 to 2, default 0.
	Temperature float64 `toml:"temperature"`
	// MaxTokens bounds the answer: 16 to 65536 tokens, default 2048.
	MaxTokens int `toml:"max_tokens"`
	// Budget is the share of a planner prompt: 0 to 1000000 tokens, default 400.
	// What the context leaves unused comes on top.
	Budget int `toml:"budget"`
	// Paths are files of one's own that every episode gets whole: a list of
	// paths, default []. They are read when an episode begins.
	Paths []string `toml:"paths"`
	// MergeFormat is what several such files become: "txt", "json" or "both",
	// default "txt".
	MergeFormat string `toml:"merge_format"`
	// SaveFormat is which files an export writes for each episode: "json",
	// "txt" or "both", default "both".
	SaveFormat string `toml:"save_format"`
}

// Budget is how many tokens each system may put into a planner prompt. What
// one leaves unused goes to the next of the list.
type Budget struct {
	// Context is the navigation context: 0 to 1000000 tokens, default 800.
	Context int `toml:"context"`
	// Knowledge is memory items and rules: 0 to 1000000 tokens, default 400.
	Knowledge int `toml:"knowledge"`
	// Advisories come from past episodes: 0 to 1000000 tokens, default 200.
	Advisories int `toml:"advisories"`
	// Search is the advice of a finished tree search: 0 to 1000000 tokens,
	// default 100.
	Search int `toml:"search"`
	// Skills is skill documents that apply here: 0 to 1000000 tokens, default
	// 100.
	Skills int `toml:"skills"`
}

// Images is what an image may be before anything decodes it.
type Images struct {
	// MaxBytes bounds an encoded image: 1024 to 268435456 bytes, default
	// 8388608.
	MaxBytes int `toml:"max_bytes"`
	// MaxPixels bounds width times height: 10000 to 1000000000 pixels, default
	// 50000000.
	MaxPixels int `toml:"max_pixels"`
	// ModelSide is the longest side of an image that a model gets; larger ones
	// are scaled down: 64 to 8192 pixels, default 1024.
	ModelSide int `toml:"model_side"`
	// Quality of the JPEG that a scaled image becomes: 10 to 100, default 85.
	Quality int `toml:"quality"`
}

// Log is what the daemon writes about itself.
type Log struct {
	// Level is the least level that is written: "debug", "info", "warn" or
	// "error", default "info".
	Level string `toml:"level"`
	// Format of a line: "text" or "json", default "text".
	Format string `toml:"format"`
	// File to append to: a path, default "" for standard error.
	File string `toml:"file"`
	// LogPrompts also writes prompts and answers of models: true or false,
	// default false.
	LogPrompts bool `toml:"log_prompts"`
}

// Default gives the settings that hold when nobody says otherwise. DataDir and
// Socket.Path are empty: they depend on the host and are filled in by [Load].
func Default() Config {
	return Config{
		Durability: "sync",
		ImageRoots: []string{},
		Socket: Socket{
			AllowUIDs:    []int{},
			MaxLineBytes: 16 << 20, MaxConnections: 1024, MaxBatch: 1000, MaxInFlight: 256, MaxNesting: 64,
		},
		Nav: Nav{
			ForwardM: 0.25, TurnDeg: 30, SceneEvery: 20, QueueSize: 5, LocalizeRadiusM: 1.5,
			StuckWindow: 10, AnchorEvery: 2, DwellSteps: 3, StuckRule: "progress",
			PlanTriggers:  []string{"episode_start", "stop_without_goal"},
			ContextPlaces: 5, ContextAnchors: 8, LiveEpisodes: 256,
		},
		Planner: Planner{
			Chain: []string{local}, DeadlineMS: 8000, MaxTokens: 1024,
			Budget: Budget{Context: 800, Knowledge: 400, Advisories: 200, Search: 100, Skills: 100},
		},
		Grounding: Grounding{
			Enabled: true, Generation: "episode", Chain: []string{local}, DeadlineMS: 30000, MaxTokens: 2048,
			Budget: 400, Paths: []string{}, MergeFormat: "txt", SaveFormat: "both",
		},
		Scene: Scene{Chain: []string{local}, DeadlineMS: 10000, Temperature: 0.2, MaxTokens: 1024},
		Models: Models{
			MaxConcurrent: 8, TapeMode: "record",
			Prices: []string{"gemini-2.5-flash-lite 0.10 0.40", "gemini-2.5-flash 0.30 2.50", "gemini-2.5-pro 1.25 10.00"},
			Vertex: Vertex{Location: "us-central1", Model: "gemini-2.5-flash-lite", Auth: "adc"},
			GenAI:  GenAI{Location: "us-central1", Model: "gemini-2.5-flash-lite", Auth: "adc"},
			OpenAI: OpenAI{BaseURL: "http://127.0.0.1:11434/v1"},
		},
		Images: Images{MaxBytes: 8 << 20, MaxPixels: 50_000_000, ModelSide: 1024, Quality: 85},
		Log:    Log{Level: "info", Format: "text"},
	}
}
