package words

// A mood is how an ending uses its verb.
type mood int

// An ending is what may stand behind one form of a stem.
type ending struct {
	mood
	more, no, quoted, can, plain bool
	sure                         bool // it states even where a question mark stands: 있다니까?
	state                        bool // only of what is: 있겠다, but not 가겠다
	weight                       float64
}

// A form is one of the shapes that a stem takes before its endings.
type form byte

// The endings of each form, without spaces and without 요 at the end.
var endingLists = []struct {
	form
	ending
	endings string
}{
	{formStem, ending{}, "더만 더군 더구만 드라 드만 던걸 더니만 는걸 는디 던디 당 데 다네 다우 구랴 다는거 다는거야 다 지 네 거든 잖아 잖니 군 구나 구만 슴다 다네 는구만 는구나 지롱 더라 더라고 더라구 던데 음 음음 ㅁ 죠 습니다 지뭐 걸랑 지싶어 지싶다 지싶네 구먼 지않나싶어 지롱 소 오"},
	{formStem, ending{more: true, plain: true}, "고 고요 구 며 고서 고나서"},
	{formStem, ending{more: true}, "구요 지만 는데 으며 는데도 니까 니깐 으니 길래 기때문에 기때문이야 지싶은데 는데말이야 거든 므로"},
	{formStem, ending{mood: doubts}, "다니 다는말 다는소리 다는얘기 다는게 다는건"},
	{formPast, ending{mood: doubts}, "다니 다는말 다는소리 다는얘기 다는게 다는건 댔어"},
	{formStem, ending{quoted: true}, `댔잖아 댔는데 댔지 다고 다니까 다니깐 다구 단다 답니다 다잖아 대도 다고했잖아 다고말했잖아 다고했는데 다는거야 다는데 단말이야 다고몇번을말해 다고몇번말해 다고그랬잖아 다지 다지뭐`},
	{formStem, ending{quoted: true, weight: Perhaps}, "대 다더라 다던데 다고들었어 다고들었다 다고하던데 다고하더라 다고하네 다고해 다고생각해 다고봐 다던가"},
	{formStem, ending{mood: orders}, "세요 십시오 시오 자 자고 도록해 도록하세요 도록 라고 라니까 라니깐 라구 라 면돼 면됩니다 면된다 면될거야 면될것같아 면될듯 시면돼 시면됩니다 기바랍니다 기바람 자니까 지그래 지그러니 시길 기 렴 려무나 셔 고와 고오세요 고와줘 고와라 고오자 시죠 시지 자구 세용 삼 셈"},
	{formStem, ending{mood: orders, more: true}, "시고"},
	{formStem, ending{mood: begs}, "실래 면어때 면어떨까 면좋겠어 면좋겠다 면좋겠는데 면좋겠네 면좋을텐데 면좋을것같아 면고맙겠어 면고맙겠는데 면참고맙겠어 면참고맙겠는데 면고맙겠네 면고맙지 면감사하겠습니다 시면감사하겠습니다 시면좋겠어 시면좋겠습니다 시겠어 시겠습니까 겠니 겠어 면안될까 지않을래 시면고맙겠습니다 시면안될까"},
	{formStem, ending{mood: bans}, `지마셈 지말셈 지마삼 지맙시다 지말아요 지말아줘요 지마요 지마용 지말아주십시오 지말아주시면좋겠어 지말아줬으면좋겠어 지말아줬으면해 지마 지마라 지마세요 지말아 지말아라 지말아줘 지말아주세요 지말아달라고 지마십시오 지말것 지말자 지말도록 지말라 지말라고 지말라니까 지말라니깐 지말라구 지말래도 지말랬어 지말랬는데 지말랬다 지말래 지말라던데 지말라고하셨어 지말랬지 지말랬잖아 지말라고했잖아 지말라고했지 지말란말이야 지말아줄래 지마라고 지마라니까 지좀마 지좀마세요 지좀말라고 지마시오 지말길 지말기 지말아주라 지마시길 지말아주면좋겠어 지마셔 지말아봐
		는마 면안돼 면안된다 면안됩니다 면안됨 면안되지 면안된다고 면안된다니까 면안되잖아 면안되거든 면안되는데 면큰일나 면혼나 면혼난다 면큰일난다 면곤란해 면못써 지는마 지는마세요 지는말아줘 진마 진마세요 진말아줘 진말고 지도마 지도마세요 지도말고 지도말아줘 지도말라고 지못하게해 지않도록해 지않도록 지않게해 시면안됩니다 시면안돼 지않는게좋아 지않는게좋겠어 지않는게좋다 지않는게낫겠어 지않았으면좋겠어 지않았으면해 지않았으면좋겠다 지않았으면하는데 지않기로해 지말기로하자`},
	{formStem, ending{mood: bans, more: true}, "지말고 지말구 지마시고 면안되고 면안되며 면안되지만 면안되니까 지는말고"},
	{formStem, ending{mood: asks}, "나 냐 니 느냐 는지 은지 ㄴ지 는지도 을까 던가 는가 지않나 지않니 지않아 나모르겠네 긴한데 긴하지만 려나 느냐고 냐고 기나해 는지는 기는하냐"},
	{formStem, ending{mood: ifs, more: true}, "면"}, // "거실에 가면 소파가 있어"
	{formStem, ending{mood: ifs}, "다면 으면은 더라도 려다 려고 게 든 든지 든말든 든가 면서 도록하면 라면 거들랑"},
	{formStem, ending{mood: asks, more: true}, "기전에 기전까지 고싶은데 고싶어서 고싶어 고싶다"},
	{formStem, ending{mood: begs}, "겠나 겠는가 겠소"},
	{formStem, ending{mood: seeking, more: true}, "고싶거든 고싶을땐 고싶을때 겠으면 겠다면 려는거면 려는거라면 려면 러 려거든 려고하면 고싶으면 고싶다면 려면은 고있으면 고있다면 는거면 는거라면 기위해 기위해서"},

	{formInf, ending{plain: true}, ""},
	{formInf, ending{more: true, plain: true}, "서"},
	{formInf, ending{more: true}, "서그래 서그런지 가지고 갖고 다"},
	{formInf, ending{mood: orders}, "라 야해 야돼 야지 야한다 야합니다 야됩니다 야할거야 야될거야 야겠다 야겠어 야된다 야할것같아 야지뭐 야할듯 야한다고 야된다니까 야할텐데 랏 도괜찮을것같아 라라"},
	{formInf, ending{mood: allows}, "도돼 도됩니다 도좋아 도괜찮아 도된다 도상관없어 도될까 도소용없어 도없어 봤자없어"},
	{formInf, ending{mood: ifs, more: true}, "봤자 봐야"},
	{formInf, ending{mood: bans}, "봤자소용없어 봤자야 봤자없어 봤자소용없다 봐야소용없어 봤자시간낭비야 봤자헛수고야 봐야없어 봤자아무것도없어 봤자의미없어 봐야의미없어"},
	{formInf, ending{mood: ifs}, "야만 도 서는안될"},
	{formInf, ending{mood: asks, more: true}, "야"},
	{formInf, ending{mood: bans}, "서는안돼 서는안됩니다 서는안된다 선안돼 선안됩니다 서는안되지"},

	{formPast, ending{}, "던데말이야 더군 드라 더만 는디 는데말이야 엉 음음 슴 었어 었지 었다 었거든 었는데 습죠 습지요 을게뻔해 을게뻔하지 을게틀림없어 을게분명해 네그려 다네 다우 다는거야 는가봐 나벼 던거지 던거야 던거 어 다 습니다 네 지 거든 잖아 음 더라 던데 는걸 나봐 나보네 구나 군 죠 잖니 단다 답니다 구만 더라고 더라구 구먼 슴다 지뭐 엉 걸랑 지롱 ㅅ어 더라고"},
	{formPast, ending{more: true}, "는데 고 지만 으니까 으니깐 으니 길래 으며 기때문에 거든 는데도"},
	{formPast, ending{quoted: true}, "다고 다니까 다니깐 다구 대 다고했잖아 다고말했잖아 다는데 다던데 다더라 대도 다잖아"},
	{formPast, ending{weight: Perhaps}, "나싶다 나싶네 나싶은데 나싶어 던것같구나 던것같네 던것같다 던것같습니다 던것같더라 던거같네 던거같다 을것같다 을것같네 을것같구나 을거야 을걸 을텐데 을거예 던것같아 던거같아 던거같은데 던것같은데 던것같애 던거같애 던걸로기억해 던걸로아는데 던걸로 던듯 던듯해 던가봐 던모양이야 겠다 겠네 겠지 겠구나 겠구만 겠군 겠거든 을거임 을거같아 을거같애 을것같애 을거다 을것이다 을거지 을거라고 을거거든 을거예요 을겁니다 을거라니까 을건데 을지도모르지 을수도있지 을수도 나봐 나보다 나보지 을수도있어 을지도몰라 을듯 을것같아 을거같아 을겁니다"},
	{formPast, ending{mood: begs}, "으면좋겠어 으면좋겠다 으면좋겠는데 으면좋겠네 으면좋겠습니다 으면해 으면하는데 으면합니다 으면싶어 으면한다"},
	{formPast, ending{mood: asks}, "나 니 냐 을까 는지 던가"},
	{formPast, ending{mood: ifs}, "으면 다면 더라면 었으면 어도"},
	{formPast, ending{more: true, plain: true}, "다가"},
	{formPast, ending{more: true}, "더니"},

	{formWill, ending{weight: Perhaps}, `걸세 게야 거네 거구먼 거구나 거야 거예 거에 것이다 겁니다 것같음 거같음 것같아 거같아 것같은데 거같은데 것같다 거같다 것같습니다 거같네 것같네 것같습니다 것같거든 거같거든 걸 텐데 듯 듯해 듯한데 듯하다 듯싶어 듯싶다 듯하네 지도몰라 수도있어 수도있다 수도있고 수도있습니다 수도있지 거라고 거거든 거다 거라니까 거잖아 거라고봐 거라고생각해 거지 껄 꺼야 꺼에 꺼예 껀데 거임 것임 확률이높아 가능성이높아 가능성이커 것으로보여 걸로보여 거라생각해 건데`},
	{formWill, ending{can: true}, "수있어 수있다 수있습니다 수있음 수있지 수있을거야 수있단다 수있을까 수있니 수있나 수있겠니 수있겠어 수있냐 수있으려나 수있을런지"},
	{formWill, ending{weight: Perhaps, more: true}, "테니까 테니 거니까 거고 거지만 거라서 것같으니까 것같아서 것같고 거같고 거같아서 테니깐 것같은데 거같은데 텐데"},
	{formWill, ending{mood: begs}, "래 래말래 까 까봐"},
	{formWill, ending{mood: bans}, "생각하지마 생각도하지마 생각마 생각은하지마 생각도마 생각하지도마 생각도하지마세요 생각하지마세요 생각말고 생각은하지도마 생각일랑하지마 생각은마 엄두도내지마"},
	{formWill, ending{mood: bans}, "필요없어 필요없다 필요는없어 필요도없어 필요가없어 필요가없다 필요없잖아 필요없음 필요없습니다 이유없어 이유가없어 이유가하나도없어 이유가하나도없다고 이유가없지 이유는없어 이유가없다 것없어 것도없어 거없어 거없다 거도없어 게없어 게없다 일없어"},
	{formWill, ending{mood: bans, more: true}, "필요없고 필요없으니까 필요도없고"},
	{formWill, ending{mood: allows}, "게"},
	{formWill, ending{mood: seeking, more: true}, "거면 거라면 거거든 때 때는 땐"},
	{formWill, ending{mood: ifs}, "경우 때마다"},

	{formNow, ending{mood: orders, weight: Usual}, "게좋겠어 게좋아 게좋을것같아 게좋겠다 게나아 게나을거야 게나을것같아 게낫겠다 게낫겠어 것도좋아 것도좋을것같아 걸추천해 걸추천합니다 것을추천해 게좋겠네 게좋습니다 게좋을듯 게맞아 게나을듯 걸추천 게빠르지 게빨라 게빠를거야"},
	{formNow, ending{mood: begs}, "게어때 게어떨까 건어때 건어떨까 게좋지않을까 게낫지않을까 게좋지않아 것도방법이야"},
	{formNow, ending{weight: Perhaps}, "것같음 거같음 것같아 거같아 것같은데 거같은데 것같다 거같다 것같습니다 것같네 거같네 듯 듯해 듯한데 듯하다 모양이야 모양이다 모양이네 걸로알아 걸로알고있어 걸로알아 걸로기억해 걸로아는데 줄알아 줄로알아 것으로알아 걸로알고있는데 걸로기억하는데 것으로알고있습니다 것같던데 거같던데 걸로압니다"},
	{formNow, ending{state: true}, "구조야 구조예 구조에 구조 구조다 집이야 집이에 상태야 상태예 상태에 상태"},
	{formNow, ending{state: true}, "거확인했어 거확인함 거알지 거알잖아 거봤어 거봤잖아 걸확인했어 거확인했거든 거확인했는데 거내가봤어 거확실해 게확실해"},
	{formNow, ending{no: true}, "거아니에 거아니라니까 거아니라고 거아니거든"},
	{formNow, ending{}, "게마지막이야 게마지막이었어 게마지막 게마지막인데 게마지막이었는데 지오래야 지오래됐어 지오래 지오래다 지오랜데 지오래됐는데 지오래됐지 지좀됐어 지좀됐는데 지한참이야 지한참됐어 지한참됐는데 지꽤됐어 지꽤됐는데 지며칠됐어 지얼마안됐어 지벌써오래야"},
	{formNow, ending{more: true}, "중이고 중인데 중이니까 중이라 중이라서"},
	{formNow, ending{weight: Perhaps}, "중일거야 중일걸 중일텐데"},
	{formNow, ending{weight: Usual}, "편이다 편이야 편입니다 편"},
	{formNow, ending{}, "중이야 중이에 중이예 중이다 중입니다 중임 중이거든 중이지 중이네 중 거야 거예 거에 거다 거라고 거라니까 거지 거잖아 거거든 거임 겁니다 게확실해 거맞아 게분명해 걸 것이다 건확실해 건맞아 게틀림없어 데 걸봤어 거봤어 거니까 것은확실하다 걸본것같아 거본것같아 걸아까봤어 걸봤는데"},
	{formNow, ending{no: true, more: true}, "게아니라 것이아니라 게아니고 것이아니고 게아니구"},
	{formNow, ending{no: true, weight: Perhaps}, "적없어 적이없어 적없는데 적이없는데 적없다 적없음 적도없어 기억이없어 적은없어 적없거든"},
	{formNow, ending{no: true, state: true, more: true, weight: Usual}, "줄알았는데 줄알았더니 줄만알았는데 줄알고있었는데"}, // "거실에 있는 줄 알았는데"
	{formStem, ending{weight: Perhaps}, "나싶다 나싶네 나싶은데 나싶어 나봐 나보다 나보네 나봅니다 나벼 나보지"},
	{formStem, ending{mood: asks, more: true}, "면어떡해 면어떡하니 면어떡하냐 면어떡합니까 면어떻게해"},
	{formNow, ending{mood: asks}, "지 가 데도 지모르겠어 지몰라 지궁금해 거야 거니 걸까 건가 건지 줄알았어 줄알았네 척 척하지마"},
	{formMay, ending{weight: Perhaps, state: true}, "지 네 다 는데 거든 습니다 죠 구나 구만 군 더라 던데 지뭐"},
	{formMay, ending{weight: Perhaps, state: true, more: true}, "고 지만 으니 으니까"},
	{formMay, ending{no: true, state: true, sure: true}, "냐 니 어 나 느냐 습니까"}, // "부엌에 있겠냐": it is not
	{formMay, ending{mood: asks}, "어도"},
	{formWill, ending{no: true, state: true, sure: true}, "리가있냐 리가있나 리가있어 리가있니 리가있겠냐 리가있겠어 리가있겠니 리가있을까 리가 리있나 리있냐 리있어 턱이있나 턱이있냐 턱이있어 턱이있겠냐 턱이없지 턱이없어 턱이없잖아 턱이없다 턱이없는데 까닭이없지 까닭이없어 까닭이있나 까닭이있냐 이유가없잖아 이유가없지 이유가없어 이유가없는데 이유가없다 이유없잖아 이유가있나 이유가있냐 이유가뭐야 리만무 일이없잖아 일이없지 일이없어"},
	{formStem, ending{no: true, state: true, sure: true}, "기는개뿔 긴개뿔 기는무슨 긴무슨 기는뭐가있어 긴뭐가있어 기는뭘있어 긴뭘있어 기는커녕 긴커녕"},

	{formSay, ending{}, "다 니다 다고 다니까 단다 답니다 다구 니다만 댔잖아 대 다네 다더라"},
	{formSay, ending{mood: orders}, "시다"},
	{formNoun, ending{}, ""},
	{formPast, ending{no: true}, "던적이없어 던적없어 던적이없다 던적이없는데 던적이없지"},
	{formPast, ending{no: true, more: true}, "던적이없고 던적없고"},

	{formStem, ending{more: true}, "라 라고 라서"}, // "거실이 아니라"
}
