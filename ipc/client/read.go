package client

import (
	"bufio"
	"strconv"

	"navd/daemon/fault"
	"navd/ipc"
)

// readBuffer is the size of the reader's buffer; longer lines are put together.
const readBuffer = 16 << 10

// read hands out answers and events until the connection ends.
func (c *Client) read() {
	defer c.events.close()
	defer close(c.over)
	defer c.nc.Close()
	r := bufio.NewReaderSize(c.nc, readBuffer)
	for {
		line, err := r.ReadBytes('\n')
		if err != nil {
			c.setLost(&fault.Error{Kind: fault.Unavailable, Message: "the connection to navd is lost", Err: err})
			return
		}
		a, err := ipc.ParseAnswer(line)
		if err != nil {
			c.setErr(fault.New(fault.Unavailable, "the server at this socket is not navd: %w", err))
			return
		}
		c.deliver(a)
	}
}

// deliver hands an event to the mailbox, or an answer to its call.
func (c *Client) deliver(a ipc.Answer) {
	if a.Method != "" {
		if a.Method == ipc.MethodEvent {
			c.events.put(a.Params)
		}
		return
	}
	id, err := strconv.ParseUint(string(a.ID), 10, 64)
	if err != nil {
		c.deliverNameless(a)
		return
	}
	if w := c.strike(id); w != nil {
		w.answer <- a
	}
}

// deliverNameless takes an error without an id. One about a line that was too long goes to
// the longest call that waits; any other ends the connection.
func (c *Client) deliverNameless(a ipc.Answer) {
	if a.Error == nil {
		return
	}
	f := a.Error.Fault()
	switch f.Kind {
	case fault.TooLarge:
	case fault.Unavailable:
		c.setLost(f)
		return
	default:
		c.setErr(f)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	var longest uint64
	for id, w := range c.waiting {
		if longest == 0 || w.size > c.waiting[longest].size {
			longest = id
		}
	}
	if w := c.waiting[longest]; w != nil {
		delete(c.waiting, longest)
		w.answer <- a
	}
}

// setErr keeps the first reason for the end of the connection.
func (c *Client) setErr(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.err = err
	}
}

// setLost is setErr for an end that the daemon made.
func (c *Client) setLost(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.err, c.lost = err, true
	}
}

// lostBy reports whether a call failed because the daemon ended, so that nobody knows whether
// it was carried out.
func (c *Client) lostBy(err error) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lost && err == c.err || fault.Is(err, fault.Unavailable) && fault.As(err).Message == ipc.Stopping
}

// reason gives why the connection is over.
func (c *Client) reason() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}
