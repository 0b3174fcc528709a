// Package python has the client for controllers written in Python: one file that needs only
// the standard library, to be kept beside the controller. GUIDE.md says how to connect a
// PixelNav benchmark with it.
package python

import (
	"compress/gzip"
	_ "embed" // for the client
	"io"
	"strings"
)

//go:embed navd_client.py.gz
var packed string

// Client gives the source of navd_client.py, which is embedded packed. It runs with Python
// 3.9 and later and speaks protocol 1.
func Client() string {
	var text strings.Builder
	in, err := gzip.NewReader(strings.NewReader(packed))
	if err == nil {
		_, err = io.Copy(&text, in)
	}
	if err != nil {
		return "# the client cannot be unpacked: " + err.Error() + "\n"
	}
	return text.String()
}
