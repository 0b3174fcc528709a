package client_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"navd/daemon/fault"
	"navd/ipc"
	"navd/ipc/client"
	"navd/ipc/server"
)

// Goal is what a robot looks for.
type Goal struct {
	Goal string `json:"goal" max:"200"`
}

func ExampleClient_Call() {
	s := server.New(server.Options{Methods: []server.Handler{
		server.Bind("episode.begin", func(_ context.Context, p Goal) (map[string]string, error) {
			return map[string]string{"episode": "ep1", "goal": p.Goal}, nil
		}),
	}})
	c := client.New(s.Pipe(context.Background())) // or client.Dial(path)
	defer c.Close()

	var begun struct{ Episode, Goal string }
	err := c.Call(context.Background(), "episode.begin", Goal{"sofa"}, &begun)
	fmt.Println(begun.Episode, begun.Goal, err)

	err = c.Call(context.Background(), "episode.begin", map[string]any{"gaol": "sofa"}, &begun)
	fmt.Println(fault.As(err).Kind, fault.As(err).Field, fault.As(err).Hint)
	// Output:
	// ep1 sofa <nil>
	// invalid gaol did you mean "goal"?
}

func ExampleClient_Events() {
	s := server.New(server.Options{Methods: []server.Handler{
		server.BindPush("events.subscribe", func(_ context.Context, _ struct{}, conn server.Conn) (bool, error) {
			return conn.Push(ipc.Event{Cursor: "1", Type: "stuck", Episode: "ep1", Time: time.Now(), Data: 3}, false), nil
		}),
	}})
	c := client.New(s.Pipe(context.Background()))
	defer c.Close()
	if err := c.Call(context.Background(), "events.subscribe", nil, nil); err != nil {
		fmt.Println(err)
	}
	ev := <-c.Events()
	fmt.Printf("%s %s %s\n", ev.Type, ev.Episode, ev.Data)
	// Output:
	// stuck ep1 3
}

func ExampleDial() {
	_, err := client.Dial("/nowhere/navd.sock")
	var down *client.NotRunningError
	if errors.As(err, &down) {
		fmt.Println(err)
		fmt.Println(fault.As(err).Hint)
	}
	// Output:
	// navd is not running at /nowhere/navd.sock
	// start it with `navd run`
}
