package modeltest

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
)

// Secret is the key or token of the suite's calls. It must not appear in any
// error.
const Secret = "s3cret/of+the=suite-0123456789"

// Guarded gives an HTTP client that fails the test when anything but loopback
// is dialled.
func Guarded(tb testing.TB) *http.Client {
	dial := func(ctx context.Context, network, address string) (net.Conn, error) {
		host, _, err := net.SplitHostPort(address)
		if ip := net.ParseIP(host); err != nil || ip == nil || !ip.IsLoopback() {
			tb.Errorf("a call goes to %s", address)
			return nil, fmt.Errorf("%s is not this machine", address)
		}
		var d net.Dialer
		return d.DialContext(ctx, network, address)
	}
	return &http.Client{Transport: &http.Transport{DialContext: dial}}
}

// Credentials writes the file of a made-up service account, for
// GOOGLE_APPLICATION_CREDENTIALS, and starts the server that gives tokens for
// it: [Secret] with status 200, or the refusal "invalid_grant" with another.
func Credentials(tb testing.TB, status int) string {
	tb.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		answer := object{"access_token": Secret, "token_type": "Bearer", "expires_in": 3600}
		if status != http.StatusOK {
			answer = object{"error": "invalid_grant", "error_description": "Token has been expired or revoked."}
		}
		w.Write(encode(answer)) // the client may be gone, which is its own business
	}))
	tb.Cleanup(server.Close)
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		tb.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		tb.Fatal(err)
	}
	file := filepath.Join(tb.TempDir(), "credentials.json")
	account := encode(object{
		"type": "service_account", "project_id": "fake-project", "private_key_id": "1",
		"private_key":  string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})),
		"client_email": "robot@fake-project.invalid", "client_id": "1", "token_uri": server.URL + "/token",
	})
	if err := os.WriteFile(file, account, 0o600); err != nil {
		tb.Fatal(err)
	}
	return file
}
