package index

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Names in the directory of an index.
const (
	currentFile = "CURRENT" // names the directory of words in use
	lockFile    = "LOCK"    // locked by the process whose id is in it
	wordsFormat = "words-%06d"
)

func wordsPath(dir string, number int) string {
	return filepath.Join(dir, fmt.Sprintf(wordsFormat, number))
}

// load opens the words that CURRENT names, or makes empty ones, and deletes all others.
func (ix *Index) load() error {
	number, err := readCurrent(ix.dir)
	if err == nil {
		err = ix.use(number)
	}
	if err != nil && !errors.Is(err, ErrRebuild) {
		return err
	}
	if err == nil {
		return removeOthers(ix.dir, number)
	}
	numbers, listErr := numbersIn(ix.dir)
	if listErr != nil {
		return listErr
	}
	half, createErr := ix.create(slices.Max(append(numbers, 0)) + 1)
	if createErr != nil {
		return createErr
	}
	ix.half, ix.stale = half, err
	if err := errors.Join(writeCurrent(ix.dir, half.number), removeOthers(ix.dir, half.number)); err != nil {
		return errors.Join(err, half.words.close())
	}
	return nil
}

func (ix *Index) use(number int) error {
	w, err := openWords(wordsPath(ix.dir, number), ix.stamp(), ix.opts)
	if err != nil {
		return err
	}
	ix.half = halves{words: w, vectors: newVectors(ix.opts.VectorLimit), number: number}
	return nil
}

// create makes an empty state in a directory of its own.
func (ix *Index) create(number int) (halves, error) {
	path := wordsPath(ix.dir, number)
	if err := os.RemoveAll(path); err != nil {
		return halves{}, err
	}
	w, err := createWords(path, ix.stamp(), ix.opts.Link)
	if err != nil {
		return halves{}, err
	}
	return halves{words: w, vectors: newVectors(ix.opts.VectorLimit), number: number}, nil
}

func (ix *Index) stamp() stamp {
	return stamp{Format: format, Embedder: ix.opts.Embedder.Name(), Link: ix.opts.Link.Name}
}

// readCurrent returns the number of the words in use. Its errors wrap ErrRebuild.
func readCurrent(dir string) (int, error) {
	content, err := os.ReadFile(filepath.Join(dir, currentFile))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, rebuild("it is new", nil)
	}
	if err != nil {
		return 0, rebuild("it does not say which words are in use", err)
	}
	name, whole := strings.CutSuffix(string(content), "\n")
	number, ours := wordsNumber(name)
	if !whole || !ours {
		return 0, rebuild("it does not say which words are in use", fmt.Errorf("%s holds %.40q", currentFile, content))
	}
	return number, nil
}

// wordsNumber reads the name of a directory of words.
func wordsNumber(name string) (number int, ours bool) {
	if _, err := fmt.Sscanf(name, "words-%d", &number); err != nil || number <= 0 {
		return 0, false
	}
	return number, name == fmt.Sprintf(wordsFormat, number)
}

// writeCurrent replaces CURRENT in one step that survives a power cut.
func writeCurrent(dir string, number int) (err error) {
	temp := filepath.Join(dir, currentFile+".new")
	f, err := os.OpenFile(temp, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(f, wordsFormat+"\n", number)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(temp, filepath.Join(dir, currentFile)); err != nil {
		return err
	}
	return syncDir(dir)
}

// numbersIn lists the numbers of all directories of words.
func numbersIn(dir string) (numbers []int, err error) {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if number, ours := wordsNumber(e.Name()); ours {
			numbers = append(numbers, number)
		}
	}
	return numbers, err
}

func removeOthers(dir string, keep int) error {
	numbers, err := numbersIn(dir)
	for _, number := range numbers {
		if number != keep {
			err = errors.Join(err, removeWords(dir, number))
		}
	}
	return err
}

func removeWords(dir string, number int) error { return os.RemoveAll(wordsPath(dir, number)) }
