package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"navd/config"
	"navd/daemon"
	"navd/daemon/fault"
	"navd/daemon/planner"
	"navd/daemon/reply"
	"navd/daemon/table"
	"navd/daemon/words"
)

// badConfiguration reports everything that keeps the configuration from loading.
func (u *checkup) badConfiguration(err error) {
	var problems config.Problems
	if !errors.As(err, &problems) {
		problems = config.Problems{fault.As(err)}
	}
	for _, p := range problems {
		hint := "`navd config sample` prints every key"
		if p.Kind == fault.Denied {
			hint = "make the file readable for this user, or name another one with --config"
		}
		u.fail("configuration", p, hint)
	}
}

// configuration reports where the settings come from, and which of them do not fit the
// disk. Image roots have a check of their own.
func (u *checkup) configuration() {
	good := true
	var problems config.Problems
	if errors.As(u.loaded.Check(), &problems) {
		for _, p := range problems {
			if !strings.HasPrefix(p.Field, "image_roots") {
				u.fail("configuration", p, "`navd config show` says where each value comes from")
				good = false
			}
		}
	}
	if _, err := socketGroup(u.cfg.Socket.Group); err != nil {
		u.fail("configuration", err, "name a group of this machine")
		good = false
	}
	for _, r := range u.loaded.Remarks {
		u.warn("configuration", r.Hint, "%s", r)
	}
	if !good || len(u.loaded.Remarks) > 0 {
		return
	}
	u.ok("configuration", "%s; %s", cmp.Or(u.loaded.File, "no file"), sourcesText(u.loaded.Entries()))
}

// sourcesText counts the settings by where they come from.
func sourcesText(entries []config.Entry) string {
	from := map[string]int{}
	for _, e := range entries {
		from[e.Source.Layer]++
	}
	parts := []string{words.Count(len(entries), "setting") + ": " + strconv.Itoa(from[config.LayerDefault]) + " by default"}
	for _, layer := range []struct{ name, text string }{
		{config.LayerFile, "from the file"}, {config.LayerEnv, "from the environment"}, {config.LayerFlag, "from flags"},
	} {
		if n := from[layer.name]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, layer.text))
		}
	}
	return strings.Join(parts, ", ")
}

// profiles reads the profiles of past episodes that the configuration names.
func (u *checkup) profiles() {
	files := u.cfg.Episodic.Profiles
	if len(files) == 0 {
		return
	}
	names, err := daemon.Profiles(files)
	if err != nil {
		u.fail("profiles", err, "take the path out of episodic.profiles, or mend the file")
		return
	}
	u.ok("profiles", "%s", strings.Join(names, ", "))
}

// prompts reads the prompts one by one, so that one bad file hides no other.
func (u *checkup) prompts() {
	good := true
	var from []string
	for _, p := range builtIns(u.cfg.Prompts) {
		one := config.Prompts{}
		switch p.Key {
		case "prompts.planner":
			one.Planner = u.cfg.Prompts.Planner
		case "prompts.scene":
			one.Scene = u.cfg.Prompts.Scene
		case "prompts.final":
			one.Final = u.cfg.Prompts.Final
		case "prompts.agent":
			one.Agent = u.cfg.Prompts.Agent
		}
		var texts []reply.Template
		err := notAPrompt(p)
		if err == nil {
			texts, err = daemon.Prompts(one)
		}
		switch {
		case err != nil:
			u.fail("prompts", err, "`navd config prompts --write DIR` writes the built-in ones")
			good = false
		case p.Name == planner.PromptID && !texts[0].Uses(planner.Directions):
			u.warn("prompts", "put $"+planner.Directions+" where the prompt explains angles, and $pictures where it names the views",
				"prompts.planner has no $%s: models are not told about the angles that are printed on pictures", planner.Directions)
		}
		from = append(from, p.Name+" "+p.From)
	}
	if good {
		u.ok("prompts", "%s", strings.Join(from, ", "))
	}
}

