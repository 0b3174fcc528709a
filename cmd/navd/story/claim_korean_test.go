package story_test

import (
	"testing"

	"navd/cmd/navd/story"
	"navd/daemon/grounding"
	"navd/daemon/words"
)

// Claims and scopes in Korean have the particles that their names take.
func TestClaimKorean(t *testing.T) {
	for _, tt := range []struct {
		claim words.Claim
		room  words.Key
		want  string
	}{
		{words.In("sofa", "bedroom", "", words.Certain), "", "소파는 침실부터 찾습니다 (확실)"},
		{words.In("bed", "study", "", words.Usual), "", "침대는 되도록 서재에서 찾습니다 (보통)"},
		{words.In("mug", "bedroom", "", words.Perhaps), "bedroom", "머그는 그 침실을 조금 더 먼저 봅니다 (아마)"},
		{words.NotIn("sofa", "kitchen", "", words.Certain), "", "소파는 주방 말고 다른 곳에서 찾습니다 (확실)"},
		{words.Prefer(words.Place("bathroom"), "", words.Certain), "", "화장실부터 갑니다 (확실)"},
		{words.Prefer(words.Place("bathroom"), "", words.Usual), "", "되도록 화장실로 갑니다 (보통)"},
		{words.Prefer(words.Place("kitchen"), "", 0), "", "전에 무엇이 막았든 주방에도 갑니다"},
		{words.Prefer(words.View(3), "", 0.45), "", "방향 3 쪽으로 조금 더 먼저 갑니다 (무게 0.45)"},
		{words.Avoid(words.Place("bedroom"), "", words.Certain), "bedroom", "그 침실에는 가지 않습니다 (확실)"},
		{words.Called(words.Place("bedroom"), "민수 방", "", words.Certain), "", `침실을 "민수 방"이라고도 부릅니다 (확실)`},
		{words.In("flurb", "gizmo", "", words.Certain), "", "flurb는 gizmo부터 찾습니다 (확실)"},
		{words.Claim{}, "", "   (무게 0)"},
	} {
		if got := story.ClaimKorean(tt.claim, tt.room); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
	for want, s := range map[string]grounding.Scope{
		"어디서나 적용됩니다":                        {},
		"apt에서 소파를 찾을 때 적용됩니다":              {Scene: "apt", Target: "sofa"},
		"이번 탐색(e1)에서만 적용됩니다":                {Episode: "e1"},
		"mill의 그 침실(x 1.0, y 2.0)에서만 적용됩니다": {Room: grounding.Room{House: "mill", Type: "bedroom", X: 1, Y: 2}},
	} {
		if got := story.ScopeKorean(s); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
