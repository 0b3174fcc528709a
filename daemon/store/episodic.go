package store

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"sort"
	"strconv"
	"strings"

	"navd/daemon/episodic"
	"navd/daemon/fault"
	"navd/kv"
)

// The tables of episodic memory. S is a space, N the number of a record in it.
var (
	cases       = kv.NewTable[episodic.Record]("cases", 1)                // S, N
	caseIDs     = kv.NewTable[Numbered]("case_ids", 1)                    // S, id or hash
	subjects    = kv.NewTable[episodic.Gist]("case_subjects", 1)          // S, subject, N
	casesOf     = kv.NewTable[struct{}]("episode_cases", 1)               // E, S, N
	tallies     = kv.NewTable[episodic.Tally]("case_counters", 1)         // S, N, name of who counted: an episode, an outcome (see OutcomeID), or "import"
	withdrawals = kv.NewTable[episodic.Withdrawal]("case_withdrawals", 1) // S, N
	snapshots   = kv.NewTable[episodic.Snapshot]("case_snapshots", 1)     // S, name
	caseMarks   = kv.NewTable[struct{}]("case_marks", 1)                  // S, N: a number that was given and has no record
	outcomes    = kv.NewTable[episodic.Outcome]("case_outcomes", 1)       // S, condition, sample
)

// Numbered names a record by its number.
type Numbered struct {
	N int `json:"n"`
}

// PutCase adds a record to a change set, with the keys it is found by.
func PutCase(c *kv.Changes, r episodic.Record) {
	k := kv.K(r.Space)
	cases.Put(c, k.Int(r.Seq), r)
	caseIDs.Put(c, k.Str(idKey(r.ID)), Numbered{r.Seq})
	caseIDs.Put(c, k.Str(hashKey(r.Meta.Hash)), Numbered{r.Seq})
	for subject, gist := range r.Gists() {
		subjects.Put(c, k.Str(subject).Int(r.Seq), gist)
	}
	if r.Meta.Episode != "" {
		casesOf.Put(c, kv.K(r.Meta.Episode, r.Space).Int(r.Seq), struct{}{})
	}
}

func idKey(id string) string     { return "id:" + id }
func hashKey(hash string) string { return "sha256:" + hash }

// GetCase reads record n of a space with its counters and its withdrawal; not_found when
// there is none.
func GetCase(tx *kv.Tx, space string, n int) (s episodic.Stored, err error) {
	k := kv.K(space).Int(n)
	if s.Record, err = cases.Get(tx, k); err != nil {
		if errors.Is(err, kv.ErrNotFound) {
			err = fault.New(fault.NotFound, "no such record").About("seq", n).WithHint("episodic.list shows those of a space")
		}
		return s, Fault(err)
	}
	if s.Tally, err = sumTally(tx, space, n); err != nil {
		return s, err
	}
	s.Withdrawn, err = withdrawn(tx, k)
	return s, err
}

// sumTally adds up the counters of a record.
func sumTally(tx *kv.Tx, space string, n int) (sum episodic.Tally, err error) {
	for t, err := range values(tallies, tx, kv.Range{Prefix: kv.K(space).Int(n)}) {
		if err != nil {
			return sum, err
		}
		sum = sum.Add(t)
	}
	return sum, nil
}

// GetTallyOf reads the counters of one episode on a record.
func GetTallyOf(tx *kv.Tx, space string, n int, episode string) (episodic.Tally, error) {
	return orNone(tallies.Get(tx, kv.K(space).Int(n).Str(episode)))
}

func withdrawn(tx *kv.Tx, k kv.Key) (*episodic.Withdrawal, error) {
	w, is, err := found(withdrawals.Get(tx, k))
	if !is {
		return nil, err
	}
	return &w, nil
}

// PutTally adds the counters of an episode on a record to a change set.
func PutTally(c *kv.Changes, space string, n int, episode string, t episodic.Tally) {
	tallies.Put(c, kv.K(space).Int(n).Str(episode), t)
}

// Withdraw adds the withdrawal of a record to a change set.
func Withdraw(c *kv.Changes, space string, n int, w episodic.Withdrawal) {
	withdrawals.Put(c, kv.K(space).Int(n), w)
	PutCaseMark(c, space, w.Seq)
}

// UseAgain adds to a change set that a record is not withdrawn any more.
func UseAgain(c *kv.Changes, space string, n int) { withdrawals.Delete(c, kv.K(space).Int(n)) }

// CaseNamed gives the number of the record with an id, 0 when there is none.
func CaseNamed(tx *kv.Tx, space, id string) (int, error) { return caseBy(tx, space, idKey(id)) }

