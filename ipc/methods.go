package ipc

import (
	"navd/daemon/episode"
	"navd/daemon/episodic"
	"navd/daemon/job"
	"navd/daemon/knowledge"
	"navd/daemon/nav"
	"navd/daemon/think"
)

// The methods. Each comment is its entry in the reference that `navd api`
// prints; its example is run by the tests, with EPISODE, PLAN and the like
// replaced by ids that exist.
const (
	// NavdInfo says who answers: version, data directory, pid, durability and
	// how many records are stored. A daemon that answers it is ready.
	//
	// Example: {}
	NavdInfo Method[None, Info] = "navd.info"

	// NavdHealth lists what does not work as it should, and since when.
	//
	// Example: {}
	NavdHealth Method[None, Health] = "navd.health"

	// NavdMetrics gives counters and latency quantiles since the start.
	//
	// Example: {}
	NavdMetrics Method[None, Metrics] = "navd.metrics"

	// NavdConfig gives the settings that the daemon works with.
	//
	// Example: {}
	NavdConfig Method[None, ConfigResult] = "navd.config"

	// NavdCheck reads every record of the store and lists what is wrong.
	//
	// Example: {}
	NavdCheck Method[None, CheckResult] = "navd.check"

	// NavdBackup writes a copy of the store, as it is at this moment, to a file of mode
	// 0600, which `navd restore` brings back. Reads and writes go on meanwhile. The
	// copy is written beside the file, read back, checked record by record, and then
	// renamed: whatever fails, an older copy stays as it was. Devices, pipes,
	// directories and the store itself are refused. It also saves what the daemon has
	// after the store's file was removed or replaced.
	//
	// Example: {"path": "/DIRECTORY/copy.db"}
	NavdBackup Method[BackupParams, BackupResult] = "navd.backup"

	// NavdExport gives all records of a kind, page by page, for navd.import of another
	// daemon. An open episode is given as it was when its first
	// page was made, while its robot walks on; one that ends between two pages is a conflict.
	//
	// Example: {"what": "episodes", "limit": 1000}
	NavdExport Method[ExportPageParams, ExportPage] = "navd.export"

	// NavdImport stores the records of an export, with their ids. What is there already
	// stays as it is; something else in its place is a conflict. An episode is there
	// when its last line is. Sent again, the same lines change nothing; of a call that
	// failed, what stands before the line it names may be stored.
	//
	// Example: {"what": "lats", "lines": "{\"table\":\"failed_answers\",\"version\":1,\"key\":[\"x\"],\"value\":{\"times\":1}}", "dry_run": true}
	NavdImport Method[ImportLinesParams, ImportedLines] = "navd.import"

	// EpisodeBegin begins an episode: place 1 of unknown type and anchor 1 at
	// the origin of its frame. A scene sample and a plan are due at once.
	//
	// Example: {"goal": "sofa", "run": "try", "seed": 7, "shortest_path_m": 6.2}
	EpisodeBegin Method[BeginParams, BeginResult] = "episode.begin"

	// EpisodeGoal gives an open episode a new goal on the same map: the queue
	// is emptied, scan sites stay, a plan is due, metrics count from here.
	//
	// Example: {"episode": "EPISODE", "goal": "bed"}
	EpisodeGoal Method[GoalParams, GoalResult] = "episode.goal"

	// EpisodeEnd ends an episode and gives its metrics. Ended twice, it gives
	// the stored answer. After it step, observe and plan are conflicts.
	//
	// Example: {"episode": "EPISODE", "success": true, "distance_to_goal": 0.4, "path_m": 7.5, "reason": "stop"}
	EpisodeEnd Method[EndParams, EndResult] = "episode.end"

	// EpisodeGet gives an episode with its configuration and metrics.
	//
	// Example: {"episode": "EPISODE"}
	EpisodeGet Method[EpisodeParams, episode.Episode] = "episode.get"

	// EpisodeList gives episodes, newest first.
	//
	// Example: {"run": "try", "limit": 10}
	EpisodeList Method[EpisodeListParams, EpisodeListResult] = "episode.list"

	// EpisodeLog gives an episode's log in order of creation: steps, events,
	// plans and scene samples.
	//
	// Example: {"episode": "EPISODE", "kinds": ["event", "plan"]}
	EpisodeLog Method[LogParams, LogResult] = "episode.log"

	// EpisodeDelete removes an episode with all its records: at once for everybody,
	// from the file in the background.
	//
	// Example: {"episode": "EPISODE"}
	EpisodeDelete Method[DeleteParams, DeleteResult] = "episode.delete"

	// HouseList gives the houses that are kept, by their names.
	//
	// Example: {"limit": 10}
	HouseList Method[HouseListParams, HouseListResult] = "house.list"

	// HouseGet gives what is known of a house, as it is now or was in a version: its
	// rooms, and when asked the points that robots walked over, the scans, and the
	// things, page by page.
	//
	// Example: {"house": "HOUSE", "parts": ["places", "nodes"]}
	HouseGet Method[HouseGetParams, HouseGetResult] = "house.get"

	// HouseObjects gives things of a house with how likely they stand there now, the
	// surest first: the more often a thing was seen the more, less by its age and its
	// kind, and a fifth after each look that should have shown it and did not.
	//
	// Example: {"house": "HOUSE", "label": "sofa"}
	HouseObjects Method[HouseObjectsParams, HouseObjectsResult] = "house.objects"

	// HouseWhere says where something was seen in a house: in which room, when, how
	// often, from where, how likely it is there still, and the way there. What was not
	// seen is answered with what was and has a name like it.
	//
	// Example: {"house": "HOUSE", "what": "where did you last see the sofa?", "from": {"x": 0, "y": 0}}
	HouseWhere Method[HouseWhereParams, HouseWhereResult] = "house.where"

	// HousePath gives the shortest way between two spots of a house over points that
	// robots walked over.
	//
	// Example: {"house": "HOUSE", "from": {"x": 0, "y": 0}, "to": {"place": 1}}
	HousePath Method[HousePathParams, HousePathResult] = "house.path"

	// HouseDelete removes a house with all its versions and snapshots. While an open
	// episode is in it, reading or writing, that is a conflict: the episode's plans rest
	// on it.
	//
	// Example: {"house": "OTHER_HOUSE"}
	HouseDelete Method[HouseDeleteParams, HouseDeleteResult] = "house.delete"

	// HouseExport gives a house as one document: all of it for house.import, or its ways
	// as a graph for the Route Server of Nav2, GeoJSON in the frame "map".
	//
	// Example: {"house": "HOUSE", "format": "nav2"}
	HouseExport Method[HouseExportParams, HouseExportResult] = "house.export"

	// HouseImport brings in a house that was exported. It comes with its version number
	// and its records, without its earlier versions; exported again it is the same
	// to the byte.
	//
	// Example: {"document": {"format":1,"house":"mill","version":1,"episodes":0,"places":[],"nodes":[],"sites":[],"things":[],"next":{"place":1,"node":1,"site":1,"thing":1}}, "house": "mill HOUSE"}
	HouseImport Method[HouseImportParams, HouseHead] = "house.import"

	// HouseSnapshot gives a house as it is now a name, under which it can be read whatever
	// comes later; forgets a name; or lists the names.
	//
	// Example: {"house": "HOUSE", "name": "before the move"}
	HouseSnapshot Method[HouseSnapshotParams, HouseSnapshotResult] = "house.snapshot"

	// HouseAlign says where the robot of an open episode stands in its house, which is
	// believed; or takes back where the episode is held to be. Of an episode that has
	// ended that also takes out what it brought: the house is made again from what it was
	// before, with the later episodes, in one new version.
	//
	// Example: {"episode": "HOUSE_EPISODE", "pose": {"x": 1, "y": 0, "yaw": 90}}
	HouseAlign Method[HouseAlignParams, HouseAlignResult] = "house.align"

	// NavStep takes one action of the controller and answers where the robot is
	// now, what is new, whether it goes in circles, and what is due. seq starts
	// at 1 and rises by 1; the same seq with the same content gives the stored
	// answer. It never waits for a model.
	//
	// Example: {"episode": "EPISODE", "seq": 1, "action": "move_forward"}
	NavStep Method[StepParams, nav.Stepped] = "nav.step"

	// NavSteps takes several actions, all or none.
	//
	// Example: {"episode": "EPISODE", "steps": [{"seq": 1, "action": "turn_left"}, {"seq": 2, "action": 1, "collided": true}]}
	NavSteps Method[StepsParams, StepsResult] = "nav.steps"

	// NavObserve takes a scene sample: what kind of place this is and what
	// stands in it. failed notes that the controller's own scene call failed. An
	// image without scene_type is read by the scene models, in the order of its
	// episode's images; an event tells what came of it, and with wait the answer.
	// ranges, alone or beside these, say what the robot sees while it drives: they
	// become part of the seen area, by which plans go that say how far one sees. They are kept when
	// they show at least 30°, or half of what they show, that was not looked at from
	// within 0.5 m by the last scan or by one of the last 32 ranges that were kept;
	// of an episode the last 256 to 511 stay. Other ranges change nothing.
	//
	// Example: {"episode": "EPISODE", "scene_type": "living room", "objects": ["sofa", "television"], "description": "A bright room with a sofa."}
	NavObserve Method[ObserveParams, ObserveResult] = "nav.observe"

	// NavPlan decides where to go next, by the planner's chain, and leaves a
	// scan site. View i lies 30·i degrees clockwise of view 0. The answer comes
	// by its deadline whatever a model does.
	//
	// Example: {"episode": "EPISODE", "labels": [{"view": 0, "scene_type": "living room", "free_m": 3.5, "see_m": 6, "objects": ["plant"]}, {"view": 3, "scene_type": "hallway", "free_m": 5, "see_m": 8}]}
	NavPlan Method[PlanParams, PlanResult] = "nav.plan"

	// NavPlanResult says what became of a plan: whether a detector confirmed
	// the goal, and which view was really taken.
	//
	// Example: {"plan": "PLAN", "goal_flag_verified": false}
	NavPlanResult Method[PlanResultParams, PlanResultResult] = "nav.plan_result"

	// NavAsk answers a controller that asks in words, as it would ask a model.
	// With an image and an episode it is a plan; the text of the answer is one
	// flat ASCII object with Reason, Angle (30·view, clockwise), Flag, Scene,
	// WaypointObject, angle_slot, goal_flag and why, which every reader of
	// objects reads. The same text and image at the same step is one plan.
	// Without an episode it decides from the image alone; without an image a
	// model answers in its own words.
	//
	// Example: {"text": "<Target Object>: sofa", "shown_views": [1, 3, 5, 7, 9, 11]}
	NavAsk Method[AskParams, AskResult] = "nav.ask"

	// NavContext gives the Navigation Context as a planner would get it now, as
	// an object or as text, within a token budget, and what was left out.
	//
	// Example: {"episode": "EPISODE", "format": "text", "budget": 400}
	NavContext Method[ContextParams, ContextResult] = "nav.context"

	// NavLocalize gives the anchors near one anchor in places of the same type:
	// hints that this spot was here before. Nearest first, then oldest.
	//
	// Example: {"episode": "EPISODE", "radius_m": 2}
	NavLocalize Method[LocalizeParams, LocalizeResult] = "nav.localize"

	// NavWhere says where the robot is, in which place, at which step, and whether
	// a plan is due. A controller that was started again goes on from there.
	//
	// Example: {"episode": "EPISODE"}
	NavWhere Method[EpisodeParams, WhereResult] = "nav.where"

	// NavThings gives what the scans of an episode showed, each thing where it most
	// likely stands, by the directions in which it was seen.
	//
	// Example: {"episode": "EPISODE"}
	NavThings Method[ThingsParams, ThingsResult] = "nav.things"

	// NavPictures gives what the robot's camera showed last: the pictures of the
	// last nav.plan, nav.ask or nav.observe that brought some. They are kept in
	// RAM, 32 MiB in all, and are gone after a restart.
	//
	// Example: {"episode": "EPISODE"}
	NavPictures Method[PicturesParams, PicturesResult] = "nav.pictures"

	// NavGraph gives the whole memory of an episode: places, anchors, walked
	// links and scan sites; when asked, with the floor that ranges have shown and
	// its open edges; or the graph in Graphviz's language.
	//
	// Example: {"episode": "EPISODE"}
	NavGraph Method[GraphParams, GraphResult] = "nav.graph"

	// NavPath gives the shortest way between two anchors over walked links.
	//
	// Example: {"episode": "EPISODE", "to": "1"}
	NavPath Method[PathParams, nav.Path] = "nav.path"

	// FeedbackAdd takes what a user says of what the robot does: in words, or by
	// category. It is kept, stacked for its episode, and made entries of, before
	// the answer. The newest statement about an attribute that has one value (a
	// colour, a name, open or closed, where one object stands) takes the place of
	// an older one, and the answer says so; other entries about the same thing
	// stay, and are named as possible conflicts.
	//
	// Example: {"episode": "EPISODE", "text": "feedback : spatial: kitchen is green"}
	FeedbackAdd Method[FeedbackParams, FeedbackResult] = "feedback.add"

	// FeedbackParse says what feedback.add would take from a text.
	//
	// Example: {"text": "s:(s: 주방은 초록색이야, p: turn left there)"}
	FeedbackParse Method[ParseParams, ParseResult] = "feedback.parse"

	// GroundingGet gives an entry; or what was said in an episode, as its file has
	// it, with its final.
	//
	// Example: {"episode": "EPISODE"}
	GroundingGet Method[GroundingGetParams, GroundingGetResult] = "grounding.get"

	// GroundingList gives entries, oldest first.
	//
	// Example: {"state": "active", "category": "spatial"}
	GroundingList Method[GroundingListParams, GroundingListResult] = "grounding.list"

	// GroundingHistory gives all versions of an entry, oldest first.
	//
	// Example: {"id": "ENTRY"}
	GroundingHistory Method[EntryParams, HistoryResult] = "grounding.history"

	// GroundingUndo takes the last change of an entry back by a new version, or a
	// feedback with all that rests on it alone; a final of its episode is made again
	// without it.
	//
	// Example: {"id": "ENTRY"}
	GroundingUndo Method[UndoParams, UndoResult] = "grounding.undo"

	// GroundingRetire takes an entry out of use. What it had superseded is in use
	// again, unless another entry contradicts that.
	//
	// Example: {"id": "ENTRY"}
	GroundingRetire Method[EntryParams, EntryResult] = "grounding.retire"

	// GroundingConfirm puts an entry in use that a model proposed.
	//
	// Example: {"id": "ENTRY"}
	GroundingConfirm Method[EntryParams, EntryResult] = "grounding.confirm"

	// GroundingPin has an entry shown before all others and whole, or not any
	// more. What is pinned must fit its share of a prompt.
	//
	// Example: {"id": "ENTRY", "pinned": true}
	GroundingPin Method[PinParams, EntryResult] = "grounding.pin"

	// GroundingFinalize has the final of an episode made now, by a job. Episodes
	// with feedback get one when they end.
	//
	// Example: {"episode": "EPISODE"}
	GroundingFinalize Method[FinalizeParams, FinalizeResult] = "grounding.finalize"

	// GroundingSaveFinal keeps a final that the caller made, as the newest version.
	//
	// Example: {"episode": "EPISODE", "final_grounding": {"spatial_grounding": {"content": "The green room is the kitchen."}}}
	GroundingSaveFinal Method[SaveFinalParams, SaveFinalResult] = "grounding.save_final"

	// GroundingPrompt gives the block of what users said that a plan would get:
	// entries that fit scene, place and target within a budget, which went in,
	// which did not, and why. kind entropy also gives an instruction that asks a
	// model for the probabilities of actions.
	//
	// Example: {"place": "kitchen", "target": "mug", "budget": 200}
	GroundingPrompt Method[GroundingPromptParams, GroundingPromptResult] = "grounding.prompt"

	// GroundingMerge merges grounding files. Nothing is stored.
	//
	// Example: {"files": [{"name": "a.txt", "content": "The kitchen is green."}], "merge_format": "txt"}
	GroundingMerge Method[MergeParams, MergeResult] = "grounding.merge"

	// GroundingImport learns from grounding files, .json and .txt: each text is an
	// entry, or more evidence of one. A file that cannot be used is skipped whole,
	// with its reason; the rest is one commit. Importing again changes nothing, and
	// so does what this store exported. A call takes 10,000 texts at most.
	//
	// Example: {"files": [{"name": "notes.txt", "content": "### Spatial Grounding\n- The kitchen is green."}], "scene_id": "house-1", "dry_run": true}
	GroundingImport Method[ImportParams, ImportResult] = "grounding.import"

	// GroundingExport gives the grounding files of episodes with feedback, oldest
	// first, and with the last page those of each run with all its active entries.
	// A page may end before its limit when it has 4 MiB of text.
	//
	// Example: {"episode": "EPISODE", "format": "json"}
	GroundingExport Method[ExportParams, ExportResult] = "grounding.export"

	// EpisodicSlot gives what past episodes say to a decision, under a condition: the
	// slot for the prompt, whether it may stand there, and the records that were found
	// in any case. It changes nothing; episodic.outcome says what became of it.
	//
	// Example: {"condition": "C2", "target": "sofa", "scene_id": "house-1"}
	EpisodicSlot Method[SlotParams, SlotResult] = "episodic.slot"

	// EpisodicGate says whether a decision should be advised now, and which rule says
	// so. It asks no model.
	//
	// Example: {"profile": "absa", "facts": {"text": "the door is shut", "structural_risks_n": 1}}
	EpisodicGate Method[EpisodicGateParams, episodic.Gated] = "episodic.gate"

	// EpisodicAppend keeps what happened in a sample. The same entry, and the same key,
	// is kept once.
	//
	// Example: {"profile": "absa", "sample": {"text": "문이 안 열린다", "language": "ko", "aspects": [{"term": "문"}], "risks": [{"type": "NEGATION_SCOPE", "severity": "high"}]}}
	EpisodicAppend Method[AppendParams, AppendResult] = "episodic.append"

	// EpisodicOutcome says what became of a sample, and of the advice that it was given.
	//
	// Example: {"sample": "review-17", "condition": "C2", "injected": true, "followed": true, "helped": true, "success": true}
	EpisodicOutcome Method[OutcomeParams, OutcomeResult] = "episodic.outcome"

	// EpisodicExplain says of each record that episodic.slot looks at whether its advice
	// rests on it, and why not.
	//
	// Example: {"condition": "C2", "target": "sofa"}
	EpisodicExplain Method[SlotParams, ExplainResult] = "episodic.explain"

	// EpisodicSupersede takes a record out of use, and with it all advice that rests on
	// it alone. Snapshots that were taken before still have it.
	//
	// Example: {"id": "CASE", "reason": "the sofa was moved"}
	EpisodicSupersede Method[SupersedeParams, episodic.Stored] = "episodic.supersede"

	// EpisodicGet gives a record with what became of its advice.
	//
	// Example: {"id": "CASE"}
	EpisodicGet Method[CaseParams, episodic.Stored] = "episodic.get"

	// EpisodicList gives records, newest first.
	//
	// Example: {"target": "sofa", "limit": 10}
	EpisodicList Method[CaseListParams, CaseListResult] = "episodic.list"

	// EpisodicSnapshot gives the records that a space has now a name, under which they
	// can be read as they are whatever comes later; and lists the names.
	//
	// Example: {"name": "before the move"}
	EpisodicSnapshot Method[SnapshotParams, SnapshotResult] = "episodic.snapshot"

	// EpisodicImport takes records in, a line of JSON each, in one commit. A line that
	// cannot be used is skipped with its reason; what is there already changes nothing.
	//
	// Example: {"lines": "{\"profile\": \"absa\", \"entry\": {}}"}
	EpisodicImport Method[CaseImportParams, CaseImportResult] = "episodic.import"

	// EpisodicExport gives the records of a space, a line of JSON each, oldest first.
	//
	// Example: {"limit": 100}
	EpisodicExport Method[CaseExportParams, CaseExportResult] = "episodic.export"

	// EpisodicStats says how it went under each condition, and the differences to one of
	// them, paired, with 95 % intervals.
	//
	// Example: {"baseline": "C1"}
	EpisodicStats Method[StatsParams, StatsResult] = "episodic.stats"

	// EpisodicSignature reads how a sample looks. Nothing is stored.
	//
	// Example: {"profile": "absa", "text": "the room is not bad, but small", "language": "en", "num_aspects": 1}
	EpisodicSignature Method[SignatureParams, episodic.Signature] = "episodic.signature"

	// EpisodicAdvise makes advisories of entries. Nothing is stored.
	//
	// Example: {"profile": "absa", "entries": [], "prohibit_dangerous": true}
	EpisodicAdvise Method[AdviseParams, AdviseResult] = "episodic.advise"

	// EpisodicRender writes the slot of a condition. Nothing is stored.
	//
	// Example: {"profile": "absa", "condition": "C2_silent", "topk": 3}
	EpisodicRender Method[RenderParams, RenderResult] = "episodic.render"

	// KnowledgeSubmit keeps what somebody said, and has knowledge made of it in the
	// background: by a model's agent, or without one a conditional sentence becomes a
	// rule, numbered steps a skill, anything else a memory. It waits as a proposal until
	// somebody approves it, but for what knowledge.mode lets a model do at once.
	//
	// Example: {"text": "Never enter the bathroom when looking for a television", "author": "Kim"}
	KnowledgeSubmit Method[SubmitParams, SubmitResult] = "knowledge.submit"

	// KnowledgeProcess makes knowledge of what is queued, now, and says what became of
	// it: proposed, in use, known already, ignored, or undecided. A feedback that is named goes
	// before all others; without one, a call takes the oldest thousand.
	//
	// Example: {"feedback": "KNOWLEDGE_FEEDBACK"}
	KnowledgeProcess Method[ProcessParams, ProcessResult] = "knowledge.process"

	// KnowledgeProposals lists what waits for a decision, newest first: why it is
	// proposed, what it changes, and of a rule what is wrong with it and which of the
	// last plans it would have changed.
	//
	// Example: {"status": "open"}
	KnowledgeProposals Method[ProposalListParams, ProposalListResult] = "knowledge.proposals"

	// KnowledgeApprove takes a proposal into use: from the next plan on. It is a
	// conflict when the item has changed since it was proposed.
	//
	// Example: {"proposal": "PROPOSAL", "author": "Kim"}
	KnowledgeApprove Method[DecideParams, DecideResult] = "knowledge.approve"

	// KnowledgeReject says no to a proposal. The same is not proposed again.
	//
	// Example: {"proposal": "OTHER_PROPOSAL", "reason": "there is one in the bathroom"}
	KnowledgeReject Method[DecideParams, DecideResult] = "knowledge.reject"

	// KnowledgeSearch finds items in use that fit a question, best first; none when
	// nothing is known of it.
	//
	// Example: {"query": "television", "k": 3}
	KnowledgeSearch Method[KnowledgeSearchParams, KnowledgeSearchResult] = "knowledge.search"

	// KnowledgeList gives items in their last versions, newest first.
	//
	// Example: {"kind": "rule", "status": "active"}
	KnowledgeList Method[KnowledgeListParams, KnowledgeListResult] = "knowledge.list"

	// KnowledgeGet gives an item, or one version of it.
	//
	// Example: {"id": "ITEM"}
	KnowledgeGet Method[ItemParams, knowledge.Item] = "knowledge.get"

	// KnowledgeHistory gives all versions of an item, and what was done to it.
	//
	// Example: {"id": "ITEM"}
	KnowledgeHistory Method[ItemHistoryParams, ItemHistoryResult] = "knowledge.history"

	// KnowledgeAttach has plans told skills whole, those of a scene or all, as far as
	// knowledge.skills_budget goes; of other skills they are told name and description.
	// The version that is attached stays, also when the skill gets another.
	//
	// Example: {"skill_ids": ["SKILL"], "scene_id": "home"}
	KnowledgeAttach Method[AttachParams, AttachResult] = "knowledge.attach"

	// KnowledgeDetach takes that back.
	//
	// Example: {"skill_ids": ["SKILL"], "scene_id": "home"}
	KnowledgeDetach Method[AttachParams, AttachResult] = "knowledge.detach"

	// KnowledgeDiff says what changed between two versions of an item.
	//
	// Example: {"id": "ITEM", "to": 1}
	KnowledgeDiff Method[DiffParams, DiffResult] = "knowledge.diff"

	// KnowledgeRollback has an earlier version of an item hold again, or takes back
	// what a feedback changed last, or all feedback that one job did. It makes new
	// versions: nothing is lost.
	//
	// Example: {"id": "ITEM", "version": 1, "reason": "the newer one was wrong"}
	KnowledgeRollback Method[RollbackParams, RollbackResult] = "knowledge.rollback"

	// KnowledgeEvaluate decides with a rule, or with a DMN model that is given. Nothing
	// is stored.
	//
	// Example: {"id": "ITEM", "inputs": {"steps":301}}
	KnowledgeEvaluate Method[EvaluateParams, EvaluateResult] = "knowledge.evaluate"

	// KnowledgeCheck says what is wrong with a rule, or with a DMN model that is
	// given: what cannot be read or is not supported, wrong types, rows that overlap,
	// rows that never matter, gaps; and which of the last plans it would have changed.
	//
	// Example: {"id": "ITEM"}
	KnowledgeCheck Method[KnowledgeCheckParams, KnowledgeCheckResult] = "knowledge.check"

	// KnowledgeImport proposes the rule of a DMN file, or the skill of a folder: SKILL.md
	// with front matter, and files beside it. A skill of the same name gets another
	// version. A history is stored as it is, with its ids, where there is none or an
	// earlier copy of it; what would not fit is a conflict, and nothing of the call is
	// stored.
	//
	// Example: {"name": "mine.dmn", "content": "DMN"}
	KnowledgeImport Method[KnowledgeImportParams, KnowledgeImportResult] = "knowledge.import"

	// KnowledgeExport gives a rule as a file of DMN 1.3, a skill as its folder, and
	// without id all that was learned, with every version and the log.
	//
	// Example: {"id": "ITEM"}
	KnowledgeExport Method[KnowledgeExportParams, KnowledgeExportResult] = "knowledge.export"

	// LatsOpen begins a tree search. Over the memory of an episode it sees that memory as
	// it is now; lats.run runs it. Over an environment of your own you ask for tickets
	// with lats.propose and answer them.
	//
	// Example: {"question": "where should I look for the sofa?", "env": "memory", "episode": "EPISODE", "budgets": {"nodes": 20}}
	LatsOpen Method[LatsOpenParams, think.Search] = "lats.open"

	// LatsRun has a search over the memory run in the background until a budget is used
	// up or an answer is taken. It is answered at once, or with wait_ms when it has ended.
	//
	// Example: {"search": "SEARCH", "wait_ms": 5000}
	LatsRun Method[LatsRunParams, think.Search] = "lats.run"

	// LatsStep has a search over the memory do one round: it samples one node, and looks
	// at and judges what came of that.
	//
	// Example: {"search": "OPEN_SEARCH"}
	LatsStep Method[LatsRunParams, think.Search] = "lats.step"

	// LatsPropose gives the open tickets of a search over an environment of your own. They
	// stay open until they are answered; the next ones come when all are.
	//
	// Example: {"search": "MY_SEARCH"}
	LatsPropose Method[LatsProposeParams, LatsProposeResult] = "lats.propose"

	// LatsSamples answers a ticket of kind sample, or reflect. A ticket that was answered
	// before, or is not open any more, is a conflict.
	//
	// Example: {"search": "MY_SEARCH", "ticket": 1, "samples": ["Thought 1: look it up\nAction 1: search[sofa]"]}
	LatsSamples Method[LatsSamplesParams, think.Search] = "lats.samples"

	// LatsObserve answers a ticket of kind observe.
	//
	// Example: {"search": "MY_SEARCH", "ticket": 2, "observation": "A sofa is in the living room."}
	LatsObserve Method[LatsObserveParams, think.Search] = "lats.observe"

	// LatsEvaluate answers a ticket of kind evaluate.
	//
	// Example: {"search": "MY_SEARCH", "ticket": 3, "value": 0.8}
	LatsEvaluate Method[LatsEvaluateParams, think.Search] = "lats.evaluate"

	// LatsStatus says how a search stands.
	//
	// Example: {"search": "SEARCH"}
	LatsStatus Method[LatsParams, think.Search] = "lats.status"

	// LatsResult gives the best answer of a search so far, with the way to it. verified
	// says whether the environment took it.
	//
	// Example: {"search": "SEARCH"}
	LatsResult Method[LatsParams, LatsResultResult] = "lats.result"

	// LatsTree gives the tree of a search: its nodes, or a text or a graph of them.
	//
	// Example: {"search": "SEARCH", "format": "text"}
	LatsTree Method[LatsTreeParams, LatsTreeResult] = "lats.tree"

	// LatsCancel ends a search. A call of a model that runs is not waited for.
	//
	// Example: {"search": "OPEN_SEARCH"}
	LatsCancel Method[LatsChangeParams, think.Search] = "lats.cancel"

	// LatsResume goes on with a search that ended without an answer that was taken, or was
	// cancelled; with other budgets it may go farther.
	//
	// Example: {"search": "CANCELLED_SEARCH", "budgets": {"nodes": 30}}
	LatsResume Method[LatsResumeParams, think.Search] = "lats.resume"

	// LatsOutcome says what became of the answer of a search. What failed three times in
	// the same way is offered to what makes knowledge of feedback.
	//
	// Example: {"search": "SEARCH", "success": false, "note": "the door was closed"}
	LatsOutcome Method[LatsOutcomeParams, think.Search] = "lats.outcome"

	// LatsList gives searches, newest first.
	//
	// Example: {"state": "ended", "limit": 10}
	LatsList Method[LatsListParams, LatsListResult] = "lats.list"

	// LatsDelete deletes a search with its tree.
	//
	// Example: {"search": "OPEN_SEARCH"}
	LatsDelete Method[LatsChangeParams, LatsDeleteResult] = "lats.delete"

	// LatsExport gives a search with its whole tree, whose nodes have a state {thought,
	// action, observation} of three strings.
	//
	// Example: {"search": "SEARCH"}
	LatsExport Method[LatsParams, LatsExportResult] = "lats.export"

	// JobsList gives background work, newest first.
	//
	// Example: {"state": "waiting"}
	JobsList Method[JobListParams, JobListResult] = "jobs.list"

	// JobsGet gives one job.
	//
	// Example: {"job": "JOB"}
	JobsGet Method[JobParams, job.Job] = "jobs.get"

	// JobsRetry makes a job due now, also one that is done or was cancelled.
	//
	// Example: {"job": "JOB"}
	JobsRetry Method[JobChangeParams, job.Job] = "jobs.retry"

	// JobsCancel takes a job back that nobody works on.
	//
	// Example: {"job": "JOB"}
	JobsCancel Method[JobChangeParams, job.Job] = "jobs.cancel"

	// MemorySearch finds what was remembered in all episodes by words and by
	// likeness, in English or Korean, best first: places as they were described,
	// and entries made of what users said.
	// What was told a moment ago is found too. With an episode only what that
	// episode has is searched; near needs one. degraded says why hits may be
	// missing.
	//
	// Example: {"query": "where is the couch", "kinds": ["place"], "k": 3}
	MemorySearch Method[SearchParams, SearchResult] = "memory.search"

	// EventsSubscribe pushes events on this connection from now on, or from a
	// cursor on. lost in an event counts what a slow reader missed before it, and
	// stored lines that are damaged.
	//
	// Example: {"types": ["plan", "stuck"]}
	EventsSubscribe Method[SubscribeParams, SubscribeResult] = "events.subscribe"
)
