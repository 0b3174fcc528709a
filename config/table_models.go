package config

import (
	"strings"

	"navd/daemon/limits"
)

// providers are the model providers that a chain may name, besides those of models.servers.
func providers() []string { return []string{"vertex", "genai", "openai"} }

// Providers lists the providers that a chain may name: those that navd has, and models.servers.
func (c *Config) Providers() []string {
	names := providers()
	for _, line := range c.Models.Servers {
		names = append(names, strings.Fields(line)[0])
	}
	return names
}

// modelsOrLocal is the rule of all chains but the planner's.
func modelsOrLocal() limits.Chain {
	return limits.Chain{Providers: providers(), Ends: []string{limits.Local}}
}

func sceneKeys() []key {
	return []key{
		{"scene.chain", "Who reads a picture, in order, until one answers. local reads none: with local alone, the controller has to name the scenes.", chainOf(modelsOrLocal()), restart},
		{"scene.deadline_ms", "Time for one picture, all attempts together.", shared("planner.deadline_ms"), live},
		{"scene.temperature", "Temperature of the model.", between(0, 2, ""), live},
		{"scene.max_tokens", "Longest answer of a model.", between(16, 65536, "tokens"), live},
	}
}

func modelKeys() []key {
	return []key{
		{"models.max_concurrent", "Calls of one provider that run at a time; others wait, within their deadline.", between(1, 1000, "calls"), restart},
		{"models.daily_budget", "What the calls of one day (UTC) may cost. 0: no limit. Calls that are running when it is reached are finished.",
			between(0, 1e6, "in the currency of the prices"), live},
		{"models.prices", "Prices of models. A model that is not listed costs nothing, and a daily budget does not count it; `navd doctor` names it.", priceList(), live},
		{"models.servers", "Further servers that speak OpenAI's protocol. A chain names one as NAME, for its MODEL, or as NAME:OTHER_MODEL. If it needs a key, KEY_VARIABLE is the variable of the environment that has it.",
			serverList(), restart},
		{"models.tape", "File that model calls are recorded in or replayed from. Empty: none.", aPath(), restart},
		{"models.tape_mode", "Record what models answer, or replay it without asking any.", oneOf("record", "replay"), restart},

		{"models.vertex.project", "Project of the cloud. Empty: GOOGLE_CLOUD_PROJECT.", aText(), restart},
		{"models.vertex.location", "Location of the models.", aText(), restart},
		{"models.vertex.model", "Model that is asked when a chain names none: a name, or projects/P/locations/L/endpoints/E.", aText(), restart},
		{"models.vertex.endpoint", "Address of the service. Empty: Google's.", aText(), restart},
		{"models.vertex.auth", "How calls are authorised: application default credentials, or not at all at a loopback endpoint.", oneOf("adc", "none"), restart},

		{"models.genai.project", "Project of the cloud. Empty: GOOGLE_CLOUD_PROJECT.", aText(), restart},
		{"models.genai.location", "Location of the models.", aText(), restart},
		{"models.genai.model", "Model that is asked when a chain names none.", aText(), restart},
		{"models.genai.base_url", "Address of the service. Empty: Google's.", aText(), restart},
		{"models.genai.auth", "How calls are authorised: application default credentials, an API key, or not at all at a loopback address.",
			oneOf("adc", "key", "none"), restart},

		{"models.openai.base_url", "Address of the server; without http:// or https:// before it, http on this machine and https elsewhere.", aText(), restart},
		{"models.openai.model", "Model that is asked when a chain names none.", aText(), restart},
	}
}

func promptKeys() []key {
	return []key{
		{"prompts.planner", "Prompt for plans. Empty: the built-in one.", aPath(), restart},
		{"prompts.scene", "Prompt for pictures. Empty: the built-in one.", aPath(), restart},
		{"prompts.final", "Prompt for the final of an episode. Empty: the built-in one.", aPath(), restart},
		{"prompts.agent", "Prompt for making knowledge of feedback. Empty: the built-in one.", aPath(), restart},
	}
}
