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

// Listen listens at an address of this machine, as 127.0.0.1:0; port 0 is any that is
// free. Any other host is an invalid fault, a port that is taken unavailable.
func Listen(addr string) (net.Listener, error) {
	const allowed = "localhost or an address of the loopback interface, as 127.0.0.1 or [::1], with a port: 127.0.0.1:8080, or port 0 for any that is free"
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
		return nil, fault.New(fault.Unavailable, "cannot listen at %s: %w", addr, err).WithHint("is the port taken? port 0 takes one that is free")
	}
	return ln, nil
}

// policy lets the page load its own files, and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Guard lets requests pass that come from a browser which was given the address. Its
// zero value lets nothing pass; see [NewGuard].
type Guard struct {
	hosts  []string // that a request may name
	addr   string   // "http://127.0.0.1:8080/"
	cookie string   // its name, with the port: cookies do not tell ports apart
	random func() string
	used   func(next string)

	mu       sync.Mutex // guards what follows
	token    string     // of the next address
	sessions []string   // values of cookies that were given, oldest first
}

// mostSessions is how many browsers are let in at a time; then the oldest is out.
const mostSessions = 32

// NewGuard makes the guard of what is served at an address. Random gives texts that
// nobody can guess. Used is called after an address was used, with the next one.
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

// Address is where a browser gets in, once.
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
			http.Error(w, "this page is at "+g.addr+" and under no other name", http.StatusMisdirectedRequest)
		case token != "" && r.Method == http.MethodGet && r.URL.Path == "/":
			g.exchange(w, r, token)
		case !g.knows(r):
			http.Error(w, "open the address that `navd web` printed last: each lets one browser in", http.StatusForbidden)
		default:
			if err := own.Check(r); err != nil {
				http.Error(w, "only the page itself may write: "+err.Error(), http.StatusForbidden)
				return
			}
			next.ServeHTTP(w, r)
		}
	})
}

// named tells whether a request names this server as its host.
func (g *Guard) named(host string) bool {
	return slices.ContainsFunc(g.hosts, func(h string) bool { return strings.EqualFold(h, host) })
}

// exchange gives a cookie for the token, which ends with that, and has the browser come
// back without it. A browser that was let in before just comes back.
func (g *Guard) exchange(w http.ResponseWriter, r *http.Request, token string) {
	if !g.knows(r) {
		session, ok := g.admit(token)
		if !ok {
			http.Error(w, "this address was used already, or is not whole: open the one that `navd web` printed last", http.StatusForbidden)
			return
		}
		http.SetCookie(w, &http.Cookie{Name: g.cookie, Value: session, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
		g.used(g.Address())
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// admit takes the token in and gives the value of a cookie.
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

// knows tells whether a request has a cookie that was given.
func (g *Guard) knows(r *http.Request) bool {
	c, err := r.Cookie(g.cookie)
	if err != nil {
		return false
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.ContainsFunc(g.sessions, func(s string) bool { return same(s, c.Value) })
}

// same compares in a time that says nothing of where two texts differ.
func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
