package words

import "strings"

func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}

var (
	// titles stand before the name of a person.
	titles = wordSet(`mum mom dad mother father parents friend son daughter aunt auntie aunty uncle grandma grandpa granny gran grandad nana nan mr mrs ms miss dr sir cousin sister brother big little old`)

	// notThings are the last words of names that no robot looks for: people, beasts,
	// times, thoughts, what happens, what a room is like.
	notThings = wordSet(`baby boy girl twin kid child toddler teenager teen guest visitor plumber painter cleaner nurse doctor builder electrician mover landlord lady man woman guy
		person people men women folk family friend buddy mate neighbour neighbor mum mom dad mother father mommy mummy daddy sister brother son daughter wife husband aunt uncle cousin
		grandma grandpa gran granny nana nan grandad grandmother grandfather roommate flatmate housemate partner boyfriend girlfriend boss nanny sitter babysitter maid tenant
		stranger user owner nephew niece grandson granddaughter grandkid parent couple crew team party gang everyone everybody someone somebody anybody anyone human robot bot one
		cat dog puppy pup kitten hamster bird parrot fish rabbit bunny turtle mouse rat spider ant bee fly wasp bug pet animal bat ghost monster elephant
		day morning evening night afternoon noon week weekend month year hour minute second moment time while summer winter spring autumn today tonight yesterday tomorrow monday
		tuesday wednesday thursday friday saturday sunday christmas easter birthday lunch dinner breakfast supper meal nap bedtime
		problem sign point need reason luck way idea room space chance clue trace use hope light lights noise hurry worry doubt matter entry access signal wifi power electricity heat heating
		smell stink mess dirt dust water leak flood fire smoke draft draught air temperature weather rain sun snow storm silence peace quiet sound music song racket
		rest end middle corner side top bottom back front left right centre center floor ceiling wall ground spot place area part edge rear inside outside end half pile stack heap
		house home flat apartment building world life earth street town city school work job shop store office car kitchen bathroom
		thing things stuff something anything nothing everything none lot bit bunch kind sort type amount rule law order habit plan story joke lie fact truth question answer name word
		call meeting chat talk fight argument fuss show game movie film match race trip visit walk look peek go try turn step move stop start change test accident mistake error fault
		case thought memory dream feeling mood mind heart head hand foot leg arm nose eye ear back body hair face leave love fun help care trouble trouble danger risk shape size colour color
		goodness god gosh view sight exit path route direction circle line row reach corner disaster nightmare tip dump zoo jungle maze tomb pigsty sauna icebox joy pain pleasure favour favor mercy
		same other others rest whole lot latter former next last first second third deal offer price cost money value worth battery_life news update message text noise`)

	// lastOfMany are things behind another word: "night light".
	lastOfMany = wordSet(`light case mouse game top bear duck rabbit bunny money bag race book set pass stand table cover lens clip`)

	// nounVerbs are verbs of the grammar that end the names of things.
	nounVerbs = wordSet(`set stand pass store cover roll hook swing scan box`)

	// notNouns are words that no name has, unless a table does.
	notNouns = wordSet(`innit nae naw nay niet nein nicht say says saying tell tells telling think thinks thinking know knows knowing ask asks asking swear swears want wants wanting need needs like likes liking love loves
		hate hates feel feels guess guesses mean meaning believe believes claim claims reckon reckons expect expects suppose hear hears let lets make makes making give gives gives giving
		given gets getting got gotten come comes becomes become went gone goes seems seem looks look feels sounds keeps keep kept put puts putting take takes taking taken
		bring brings bringing leave leaves leaving left lose loses losing lost forget forgets forgot forgotten hide hides hiding hidden move moves moving be been being am is are was were
		have has had having do does did doing done will would can could may might shall should must ought if unless whether because since until till while when where why how who whom whose
		which what that this these those there here then than so as at by for from in into of off on onto out over to under up with about above across after against along among around
		before behind below beneath beside between beyond down during except near past through toward towards upon via within without not no nor never none and or but yet either neither
		both each every all any some such own same very too also just only even still already again ever always often sometimes soon now later almost quite rather really maybe perhaps
		yes yeah yep no nope ok okay please thanks thank sorry hello hi hey bye wow oops ouch ooh ah oh um uh er hmm huh eh whoa gosh god damn heck hell well right wait stop listen look
		i me my mine you your yours he him his she her hers it its we us our ours they them their theirs myself yourself himself herself itself ourselves themselves
		try tries trying start starts starting begin begins stay stays staying belong belongs live lives sit sits stand stands hang hangs lie lies rest rests works work working
		wander wanders happen happens run runs running go going went see sees seeing seen show shows wear wears wearing use uses using clean cleans cleaning fix fixes fixing check checks
		sleep sleeps sleeping eat eats eating cook cooks cooking play plays playing read reads reading talk talks talking drive drives roll rolls turn turns walk walks fold
		else instead away back forth ahead apart together alone anyway anyhow somehow somewhere anywhere nowhere everywhere wherever whatever whoever whenever however enough ago yet
		exactly bloody dang darn literally em ya yer gonna wanna gotta lol haha btw idk tbh fyi asap pls plz thx cuz cos coz tho til unto amid despite per plus minus
		let us ought dare daren't used able ready sure certain fine worth due likely unlikely dunno reckon bet whoops oi mate lets dear today tonight yesterday tomorrow
		one two three four five six seven eight nine ten first second third once twice many much more most less least few several another other others`)

	// conditions are what things are, so that the word behind 's is none of somebody's things.
	conditions = wordSet(`asleep awake sick ill broken gone missing dead empty full wet dirty clean open closed shut locked ready done busy home upset late hungry tired loud cold hot warm fine
		messy cluttered occupied flooded taken stuck lost hidden safe useless pointless nice lovely bare free quiet noisy dark bright cosy cozy alone afraid sad happy angry mad glad
		proud wrong right true false real fake cheap expensive funny weird strange odd boring great good bad awful terrible horrible perfect off out up down back away upstairs downstairs
		outside inside under behind near next too very so such quite nearly almost`)

	adjectives = wordSet(`fluffy shiny dusty rusty soft hard heavy light thick thin wide narrow deep shallow low high short sharp dull smooth rough sticky greasy soggy fresh stale raw
		ripe clean dirty cheap expensive precious valuable posh swanky smart modern vintage classic retro plain simple basic proper decent crappy rubbish crummy shabby scruffy tatty
		ancient brand original own favorite favourite best better worst worse bigger smaller larger biggest smallest older oldest newer newest extra additional remaining missing
		different similar certain special particular specific important usual normal regular ordinary weird strange odd funny cute pretty gorgeous adorable pricey
		dark bright pale golden silver golden turquoise navy maroon teal violet striped spotted checked tartan floral wooly woolly furry fuzzy cosy cozy warm cold hot cool wet dry damp empty full
		folding portable wireless cordless rechargeable inflatable foldable
		first last next third final latest previous current entire famous beloved poor bloody dodgy ridiculous hideous enormous massive gigantic teeny mini miniature medium
		left right top bottom middle upper lower outer inner upstairs downstairs`)

	// pasts are the pasts of verbs that do not end in "ed".
	pasts = wordSet(`read fell went got hid fed took gave made said told thought brought bought caught taught sold lent sent spent built broke froze spoke woke wrote drove rode rose chose threw
		grew knew blew flew drew saw wore tore swore ate drank sang rang sank swam ran came became began won lost left kept slept swept crept wept meant heard held stood understood
		led met sat shot hung stuck dug swung flung slung slid lit bit hurt laid paid shook forgot put was were had did been done gone given taken seen known shown thrown
		broken frozen spoken written driven ridden eaten fallen hidden bitten beaten`)

	// gerunds are things whose names end in "ing".
	gerunds = wordSet(`ring earring string spring bedding clothing knitting wedding painting drawing washing ironing swing sling king wing stuffing frosting icing shopping sewing crocheting`)

	// plurals are names that have no singular.
	plurals = wordSet(`glasses goggles scissors pliers tweezers binoculars headphones earphones pants trousers jeans shorts leggings tights pyjamas pajamas pjs clothes clippers shears tongs
		overalls dungarees groceries leftovers trunks boxers knickers sunglasses spectacles scales stairs slacks sweatpants undies crocs dominoes checkers lego legos bellows
		series species gas lens canvas iris atlas cutlass christmas chess`)

	irregular = map[string]string{"knives": "knife", "scarves": "scarf", "leaves": "leaf", "shelves": "shelf", "loaves": "loaf", "wolves": "wolf", "mice": "mouse", "children": "child",
		"cookies": "cookie", "movies": "movie", "ties": "tie", "pies": "pie", "selfies": "selfie", "hoodies": "hoodie", "onesies": "onesie", "brownies": "brownie", "shoes": "shoe",
		"axes": "axe", "toes": "toe", "buses": "bus", "lenses": "lens", "gases": "gas", "photos": "photo", "dice": "dice"}
)
