package inspect

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/url"
	"strings"

	"github.com/bough-dev/bough/inspect/wire"
)

// The answers have the statuses of HTTP, also where a page is reached in another way. They are here so that such a program does
// not need net/http.
const (
	statusOK                    = 200
	statusBadRequest            = 400
	statusUnauthorized          = 401
	statusForbidden             = 403
	statusNotFound              = 404
	statusMethodNotAllowed      = 405
	statusConflict              = 409
	statusGone                  = 410
	statusRequestEntityTooLarge = 413
	statusUnprocessableEntity   = 422
	statusInternalServerError   = 500
	statusServiceUnavailable    = 503
)

// request is a request of a page, by HTTP or from a worker of the browser.
type request struct {
	ctx   context.Context
	rest  string // of the path, behind a route that ends in /
	query url.Values
	body  io.Reader
}

// route is a path below /v1/ with a method. A path that ends in / has more behind it.
type route struct {
	method, path string
	answer       func(*request) (any, error)
}

// routes lists what can be asked.
func (h *Handler) routes() []route {
	return []route{
		{"GET", "hello", h.hello},
		{"GET", "trees/", h.treeOf},
		{"GET", "agents", h.agents},
		{"GET", "why", h.why},
		{"GET", "ran", h.ran},
		{"GET", "population", h.population},
		{"GET", "fields", h.series},
		{"GET", "boards", h.boards},
		{"GET", "costs", h.costsNow},
		{"GET", "coverage/", h.covered},
		{"GET", "files/", h.file},
		{"GET", "saved", h.savedFiles},
		{"GET", "saved/", h.savedFile},
		{"GET", "good/", h.lastGood},
		{"GET", "palette", h.palette},
		{"GET", "used/", h.used},
		{"PUT", "files/", h.save},
		{"DELETE", "files/", h.takeOut},
		{"POST", "check", h.check},
		{"POST", "edit", h.change},
		{"POST", "row", h.rowParts},
		{"POST", "ghost", h.ghost},
		{"POST", "act", func(r *request) (any, error) {
			var a wire.Act
			if err := decode(r, &a); err != nil {
				return nil, err
			}
			return h.act(r.ctx, &a)
		}},
	}
}

// Answer answers a request of a page that does not come by HTTP: path is like /v1/why?agent=7&node=4, and the statuses are those
// of HTTP. It asks for no token, since only this program can call it; see Serve.
func (h *Handler) Answer(ctx context.Context, method, path string, body []byte) (status int, reply []byte) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(h.ctx, cancel)()
	u, err := url.Parse(path)
	if err != nil {
		return encode(nil, refuse(statusBadRequest, tr.F("the path cannot be read: %s", clip(path))))
	}
	name, ok := strings.CutPrefix(u.Path, "/v1/")
	for _, x := range h.routes() {
		rest := ""
		match := name == x.path
		if strings.HasSuffix(x.path, "/") {
			rest, match = strings.CutPrefix(name, x.path)
		}
		if ok && match && x.method == method {
			return encode(x.answer(&request{ctx, rest, u.Query(), strings.NewReader(string(body))}))
		}
	}
	return encode(nil, noRoute(method, u.Path))
}

func noRoute(method, path string) error {
	return refuse(statusNotFound, tr.F("there is no %s %s", method, clip(path)))
}

// tooLong is an error of a body that has more bytes than it may.
type tooLong struct{ limit int64 }

// Error returns the text for the page.
func (e tooLong) Error() string { return tr.F("the body is longer than %d bytes", e.limit) }

func decode(r *request, into any) error {
	d := json.NewDecoder(r.body)
	d.DisallowUnknownFields()
	err := d.Decode(into)
	var long tooLong
	switch {
	case errors.As(err, &long):
		return refuse(statusRequestEntityTooLarge, long.Error())
	case err != nil:
		return refuse(statusBadRequest, tr.F("the body is not the JSON that this path takes: %v", err))
	case d.More():
		return refuse(statusBadRequest, tr.T("the body goes on after its JSON value"))
	}
	return nil
}

// encode returns a reply, or an error, as JSON.
func encode(reply any, err error) (status int, data []byte) {
	if err == nil {
		if data, err = json.Marshal(reply); err == nil {
			return statusOK, data
		}
	}
	var f *failure
	var c *conflict
	var said any = wire.Failure{Error: err.Error()}
	switch status = statusInternalServerError; {
	case errors.As(err, &c):
		status, said = statusConflict, c.Conflict
	case errors.As(err, &f):
		status = f.status
	case errors.Is(err, context.Canceled):
		status, said = statusServiceUnavailable, wire.Failure{Error: tr.T("the request was given up, or the inspector was closed")}
	}
	data, _ = json.Marshal(said) // texts only
	return status, append(data, '\n')
}
