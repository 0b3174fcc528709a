// Package genai asks Google's models over google.golang.org/genai: those of
// Vertex AI by name or full endpoint name with this machine's credentials, or
// those of the Gemini API with a key.
package genai
