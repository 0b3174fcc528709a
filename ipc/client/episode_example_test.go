package client_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"navd/config"
	"navd/daemon"
	"navd/daemon/nav"
	"navd/ipc"
	"navd/ipc/client"
	"navd/ipc/server"
)

// A controller in ten lines: look around, ask where to go, go there.
func Example_episode() {
	socket, stop := startNavd()
	defer stop()

	ctx := context.Background()
	c, err := client.Dial(socket)
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	ep, _ := ipc.EpisodeBegin.Call(ctx, c, ipc.BeginParams{Goal: "sofa"})
	_, _ = ipc.NavObserve.Call(ctx, c, ipc.ObserveParams{Episode: ep.Episode, SceneType: "bedroom", Objects: []string{"bed"}})
	for seq := 1; seq <= 11; seq++ {
		_, _ = ipc.NavStep.Call(ctx, c, ipc.StepParams{Episode: ep.Episode, Step: nav.Step{Seq: seq, Action: nav.TurnRight, Phase: nav.PhaseScan}})
	}
	free := 4.0
	plan, _ := ipc.NavPlan.Call(ctx, c, ipc.PlanParams{Episode: ep.Episode, Labels: []nav.Glimpse{{View: 1, SceneType: "hallway", FreeM: &free}}})
	fmt.Println(plan.View, plan.Turns, plan.Discovered.Why)
	step, _ := ipc.NavStep.Call(ctx, c, ipc.StepParams{Episode: ep.Episode, Step: nav.Step{Seq: 12, Action: plan.Turns[0]}})
	fmt.Println(step.Place.Type, step.Pose.Yaw)
	end, _ := ipc.EpisodeEnd.Call(ctx, c, ipc.EndParams{Episode: ep.Episode, Reason: "exit"})
	fmt.Println(end.Metrics.Steps, "steps", end.Metrics.Plans, "plan")
	// Output:
	// 1 [turn_right turn_right] corridor, not yet tried, no usual place for the sofa
	// bedroom 0
	// 12 steps 1 plan
}

// startNavd runs a daemon in this process; a real one runs by itself.
func startNavd() (socket string, stop func()) {
	dir, err := os.MkdirTemp("", "navd")
	if err != nil {
		log.Fatal(err)
	}
	cfg := config.Default()
	cfg.DataDir, socket = dir, filepath.Join(dir, "navd.sock")
	d, err := daemon.Open(daemon.Options{Config: cfg})
	if err != nil {
		log.Fatal(err)
	}
	ln, err := server.Listen(socket, server.ListenOptions{})
	if err != nil {
		log.Fatal(err)
	}
	s := server.New(server.Options{Methods: server.Methods(d)})
	served := make(chan error, 1)
	go func() { served <- s.Serve(context.Background(), ln) }()
	return socket, func() {
		_ = s.Shutdown(context.Background())
		<-served
		_ = d.Close()
		_ = os.RemoveAll(dir)
	}
}
