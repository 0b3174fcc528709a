package daemon

import (
	"encoding/json"
	"iter"
)

// pageBytes is about how many bytes of JSON a page of a list has at most; a page with one
// item may have more.
const pageBytes = 4 << 20

// page counts the items of one answer of a list.
type page struct {
	limit int // items
	items int
	bytes int
}

func pageOf(limit int) page { return page{limit: pageSize(limit)} }

// paged gives a page of a list: show makes an item of each record, or leaves the record
// out. When there are more records, the cursor is that of the last item.
func paged[R, T any](limit int, all iter.Seq2[R, error], show func(R) (item T, is bool, err error), cursor func(T) string) (items []T, next string, err error) {
	items = []T{}
	on := pageOf(limit)
	for record, err := range all {
		var item T
		is := false
		if err == nil {
			item, is, err = show(record)
		}
		if err != nil {
			return items, "", err
		}
		if !is {
			continue
		}
		if more, err := on.take(item); err != nil {
			return items, "", err
		} else if !more {
			return items, cursor(items[len(items)-1]), nil
		}
		items = append(items, item)
	}
	return items, "", nil
}

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
