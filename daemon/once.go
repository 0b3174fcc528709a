package daemon

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"navd/daemon/fault"
	"navd/daemon/store"
	"navd/ipc"
	"navd/kv"
)

// call is a write as a client sent it.
type call struct {
	method string
	key    string // empty: the call is not remembered
	params any    // with the key in them
}

// answerer adds the answer of a call to its own change set, so that both are
// stored or neither. It does nothing for a call without a key.
type answerer func(*kv.Changes, any) error

// once makes a write with a key happen once: the same key and content gives the
// stored answer, other content is a conflict. An answer that run did not add to
// a change set, because there was none, is stored by itself.
func once[R any](ctx context.Context, c *core, k call, run func(answerer) (R, error)) (r R, err error) {
	if k.key == "" {
		return run(func(*kv.Changes, any) error { return nil })
	}
	unlock, err := c.lockKey(ctx, k.key)
	if err != nil {
		return r, err
	}
	defer unlock()
	content, err := digest(k)
	if err != nil {
		return r, err
	}
	var old store.Answer
	found := false
	if err := c.view(func(tx *kv.Tx) (err error) { old, found, err = store.GetAnswer(tx, k.key); return err }); err != nil {
		return r, err
	}
	if found {
		return stored[R](old, k, content)
	}
	kept := false
	keep := func(ch *kv.Changes, result any) error {
		kept = true
		raw, err := json.Marshal(result)
		if err != nil {
			return err
		}
		store.PutAnswer(ch, k.key, store.Answer{Method: k.method, Content: content, Result: raw, Time: c.now().UTC()})
		return nil
	}
	if r, err = run(keep); err != nil || kept {
		return r, err
	}
	var ch kv.Changes
	if err := keep(&ch, r); err != nil {
		return r, err
	}
	return r, c.apply(ctx, &ch)
}

func stored[R any](old store.Answer, k call, content string) (r R, err error) {
	if old.Method != k.method || old.Content != content {
		return r, fault.New(fault.Conflict, "this key was used for another call, of %s", old.Method).About("key", k.key).
			WithHint("use a new key for new content")
	}
	if err := json.Unmarshal(old.Result, &r); err != nil {
		return r, fault.New(fault.Corrupt, "the stored answer does not read: %w", err).About("key", k.key)
	}
	return r, nil
}

// digest is a hash over the method and the content of a call.
func digest(k call) (string, error) {
	raw, err := json.Marshal(k.params)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(append([]byte(k.method+"\x00"), raw...))
	return hex.EncodeToString(sum[:]), nil
}

// keyLocks serialise calls with the same key.
type keyLocks map[string]*keyLock

type keyLock struct {
	held chan struct{} // of capacity 1, full while a call has the key
	refs int           // guarded by core.mu: the holder and those that wait
}

// lockKey waits for the calls before with this key and gives what unlocks it.
// A call that has to wait gives up its turn: the one before may be a plan whose
// model thinks, and no step waits for that.
func (c *core) lockKey(ctx context.Context, key string) (unlock func(), err error) {
	l := c.holdKey(key)
	unlock = func() {
		<-l.held
		c.letGoKey(key, l)
	}
	select {
	case l.held <- struct{}{}:
		return unlock, nil
	default:
	}
	ipc.ReleaseTurn(ctx)
	select {
	case l.held <- struct{}{}:
		return unlock, nil
	case <-ctx.Done():
		c.letGoKey(key, l)
		return nil, ctx.Err()
	}
}

func (c *core) holdKey(key string) *keyLock {
	c.mu.Lock()
	defer c.mu.Unlock()
	l := c.keys[key]
	if l == nil {
		l = &keyLock{held: make(chan struct{}, 1)}
		c.keys[key] = l
	}
	l.refs++
	return l
}

func (c *core) letGoKey(key string, l *keyLock) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if l.refs--; l.refs == 0 {
		delete(c.keys, key)
	}
}
