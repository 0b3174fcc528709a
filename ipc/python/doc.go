// Package python holds the client for controllers written in Python: one file,
// standard library only, which a controller keeps beside its own. GUIDE.md says
// how a PixelNav benchmark is connected with it.
package python

import _ "embed" // for the client

//go:embed navd_client.py
var client string

// Client gives the source of navd_client.py, UTF-8 and ending with a line end.
// It runs with Python 3.9 and later and speaks protocol 1.
func Client() string { return client }
