package modeltest_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"navd/daemon/model/modeltest"
)

// A fake answers by its script, and keeps what it was asked.
func ExampleFake() {
	var tb testing.T // in a test: its own
	fake := modeltest.NewOpenAI(&tb)
	defer fake.Close()
	fake.Script(modeltest.RetryAfter(http.StatusTooManyRequests, "2"), modeltest.Cut(`{"angle`))
	for range 2 {
		body := `{"model": "m", "temperature": 0, "messages": [{"role": "user", "content": "Where next?"}]}`
		resp, err := http.Post(fake.URL()+"/v1/chat/completions", "application/json", strings.NewReader(body))
		if err != nil {
			fmt.Println(err)
			return
		}
		answer, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		fmt.Println(resp.StatusCode, resp.Header.Get("Retry-After"), strings.Contains(string(answer), `"finish_reason":"length"`), err)
	}
	fmt.Printf("%q, %v\n", fake.Asked()[0].Parts[0].Text, fake.Asked()[0].Temperature)
	// Output:
	// 429 2 false <nil>
	// 200  true <nil>
	// "Where next?", 0
}
