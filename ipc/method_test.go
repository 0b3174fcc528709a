package ipc_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"navd/ipc"
)

// printer is a caller that prints the calls and knows one answer.
type printer struct{}

// Call implements [ipc.Caller].
func (printer) Call(_ context.Context, method string, params, result any) error {
	text, err := json.Marshal(params)
	fmt.Println(method, string(text))
	if method == "navd.health" {
		return errors.Join(err, json.Unmarshal([]byte(`{"ok": true, "degraded": 1}`), result))
	}
	return errors.Join(err, json.Unmarshal([]byte(`{"entries": [], "cursor": "7"}`), result))
}

func ExampleMethod_Call() {
	ctx := context.Background()
	page, err := ipc.EpisodeLog.Call(ctx, printer{}, ipc.LogParams{Episode: "e1", Limit: 10})
	fmt.Println(page.Cursor, err)

	health, err := ipc.NavdHealth.Call(ctx, printer{}, ipc.None{})
	fmt.Println(health.OK, err != nil)
	// Output:
	// episode.log {"episode":"e1","limit":10}
	// 7 <nil>
	// navd.health null
	// false true
}

func ExampleMethod_With() {
	ask := ipc.GroundingList.With(ipc.GroundingListParams{State: "active"})
	list, err := ask(context.Background(), printer{})
	fmt.Println(list.Cursor, err)
	// Output:
	// grounding.list {"state":"active"}
	// 7 <nil>
}
