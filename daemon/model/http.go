package model

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"navd/daemon/fault"
)

// MaxBody is the longest body of a provider's answer that is read, in bytes.
const MaxBody = 4 << 20

// maxRefusal is how much of a refusal's body is read, in bytes.
const maxRefusal = 64 << 10

// Transport is the round trip of every provider, so that one table decides
// what a provider's failure is. It reads the whole answer, and gives anything
// but a 2xx answer of valid JSON as a [fault.Error], which a client library
// passes on wrapped; [Failed] finds it again. No text of a fault holds the key
// or token of its request.
//
// Redirects are refusals like any other: a token never follows one.
type Transport struct {
	Base http.RoundTripper // does the round trip
	Now  func() time.Time  // reads a Retry-After date of an answer without a date of its own; nil: time.Now
}

// RoundTrip does one exchange; see [Transport] for what it gives.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	clean := redactor(req)
	resp, err := t.Base.RoundTrip(req)
	if err != nil {
		return nil, wireFault(req.Context(), err, clean)
	}
	defer resp.Body.Close()
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		// What can be read of a refusal is enough, its status has come.
		body, _ := io.ReadAll(io.LimitReader(resp.Body, maxRefusal))
		return nil, t.refusal(resp, clean(said(body)))
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, MaxBody+1))
	switch {
	case err != nil:
		return nil, wireFault(req.Context(), err, clean)
	case len(body) > MaxBody:
		return nil, fault.New(fault.TooLarge, "the provider's answer is over %d bytes", MaxBody)
	case !json.Valid(body):
		return nil, fault.New(fault.Unavailable, "the provider's answer is not JSON: %s", clean(string(body)))
	}
	resp.Body, resp.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	return resp, nil
}

// CloseIdleConnections ends the connections that no call uses.
func (t *Transport) CloseIdleConnections() { (&http.Client{Transport: t.Base}).CloseIdleConnections() }

// Base gives the transport that a provider's client builds on: the one of an
// HTTP client that was passed in, or one of its own.
func Base(hc *http.Client) http.RoundTripper {
	if hc != nil && hc.Transport != nil {
		return hc.Transport
	}
	if t, ok := http.DefaultTransport.(*http.Transport); ok {
		return t.Clone()
	}
	return &http.Transport{Proxy: http.ProxyFromEnvironment}
}

// Failed gives the fault of a call that a client library ended with this
// error: the fault of the [Transport] in its chain, the end of the context, or
// an answer that is not what the wire format says.
func Failed(ctx context.Context, err error) *fault.Error {
	var f *fault.Error
	switch {
	case errors.As(err, &f):
		return f
	case ctx.Err() != nil:
		return contextFault(ctx)
	}
	return fault.New(fault.Unavailable, "the provider's answer cannot be read: %s", unreadable(err))
}

// unreadable says why an answer cannot be read, without names of Go types.
func unreadable(err error) string {
	if wrong, is := errors.AsType[*json.UnmarshalTypeError](err); is {
		return fmt.Sprintf("%s is a JSON %s", cmp.Or(wrong.Field, "the whole answer"), wrong.Value)
	}
	return redact(innermost(err).Error())
}

// Guarded runs a client library's call. The libraries panic over answers of
// another shape than theirs; here those are answers that cannot be read.
func Guarded[T any](call func() (T, error)) (answer T, err error) {
	defer func() {
		if recover() != nil {
			var none T
			answer, err = none, fault.New(fault.Unavailable, "the provider's answer cannot be read: it has another shape")
		}
	}()
	return call()
}

// Unreached gives the fault of an exchange that a provider's client did beside
// its [Transport], and that brought no whole answer.
func Unreached(ctx context.Context, err error) *fault.Error {
	return wireFault(ctx, err, func(string) string { return redact(innermost(err).Error()) })
}

// wireFault gives the fault of an exchange that brought no whole answer.
func wireFault(ctx context.Context, err error, clean func(string) string) *fault.Error {
	var f *fault.Error
	switch {
	case errors.As(err, &f):
		return f
	case ctx.Err() != nil:
		return contextFault(ctx)
	case errors.Is(err, context.DeadlineExceeded): // a hair before the context says so
		return fault.As(context.DeadlineExceeded)
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return fault.New(fault.Unavailable, "the provider's answer broke off")
	}
	return fault.New(fault.Unavailable, "the provider is out of reach: %s", clean(err.Error()))
}

// contextFault says why the context ended. A cause that is no fault is told
// by whether time or the caller ended it.
func contextFault(ctx context.Context) *fault.Error {
	if f, is := errors.AsType[*fault.Error](context.Cause(ctx)); is {
		return f
	}
	return fault.As(ctx.Err())
}

// innermost follows the chain to the error that began it: libraries wrap it in
// text that may repeat a whole body.
func innermost(err error) error {
	for {
		next := errors.Unwrap(err)
		if next == nil {
			return err
		}
		err = next
	}
}

// BaseURL reads the address of a provider's server, as "https://host/path" or
// as "host", which is taken as https, or as http when it is this machine, without a
// slash at its end. Field is the configuration's key, for the fault.
func BaseURL(field, address string) (string, error) {
	full := address
	if !strings.Contains(full, "://") {
		full = "http://" + address
		if !Loopback(full) {
			full = "https://" + address
		}
	}
	u, err := url.Parse(full)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" {
		return "", fault.Field(field, address, "a host, or an address that begins with https:// or http://")
	}
	if u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		// Not repeated: a password or key may stand there.
		return "", fault.New(fault.Invalid, "an address takes no user, password, query or fragment").About(field, u.Scheme+"://"+u.Host+u.Path)
	}
	return strings.TrimRight(u.String(), "/"), nil
}

// Loopback tells whether an address as [BaseURL] gives it stays on this
// machine.
func Loopback(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}

// Address is [BaseURL] for a client that may have credentials; empty stays empty,
// for the provider's own servers. It refuses what would give credentials away:
// none at all towards another machine, or some over plain http.
func Address(field, given string, noAuth bool) (address string, err error) {
	if given != "" {
		if address, err = BaseURL(field, given); err != nil {
			return "", err
		}
	}
	switch {
	case noAuth && !Loopback(address):
		return "", fault.New(fault.Invalid, "calls without credentials go to this machine only").
			About(field, address).WithHint("set an address on 127.0.0.1, or take auth = \"none\" away")
	case !noAuth && strings.HasPrefix(address, "http://") && !Loopback(address):
		return "", fault.New(fault.Invalid, "credentials do not go over plain http to another machine").
			About(field, address).WithHint("set an https:// address")
	}
	return address, nil
}
