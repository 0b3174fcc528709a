package daemon

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"

	"navd/config"
	"navd/daemon/fault"
	"navd/daemon/grounding"
	"navd/daemon/knowledge/agent"
	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/reply"
	"navd/daemon/scene"
)

// prompts are the templates of all roles.
type prompts struct {
	planner, scene, final, agent reply.Template
}

// id names the planner's prompt in records.
func (p prompts) id() nav.Prompt { return nav.Prompt{ID: p.planner.ID(), Hash: p.planner.Hash()} }

// Prompts gives the templates of a configuration: the built-in ones, or those of
// its files. A file that cannot be used is a fault that names its key.
func Prompts(cfg config.Prompts) ([]reply.Template, error) {
	p, err := readPrompts(cfg)
	return []reply.Template{p.planner, p.scene, p.final, p.agent}, err
}

func readPrompts(cfg config.Prompts) (p prompts, err error) {
	if p.planner, err = readPrompt("prompts.planner", cfg.Planner, planner.BuiltIn(), planner.ParsePrompt); err != nil {
		return p, err
	}
	if p.scene, err = readPrompt("prompts.scene", cfg.Scene, scene.BuiltIn(), scene.ParsePrompt); err != nil {
		return p, err
	}
	if p.final, err = readPrompt("prompts.final", cfg.Final, grounding.BuiltIn(), grounding.ParsePrompt); err != nil {
		return p, err
	}
	p.agent, err = readPrompt("prompts.agent", cfg.Agent, agent.BuiltIn(), agent.ParsePrompt)
	return p, err
}

// readPrompt reads the prompt of a key, the built-in one when no file is named.
func readPrompt(key, path, builtIn string, parse func(string) (reply.Template, error)) (reply.Template, error) {
	if path == "" {
		return parse(builtIn)
	}
	data, err := readFile(path, longestPrompt)
	if err != nil {
		kind := fault.Denied
		if errors.Is(err, fs.ErrNotExist) {
			kind = fault.NotFound
		}
		return reply.Template{}, fault.New(kind, "the prompt cannot be read: %w", err).About(key, path)
	}
	t, err := parse(string(data))
	if err != nil {
		f := *fault.As(err)
		if f.Field != "" {
			f.Message = f.Field + ": " + f.Message
		}
		return t, f.About(key, path)
	}
	return t, nil
}

// longestPrompt is the most bytes that are read of a prompt's file; the parser refuses
// what is too long.
const longestPrompt = 1 << 20

// readFile reads a regular file, up to one byte more than most, by which a caller sees that
// it is too long. It does not block on a pipe.
func readFile(path string, most int64) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, cmp.Or(err, errors.New("it is not a regular file"))
	}
	return io.ReadAll(io.LimitReader(f, most+1))
}