// groundingFiles reads the files of grounding.paths as an episode would.
func (u *checkup) groundingFiles() {
	const check, hint = "grounding files", "mend the file, or take it out of grounding.paths"
	if !u.cfg.Grounding.Enabled {
		u.ok(check, "not used: grounding.enabled is false")
		return
	}
	files, skipped, err := daemon.OwnFiles(u.cfg.Grounding)
	for _, s := range skipped {
		u.warn(check, hint, "%s is skipped: %s", s.Name, s.Reason)
	}
	switch budget := u.cfg.Grounding.Budget; {
	case err != nil:
		u.fail(check, err, hint)
	case files.Tokens > budget:
		err := fault.New(fault.TooLarge, "no episode can begin: the files take %d tokens", files.Tokens).About("grounding.paths", strings.Join(files.Names, ", "))
		err.Allowed = fmt.Sprintf("%d tokens, grounding.budget", budget)
		u.fail(check, err, "raise grounding.budget, or name fewer files")
	case len(files.Names) > 0:
		u.ok(check, "%s; about %d of %d tokens in every prompt", strings.Join(files.Names, ", "), files.Tokens, budget)
	case len(skipped) == 0:
		u.ok(check, "none")
	}
}

// tape checks whether the tape can be replayed or recorded on.
func (u *checkup) tape() {
	path, hint := u.cfg.Models.Tape, "choose another file with models.tape, or none"
	switch bad := regular(path); {
	case path == "":
		u.ok("tape", "none")
		return
	case u.cfg.Models.TapeMode == "record" && bad != nil && bad.Kind == fault.NotFound:
		base := filepath.Dir(path)
		if there, bad := makeable(base); bad != nil || there != base {
			u.fail("tape", cmp.Or(bad, fault.New(fault.NotFound, "its directory does not exist")).About(tapeKey, path), hint)
			return
		}
		u.ok("tape", "a new one will be recorded in %s", path)
		return
	}
	t, err := openTape(path)
	if err != nil {
		u.fail("tape", err, hint)
		return
	}
	u.ok("tape", "%s: %s to %s", path, contents(t), map[string]string{"record": "add to", "replay": "replay; no model is asked"}[u.cfg.Models.TapeMode])
}

// imageRoots checks whether the directories of pictures can be read.
func (u *checkup) imageRoots() {
	if len(u.cfg.ImageRoots) == 0 {
		u.ok("image roots", "none: clients send pictures, and name no files")
	}
	for i, root := range u.cfg.ImageRoots {
		if bad := readableDir(root); bad != nil {
			u.fail("image roots", bad.About(fmt.Sprintf("image_roots[%d]", i), root), "name a directory that the daemon may read")
			continue
		}
		u.ok("image roots", "%s", root)
	}
}

// pythonTime is how long Python may take to name its version.
const pythonTime = 2 * time.Second

// leastPython is the minor version of the oldest Python 3 that the client works with.
const leastPython = 9

// pythonVersion finds the minor version in the output of python3 --version.
var pythonVersion = regexp.MustCompile(`^Python 3\.(\d+)`)

// python looks for python3, which only controllers in Python need.
func (u *checkup) python(ctx context.Context) {
	hint := fmt.Sprintf("controllers in Python need Python 3.%d or newer; navd itself does not", leastPython)
	path, err := exec.LookPath("python3")
	if err != nil {
		u.warn("python3", hint, "not found in PATH")
		return
	}
	ctx, cancel := context.WithTimeout(ctx, pythonTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "--version")
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	said := strings.TrimSpace(string(out))
	minor := pythonVersion.FindStringSubmatch(said)
	switch {
	case err != nil:
		u.warn("python3", hint, "%s does not name its version: %v", path, err)
	case minor == nil:
		u.warn("python3", hint, "%s names no version of Python 3: %s", path, table.Fit(said, answerColumns))
	default:
		if n, err := strconv.Atoi(minor[1]); err != nil || n < leastPython {
			u.warn("python3", hint, "%s is too old: %s", path, said)
			return
		}
		u.ok("python3", "%s: %s", path, said)
	}
}
