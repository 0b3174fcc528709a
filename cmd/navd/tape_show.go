package main

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"navd/cmd/navd/story"
	"navd/daemon/fault"
	"navd/daemon/model/tape"
	"navd/daemon/reply"
	"navd/daemon/table"
	"navd/daemon/words"
)

func (a *app) tapeShowCmd() *cobra.Command {
	return &cobra.Command{
		Use: "show FILE", Short: "Show what a tape holds, by provider, model and role",
		Long: "Show what a tape holds, by provider, model and role. ANSWERED are texts; REFUSED is what the model would refuse again\n" +
			"(a blocked answer, a question that it does not take); OUTAGES brought no answer of the model: it was away, late, not\n" +
			"asked, or not paid for. The next `navd tape record` on the tape asks these again. REPLACED are calls that a later\n" +
			"one replaced. Provider navd has what searches had found when plans were made. Lines that cannot be read are named;\n" +
			"`navd tape list` has each call.",
		Example: "  navd tape show kitchen.tape\n  navd tape show kitchen.tape --json",
		RunE: func(_ *cobra.Command, args []string) error {
			if bad := noTapeFile(args[0]); bad != nil {
				return bad
			}
			c, err := tape.Inspect(args[0])
			if err != nil {
				return err
			}
			s := sumTape(args[0], c)
			return a.show(s, func() error { return a.printTapeSum(s) })
		},
	}
}

// tapeSum is what `navd tape show` prints.
type tapeSum struct {
	Tape   string      `json:"tape"`
	Bytes  int64       `json:"bytes"`
	First  time.Time   `json:"first,omitzero"` // when the first call with a time ended
	Last   time.Time   `json:"last,omitzero"`
	Groups []tapeGroup `json:"groups"`           // in the order of their first calls
	Total  tapeGroup   `json:"total"`            // of all
	Broken []int       `json:"broken,omitempty"` // numbers of the lines that cannot be read
	Cut    bool        `json:"cut,omitempty"`    // the last line was not written to its end
}

// tapeGroup counts the calls of a model for a role.
type tapeGroup struct {
	Provider string `json:"provider,omitempty"`
	Model    string `json:"model,omitempty"`
	Role     string `json:"role,omitempty"`
	Calls    int    `json:"calls"`
	Answered int    `json:"answered"`
	Refused  int    `json:"refused"`  // by the model, which would again
	Outages  int    `json:"outages"`  // without an answer of the model
	Replaced int    `json:"replaced"` // of all, those whose place a later call took
	reply.Usage
}

func sumTape(path string, c tape.Contents) tapeSum {
	s := tapeSum{Tape: path, Bytes: c.Bytes, Groups: []tapeGroup{}, Broken: c.Broken, Cut: c.Cut}
	replaced, at := tape.Replaced(c.Calls), map[[3]string]int{}
	for i := range c.Calls {
		call := &c.Calls[i]
		id := [3]string{call.Provider, call.Model, call.Role}
		n, known := at[id]
		if !known {
			n = len(s.Groups)
			at[id] = n
			s.Groups = append(s.Groups, tapeGroup{Provider: call.Provider, Model: call.Model, Role: call.Role})
		}
		s.Groups[n].add(call, replaced[i])
		s.Total.add(call, replaced[i])
		if !call.Time.IsZero() {
			s.First, s.Last = cmp.Or(s.First, call.Time), call.Time
		}
	}
	return s
}

func (g *tapeGroup) add(c *tape.Call, replaced bool) {
	g.Calls++
	switch {
	case c.Outage():
		g.Outages++
	case c.Fault != nil:
		g.Refused++
	default:
		g.Answered++
	}
	if replaced {
		g.Replaced++
	}
	g.TokensIn += c.Usage.TokensIn
	g.TokensOut += c.Usage.TokensOut
	g.Cost += c.Usage.Cost
	g.Took += c.Usage.Took
}

