package client_test

import (
	"context"
	"fmt"
	"log"

	"navd/ipc"
	"navd/ipc/client"
)

// A user corrects the robot twice, looks at what a plan would be told, and
// takes the second correction back.
func Example_feedback() {
	socket, stop := startNavd()
	defer stop()

	ctx := context.Background()
	c, err := client.Dial(socket)
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	ep, _ := ipc.EpisodeBegin.Call(ctx, c, ipc.BeginParams{Goal: "sofa", SceneID: "home"})
	_, _ = ipc.FeedbackAdd.Call(ctx, c, ipc.FeedbackParams{Episode: ep.Episode, Text: "spatial: the kitchen is blue"})
	said, _ := ipc.FeedbackAdd.Call(ctx, c, ipc.FeedbackParams{Episode: ep.Episode, Text: "공간: the kitchen is green"})
	fmt.Println(said.IDs, "supersedes", said.Entries[0].Superseded)

	prompt, _ := ipc.GroundingPrompt.Call(ctx, c, ipc.GroundingPromptParams{SceneID: "home", Place: "kitchen"})
	fmt.Println(prompt.Prompt)
	fmt.Println(prompt.In)

	back, _ := ipc.GroundingUndo.Call(ctx, c, ipc.UndoParams{Feedback: said.Feedback})
	for _, e := range back.Entries {
		fmt.Println(e.ID, e.State)
	}
	versions, _ := ipc.GroundingHistory.Call(ctx, c, ipc.EntryParams{ID: "g1"})
	fmt.Println(len(versions.Versions), "versions of g1")
	// Output:
	// [g2] supersedes [g1]
	// #### Spatial Grounding
	//
	// - the kitchen is green
	// [{g2 1 about the kitchen}]
	// g2 retired
	// g1 active
	// 3 versions of g1
}
