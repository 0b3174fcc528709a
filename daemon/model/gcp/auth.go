package gcp

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"sync"
	"time"

	"cloud.google.com/go/auth"
	"cloud.google.com/go/auth/credentials"

	"navd/daemon/fault"
	"navd/daemon/model"
)

const (
	scope = "https://www.googleapis.com/auth/cloud-platform"
	hint  = "run gcloud auth application-default login, or let GOOGLE_APPLICATION_CREDENTIALS name a key file"
)

// Auth is a round trip that adds the token of this machine's credentials. It
// is safe for concurrent use.
type Auth struct {
	next  http.RoundTripper // does the call
	token http.RoundTripper // does the calls for tokens

	calls sync.WaitGroup // library calls that heed no context
	mu    sync.Mutex     // guards creds
	creds *auth.Credentials
}

// NewAuth prepares a round trip over next. Calls for tokens go over base, as
// next would show their answers to the provider's table of faults. Nothing is
// looked for yet.
func NewAuth(next, base http.RoundTripper) *Auth { return &Auth{next: next, token: base} }

// Find looks for credentials, without asking anybody whether they still hold.
// None is a denied fault.
func (a *Auth) Find(ctx context.Context) error {
	_, err := await(ctx, a, a.find)
	return err
}

// RoundTrip does a call with a token. No credentials, or ones that are not
// taken any more, are a denied fault.
func (a *Auth) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx := req.Context()
	header, err := await(ctx, a, func() (http.Header, error) { return a.header(ctx) })
	if err != nil {
		if req.Body != nil {
			req.Body.Close()
		}
		return nil, err
	}
	req = req.Clone(ctx)
	maps.Copy(req.Header, header)
	return a.next.RoundTrip(req)
}

// CloseIdleConnections ends the connections that no call uses.
func (a *Auth) CloseIdleConnections() {
	for _, t := range []http.RoundTripper{a.next, a.token} {
		(&http.Client{Transport: t}).CloseIdleConnections()
	}
}

// leaveAfter is how long Close waits: a file system that does not answer must
// not hold up who stops.
const leaveAfter = 2 * time.Second

// Close waits for searches that their callers left, two seconds at most: what
// hangs in the system can only be left behind. It is called after the last
// call.
func (a *Auth) Close() {
	ended := make(chan struct{})
	go func() {
		a.calls.Wait()
		close(ended)
	}()
	t := time.NewTimer(leaveAfter)
	defer t.Stop()
	select {
	case <-ended:
	case <-t.C:
	}
}

// find gives the credentials, which are kept once there are some.
func (a *Auth) find() (*auth.Credentials, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.creds != nil {
		return a.creds, nil
	}
	creds, err := credentials.DetectDefault(&credentials.DetectOptions{
		Scopes:              []string{scope},
		Client:              &http.Client{Transport: a.token},
		DisableAsyncRefresh: true,                          // no goroutine that nobody waits for
		Logger:              slog.New(slog.DiscardHandler), // a variable of the environment would make it print tokens
	})
	if err != nil {
		// The library's words may repeat the file: they stay out.
		return nil, fault.New(fault.Denied, "no usable credentials for Google's models on this machine").WithHint(hint)
	}
	a.creds = creds
	return creds, nil
}

func (a *Auth) header(ctx context.Context) (http.Header, error) {
	creds, err := a.find()
	if err != nil {
		return nil, err
	}
	token, err := creds.Token(ctx)
	if err != nil {
		return nil, refused(ctx, err)
	}
	h := http.Header{"Authorization": {"Bearer " + token.Value}}
	if project, err := creds.QuotaProjectID(ctx); err == nil && project != "" {
		h.Set("X-Goog-User-Project", project)
	}
	return h, nil
}

// refused gives the fault of a token that could not be had: denied when the
// credentials are not taken, unavailable when nobody could say.
func refused(ctx context.Context, err error) error {
	if refusal, is := errors.AsType[*auth.Error](err); is && refusal.Response != nil {
		status := refusal.Response.StatusCode
		if status >= 400 && status < 500 && !refusal.Temporary() {
			return fault.New(fault.Denied, "the credentials are not taken any more: %v", model.Said(refusal.Body)).WithHint(hint)
		}
		return fault.New(fault.Unavailable, "no token for the credentials: %v", model.Status(status))
	}
	if f := model.Unreached(ctx, err); f.Kind != fault.Unavailable {
		return f
	}
	return fault.New(fault.Unavailable, "no token for the credentials: the server that gives it is out of reach")
}

// await runs a library call that heeds no context, and leaves it to [Auth.Close]
// when the context ends first.
func await[T any](ctx context.Context, a *Auth, call func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	a.calls.Go(func() {
		value, err := call()
		done <- result{value, err}
	})
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, model.Unreached(ctx, ctx.Err())
	}
}
