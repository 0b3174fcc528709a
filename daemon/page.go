package daemon

import "encoding/json"

// pageBytes is how many bytes of JSON a page of a list has, about; with one item
// it may have more.
const pageBytes = 4 << 20

// page counts the items of one answer of a list.
type page struct {
	limit int // items
	items int
	bytes int
}

func pageOf(limit int) page { return page{limit: pageSize(limit)} }

// take reports whether the page has room for another item, and counts it if so.
func (p *page) take(item any) (bool, error) {
	if p.items == p.limit {
		return false, nil
	}
	text, err := json.Marshal(item)
	if err != nil {
		return false, err
	}
	if p.items > 0 && p.bytes+len(text) > pageBytes {
		return false, nil
	}
	p.items, p.bytes = p.items+1, p.bytes+len(text)
	return true, nil
}
