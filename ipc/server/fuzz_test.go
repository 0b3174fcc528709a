package server_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"navd/ipc/server"
)

// FuzzFrame sends any bytes. The server never falls over, every line that it
// writes is an answer or an array of answers, and the next good line is answered.
func FuzzFrame(f *testing.F) {
	for _, seed := range []string{
		call("1", "ping", "{}"), call("2", "write", `{"episode":"e","n":1}`), "[" + call("3", "ping", "[]") + ",1]",
		notify("write", `{"episode":"e"}`), cancelLine("1"), `[]`, `[1,[2]]`, `{"jsonrpc":"2.0","id":null,"method":""}`,
		"\xff", "\r\n\n", strings.Repeat("x", 600), strings.Repeat("[", 100), `{"id":"`, "{}\n[{}]\r\n[[]]",
	} {
		f.Add([]byte(seed))
	}
	s := server.New(server.Options{
		Limits:  server.Limits{MaxLine: 512, MaxBatch: 4, MaxInFlight: 2, MaxNesting: 8},
		Methods: methods(server.Bind("write", keep)),
	})
	f.Cleanup(func() { s.Shutdown(context.Background()) })
	f.Fuzz(func(t *testing.T, text []byte) {
		nc := s.Pipe(context.Background())
		defer nc.Close()
		nc.SetDeadline(time.Now().Add(patience))
		go func() { // ends with the connection at the latest
			nc.Write(append(bytes.Clone(text), "\n"+call("the end", "ping", "{}")+"\n"...))
		}()
		in := bufio.NewScanner(nc)
		for in.Scan() {
			line := in.Bytes()
			if bytes.Equal(line, []byte(`{"jsonrpc":"2.0","id":"the end","result":"pong"}`)) {
				return
			}
			checkAnswers(t, line)
		}
		t.Fatalf("no answer to the good line: %v", in.Err())
	})
}

func keep(_ context.Context, w write) (int, error) { return w.N, nil }

// checkAnswers checks that a line is an answer, or an array of some.
func checkAnswers(t *testing.T, line []byte) {
	type answer struct {
		JSONRPC string
		ID      *json.RawMessage
		Result  json.RawMessage
		Error   *struct {
			Code    int
			Message string
			Data    *struct{ Kind string }
		}
	}
	var answers []answer
	if line[0] != '[' {
		line = append(append([]byte{'['}, line...), ']')
	}
	if err := json.Unmarshal(line, &answers); err != nil || len(answers) == 0 {
		t.Fatalf("%v: %s", err, line)
	}
	for _, a := range answers {
		if a.JSONRPC != "2.0" || (a.Result == nil) == (a.Error == nil) {
			t.Errorf("no answer: %s", line)
		}
		if a.Error != nil && (a.Error.Code > -32001 || a.Error.Message == "" || a.Error.Data == nil || a.Error.Data.Kind == "") {
			t.Errorf("poor error: %s", line)
		}
	}
}
