package main

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/cmd/navsim/robot"
	"navd/cmd/navsim/vlm"
	"navd/daemon/planner"
	"navd/ipc"
)

// TestTwin searches every episode twice: once without a model, and once with a
// model behind Vertex's wire that is told what was decided the first time, and
// with one that reads every scene from its picture. Every plan is the same, to
// its length, its aim and its context.
func TestTwin(t *testing.T) {
	figures(t)
	t.Parallel()
	tasks := twinTasks(t)
	socket, w, m := modelled(t, vlm.Options{}, "local")
	plans := 0
	var size sizes
	for i, task := range tasks {
		name := fmt.Sprintf("twin-%d", i)
		task.Arm = robot.Arm{Name: "alone", Config: &ipc.BeginConfig{LatsMode: "off"}} // claims of a tree search move the local planner alone
		alone := plansOf(t, socket, task)
		for _, p := range alone {
			d := planner.Decision{GoalFlag: p.GoalFlag, Angle: p.Angle, SceneType: p.Discovered.GoalSceneType, Why: p.Discovered.Why}
			if err := m.Tell(name, d); err != nil {
				t.Fatal(err)
			}
		}
		task.Images, task.Scenes, task.Unprinted = true, true, true // the contexts are compared too, to the byte
		task.Arm = robot.Arm{Name: "twin", Config: &ipc.BeginConfig{PlannerChain: []string{"vertex:" + name}, LatsMode: "off"}}
		told := plansOf(t, socket, task)
		plans += len(told)
		size.add(t, told)
		if diff := cmp.Diff(bare(alone), bare(told)); diff != "" {
			t.Errorf("%s: plans (-alone +told):\n%s", task.Episode.ID, diff)
		}
	}
	asked := m.Asked()
	if asked.Refused > 0 || asked.Requests < plans || asked.Pictures != asked.Requests {
		t.Errorf("%d plans, %d requests, %d refused, %d pictures", plans, asked.Requests, asked.Refused, asked.Pictures)
	}
	t.Logf("%d searches, %d plans, %d questions over the wire, each with a picture", len(tasks), plans, len(w.asks))
	t.Logf("%d tokens a plan's prompt, at most %d; of the context at most %d; %d plans left something out, the last at step %d",
		size.sum/plans, size.most, size.context, size.dropped, size.last)
}

// sizes are those of prompts, in tokens by estimate.
type sizes struct{ sum, most, context, dropped, last int }

// add holds prompts to the share of the context: what does not fit is left out
// and named.
func (s *sizes) add(t *testing.T, plans []ipc.PlanResult) {
	t.Helper()
	for _, p := range plans {
		u := p.Used
		s.sum, s.most, s.context = s.sum+u.PromptTokens, max(s.most, u.PromptTokens), max(s.context, u.ContextTokens)
		if u.ContextTokens > 800 || u.ContextTokens >= u.PromptTokens {
			t.Errorf("plan at step %d: a context of %d tokens, a prompt of %d", p.AtStep, u.ContextTokens, u.PromptTokens)
		}
		if len(u.Dropped) > 0 {
			s.dropped, s.last = s.dropped+1, max(s.last, p.AtStep)
		}
	}
}

// twinTasks are two of the given episodes, all of them in a long run, where they
// are at hand, else some in generated houses.
func twinTasks(t *testing.T) []robot.Task {
	t.Helper()
	if testing.Short() {
		return generated(t, 2)
	}
	f := realEpisodes()
	if f == nil {
		return generated(t, 4)
	}
	tasks, err := f.tasks()
	if err != nil {
		t.Fatal(err)
	}
	if long() {
		return tasks
	}
	return every(71, tasks)
}

// every gives the first of each n.
func every[T any](n int, all []T) (some []T) {
	for group := range slices.Chunk(all, n) {
		some = append(some, group[0])
	}
	return some
}

// plansOf searches and gives the plans.
func plansOf(t *testing.T, socket string, task robot.Task) (plans []ipc.PlanResult) {
	t.Helper()
	_, all := searches(t, socket, []robot.Task{task}, func(*robot.Task) {})
	for _, p := range all {
		plans = append(plans, p.Plan)
	}
	return plans
}

// bare leaves out of plans who made them and what that took.
func bare(plans []ipc.PlanResult) (out []ipc.PlanResult) {
	for _, p := range plans {
		p.Plan, p.Attempts, p.Cost = "", 0, planner.Cost{}
		p.Used.Planner, p.Used.PromptHash, p.Used.PromptTokens, p.Used.Reasons = "", "", 0, nil
		p.Used.Claims = nil // the local planner says which it weighed, such as those of a tree search; a model does not
		out = append(out, p)
	}
	return out
}
