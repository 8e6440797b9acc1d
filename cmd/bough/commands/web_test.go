package commands

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/spf13/cobra"
)

func TestWebAddresses(t *testing.T) {
	for _, c := range []struct {
		addr, host string
		port       int
		wrong      bool
	}{
		{addr: "127.0.0.1", host: "127.0.0.1"}, {addr: "localhost:8080", host: "localhost", port: 8080},
		{addr: "8080", host: "127.0.0.1", port: 8080}, {addr: ":8080", host: "127.0.0.1", port: 8080},
		{addr: "0.0.0.0:0", host: "0.0.0.0"}, {addr: "[::1]:8080", host: "::1", port: 8080}, {addr: "::1", host: "::1"},
		{addr: "", wrong: true}, {addr: "http://localhost", wrong: true}, {addr: "localhost:x", wrong: true}, {addr: "localhost:70000", wrong: true},
		{addr: "a:b:c", wrong: true}, {addr: "x/y:80", wrong: true},
	} {
		host, port, err := (&webFlag{c.addr}).split()
		if (err != nil) != c.wrong || host != c.host || port != c.port {
			t.Errorf("%q: host %q, port %d, error %v", c.addr, host, port, err)
		}
	}
}

func TestWebUsage(t *testing.T) {
	for call, want := range map[string]string{
		"play --web --ticks 3":                "--web plays in real time; leave out --ticks and --cost",
		"play --web 8080":                     "8080 is not a part of the flag: write --web=8080",
		"play --web localhost:1":              "localhost:1 is not a part of the flag: write --web=localhost:1",
		"play --web=http://x":                 "--web=http://x: want HOST, PORT or HOST:PORT of this machine, such as 127.0.0.1:8080",
		"play --web=":                         "want HOST, PORT or HOST:PORT",
		"replay none.bough --web=a:b:c":       "want HOST, PORT or HOST:PORT",
		"replay none.bough --web --at 3":      "--at and --web do different things",
		"play --cover":                        "--cover shows what has run in the editor of a page; add --web",
		"play --web --cost":                   "--web plays in real time; leave out --ticks and --cost",
		"play --web=256.256.256.256:1 --seed": "flag needs an argument",
	} {
		var out, errs bytes.Buffer
		if code := Main(strings.Fields(call), &out, &errs, nil); code != 2 || !strings.Contains(errs.String(), want) || out.Len() > 0 {
			t.Errorf("%s: exit code %d, want 2, %q\n%s%s", call, code, want, &out, &errs)
		}
	}
}

// fake is a page that counts what happens to it.
type fake struct {
	token  string
	hosts  []string
	closed atomic.Int32
}

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "the page") }

func (f *fake) Close() error {
	f.closed.Add(1)
	return nil
}

// served is a page that is being served.
type served struct {
	*fake
	errs    bytes.Buffer
	address *url.URL
	stop    func() error // ends it, and returns the error of serve
}

// lines passes on what is written, line by line.
type lines chan string

func (l lines) Write(p []byte) (int, error) {
	l <- string(p)
	return len(p), nil
}

func startPage(t *testing.T, addr, project string) *served {
	t.Helper()
	s := &served{fake: &fake{}}
	c := &cobra.Command{}
	out := make(lines, 10)
	c.SetOut(out)
	c.SetErr(&s.errs)
	end, done := make(chan struct{}), make(chan error, 1)
	go func() {
		w := &webFlag{addr}
		done <- w.serve(c, project, func(token string, hosts []string) (page, error) {
			s.token, s.hosts = token, hosts
			return s.fake, nil
		}, func(ctx context.Context) {
			select {
			case <-end:
			case <-ctx.Done():
			}
		})
	}()
	select {
	case line := <-out:
		var err error
		if s.address, err = url.Parse(strings.TrimSuffix(line, "\n")); err != nil {
			t.Fatal(err)
		}
	case err := <-done:
		t.Fatal(err)
	}
	s.stop = func() error {
		close(end)
		err := <-done
		if len(out) > 0 {
			t.Errorf("there is a second line: %s", <-out)
		}
		return err
	}
	return s
}

// TestServe serves a page twice for one project, and for two at a time.
func TestServe(t *testing.T) {
	cache := t.TempDir()
	for _, name := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
		t.Setenv(name, cache)
	}
	first := startPage(t, localHost, "/one")
	if a := first.address; a.Scheme != "http" || a.Hostname() != localHost || a.Path != "/" || a.Fragment != first.token || len(first.token) != 32 || first.hosts != nil {
		t.Errorf("the address is %v, the token %s, the hosts %v", a, first.token, first.hosts)
	}
	reply, err := http.Get("http://" + first.address.Host)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(reply.Body); err != nil || string(text) != "the page" {
		t.Errorf("the page is %q, error %v", text, err)
	}
	reply.Body.Close()
	second := startPage(t, localHost, "/one") // of the same project, at the same time
	if second.token != first.token || second.address.Port() == first.address.Port() {
		t.Errorf("a second program has the address %v beside %v", second.address, first.address)
	}
	other := startPage(t, localHost, "/two")
	if other.token == first.token {
		t.Error("another project has the same token")
	}
	for _, s := range []*served{other, second, first} {
		if err := s.stop(); err != nil && !errors.Is(err, http.ErrServerClosed) || s.closed.Load() != 1 {
			t.Errorf("error %v; closed %d times", err, s.closed.Load())
		}
	}
	again := startPage(t, localHost, "/one")
	if again.address.String() != first.address.String() {
		t.Errorf("after a restart the address is %v, and was %v", again.address, first.address)
	}
	again.stop()
	if again.errs.Len() > 0 {
		t.Errorf("there are warnings: %s", &again.errs)
	}
	files, _ := filepath.Glob(filepath.Join(cache, "*", "web", "*.json"))
	if len(files) != 2 {
		t.Errorf("the cache has %v", files)
	}
}

// TestServeOthers serves a page for other machines, at a port that is taken, and without a folder for its key.
func TestServeOthers(t *testing.T) {
	for _, name := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
		t.Setenv(name, "")
	}
	s := startPage(t, "0.0.0.0", "/one")
	if s.address.Hostname() != localHost || len(s.hosts) < 2 {
		t.Errorf("the address is %v, with the hosts %v", s.address, s.hosts)
	}
	quiet := &cobra.Command{}
	quiet.SetErr(io.Discard)
	err := (&webFlag{s.address.Host}).serve(quiet, "/one", nil, nil)
	if err == nil || !strings.Contains(err.Error(), "the page cannot be served at "+s.address.Host) {
		t.Errorf("at the same port: %v", err)
	}
	s.stop()
	for _, want := range []string{"the address of the page is not kept", "warning: other machines can open this page"} {
		if !strings.Contains(s.errs.String(), want) {
			t.Errorf("%q is not in %s", want, &s.errs)
		}
	}
}
