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
	const items, texts = 160, 100
	label := func(step, i int) string { return fmt.Sprintf("%05d%s", step*1000+i, strings.Repeat("한", 95)) }
	for step := range items {
		labels := make([]string, 100)
		for i := range labels {
			labels[i] = `"` + label(step, i) + `"`
		}
		h.do(ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":%d,"action":"stop","objects":[%s]}`, id, step+1, strings.Join(labels, ",")))
	}
	for i := range 3 * items {
		h.do(ipc.EpisodeBegin, fmt.Sprintf(`{"goal":"sofa","run":"long","instruction":%q}`, fmt.Sprint(i, strings.Repeat("한", 3990))))
		if i < texts {
			h.do(ipc.FeedbackAdd, fmt.Sprintf(`{"episode":%q,"text":%q}`, id, fmt.Sprintf("spatial: the shelf %d is %s", i, strings.Repeat("한", 15000))))
		}
	}
	tests := []struct {
		method fmt.Stringer
		params string
		items  int
	}{
		{ipc.EpisodeLog, fmt.Sprintf(`"episode":%q,"kinds":["step"]`, id), items},
		{ipc.EpisodeList, `"run":"long"`, 3 * items},
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
