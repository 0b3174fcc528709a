package config

import (
	"encoding/base64"
	"strings"

	"navd/daemon/episodic"
	"navd/daemon/fault"
)

// requestSlack is what a request needs on its line besides an image.
const requestSlack = 64 << 10

// fit is a condition on several keys. It is checked only if each of them is valid by itself.
// All keys of a fit are live, or none is: so a reload can never mix new and old values into
// a combination that was not checked.
type fit struct {
	keys []string // errors are about the first
	// broken gives what the first key may be, in words; "" when the keys fit.
	broken func(c *Config) string
}

func fits() []fit {
	return []fit{
		{[]string{"images.max_bytes", "socket.max_line_bytes"}, imageFitsLine},
		{[]string{"socket.path", "data_dir", "log.file"}, pathsDiffer},
		{[]string{"episodic.condition", "episodic.conditions"}, conditionIsKnown},
	}
}

// imageFitsLine: an image is sent as base64 in one request line.
func imageFitsLine(c *Config) string {
	room := c.Socket.MaxLineBytes - requestSlack
	if base64.StdEncoding.EncodedLen(c.Images.MaxBytes) <= room {
		return ""
	}
	return "at most " + number(float64(room/4*3)) + " bytes, or a longer line"
}

func pathsDiffer(c *Config) string {
	if c.Socket.Path != c.DataDir && c.Socket.Path != c.Log.File && c.DataDir != c.Log.File {
		return ""
	}
	return "three different paths"
}

// conditionIsKnown: the condition is built in or one of episodic.conditions.
func conditionIsKnown(c *Config) string {
	own, err := episodic.ParseConditions(c.Episodic.Conditions)
	if err == nil {
		_, err = own.Parse(c.Episodic.Named())
	}
	if err == nil {
		return ""
	}
	return fault.As(err).Allowed
}

// finish fills in the host's paths, and checks how the values fit together.
func (l *loader) finish() {
	l.judgeChains()
	fillPaths(&l.config, l.host)
	l.judgePaths()
	for _, f := range fits() {
		l.judge(f)
	}
}

// judgeChains checks the chains of all layers, which may name servers that a later one
// sets. Where those are wrong, it waits for them to be mended.
func (l *loader) judgeChains() {
	if l.bad["models.servers"] {
		return
	}
	names := l.config.Providers()
	for _, c := range l.chains {
		k, _ := l.find(c.key)
		k.rule.chain.Providers = names
		k.rule.words = k.rule.chain.String()
		if bad := k.rule.checkChain(c.chain); bad != nil {
			l.refuse(k, bad, c.from)
		}
	}
}

// fillPaths sets the paths that are empty to the defaults of this host.
func fillPaths(c *Config, h Host) {
	if c.DataDir == "" {
		c.DataDir = DefaultDataDir(h)
	}
	if c.Socket.Path == "" {
		c.Socket.Path = DefaultSocket(h)
	}
}

func (l *loader) judgePaths() {
	if l.config.DataDir == "" && !l.bad["data_dir"] {
		l.bad["data_dir"] = true
		f := &fault.Error{Kind: fault.Invalid, Message: "no home directory to put it under", Field: "data_dir", Allowed: "a path"}
		l.report(f.WithHint("set NAVD_DATA_DIR or --data-dir, or use --system"))
	}
	path, limit := l.config.Socket.Path, SocketLimit(l.host.OS)
	if len(path) > limit && !l.bad["socket.path"] {
		l.bad["socket.path"] = true
		f := fault.New(fault.Invalid, "%d bytes are too long for a socket", len(path)).About("socket.path", path)
		f.Allowed = "at most " + number(float64(limit)) + " bytes"
		l.report(f.WithHint("%s: set NAVD_SOCKET or --socket to a shorter path", l.sources["socket.path"]))
	}
}

func (l *loader) judge(f fit) {
	for _, name := range f.keys {
		if l.bad[name] {
			return
		}
	}
	allowed := f.broken(&l.config)
	if allowed == "" {
		return
	}
	blamed, _ := l.find(f.keys[0])
	var hints []string
	for _, name := range f.keys {
		k, _ := l.find(name)
		hints = append(hints, name+" = "+literal(k.in(&l.config))+" from "+l.sources[name].String())
	}
	l.report(&fault.Error{
		Kind: fault.Invalid, Field: blamed.name,
		Message: "does not fit " + strings.Join(f.keys[1:], " and "),
		Given:   literal(blamed.in(&l.config)), Allowed: allowed,
		Hint: strings.Join(hints, ", "),
	})
}
