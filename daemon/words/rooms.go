package words

// rooms is the table of place types. The first column is the key; the others
// are names that mean the same wherever they stand in a label. Plurals and
// spellings without spaces need no entry of their own.
//
// Only what is the same kind of place shares a row: a study and an office do
// not, because a user who says both means two.
var rooms = []row{
	// key               English                                              Korean
	{"living room", "sitting room, drawing room, parlor, parlour, livingrm, front room, living area, living space", "거실, 응접실, 리빙룸, 리빙, 거실방, 응접방"},
	{"kitchen", "kitchenette, cookhouse, cooking area, kitchen area, kitchen room, galley kitchen", "주방, 부엌, 키친, 부엌방, 조리실, 주방실"},
	{"bathroom", "washroom, restroom, lavatory, powder room, shower room, water closet, loo, family bathroom", "화장실, 욕실, 샤워실, 세면실, 목욕실, 목욕탕, 세면장, 뒷간, 공용욕실"},
	{"bedroom", "sleeping room, bedchamber, sleeping area, sleeping quarters", "침실, 베드룸"},
	{"master bedroom", "main bedroom, primary bedroom, master room", "안방, 큰방, 안방침실, 부모님방, 엄마아빠방, 엄마방, 마스터룸, 부부침실"},
	{"guest room", "guest bedroom, spare room, spare bedroom, guest suite", "손님방, 게스트룸, 객실, 게스트방, 손님용 방, 사랑방, 손님침실, 빈방"},
	{"kids room", "child's room, children's room, kids bedroom, children's bedroom", "아이방, 아이들방, 어린이방, 애들방, 애들 침실, 아이침실, 아들방, 딸방, 딸내미방, 아들내미방, 자녀방, 어린이침실"},
	{"nursery", "baby room, infant room", "아기방, 아가방, 갓난아기방, 유아방, 영아방"},
	{"corridor", "hallway, passageway, gangway", "복도, 통로, 복도방, 회랑"},
	{"entrance", "entryway, entrance hall, entry hall, foyer, vestibule, front entrance, front hall, entranceway, genkan", "현관, 입구, 전실, 현관입구, 현관방, 현관홀"},
	{"dining room", "dining area, breakfast room, dining hall, dining space, dining nook, breakfast nook, eating area", "식당, 다이닝룸, 식사실, 식탁방, 다이닝, 다이닝공간, 식당방"},
	{"family room", "family lounge", "가족실, 패밀리룸, 가족방"},
	{"lounge", "lounge area, lounge room, sitting area", "라운지, 휴게실, 라운지룸, 휴식공간"},
	{"lobby", "lobby area", "로비, 로비층"},
	{"study", "study room, reading room, study nook, reading nook, study area, study corner, reading corner, homework room", "서재, 공부방, 스터디룸, 독서실, 독서공간, 독서방"},
	{"office", "home office, workroom, office room, working room, workspace, office space", "사무실, 오피스, 작업공간, 업무실, 업무공간, 집무실, 재택근무방, 홈오피스"},
	{"library", "book room", "도서관, 도서실, 라이브러리"},
	{"meeting room", "conference room, boardroom, conference hall, huddle room, seminar room, discussion room", "회의실, 미팅룸, 컨퍼런스룸, 세미나실, 회의룸"},
	{"classroom", "lecture room, lecture hall, training room", "교실, 강의실, 강의룸, 교육실, 학습실"},
	{"laundry room", "laundry area, washing room, laundry space, laundry corner, laundry closet", "세탁실, 빨래방, 빨래실, 세탁방, 세탁공간, 런드리룸"},
	{"utility room", "utility area, utility space, utility closet, scullery", "다용도실, 다용도공간, 유틸리티룸"},
	{"tool room", "tool shed, tool store", "공구실, 공구방, 연장실, 공구창고"},
	{"mudroom", "boot room", "머드룸, 신발방"},
	{"storage room", "storeroom, storage closet, box room, stockroom, storage area, storage space, lumber room, junk room, storage cupboard, storage unit, supply room", "창고, 수납실, 저장실, 보관실, 창고방, 짐방, 잡동사니방, 골방, 물품보관실, 비품실"},
	{"pantry", "larder, pantry room, food cupboard, food pantry", "팬트리, 식품저장실, 식료품실, 식료품저장실, 식품창고"},
	{"closet", "walk in closet, walk in wardrobe, coat closet", "벽장, 붙박이장, 워크인클로젯, 워크인옷장"},
	{"dressing room", "changing room, wardrobe room, fitting room, clothes room", "드레스룸, 옷방, 탈의실, 드레싱룸, 의상실, 옷장방, 갱의실, 파우더룸"},
	{"garage", "carport, car garage, double garage", "차고, 카포트, 차고지"},
	{"basement", "cellar, cellar room", "지하실, 지하, 지하층, 지하방, 반지하"},
	{"attic", "loft, loft room, attic room, garret", "다락, 다락방, 다락층"},
	{"balcony", "", "발코니, 베란다, 발코니방, 앞베란다, 뒷베란다, 앞발코니"},
	{"terrace", "", "테라스"},
	{"porch", "verandah, veranda, front porch, back porch", "포치, 현관포치, 툇마루"},
	{"patio", "", "파티오, 안뜰"},
	{"yard", "backyard, courtyard, front yard, side yard", "마당, 뒷마당, 앞마당, 앞뜰, 뒤뜰, 뒤꼍, 안마당, 옆마당"},
	{"garden", "back garden, front garden", "정원, 앞정원, 뒷정원"},
	{"sunroom", "solarium, conservatory, garden room, orangery, winter garden", "선룸, 썬룸, 일광욕실"},
	{"stairs", "staircase, stairway, stairwell, stair, flight of stairs", "계단, 계단실, 층계"},
	{"elevator", "", "엘리베이터, 승강기, 엘베"},
	{"gym", "gymnasium, fitness room, exercise room, workout room, home gym, weight room, exercise area", "헬스장, 체육관, 운동실, 홈짐, 운동방, 피트니스룸, 헬스방"},
	{"game room", "rec room, recreation room, games room, gaming room", "오락실, 게임룸, 게임방"},
	{"playroom", "play area, toy room, playing area, kids playroom", "놀이방, 장난감방, 플레이룸, 놀이공간, 놀이실"},
	{"tv room", "television room, media room, home theater, home theatre, home cinema, cinema room, movie room, theater room, theatre room, av room", "티비방, 영화방, 텔레비전방, 홈시어터, 미디어룸, 시청각실"},
	{"music room", "practice room, band room, piano room", "음악실, 음악방, 음악연습실, 피아노방, 피아노실, 악기방"},
	{"workshop", "makerspace, wood shop", "작업실, 공방, 공작실, 목공방, 목공실, 워크샵, 워크숍"},
	{"den", "man cave", "아지트"},
	{"boiler room", "furnace room, heating room, plant room", "보일러실, 보일러방, 난방실"},
	{"shed", "garden shed, outbuilding", "헛간, 정원창고, 농기구창고"},
	{"small room", "", "작은방"},
	{"sauna", "steam room", "사우나, 찜질방, 스팀룸, 한증막"},
	{"guest bathroom", "guest toilet, half bath, half bathroom, downstairs toilet, downstairs loo", "손님화장실, 손님욕실, 거실화장실"},
	{"master bathroom", "en suite bathroom, primary bathroom", "안방화장실, 안방욕실, 부부욕실"},
	{"landing", "stair landing", "층계참, 계단참"},
	{"break room", "staff room, tea room, coffee room, coffee corner, rest area, lunchroom, staff lounge", "탕비실, 휴게공간, 직원휴게실"},
	{"computer room", "", "컴퓨터방, 컴퓨터실"},
	{"lab", "laboratory, research lab, science lab, electronics lab, robot lab, research room", "실험실, 연구실, 연구소, 랩실"},
	{"server room", "data center, data centre, comms room", "서버실, 전산실, 서버룸"},
	{"print room", "copy room, printer room, photocopy room", "복사실, 인쇄실, 프린터실"},
	{"linen closet", "airing cupboard, linen cupboard", ""},
	{"cloakroom", "coat room, checkroom", "외투보관실, 클로크룸"},
	{"rooftop", "roof deck, roof garden, roof terrace", "옥상, 루프탑, 옥상정원, 옥상테라스"},
	{"hobby room", "", "취미방, 취미실"},
	{"sewing room", "craft room", "재봉방, 바느질방, 공예실"},
}

// roomsAlone are names that mean a place type only when they are the whole
// label: a hall is a corridor, a lecture hall is not; a room called toilet is
// a bathroom, a corridor beside the toilet is not a corridor beside the
// bathroom.
var roomsAlone = []row{
	{"corridor", "hall, passage", "홀"},
	{"bathroom", "toilet, toilet room, wc, bath, shower, ensuite", "변소"},
	{"entrance", "entry", ""},
	{"dining room", "dining", ""},
	{"laundry room", "laundry", ""},
	{"storage room", "storage", ""},
	{"elevator", "lift", ""},
	{"outdoors", "outdoor, outside, exterior", "야외, 실외, 바깥"},
	{"unknown", "unknown room, unknown place, unknown scene", "미상, 불명, 알 수 없음"},
}
