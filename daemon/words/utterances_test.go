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
// another set can be given as NAVD_UTTERANCES; then it only prints. Nobody looks at the
// lines of the sealed sets: their figures are what to expect of people.
func TestUtterances(t *testing.T) {
	if other := os.Getenv("NAVD_UTTERANCES"); other != "" {
		score(t, other, true)
		return
	}
	for _, f := range []struct {
		set               string
		precision, recall float64 // at least, in both languages
	}{{"dev", 0.98, 0.95}, {"dev2", 0.98, 0.92}, {"dev3", 0.86, 0.65}, {"dev4", 0.95, 0.80}, {"dev5", 0.94, 0.83}, {"sealed", 0.93, 0.69}, {"sealed2", 0.88, 0.70}} {
		t.Run(f.set, func(t *testing.T) {
			for lang, sum := range score(t, "testdata/utterances_"+f.set+".jsonl", !strings.HasPrefix(f.set, "sealed")) {
				if sum.precision() < f.precision || sum.recall() < f.recall {
					t.Errorf("%s: precision is below %.2f, or recall below %.2f", lang, f.precision, f.recall)
				}
			}
		})
	}
}

// score counts the claims of a file, by language, and tells what was read wrong.
func score(t *testing.T, file string, tell bool) map[string]tally {
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
		if tell && !slices.Equal(got, want) {
			t.Logf("%s %q [%s]\n\tgot  %v\n\twant %v", u.ID, u.Text, u.Here, got, want)
		}
		if tell && r.Command != (u.Kind == "command") {
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
