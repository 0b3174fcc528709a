package server

import (
	"context"

	"navd/daemon"
	"navd/ipc"
)

// Methods lists every method of navd with what answers it, in the order of the
// reference.
func Methods(d *daemon.Daemon) []Handler {
	return []Handler{
		Bind(ipc.NavdInfo, d.Navd.Info),
		Bind(ipc.NavdHealth, d.Navd.Health),
		Bind(ipc.NavdMetrics, d.Navd.Metrics),
		Bind(ipc.NavdConfig, d.Navd.Config),
		Large(Bind(ipc.NavdCheck, d.Navd.Check)),
		Bind(ipc.NavdBackup, d.Navd.Backup),
		Bind(ipc.EpisodeBegin, d.Episodes.Begin),
		Bind(ipc.EpisodeGoal, d.Episodes.Goal),
		Bind(ipc.EpisodeEnd, d.Episodes.End),
		Bind(ipc.EpisodeGet, d.Episodes.Get),
		Large(Bind(ipc.EpisodeList, d.Episodes.List)),
		Large(Bind(ipc.EpisodeLog, d.Episodes.Log)),
		Bind(ipc.EpisodeDelete, d.Episodes.Delete),
		Bind(ipc.NavStep, d.Nav.Step),
		Bind(ipc.NavSteps, d.Nav.Steps),
		Bind(ipc.NavObserve, d.Nav.Observe),
		Bind(ipc.NavPlan, d.Nav.Plan),
		Bind(ipc.NavPlanResult, d.Nav.PlanResult),
		Bind(ipc.NavAsk, d.Nav.Ask),
		Bind(ipc.NavContext, d.Nav.Context),
		Large(Bind(ipc.NavLocalize, d.Nav.Localize)),
		Large(Bind(ipc.NavGraph, d.Nav.Graph)),
		Large(Bind(ipc.NavPath, d.Nav.Path)),
		Bind(ipc.FeedbackAdd, d.Feedback.Add),
		Large(Bind(ipc.FeedbackParse, d.Feedback.Parse)),
		Large(Bind(ipc.GroundingGet, d.Grounding.Get)),
		Large(Bind(ipc.GroundingList, d.Grounding.List)),
		Large(Bind(ipc.GroundingHistory, d.Grounding.History)),
		Bind(ipc.GroundingUndo, d.Grounding.Undo),
		Bind(ipc.GroundingRetire, d.Grounding.Retire),
		Bind(ipc.GroundingConfirm, d.Grounding.Confirm),
		Bind(ipc.GroundingPin, d.Grounding.Pin),
		Bind(ipc.GroundingFinalize, d.Grounding.Finalize),
		Bind(ipc.GroundingSaveFinal, d.Grounding.SaveFinal),
		Large(Bind(ipc.GroundingPrompt, d.Grounding.Prompt)),
		Large(Bind(ipc.GroundingMerge, d.Grounding.Merge)),
		Bind(ipc.GroundingImport, d.Grounding.Import),
		Large(Bind(ipc.GroundingExport, d.Grounding.Export)),
		Large(Bind(ipc.EpisodicSlot, d.Episodic.Slot)),
		Bind(ipc.EpisodicGate, d.Episodic.Gate),
		Bind(ipc.EpisodicAppend, d.Episodic.Append),
		Bind(ipc.EpisodicOutcome, d.Episodic.Outcome),
		Large(Bind(ipc.EpisodicExplain, d.Episodic.Explain)),
		Bind(ipc.EpisodicSupersede, d.Episodic.Supersede),
		Bind(ipc.EpisodicGet, d.Episodic.Get),
		Large(Bind(ipc.EpisodicList, d.Episodic.List)),
		Bind(ipc.EpisodicSnapshot, d.Episodic.Snapshot),
		Bind(ipc.EpisodicImport, d.Episodic.Import),
		Large(Bind(ipc.EpisodicExport, d.Episodic.Export)),
		Large(Bind(ipc.EpisodicStats, d.Episodic.Stats)),
		Bind(ipc.EpisodicSignature, d.Episodic.Signature),
		Large(Bind(ipc.EpisodicAdvise, d.Episodic.Advise)),
		Bind(ipc.EpisodicRender, d.Episodic.Render),
		Bind(ipc.KnowledgeSubmit, d.Knowledge.Submit),
		Large(Bind(ipc.KnowledgeProcess, d.Knowledge.Process)),
		Large(Bind(ipc.KnowledgeProposals, d.Knowledge.Proposals)),
		Bind(ipc.KnowledgeApprove, d.Knowledge.Approve),
		Bind(ipc.KnowledgeReject, d.Knowledge.Reject),
		Large(Bind(ipc.KnowledgeSearch, d.Knowledge.Search)),
		Large(Bind(ipc.KnowledgeList, d.Knowledge.List)),
		Large(Bind(ipc.KnowledgeGet, d.Knowledge.Get)),
		Large(Bind(ipc.KnowledgeHistory, d.Knowledge.History)),
		Large(Bind(ipc.KnowledgeDiff, d.Knowledge.Diff)),
		Large(Bind(ipc.KnowledgeRollback, d.Knowledge.Rollback)),
		Bind(ipc.KnowledgeAttach, d.Knowledge.Attach),
		Bind(ipc.KnowledgeDetach, d.Knowledge.Detach),
		Large(Bind(ipc.KnowledgeEvaluate, d.Knowledge.Evaluate)),
		Large(Bind(ipc.KnowledgeCheck, d.Knowledge.Check)),
		Bind(ipc.KnowledgeImport, d.Knowledge.Import),
		Large(Bind(ipc.KnowledgeExport, d.Knowledge.Export)),
		Bind(ipc.LatsOpen, d.Lats.Open),
		Bind(ipc.LatsRun, d.Lats.Run),
		Bind(ipc.LatsStep, d.Lats.Step),
		Bind(ipc.LatsPropose, d.Lats.Propose),
		Bind(ipc.LatsSamples, d.Lats.Samples),
		Bind(ipc.LatsObserve, d.Lats.Observe),
		Bind(ipc.LatsEvaluate, d.Lats.Evaluate),
		Bind(ipc.LatsStatus, d.Lats.Status),
		Large(Bind(ipc.LatsResult, d.Lats.Result)),
		Large(Bind(ipc.LatsTree, d.Lats.Tree)),
		Bind(ipc.LatsCancel, d.Lats.Cancel),
		Bind(ipc.LatsResume, d.Lats.Resume),
		Bind(ipc.LatsOutcome, d.Lats.Outcome),
		Large(Bind(ipc.LatsList, d.Lats.List)),
		Bind(ipc.LatsDelete, d.Lats.Delete),
		Large(Bind(ipc.LatsExport, d.Lats.Export)),
		Large(Bind(ipc.JobsList, d.Jobs.List)),
		Bind(ipc.JobsGet, d.Jobs.Get),
		Bind(ipc.JobsRetry, d.Jobs.Retry),
		Bind(ipc.JobsCancel, d.Jobs.Cancel),
		Large(Bind(ipc.MemorySearch, d.Memory.Search)),
		BindPush(ipc.EventsSubscribe, subscribe(d)),
	}
}

// subscribe gives events.subscribe its connection.
func subscribe(d *daemon.Daemon) func(context.Context, ipc.SubscribeParams, Conn) (ipc.SubscribeResult, error) {
	return func(ctx context.Context, p ipc.SubscribeParams, c Conn) (ipc.SubscribeResult, error) {
		return d.Events.Subscribe(ctx, p, c)
	}
}
