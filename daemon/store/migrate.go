package store

import "encoding/json"

// armOfEpisode moves condition of an episode of version 1, a name of the controller's own,
// to arm, which has such names now.
func armOfEpisode(episode []byte) ([]byte, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(episode, &members); err != nil {
		return nil, err
	}
	label, has := members["condition"]
	if !has {
		return episode, nil
	}
	delete(members, "condition")
	members["arm"] = label
	return json.Marshal(members)
}

// blocksOfPlan moves the grounding block of a plan of version 1 into blocks, where each kind
// of block has its name.
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
