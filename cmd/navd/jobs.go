package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"navd/daemon/job"
	"navd/daemon/table"
	"navd/ipc"
)

// jobsCmd lists background work, also under the name list, and steers it.
func (a *app) jobsCmd() *cobra.Command {
	cmd := a.jobListCmd("jobs")
	cmd.Long = "Background work of the daemon: to sum up what users said in an episode (its final), and to make rules and memories of what\n" +
		"they said. Jobs outlive the daemon; one that failed is tried again, in pauses that grow from 5 s to 10 min, until it is done.\n" +
		"A final whose models answer eight times without anything usable is given up."
	cmd.AddCommand(a.jobListCmd("list"))
	change := func(m ipc.Method[ipc.JobChangeParams, job.Job]) func(string) asks[job.Job] {
		return func(id string) asks[job.Job] { return m.With(ipc.JobChangeParams{Job: id}) }
	}
	for _, one := range []struct {
		name, short string
		ask         func(id string) asks[job.Job]
	}{
		{"show", "Show the state of a job", func(id string) asks[job.Job] { return ipc.JobsGet.With(ipc.JobParams{Job: id}) }},
		{"retry", "Try a job now, even one that is done or was cancelled", change(ipc.JobsRetry)},
		{"cancel", "Cancel a job that is not running", change(ipc.JobsCancel)},
	} {
		cmd.AddCommand(&cobra.Command{
			Use: one.name + " JOB", Short: one.short, Args: exactArgs(1),
			RunE: func(cmd *cobra.Command, args []string) error {
				return answer(cmd.Context(), a, one.ask(args[0]), func(j job.Job) error { return printJob(a.out, j) })
			},
		})
	}
	return cmd
}

func (a *app) jobListCmd(name string) *cobra.Command {
	var p ipc.JobListParams
	cmd := &cobra.Command{
		Use: name, Short: "List background work, newest first", Args: exactArgs(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return answer(cmd.Context(), a, ipc.JobsList.With(p), a.printJobs)
		},
	}
	f := cmd.Flags()
	f.StringVar(&p.State, "state", "", "only waiting, running, done or cancelled")
	f.StringVar(&p.Episode, "episode", "", "only for this episode")
	f.IntVar(&p.Limit, "limit", 20, "at most so many, 1 to 1000")
	f.StringVar(&p.Cursor, "cursor", "", "go on after this job's number")
	return cmd
}

func (a *app) printJobs(r ipc.JobListResult) error {
	if len(r.Jobs) == 0 {
		_, err := fmt.Fprintln(a.out, "no jobs")
		return err
	}
	var t table.Table
	t.Row("JOB", "KIND", "EPISODE", "STATE", "TRIES", "CHANGED", "LAST ERROR")
	for _, j := range r.Jobs {
		t.Row(j.ID, j.Kind, plain(j.Episode), j.State, j.Tries, j.Updated.Format(time.DateTime), cmp.Or(plain(j.Error), "-"))
	}
	return a.printPage(t, r.Cursor)
}

// printJob says how one job stands.
func printJob(out io.Writer, j job.Job) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s of episode %s\n", j.ID, j.Kind, plain(j.Episode))
	fmt.Fprintf(&b, "asked for %s, changed %s, tried %s\n", j.Created.Format(time.DateTime), j.Updated.Format(time.DateTime), times(j.Tries))
	fmt.Fprintf(&b, "it is %s\n", jobStanding(j))
	_, err := io.WriteString(out, b.String())
	return err
}

// jobStanding says in words how a job stands.
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