func (a *app) printTapeSum(s tapeSum) error {
	t := table.Table{Right: 3, Cut: []string{"MODEL", "PROVIDER"}, Spare: []string{"COST", "OUT", "IN"}}
	t.Row("PROVIDER", "MODEL", "ROLE", "CALLS", "ANSWERED", "REFUSED", "OUTAGES", "REPLACED", "IN", "OUT", "COST")
	row := func(g tapeGroup, cells ...any) {
		t.Row(append(cells, g.Calls, g.Answered, g.Refused, g.Outages, g.Replaced, g.TokensIn, g.TokensOut, story.Cost(g.Cost))...)
	}
	for _, g := range s.Groups {
		row(g, plain(g.Provider), plain(g.Model), plain(g.Role))
	}
	row(s.Total, "total", "", "")
	a.printTable(t)
	facts := []string{bytesText(uint64(max(s.Bytes, 0)))}
	if !s.First.IsZero() {
		facts = append(facts, fmt.Sprintf("recorded from %s to %s", when(s.First), when(s.Last)))
	}
	if len(s.Broken) > 0 {
		facts = append(facts, fmt.Sprintf("%s cannot be read, the first is line %d: `navd tape drop FILE --broken --yes` takes them out", words.Count(len(s.Broken), "line"), s.Broken[0]))
	}
	if s.Cut {
		facts = append(facts, "the last line was cut off, as by a crash; it counts for nothing")
	}
	return a.say("%s\n", folded(strings.Join(facts, "; "), columnsOf(a.out)))
}

func (a *app) tapeDropCmd() *cobra.Command {
	var outages, broken bool
	var provider, key string
	cmd := deleteCmd(&cobra.Command{
		Use: "drop FILE", Short: "Take calls out of a tape: outages, those of a provider, one by its key",
		Long: "Take calls out of a tape. A call goes when all filters match it: --outages --provider vertex drops the outages of\n" +
			"vertex. The new tape is written beside the old one, which it then replaces; a tape that is being recorded is refused.",
		Example: "  navd tape drop kitchen.tape --outages --yes\n  navd tape drop kitchen.tape --key 4010b818e927 --yes\n  navd tape drop kitchen.tape --broken --yes",
		RunE: func(_ *cobra.Command, args []string) error {
			chosen := outages || provider != "" || key != ""
			switch {
			case !chosen && !broken:
				return misused("nothing says what to drop: give --outages, --provider NAME, --key KEY or --broken")
			case key != "" && len(key) < leastKey:
				return fault.Field("key", key, fmt.Sprintf("a key, or its first %d characters or more; `navd tape list FILE --json` has them", leastKey))
			}
			if bad := noTapeFile(args[0]); bad != nil {
				return bad
			}
			d, err := tape.Drop(args[0], broken, func(c *tape.Call) bool {
				return chosen && (!outages || c.Outage()) && (provider == "" || c.Provider == provider) && strings.HasPrefix(c.Key, key)
			})
			switch {
			case err != nil:
				return err
			case d.Dropped+d.Broken == 0 && provider+key != "":
				return fault.New(fault.NotFound, "no such call is on the tape").About("tape", args[0]).WithHint("`navd tape show FILE` has its providers, `navd tape list FILE --json` its keys")
			}
			return a.show(d, func() error {
				text := words.Count(d.Dropped, "call")
				if d.Broken > 0 {
					text += " and " + words.Count(d.Broken, "broken line")
				}
				return a.say("dropped %s, kept %s\n", text, words.Count(d.Kept, "call"))
			})
		},
	})
	f := cmd.Flags()
	f.BoolVar(&outages, "outages", false, "calls without an answer of the model: it was away, late or not asked")
	f.StringVar(&provider, "provider", "", "calls of this provider")
	f.StringVar(&key, "key", "", "calls with this key, or one that begins so")
	f.BoolVar(&broken, "broken", false, "also lines that cannot be read")
	return cmd
}

// leastKey is how much of a key names a call.
const leastKey = 8

// noTapeFile says why there is no tape, and how to make one; nil: there is a file.
func noTapeFile(path string) *fault.Error {
	if bad := regular(path); bad != nil {
		return bad.About("tape", path).WithHint("`navd tape record FILE` makes one")
	}
	return nil
}
