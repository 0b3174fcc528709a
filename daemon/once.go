package daemon

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"sync"

	"navd/daemon/fault"
	"navd/daemon/store"
	"navd/kv"
)

// keyLocks serialise calls with the same key.
type keyLocks map[string]*keyLock

type keyLock struct {
	mu   sync.Mutex
	refs int
}

// lockKey waits for the calls before with this key and gives what unlocks it.
func (c *core) lockKey(key string) func() {
	c.mu.Lock()
	if c.keys == nil {
		c.keys = keyLocks{}
	}
	l := c.keys[key]
	if l == nil {
		l = &keyLock{}
		c.keys[key] = l
	}
	l.refs++
	c.mu.Unlock()
	l.mu.Lock()
	return func() {
		l.mu.Unlock()
		c.mu.Lock()
		defer c.mu.Unlock()
		if l.refs--; l.refs == 0 {
			delete(c.keys, key)
		}
	}
}

// answerer adds the answer of a call to its own change set, so that both are
// stored or neither. It does nothing for a call without a key.
type answerer func(*kv.Changes, any)

// once makes a write with a key happen once: the same key and content gives the
// stored answer, other content is a conflict. params must be the call's
// parameters with the key in them.
func once[R any](c *core, method, key string, params any, run func(answerer) (R, error)) (R, error) {
	if key == "" {
		return run(func(*kv.Changes, any) {})
	}
	defer c.lockKey(key)()
	content, err := digest(method, params)
	if err != nil {
		return *new(R), err
	}
	var old store.Answer
	found := false
	if err := c.view(func(tx *kv.Tx) (err error) { old, found, err = store.GetAnswer(tx, key); return err }); err != nil {
		return *new(R), err
	}
	if found {
		return stored[R](old, method, content)
	}
	return run(func(ch *kv.Changes, result any) {
		raw, err := json.Marshal(result)
		if err == nil {
			store.PutAnswer(ch, key, store.Answer{Method: method, Content: content, Result: raw, Time: c.now().UTC()})
		}
	})
}

func stored[R any](old store.Answer, method, content string) (r R, err error) {
	if old.Method != method || old.Content != content {
		return r, fault.New(fault.Conflict, "this key was used for another call").About("key", old.Method).
			WithHint("use a new key for new content")
	}
	if err := json.Unmarshal(old.Result, &r); err != nil {
		return r, fault.New(fault.Corrupt, "the stored answer does not read: %w", err)
	}
	return r, nil
}

// digest is a hash over the method and the content of a call.
func digest(method string, params any) (string, error) {
	raw, err := json.Marshal(params)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(append([]byte(method+"\x00"), raw...))
	return hex.EncodeToString(sum[:]), nil
}