// CaseWith gives the number of the record whose entry has a hash, 0 when there is none.
func CaseWith(tx *kv.Tx, space, hash string) (int, error) { return caseBy(tx, space, hashKey(hash)) }

func caseBy(tx *kv.Tx, space, key string) (int, error) {
	n, err := orNone(caseIDs.Get(tx, kv.K(space).Str(key)))
	return n.N, err
}

// LastCase gives the highest number that a space has used, 0: none.
func LastCase(tx *kv.Tx, space string) (last int, err error) {
	newest := kv.Range{Prefix: kv.K(space), Reverse: true, Limit: 1, OnCorrupt: skip}
	for _, keys := range []iter.Seq2[kv.Key, error]{cases.Keys(tx, newest), caseMarks.Keys(tx, newest)} {
		for k, err := range keys {
			if err != nil {
				return 0, Fault(err)
			}
			last = max(last, numberOf(k))
		}
	}
	return last, nil
}

// Cases gives the records of a space after a number, oldest first; with newest set, those
// before the number, or all when it is 0, newest first.
func Cases(tx *kv.Tx, space string, after int, newest bool) iter.Seq2[episodic.Stored, error] {
	r := kv.Range{Prefix: kv.K(space), From: kv.K(space).Int(after + 1)}
	if newest {
		r = kv.Range{Prefix: kv.K(space), Reverse: true}
		if after > 0 {
			r.To = kv.K(space).Int(after)
		}
	}
	return func(yield func(episodic.Stored, error) bool) {
		for e, err := range cases.Scan(tx, r) {
			s := episodic.Stored{Record: e.Value}
			if err == nil {
				s.Tally, err = sumTally(tx, space, s.Seq)
			}
			if err == nil {
				s.Withdrawn, err = withdrawn(tx, kv.K(space).Int(s.Seq))
			}
			if !yield(s, Fault(err)) {
				return
			}
		}
	}
}

// CasesOn gives the gists of the newest records of a space on a subject, newest first, at
// most n. Records after number last are left out unless it is 0, as in [episodic.Query].
func CasesOn(tx *kv.Tx, space, subject string, last, most int) (out []episodic.Gist, err error) {
	prefix := kv.K(space).Str(subject)
	r := kv.Range{Prefix: prefix, Reverse: true, Limit: most, OnCorrupt: skip} // damaged gists only make advice poorer
	if last != 0 {
		r.To = prefix.Int(last + 1)
	}
	for e, err := range subjects.Scan(tx, r) {
		if err != nil {
			return nil, Fault(err)
		}
		k := kv.ReadKey(e.Key)
		k.Str()
		k.Str()
		e.Value.Seq = k.Int()
		out = append(out, e.Value)
	}
	return out, nil
}

// InUse leaves out the gists of withdrawn records, for a reader of the records up to number
// last, 0: of all.
func InUse(tx *kv.Tx, space string, gists []episodic.Gist, last int) (out []episodic.Gist, err error) {
	for _, g := range gists {
		w, err := withdrawn(tx, kv.K(space).Int(g.Seq))
		if err != nil {
			return nil, err
		}
		if s := (episodic.Stored{Withdrawn: w}); !s.WithdrawnAt(last) {
			out = append(out, g)
		}
	}
	return out, nil
}

// CaseSpaces lists the spaces that have records, in their order.
func CaseSpaces(tx *kv.Tx) (names []string, err error) {
	for from := (kv.Key{}); ; {
		found := ""
		for k, err := range cases.Keys(tx, kv.Range{From: from, Limit: 1}) {
			if err != nil {
				return nil, Fault(err)
			}
			found = kv.ReadKey(k).Str()
		}
		if found == "" {
			return names, nil
		}
		names, from = append(names, found), kv.K(found).Int(math.MaxInt)
	}
}

// PutCaseMark notes a number of a space that is used without a record, so that it is not
// given again.
func PutCaseMark(c *kv.Changes, space string, n int) {
	caseMarks.Put(c, kv.K(space).Int(n), struct{}{})
}

// CountCases counts the records of a space, or of all spaces when the name is empty, and the
// withdrawn ones among them.
func CountCases(tx *kv.Tx, space string) (n, out int, err error) {
	if n, err = count(tx, cases, inSpace(space)); err == nil {
		out, err = count(tx, withdrawals, inSpace(space))
	}
	return n, out, err
}

// inSpace is the range of a space, or of all spaces when the name is empty.
func inSpace(space string) (r kv.Range) {
	if space != "" {
		r.Prefix = kv.K(space)
	}
	return r
}

