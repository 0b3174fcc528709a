package words

// plain reads a run that no shape fits: one thing and one room that it is said to
// be in are enough, whatever stands around them, where nothing in it denies, asks, plans, moves or remembers.
func (e *english) plain(all []piece) {
	var things, places list
	at, st := -1, stance{}
	for i, p := range all {
		for _, a := range append(p.before[:len(p.before):len(p.before)], p.after...) {
			if a.no || a.firm || a.just || a.brief && i == 0 {
				return
			}
			st.soften(a.weight)
		}
		before := piece{sign: ','}
		if i > 0 {
			before = all[i-1]
		}
		switch {
		case i == 0 && p.is("bDmA"), p.is(blocking), blockers[p.text], nays[p.text], len(things.keys) > 0 && before.is("bw") && p.sign == signUnknown && !describesThing(p.text), ends[p.text], p.list.no, p.list.or && p.sign == signThing:
			return
		case p.sign == signThing && (before.is("nif") || before.text == "of"):
			return
		case p.sign == signThing:
			if len(things.keys) > 0 || !p.article && !p.list.loose && i > 0 && !before.is(marksOfClauses) {
				return
			}
			things = p.list
		case p.is("RHh"):
			if at >= 0 || p.sign != signHere && !before.is("i") {
				return
			}
			at, places = i, e.placesIn(p)
		}
	}
	if at < 0 || len(things.keys) == 0 {
		return
	}
	st.soften(Usual)
	e.place(things, places, st)
}

// placesIn gives the places of a piece.
func (e *english) placesIn(p piece) list {
	if p.sign == signRoom {
		return p.list
	}
	return e.hereList()
}

// blocking are signs with which a sentence says something else than where a thing is.
const blocking = "!NBXOqwWeg0l1M6FCJQKLVtfo|"

// blockers are words that do.
var blockers = wordSet(`what who whom whose which why how where when whenever until before after like as than without except though although
	want wants wanted wish need needs needed plan planning going would should could might may must let's please never nothing nobody put bring carry take move
	used once had ago new say says said tell tells told`)
