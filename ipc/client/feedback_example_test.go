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
	ep, _ := c.Begin(ctx, ipc.BeginParams{Goal: "sofa", SceneID: "home"})
	_, _ = c.AddFeedback(ctx, ipc.FeedbackParams{Episode: ep.Episode, Text: "spatial: the kitchen is blue"})
	said, _ := c.AddFeedback(ctx, ipc.FeedbackParams{Episode: ep.Episode, Text: "공간: the kitchen is green"})
	fmt.Println(said.IDs, "supersedes", said.Entries[0].Superseded)

	prompt, _ := c.GroundingPrompt(ctx, ipc.GroundingPromptParams{SceneID: "home", Place: "kitchen"})
	fmt.Println(prompt.Prompt)
	fmt.Println(prompt.In)

	back, _ := c.UndoGrounding(ctx, ipc.UndoParams{Feedback: said.Feedback})
	for _, e := range back.Entries {
		fmt.Println(e.ID, e.State)
	}
	versions, _ := c.GroundingHistory(ctx, "g1")
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
