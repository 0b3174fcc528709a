package story

import (
	"fmt"
	"strconv"
	"strings"

	"navd/daemon/grounding"
	"navd/daemon/words"
)

// ClaimKorean is [Claim] in Korean, for who spoke Korean: "소파는 침실부터 찾습니다 (확실)". room, if it
// is not empty, is the type of the one room in which the claim holds.
func ClaimKorean(c words.Claim, room words.Key) string {
	kind, key := c.About()
	about, where := words.InKorean(key), words.InKorean(words.Key(c.Object))
	if kind == "view" {
		about = "방향 " + string(key) + " 쪽"
	}
	if room != "" && (kind == "place" && key.Equal(room)) {
		about = "그 " + about
	}
	if room != "" && words.Key(c.Object).Equal(room) {
		where = "그 " + where
	}
	to := words.WithParticle(about, "으로")
	said := ""
	switch c.Relation {
	case words.RelationIn:
		said = words.WithParticle(about, "는") + " " + soonerKorean(c.Weight, where, where+"에서", "찾습니다", words.WithParticle(where, "를")+" 조금 더 먼저 봅니다")
	case words.RelationNotIn:
		said = words.WithParticle(about, "는") + " " + where + " 말고 다른 곳에서 찾습니다"
	case words.RelationPrefer:
		if c.Weight == 0 { // see words.Allowed
			return "전에 무엇이 막았든 " + about + "에도 갑니다"
		}
		said = soonerKorean(c.Weight, about, to, "갑니다", to+" 조금 더 먼저 갑니다")
	case words.RelationAvoid:
		said = about + "에는 가지 않습니다"
	case words.RelationCalled:
		name := words.InKorean(words.Key(c.Object))
		said = words.WithParticle(about, "를") + " " + strconv.Quote(name) + strings.TrimPrefix(words.WithParticle(name, "이라고도"), name) + " 부릅니다"
	default: // a relation of a newer daemon
		said = strings.Join([]string{about, c.Relation, where}, " ")
	}
	return fmt.Sprintf("%s (%s)", said, weightKorean(c.Weight))
}

// ScopeKorean is where an entry holds, in Korean.
func ScopeKorean(s grounding.Scope) string {
	where := "어디서나"
	if s.Scene != "" {
		where = s.Scene + "에서"
	}
	if s.Episode != "" {
		where = "이번 탐색(" + s.Episode + ")에서만"
	}
	if r := s.Room; r.House != "" {
		where = r.House + "에서"
		if r.Type != "" {
			where = fmt.Sprintf("%s의 그 %s(x %.1f, y %.1f)에서만", r.House, words.InKorean(r.Type), r.X, r.Y)
		}
	}
	if s.Room.House != "" && s.Episode != "" {
		where = "이번 탐색(" + s.Episode + ") 동안 " + where
	}
	if s.Target != "" {
		where += " " + words.WithParticle(words.InKorean(words.Key(s.Target)), "를") + " 찾을 때"
	}
	return where + " 적용됩니다"
}

// soonerKorean says how much a claim moves what the robot does.
func soonerKorean(weight float64, name, to, does, barely string) string {
	switch {
	case weight > (words.Certain+words.Usual)/2:
		return name + "부터 " + does
	case weight > (words.Usual+words.Perhaps)/2:
		return "되도록 " + to + " " + does
	}
	return barely
}

func weightKorean(weight float64) string {
	switch weight {
	case words.Certain:
		return "확실"
	case words.Usual:
		return "보통"
	case words.Perhaps:
		return "아마"
	}
	return "무게 " + strconv.FormatFloat(weight, 'g', 3, 64)
}
