package episode

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"navd/daemon/event"
)

// column is a column of a CSV file. The value of an empty cell, and of a column that a file
// does not have, is not known.
type column struct {
	name  string
	must  bool // a file without it is refused
	write func(e *Episode) string
	read  func(e *Episode, cell string) (allowed string) // "" when the cell can be read
}

// columns lists the columns of a file, PixelNav's before ours. Where a figure
// of [Metrics] has another name at PixelNav it is given with it.
func columns() []column {
	return slices.Concat([]column{
		{"episode", true, writeName, func(e *Episode, cell string) string { e.Name = cell; return "" }},
		{"object_goal", true, func(e *Episode) string { return e.Goal }, readGoal},
		{"success", true, writeSuccess, readSuccess},
		optional("spl", 1, func(e *Episode) **float64 { return &e.Metrics.SPL }),
		optional(theirStart, most, shortestPath),
		optional("final_distance_to_goal", most, func(e *Episode) **float64 { return &e.Metrics.DistanceToGoal }),
		counted("llm_calls", "model_calls", func(m *Metrics) *int { return &m.ModelCalls }),
		number("llm_avg_time_sec", "model_time_s", most, func(m *Metrics) *float64 { return &m.ModelTimeS }),
		{"episode_time_sec", false, writeTook, readTook},
		counted("num_steps", "steps", func(m *Metrics) *int { return &m.Steps }),
		number("total_distance_m", "path_m", most, func(m *Metrics) *float64 { return &m.PathM }),

		{"id", false, func(e *Episode) string { return e.ID }, readID},
		text("run", func(e *Episode) *string { return &e.Run }),
		text("scene_id", func(e *Episode) *string { return &e.SceneID }),
		{"seed", false, writeSeed, readSeed},
		text("condition", func(e *Episode) *string { return &e.Condition }),
		optional(ourShortest, most, shortestPath), // after theirs, so that ours counts when a file has both
		{"reason", false, writeReason, func(e *Episode, cell string) string { e.End.Reason = cell; return "" }},
		{beganColumn, false, writeBegan, readBegan},
		optional("soft_spl", 1, func(e *Episode) **float64 { return &e.Metrics.SoftSPL }),
	}, memoryColumns(), []column{
		optional(ourStart, most, straightDistance),
		countIfKnown("scene_calls", func(m *Metrics) **int { return &m.SceneCalls }),
		text("arm", func(e *Episode) *string { return &e.Arm }),
		countIfKnown("model_plans", func(m *Metrics) **int { return &m.ModelPlans }),
	}, adviceColumns())
}

// The columns of how far the goal is from the start. The benchmarks have only the first,
// the length of the shortest path. Older navd wrote the straight distance under that name,
// beside the second.
const (
	theirStart  = "start_distance_to_goal"
	ourShortest = "shortest_path_m"
	ourStart    = "start_distance"
)

func shortestPath(e *Episode) **float64     { return &e.ShortestPathM }
func straightDistance(e *Episode) **float64 { return &e.StartDistance }

// memoryColumns are the columns of what the memory counted.
func memoryColumns() []column {
	same := func(name string, at func(*Metrics) *int) column { return counted(name, name, at) }
	share := func(name string, at func(*Metrics) *float64) column { return number(name, name, 1, at) }
	return []column{
		same("plans", func(m *Metrics) *int { return &m.Plans }),
		same("fallbacks", func(m *Metrics) *int { return &m.Fallbacks }),
		number("cost", "cost", most, func(m *Metrics) *float64 { return &m.Cost }),
		same("ababa", func(m *Metrics) *int { return &m.ABABA }),
		same("stuck", func(m *Metrics) *int { return &m.Stuck }),
		same("site_abab", func(m *Metrics) *int { return &m.SiteABAB }),
		share("revisit_ratio", func(m *Metrics) *float64 { return &m.RevisitRatio }),
		share("unique_place_ratio", func(m *Metrics) *float64 { return &m.UniquePlaceRatio }),
		share("wasted_step_share", func(m *Metrics) *float64 { return &m.WastedShare }),
		share("scan_step_share", func(m *Metrics) *float64 { return &m.ScanShare }),
		escapeRate(),
		leftStart(),
		same("forwards", func(m *Metrics) *int { return &m.Forwards }),
		same("blocked", func(m *Metrics) *int { return &m.Blocked }),
		same("scene_samples", func(m *Metrics) *int { return &m.SceneSamples }),
		same("scene_failures", func(m *Metrics) *int { return &m.SceneFailures }),
		same("places", func(m *Metrics) *int { return &m.Places }),
		same("distinct_places", func(m *Metrics) *int { return &m.DistinctPlaces }),
		same("anchors", func(m *Metrics) *int { return &m.Anchors }),
		rule(event.StuckProgress), rule(event.StuckLiteral), rule(event.StuckSite),
		same("ababa_literal", func(m *Metrics) *int { return &m.ABABALiteral }),
	}
}

