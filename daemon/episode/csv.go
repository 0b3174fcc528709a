package episode

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"navd/daemon/fault"
)

// WriteCSV writes the ended episodes as CSV, one a row, under a header. The columns of
// PixelNav's benchmarks come first, then ours: what identifies episodes, every other
// figure, and the rest of [Metrics]. Success is 1 or 0; episode is the controller's name of
// the episode, or else its id; episode_time_sec is the time from beginning to end. A cell is
// empty when the value is not known or not a finite number. Text is written as it is.
//
// start_distance_to_goal is the length of the shortest path, as in the benchmarks, and the
// same as our shortest_path_m; start_distance is the straight distance.
func WriteCSV(w io.Writer, es []Episode) error {
	cols := columns()
	row := make([]string, len(cols))
	for i, c := range cols {
		row[i] = c.name
	}
	out := csv.NewWriter(w)
	if err := out.Write(row); err != nil {
		return err
	}
	for _, e := range es {
		if e.Status != Ended || e.Metrics == nil {
			continue
		}
		for i, c := range cols {
			row[i] = c.write(&e)
		}
		if err := out.Write(row); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// ReadCSV reads episodes that [WriteCSV] or a PixelNav benchmark wrote. The columns may
// come in any order; only episode, object_goal and success are needed, and unknown columns
// are ignored. Values of empty cells, and numbers that are NaN or infinite, are not known.
// Every episode has ended; one without an id gets one from its line.
//
// start_distance_to_goal is read as the shortest path, unless shortest_path_m has another
// value. In a file that has shortest_path_m and no start_distance, as older navd wrote it,
// it is the straight distance.
//
// An error in the text is an invalid fault that names line and column and says
// what is allowed there.
func ReadCSV(r io.Reader) ([]Episode, error) {
	in := csv.NewReader(skipMark(r))
	in.ReuseRecord = true
	header, err := in.Read()
	if errors.Is(err, io.EOF) {
		return nil, fault.New(fault.Invalid, "the file is empty").WithHint("its first line names the columns: episode,object_goal,success,…")
	}
	if err != nil {
		return nil, textFault(err)
	}
	places, err := findColumns(header)
	if err != nil {
		return nil, err
	}
	width := len(header)
	es := []Episode{}
	for {
		cells, err := in.Read()
		if errors.Is(err, io.EOF) {
			return es, nil
		}
		if errors.Is(err, csv.ErrFieldCount) {
			line, _ := in.FieldPos(0)
			return nil, fault.Field(fmt.Sprintf("line %d", line), len(cells), fmt.Sprintf("%d cells, as in the header", width))
		}
		if err != nil {
			return nil, textFault(err)
		}
		e, err := readRow(in, places, cells)
		if err != nil {
			return nil, err
		}
		es = append(es, e)
	}
}

// place says where in a row a column's cell stands, -1: the file has none.
type place struct {
	column
	at int
}

// findColumns finds our columns in the header, in the order they are read in.
func findColumns(header []string) ([]place, error) {
	var places []place
	for _, c := range columns() {
		p := place{c, -1}
		for i, name := range header {
			if strings.TrimSpace(name) != c.name {
				continue
			}
			if p.at >= 0 {
				return nil, fault.Field("line 1", c.name, "each column once")
			}
			p.at = i
		}
		if c.must && p.at < 0 {
			return nil, fault.New(fault.Invalid, "there is no column %q", c.name).About("line 1", strings.Join(header, ",")).
				WithHint("the first line names the columns; episode, object_goal and success have to be there")
		}
		if c.name == beganColumn {
			places = slices.Insert(places, 0, p)
			continue
		}
		places = append(places, p)
	}
	return knowOlder(places), nil
}

// knowOlder has start_distance_to_goal read as the straight distance in a file of an older
// navd, which has our shortest path and lacks our straight distance.
func knowOlder(places []place) []place {
	named := func(name string) *place {
		return &places[slices.IndexFunc(places, func(p place) bool { return p.name == name })]
	}
	if named(ourShortest).at >= 0 && named(ourStart).at < 0 {
		named(theirStart).column = optional(theirStart, most, straightDistance)
	}
	return places
}

// readRow makes an episode of the row that was read last.
func readRow(in *csv.Reader, places []place, cells []string) (Episode, error) {
	line, _ := in.FieldPos(0)
	e := Episode{ID: fmt.Sprintf("line-%06d", line), Status: Ended, End: &End{}, Metrics: &Metrics{}}
	for _, p := range places {
		cell := ""
		if p.at >= 0 {
			cell = cells[p.at]
		}
		if allowed := p.read(&e, cell); allowed != "" {
			line, _ := in.FieldPos(p.at)
			return e, fault.Field("line "+strconv.Itoa(line)+", "+p.name, cell, allowed)
		}
	}
	e.End.Success, e.End.DistanceToGoal = e.Metrics.Success, e.Metrics.DistanceToGoal
	return e, nil
}

// textFault is the fault of a text that is not CSV. Errors of the reader stay as they are.
func textFault(err error) error {
	var bad *csv.ParseError
	if !errors.As(err, &bad) {
		return err
	}
	return fault.New(fault.Invalid, "%w", bad.Err).About(fmt.Sprintf("line %d, byte %d", bad.Line, bad.Column), nil).
		WithHint("a cell with quotes, commas or line breaks stands in quotes, and a quote in it is doubled")
}

// skipMark leaves out the byte order mark that some programs put before UTF-8.
func skipMark(r io.Reader) io.Reader {
	in := bufio.NewReader(r)
	if mark, err := in.Peek(3); err == nil && string(mark) == "\xef\xbb\xbf" {
		_, _ = in.Discard(3)
	}
	return in
}