// CountUpTo tells how many records a space has up to a number.
func CountUpTo(tx *kv.Tx, space string, last int) (int, error) {
	return count(tx, cases, kv.Range{Prefix: kv.K(space), To: kv.K(space).Int(last + 1)})
}

// PutSampleOutcome adds the outcome of a sample to a change set.
func PutSampleOutcome(c *kv.Changes, space string, o episodic.Outcome) {
	outcomes.Put(c, kv.K(space, o.Condition, o.Sample), o)
}

// ToldOutcome reads the stored outcome of the same sample under the same condition; the zero
// value when there is none.
func ToldOutcome(tx *kv.Tx, space string, o episodic.Outcome) (episodic.Outcome, error) {
	return orNone(outcomes.Get(tx, kv.K(space, o.Condition, o.Sample)))
}

// OutcomeID names an outcome among those of a space.
func OutcomeID(o episodic.Outcome) string { return "sample:" + o.Condition + "/" + o.Sample }

// Outcomes gives the outcomes of samples, by space, condition and sample; those of all spaces
// when the name is empty.
func Outcomes(tx *kv.Tx, space string) iter.Seq2[episodic.Outcome, error] {
	return values(outcomes, tx, inSpace(space))
}

// AllCasesCount tells how many records there are in all spaces, in constant time.
func AllCasesCount(tx *kv.Tx) (int, error) { return orFault(cases.Count(tx)) }

// PutSnapshot adds a snapshot to a change set.
func PutSnapshot(c *kv.Changes, s episodic.Snapshot) { snapshots.Put(c, kv.K(s.Space, s.Name), s) }

// GetSnapshot reads a snapshot; not_found when there is none.
func GetSnapshot(tx *kv.Tx, space, name string) (episodic.Snapshot, error) {
	s, err := snapshots.Get(tx, kv.K(space, name))
	if errors.Is(err, kv.ErrNotFound) {
		return s, fault.New(fault.NotFound, "no such snapshot in space %q", space).About("snapshot", name).
			WithHint("episodic.snapshot without a name lists those of a space, with a name it takes one")
	}
	return s, Fault(err)
}

// Snapshots lists the snapshots of a space by their names.
func Snapshots(tx *kv.Tx, space string) ([]episodic.Snapshot, error) {
	return all(tx, snapshots, kv.K(space))
}

// deleteCases adds the removal of an episode's records of episodic memory to a change set.
func deleteCases(tx *kv.Tx, c *kv.Changes, id string) (n int, err error) {
	ids, err := CaseIDsOf(tx, id)
	for _, of := range ids {
		space, seq := SplitCaseID(of)
		if err := deleteCase(tx, c, space, seq); err != nil {
			return 0, err
		}
		casesOf.Delete(c, kv.K(id, space).Int(seq))
	}
	return len(ids), err
}

func deleteCase(tx *kv.Tx, c *kv.Changes, space string, seq int) error {
	r, err := cases.Get(tx, kv.K(space).Int(seq))
	if err != nil && !errors.Is(err, kv.ErrNotFound) && !errors.Is(err, kv.ErrCorrupt) {
		return Fault(err)
	}
	k := kv.K(space)
	if err == nil {
		caseIDs.Delete(c, k.Str(idKey(r.ID)))
		caseIDs.Delete(c, k.Str(hashKey(r.Meta.Hash)))
		for subject := range r.Gists() {
			subjects.Delete(c, k.Str(subject).Int(seq))
		}
	}
	cases.Delete(c, k.Int(seq))
	PutCaseMark(c, space, seq)
	withdrawals.Delete(c, k.Int(seq))
	for key, err := range tallies.Keys(tx, kv.Range{Prefix: k.Int(seq)}) {
		if err != nil {
			return Fault(err)
		}
		tallies.Delete(c, key)
	}
	return nil
}

// Candidates gives the sources of a query in a space: records on its subjects, the newest
// ones, and those that the index ranked, given by [CaseID]. For a snapshot without a target
// it ranks by words itself, because the index has later records too.
func Candidates(tx *kv.Tx, space string, q episodic.Query, ranked []string) (out []episodic.Source, err error) {
	for _, s := range q.Subjects() {
		gists, err := CasesOn(tx, space, s.Subject, q.Last, episodic.MostCandidates)
		if err != nil {
			return nil, err
		}
		out = append(out, episodic.Source{Name: s.Name, Gists: gists})
	}
	if q.Last != 0 && q.Target.Unknown() {
		words, err := wordsAmong(tx, space, q, out[len(out)-1].Gists) // the newest
		return append(out, words), err
	}
	words := episodic.Source{Name: "words"}
	for _, id := range ranked {
		of, n := SplitCaseID(id)
		if of != space || q.Last != 0 && n > q.Last {
			continue
		}
		g, is, err := found(subjects.Get(tx, kv.K(space).Str("").Int(n)))
		if err != nil {
			return nil, err
		}
		if g.Seq = n; is { // else it was deleted meanwhile
			words.Gists = append(words.Gists, g)
		}
	}
	return append(out, words), nil
}