// adviceColumns are the columns of what past episodes had to do with the plans, empty where
// they had nothing.
func adviceColumns() (all []column) {
	for _, c := range []struct {
		name string
		at   func(*Advice) *int
	}{
		{"advice_found", func(a *Advice) *int { return &a.Found }},
		{"advice_shown", func(a *Advice) *int { return &a.Shown }},
		{"advice_held", func(a *Advice) *int { return &a.Held }},
		{"advice_followed", func(a *Advice) *int { return &a.Followed }},
		{"advice_overrides", func(a *Advice) *int { return &a.Overrides }},
		{"advice_helped", func(a *Advice) *int { return &a.Helped }},
		{"advice_harmed", func(a *Advice) *int { return &a.Harmed }},
		{"advice_shown_legs", func(a *Advice) *int { return &a.ShownLegs }},
		{"advice_shown_good", func(a *Advice) *int { return &a.ShownGood }},
		{"advice_held_legs", func(a *Advice) *int { return &a.HeldLegs }},
		{"advice_held_good", func(a *Advice) *int { return &a.HeldGood }},
	} {
		all = append(all, column{c.name, false,
			func(e *Episode) string {
				if a := e.Metrics.Advice; a != nil {
					return strconv.Itoa(*c.at(a))
				}
				return ""
			},
			func(e *Episode, cell string) string {
				n, ok, allowed := parseCount(cell)
				if ok {
					if e.Metrics.Advice == nil {
						e.Metrics.Advice = &Advice{}
					}
					*c.at(e.Metrics.Advice) = n
				}
				return allowed
			},
		})
	}
	return all
}

// text is a column that takes anything.
func text(name string, at func(*Episode) *string) column {
	return column{name, false,
		func(e *Episode) string { return *at(e) },
		func(e *Episode, cell string) string { *at(e) = cell; return "" },
	}
}

// optional is a column of numbers from 0 to high that may be absent.
func optional(name string, high float64, at func(*Episode) **float64) column {
	return column{name, false,
		func(e *Episode) string {
			if v := *at(e); v != nil {
				return cellOf(*v)
			}
			return ""
		},
		func(e *Episode, cell string) string {
			v, ok, allowed := parse(cell, high)
			if ok {
				*at(e) = &v
			}
			return allowed
		},
	}
}

// number is a column of numbers from 0 to high. Where it is absent, the member of the
// metrics is unknown.
func number(name, member string, high float64, at func(*Metrics) *float64) column {
	return column{name, false,
		func(e *Episode) string {
			if !e.Metrics.Knows(member) {
				return ""
			}
			return cellOf(*at(e.Metrics))
		},
		func(e *Episode, cell string) string {
			v, ok, allowed := parse(cell, high)
			if !ok {
				e.Metrics.Unknown = append(e.Metrics.Unknown, member)
			}
			*at(e.Metrics) = v
			return allowed
		},
	}
}

// counted is a column of whole numbers. Where it is absent, the member of the metrics is
// unknown. 12.0 is read as 12.
func counted(name, member string, at func(*Metrics) *int) column {
	return column{name, false,
		func(e *Episode) string {
			if !e.Metrics.Knows(member) {
				return ""
			}
			return strconv.Itoa(*at(e.Metrics))
		},
		func(e *Episode, cell string) string {
			n, ok, allowed := parseCount(cell)
			if !ok {
				e.Metrics.Unknown = append(e.Metrics.Unknown, member)
			}
			*at(e.Metrics) = n
			return allowed
		},
	}
}

// countIfKnown is a column of a count that may be absent.
func countIfKnown(name string, at func(*Metrics) **int) column {
	return column{name, false,
		func(e *Episode) string {
			if n := *at(e.Metrics); n != nil {
				return strconv.Itoa(*n)
			}
			return ""
		},
		func(e *Episode, cell string) string {
			n, ok, allowed := parseCount(cell)
			if ok {
				*at(e.Metrics) = &n
			}
			return allowed
		},
	}
}

// escapeRate is the column of the share of traps that were left.
func escapeRate() column {
	c := optional("escape_rate", 1, func(e *Episode) **float64 { return &e.Metrics.EscapeRate })
	write := c.write
	c.write = func(e *Episode) string {
		if !e.Metrics.Knows(c.name) {
			return ""
		}
		return write(e)
	}
	return c
}

// leftStart is the column of the step at which the start was left, 0 for never.
func leftStart() column {
	return column{"left_start", false,
		func(e *Episode) string {
			switch n := e.Metrics.LeftStart; {
			case !e.Metrics.Knows("escaped_start"):
				return ""
			case n != nil:
				return strconv.Itoa(*n)
			}
			return "0"
		},
		func(e *Episode, cell string) string {
			n, ok, allowed := parseCount(cell)
			switch {
			case !ok:
				e.Metrics.Unknown = append(e.Metrics.Unknown, "escaped_start")
			case n > 0:
				e.Metrics.LeftStart = &n
			}
			return allowed
		},
	}
}

