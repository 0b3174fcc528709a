package config

import "slices"

// Change is one key whose value changed with a reload.
type Change struct {
	Key      string
	Old, New string // TOML literals
	Live     bool   // applied now; otherwise it waits for a restart
}

// changed lists the keys that differ, in the order of the sample file.
func changed(old, new *Loaded) []Change {
	var changes []Change
	for _, k := range table() {
		before, after := literal(k.in(&old.Config)), literal(k.in(&new.Config))
		if before != after {
			changes = append(changes, Change{k.name, before, after, k.live})
		}
	}
	return changes
}

// Reload loads again with the options of the first time, as on SIGHUP. It gives the
// configuration to use now (live keys have their new values, all others those of the start)
// and every change, including those that wait for a restart. l is never modified; after an
// error, go on with it.
func (l *Loaded) Reload() (*Loaded, []Change, error) {
	next, err := Load(l.opts)
	if err != nil {
		return nil, nil, err
	}
	changes := changed(l, next)
	for _, k := range table() {
		waits := slices.ContainsFunc(changes, func(c Change) bool { return c.Key == k.name && !c.Live })
		if waits {
			assign(k.in(&next.Config), k.in(&l.Config))
			next.sources[k.name] = l.sources[k.name]
		}
	}
	return next, changes, nil
}
