package client

import (
	"context"

	"navd/daemon/episode"
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

// Subscribe asks for events; they come on [Client.Events].
func (c *Client) Subscribe(ctx context.Context, p ipc.SubscribeParams) (r ipc.SubscribeResult, err error) {
	return r, c.Call(ctx, ipc.EventsSubscribe, p, &r)
}
