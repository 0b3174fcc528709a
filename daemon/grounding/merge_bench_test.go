package grounding_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"navd/daemon/feedback"
	. "navd/daemon/grounding"
	"navd/daemon/item"
)

// BenchmarkMerge merges 100 files of 50 kB.
func BenchmarkMerge(b *testing.B) {
	var files []File
	for i := range 100 {
		var s Snapshot
		for n := 0; ; n++ {
			text := fmt.Sprintf("the lamp %d of the room %d is green and stands beside the door", n, i%10)
			s = s.With(Step{ID: n, Instruction: "find the lamp", Status: feedback.Success, Feedback: feedback.Four[*string]{Spatial: &text}})
			if n%20 > 0 {
				continue
			}
			f := Distil(s.Stacked, time.Unix(0, 0).UTC())
			s.Final = &f
			data, err := s.JSON()
			if err != nil {
				b.Fatal(err)
			}
			if len(data) >= 50_000 {
				files = append(files, File{fmt.Sprintf("%d.json", i), data})
				break
			}
		}
	}
	for b.Loop() {
		m, err := MergeFiles(files, FormatText)
		if err != nil || len(m.Skipped) > 0 || !strings.Contains(m.Text, "lamp") {
			b.Fatal(err, m.Skipped)
		}
	}
	b.ReportMetric(float64(len(files[0].Content)), "B/file")
}

// BenchmarkLatest makes both cumulative files of 10,000 entries.
func BenchmarkLatest(b *testing.B) {
	entries := make([]Entry, 10_000)
	for i := range entries {
		entries[i] = told(i, fmt.Sprintf("the lamp %d is beside the door", i))
		entries[i].ID, entries[i].State = EntryID(i+1), item.Active
	}
	for b.Loop() {
		s := Latest(entries)
		if data, err := s.JSON(); err != nil || len(data)+len(s.Text()) == 0 {
			b.Fatal(err)
		}
	}
}

// BenchmarkLearn takes 10,000 texts into a book.
func BenchmarkLearn(b *testing.B) {
	f := file("x.txt", numbered(MaxLessons))
	for b.Loop() {
		book := NewBook()
		if added := learn(b, book, f); added != MaxLessons {
			b.Fatal(added)
		}
	}
}
