// Package vertex asks the models of Vertex AI over
// cloud.google.com/go/vertexai/genai and its REST wire: published ones by
// name, and deployed endpoints by their full name.
//
// The library is frozen upstream; navd/daemon/model/genai speaks to the same
// models over its successor. What its types cannot say is left out of a
// schema: a minimum or maximum of 0 is not sent.
package vertex
