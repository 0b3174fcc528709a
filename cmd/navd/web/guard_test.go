package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"navd/cmd/navd/web"
	"navd/daemon/fault"
)

// page is a server of the page with a browser's side of it.
type page struct {
	t    testing.TB
	addr string // "127.0.0.1:8080"
	next atomic.Value
	*http.Client
}

// quick is a clock on which ten seconds pass in one: what is asked every five seconds is
// asked twice in one.
func quick() func() time.Time {
	began := time.Now()
	return func() time.Time { return began.Add(10 * time.Since(began)) }
}

// newPage starts a server whose daemon is reached by dial.
func newPage(t testing.TB, write bool, dial func() (web.Conn, error)) *page {
	t.Helper()
	return newPageAt(t, "127.0.0.1:0", quick(), write, dial)
}

func newPageAt(t testing.TB, addr string, now func() time.Time, write bool, dial func() (web.Conn, error)) *page {
	t.Helper()
	ln, err := web.Listen(addr)
	if err != nil {
		t.Fatal(err)
	}
	p := &page{t: t, addr: ln.Addr().String(), Client: &http.Client{
		Transport:     &http.Transport{},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	texts := 0
	s := web.New(ln.Addr(), web.Options{
		Version: "1", Dial: dial, Now: now, Write: write,
		Random: func() string { texts++; return fmt.Sprintf("text%d", texts) },
		Used:   func(next string) { p.next.Store(next) },
	})
	p.next.Store(s.Address())
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, ln) }()
	t.Cleanup(func() {
		p.CloseIdleConnections()
		stop()
		if err := <-ended; err != nil {
			t.Errorf("the server ended with %v", err)
		}
	})
	return p
}

// nobody is a daemon that does not run.
func nobody() (web.Conn, error) { return nil, fault.New(fault.Unavailable, "navd is not running") }

// address is the one that was printed last.
func (p *page) address() string { return p.next.Load().(string) }

// do sends a request and gives the answer with its body.
func (p *page) do(method, target, body string, header http.Header) (*http.Response, string) {
	p.t.Helper()
	r, err := http.NewRequest(method, target, strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	maps.Copy(r.Header, header)
	if host := header.Get("Host"); host != "" {
		r.Host = host
		r.Header.Del("Host")
	}
	res, err := p.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return res, string(text)
}

// enter opens the printed address and gives the cookie.
func (p *page) enter() string {
	p.t.Helper()
	res, text := p.do("GET", p.address(), "", nil)
	if res.StatusCode != http.StatusSeeOther || res.Header.Get("Location") != "/" || len(res.Cookies()) != 1 {
		p.t.Fatalf("the address was answered with %s to %q, %d cookies: %s", res.Status, res.Header.Get("Location"), len(res.Cookies()), text)
	}
	c := res.Cookies()[0]
	if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Path != "/" {
		p.t.Errorf("the cookie is %s: want HttpOnly, SameSite=Strict, Path=/", c)
	}
	return c.Name + "=" + c.Value
}

func TestListenTakesThisMachineAlone(t *testing.T) {
	tests := []struct{ name, addr, want string }{
		{"IPv4", "127.0.0.1:0", ""},
		{"another of the loopback range", "127.0.0.2:0", ""},
		{"by name", "localhost:0", ""},
		{"all addresses", "0.0.0.0:0", "--addr"},
		{"all addresses, unsaid", ":0", "--addr"},
		{"all addresses of IPv6", "[::]:0", "--addr"},
		{"another machine's", "192.0.2.1:0", "--addr"},
		{"a name", "robot.example:0", "--addr"},
		{"no port", "127.0.0.1", "--addr"},
		{"an empty port", "127.0.0.1:", "--addr"},
		{"no port of this world", "127.0.0.1:99999", "cannot listen"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.want == "" {
				newPageAt(t, test.addr, time.Now, false, nobody).enter()
				return
			}
			if ln, err := web.Listen(test.addr); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, %v, want an error with %q", ln, err, test.want)
			}
		})
	}
}

