package words

// rooms is the table of place types. The first column is the key; the others
// are names that mean the same wherever they stand in a label. Plurals and
// spellings without spaces need no entry of their own.
//
// Only what is the same kind of place shares a row: a study and an office do
// not, because a user who says both means two.
var rooms = []row{
	// key               English                                              Korean
	{"living room", "sitting room, drawing room, parlor, parlour, livingrm", "거실, 응접실, 리빙룸"},
	{"kitchen", "kitchenette, cookhouse", "주방, 부엌, 키친"},
	{"bathroom", "washroom, restroom, lavatory, powder room, shower room, water closet", "화장실, 욕실, 샤워실, 세면실"},
	{"bedroom", "sleeping room, bedchamber", "침실, 베드룸"},
	{"master bedroom", "main bedroom, primary bedroom", "안방, 큰방"},
	{"guest room", "guest bedroom, spare room, spare bedroom", "손님방, 게스트룸, 객실"},
	{"kids room", "child's room, children's room, kids bedroom, children's bedroom", "아이방, 아이들방, 어린이방, 애들방"},
	{"nursery", "baby room", "아기방"},
	{"corridor", "hallway, passageway, gangway", "복도, 통로"},
	{"entrance", "entryway, entrance hall, entry hall, foyer, vestibule, front entrance", "현관, 입구, 전실"},
	{"dining room", "dining area, breakfast room", "식당, 다이닝룸, 식사실"},
	{"family room", "", "가족실"},
	{"lounge", "", "라운지, 휴게실"},
	{"lobby", "", "로비"},
	{"study", "study room, reading room", "서재, 공부방"},
	{"office", "home office, workroom, office room", "사무실, 오피스"},
	{"library", "", "도서관, 도서실"},
	{"meeting room", "conference room, boardroom", "회의실"},
	{"classroom", "", "교실, 강의실"},
	{"laundry room", "laundry area, washing room", "세탁실"},
	{"utility room", "", "다용도실"},
	{"tool room", "", "공구실"},
	{"mudroom", "", ""},
	{"storage room", "storeroom, storage closet, box room", "창고, 수납실"},
	{"pantry", "larder", "팬트리, 식품저장실"},
	{"closet", "walk in closet", "벽장, 붙박이장"},
	{"dressing room", "", "드레스룸, 옷방, 탈의실"},
	{"garage", "carport", "차고"},
	{"basement", "cellar", "지하실"},
	{"attic", "loft", "다락, 다락방"},
	{"balcony", "", "발코니, 베란다"},
	{"terrace", "", "테라스"},
	{"porch", "verandah, veranda", "포치"},
	{"patio", "", ""},
	{"yard", "backyard, courtyard", "마당, 뒷마당, 앞마당"},
	{"garden", "", "정원"},
	{"sunroom", "solarium, conservatory", "선룸"},
	{"stairs", "staircase, stairway, stairwell", "계단, 계단실"},
	{"elevator", "", "엘리베이터, 승강기"},
	{"gym", "gymnasium, fitness room, exercise room, workout room", "헬스장, 체육관, 운동실"},
	{"game room", "rec room, recreation room", "오락실, 게임룸"},
	{"playroom", "", "놀이방"},
	{"tv room", "television room, media room, home theater, home theatre", "티비방, 영화방"},
	{"music room", "", "음악실, 음악방"},
	{"workshop", "", "작업실, 공방"},
	{"den", "", ""},
	{"boiler room", "", "보일러실"},
	{"shed", "garden shed", "헛간"},
	{"small room", "", "작은방"},
	{"sauna", "", "사우나"},
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
