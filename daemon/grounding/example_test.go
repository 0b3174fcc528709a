package grounding_test

import (
	"fmt"

	"navd/daemon/feedback"
	"navd/daemon/grounding"
)

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
	b := grounding.NewBook()
	for i, text := range []string{"the kitchen is green", "the kitchen is next to the corridor", "주방은 파란색이야"} {
		added, err := b.Add(grounding.Entry{
			Category: feedback.Spatial,
			Text:     text,
			Evidence: []feedback.Evidence{{Feedback: fmt.Sprintf("f%d", i)}},
		})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(added.ID, added.Superseded, added.Possible)
	}
	fmt.Println(len(b.Changes()), "versions to write")
	// Output:
	// g1 [] []
	// g2 [] [g1]
	// g3 [g1] [g2]
	// 4 versions to write
}

// Of what users said, what is about the goal goes in before the rest.
func ExampleBook_Choose() {
	b := grounding.NewBook()
	for i, text := range []string{"the attic is dusty", "소파는 거실에 있다", "walk slowly"} {
		_, err := b.Add(grounding.Entry{
			Category: feedback.Spatial,
			Text:     text,
			Evidence: []feedback.Evidence{{Feedback: fmt.Sprintf("f%d", i)}},
		})
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	at := grounding.Situation{Target: "sofa"}
	choice := b.Choose(at, nil, 22)
	fmt.Println(choice.Text)
	fmt.Println(choice.Entries)
	fmt.Println(choice.LeftOut)
	for _, c := range b.Claims(at) {
		fmt.Println(c.Subject, c.Relation, c.Object, c.Weight, c.Source)
	}
	// Output:
	// #### Spatial Grounding
	//
	// - 소파는 거실에 있다
	// - walk slowly
	// [{g2 1 about the sofa} {g3 1 names no place or thing}]
	// [{g1 no room: 5 tokens, 3 left}]
	// target:sofa in living room 1 g2
}
