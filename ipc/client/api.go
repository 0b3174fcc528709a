package client

import (
	"context"

	"navd/daemon/episode"
	"navd/daemon/job"
	"navd/daemon/nav"
	"navd/ipc"
)

// Info asks who answers.
func (c *Client) Info(ctx context.Context) (r ipc.Info, err error) {
	return r, c.Call(ctx, ipc.NavdInfo, nil, &r)
}

// Health asks what does not work as it should.
func (c *Client) Health(ctx context.Context) (r ipc.Health, err error) {
	return r, c.Call(ctx, ipc.NavdHealth, nil, &r)
}

// Metrics asks for counters and latencies.
func (c *Client) Metrics(ctx context.Context) (r ipc.Metrics, err error) {
	return r, c.Call(ctx, ipc.NavdMetrics, nil, &r)
}

// Begin begins an episode.
func (c *Client) Begin(ctx context.Context, p ipc.BeginParams) (r ipc.BeginResult, err error) {
	return r, c.Call(ctx, ipc.EpisodeBegin, p, &r)
}

// End ends an episode.
func (c *Client) End(ctx context.Context, p ipc.EndParams) (r ipc.EndResult, err error) {
	return r, c.Call(ctx, ipc.EpisodeEnd, p, &r)
}

// Episode reads an episode.
func (c *Client) Episode(ctx context.Context, id string) (r episode.Episode, err error) {
	return r, c.Call(ctx, ipc.EpisodeGet, ipc.EpisodeParams{Episode: id}, &r)
}

// Episodes lists one page of episodes.
func (c *Client) Episodes(ctx context.Context, p ipc.EpisodeListParams) (r ipc.EpisodeListResult, err error) {
	return r, c.Call(ctx, ipc.EpisodeList, p, &r)
}

// Log reads one page of an episode's log.
func (c *Client) Log(ctx context.Context, p ipc.LogParams) (r ipc.LogResult, err error) {
	return r, c.Call(ctx, ipc.EpisodeLog, p, &r)
}

// Step takes one action.
func (c *Client) Step(ctx context.Context, p ipc.StepParams) (r nav.Stepped, err error) {
	return r, c.Call(ctx, ipc.NavStep, p, &r)
}

// Observe gives a scene sample.
func (c *Client) Observe(ctx context.Context, p ipc.ObserveParams) (r ipc.ObserveResult, err error) {
	return r, c.Call(ctx, ipc.NavObserve, p, &r)
}

// Plan asks where to go next.
func (c *Client) Plan(ctx context.Context, p ipc.PlanParams) (r ipc.PlanResult, err error) {
	return r, c.Call(ctx, ipc.NavPlan, p, &r)
}

// Ask asks in words.
func (c *Client) Ask(ctx context.Context, p ipc.AskParams) (r ipc.AskResult, err error) {
	return r, c.Call(ctx, ipc.NavAsk, p, &r)
}

// Graph reads the whole memory of an episode.
func (c *Client) Graph(ctx context.Context, episode string) (r ipc.GraphResult, err error) {
	return r, c.Call(ctx, ipc.NavGraph, ipc.GraphParams{Episode: episode}, &r)
}

// Search finds what was remembered.
func (c *Client) Search(ctx context.Context, p ipc.SearchParams) (r ipc.SearchResult, err error) {
	return r, c.Call(ctx, ipc.MemorySearch, p, &r)
}

// Import learns from grounding files.
func (c *Client) Import(ctx context.Context, p ipc.ImportParams) (r ipc.ImportResult, err error) {
	return r, c.Call(ctx, ipc.GroundingImport, p, &r)
}

// Export reads one page of grounding files.
func (c *Client) Export(ctx context.Context, p ipc.ExportParams) (r ipc.ExportResult, err error) {
	return r, c.Call(ctx, ipc.GroundingExport, p, &r)
}

// Subscribe asks for events; they come on [Client.Events].
func (c *Client) Subscribe(ctx context.Context, p ipc.SubscribeParams) (r ipc.SubscribeResult, err error) {
	return r, c.Call(ctx, ipc.EventsSubscribe, p, &r)
}

