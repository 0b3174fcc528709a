package episodic

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"navd/daemon/words"
)

// Failure is a trajectory of a tree search whose answer failed.
type Failure struct {
	Question string   // that was asked
	Steps    []string // actions, the answer last
	Came     string   // what the environment or a person said about the answer
}

// Record makes the record of a failure; seq is its number in the space.
func (f Failure) Record(p *Profile, space string, seq int, id string, m Meta) (Record, error) {
	e := Entry{
		SchemaVersion: "1.1", EpisodeID: id, EpisodeType: "harm", ErrorCategory: []string{"FAILED_ANSWER"},
		CaseSummary: CaseSummary{TargetAspectType: words.Target(m.Target), Symptom: firstRunes(f.Question, 500), RationaleSummary: firstRunes(strings.Join(f.Steps, ", then "), 500)},
		Correction: Correction{
			CorrectivePrinciple: firstRunes(fmt.Sprintf("The answer %s failed: %s.", f.Steps[len(f.Steps)-1], strings.TrimSuffix(f.Came, ".")), 400), ApplicableConditions: conditionsOf(m),
		},
		Evaluation: Evaluation{RiskBefore: p.Writer.tags(nil), RiskAfter: p.Writer.tags([]string{"FAILED_ANSWER"}), FacetDissent: []string{}},
		Provenance: Provenance{CreatedFromSplit: p.Writer.Split, Timestamp: m.Time.UTC().Format(time.RFC3339), Version: "1.1"},
	}
	e.StageSnapshot = StageSnapshot{p.Writer.newStage(), p.Writer.newStage()}
	e.InputSignature = Signature{Language: p.Language, DetectedStructure: []string{"stuck"}, LengthBucket: p.Signature(f.Question, "", 0).LengthBucket}
	r := Record{Space: space, Profile: p.Name, Seq: seq, ID: id, Meta: m}
	raw, err := json.Marshal(e)
	r.Entry, r.Meta.Hash = raw, Hash(raw)
	return r, err
}
