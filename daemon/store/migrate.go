package store

import "encoding/json"

// blocksOfPlan puts what a plan of version 1 was given of what users said under
// the name of its kind, beside which others have a place.
func blocksOfPlan(plan []byte) ([]byte, error) {
	var members, used map[string]json.RawMessage
	if err := json.Unmarshal(plan, &members); err != nil {
		return nil, err
	}
	if raw, has := members["used"]; has {
		if err := json.Unmarshal(raw, &used); err != nil {
			return nil, err
		}
	}
	block, has := used["grounding"]
	if !has {
		return plan, nil
	}
	delete(used, "grounding")
	var err error
	if used["blocks"], err = json.Marshal(map[string]json.RawMessage{"grounding": block}); err != nil {
		return nil, err
	}
	if members["used"], err = json.Marshal(used); err != nil {
		return nil, err
	}
	return json.Marshal(members)
}
