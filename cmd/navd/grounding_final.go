package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"navd/daemon/fault"
	"navd/daemon/feedback"
	"navd/daemon/grounding"
	"navd/daemon/job"
	"navd/ipc"
)

// finalReport is what `navd grounding final` prints.
type finalReport struct {
	Job      job.Job            `json:"job"`             // job that makes the final
	Final    *grounding.Version `json:"final,omitempty"` // the last one
	Versions int                `json:"versions"`        // how many there are
	New      bool               `json:"new"`             // it was made during this call
}

func (a *app) finalCmd() *cobra.Command {
	wait := time.Duration(0)
	cmd := &cobra.Command{
		Use: "final EPISODE", Short: "Sum up now what was said in an episode (its final), and print it",
		Long: "Sum up now what was said in an episode, by the models of grounding.chain or, if none answers, without a model, and\n" +
			"print it. The daemon does it as a job, which goes on when --wait has passed; `navd jobs show` shows its state. When\n" +
			"nothing was said since the last final, that final is printed, unless it was made without a model and there is one now.",
		RunE: func(cmd *cobra.Command, args []string) error {
			if wait < 0 {
				return fault.Field("--wait", wait.String(), "0 or more, like 30s")
			}
			ask := func(ctx context.Context, c ipc.Caller) (finalReport, error) { return finalize(ctx, c, args[0], wait) }
			return answer(cmd.Context(), a, ask, a.printFinalReport)
		},
	}
	cmd.Flags().DurationVar(&wait, "wait", 2*time.Minute, "how long to wait for the job at most; 0 only asks for it")
	return cmd
}

// finalize asks for a final and waits until the job has been tried.
func finalize(ctx context.Context, c ipc.Caller, episode string, wait time.Duration) (r finalReport, err error) {
	asked, err := ipc.GroundingFinalize.Call(ctx, c, ipc.FinalizeParams{Episode: episode})
	if err != nil {
		return r, err
	}
	r.Job, r.Final = asked.Job, asked.Final
	before := 0
	if asked.Final != nil {
		before = asked.Final.Version
		r.Versions = before
	}
	if wait == 0 {
		return r, nil
	}
	if r.Job, err = tried(ctx, c, asked.Job, wait); err != nil {
		return r, err
	}
	got, err := ipc.GroundingGet.Call(ctx, c, ipc.GroundingGetParams{Episode: episode})
	if err != nil {
		return r, err
	}
	r.Final, r.Versions, r.New = got.Final, got.Versions, got.Versions > before
	if r.Final == nil {
		return r, fault.New(fault.Unavailable, "no final was made yet: the job is %s", jobStanding(r.Job)).About("job", r.Job.ID).
			WithHint("`navd jobs show %s` shows its state", r.Job.ID)
	}
	return r, nil
}

// The pauses between two looks at a job.
const (
	firstLook   = 20 * time.Millisecond
	slowestLook = time.Second
)

// tried waits until a try at a job is over: it is at its end, or waits for
// another try.
func tried(ctx context.Context, c ipc.Caller, j job.Job, wait time.Duration) (job.Job, error) {
	before := j.Tries
	limit := time.NewTimer(wait)
	defer limit.Stop()
	for pause := firstLook; ; pause = min(2*pause, slowestLook) {
		now, err := ipc.JobsGet.Call(ctx, c, ipc.JobParams{Job: j.ID})
		if err != nil {
			return j, err
		}
		if !now.Open() || now.State == job.Waiting && now.Tries > before {
			return now, nil
		}
		select {
		case <-time.After(pause):
		case <-limit.C:
			return now, fault.New(fault.Timeout, "the final is not there after %s", wait).About("job", j.ID).
				WithHint("the job goes on: `navd jobs show %s` shows its state; a longer --wait waits longer", j.ID)
		case <-ctx.Done():
			return now, ctx.Err()
		}
	}
}

func (a *app) printFinalReport(r finalReport) error {
	if r.Job.Open() {
		a.say("job %s is %s\n", r.Job.ID, jobStanding(r.Job))
	}
	if r.Final == nil {
		return nil
	}
	if !r.New {
		a.say("this final was made before\n")
	}
	return a.printFinal(*r.Final, r.Versions)
}

// printFinal prints a final and how it was made.
func (a *app) printFinal(v grounding.Version, versions int) error {
	a.say("final, version %d of %d, %s, %s\n", v.Version, versions, formText(v), v.At.Format(time.DateTime))
	for _, c := range feedback.Categories() {
		if text := *v.Final.Of(c); text != "" {
			a.say("  %s\n%s%s\n", c, noteIndent, plainLines(text, noteIndent))
		}
	}
	for _, p := range v.Changes {
		a.say("  %s\n", proposalText(p))
	}
	for _, why := range v.Failures {
		a.say("  no answer of %s\n", plain(why))
	}
	return nil
}

// formText says who made a final.
func formText(v grounding.Version) string {
	switch v.Form {
	case grounding.ByModel:
		return "made by " + plain(v.Model)
	case grounding.ByCode:
		return "made without a model"
	}
	if v.Author != "" {
		return "given by " + plain(v.Author)
	}
	return "given"
}

// proposalText says what a model proposed for the entries, and what was done with that.
func proposalText(p grounding.Proposal) string {
	s := "proposed: " + plain(p.Text)
	switch p.Action {
	case grounding.Same:
		s = "more evidence for " + plain(p.ID)
	case grounding.Supersede:
		s = "proposed in place of " + plain(p.ID) + ": " + plain(p.Text)
	}
	switch {
	case p.Flag != "":
		s += " (held back: " + plain(p.Flag) + ")"
	case p.Action != grounding.Same:
		s += " (" + p.Entry + ", in use when it is confirmed)"
	}
	return s
}
