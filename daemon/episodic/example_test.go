package episodic_test

import (
	"fmt"

	"navd/daemon/episodic"
	"navd/daemon/words"
)

// Two visits to a house saw the sofa in the same room; the third is told.
func ExampleLessons() {
	saw := func(seq int, visit string) episodic.Found {
		return episodic.Found{Score: 0.5, Stored: episodic.Stored{Record: episodic.Record{
			Seq: seq, ID: episodic.EntryID(seq), Entry: []byte("{}"),
			Meta: episodic.Meta{Episode: visit, Scene: "house-1", Claims: []words.Claim{words.In("sofa", "study", "", words.Usual)}},
		}}}
	}
	profiles, err := episodic.Profiles()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, l := range episodic.Lessons(episodic.Query{Target: "sofa", Scene: "house-1"}, []episodic.Found{saw(1, "monday"), saw(2, "tuesday")}) {
		a := profiles["nav"].Advisory(l, "", l.Claims, false)
		fmt.Println(a.Strength+":", a.Message)
		fmt.Println(a.Evidence.Sources)
	}
	// Output:
	// moderate: The sofa was seen in the study of this house in 2 earlier episodes.
	// [epi_000001 epi_000002]
}

// An unknown condition is an error, and no run without memory.
func ExampleConditions_Parse() {
	c, err := episodic.Conditions(nil).Parse("C2_silent")
	fmt.Println(c.Retrieve, c.Exposed, err)
	_, err = episodic.Conditions(nil).Parse("c2")
	fmt.Println(err)
	// Output:
	// true false <nil>
	// condition: not allowed, given "c2", allowed C1, C2, C2_silent, C2_eval_only, empty, shuffle, irrelevant, corrupt, filler, one_line, C2_holdout:p
}
