package daemon

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"navd/daemon/episodic"
	"navd/daemon/fault"
	"navd/daemon/store"
)

// caseNumbers gives the records of episodic memory their numbers. Each space counts its
// own records. No number is used twice, not even after a commit that failed.
type caseNumbers struct {
	c *core

	mu      sync.Mutex     // guards all below; held while the store is read
	last    map[string]int // by space
	pending map[caseNumber]bool
	settled chan struct{} // closed when something leaves pending; nil: nobody waits

	claimsMu sync.Mutex               // guards claims; no other lock is taken under it
	claims   map[string]chan struct{} // by name that a caller is about to store; closed when it has released the name
}

// claim reserves names for a caller until it calls release, and waits while another caller
// has one of them: so two callers that store the same record at once store it once.
func (n *caseNumbers) claim(ctx context.Context, names ...string) (release func(), err error) {
	for {
		n.claimsMu.Lock()
		var wait chan struct{}
		for _, name := range names {
			if busy := n.claims[name]; busy != nil {
				wait = busy
			}
		}
		if wait == nil {
			break
		}
		n.claimsMu.Unlock()
		select {
		case <-wait:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	defer n.claimsMu.Unlock()
	return n.claimed(names...), nil
}

// claimed reserves names that are free. The caller holds claimsMu.
func (n *caseNumbers) claimed(names ...string) (release func()) {
	if n.claims == nil {
		n.claims = map[string]chan struct{}{}
	}
	done := make(chan struct{})
	for _, name := range names {
		n.claims[name] = done
	}
	return func() {
		n.claimsMu.Lock()
		defer n.claimsMu.Unlock()
		for _, name := range names {
			delete(n.claims, name)
		}
		close(done)
	}
}

// take is claim for one name, without waiting: it gives false when another caller has the
// name.
func (n *caseNumbers) take(name string) (release func(), ok bool) {
	n.claimsMu.Lock()
	defer n.claimsMu.Unlock()
	if n.claims[name] != nil {
		return nil, false
	}
	return n.claimed(name), true
}

// caseNumber is the number of a record in its space.
type caseNumber struct {
	space string
	n     int
}

// number gives a write the next number of a space. It is pending until the write ends.
func (w *write) number(space string) (int, error) {
	n := &w.c.experience.cases
	n.mu.Lock()
	defer n.mu.Unlock()
	if err := n.load(space); err != nil {
		return 0, err
	}
	n.last[space]++
	given := caseNumber{space, n.last[space]}
	if n.pending == nil {
		n.pending = map[caseNumber]bool{}
	}
	n.pending[given] = true
	w.numbers = append(w.numbers, given)
	return given.n, nil
}

// settle ends the wait for records with these numbers: they are stored, or never will be.
func (n *caseNumbers) settle(numbers []caseNumber) {
	if len(numbers) == 0 {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, given := range numbers {
		delete(n.pending, given)
	}
	if n.settled != nil {
		close(n.settled)
		n.settled = nil
	}
}

// sealed gives the last number of a space once everything up to it is settled: no record
// with a smaller number can come any more.
func (n *caseNumbers) sealed(ctx context.Context, space string) (last int, err error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if err := n.load(space); err != nil {
		return 0, err
	}
	for last = n.last[space]; n.waits(space, last); {
		if err := n.settling(ctx); err != nil {
			return 0, err
		}
	}
	return last, nil
}

// settling waits until a number settles. The caller holds mu; it is unlocked meanwhile.
func (n *caseNumbers) settling(ctx context.Context) error {
	if n.settled == nil {
		n.settled = make(chan struct{})
	}
	settled := n.settled
	n.mu.Unlock()
	defer n.mu.Lock()
	select {
	case <-settled:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// alone waits until no number is pending, and locks all numbers until release. Afterwards
// they are read from the store again.
func (n *caseNumbers) alone(ctx context.Context) (release func(), err error) {
	n.mu.Lock()
	for len(n.pending) > 0 {
		if err := n.settling(ctx); err != nil {
			n.mu.Unlock()
			return nil, err
		}
	}
	n.last = nil
	return n.mu.Unlock, nil
}

// waits tells whether a number of a space up to one is pending.
func (n *caseNumbers) waits(space string, last int) bool {
	for given := range n.pending {
		if given.space == space && given.n <= last {
			return true
		}
	}
	return false
}

// load reads the last number of a space when it is not in RAM.
func (n *caseNumbers) load(space string) error {
	if _, have := n.last[space]; have {
		return nil
	}
	last, err := readOf(n.c, store.LastCase, space)
	if err != nil {
		return err
	}
	if n.last == nil {
		n.last = map[string]int{}
	}
	n.last[space] = last
	return nil
}

// experience keeps the records of past episodes, by space, and advises from them.
type experience struct {
	c        *core
	profiles map[string]*episodic.Profile // by name
	cases    caseNumbers
}

// condition gives a condition by its name, the configured one for none.
func (x *experience) condition(name string) (episodic.Condition, error) {
	own, err := episodic.ParseConditions(x.c.config().Episodic.Conditions)
	if err != nil {
		return episodic.Condition{}, err
	}
	return own.Parse(cmp.Or(name, x.c.config().Episodic.Named()))
}

// Profiles gives the names of the built-in profiles and those of files. A file that
// cannot be used is a fault that names its key.
func Profiles(files []string) ([]string, error) {
	all, err := readProfiles(files)
	return slices.Sorted(maps.Keys(all)), err
}

// readProfiles reads the profiles that [Profiles] names.
func readProfiles(files []string) (map[string]*episodic.Profile, error) {
	all, err := episodic.Profiles()
	if err != nil {
		return nil, err
	}
	for i, path := range files {
		key := fmt.Sprintf("episodic.profiles[%d]", i)
		data, err := readFile(path, longestPrompt)
		if err != nil {
			return nil, fault.New(fault.Invalid, "the profile cannot be read: %w", err).About(key, path)
		}
		p, err := episodic.ParseProfile(data)
		if err != nil {
			f := *fault.As(err)
			f.Message = f.Field + ": " + f.Message
			return nil, f.About(key, path)
		}
		all[p.Name] = p
	}
	return all, nil
}

// profile gives a profile by its name.
func (x *experience) profile(name string) (*episodic.Profile, error) {
	if p, ok := x.profiles[name]; ok {
		return p, nil
	}
	return nil, badParams(fault.Field("profile", name, strings.Join(slices.Sorted(maps.Keys(x.profiles)), ", ")).
		WithHint("episodic.profiles names files of further ones"))
}
