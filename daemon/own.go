package daemon

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"navd/config"
	"navd/daemon/episode"
	"navd/daemon/grounding"
	"navd/daemon/reply"
	"navd/daemon/words"
	"navd/ipc"
)

// OwnFiles reads the files of grounding.paths as an episode that begins now would. It
// gives their names, hash and tokens, and the skipped files, each with the reason. It
// fails when merge_format is not a format.
func OwnFiles(cfg config.Grounding) (f episode.Files, skipped []grounding.Skipped, err error) {
	own, _, skipped, err := ownFiles(cfg, nil)
	if own != nil {
		f = *own
	}
	return f, skipped, err
}

// ownFiles merges the files that the configuration and a caller name, for the
// prompts of one episode.
func ownFiles(cfg config.Grounding, given []ipc.GroundingFile) (f *episode.Files, text string, skipped []grounding.Skipped, err error) {
	files, skipped := readFiles(cfg)
	if files = append(files, filesOf(given)...); len(files) == 0 {
		return nil, "", skipped, nil
	}
	m, err := grounding.MergeFiles(files, grounding.Format(cfg.MergeFormat))
	if err != nil {
		return nil, "", skipped, err
	}
	skipped = append(skipped, m.Skipped...)
	if text = strings.TrimSpace(m.Prompt); text == "" {
		return nil, "", skipped, nil
	}
	f = &episode.Files{Names: []string{}, Hash: reply.Hash(text), Tokens: words.Tokens(text)}
	for _, one := range files {
		if !slices.ContainsFunc(m.Skipped, func(s grounding.Skipped) bool { return s.Name == one.Name }) {
			f.Names = append(f.Names, one.Name)
		}
	}
	return f, text, skipped, nil
}

// longestFile is the most bytes of a grounding file that the configuration names.
const longestFile = 16 << 20

// readFiles reads the files that the configuration names. One that cannot be
// read is skipped and named.
func readFiles(cfg config.Grounding) (files []grounding.File, skipped []grounding.Skipped) {
	skip := func(path, reason string) {
		skipped = append(skipped, grounding.Skipped{Name: path, Reason: reason})
	}
	for _, path := range cfg.Paths {
		data, err := readFile(path, longestFile)
		var bare *fs.PathError
		switch {
		case len(data) > longestFile:
			skip(path, fmt.Sprintf("it has more than %d bytes", longestFile))
		case errors.Is(err, fs.ErrNotExist):
			skip(path, "there is no such file")
		case errors.As(err, &bare):
			skip(path, "it cannot be read: "+bare.Err.Error())
		case err != nil:
			skip(path, "it cannot be read: "+err.Error())
		default:
			files = append(files, grounding.File{Name: filepath.Base(path), Content: data})
		}
	}
	return files, skipped
}
