package gcp

import (
	"regexp"
	"strings"

	"navd/daemon/fault"
)

// Name is a model's name, read.
type Name struct {
	Location string // where it is deployed; empty: wherever it is asked
	Path     string // the name as a client library takes it
}

// The forms of names. Compiled once: they are never changed.
var (
	short     = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._@-]*$`)
	published = regexp.MustCompile(`^(publishers/[A-Za-z0-9._-]+/)?models/([A-Za-z0-9][A-Za-z0-9._@-]*)$`)
	deployed  = regexp.MustCompile(`^projects/[A-Za-z0-9.:_-]+/locations/([a-z0-9-]+)/(endpoints/[A-Za-z0-9_-]+|publishers/[A-Za-z0-9._-]+/models/[A-Za-z0-9._@-]+)$`)
	number    = regexp.MustCompile(`^[0-9]+$`)
	project   = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9.:_-]*$`)
	location  = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)
)

const names = "a model's name such as gemini-2.5-flash, or projects/P/locations/L/endpoints/E in full"

// ReadName reads the name of a model: a published one, or a deployed endpoint
// by its full name. Anything else is an invalid fault, above all an endpoint
// in short: the clients' libraries take it for something else.
func ReadName(name string) (Name, error) {
	if m := deployed.FindStringSubmatch(name); m != nil {
		return Name{Location: m[1], Path: name}, nil
	}
	if number.MatchString(name) || strings.HasPrefix(name, "endpoints/") {
		f := fault.Field("model", name, names)
		f.Message = "an endpoint is named in full"
		return Name{}, f
	}
	if short.MatchString(name) {
		return Name{Path: name}, nil
	}
	if m := published.FindStringSubmatch(name); m != nil {
		if m[1] == "" {
			return Name{Path: m[2]}, nil
		}
		return Name{Path: name}, nil
	}
	return Name{}, fault.Field("model", name, names)
}

// DefaultLocation is where models are asked when nothing is configured.
const DefaultLocation = "us-central1"

// CheckPlace refuses a project or location that could not be one. Section is
// the configuration's, for the fault.
func CheckPlace(section, inProject, atLocation string) error {
	if !project.MatchString(inProject) {
		return fault.Field(section+".project", inProject, "the id of a Google Cloud project").WithHint("set %s.project or GOOGLE_CLOUD_PROJECT", section)
	}
	if !location.MatchString(atLocation) {
		return fault.Field(section+".location", atLocation, "a location such as us-central1, or global")
	}
	return nil
}

// Host gives the address of a location's servers.
func Host(location string) string {
	switch location {
	case "global":
		return "https://aiplatform.googleapis.com"
	case "us", "eu":
		return "https://aiplatform." + location + ".rep.googleapis.com"
	}
	return "https://" + location + "-aiplatform.googleapis.com"
}
