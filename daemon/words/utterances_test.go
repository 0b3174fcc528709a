package words_test

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"navd/daemon/words"
)

// An utterance is what somebody said to a robot, and what a careful person
// would take from it.
type utterance struct {
	ID, Lang, Text, Here, Kind string
	Claims                     []struct{ S, R, O string }
}

// A tally counts claims that are right, and all that were made and wanted.
type tally struct{ right, made, wanted int }

func (t tally) precision() float64 { return float64(t.right) / float64(max(t.made, 1)) }
func (t tally) recall() float64    { return float64(t.right) / float64(max(t.wanted, 1)) }

// TestUtterances scores the claims that are read from what people say. A file of
// another set can be given as NAVD_UTTERANCES; then it only prints.
func TestUtterances(t *testing.T) {
	files := []struct {
		file   string
		recall float64 // at least
	}{{"testdata/utterances_dev.jsonl", 0.95}, {"testdata/utterances_dev2.jsonl", 0.86}}
	if other := os.Getenv("NAVD_UTTERANCES"); other != "" {
		score(t, other)
		return
	}
	for _, f := range files {
		t.Run(f.file, func(t *testing.T) {
			for lang, sum := range score(t, f.file) {
				if sum.precision() < 0.98 || sum.recall() < f.recall {
					t.Errorf("%s: precision is below 0.98, or recall below %.2f", lang, f.recall)
				}
			}
		})
	}
}

// score counts the claims of a file, by language.
func score(t *testing.T, file string) map[string]tally {
	tallies := map[string]tally{}
	for _, u := range utterances(t, file) {
		want := u.wanted(t)
		r := words.Read(u.Text, "", words.LabelKey(u.Here))
		got := forms(r.Claims)
		sum := tallies[u.Lang]
		sum.made, sum.wanted = sum.made+len(got), sum.wanted+len(want)
		for _, c := range got {
			if slices.Contains(want, c) {
				sum.right++
			}
		}
		tallies[u.Lang] = sum
		if !slices.Equal(got, want) {
			t.Logf("%s %q [%s]\n\tgot  %v\n\twant %v", u.ID, u.Text, u.Here, got, want)
		}
		if r.Command != (u.Kind == "command") {
			t.Logf("%s %q: command %v", u.ID, u.Text, r.Command)
		}
	}
	for lang, sum := range tallies {
		t.Logf("%s: precision %.3f (%d of %d), recall %.3f (of %d)", lang, sum.precision(), sum.right, sum.made, sum.recall(), sum.wanted)
	}
	return tallies
}

func utterances(t *testing.T, file string) (all []utterance) {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var u utterance
		if err := json.Unmarshal(lines.Bytes(), &u); err != nil {
			t.Fatalf("%s: %v", lines.Text(), err)
		}
		all = append(all, u)
	}
	return all
}

// wanted gives the claims of an utterance in normal form.
func (u utterance) wanted(t *testing.T) []string {
	var claims []words.Claim
	for _, c := range u.Claims {
		sound, err := words.Claim{Subject: c.S, Relation: c.R, Object: c.O}.Normal()
		if err != nil {
			t.Logf("%s: %v", u.ID, err)
			continue
		}
		claims = append(claims, sound)
	}
	return forms(claims)
}

func forms(claims []words.Claim) []string {
	var all []string
	for _, c := range claims {
		all = append(all, strings.TrimSpace(fmt.Sprintf("%s %s %s", c.Subject, c.Relation, c.Object)))
	}
	slices.SortFunc(all, cmp.Compare[string])
	return all
}
