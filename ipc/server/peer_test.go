package server_test

import (
	"net"
	"os"
	"sync"
	"testing"

	"navd/daemon/fault"
	"navd/ipc/server"
)

func TestAllowPeers(t *testing.T) {
	own := server.AllowPeers(1000, []int{7, 8}, -1)
	grouped := server.AllowPeers(1000, nil, 50)
	for name, test := range map[string]struct {
		allow func(server.Peer) error
		peer  server.Peer
		want  bool
	}{
		"same user":             {own, server.Peer{UID: 1000, GID: 1}, true},
		"root":                  {own, server.Peer{UID: 0, GID: 1}, true},
		"listed":                {own, server.Peer{UID: 8, GID: 1}, true},
		"stranger":              {own, server.Peer{UID: 9, GID: 1000}, false},
		"unknown":               {own, server.Peer{UID: -1, GID: -1}, false},
		"unknown with group":    {grouped, server.Peer{UID: -1, GID: 50}, false},
		"group":                 {grouped, server.Peer{UID: 9, GID: 50}, true},
		"further group":         {grouped, server.Peer{UID: 9, GID: 1, Groups: []int{3, 50}}, true},
		"other group":           {grouped, server.Peer{UID: 9, GID: 1, Groups: []int{3}}, false},
		"no group means nobody": {own, server.Peer{UID: 9, GID: -1}, false},
	} {
		err := test.allow(test.peer)
		if (err == nil) != test.want || err != nil && !fault.Is(err, fault.Denied) {
			t.Errorf("%s: %v, allowed should be %v", name, err, test.want)
		}
	}
}

// TestPeerRefused tells a peer that is not allowed why, runs nothing of what it
// sent, and knows who it was.
func TestPeerRefused(t *testing.T) {
	var mu sync.Mutex
	var peers []server.Peer
	_, path := serve(t, server.Options{
		Methods: methods(),
		Allow: func(p server.Peer) error {
			mu.Lock()
			defer mu.Unlock()
			if peers = append(peers, p); len(peers) == 1 {
				return server.AllowPeers(p.UID+1, nil, -1)(server.Peer{UID: 4711})
			}
			return nil
		},
	})
	w := dial(t, path)
	sameJSON(t, w.next(), `{"jsonrpc":"2.0","id":null,"error":{"code":-32004,"message":"user 4711 may not use this navd",
		"data":{"kind":"denied","hint":"add 4711 to socket.allow_uids"}}}`)
	w.closed()
	dial(t, path).ping()

	groups, err := os.Getgroups()
	if err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	for _, p := range peers {
		if p.UID != os.Geteuid() || p.GID != os.Getegid() || p.PID != os.Getpid() {
			t.Errorf("peer %+v", p)
		}
		if len(groups) > 0 && len(p.Groups) == 0 {
			t.Errorf("peer %+v has no further groups, the process has %v", p, groups)
		}
	}
}

// TestTooManyConnections refuses one connection too many until another closes.
func TestTooManyConnections(t *testing.T) {
	_, path := serve(t, server.Options{Limits: server.Limits{MaxConnections: 2}, Methods: methods()})
	first, second := dial(t, path), dial(t, path)
	first.ping()
	second.ping()
	third := dial(t, path)
	sameJSON(t, third.next(), `{"jsonrpc":"2.0","id":null,"error":{"code":-32006,"message":"all 2 connections are in use",
		"data":{"kind":"unavailable","hint":"close one, or raise socket.max_connections"}}}`)
	third.closed()
	if err := first.nc.(*net.UnixConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	first.closed()
	dial(t, path).ping()
	second.ping()
}
