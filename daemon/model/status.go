package model

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"navd/daemon/fault"
)

// Status is the HTTP status of a refusal. It is the cause of the refusal's
// fault.
type Status int

// Error names the status.
func (s Status) Error() string { return fmt.Sprintf("status %d %s", int(s), http.StatusText(int(s))) }

// refusal gives the fault of an answer that is not 2xx. What says what the
// provider said.
func (t *Transport) refusal(resp *http.Response, what string) *fault.Error {
	status := Status(resp.StatusCode)
	message := fmt.Sprintf("the provider refused the call with %v", status)
	if what != "" {
		message += ": " + what
	}
	f := &fault.Error{Kind: kindOf(resp.StatusCode), Message: message, Err: status}
	switch f.Kind {
	case fault.Unavailable:
		f.After = t.retryAfter(resp.Header)
	case fault.Denied:
		f.Hint = "check the provider's credentials and what they may do"
	}
	return f
}

func kindOf(status int) fault.Kind {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return fault.Denied
	case http.StatusNotFound:
		return fault.NotFound
	case http.StatusRequestTimeout, http.StatusTooManyRequests:
		return fault.Unavailable
	}
	if status >= 300 && status < 500 { // a redirect too: the address is wrong
		return fault.Invalid
	}
	return fault.Unavailable
}

// Final tells whether a fault is the model's own answer, which it would give
// again: it blocked the question or its answer, took the question for wrong, or
// said more than is taken. Any other fault says only that there was no answer
// then: the model was away, late or not there, not asked, or not paid for.
func Final(err error) bool {
	if _, blocked := errors.AsType[Block](err); blocked || fault.Is(err, fault.TooLarge) {
		return true
	}
	switch status, _ := errors.AsType[Status](err); status {
	case http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity:
		return true
	}
	return false
}

// maxAfter is the longest pause that a provider can ask for: nobody waits a
// day, and the sum must not overflow.
const maxAfter = 24 * time.Hour

// retryAfter reads the header of that name: seconds, or a date, which is
// compared with the answer's own date, so that two clocks need not agree.
func (t *Transport) retryAfter(h http.Header) time.Duration {
	value := strings.TrimSpace(h.Get("Retry-After"))
	if seconds, err := strconv.ParseInt(value, 10, 64); err == nil {
		seconds = min(max(seconds, 0), int64(maxAfter/time.Second))
		return time.Duration(seconds) * time.Second
	}
	until, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	now, err := http.ParseTime(h.Get("Date"))
	if err != nil {
		now = t.now()
	}
	return min(max(until.Sub(now), 0), maxAfter)
}

func (t *Transport) now() time.Time {
	if t.Now == nil {
		return time.Now()
	}
	return t.Now()
}

// Said gives the message in the body of a refusal, shortened and without what
// looks like a key or token.
func Said(body []byte) string { return redact(said(body)) }

// said finds the message in the body of a refusal: of Google's form, alone or
// in a list, of OpenAI's, and of the local servers that say it more shortly.
// A body of no known form is given as it is.
func said(body []byte) string {
	var list []json.RawMessage
	if json.Unmarshal(body, &list) == nil && len(list) > 0 {
		body = list[0]
	}
	var form struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"`
		Detail  any             `json:"detail"`
	}
	if json.Unmarshal(body, &form) != nil {
		return string(body)
	}
	var inner struct {
		Message string `json:"message"`
	}
	var text string
	switch {
	case json.Unmarshal(form.Error, &inner) == nil && inner.Message != "":
		return inner.Message
	case json.Unmarshal(form.Error, &text) == nil && text != "":
		return text
	case form.Message != "":
		return form.Message
	case form.Detail != nil:
		return fmt.Sprint(form.Detail)
	}
	return string(body)
}
