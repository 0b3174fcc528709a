package grounding_test

import (
	"fmt"

	"navd/daemon/grounding"
)

func ExampleParseFeedback() {
	for _, text := range []string{
		"feedback : spatial: the study is yellow",
		"실패:(공간: 서재는 노랗다, p: turn left: slowly)",
		"s:(colour: yellow)",
	} {
		f, err := grounding.ParseFeedback(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(f.Verdict, f.Items)
	}
	// Output:
	//  [{spatial the study is yellow}]
	// Failure [{spatial 서재는 노랗다} {procedural turn left: slowly}]
	// category: not allowed, given "colour", allowed user_preference (u, 선호, 사용자), spatial (s, 공간), procedural (p, 절차) or general (g, 일반)
}

// One of the files is broken: it is left out whole, with the reason.
func ExampleMergeFiles() {
	m, err := grounding.MergeFiles([]grounding.File{
		{Name: "a.json", Content: []byte(`{"final_grounding": {"spatial_grounding": {"content": "The study is yellow.\n# Doors\nAll open."}}}`)},
		{Name: "b.json", Content: []byte(`{"final_grounding": {"spatial_grounding": "The study is green."}}`)},
		{Name: "c.json", Content: []byte(`{"final_grounding": {"general_grounding": {"content": "Mind the cat."}}}`)},
	}, grounding.FormatText)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Skipped[0].Name, m.Skipped[0].Reason)
	fmt.Println(grounding.Block(m.Contents))
	// Output:
	// b.json final_grounding.spatial_grounding: not allowed, given "\"The study is green.\"", allowed an object
	// #### Spatial Grounding
	//
	// - The study is yellow.
	//   ### Doors
	//   All open.
	//
	// #### General Grounding Rules
	//
	// - Mind the cat.
}

// The newer colour takes the place of the older one; the way between two rooms
// does not.
func ExampleBook_Add() {
	var b grounding.Book
	for i, text := range []string{"the kitchen is green", "the kitchen is next to the corridor", "주방은 파란색이야"} {
		e := grounding.Entry{
			ID:       fmt.Sprintf("g%d", i),
			Category: grounding.Spatial,
			Text:     text,
			Evidence: []grounding.Evidence{{Feedback: fmt.Sprintf("f%d", i)}},
		}
		next, added, err := b.Add(e)
		if err != nil {
			fmt.Println(err)
			return
		}
		b = next
		fmt.Println(added.ID, added.Superseded, added.Possible)
	}
	// Output:
	// g0 [] []
	// g1 [] [g0]
	// g2 [g0] [g1]
}