// TestGuard sends what a browser, a page from elsewhere and a neighbour's program would
// send. COOKIE stands for the one that was given, ADDR for the address.
func TestGuard(t *testing.T) {
	t.Parallel()
	const parse = `{"text": "the sofa is in the bedroom"}`
	own := http.Header{"Cookie": {"COOKIE"}, "Sec-Fetch-Site": {"same-origin"}, "Origin": {"http://ADDR"}}
	tests := []struct {
		name   string
		write  bool
		method string
		path   string
		body   string
		header http.Header
		status int
		text   string
	}{
		{"the page", false, "GET", "/", "", http.Header{"Cookie": {"COOKIE"}}, 200, "<title>navd</title>"},
		{"its script", false, "GET", "/page.js", "", http.Header{"Cookie": {"COOKIE"}}, 200, ""},
		{"as localhost", false, "GET", "/", "", http.Header{"Cookie": {"COOKIE"}, "Host": {"localhost:PORT"}}, 200, "navd"},
		{"as ::1", false, "GET", "/", "", http.Header{"Cookie": {"COOKIE"}, "Host": {"[::1]:PORT"}}, 200, "navd"},
		{"no cookie", false, "GET", "/", "", nil, 403, "open the address"},
		{"no cookie for the stream", false, "GET", "/events", "", nil, 403, "open the address"},
		{"no cookie for the script", false, "GET", "/page.js", "", nil, 403, "open the address"},
		{"a wrong cookie", false, "GET", "/", "", http.Header{"Cookie": {"navd-PORT=text9"}}, 403, "open the address"},
		{"the cookie of another port", false, "GET", "/", "", http.Header{"Cookie": {"navd-1=text2"}}, 403, "open the address"},
		{"a wrong token", false, "GET", "/?token=text9", "", nil, 403, "used already"},
		{"a token used before", false, "GET", "/?token=text1", "", nil, 403, "used already"},
		{"the token on another path", false, "GET", "/events?token=text3", "", nil, 403, "open the address"},
		{"again with the cookie", false, "GET", "/?token=text1", "", http.Header{"Cookie": {"COOKIE"}}, 303, ""},
		{"another name for this machine", false, "GET", "/", "", http.Header{"Cookie": {"COOKIE"}, "Host": {"evil.example:PORT"}}, 421, "no other name"},
		{"another name with the right token", false, "GET", "/?token=text3", "", http.Header{"Host": {"evil.example:PORT"}}, 421, "no other name"},
		{"another port in the name", false, "GET", "/", "", http.Header{"Cookie": {"COOKIE"}, "Host": {"127.0.0.1:1"}}, 421, "no other name"},
		{"no such file", false, "GET", "/guard.go", "", http.Header{"Cookie": {"COOKIE"}}, 404, ""},
		{"a write that reads", false, "GET", "/feedback/add", "", http.Header{"Cookie": {"COOKIE"}}, 404, ""},
		{"a write, read-only", false, "POST", "/feedback/add", parse, own, 403, "navd web --write"},
		{"a goal, read-only", false, "POST", "/goal", "{}", own, 403, "navd web --write"},
		{"a decision, read-only", false, "POST", "/knowledge/approve", "{}", own, 403, "navd web --write"},
		{"work, read-only", false, "POST", "/jobs/retry", "{}", own, 403, "navd web --write"},
		{"a picture without the cookie", false, "GET", "/picture?episode=e&seq=1&of=0", "", nil, 403, "open the address"},
		{"a picture while navd is away", false, "GET", "/picture?episode=e&seq=1&of=0", "", own, 503, "not running"},
		{"a write", true, "POST", "/feedback/parse", parse, own, 503, "not running"},
		{"a write without a browser's marks", true, "POST", "/feedback/parse", parse, http.Header{"Cookie": {"COOKIE"}}, 503, "not running"},
		{"a write without the cookie", true, "POST", "/feedback/parse", parse, nil, 403, "open the address"},
		{"a write from another site", true, "POST", "/feedback/add", parse,
			http.Header{"Cookie": {"COOKIE"}, "Sec-Fetch-Site": {"cross-site"}, "Origin": {"http://evil.example"}}, 403, "only the page itself"},
		{"a write from another port", true, "POST", "/feedback/add", parse,
			http.Header{"Cookie": {"COOKIE"}, "Sec-Fetch-Site": {"same-site"}, "Origin": {"http://127.0.0.1:1"}}, 403, "only the page itself"},
		{"a write of an old browser from elsewhere", true, "POST", "/feedback/add", parse,
			http.Header{"Cookie": {"COOKIE"}, "Origin": {"http://evil.example"}}, 403, "only the page itself"},
		{"a write that is no JSON", true, "POST", "/feedback/parse", "text=hello", own, 400, "not JSON"},
		{"a write that is too long", true, "POST", "/feedback/parse", `"` + strings.Repeat("a", 70_000) + `"`, own, 413, "longer than"},
		{"a method that the page has no use for", true, "POST", "/episode/delete", "{}", own, 405, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := newPage(t, test.write, nobody)
			cookie := p.enter()
			u, _ := url.Parse("http://" + p.addr)
			fill := strings.NewReplacer("COOKIE", cookie, "ADDR", p.addr, "PORT", u.Port())
			header := http.Header{}
			for name, values := range test.header {
				header.Set(name, fill.Replace(values[0]))
			}
			res, text := p.do(test.method, "http://"+p.addr+test.path, test.body, header)
			if res.StatusCode != test.status || !strings.Contains(text, test.text) {
				t.Errorf("got %s: %.200s\nwant %d with %q", res.Status, text, test.status, test.text)
			}
			for name, want := range map[string]string{
				"Content-Security-Policy": "default-src 'none'; script-src 'self'", "X-Content-Type-Options": "nosniff",
				"Referrer-Policy": "no-referrer", "Cache-Control": "no-store",
			} {
				if got := res.Header.Get(name); !strings.HasPrefix(got, want) {
					t.Errorf("%s is %q, want it to begin with %q", name, got, want)
				}
			}
		})
	}
}

func TestEachBrowserHasAnAddressOfItsOwn(t *testing.T) {
	p := newPage(t, false, nobody)
	first := p.address()
	one := p.enter()
	if p.address() == first {
		t.Error("the address did not change with its use")
	}
	two := p.enter()
	if one == two {
		t.Error("two browsers have the same cookie")
	}
	for _, cookie := range []string{one, two} {
		if res, text := p.do("GET", "http://"+p.addr+"/", "", http.Header{"Cookie": {cookie}}); res.StatusCode != 200 {
			t.Errorf("%s: %s", res.Status, text)
		}
	}
}

func TestRefusalsSayWhatToDo(t *testing.T) {
	p := newPage(t, false, nobody)
	_, text := p.do("POST", "http://"+p.addr+"/feedback/add", "{}", http.Header{"Cookie": {p.enter()}})
	var got map[string]string
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	if got["error"] != "this page is read-only" || got["hint"] != "start it with `navd web --write`" {
		t.Errorf("got %v", got)
	}
}