// AddFeedback gives what a user says.
func (c *Client) AddFeedback(ctx context.Context, p ipc.FeedbackParams) (r ipc.FeedbackResult, err error) {
	return r, c.Call(ctx, ipc.FeedbackAdd, p, &r)
}

// ParseFeedback asks what AddFeedback would take from a text.
func (c *Client) ParseFeedback(ctx context.Context, text string) (r ipc.ParseResult, err error) {
	return r, c.Call(ctx, ipc.FeedbackParse, ipc.ParseParams{Text: text}, &r)
}

// Grounding reads an entry, or what an episode's users said and its final.
func (c *Client) Grounding(ctx context.Context, p ipc.GroundingGetParams) (r ipc.GroundingGetResult, err error) {
	return r, c.Call(ctx, ipc.GroundingGet, p, &r)
}

// GroundingList lists one page of entries.
func (c *Client) GroundingList(ctx context.Context, p ipc.GroundingListParams) (r ipc.GroundingListResult, err error) {
	return r, c.Call(ctx, ipc.GroundingList, p, &r)
}

// GroundingHistory reads all versions of an entry.
func (c *Client) GroundingHistory(ctx context.Context, id string) (r ipc.HistoryResult, err error) {
	return r, c.Call(ctx, ipc.GroundingHistory, ipc.EntryParams{ID: id}, &r)
}

// UndoGrounding takes back the last change of an entry, or a feedback.
func (c *Client) UndoGrounding(ctx context.Context, p ipc.UndoParams) (r ipc.UndoResult, err error) {
	return r, c.Call(ctx, ipc.GroundingUndo, p, &r)
}

// RetireGrounding takes an entry out of use.
func (c *Client) RetireGrounding(ctx context.Context, id string) (r ipc.EntryResult, err error) {
	return r, c.Call(ctx, ipc.GroundingRetire, ipc.EntryParams{ID: id}, &r)
}

// ConfirmGrounding puts an entry in use that a model proposed.
func (c *Client) ConfirmGrounding(ctx context.Context, id string) (r ipc.EntryResult, err error) {
	return r, c.Call(ctx, ipc.GroundingConfirm, ipc.EntryParams{ID: id}, &r)
}

// PinGrounding has an entry shown before all others, or not any more.
func (c *Client) PinGrounding(ctx context.Context, id string, pinned bool) (r ipc.EntryResult, err error) {
	return r, c.Call(ctx, ipc.GroundingPin, ipc.PinParams{ID: id, Pinned: &pinned}, &r)
}

// GroundingPrompt asks for the block that a plan would get.
func (c *Client) GroundingPrompt(ctx context.Context, p ipc.GroundingPromptParams) (r ipc.GroundingPromptResult, err error) {
	return r, c.Call(ctx, ipc.GroundingPrompt, p, &r)
}

// FinalizeGrounding asks for the final of an episode; the job of the answer
// makes it.
func (c *Client) FinalizeGrounding(ctx context.Context, episode string) (r ipc.FinalizeResult, err error) {
	return r, c.Call(ctx, ipc.GroundingFinalize, ipc.FinalizeParams{Episode: episode}, &r)
}

// Jobs lists one page of background work.
func (c *Client) Jobs(ctx context.Context, p ipc.JobListParams) (r ipc.JobListResult, err error) {
	return r, c.Call(ctx, ipc.JobsList, p, &r)
}

// Job reads one job.
func (c *Client) Job(ctx context.Context, id string) (r job.Job, err error) {
	return r, c.Call(ctx, ipc.JobsGet, ipc.JobParams{Job: id}, &r)
}

// RetryJob makes a job due now.
func (c *Client) RetryJob(ctx context.Context, id string) (r job.Job, err error) {
	return r, c.Call(ctx, ipc.JobsRetry, ipc.JobChangeParams{Job: id}, &r)
}

// CancelJob takes a job back that nobody works on.
func (c *Client) CancelJob(ctx context.Context, id string) (r job.Job, err error) {
	return r, c.Call(ctx, ipc.JobsCancel, ipc.JobChangeParams{Job: id}, &r)
}
