package daemon

import (
	"encoding/json"

	"navd/daemon/fault"
	"navd/daemon/think"
)

// finding is what a plan learns from a search with models.
type finding struct {
	State think.Standing `json:"state"`
	Best  *think.Best    `json:"best,omitempty"`
	Nodes int            `json:"nodes"`
}

// foundRole is the role under which a tape has what searches had found.
const foundRole = "found"

// fixed has look read a search for a plan, unless the tape of the run has what this plan
// learned from it: a replay has its models' answers at once, and would learn more. The
// texts of the snapshot have ids that depend on what other robots do.
func (ts *searches) fixed(mode string, s think.Snapshot, r *think.Search, look func() error) error {
	if !ts.c.models.Taped() {
		return look()
	}
	s.Texts = nil
	about, err := json.Marshal(s)
	if err != nil {
		return err
	}
	text, err := ts.c.models.Fixed(foundRole, mode+" "+string(about), func() (string, error) {
		if err := look(); err != nil {
			return "", err
		}
		f := finding{State: r.State, Nodes: r.Nodes}
		if r.State == think.Ended {
			f.Best = r.Best
		}
		text, err := json.Marshal(f)
		return string(text), err
	})
	if err != nil {
		return err
	}
	f := finding{}
	if err := json.Unmarshal([]byte(text), &f); err != nil {
		return fault.New(fault.Corrupt, "the tape's record of a search cannot be read: %w", err)
	}
	r.State, r.Best, r.Nodes = f.State, f.Best, f.Nodes
	return nil
}
