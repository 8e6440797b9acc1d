package inspect

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// The bounds of what a page may send and get.
const (
	maxBody    = 64 << 10 // bytes of the body of a request
	maxMessage = 64 << 10 // bytes of a message of a page
	maxFrame   = 1 << 20  // bytes of a message to a page
	maxViewers = 16
	maxWatched = 4
	minRate    = 0.1
	maxRate    = 30
)

// admits reports whether a request may be answered at all, apart from the token; if not, it returns the status and the
// reason.
func (h *Handler) admits(r *http.Request) (status int, why string) {
	if !h.knows(r.Host) {
		return http.StatusForbidden, "this host name is not allowed; open the page as localhost, or add the name to Options.Hosts"
	}
	origin, given := r.Header["Origin"]
	must := r.Method != http.MethodGet && r.Method != http.MethodHead || r.URL.Path == "/v1/live"
	switch {
	case len(origin) > 1:
		return http.StatusForbidden, "the request has two origins"
	case given && !sameHost(origin[0], r.Host):
		return http.StatusForbidden, "the request comes from a page of another address; open the page that the game itself serves"
	case must && !given && r.Header.Get("Sec-Fetch-Site") != "":
		return http.StatusForbidden, "the request of a browser has no origin"
	case must && !given && r.URL.Path == "/v1/live":
		return http.StatusForbidden, "the request has no Origin; a client that is no page sends Origin: http://HOST"
	case must && !given:
		return http.StatusForbidden, "the request has no Origin; with curl, add -H 'Origin: http://HOST'"
	}
	return 0, ""
}

// knows reports whether the page may be opened under a host.
func (h *Handler) knows(hostport string) bool {
	host := hostport
	if name, _, err := net.SplitHostPort(hostport); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback() || slices.ContainsFunc(h.o.Hosts, func(name string) bool {
		return strings.EqualFold(host, name) || ip != nil && ip.Equal(net.ParseIP(name))
	})
}

// sameHost reports whether an origin is that of the page itself.
func sameHost(origin, host string) bool {
	u, err := url.Parse(origin)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && strings.EqualFold(u.Host, host)
}

// bearer returns the token of a request, "" if it has none.
func bearer(r *http.Request) string {
	kind, token, ok := strings.Cut(r.Header.Get("Authorization"), " ")
	if !ok || !strings.EqualFold(kind, "Bearer") {
		return ""
	}
	return token
}

// isToken compares a token with the right one in constant time.
func (h *Handler) isToken(token string) bool {
	a, b := sha256.Sum256([]byte(token)), sha256.Sum256([]byte(h.o.Token))
	return token != "" && subtle.ConstantTimeCompare(a[:], b[:]) == 1
}

// protect sets the headers of all replies.
func protect(header http.Header) {
	header.Set("Content-Security-Policy", "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Cache-Control", "no-store")
}
