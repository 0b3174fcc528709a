package words

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// notions are what people say besides the names of rooms and things when they
// tell a robot about a home: how things are, where, what to do and to leave, who
// and when. Only searches use them, so that a question meets a text in other
// words or in the other language; nothing is claimed or looked up by them. In
// the Korean column a hyphen ends the stem of a word that is inflected.
var notions = []row{
	{"colour", "color, colored, coloured, painted", "색, 색깔, 색상, 칠해-, 칠한"},
	{"colour red", "red", "빨강, 빨간, 빨간색, 빨갛-, 적색, 붉은, 붉-"},
	{"colour orange", "orange", "주황, 주황색"},
	{"colour yellow", "yellow", "노랑, 노란, 노란색, 노랗-, 황색"},
	{"colour green", "green", "초록, 초록색, 녹색, 푸른, 연두색"},
	{"colour blue", "blue, navy", "파랑, 파란, 파란색, 파랗-, 청색, 하늘색, 남색"},
	{"colour purple", "purple, violet", "보라, 보라색"},
	{"colour pink", "pink", "분홍, 분홍색, 핑크"},
	{"colour brown", "brown, beige", "갈색, 밤색, 베이지"},
	{"colour black", "black", "검정, 검은, 검은색, 검정색, 까만, 까맣-"},
	{"colour white", "white", "하양, 하얀, 하얀색, 흰, 흰색, 하얗-"},
	{"colour grey", "grey, gray", "회색"},

	{"open", "opened, opens, opening, ajar", "열려-, 열린, 열어-, 열리-, 열고, 열면, 개방"},
	{"closed", "close, closes, shut", "닫혀-, 닫힌, 닫아-, 닫히-, 닫고, 닫-, 폐쇄"},
	{"locked", "lock, locks, key", "잠겨-, 잠긴, 잠그-, 잠가-, 잠금, 열쇠"},
	{"broken", "out of order, does not work, doesn't work, damaged", "고장-, 망가-, 부서-, 깨진, 깨져-"},
	{"new", "newly", "새로, 새로운, 새것"},
	{"old", "older", "오래된, 낡은, 낡-"},
	{"large", "big, huge, wide, spacious, larger", "커다란, 커다-, 넓은, 넓-, 대형"},
	{"small", "little, tiny, smaller", "작은, 조그만, 소형, 자그마-"},
	{"narrow", "tight, cramped", "좁은, 좁아-, 좁-, 비좁-"},
	{"dark", "dim", "어두-, 어둡-, 캄캄-"},
	{"bright", "sunny, well lit", "밝은, 밝-, 환한, 환하-"},
	{"wet", "slippery, slip, slips", "미끄-, 젖은, 젖어-, 물기"},
	{"dirty", "messy, mess", "더러-, 지저분-"},
	{"clean", "cleaned, cleaning, vacuum, mop", "청소-, 깨끗-, 닦아-, 닦-"},
	{"empty", "vacant, unused", "비어-, 텅빈, 비었-"},
	{"cold", "chilly, cool", "추워-, 추운, 춥-, 차가-, 시원-"},
	{"warm", "hot, heated", "따뜻-, 뜨거-, 더운, 더워-"},
	{"moved", "move, moves, relocated, shifted", "옮겨-, 옮긴, 옮기-, 옮겼-, 이동-"},
	{"name", "called, named, call, calls, known as, nickname", "부르-, 불러-, 불린, 불리-, 이름"},
	{"kept", "keep it, stored, store, storage, stays, belongs", "보관-, 두었-, 둬-, 놓여-, 놓-"},

	{"left", "left hand, lefthand", "왼쪽, 왼편, 좌측, 좌회전, 왼손"},
	{"right", "right hand, righthand", "오른쪽, 오른편, 우측, 우회전, 오른손"},
	{"straight", "ahead, forward, forwards", "직진-, 앞으로, 곧장, 똑바로, 쭉"},
	{"front", "in front of, in front", "앞, 앞에, 앞쪽, 정면"},
	{"behind", "back of, backwards, backward, rear", "뒤, 뒤에, 뒤로, 뒤쪽, 뒤편"},
	{"under", "below, beneath, underneath", "아래, 밑, 밑에, 아래쪽"},
	{"above", "over, on top, on top of", "위, 위에, 위쪽, 꼭대기"},
	{"upstairs", "second floor, upper floor", "위층, 윗층, 이층"},
	{"downstairs", "first floor, ground floor, lower floor", "아래층, 일층, 밑층"},
	{"beside", "next to, near, close to, adjacent, adjacent to, nearby, by the side", "옆, 옆에, 근처, 가까이, 곁, 가까운, 바로옆"},
	{"opposite", "across, across from, facing, other side", "맞은편, 건너편, 반대편, 마주-"},
	{"between", "in between, among", "사이, 사이에, 가운데"},
	{"inside", "within", "안, 안에, 안쪽, 내부, 속, 속에"},
	{"outside", "outdoors", "밖, 밖에, 바깥, 외부"},
	{"corner", "corners", "구석, 모퉁이, 코너"},
	{"end", "far end, at the end", "끝, 끝에, 막다른"},

	{"turn", "turns, turning, rotate, rotates, spin", "돌아-, 도는, 돌면, 회전-, 꺾-"},
	{"stop", "stops, halt, pause, stand still", "멈춰-, 멈추-, 멈춘, 정지-, 세워-"},
	{"wait", "waits, waiting, hold on, standby", "기다려-, 기다리-, 기다린, 대기-"},
	{"follow", "follows, following", "따라-, 따르-"},
	{"enter", "enters, entering, go into, go in, go inside, come in, walk into", "들어가-, 들어와-, 들어오-, 들어갈, 들어간, 진입-, 입장-"},
	{"leave", "leaves, exit, exits, get out, go out, way out", "나가-, 나와-, 나갈, 나온, 출구"},
	{"avoid", "avoids, keep away, stay away, keep clear, stay clear, steer clear, off limits, keep out, stay out, do not enter, don't enter, forbidden, prohibited, not allowed", "피해-, 피하-, 피할, 접근-, 금지-, 출입금지, 가지마, 들어가지, 안돼, 안되-"},
	{"bring", "brings, fetch, deliver, carry", "가져-, 갖다-, 배달-, 운반-, 나르-"},
	{"look", "looks, check, checks, search, inspect", "살펴-, 확인-, 둘러-, 봐-, 찾아-, 찾-"},
	{"knock", "knocks, knocking, ring the bell", "노크-, 두드려-, 두드리-, 똑똑"},
	{"ask", "asks, permission, announce, tell", "물어-, 묻-, 허락-, 알려-, 말해-"},
	{"quiet", "quietly, silent, silently, silence, noise, noisy, loud, loudly, sound", "조용-, 소음, 시끄-, 소리, 떠들-, 고요-"},
	{"slow", "slowly, slower, slow down, speed", "천천히, 느리-, 느린, 느릿-, 서행, 속도, 살살"},
	{"fast", "quick, quickly, faster, hurry, rush", "빨리, 빠르-, 빠른, 급히, 서둘-, 서두-"},
	{"careful", "carefully, caution, cautious, watch out, beware, mind, danger, dangerous, hazard, safe, safety", "조심-, 주의-, 위험-, 안전-"},
	{"fragile", "breakable, delicate", "깨지-, 깨질, 약한"},
	{"touch", "touches, bump, bumps, hit, collide", "만지-, 만져-, 부딪-, 건드-, 닿-"},
	{"like", "likes, prefer, prefers, preference, love, loves, favourite, favorite, enjoy, enjoys, fond of", "좋아-, 선호-, 좋은, 즐겨-, 마음에"},
	{"dislike", "dislikes, hate, hates, does not like, doesn't like, do not like, don't like, annoys, annoyed", "싫어-, 싫은, 싫-, 꺼려-, 짜증-"},
	{"charge", "charging, charger, battery, dock, docking station, charging station", "충전-, 충전기, 충전소, 배터리"},
	{"light", "lights, lighting, switch, switch on, turn on", "불, 조명, 전등, 스위치, 켜-, 켜진"},
	{"floor", "ground", "바닥"},
	{"wall", "walls", "벽, 벽지"},
	{"route", "path, way, shortcut, detour, passage", "길, 경로, 지름길, 통로, 우회-"},
	{"thing", "item, items, stuff, belongings", "물건, 소지품, 짐"},

	{"child", "children, kid, kids, baby, toddler, son, daughter", "아이, 아기, 아이들, 애들, 어린이, 아들, 딸"},
	{"cat", "cats, kitten, kitty", "고양이, 야옹이"},
	{"dog", "dogs, puppy", "강아지, 개가, 개는, 멍멍이, 반려견"},
	{"pet", "pets, animal, animals", "반려동물, 애완동물, 동물"},
	{"grandmother", "grandma, granny", "할머니"},
	{"grandfather", "grandpa", "할아버지"},
	{"mother", "mom, mum, wife", "엄마, 어머니, 아내"},
	{"father", "dad, husband", "아빠, 아버지, 남편"},
	{"guest", "guests, visitor, visitors, company", "손님, 방문객, 방문자"},
	{"person", "people, someone, somebody, everyone, human", "사람, 사람들, 누군가, 누가"},
	{"meeting", "meetings, conference, call in progress", "회의, 미팅, 회의중"},
	{"work", "works, working, job", "일하-, 업무, 근무-, 작업-"},
	{"sleep", "sleeps, sleeping, asleep, nap, naps, napping, bedtime", "자는, 자고, 낮잠, 잠들-, 잠자-, 수면, 주무-, 잘때, 잠"},
	{"eat", "eats, eating, meal, meals, dinner, breakfast, food", "먹-, 식사-, 밥, 음식"},
	{"read", "reads, reading, study, studies", "읽-, 독서-, 공부-"},

	{"medicine", "medicines, medication, pill, pills, drug, drugs, drugstore", "약, 약은, 알약, 의약품, 복용-, 약통"},
	{"first aid", "first aid kit, bandage, bandages, band aid, plaster", "구급상자, 반창고, 붕대, 응급-, 구급함"},
	{"glasses", "spectacles, eyeglasses, reading glasses, sunglasses", "안경, 돋보기, 선글라스"},
	{"parcel", "parcels, package, packages, delivery, courier, mail, letter, letters, post", "택배, 소포, 우편, 우편물, 편지"},
	{"trash", "rubbish, garbage, waste, bin, recycling, recycle", "쓰레기, 분리수거, 재활용, 휴지통, 쓰레기통"},
	{"fire", "flame, smoke, extinguisher, fire extinguisher, fire alarm", "불이, 화재, 소화기, 연기, 비상벨"},
	{"emergency", "evacuate, evacuation, emergency exit, fire exit, escape", "비상-, 대피-, 비상구, 긴급-"},
	{"steps", "step, stair, staircase, ledge, threshold", "계단, 층계, 문턱, 턱이"},
	{"printer", "printers, printout, printouts, print, copier, scanner", "프린터, 인쇄-, 출력-, 복사기, 출력물"},
	{"computer", "computers, pc, server, servers, router, wifi, internet", "컴퓨터, 서버, 공유기, 와이파이, 인터넷"},
	{"screen", "screens, display, projector, whiteboard", "화면, 모니터, 프로젝터, 화이트보드, 칠판"},
	{"cable", "cables, cord, cords, wire, wires, plug, outlet, socket", "선, 전선, 케이블, 콘센트, 플러그, 코드"},
	{"tool", "tools, toolbox, hammer, screwdriver, drill, wrench", "공구, 연장, 공구함, 망치, 드라이버, 드릴"},
	{"scissors", "scissor, cutter, cutting, knife", "가위, 칼, 자르-"},
	{"toy", "toys, doll, dolls, lego, game, games", "장난감, 인형, 레고, 놀이-"},
	{"water", "drink, drinks, thirsty, purifier, water dispenser", "물, 물을, 정수기, 마시-, 음료"},
	{"coffee", "espresso, tea, cafe, pantry room", "커피, 에스프레소, 차, 탕비실, 카페"},
	{"milk", "juice, beer, wine, soda", "우유, 주스, 맥주, 와인, 음료수"},
	{"snack", "snacks, cookie, cookies, fruit, cake, chocolate, candy", "간식, 과자, 과일, 케이크, 사탕, 빵"},
	{"rice", "noodles, ramen, soup, side dish, kimchi", "쌀, 라면, 국, 반찬, 김치, 밥솥"},
	{"cook", "cooks, cooking, stove, gas stove, boiling, kitchenette", "요리-, 조리-, 가스레인지, 끓-, 인덕션"},
	{"dish", "dishes, tableware, silverware, cutlery", "그릇, 식기, 설거지-, 접시, 수저"},
	{"laundry", "laundry rack, drying rack, washing, wash, iron, ironing", "빨래-, 빨래, 건조대, 세탁-, 다리미, 세탁물"},
	{"soap", "shampoo, detergent, toothbrush, toothpaste", "비누, 샴푸, 세제, 칫솔, 치약"},
	{"broom", "bucket, dustpan, duster", "빗자루, 걸레, 양동이, 쓰레받기, 청소기"},
	{"clothing", "coat, coats, jacket, shirt, pants, hat, gloves, socks, uniform", "옷, 외투, 코트, 재킷, 셔츠, 바지, 모자, 장갑, 양말"},
	{"slippers", "slipper, sandals, sneakers, shoe rack, footwear", "슬리퍼, 실내화, 신발, 운동화, 신발장"},
	{"umbrella", "raincoat, rain, raining, rainy", "우산, 우비, 비, 비가, 장마"},
	{"bicycle", "bike, bikes, scooter, stroller, pram, wheelchair", "자전거, 킥보드, 유모차, 휠체어"},
	{"car", "cars, parking, vehicle", "차가, 자동차, 주차-, 주차장"},
	{"document", "documents, paper, papers, file, files, folder, contract", "서류, 문서, 종이, 파일, 계약서"},
	{"wallet", "purse, money, card, cards, passport", "지갑, 돈, 카드, 여권"},
	{"phone", "telephone, mobile, smartphone, tablet", "전화, 전화기, 휴대폰, 핸드폰, 태블릿"},
	{"music", "radio, speaker, speakers, song, practice, practises", "음악, 라디오, 스피커, 노래, 연습-"},
	{"movie", "movies, film, watch tv, show", "영화, 드라마, 방송"},
	{"exercise", "workout, yoga, treadmill, exercise bike", "운동-, 요가, 러닝머신, 헬스"},
	{"heater", "heating, boiler, radiator, stove heater", "난방-, 보일러, 히터, 난로, 라디에이터"},
	{"air", "ventilation, ventilate, humidifier, aircon", "환기-, 공기, 가습기, 공기청정기, 에어컨"},
	{"tree", "christmas tree, flower, flowers", "나무, 꽃, 화분, 화초"},
	{"aquarium", "fish tank, fish, goldfish", "어항, 수족관, 물고기, 금붕어"},
	{"pet food", "cat food, dog food, feed, food bowl, litter, litter box", "사료, 밥그릇, 모래, 배변-, 먹이"},
	{"mattress", "bunk bed, sheet, sheets, duvet, bedding", "매트리스, 이불, 침구, 시트, 요"},
	{"ladder", "ladders, step ladder", "사다리"},
	{"camera", "cameras, cctv, sensor, sensors", "카메라, 감시-, 센서"},
	{"alarm", "alarms, bell, doorbell, ring, rings", "알람, 경보-, 초인종, 벨, 종"},
	{"sign", "signs, sticker, stickers, label, poster, line, tape", "표지판, 스티커, 팻말, 라벨, 표시-, 선을, 테이프"},
	{"hook", "hooks, hang, hangs, hanging, hanger, rack", "걸려-, 걸어-, 고리, 옷걸이, 걸이"},
	{"reception", "front desk, receptionist, secretary", "안내데스크, 접수-, 프런트, 비서"},
	{"boss", "manager, director, ceo, president", "사장, 사장실, 대표, 부장, 팀장"},
	{"colleague", "colleagues, staff, employee, employees, team, teammate", "직원, 동료, 팀원, 사원"},
	{"neighbour", "neighbor, neighbours, neighbors, next door", "이웃, 옆집, 아랫집, 윗집"},
	{"doctor", "nurse, patient, hospital, sick, ill", "의사, 간호사, 환자, 병원, 아프-, 아픈"},
	{"brother", "sister, brothers, sisters, sibling", "형, 오빠, 누나, 언니, 동생, 여동생, 남동생, 막내"},
	{"crowded", "busy, packed, rush hour, crowd", "붐비-, 복잡-, 북적-, 혼잡-"},
	{"afraid", "scared, scares, frightened, fear, nervous", "무서-, 무섭-, 겁, 겁이, 불안-, 놀라-"},
	{"wake", "wakes, waking, awake, disturb, disturbed, bother", "깨우-, 깨워-, 방해-, 깨지않-, 일어나-"},
	{"smell", "smells, smelly, scent, odour, odor", "냄새-, 향기, 악취"},
	{"see-through", "transparent, glass door, glass wall, see through", "투명-, 유리, 유리문, 유리벽"},
	{"heavy", "weight, weighs", "무거-, 무겁-, 무게"},
	{"tall", "high, height, top shelf", "높-, 높은, 키가, 키큰"},
	{"low", "lower, short", "낮은, 낮게, 키작은"},
	{"long", "length, longest", "긴, 길이, 기다란"},
	{"round", "circle, circular", "둥근, 동그-, 원형"},
	{"number", "numbers, count, how many, code, password", "번호, 숫자, 몇개, 비밀번호, 암호"},
	{"week", "monday, tuesday, wednesday, thursday, friday, weekday", "월요일, 화요일, 수요일, 목요일, 금요일, 평일"},
	{"hour", "hours, o'clock, minute, minutes, time, when", "시간, 분, 시에, 시부터, 시까지, 언제"},
	{"winter", "summer, spring, autumn, fall season, season", "겨울, 여름, 봄, 가을, 계절"},
	{"gone", "disappear, no longer, anymore, any more, not there", "없어졌-, 사라-, 이제, 더이상"},
	{"use", "uses, used, using, usable, operate", "써도, 쓰면, 사용-, 이용-"},
	{"help", "helps, assist, call for help, support", "도와-, 도움, 부탁-"},
	{"report", "reports, message, notify, inform, text me", "보고-, 연락-, 알림, 문자, 신고-"},
	{"drop", "drops, put down, leave it, place it, set down", "내려놓-, 두고, 두면, 놔둬-, 놓아-"},
	{"pick up", "pick, picks, take, takes, collect, grab", "집어-, 들고, 챙겨-, 수거-, 꺼내-"},
	{"fall", "falls, falling, trip, trips, tumble", "떨어-, 넘어-, 추락-"},
	{"again", "retry, another, repeat, back again", "다시, 또, 반복-, 재시도"},
	{"fail", "fails, failed, failure, stuck, cannot find, lost", "실패-, 못찾-, 막히-, 갇혀-, 길을잃-"},
	{"distance", "metre, metres, meter, meters, far, far away, away", "거리, 미터, 멀리, 떨어져-, 간격"},

	{"morning", "mornings, dawn, a.m", "아침, 오전, 새벽"},
	{"afternoon", "afternoons, p.m", "오후, 낮"},
	{"evening", "evenings", "저녁"},
	{"night", "nights, nighttime, midnight, late", "밤, 밤에, 야간, 한밤-, 늦은"},
	{"noon", "lunch, lunchtime, midday", "점심, 정오"},
	{"weekend", "weekends, saturday, sunday", "주말, 토요일, 일요일"},
	{"first", "before, beforehand, begin, start, starting", "먼저, 우선, 처음, 전에, 시작-"},
	{"then", "after, afterwards, later, next", "다음, 이후, 나중, 그다음, 뒤이어"},
	{"always", "every time, at all times, all the time", "항상, 늘, 언제나"},
	{"never", "not ever, at no time, under no circumstances", "절대, 결코, 전혀"},
	{"often", "usually, mostly, most of the time, normally", "자주, 보통, 대개, 주로"},
}

