package main

import (
	"cmp"
	"time"

	"github.com/spf13/cobra"

	"navd/daemon/job"
	"navd/daemon/table"
	"navd/ipc"
)

// jobsCmd lists background work, also as `jobs list`, and retries or cancels it.
func (a *app) jobsCmd() *cobra.Command {
	cmd := a.jobListCmd("jobs")
	cmd.Long = "List background work of the daemon: it sums up what users said in an episode (its final), and makes rules and memories\n" +
		"of what they said. Jobs survive a restart. One that failed is tried again, after pauses that grow from 5 s to 10 min,\n" +
		"until it is done; a final is given up when its models have given no usable answer eight times."
	change := func(p *ipc.JobChangeParams) *string { return &p.Job }
	cmd.AddCommand(a.jobListCmd("list"),
		oneCall(a, "show JOB", "Show the state of a job", ipc.JobsGet, func(p *ipc.JobParams) *string { return &p.Job }, a.printJob),
		oneCall(a, "retry JOB", "Try a job now, even one that is done or was cancelled", ipc.JobsRetry, change, a.printJob),
		oneCall(a, "cancel JOB", "Cancel a job that is not running", ipc.JobsCancel, change, a.printJob))
	return cmd
}

func (a *app) jobListCmd(name string) *cobra.Command {
	var p ipc.JobListParams
	cmd := &cobra.Command{
		Use: name, Short: "List background work, newest first",
		RunE: calling(a, ipc.JobsList, &p, a.printJobs),
	}
	f := cmd.Flags()
	f.StringVar(&p.State, "state", "", "only waiting, running, done or cancelled")
	f.StringVar(&p.Episode, "episode", "", "only for this episode")
	f.IntVar(&p.Limit, "limit", 20, "at most this many, 1 to 1000")
	f.StringVar(&p.Cursor, "cursor", "", "go on after this job's number")
	return cmd
}

func (a *app) printJobs(r ipc.JobListResult) error {
	t := table.Table{Cut: []string{"LAST ERROR"}, Spare: []string{"CHANGED", "TRIES"}}
	t.Row("JOB", "KIND", "EPISODE", "STATE", "TRIES", "CHANGED", "LAST ERROR")
	for _, j := range r.Jobs {
		t.Row(j.ID, j.Kind, plain(j.Episode), j.State, j.Tries, j.Updated.Format(time.DateTime), cmp.Or(plain(j.Error), "-"))
	}
	return a.printList(t, r.Cursor, "no jobs")
}

// printJob prints one job.
func (a *app) printJob(j job.Job) error {
	a.say("%s  %s of episode %s\n", j.ID, j.Kind, plain(j.Episode))
	a.say("asked for %s, changed %s, tried %s\n", j.Created.Format(time.DateTime), j.Updated.Format(time.DateTime), times(j.Tries))
	return a.say("it is %s\n", jobStanding(j))
}

// jobStanding says the state of a job in words.
func jobStanding(j job.Job) string {
	s := string(j.State)
	if j.State == job.Waiting {
		s += ", due " + j.Next.Format(time.DateTime)
	}
	if j.Error != "" {
		s += ", after: " + plain(j.Error)
	}
	return s
}
