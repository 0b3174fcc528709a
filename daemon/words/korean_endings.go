package words

// linkTable has what may follow the forms of a verb, without spaces. An item that ends in -
// is a verb and one that ends in = a noun; both are conjugated too. What stands before > has
// the form after it. ∅ means that nothing follows. For example, "가 봐 주실 수 있을까" is 가,
// 아 보-, 아 주-, 으시-, ㄹ 수 있-, ㄹ까.
var linkTable = []struct {
	from string
	effect
	items string
}{
	// endings of statements
	{"b", effect{}, "지 네 네그려 거덩 걸랑 군 구나 구먼 는구나 는군 습니다 슴다 슴 죠 소 는걸 지뭐 지롱 당 는디 엉 지싶어 지싶다 지싶네 다>q 는다>q"},
	{"b", effect{sure: true}, "거든 잖아 잖니 잖냐 구만 는구만"},
	{"b", effect{sure: true, seen: true}, "더라 더라고 더라구 던데 던디 더군 더만 더구만 드라 드만 던걸 던거지"},
	{"e", effect{seen: true}, "ㅁ"},
	{"e", effect{}, "ㅂ니다 오 ㄴ다>q"},
	{"ek", effect{quoted: true, sure: true}, "ㄴ단다 ㄴ답니다 란다 랍니다"},
	{"b", effect{quoted: true, sure: true}, "단다 답니다 는단다 는답니다"},
	{"k", effect{}, "라>q"},
	{"k", effect{more: true}, "라 라서"},
	{"k", effect{}, "ㄹ세"},
	{"k", effect{weight: Perhaps}, "같-"},
	{"b", effect{more: true, plain: true}, "고 고요 구 고서 고나서"},
	{"e", effect{more: true, plain: true}, "며"},
	{"b", effect{more: true}, "지만 지마는 길래 기때문에 기때문이야 구요 더니 더니만 기에 느라 느라고"},
	{"b", effect{more: true, sure: true}, "는데 는데말이야 습니다만"},
	{"e", effect{more: true}, "니까 니깐 니 므로 ㄴ데 ㅂ니다만 나"},
	{"b", effect{plain: true, more: true, undone: true}, "다가"},

	// endings of questions, conditions and wishes
	{"b", effect{mood: asks}, "나 냐 니 느냐 는지 는지도 는지는 던가 는가 나모르- 긴한데 긴하지만 기는하냐 냐고 느냐고 습니까 을까"},
	{"e", effect{mood: asks}, "ㄴ지 ㄴ지도 ㄴ가 ㄹ지 ㄹ런지 ㄹ는지 려나 ㅂ니까"},
	{"e", effect{mood: begs}, "ㄹ까 ㄹ래 ㄹ까봐"},
	{"e", effect{mood: asks}, "ㄹ까"},
	{"b", effect{mood: asks, more: true}, "기전에 기전까지"},
	{"e", effect{mood: ifs, more: true}, "면"},
	{"e", effect{mood: ifs}, "면은 면야 면서 려다 려다가 라면 려고 ㄹ수록"},
	{"b", effect{mood: ifs}, "더라도 게 든 든지 든지말든지 든말든 든가 거들랑 게끔"},
	{"b", effect{mood: wishes}, "고싶-"},
	{"e", effect{mood: wishes}, "려고하-"},
	{"e", effect{mood: seeking, more: true}, "러 려면 려면은 려거든 려는거면 려는거라면"},
	{"b", effect{mood: seeking, more: true}, "겠으면 겠다면 고있으면 고있다면 는거면 는거라면 기위해 기위해서"},

	// endings of orders and bans
	{"b", effect{mood: orders}, "자>c 자구 도록 기 길 지그래 지그러니 기로하- 도록하- 기바라- 기바람 삼 셈 게하- 고와 고오- 고가자"},
	{"e", effect{mood: orders}, "시든가 세요 세용 세여 십시오 십쇼 시오 렴 려무나 시죠 시지 시지요 ㅂ시다 라>c 라구 쇼 셔 면되-"},
	{"e", effect{mood: orders, quoted: true}, "래-"},
	{"e", effect{mood: begs}, "면안될까 면안되겠니 면안되겠냐 면안되나 면어때 면어떨까 면좋- 면고맙- 면감사하- 면참고맙- 면하- 면싶-"},
	{"e", effect{mood: bans}, "면안되- 면큰일나- 면혼나- 면곤란하- 면못써"},
	{"e", effect{mood: asks, more: true}, "면어떡하- 면어떻게해"},
	{"b", effect{mood: bans}, "지말- 지는말- 진말- 지도말- 질말- 지좀말- 지들말- 지말것 지말란말이야 지말아달라고 지말래도 는마"},
	{"a", effect{mood: bans}, "서는안되- 선안되- 서안되- 선안된다"},
	{"a", effect{mood: orders}, "라 랏 라라 야지 야지뭐 야하- 야되- 야겠- 야쓰- 도괜찮을것같-"},
	{"a", effect{mood: allows}, "도되- 도좋- 도괜찮- 도상관없- 도무방하- 도소용없- 도없-"},
	{"a", effect{mood: ifs, more: true}, "ㅆ자>w"},
	{"a", effect{mood: ifs, more: true}, "봐야>w"},
	{"a", effect{mood: asks, more: true}, "야>w"},
	{"a", effect{mood: ifs}, "야만 도"},
	{"w", effect{more: true}, "∅"},
	{"w", effect{mood: bans}, "야 소용없- 시간낭비= 헛수고= 헛걸음= 없- 아무것도없- 의미없-"},

	// what follows 아 and 어
	{"a", effect{plain: true}, "∅"},
	{"a", effect{more: true, plain: true}, "서"},
	{"a", effect{more: true}, "서그래 서그런지 가지고 갖고 다"},
	{"a", effect{}, "보- 놓- 두- 버리- 드리- 오- 가- 달라 나가- 들이- 가지고가- 주-"},
	{"a", effect{past: true}, "ㅆ-"},
	{"a", effect{lies: true}, "있-"},
	{"be", effect{may: true}, "겠-"},
	{"e", effect{}, "시-"},
	{"b", effect{}, "고있- 고계시- 고오- 고가- 러가-"},
	{"e", effect{}, "러가- 러오-"},
	{"b", effect{no: true}, "지않- 진않- 지는않- 지도않- 질않- 지못하- 지도못하- 지는못하-"},

	// endings that report what somebody said
	{"q", effect{}, "∅ 만 네 우"},
	{"q", effect{quoted: true}, "고 고요 지 지뭐 고하- 고그러- 고말하- 고몇번을말하- 고몇번말하- 는거= 는거지 잖아 고했잖아"},
	{"q", effect{quoted: true, sure: true}, "니까 니깐 잖아 구"},
	{"q", effect{quoted: true, weight: Perhaps}, "더라 던데 던가 고들었- 고듣- 고하던데 고하더라 고하네 고해 고생각하- 고보- 고알- 는데"},
	{"q", effect{mood: doubts}, "니 는말 는소리 는얘기 는게 는건"},
	{"q", effect{mood: ifs}, "면 고치- "},
	{"be", effect{quoted: true, weight: Perhaps}, "대- ㄴ대- 는대- 댄- "},
	{"k", effect{quoted: true, weight: Perhaps}, "래-"},
	{"c", effect{}, "∅ 고 구 고요 니까 니깐 던데 는데 더라"},
	{"c", effect{quoted: true}, "고하- 고그러- 고말하- 고얘기하-"},

	// nouns after a verb that describes them
	{"b", effect{}, "는>n"},
	{"b", effect{done: true}, "던>n"},
	{"e", effect{done: true}, "ㄴ>n"},
	{"e", effect{}, "ㄹ>l"},
	{"n", effect{mood: asks}, "지 가 지도 지모르- 지궁금하- 데도 걸까 건가 건지 거니 거냐 줄알았- 줄모르- 척 척하- 것은아니- 건아니-"},
	{"n", effect{}, "데 걸 거= 것= 건확실하- 게확실하- 거맞- 게분명하- 게틀림없- 것은확실하- 것이확실하- 걸보- 거보- 거내가보- 건맞- 걸아까보- 중= 게마지막= 지오래되- 지오래= 지좀되- 지한참되- 지한참= 지꽤되- 지며칠되- 지얼마안되- 지벌써오래="},
	{"n", effect{mood: seeking, more: true}, "중이면 중이라면"},
	{"n", effect{weight: Perhaps}, "것같- 거같- 것도같- 거도같- 듯 듯하- 듯싶- 모양= 걸로알- 걸로기억하- 걸로보이- 걸본것같- 거본것같- 줄알- 줄로알- 것으로알- 것으로기억하- 것으로보이- 가봐 가보다 가보네 가봅니다 가보지"},
	{"b", effect{weight: Perhaps}, "나봐 나벼 나보다 나보네 나봅니다 나보지 나보군 나싶다 나싶네 나싶은데 나싶어"},
	{"n", effect{no: true, state: true, more: true, weight: Usual}, "줄알았는데 줄알았더니 줄만알았는데 줄알고있었는데"},
	{"n", effect{weight: Usual}, "편="},
	{"n", effect{}, "곳= 장소="},
	{"n", effect{mood: bans}, "거싫- 게싫- 건싫-"},
	{"l", effect{mood: orders, weight: Usual}, "만하-"},
	{"n", effect{mood: begs}, "게어때 게어떨까 건어때 건어떨까 게좋지않- 게낫지않- 것도방법="},
	{"n", effect{mood: orders, weight: Usual}, "게좋- 게낫- 게나을>l 게맞- 게빠르- 것도좋- 것이좋- 편이좋- 편이낫- 걸추천하- 것을추천하- 걸추천 게현명하-"},
	{"n", effect{state: true}, "구조= 집= 상태= 거확인하- 걸확인하- 거알- 거확실하-"},
	{"n", effect{no: true}, "거아니-"},
	{"n", effect{no: true, more: true}, "게아니라 것이아니라 게아니고 것이아니고 게아니구"},
	{"n", effect{no: true, weight: Perhaps}, "적없- 적이없- 적은없- 적도없- 기억없- 기억이없- 기억은없- 일이없- 일은없- 일도없-"},
	{"l", effect{can: true}, "수있-"},
	{"l", effect{no: true, can: true, weight: Perhaps}, "수없- 수가없- 수는없- 리없- 리가없- 리는없- 리야없- 것같지않- 것같지는않- 거같지않- 거같지는않- 가능성은없- 가능성이없-"},
	{"l", effect{mood: bans}, "만한게없- 만한거없- 만한것도없- 필요없- 필요가없- 필요는없- 필요도없- 이유없- 이유가없- 이유는없- 이유가하나도없- 것없- 것도없- 거없- 거도없- 게없- 일없- 생각하지말- 생각도하지말- 생각말- 생각도말- 생각은말- 생각은하지말- 생각은하지도말- 생각일랑하지말- 엄두도내지말-"},
	{"l", effect{no: true, state: true, scorn: true}, "리가 리만무 리가있- 리있- 턱이있- 턱이없- 턱없- 까닭이있- 까닭이없- 이유가있- 이유가없- 이유없- 일이없- 일없- 이유가뭐야"},
	{"l", effect{weight: Perhaps}, "수밖에 수밖에없- 걸세 게야 거= 것= 꺼= 것같- 거같- 듯 듯하- 듯싶- 걸 껄 지도모르- 지도 수도있- 수도있- 확률이높- 가능성이높- 가능성이크- 것으로보이- 걸로보이- 거라생각하-"},
	{"l", effect{weight: Perhaps, more: true}, "텐데 테니 테니까 테니깐"},
	{"l", effect{}, "게뻔하- 게틀림없- 게분명하-"},
	{"l", effect{mood: allows}, "게"},
	{"l", effect{mood: asks}, "예정= 계획= 생각= 참= 작정= 뻔하-"},
	{"l", effect{mood: seeking, more: true}, "거면 거라면 때 때는 땐"},
	{"l", effect{mood: ifs}, "경우 때마다"},
	{"b", effect{no: true, state: true, scorn: true}, "기는개뿔 긴개뿔 기는무슨 긴무슨 기는뭐가있어 긴뭐가있어 기는커녕 긴커녕 기는뭘있어 긴뭘있어"},

	// nouns that order: "거실 확인 부탁해"
	{"N", effect{mood: orders}, "∅ 부탁 부탁하- 부탁드리- 바라- 바람 요망 하기 좀 고고 시작 한번 각 필수"},
}
