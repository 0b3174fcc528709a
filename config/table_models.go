package config

import "navd/daemon/limits"

// providers are the names of the models that a chain may hold.
func providers() []string { return []string{"vertex", "genai", "openai"} }

// modelsOrLocal is the rule of the chains that make no plans.
func modelsOrLocal() limits.Chain {
	return limits.Chain{Providers: providers(), Ends: []string{limits.Local}}
}

func sceneKeys() []key {
	return []key{
		{"scene.chain", "Who reads a picture, in order, until one answers. local reads none: then the controller names the scenes.",
			func(c *Config) any { return &c.Scene.Chain }, chainOf(modelsOrLocal()), restart},
		{"scene.deadline_ms", "Time for one picture, all attempts together.",
			func(c *Config) any { return &c.Scene.DeadlineMS }, shared("planner.deadline_ms"), live},
		{"scene.temperature", "Temperature of the model.",
			func(c *Config) any { return &c.Scene.Temperature }, between(0, 2, ""), live},
		{"scene.max_tokens", "Longest answer of a model.",
			func(c *Config) any { return &c.Scene.MaxTokens }, between(16, 65536, "tokens"), live},
	}
}

func modelKeys() []key {
	return []key{
		{"models.max_concurrent", "Calls that run at a time at one provider; others wait within their deadline.",
			func(c *Config) any { return &c.Models.MaxConcurrent }, between(1, 1000, "calls"), restart},
		{"models.daily_budget", "What the calls of one day (UTC) may cost. 0: no limit. Calls that run when it is reached still end.",
			func(c *Config) any { return &c.Models.DailyBudget }, between(0, 1e6, "in the currency of the prices"), live},
		{"models.prices", "Prices of models. A model that is not listed costs nothing.",
			func(c *Config) any { return &c.Models.Prices }, priceList(), live},
		{"models.tape", "File that model calls are recorded in or replayed from. Empty: none.",
			func(c *Config) any { return &c.Models.Tape }, aPath(), restart},
		{"models.tape_mode", "Record what models answer, or replay it without asking any.",
			func(c *Config) any { return &c.Models.TapeMode }, oneOf("record", "replay"), restart},

		{"models.vertex.project", "Project of the cloud. Empty: GOOGLE_CLOUD_PROJECT.",
			func(c *Config) any { return &c.Models.Vertex.Project }, aText(), restart},
		{"models.vertex.location", "Location of the models.",
			func(c *Config) any { return &c.Models.Vertex.Location }, aText(), restart},
		{"models.vertex.model", "Model that is asked when a chain names none: a name, or projects/P/locations/L/endpoints/E.",
			func(c *Config) any { return &c.Models.Vertex.Model }, aText(), restart},
		{"models.vertex.endpoint", "Address of the service. Empty: Google's.",
			func(c *Config) any { return &c.Models.Vertex.Endpoint }, aText(), restart},
		{"models.vertex.auth", "How calls are authorised: application default credentials, or not at all at a loopback endpoint.",
			func(c *Config) any { return &c.Models.Vertex.Auth }, oneOf("adc", "none"), restart},

		{"models.genai.project", "Project of the cloud. Empty: GOOGLE_CLOUD_PROJECT.",
			func(c *Config) any { return &c.Models.GenAI.Project }, aText(), restart},
		{"models.genai.location", "Location of the models.",
			func(c *Config) any { return &c.Models.GenAI.Location }, aText(), restart},
		{"models.genai.model", "Model that is asked when a chain names none.",
			func(c *Config) any { return &c.Models.GenAI.Model }, aText(), restart},
		{"models.genai.base_url", "Address of the service. Empty: Google's.",
			func(c *Config) any { return &c.Models.GenAI.BaseURL }, aText(), restart},
		{"models.genai.auth", "How calls are authorised: application default credentials, an API key, or not at all at a loopback address.",
			func(c *Config) any { return &c.Models.GenAI.Auth }, oneOf("adc", "key", "none"), restart},

		{"models.openai.base_url", "Address of the server.",
			func(c *Config) any { return &c.Models.OpenAI.BaseURL }, aText(), restart},
		{"models.openai.model", "Model that is asked when a chain names none.",
			func(c *Config) any { return &c.Models.OpenAI.Model }, aText(), restart},
	}
}

func promptKeys() []key {
	return []key{
		{"prompts.planner", "Prompt for plans. Empty: the built-in one.",
			func(c *Config) any { return &c.Prompts.Planner }, aPath(), restart},
		{"prompts.scene", "Prompt for pictures. Empty: the built-in one.",
			func(c *Config) any { return &c.Prompts.Scene }, aPath(), restart},
		{"prompts.final", "Prompt for the final of an episode. Empty: the built-in one.",
			func(c *Config) any { return &c.Prompts.Final }, aPath(), restart},
		{"prompts.agent", "Prompt for what becomes of feedback. Empty: the built-in one.",
			func(c *Config) any { return &c.Prompts.Agent }, aPath(), restart},
	}
}
