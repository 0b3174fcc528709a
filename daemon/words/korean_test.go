package words_test

import (
	"testing"

	"navd/daemon/words"
)

// TestReadKorean holds a case of each class of what people say in Korean, and of
// what looks like one of them and says nothing. Where it is said is the hallway.
func TestReadKorean(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a verb of no table, in the past", "수건은 빨아서 베란다에 널었거든", "target:towel in balcony 1"},
		{"what is being done", "청소기 지금 침실에서 돌리고 있어", "target:vacuum cleaner in bedroom 1"},
		{"a part of the room", "리모컨 거실 소파 밑에 들어갔더라", "target:remote control in living room 1"},
		{"a part of the room, without a verb", "책은 서재 맨 아래 칸에", "target:book in study 0.6"},
		{"beside the room", "리모컨은 거실 옆에 있어", ""},
		{"another thing's place", "리모컨은 소파 밑에 있어", ""},
		{"a part of a thing", "청소기 부스러기는 세탁실에 있어", ""},
		{"carried", "누나가 노트북 서재에서 침실로 들고 들어가던데", "target:laptop not_in study 1; target:laptop in bedroom 1"},
		{"what was there", "차고에 있던 의자는 식당으로 뺐어", "target:chair not_in garage 1; target:chair in dining room 1"},
		{"put for a while", "책을 거실에 뒀다가 서재에 갖다 놨어", "target:book in study 1"},
		{"a habit", "청소기는 늘 다용도실에 세워두거든", "target:vacuum cleaner in utility room 1"},
		{"a search in vain", "거실은 다 뒤졌는데 리모컨 안 보여", "target:remote control not_in living room 1"},
		{"a search in vain, a thing", "리모컨 침실에서 찾아봤는데 없더라", "target:remote control not_in bedroom 1"},
		{"places before their thing", "침실에도 없고 서재에도 없고 시계 이거 어디 갔어", "target:clock not_in bedroom 1; target:clock not_in study 1"},
		{"thought", "청소기 차고에 있는 줄 알았는데 복도에 있네", "target:vacuum cleaner not_in garage 0.6; target:vacuum cleaner in corridor 0.6"},
		{"surprise", "의자가 왜 욕실에 있어?", "target:chair in bathroom 0.6"},
		{"surprise at a search", "시계를 왜 주방에서 찾아 침실에 있는데", "target:clock not_in kitchen 0.6; target:clock in bedroom 0.6"},
		{"scorn", "아니 무슨 부엌에 침대가 있냐", "target:bed not_in kitchen 0.6"},
		{"it could not be", "욕실에 냉장고가 있을 리가 있냐", "target:fridge not_in bathroom 1"},
		{"nonsense", "침대가 부엌에 있다니 말도 안 돼", "target:bed not_in kitchen 1"},
		{"doubt", "침대가 부엌에 있다니 글쎄", ""},
		{"not believed", "의자가 차고에 있다는데 못 믿겠어", ""},
		{"a claim before a question mark", "시계 침실에 있다니까?", "target:clock in bedroom 1"},
		{"a question without one", "혹시 시계 침실에 있니", ""},
		{"where", "거실에 시계 어디 있어", ""},
		{"is or is not", "시계가 거실에 있는 거야 없는 거야", ""},
		{"a wish to look", "식당에 의자 있나 보고 와", "target:chair in dining room 0.6"},
		{"going to look", "화분은 복도 가서 찾아봐", "target:plant in corridor 0.6"},
		{"spoken of, then where to look", "리모컨 소파 밑에 굴러다니던데 거실 가서 봐", "target:remote control in living room 0.6"},
		{"a need", "수건 필요하면 욕실에 있어", "target:towel in bathroom 1"},
		{"a courtesy", "시간 되면 서재 좀 봐줄래", "place:study prefer  1"},
		{"a condition", "시계가 거실에 있으면 가져와", ""},
		{"elsewhere", "거실 말고 다른 데 찾아", "place:living room avoid  1"},
		{"an exception of when", "화장실에는 가지 마, 문이 열려 있을 때만 빼고", "place:bathroom avoid  0.3"},
		{"all but", "지하실 말고는 다 가도 돼", "place:basement avoid  1"},
		{"left alone", "서재는 그냥 놔둬", "place:study avoid  1"},
		{"cannot", "무릎이 아파서 지하실엔 못 내려가", ""},
		{"later", "욕실은 나중에 가", ""},
		{"last", "욕실은 마지막에 가", ""},
		{"last seen", "마지막으로 소파를 욕실에서 봤어", "target:sofa in bathroom 1"},
		{"not yet", "내일은 소파가 욕실에 있어", ""},
		{"cleaned", "거실만 치워", ""},
		{"an order without a verb", "베란다까지 가서 확인 좀", "place:balcony prefer  1"},
		{"one of them", "시계는 서재나 침실 중 하나야", "target:clock in study 0.3; target:clock in bedroom 0.3"},
		{"a name of two words", "서재를 아빠 동굴이라고 불러", "place:study is_called 아빠 동굴 1"},
		{"a name behind 이라고", "다용도실을 뒷방이라고 해", "place:utility room is_called 뒷방 1"},
		{"a pet name", "소파를 킁킁이라고 불러", ""},
		{"a name, the other way round", "앞으로 빽은 의자라고 알아들어", "target:chair is_called 빽 1"},
		{"where you are", "네가 지금 있는 방에 시계 있잖아", "target:clock in corridor 1"},
		{"other people's", "형님네는 의자를 욕실에 둔대", ""},
		{"a purpose", "아이 손 안 닿게 가위는 서재에 뒀어", "target:scissors in study 1"},
		{"this room, which is none", "이 침실에는 소파가 없어", ""},
		{"this room", "이 복도에는 소파가 없어", "target:sofa not_in corridor 1"},
		{"not this room", "소파는 이 침실이 아니라 부엌에 있어", "target:sofa in kitchen 1"},
		{"pairs", "침대는 침실에 변기는 욕실에 있어", "target:bed in bedroom 1; target:toilet in bathroom 1"},
		{"pairs, the place first", "서재엔 책장, 침실엔 램프 있어", "target:bookshelf in study 1; target:lamp in bedroom 1"},
		{"auxiliaries in a row", "서재에 한번 가 봐 주실 수 있을까요", "place:study prefer  1"},
		{"a ban in a row", "창고에는 들어가지 말아 주셨으면 좋겠는데요", "place:storage room avoid  1"},
		{"a guess in a row", "시계를 서재에 갖다 놨던 것 같은데", "target:clock in study 0.3"},
		{"to be, in a row", "시계는 서재일 것 같은데요", "target:clock in study 0.3"},
		{"a plan", "책상은 서재에 놓을 예정이야", ""},
		{"brought there", "식탁에서 접시 집어서 주방으로 가져와", ""},
		{"in vain, of no thing", "다락은 내가 다 봤는데 없더라", "place:attic avoid  0.6"},
		{"nothing there", "다락엔 아무것도 없어", "place:attic avoid  0.6"},
		{"pointing at nothing", "얘 거기 얘", ""},
		{"typed in haste", "소파거실에잇음", "target:sofa in living room 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := written(words.Read(c.text, "", "corridor").Claims); got != c.want {
				t.Errorf("%q gives %q, want %q", c.text, got, c.want)
			}
		})
	}
}
