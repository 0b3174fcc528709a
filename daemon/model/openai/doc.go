// Package openai asks servers that speak OpenAI's chat completions: vLLM,
// Ollama, llama.cpp, LM Studio and the like, on this machine or another.
//
// It is a small client of its own. The wire is one POST of JSON; of the kept
// libraries one weighs 18 MB in a binary, and the other cannot say a
// temperature of 0, which is the one a planner wants.
package openai
