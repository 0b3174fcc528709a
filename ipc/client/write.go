package client

import (
	"bytes"
	"context"
	"encoding/json"
	"time"

	"navd/daemon/fault"
	"navd/ipc"
)

// encode gives the line of a call; id 0 is a notification.
func encode(id uint64, method string, params any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	err := enc.Encode(struct {
		JSONRPC string `json:"jsonrpc"`
		ID      uint64 `json:"id,omitempty"`
		Method  string `json:"method"`
		Params  any    `json:"params,omitempty"`
	}{ipc.Version, id, method, params})
	if err != nil {
		return nil, fault.New(fault.Invalid, "parameters of %s: %w", method, err)
	}
	return buf.Bytes(), nil
}

// write writes a whole line, after the lines of other calls. When ctx ends meanwhile, the
// rest is written in the background, and the error is ctx's.
func (c *Client) write(ctx context.Context, line []byte) error {
	select {
	case c.writes <- struct{}{}:
	case <-ctx.Done():
		return fault.As(ctx.Err())
	case <-c.over:
		return c.reason()
	}
	rest, err := c.writeUntil(ctx, line)
	if err == nil || len(rest) == 0 || ctx.Err() == nil {
		<-c.writes
		return c.writeFault(err)
	}
	finish := func() {
		c.nc.Write(rest)
		<-c.writes
	}
	if !c.background(finish) {
		<-c.writes
	}
	return fault.As(ctx.Err())
}

// writeUntil writes until ctx ends and gives the rest.
func (c *Client) writeUntil(ctx context.Context, line []byte) (rest []byte, err error) {
	if ctx.Done() == nil {
		n, err := c.nc.Write(line)
		return line[n:], err
	}
	expired := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		c.nc.SetWriteDeadline(time.Unix(1, 0))
		close(expired)
	})
	n, err := c.nc.Write(line)
	if !stop() {
		<-expired
		c.nc.SetWriteDeadline(time.Time{})
	}
	return line[n:], err
}

// writeFault gives the reason for a write that failed. It waits up to a second for the
// reader, because the server may have said why it closed the connection.
func (c *Client) writeFault(err error) error {
	if err == nil {
		return nil
	}
	c.nc.SetReadDeadline(time.Now().Add(time.Second))
	<-c.over
	return c.reason()
}
