package store

import (
	"errors"
	"iter"

	"navd/daemon/fault"
	"navd/daemon/knowledge"
	"navd/kv"
)

// The tables of what was learned.
var (
	learned     = newItems[knowledge.Item]("knowledge", knowledge.Prefix)       // number, version
	submissions = kv.NewTable[knowledge.Feedback]("knowledge_feedback", 1)      // number
	proposals   = kv.NewTable[knowledge.Proposal]("knowledge_proposals", 1)     // number
	lessons     = kv.NewTable[knowledge.Line]("knowledge_log", 1)               // number
	attachments = kv.NewTable[knowledge.Attachment]("knowledge_attached", 1)    // skill, scene
	evaluations = kv.NewTable[knowledge.Evaluation]("knowledge_evaluations", 1) // number modulo Evaluations
)

// Evaluations is how many plans are kept to try new rules on.
const Evaluations = 1000

// PutItem adds a version of an item to a change set.
func PutItem(c *kv.Changes, i knowledge.Item) error { return learned.put(c, i) }

// KnowledgeBook reads all items.
func KnowledgeBook(tx *kv.Tx) (*knowledge.Book, error) {
	b := knowledge.NewBook()
	return b, learned.load(tx, b.Load)
}

// GetItem reads the last version of an item; false when there is none.
func GetItem(tx *kv.Tx, id string) (knowledge.Item, bool, error) { return learned.last(tx, id) }

// Items gives the last version of every item, newest item first, those before an id
// when it is not empty. What cannot be read is left out.
func Items(tx *kv.Tx, before string) iter.Seq2[knowledge.Item, error] {
	return learned.newest(tx, before)
}

// CountItems tells how many versions of items there are.
func CountItems(tx *kv.Tx) (int, error) { return orFault(learned.Count(tx)) }

// ItemHistory gives the versions of an item, oldest first.
func ItemHistory(tx *kv.Tx, id string) ([]knowledge.Item, error) { return learned.history(tx, id) }

// PutSubmission stores a feedback for knowledge, under its number.
func PutSubmission(c *kv.Changes, n int, f knowledge.Feedback) {
	submissions.Put(c, kv.Key{}.Int(n), f)
}

// GetSubmission reads a feedback; it fails with a not_found fault.
func GetSubmission(tx *kv.Tx, id string) (f knowledge.Feedback, err error) {
	if n, ok := knowledge.FeedbackNumber(id); ok {
		f, err = submissions.Get(tx, kv.Key{}.Int(n))
		if !errors.Is(err, kv.ErrNotFound) {
			return f, Fault(err)
		}
	}
	return f, fault.New(fault.NotFound, "there is no such feedback").About("feedback", id).WithHint("knowledge.submit gives ids like q1")
}

// QueuedSubmissions gives the numbers of the feedback without an outcome, in order, and the
// last number of all.
func QueuedSubmissions(tx *kv.Tx) (queued []int, last int, err error) {
	for e, err := range submissions.Scan(tx, kv.Range{OnCorrupt: skip}) {
		if err != nil {
			return nil, 0, Fault(err)
		}
		if n, ok := knowledge.FeedbackNumber(e.Value.ID); ok && e.Value.Outcome == "" {
			queued = append(queued, n)
		}
	}
	last, err = lastNumber(tx, submissions)
	return queued, last, err
}

// Submissions gives feedback, newest first. What cannot be read is left out.
func Submissions(tx *kv.Tx) iter.Seq2[knowledge.Feedback, error] {
	return values(submissions, tx, kv.Range{Reverse: true, OnCorrupt: skip})
}

// PutProposal stores a proposal.
func PutProposal(c *kv.Changes, p knowledge.Proposal) {
	n, _ := knowledge.ProposalNumber(p.ID)
	proposals.Put(c, kv.Key{}.Int(n), p)
}

// GetProposal reads a proposal; it fails with a not_found fault.
func GetProposal(tx *kv.Tx, id string) (p knowledge.Proposal, err error) {
	if n, ok := knowledge.ProposalNumber(id); ok {
		p, err = proposals.Get(tx, kv.Key{}.Int(n))
		if !errors.Is(err, kv.ErrNotFound) {
			return p, Fault(err)
		}
	}
	return p, fault.New(fault.NotFound, "there is no such proposal").About("proposal", id).WithHint("knowledge.proposals lists them")
}

// Proposals gives proposals newest first, those before a number when it is not 0.
// What cannot be read is left out.
func Proposals(tx *kv.Tx, before int) iter.Seq2[knowledge.Proposal, error] {
	r := newestFirst(before)
	r.OnCorrupt = skip
	return values(proposals, tx, r)
}

// LastProposal is the number of the newest proposal.
func LastProposal(tx *kv.Tx) (int, error) { return lastNumber(tx, proposals) }

// PutKnowledgeLine adds a line to the log of what was learned.
func PutKnowledgeLine(c *kv.Changes, l knowledge.Line) {
	lessons.Put(c, kv.Key{}.Int(l.N), l)
}

// KnowledgeLog gives the lines of the log, oldest first.
func KnowledgeLog(tx *kv.Tx) iter.Seq2[knowledge.Line, error] {
	return values(lessons, tx, kv.Range{OnCorrupt: skip})
}

// LastKnowledgeLine is the number of the newest line.
func LastKnowledgeLine(tx *kv.Tx) (int, error) { return lastNumber(tx, lessons) }

// PutAttachment stores an attachment, in place of one of the same skill to the same
// scene.
func PutAttachment(c *kv.Changes, a knowledge.Attachment) {
	attachments.Put(c, kv.Key{}.Str(a.Skill).Str(a.Scene), a)
}

// DeleteAttachment deletes the attachment of a skill to a scene.
func DeleteAttachment(c *kv.Changes, a knowledge.Attachment) {
	attachments.Delete(c, kv.Key{}.Str(a.Skill).Str(a.Scene))
}

// Attachments gives all attachments, by skill. What cannot be read is left out.
func Attachments(tx *kv.Tx) iter.Seq2[knowledge.Attachment, error] {
	return values(attachments, tx, kv.Range{OnCorrupt: skip})
}

// PutEvaluation stores what the rules decided for a plan, in place of the plan [Evaluations]
// before it.
func PutEvaluation(c *kv.Changes, e knowledge.Evaluation) {
	evaluations.Put(c, kv.Key{}.Int(e.N%Evaluations), e)
}

// KeptEvaluations gives what the rules decided for the last plans, in no order.
func KeptEvaluations(tx *kv.Tx) iter.Seq2[knowledge.Evaluation, error] {
	return values(evaluations, tx, kv.Range{OnCorrupt: skip})
}
