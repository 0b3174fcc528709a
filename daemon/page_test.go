package daemon_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"navd/ipc"
)

// TestPagesEndByBytes fills lists with the largest items there are. Their pages
// end long before 1,000 items, one item more fits none, and together they have all.
func TestPagesEndByBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("volume alone: nothing runs at once")
	}
	const pageBytes, slack = 4 << 20, 1 << 20
	h := newHouse(t)
	id := h.begin()
	const items, begun, texts = 155, 355, 70
	wide, name := strings.Repeat("한", 90), strings.Repeat("x", 290)
	hundred := func(format string) string {
		all := make([]string, 100)
		for i := range all {
			all[i] = fmt.Sprintf(format, i)
		}
		return strings.Join(all, ",")
	}
	for step := range items {
		h.do(ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":%d,"action":"stop","objects":[%s]}`, id, step+1, hundred(fmt.Sprintf(`"%d %%d%s"`, step, wide))))
	}
	for i := range begun {
		h.do(ipc.EpisodeBegin, fmt.Sprintf(`{"goal":"sofa","run":"long","instruction":%q}`, fmt.Sprint(i, strings.Repeat("한", 3990))))
	}
	for i := range texts {
		h.do(ipc.FeedbackAdd, fmt.Sprintf(`{"episode":%q,"text":"spatial: the shelf %d is high","claims":[%s]}`, id, i, hundred(
			`{"subject":"target:%d`+name+`","relation":"in","object":"`+name+`","polarity":1,"source":"","weight":1}`)))
	}
	tests := []struct {
		method fmt.Stringer
		params string
		items  int
	}{
		{ipc.EpisodeLog, fmt.Sprintf(`"episode":%q,"kinds":["step"]`, id), items},
		{ipc.EpisodeList, `"run":"long"`, begun},
		{ipc.GroundingList, `"category":"spatial"`, texts},
	}
	for _, tt := range tests {
		t.Run(tt.method.String(), func(t *testing.T) {
			h := h.in(t)
			seen, pages, cursor := map[string]bool{}, 0, ""
			for more := true; more; pages++ {
				raw := h.do(tt.method, fmt.Sprintf(`{%s,"limit":1000,"cursor":%q}`, tt.params, cursor))
				page := into[struct {
					Entries, Episodes []json.RawMessage
					Cursor            string
				}](t, raw)
				if len(raw) > pageBytes+slack {
					t.Errorf("page %d has %d bytes", pages, len(raw))
				}
				if page.Cursor != "" && len(raw) < pageBytes-slack {
					t.Errorf("page %d has but %d bytes", pages, len(raw))
				}
				for _, item := range append(page.Entries, page.Episodes...) {
					if seen[string(item)] {
						t.Errorf("twice: %.80s", item)
					}
					seen[string(item)] = true
				}
				cursor, more = page.Cursor, page.Cursor != ""
			}
			if len(seen) != tt.items || pages < 2 {
				t.Errorf("%d items on %d pages, want %d", len(seen), pages, tt.items)
			}
		})
	}
}
