package journal

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"navd/daemon/fault"
	"navd/daemon/store"
	"navd/kv"
)

// Call is a write as a client sent it.
type Call struct {
	Method string
	Key    string // a call with the same key happens once; empty: it is not remembered
	Params any    // with the key in them
}

// Begin begins the change that a call asks for. A call with a key waits for earlier ones
// with the same key. When one of them was answered, answer, a pointer, gets the stored
// answer, and there is no change. The same key with another content is a conflict.
func (j *Journal) Begin(ctx context.Context, call Call, answer any) (*Change, error) {
	c := &Change{j: j, call: call}
	if call.Key == "" {
		return c, nil
	}
	var err error
	if c.content, err = Digest(call); err != nil {
		return nil, err
	}
	if c.unlock, err = j.lockKey(ctx, call.Key); err != nil {
		return nil, err
	}
	found, err := c.answered(answer)
	if found || err != nil {
		c.End()
		return nil, err
	}
	return c, nil
}

// answered reads the stored answer of the call, if there is one.
func (c *Change) answered(answer any) (found bool, err error) {
	var old store.Answer
	err = c.j.View(func(tx *kv.Tx) (err error) { old, found, err = store.GetAnswer(tx, c.call.Key); return err })
	if !found || err != nil {
		return false, err
	}
	if old.Method != c.call.Method || old.Content != c.content {
		return true, fault.New(fault.Conflict, "this key was used for another call, of %s", old.Method).About("key", c.call.Key).
			WithHint("use a new key for new content")
	}
	if err := json.Unmarshal(old.Result, answer); err != nil {
		return true, fault.New(fault.Corrupt, "the stored answer cannot be read: %w", err).About("key", c.call.Key)
	}
	return true, nil
}

// keep adds the answer to the change, so that both are stored or neither.
func (c *Change) keep(answer any) error {
	if c.call.Key == "" {
		return nil
	}
	raw, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	store.PutAnswer(&c.Changes, c.call.Key, store.Answer{Method: c.call.Method, Content: c.content, Result: raw, Time: c.j.now().UTC()})
	return nil
}

// Content is the digest of the call that asked for the change; empty when that has no key.
func (c *Change) Content() string { return c.content }

// Answer adds to the change the answer of an earlier call, by its key and digest, in place
// of the one that was stored before all that it asked for was done. It adds nothing when the
// key has no answer any more, or that of another call.
func (c *Change) Answer(key, content string, answer any) error {
	var old store.Answer
	var found bool
	err := c.j.View(func(tx *kv.Tx) (err error) { old, found, err = store.GetAnswer(tx, key); return err })
	if err != nil || !found || old.Content != content {
		return err
	}
	if old.Result, err = json.Marshal(answer); err != nil {
		return err
	}
	old.Time = c.j.now().UTC()
	store.PutAnswer(&c.Changes, key, old)
	return nil
}

// Digest is a hash over the method and the content of a call.
func Digest(call Call) (string, error) {
	raw, err := json.Marshal(call.Params)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(append([]byte(call.Method+"\x00"), raw...))
	return hex.EncodeToString(sum[:]), nil
}

// keyLock serialises calls with one key.
type keyLock struct {
	held chan struct{} // of capacity 1, full while a call has the key
	refs int           // guarded by Journal.mu: the holder and those that wait
}

// lockKey waits for earlier calls with a key, and gives the function that unlocks it. A call
// that has to wait leaves its queue: the earlier one may be a plan that asks a model, and
// steps must not wait for that.
func (j *Journal) lockKey(ctx context.Context, key string) (unlock func(), err error) {
	l := j.holdKey(key)
	unlock = func() {
		<-l.held
		j.letGoKey(key, l)
	}
	select {
	case l.held <- struct{}{}:
		return unlock, nil
	default:
	}
	if j.yield != nil {
		j.yield(ctx)
	}
	select {
	case l.held <- struct{}{}:
		return unlock, nil
	case <-ctx.Done():
		j.letGoKey(key, l)
		return nil, ctx.Err()
	}
}

func (j *Journal) holdKey(key string) *keyLock {
	j.mu.Lock()
	defer j.mu.Unlock()
	l := j.keys[key]
	if l == nil {
		l = &keyLock{held: make(chan struct{}, 1)}
		j.keys[key] = l
	}
	l.refs++
	return l
}

func (j *Journal) letGoKey(key string, l *keyLock) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if l.refs--; l.refs == 0 {
		delete(j.keys, key)
	}
}
