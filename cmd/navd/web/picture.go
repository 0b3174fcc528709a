package web

import (
	"encoding/json"
	"net/http"
	"strconv"

	"navd/daemon/fault"
	"navd/ipc"
)

// picture answers /picture?episode=ID&seq=N&of=I with picture I that the camera showed at
// step N, if that was the last step with pictures.
func (s *Server) picture(w http.ResponseWriter, r *http.Request) {
	seq, i := number(r, "seq"), number(r, "of")
	gone := fault.New(fault.NotFound, "there is no such picture any more")
	if seq < 0 || i < 0 {
		refuse(w, gone)
		return
	}
	params, err := json.Marshal(ipc.PicturesParams{Episode: r.URL.Query().Get("episode"), Of: &i})
	if err == nil {
		params, err = s.call(r.Context(), string(ipc.NavPictures), params)
	}
	var last ipc.PicturesResult
	if err == nil {
		err = json.Unmarshal(params, &last)
	}
	if err != nil {
		refuse(w, err)
		return
	}
	if seq != last.Seq || len(last.Pictures) == 0 {
		refuse(w, gone)
		return
	}
	w.Header().Set("Content-Type", last.Pictures[0].MIME) // image/jpeg or image/png, as navd read it
	_, _ = w.Write(last.Pictures[0].Base64)               // a browser that left needs no answer
}

// number reads a number of a query, -1 for anything else.
func number(r *http.Request, name string) int {
	n, err := strconv.Atoi(r.URL.Query().Get(name))
	if err != nil {
		return -1
	}
	return n
}
