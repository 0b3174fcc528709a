package store

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/house"
)

// What leads back to an earlier version is read packed, as it is written, and as the list
// that it was at first.
func TestBack(t *testing.T) {
	parts := []house.Part{{Kind: house.KindHead, Data: json.RawMessage(`{"version":1}`)}, {Kind: house.KindNode, ID: 7}}
	for i := range 50 {
		parts = append(parts, house.Part{Kind: house.KindThing, ID: i, Data: json.RawMessage(`{"key":"sofa","label":"Sofa","room":"living room"}`)})
	}
	plain, err := json.Marshal(parts)
	if err != nil {
		t.Fatal(err)
	}
	packed, err := json.Marshal(back(parts))
	if err != nil || len(packed) > len(plain)/4 {
		t.Fatalf("%d bytes become %d: %v", len(plain), len(packed), err)
	}
	for _, tt := range []struct{ name, document, want string }{
		{"packed", string(packed), string(plain)},
		{"a list", string(plain), string(plain)},
		{"nothing", `null`, `null`},
		{"no base64", `"?"`, ""},
		{"not packed", `"AAAA"`, ""},
		{"cut", `"` + strings.Trim(string(packed), `"`)[:40] + `"`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var b back
			err := json.Unmarshal([]byte(tt.document), &b)
			if tt.want == "" {
				if err == nil {
					t.Errorf("it is read as %+v", b)
				}
				return
			}
			got, failed := json.Marshal([]house.Part(b))
			if diff := cmp.Diff(tt.want, string(got)); err != nil || failed != nil || diff != "" {
				t.Errorf("%v, %v: -want +got\n%s", err, failed, diff)
			}
		})
	}
}