// notionWords are the names of notions, and the stems of those that are
// inflected.
var notionWords = sync.OnceValue(func() (table struct{ names, stems map[string]Key }) {
	table.names, table.stems = map[string]Key{}, map[string]Key{}
	for _, r := range notions {
		for _, name := range append(r.names(), lastWord(r.key)) {
			if root, inflected := strings.CutSuffix(name, "-"); inflected {
				table.stems[compact(root)] = Key(r.key)
			} else {
				table.names[compact(name)] = Key(r.key)
			}
		}
	}
	return table
})

func lastWord(s string) string { return s[strings.LastIndexByte(s, ' ')+1:] }

// Notion gives what a word or a run of words stands for besides rooms and
// things, from the general to the special: "green" and "초록색" are "colour" and
// "colour green", "천천히" is "slow"; nil for anything else. An inflected Korean
// word, alone, is known by its stem. It is for searches alone.
func Notion(name string) []Key {
	table := notionWords()
	name = Plain(name)
	one := !strings.Contains(name, " ") // a stem takes no word behind it with it
	name = compact(name)
	k, ok := table.names[name]
	for root := name; !ok && one && root != ""; {
		k, ok = table.stems[root]
		_, last := utf8.DecodeLastRuneInString(root)
		root = root[:len(root)-last]
	}
	if !ok {
		return nil
	}
	if general, _, special := strings.Cut(string(k), " "); special {
		return []Key{Key(general), k}
	}
	return []Key{k}
}

// Notions lists the table, for whoever has to know whether it changed: each
// notion with its names.
func Notions() []string {
	var out []string
	for _, r := range notions {
		out = append(out, r.key+": "+strings.Join(r.names(), ", "))
	}
	return out
}
