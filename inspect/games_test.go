package inspect

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/inspect/wire"
	"github.com/coder/websocket"
)

// TestTwoGames serves the pages of two games of one process under two prefixes. Each page sees its own game, and the token of one
// does not open the other.
func TestTwoGames(t *testing.T) {
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	defer server.Close()
	type page struct {
		prefix, token string
		game          *ticking
	}
	var pages []page
	for i, prefix := range []string{"/debug/north", "/debug/south"} {
		x := startWithToken(t, uint64(i+1), strings.Repeat(string(prefix[7]), 20), Options{About: "game " + prefix[7:], Acts: true})
		mux.Handle(prefix+"/", http.StripPrefix(prefix, x.h))
		pages = append(pages, page{prefix, x.h.Token(), x})
	}
	// The south has agents with other labels and numbers.
	if err := pages[1].game.g.Do(t.Context(), func() {
		g := pages[1].game.g
		for _, a := range g.Agents {
			g.Despawn(a)
		}
		g.Agents = nil
		for range 2 {
			a, err := g.Spawn("t1", bough.Fields{"a": 1, "b": 0, "x": 50, "y": 60})
			if err != nil {
				t.Error(err)
				return
			}
			g.Agents = append(g.Agents, a)
		}
	}); err != nil {
		t.Fatal(err)
	}
	request := func(method, path, token, body string) (int, string) {
		r, err := http.NewRequest(method, server.URL+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		if r.Header.Set("Origin", server.URL); token != "" {
			r.Header.Set("Authorization", "Bearer "+token)
		}
		reply, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer reply.Body.Close()
		data, err := io.ReadAll(reply.Body)
		if err != nil {
			t.Fatal(err)
		}
		return reply.StatusCode, string(data)
	}
	dial := func(p page, token string) *websocket.Conn {
		c, _, err := websocket.Dial(context.Background(), strings.Replace(server.URL, "http", "ws", 1)+p.prefix+"/v1/live", &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {server.URL}}})
		if err != nil {
			t.Fatal(err)
		}
		c.SetReadLimit(maxFrame)
		t.Cleanup(func() { c.CloseNow() })
		crowd := true
		say(t, c, wire.Ask{Token: token, Crowd: &crowd, Watch: []int64{1, 7}})
		return c
	}
	starts := map[string]string{}
	for i, p := range pages {
		other := pages[1-i]
		// The page itself, and what it names, is below the prefix.
		if status, text := request("GET", p.prefix+"/", "", ""); status != 200 || !strings.Contains(text, `src="page.js"`) {
			t.Errorf("%s: the page: %d %s", p.prefix, status, text)
		}
		if status, _ := request("GET", p.prefix+"/page.js", "", ""); status != 200 {
			t.Errorf("%s: page.js: %d", p.prefix, status)
		}
		var hello wire.Hello
		status, text := request("GET", p.prefix+"/v1/hello", p.token, "")
		if err := json.Unmarshal([]byte(text), &hello); status != 200 || err != nil || hello.About != "game "+p.prefix[7:] {
			t.Errorf("%s: %d %s", p.prefix, status, text)
		}
		starts[p.prefix] = hello.Start
		var list wire.Agents
		if _, text := request("GET", p.prefix+"/v1/agents", p.token, ""); json.Unmarshal([]byte(text), &list) != nil || list.Total != []int{6, 2}[i] || list.Start != hello.Start {
			t.Errorf("%s: agents %s", p.prefix, text)
		}
		for _, path := range []string{"/v1/hello", "/v1/agents", "/v1/files/game.bt", "/v1/why?agent=1&node=0"} {
			if status, text := request("GET", p.prefix+path, other.token, ""); status != 401 {
				t.Errorf("%s%s opens with the token of the other game: %d %s", p.prefix, path, status, text)
			}
		}
		if status, text := request("POST", p.prefix+"/v1/act", other.token, `{"act": "hold", "agent": 1, "tick": 0}`); status != 401 {
			t.Errorf("%s takes an act with the token of the other game: %d %s", p.prefix, status, text)
		}
		bad := dial(p, other.token)
		if _, _, err := bad.Read(t.Context()); websocket.CloseStatus(err) != websocket.StatusPolicyViolation {
			t.Errorf("%s: the socket opens with the token of the other game: %v", p.prefix, err)
		}
	}
	if starts[pages[0].prefix] == starts[pages[1].prefix] {
		t.Error("both games have the same start")
	}
	// Both sockets at the same time.
	conns := []*websocket.Conn{dial(pages[0], pages[0].token), dial(pages[1], pages[1].token)}
	for i, p := range pages {
		frames, crowds := 0, 0
		until(t, conns[i], "frames of "+p.prefix, func(kind string, data []byte) bool {
			switch kind {
			case "frame":
				var f wire.Frame
				if err := json.Unmarshal(data, &f); err != nil || f.Start != starts[p.prefix] || (f.Agent == 1) == f.Gone != (i == 1) {
					t.Fatalf("%s: %v %s", p.prefix, err, data)
				}
				frames++
			case "crowd":
				if n := headBytes - 8; int(data[n]) != []int{6, 2}[i] {
					t.Fatalf("%s: a crowd of %d", p.prefix, data[n])
				}
				crowds++
			default:
				var s wire.Status
				// The socket that was refused may still be counted.
				if err := json.Unmarshal(data, &s); err != nil || s.Start != starts[p.prefix] || s.Viewers < 1 || s.Viewers > 2 {
					t.Fatalf("%s: %v %s", p.prefix, err, data)
				}
			}
			return frames > 5 && crowds > 5
		})
	}
	// An act in one game leaves the other alone.
	if status, text := request("POST", pages[0].prefix+"/v1/act", pages[0].token, `{"act": "hold", "agent": 1, "tick": 0}`); status != 200 {
		t.Errorf("%d %s", status, text)
	}
	for i, p := range pages {
		var hello wire.Hello
		_, text := request("GET", p.prefix+"/v1/hello", p.token, "")
		if err := json.Unmarshal([]byte(text), &hello); err != nil || slices.ContainsFunc(hello.Marks, func(m wire.Mark) bool { return m.Kind == "act" }) != (i == 0) {
			t.Errorf("%s: marks %s", p.prefix, text)
		}
	}
	// One game ends, the other goes on.
	pages[0].game.h.Close()
	if status, _ := request("GET", pages[0].prefix+"/v1/hello", pages[0].token, ""); status != 503 {
		t.Errorf("the closed page answers %d", status)
	}
	if status, text := request("GET", pages[1].prefix+"/v1/hello", pages[1].token, ""); status != 200 {
		t.Errorf("%d %s", status, text)
	}
}
