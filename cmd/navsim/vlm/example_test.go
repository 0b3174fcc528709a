package vlm_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"

	"navd/cmd/navsim/vlm"
)

// A model is asked over HTTP, as the service would be.
func Example() {
	model, err := vlm.New(vlm.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	srv := httptest.NewServer(model)
	defer srv.Close()
	body := `{"contents": [{"role": "user", "parts": [{"text": "Answer with goal_flag and angle.\n` +
		`Goal object: fridge\nView 2 (angle -60): kitchen; free 3.0 m, sight 4.0 m; objects: stove, fridge"}]}]}`
	url := srv.URL + "/v1beta1/projects/p/locations/l/publishers/google/models/gemini-2.5-flash-lite:generateContent"
	res, err := srv.Client().Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer res.Body.Close()
	var answer struct {
		Candidates []struct {
			Content struct{ Parts []struct{ Text string } }
		}
	}
	if err := json.NewDecoder(res.Body).Decode(&answer); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(answer.Candidates[0].Content.Parts[0].Text)
	fmt.Println(model.Asked().Requests, "request to", model.Asked().Recent[0].Model)
	// Output:
	// {"angle":-60,"discovered_context":{"goal_scene_type":"kitchen","why":"I see the fridge."},"goal_flag":true}
	// 1 request to gemini-2.5-flash-lite
}
