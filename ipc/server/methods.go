package server

import (
	"context"

	"navd/daemon"
	"navd/ipc"
)

// Methods is the one map from name to method.
func Methods(d *daemon.Daemon) map[string]Method {
	return map[string]Method{
		ipc.NavdInfo:           Bind(d.Navd.Info),
		ipc.NavdHealth:         Bind(d.Navd.Health),
		ipc.NavdMetrics:        Bind(d.Navd.Metrics),
		ipc.NavdCheck:          Bind(d.Navd.Check),
		ipc.EpisodeBegin:       Bind(d.Episodes.Begin),
		ipc.EpisodeGoal:        Bind(d.Episodes.Goal),
		ipc.EpisodeEnd:         Bind(d.Episodes.End),
		ipc.EpisodeGet:         Bind(d.Episodes.Get),
		ipc.EpisodeList:        Bind(d.Episodes.List),
		ipc.EpisodeLog:         Bind(d.Episodes.Log),
		ipc.EpisodeDelete:      Bind(d.Episodes.Delete),
		ipc.NavStep:            Bind(d.Nav.Step),
		ipc.NavSteps:           Bind(d.Nav.Steps),
		ipc.NavObserve:         Bind(d.Nav.Observe),
		ipc.NavPlan:            Bind(d.Nav.Plan),
		ipc.NavPlanResult:      Bind(d.Nav.PlanResult),
		ipc.NavAsk:             Bind(d.Nav.Ask),
		ipc.NavContext:         Bind(d.Nav.Context),
		ipc.NavLocalize:        Bind(d.Nav.Localize),
		ipc.NavGraph:           Bind(d.Nav.Graph),
		ipc.NavPath:            Bind(d.Nav.Path),
		ipc.FeedbackAdd:        Bind(d.Feedback.Add),
		ipc.FeedbackParse:      Bind(d.Feedback.Parse),
		ipc.GroundingGet:       Bind(d.Grounding.Get),
		ipc.GroundingList:      Bind(d.Grounding.List),
		ipc.GroundingHistory:   Bind(d.Grounding.History),
		ipc.GroundingUndo:      Bind(d.Grounding.Undo),
		ipc.GroundingRetire:    Bind(d.Grounding.Retire),
		ipc.GroundingConfirm:   Bind(d.Grounding.Confirm),
		ipc.GroundingPin:       Bind(d.Grounding.Pin),
		ipc.GroundingFinalize:  Bind(d.Grounding.Finalize),
		ipc.GroundingSaveFinal: Bind(d.Grounding.SaveFinal),
		ipc.GroundingPrompt:    Bind(d.Grounding.Prompt),
		ipc.GroundingMerge:     Bind(d.Grounding.Merge),
		ipc.GroundingImport:    Bind(d.Grounding.Import),
		ipc.GroundingExport:    Bind(d.Grounding.Export),
		ipc.JobsList:           Bind(d.Jobs.List),
		ipc.JobsGet:            Bind(d.Jobs.Get),
		ipc.JobsRetry:          Bind(d.Jobs.Retry),
		ipc.JobsCancel:         Bind(d.Jobs.Cancel),
		ipc.MemorySearch:       Bind(d.Memory.Search),
		ipc.EventsSubscribe:    BindPush(subscribe(d)),
	}
}

// subscribe gives events.subscribe its connection.
func subscribe(d *daemon.Daemon) func(context.Context, ipc.SubscribeParams, Conn) (ipc.SubscribeResult, error) {
	return func(ctx context.Context, p ipc.SubscribeParams, c Conn) (ipc.SubscribeResult, error) {
		return d.Events.Subscribe(ctx, p, c)
	}
}
