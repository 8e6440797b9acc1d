//go:build !js

package inspect

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/bough-dev/bough/inspect/web"
	"github.com/bough-dev/bough/internal/lang"
	"github.com/coder/websocket"
)

// server is the part of a Handler that is reached by HTTP. It is apart, since a program for a browser serves nothing, and net/http
// is a sixth of it.
type server struct{ mux *http.ServeMux }

// begin sets up the paths.
func (s *server) begin(h *Handler) {
	s.mux = http.NewServeMux()
	for _, x := range h.routes() {
		pattern := x.method + " /v1/" + x.path
		if strings.HasSuffix(x.path, "/") {
			pattern += "{rest...}"
		}
		s.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			if !h.isToken(bearer(r)) {
				w.Header().Set("WWW-Authenticate", "Bearer")
				fail(w, refuse(statusUnauthorized, tr.T("the token is missing or wrong; send it as Authorization: Bearer TOKEN")))
				return
			}
			reply, err := x.answer(&request{r.Context(), r.PathValue("rest"), r.URL.Query(), r.Body})
			answer(w, reply, err)
		})
	}
	s.mux.HandleFunc("GET /v1/live", h.connect)
	s.mux.HandleFunc("/v1/", func(w http.ResponseWriter, r *http.Request) {
		fail(w, noRoute(r.Method, r.URL.Path))
	})
	files := web.Files()
	server := http.FileServerFS(files)
	s.mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			fail(w, refuse(statusMethodNotAllowed, tr.T("the files of the page can only be read")))
			return
		}
		if name := strings.TrimPrefix(r.URL.Path, "/"); name != "" {
			if info, err := fs.Stat(files, name); err != nil || info.IsDir() { // the server's own reply would drop headers
				fail(w, refuse(statusNotFound, tr.F("the page has no file %s", clip(r.URL.Path))))
				return
			}
		}
		if r.URL.Path == "/" && !lang.English() {
			http.ServeFileFS(w, r, files, "zh.html")
			return
		}
		server.ServeHTTP(w, r)
	})
}

// ServeHTTP implements http.Handler.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	protect(w.Header())
	if status, why := h.admits(r); status != 0 {
		fail(w, refuse(status, why))
		return
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(h.ctx, cancel)()
	r = r.WithContext(ctx)
	limit := int64(maxBody)
	if h.o.Files != nil && h.isToken(bearer(r)) && (r.Method == http.MethodPut || r.URL.Path == "/v1/check" || r.URL.Path == "/v1/edit" || r.URL.Path == "/v1/row" || r.URL.Path == "/v1/ghost") {
		limit = maxUpload
	}
	r.Body = limited{http.MaxBytesReader(w, r.Body, limit)}
	h.server.mux.ServeHTTP(w, r)
}

// limited is a body with a bound.
type limited struct{ io.ReadCloser }

// Read implements io.Reader.
func (b limited) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	var long *http.MaxBytesError
	if errors.As(err, &long) {
		err = tooLong{long.Limit}
	}
	return n, err
}

func answer(w http.ResponseWriter, reply any, err error) {
	status, data := encode(reply, err)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(data)
}

func fail(w http.ResponseWriter, err error) { answer(w, nil, err) }

// connect serves v1/live.
func (h *Handler) connect(w http.ResponseWriter, r *http.Request) {
	byHeader := r.Header.Get("Authorization") != ""
	if byHeader && !h.isToken(bearer(r)) {
		fail(w, refuse(statusUnauthorized, tr.T("the token is wrong")))
		return
	}
	v := newViewer(h)
	if err := h.addViewer(v); err != nil {
		fail(w, err)
		return
	}
	defer h.removeViewer(v)
	// ServeHTTP has compared the origin with the host; the check of the library would be the same one.
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true, CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return // Accept has answered
	}
	conn.SetReadLimit(maxMessage)
	v.serve(h.ctx, socket{conn}, func(token string) bool { return h.isToken(token) || byHeader && token == "" })
}

// socket is the peer of a WebSocket.
type socket struct{ *websocket.Conn }

// Read implements Conn.
func (s socket) Read(ctx context.Context) ([]byte, error) {
	kind, data, err := s.Conn.Read(ctx)
	if err == nil && kind != websocket.MessageText {
		err = errNotText
	}
	return data, err
}

// Write implements Conn.
func (s socket) Write(ctx context.Context, data []byte, binary bool) error {
	kind := websocket.MessageText
	if binary {
		kind = websocket.MessageBinary
	}
	return s.Conn.Write(ctx, kind, data)
}

// Close implements peer.
func (s socket) Close(reason string) { s.Conn.Close(websocket.StatusPolicyViolation, reason) }

// admits reports whether a request may be answered at all, apart from the token; if not, it returns the status and the
// reason.
func (h *Handler) admits(r *http.Request) (status int, why string) {
	if !h.knows(r.Host) {
		return statusForbidden, tr.T("this host name is not allowed; open the page as localhost, or add the name to Options.Hosts")
	}
	origin, given := r.Header["Origin"]
	must := r.Method != http.MethodGet && r.Method != http.MethodHead || r.URL.Path == "/v1/live"
	switch {
	case len(origin) > 1:
		return statusForbidden, tr.T("the request has two origins")
	case given && !sameHost(origin[0], r.Host):
		return statusForbidden, tr.T("the request comes from a page of another address; open the page that the game itself serves")
	case must && !given && r.Header.Get("Sec-Fetch-Site") != "":
		return statusForbidden, tr.T("the request of a browser has no origin")
	case must && !given && r.URL.Path == "/v1/live":
		return statusForbidden, tr.T("the request has no Origin; a client that is no page sends Origin: http://HOST")
	case must && !given:
		return statusForbidden, tr.T("the request has no Origin; with curl, add -H 'Origin: http://HOST'")
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

// protect sets the headers of all replies. The program VS Code may show the page in a panel; its documents have schemes of their
// own, which no web page has, so no web page can frame this one.
func protect(header http.Header) {
	header.Set("Content-Security-Policy", "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors vscode-webview: vscode-file:; object-src 'none'")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Cache-Control", "no-store")
}
