package daemon_test

import (
	"fmt"
	"testing"

	"navd/ipc"
)

// TestRequiredRoomLetsGo: a rule that requires a room holds a robot in it while there is more of
// it to see; in one that it has seen without success the rule prefers such rooms.
func TestRequiredRoomLetsGo(t *testing.T) {
	for _, c := range []struct{ name, use, labels, room string }{
		{"with distances", "", `"free_m":2,"see_m":3`, ""},
		{"in a room that is known", "", `"free_m":2,"see_m":3`, "bathroom"},
		{"without distances", "", `"objects":[]`, ""},
		{"without memory", `,"use":{"context":false}`, `"objects":[]`, ""},
		{"without memory, in a room that is known", `,"use":{"context":false}`, `"objects":[]`, "bathroom"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t)
			h.obeys("when looking for soap, look only in the bathroom", "")
			e := into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, `{"goal":"soap","scene_id":"home"`+c.use+`}`)).Episode
			if c.room != "" {
				h.do(ipc.NavObserve, fmt.Sprintf(`{"episode":%q,"scene_type":%q}`, e, c.room))
			}
			plan := func(ahead string) ipc.PlanResult {
				return into[ipc.PlanResult](t, h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,"labels":[
					{"view":0,"scene_type":%q,%s},{"view":3,"scene_type":"corridor",%s}]}`, e, ahead, c.labels, c.labels)))
			}
			if p := plan("bathroom"); p.View != 0 || len(p.Rules.Verdict.Bans) == 0 {
				t.Fatalf("at first: view %d, %+v", p.View, p.Rules)
			}
			seq := 0
			for n := 1; ; n++ {
				for range 2 {
					seq++
					h.do(ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":%d,"action":"turn_left"}`, e, seq))
				}
				p := plan("bathroom")
				if len(p.Rules.Verdict.Bans) == 0 {
					if got := p.Rules.Ruling.Fired[0].Effects[0].String(); got != "prefer bathroom" {
						t.Errorf("it wants: %s", got)
					}
					break
				}
				if n == 3 {
					t.Fatalf("it is still held: %+v", p.Rules.Verdict)
				}
			}
		})
	}
}