// wordsAmong ranks records by how many words of a query they have.
func wordsAmong(tx *kv.Tx, space string, q episodic.Query, gists []episodic.Gist) (s episodic.Source, err error) {
	s.Name = "words"
	share := map[int]float64{}
	for _, g := range gists {
		r, err := cases.Get(tx, kv.K(space).Int(g.Seq))
		if err != nil && !errors.Is(err, kv.ErrCorrupt) {
			return s, Fault(err)
		}
		if share[g.Seq] = episodic.Shared(q.Words, r.Text()); share[g.Seq] > 0 {
			s.Gists = append(s.Gists, g)
		}
	}
	sort.SliceStable(s.Gists, func(i, j int) bool { return share[s.Gists[i].Seq] > share[s.Gists[j].Seq] })
	return s, nil
}

// FailedOn tells whether a record that counts for a query and went wrong has a polarity for
// an aspect.
func FailedOn(tx *kv.Tx, space string, q episodic.Query, aspect, polarity string) (bool, error) {
	gists, err := CasesOn(tx, space, episodic.AspectSubject(aspect), q.Last, episodic.MostCandidates)
	for _, g := range gists {
		if !g.Harm {
			continue
		}
		s, err := GetCase(tx, space, g.Seq)
		if err != nil && !fault.Is(err, fault.Corrupt) {
			return false, err
		}
		if s.Barred(q) == "" && episodic.ReadEntry(s.Entry).Says(aspect, polarity) {
			return true, nil
		}
	}
	return false, err
}

// ReadCandidates reads the records of the best candidates, at most episodic.MostRead, without
// those that are [episodic.Stored.Barred]. Their scores are multiplied by how much their advice helped.
func ReadCandidates(tx *kv.Tx, space string, q episodic.Query, all []episodic.Candidate) (out []episodic.Found, err error) {
	for _, c := range all {
		if len(out) == episodic.MostRead {
			break
		}
		s, err := GetCase(tx, space, c.Seq)
		if fault.Is(err, fault.Corrupt) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if s.Barred(q) != "" {
			continue
		}
		if q.Last != 0 { // a snapshot does not have later outcomes of its advice
			s.Tally = episodic.Tally{}
		}
		out = append(out, episodic.Found{Stored: s, Score: min(1, c.Score*s.Tally.Help())})
	}
	return out, nil
}

// CaseID names a record among those of all spaces.
func CaseID(space string, n int) string { return fmt.Sprintf("%s/%d", space, n) }

// SplitCaseID splits a [CaseID]; number 0, which no record has, when it is not one.
func SplitCaseID(id string) (space string, n int) {
	at := strings.LastIndexByte(id, '/')
	if at < 0 {
		return "", 0
	}
	n, _ = strconv.Atoi(id[at+1:])
	return id[:at], n
}

// AllCases gives the records of all spaces, newest first in each, those before a
// [CaseID] when it is not empty. What cannot be read is left out.
func AllCases(tx *kv.Tx, before string) iter.Seq2[episodic.Stored, error] {
	r := kv.Range{Reverse: true, OnCorrupt: skip}
	if space, n := SplitCaseID(before); n > 0 {
		r.To = kv.K(space).Int(n)
	}
	return func(yield func(episodic.Stored, error) bool) {
		for e, err := range cases.Scan(tx, r) {
			s := episodic.Stored{Record: e.Value}
			if err == nil {
				s.Withdrawn, err = withdrawn(tx, kv.K(s.Space).Int(s.Seq))
			}
			if !yield(s, Fault(err)) {
				return
			}
		}
	}
}

// CaseIDsOf lists the records that come from an episode, readable or not.
func CaseIDsOf(tx *kv.Tx, id string) (ids []string, err error) {
	for key, err := range casesOf.Keys(tx, kv.Range{Prefix: kv.K(id)}) {
		if err != nil {
			return nil, Fault(err)
		}
		k := kv.ReadKey(key)
		k.Str()
		space := k.Str()
		ids = append(ids, CaseID(space, k.Int()))
	}
	return ids, nil
}