// rule is the column of one stuck rule's rising edges.
func rule(r event.StuckRule) column {
	return column{"stuck_" + string(r), false,
		func(e *Episode) string {
			if n, ok := e.Metrics.Rules[string(r)]; ok && e.Metrics.Knows("stuck_"+string(r)) {
				return strconv.Itoa(n)
			}
			return ""
		},
		func(e *Episode, cell string) string {
			n, ok, allowed := parseCount(cell)
			if ok {
				if e.Metrics.Rules == nil {
					e.Metrics.Rules = map[string]int{}
				}
				e.Metrics.Rules[string(r)] = n
			}
			return allowed
		},
	}
}

// parse reads a number from 0 to high. It is not ok for an empty cell, NaN, and a number
// beyond most, which stands for no way to the goal. allowed is not empty for a bad cell.
func parse(cell string, high float64) (v float64, ok bool, allowed string) {
	allowed = "a number, 0 or more, or nothing"
	if high == 1 {
		allowed = "a number in 0..1, or nothing"
	}
	if cell = strings.TrimSpace(cell); cell == "" {
		return 0, false, ""
	}
	v, err := strconv.ParseFloat(cell, 64)
	switch {
	case err != nil && !errors.Is(err, strconv.ErrRange):
		return 0, false, allowed
	case !measured(v):
		return 0, false, ""
	case v < 0 || v > high:
		return 0, false, allowed
	}
	return v, true, ""
}

func parseCount(cell string) (n int, ok bool, allowed string) {
	v, ok, allowed := parse(cell, most)
	if allowed != "" || v != math.Trunc(v) {
		return 0, false, "a whole number, 0 or more, or nothing"
	}
	return int(v), ok, ""
}

// cellOf writes a number so that it is read back as the same number; nothing for one that
// is not measured.
func cellOf(v float64) string {
	if !measured(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// writeName gives the controller's name of the episode, else its id.
func writeName(e *Episode) string {
	if e.Name == "" {
		return e.ID
	}
	return e.Name
}

// readID comes after the name. A name that is the id was written for lack of a name.
func readID(e *Episode, cell string) string {
	if cell == "" {
		return ""
	}
	if e.ID = cell; e.Name == cell {
		e.Name = ""
	}
	return ""
}

func readGoal(e *Episode, cell string) string {
	if e.Goal = cell; strings.TrimSpace(cell) == "" {
		return "the name of what was looked for"
	}
	return ""
}

func writeSuccess(e *Episode) string {
	v, ok := told(successOf(e.Metrics))
	if !ok {
		return ""
	}
	return cellOf(v)
}

func readSuccess(e *Episode, cell string) string {
	switch strings.ToLower(strings.TrimSpace(cell)) {
	case "1", "1.0", "true":
		e.Metrics.Success = new(true)
	case "0", "0.0", "false":
		e.Metrics.Success = new(false)
	case "", "nan":
	default:
		return "1, 0, true, false, or nothing"
	}
	return ""
}

// writeTook gives the seconds from the beginning to the end.
func writeTook(e *Episode) string {
	if e.Ended.IsZero() {
		return ""
	}
	took := e.Ended.Sub(e.Began)
	if took < 0 { // the clock has gone back
		return ""
	}
	return cellOf(took.Seconds())
}

// beganColumn is read before all others: the end counts from it.
const beganColumn = "began"

// longest is the longest time of an episode that is accepted, a century in seconds.
const longest = 100 * 365 * 24 * 3600

func readTook(e *Episode, cell string) string {
	s, ok, allowed := parse(cell, longest)
	if ok {
		e.Ended = e.Began.Add(time.Duration(math.Round(s * 1e9)))
	}
	return allowed
}

func writeBegan(e *Episode) string {
	if e.Began.IsZero() {
		return ""
	}
	return e.Began.UTC().Format(time.RFC3339Nano)
}

func readBegan(e *Episode, cell string) string {
	if cell == "" {
		return ""
	}
	began, err := time.Parse(time.RFC3339Nano, cell)
	if err != nil {
		return "a time like 2026-01-02T15:04:05Z, or nothing"
	}
	e.Began = began.UTC()
	return ""
}

func writeSeed(e *Episode) string {
	if e.Seed == nil {
		return ""
	}
	return strconv.FormatInt(*e.Seed, 10)
}

func readSeed(e *Episode, cell string) string {
	if cell == "" {
		return ""
	}
	seed, err := strconv.ParseInt(cell, 10, 64)
	if err != nil {
		return "a whole number of 64 bits, or nothing"
	}
	e.Seed = &seed
	return ""
}

func writeReason(e *Episode) string {
	if e.End == nil {
		return ""
	}
	return e.End.Reason
}
