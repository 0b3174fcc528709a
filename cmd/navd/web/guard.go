package web

import (
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"

	"navd/daemon/fault"
)

// Listen listens at a loopback address, such as 127.0.0.1:0; port 0 takes any free port.
// Any other host is an Invalid fault, a port that is taken is Unavailable.
func Listen(addr string) (net.Listener, error) {
	const allowed = "localhost or a loopback address, with a port: 127.0.0.1:8080 or [::1]:8080; port 0 takes any free port"
	host, port, err := net.SplitHostPort(addr)
	ip, notIP := netip.ParseAddr(host)
	if err != nil || port == "" || host != "localhost" && (notIP != nil || !ip.IsLoopback()) {
		return nil, fault.Field("--addr", addr, allowed).WithHint("from another machine use a tunnel: ssh -L 8080:127.0.0.1:PORT THIS_MACHINE")
	}
	if host == "localhost" {
		addr = net.JoinHostPort("127.0.0.1", port)
	}
	ln, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fault.New(fault.Unavailable, "cannot listen at %s: %w", addr, err).WithHint("is the port taken? port 0 takes any free one")
	}
	return ln, nil
}

// policy lets the page load its own files, and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Guard lets requests pass that come from a browser which opened the printed address. See
// [NewGuard].
type Guard struct {
	hosts  []string // that a request may name
	addr   string   // "http://127.0.0.1:8080/"
	cookie string   // its name, with the port: cookies do not tell ports apart
	random func() string
	used   func(next string)

	mu       sync.Mutex // guards the fields below
	token    string     // of the next address
	sessions []string   // values of the valid cookies, oldest first
}

// mostSessions is how many browsers may be in; one more puts the oldest out.
const mostSessions = 32

// NewGuard makes a guard for a server at an address. random gives texts that nobody can
// guess. used is called after an address was used, with the next one.
func NewGuard(at net.Addr, random func() string, used func(next string)) *Guard {
	host, port, _ := net.SplitHostPort(at.String())
	g := &Guard{addr: "http://" + at.String() + "/", cookie: "navd-" + port, random: random, used: used, token: random()}
	for _, name := range []string{host, "127.0.0.1", "localhost", "::1"} {
		named := net.JoinHostPort(name, port)
		g.hosts = append(g.hosts, named)
		if port == "80" { // a browser leaves it out
			g.hosts = append(g.hosts, strings.TrimSuffix(named, ":80"))
		}
	}
	return g
}

// Address is the address that lets one browser in, once.
func (g *Guard) Address() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.addr + "?token=" + g.token
}

// Protect puts the guard before a handler.
func (g *Guard) Protect(next http.Handler) http.Handler {
	own := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range map[string]string{
			"Content-Security-Policy":      policy,
			"Cross-Origin-Opener-Policy":   "same-origin",
			"Cross-Origin-Resource-Policy": "same-origin",
			"Referrer-Policy":              "no-referrer",
			"X-Content-Type-Options":       "nosniff",
			"Cache-Control":                "no-store",
		} {
			w.Header().Set(name, value)
		}
		switch token := r.URL.Query().Get("token"); {
		case !g.named(r.Host):
			http.Error(w, "open this page as "+g.addr+": it is served under no other name", http.StatusMisdirectedRequest)
		case token != "" && r.Method == http.MethodGet && r.URL.Path == "/":
			g.exchange(w, r, token)
		case !g.knows(r):
			http.Error(w, "open the address that `navd web` printed last: each address lets one browser in", http.StatusForbidden)
		default:
			if err := own.Check(r); err != nil {
				http.Error(w, "only the page itself may write: "+err.Error(), http.StatusForbidden)
				return
			}
			next.ServeHTTP(w, r)
		}
	})
}

// named reports whether a request names this server as its host.
func (g *Guard) named(host string) bool {
	return slices.ContainsFunc(g.hosts, func(h string) bool { return strings.EqualFold(h, host) })
}

// exchange gives a cookie for the token, which is then used up, and redirects the browser
// to the address without it. A browser that has a cookie already is only redirected.
func (g *Guard) exchange(w http.ResponseWriter, r *http.Request, token string) {
	if !g.knows(r) {
		session, ok := g.admit(token)
		if !ok {
			http.Error(w, "this address was used already or is incomplete: open the one that `navd web` printed last", http.StatusForbidden)
			return
		}
		http.SetCookie(w, &http.Cookie{Name: g.cookie, Value: session, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
		g.used(g.Address())
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// admit uses the token up and gives the value of a new cookie; false for a wrong token.
func (g *Guard) admit(token string) (session string, ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !same(token, g.token) {
		return "", false
	}
	session, g.token = g.random(), g.random()
	if g.sessions = append(g.sessions, session); len(g.sessions) > mostSessions {
		g.sessions = g.sessions[1:]
	}
	return session, true
}

// knows reports whether a request has a valid cookie.
func (g *Guard) knows(r *http.Request) bool {
	c, err := r.Cookie(g.cookie)
	if err != nil {
		return false
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.ContainsFunc(g.sessions, func(s string) bool { return same(s, c.Value) })
}

// same compares two texts in constant time.
func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
