package inspect

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/inspect/wire"
	"github.com/bough-dev/bough/internal/randomgame"
	"github.com/bough-dev/bough/internal/rows"
	"github.com/coder/websocket"
)

const secret = "0123456789abcdef0123"

// ticking is a game that a goroutine ticks, with a server.
type ticking struct {
	t      *testing.T
	g      *randomgame.Game
	h      *Handler
	server *httptest.Server
	pace   *pace
	stop   func() // ends the ticks
}

// pace is a Pace for tests.
type pace struct {
	paused bool
	steps  int
	speed  float64
}

func (p *pace) Paused() bool       { return p.paused }
func (p *pace) SetPaused(x bool)   { p.paused = x }
func (p *pace) Step()              { p.steps++ }
func (p *pace) Speed() float64     { return p.speed }
func (p *pace) SetSpeed(x float64) { p.speed = x }

func start(t *testing.T, seed uint64, o Options) *ticking {
	t.Helper()
	return startWithToken(t, seed, secret, o)
}

func startWithToken(t *testing.T, seed uint64, token string, o Options) *ticking {
	t.Helper()
	x := &ticking{t: t, pace: &pace{speed: 1}}
	x.g = randomgame.Open(t, seed, bough.Options{Record: bough.RecordOptions{Keep: time.Hour, Replies: true}})
	o.Token = token
	if o.Acts {
		o.Pace = x.pace
	}
	x.h = handlerOf(t, x.g.Game, o)
	x.server = httptest.NewServer(x.h)
	t.Cleanup(x.server.Close)
	done := make(chan struct{})
	var ticker sync.WaitGroup
	ticker.Go(func() {
		clock := time.NewTicker(time.Millisecond)
		defer clock.Stop()
		for {
			select {
			case <-done:
				return
			case <-clock.C:
			}
			switch {
			case !x.pace.paused:
				x.g.Step()
			case x.pace.steps > 0:
				x.pace.steps--
				x.g.Step()
			default:
				x.g.Refresh()
			}
		}
	})
	x.stop = sync.OnceFunc(func() {
		close(done)
		ticker.Wait()
	})
	t.Cleanup(x.stop)
	return x
}

// request makes a request with the token.
func (x *ticking) request(method, path string, body any) (int, []byte) {
	x.t.Helper()
	var b io.Reader
	if body != nil {
		data, _ := json.Marshal(body)
		b = bytes.NewReader(data)
	}
	r, err := http.NewRequest(method, x.server.URL+path, b)
	if err != nil {
		x.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+secret)
	if method != "GET" {
		r.Header.Set("Origin", x.server.URL)
	}
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		x.t.Fatal(err)
	}
	defer reply.Body.Close()
	data, err := io.ReadAll(reply.Body)
	if err != nil {
		x.t.Fatal(err)
	}
	return reply.StatusCode, data
}

// get decodes the reply to a GET.
func (x *ticking) get(path string, into any) {
	x.t.Helper()
	status, data := x.request("GET", path, nil)
	if status != 200 {
		x.t.Fatalf("GET %s: %d %s", path, status, data)
	}
	if err := json.Unmarshal(data, into); err != nil {
		x.t.Fatalf("GET %s: %v\n%s", path, err, data)
	}
}

// dial connects a page, which sends its first message.
func (x *ticking) dial(a wire.Ask) *websocket.Conn {
	x.t.Helper()
	dial := func() (*websocket.Conn, *http.Response, error) {
		return websocket.Dial(context.Background(), strings.Replace(x.server.URL, "http", "ws", 1)+"/v1/live", &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {x.server.URL}}})
	}
	c, r, err := dial()
	for begin := time.Now(); r != nil && r.StatusCode == http.StatusServiceUnavailable && time.Since(begin) < 10*time.Second; {
		c, r, err = dial() // connections that were refused may still be closing
	}
	if err != nil {
		x.t.Fatal(err)
	}
	c.SetReadLimit(maxFrame)
	x.t.Cleanup(func() { c.CloseNow() })
	a.Token = secret
	say(x.t, c, a)
	return c
}

func say(t *testing.T, c *websocket.Conn, a wire.Ask) {
	t.Helper()
	data, _ := json.Marshal(a)
	if err := c.Write(context.Background(), websocket.MessageText, data); err != nil {
		t.Fatal(err)
	}
}

// until reads messages until f returns true.
func until(t *testing.T, c *websocket.Conn, what string, f func(kind string, data []byte) bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	for {
		kind, data, err := c.Read(ctx)
		if err != nil {
			t.Fatalf("while waiting for %s: %v", what, err)
		}
		if kind == websocket.MessageBinary {
			if f("crowd", data) {
				return
			}
			continue
		}
		var m struct{ Type string }
		if err := json.Unmarshal(data, &m); err != nil {
			t.Fatal(err)
		}
		if f(m.Type, data) {
			return
		}
	}
}

func TestSecurity(t *testing.T) {
	x := start(t, 1, Options{Hosts: []string{"build.example", "fd00:0::7"}, Acts: true})
	host := strings.TrimPrefix(x.server.URL, "http://")
	_, port, _ := net.SplitHostPort(host)
	type header = map[string]string
	token := header{"Authorization": "Bearer " + secret}
	with := func(a, b header) header {
		out := header{}
		for k, v := range a {
			out[k] = v
		}
		for k, v := range b {
			out[k] = v
		}
		return out
	}
	act := `{"act":"hold","agent":1,"tick":0}`
	for _, c := range []struct {
		name, method, path, host string
		header                   header
		body                     string
		want                     int
	}{
		{"good", "GET", "/v1/hello", host, token, "", 200},
		{"localhost", "GET", "/v1/hello", "localhost:" + port, token, "", 200},
		{"IPv6 loopback", "GET", "/v1/hello", "[::1]:" + port, token, "", 200},
		{"configured host", "GET", "/v1/hello", "Build.Example:" + port, token, "", 200},
		{"configured address", "GET", "/v1/hello", "[FD00::7]:" + port, token, "", 200},
		{"host with a dot", "GET", "/v1/hello", "localhost.:" + port, token, "", 403},
		{"address with a zone", "GET", "/v1/hello", "[::1%25lo]:" + port, token, "", 403},
		{"number as an address", "GET", "/v1/hello", "2130706433:" + port, token, "", 403},
		{"unspecified address", "GET", "/v1/hello", "0.0.0.0:" + port, token, "", 403},
		{"no host", "GET", "/v1/hello", "", token, "", 403},
		{"foreign host", "GET", "/v1/hello", "evil.example:" + port, token, "", 403},
		{"foreign host, page", "GET", "/", "evil.example", nil, "", 403},
		{"host with suffix", "GET", "/v1/hello", "localhost.evil.example", token, "", 403},
		{"other address", "GET", "/v1/hello", "192.168.1.7", token, "", 403},
		{"no token", "GET", "/v1/hello", host, nil, "", 401},
		{"wrong token", "GET", "/v1/hello", host, header{"Authorization": "Bearer " + secret + "x"}, "", 401},
		{"empty token", "GET", "/v1/hello", host, header{"Authorization": "Bearer "}, "", 401},
		{"Basic", "GET", "/v1/hello", host, header{"Authorization": "Basic " + secret}, "", 401},
		{"token in the query", "GET", "/v1/hello?token=" + secret, host, nil, "", 401},
		{"own origin", "GET", "/v1/hello", host, with(token, header{"Origin": x.server.URL}), "", 200},
		{"foreign origin", "GET", "/v1/hello", host, with(token, header{"Origin": "http://evil.example"}), "", 403},
		{"null origin", "GET", "/v1/hello", host, with(token, header{"Origin": "null"}), "", 403},
		{"origin of another port", "POST", "/v1/act", host, with(token, header{"Origin": "http://127.0.0.1:1"}), act, 403},
		{"act", "POST", "/v1/act", host, with(token, header{"Origin": x.server.URL}), act, 200},
		{"act without origin", "POST", "/v1/act", host, token, act, 403},
		{"act without token", "POST", "/v1/act", host, header{"Origin": x.server.URL}, act, 401},
		{"act by GET", "GET", "/v1/act", host, token, "", 404},
		{"long body", "POST", "/v1/act", host, with(token, header{"Origin": x.server.URL}), `{"act":"` + strings.Repeat("x", maxBody) + `"}`, 413},
		{"unknown key", "POST", "/v1/act", host, with(token, header{"Origin": x.server.URL}), `{"act":"hold","agnet":1}`, 400},
		{"two values", "POST", "/v1/act", host, with(token, header{"Origin": x.server.URL}), act + act, 400},
		{"no JSON", "POST", "/v1/act", host, with(token, header{"Origin": x.server.URL}), "hold", 400},
		{"file", "GET", "/v1/files/act.lua", host, token, "", 200},
		{"file without token", "GET", "/v1/files/act.lua", host, nil, "", 401},
		{"missing file", "GET", "/v1/files/none.lua", host, token, "", 404},
		{"other extension", "GET", "/v1/files/go.mod", host, token, "", 403},
		{"scene, which the game has not loaded", "GET", "/v1/files/a.scene", host, token, "", 403},
		{"no extension", "GET", "/v1/files/act", host, token, "", 403},
		{"up", "GET", "/v1/files/..%2f..%2fetc%2fpasswd", host, token, "", 400},
		{"up with extension", "GET", "/v1/files/%2e%2e/act.lua", host, token, "", 400},
		{"absolute", "GET", "/v1/files/%2fetc%2fx.lua", host, token, "", 400},
		{"backslash", "GET", "/v1/files/..%5cact.lua", host, token, "", 400},
		{"page", "GET", "/", host, nil, "", 200},
		{"page, posted", "POST", "/", host, header{"Origin": x.server.URL}, "", 405},
		{"preflight", "OPTIONS", "/v1/act", host, header{"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"}, "", 403},
		{"live without origin", "GET", "/v1/live", host, header{"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="}, "", 403},
		{"live of a foreign origin", "GET", "/v1/live", host, header{"Origin": "http://evil.example", "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="}, "", 403},
		{"live with a wrong token", "GET", "/v1/live", host, header{"Authorization": "Bearer no", "Origin": x.server.URL, "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="}, "", 401},
		{"unknown path", "GET", "/v1/nothing", host, token, "", 404},
		{"negative tick", "GET", "/v1/ran?agent=1&from=-1", host, token, "", 400},
		{"no number", "GET", "/v1/ran?agent=x", host, token, "", 400},
		{"no agent", "GET", "/v1/ran?agent=99", host, token, "", 404},
		{"too many buckets", "GET", "/v1/why?agent=1&node=1000000", host, token, "", 404},
	} {
		r := httptest.NewRequest(c.method, "http://"+host+c.path, strings.NewReader(c.body))
		r.Host = c.host
		for k, v := range c.header {
			r.Header.Set(k, v)
		}
		w := httptest.NewRecorder()
		x.h.ServeHTTP(w, r)
		if w.Code != c.want {
			t.Errorf("%s: status %d, want %d: %s", c.name, w.Code, c.want, w.Body)
		}
		head := w.Result().Header
		if head.Get("X-Content-Type-Options") != "nosniff" || !strings.HasPrefix(head.Get("Content-Security-Policy"), "default-src 'self'") || !strings.Contains(head.Get("Content-Security-Policy"), "; frame-ancestors vscode-webview: vscode-file:;") || head.Get("Cache-Control") != "no-store" || head.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s: headers %v", c.name, head)
		}
		if strings.Contains(w.Body.String(), secret) {
			t.Errorf("%s: the reply has the token", c.name)
		}
		if c.want >= 400 {
			var f wire.Failure
			if err := json.Unmarshal(w.Body.Bytes(), &f); err != nil || f.Error == "" {
				t.Errorf("%s: no sentence: %s", c.name, w.Body)
			}
		}
	}
}

func TestLiveToken(t *testing.T) {
	x := start(t, 1, Options{})
	at := strings.Replace(x.server.URL, "http", "ws", 1) + "/v1/live"
	o := &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {x.server.URL}}}
	for name, first := range map[string]string{
		"no token": `{"watch":[1]}`, "wrong": `{"token":"x"}`, "no JSON": `hello`, "array": `[1]`, "long": `{"token":"` + strings.Repeat("x", maxMessage) + `"}`,
		"too many agents": `{"token":"` + secret + `","watch":[1,2,3,4,5]}`, "negative rate": `{"token":"` + secret + `","rate":-1}`,
	} {
		c, _, err := websocket.Dial(context.Background(), at, o)
		if err != nil {
			t.Fatal(err)
		}
		c.Write(context.Background(), websocket.MessageText, []byte(first))
		if kind, data, err := c.Read(context.Background()); err == nil {
			t.Errorf("%s: got %v %s", name, kind, data)
		} else if s := websocket.CloseStatus(err); s != websocket.StatusPolicyViolation && s != websocket.StatusMessageTooBig {
			t.Errorf("%s: %v", name, err)
		}
	}
	var list []*websocket.Conn
	for range maxViewers {
		list = append(list, x.dial(wire.Ask{}))
	}
	for _, c := range list {
		until(t, c, "a status", func(kind string, _ []byte) bool { return kind == "status" })
	}
	if _, r, err := websocket.Dial(context.Background(), at, o); err == nil || r.StatusCode != 503 {
		t.Errorf("viewer %d: %v", maxViewers+1, err)
	}
}

func TestAnswers(t *testing.T) {
	x := start(t, 3, Options{About: "random", Land: func() *Land { return &Land{Width: 6, Height: 2, Unit: "m"} }})
	c := x.dial(wire.Ask{Watch: []int64{1}})
	n := 0
	var frame wire.Frame
	until(t, c, "frames", func(kind string, data []byte) bool {
		if kind == "frame" {
			json.Unmarshal(data, &frame)
			n++
		}
		return n == 10
	})
	var hello wire.Hello
	x.get("/v1/hello", &hello)
	if hello.Schema != wire.Schema || hello.About != "random" || hello.Replay || len(hello.Acts) != 0 || hello.Land.Unit != "m" || len(hello.Trees) == 0 || hello.Known.Past.To < hello.Known.Past.From || !hello.Known.Replies || hello.Known.Bits.To < 5 || hello.Start == "" || hello.Hash == "" {
		t.Errorf("hello %s", text(hello))
	}
	ran := 0
	for _, ref := range hello.Trees {
		var tr wire.Tree
		x.get("/v1/trees/"+url.PathEscape(ref.Key), &tr)
		if tr.Key != ref.Key || tr.Name != ref.Name || len(tr.Rows) == 0 || !strings.Contains(tr.Picture, "<svg") {
			t.Errorf("tree %s: %s", ref.Key, text(tr)[:200])
		}
		for _, r := range tr.Rows {
			if want := ` data-key="` + html.EscapeString(r.Key) + `"`; strings.Count(tr.Picture, want) != 1 {
				t.Errorf("the picture of %s has not one card with%s", tr.Name, want)
			}
		}
		var p wire.Population
		x.get("/v1/population?tree="+url.QueryEscape(ref.Key)+"&level=4", &p)
		if slices.Max(p.Agents) < 1 {
			t.Errorf("population %+v", p)
		}
		if len(p.Nodes) == 0 { // its root is never ready
			continue
		}
		if p.Nodes[0].Node != 0 || len(p.Agents) != len(p.Nodes[0].Share) || slices.Max(p.Nodes[0].Share) == 0 {
			t.Errorf("population %+v", p)
		}
		ran++
		var in wire.Agents
		tick := p.To
		for k := range p.Nodes[0].Share {
			if p.Nodes[0].Share[k] == 255 {
				tick = min(p.From+int64(k)*p.Level, p.To)
			}
		}
		x.get(fmt.Sprintf("/v1/agents?tree=%s&node=0&tick=%d", url.QueryEscape(ref.Key), tick), &in)
		if in.Total < 1 {
			t.Errorf("in node 0 of %s are %d agents in tick %d", ref.Key, in.Total, tick)
		}
	}
	if ran == 0 {
		t.Error("no tree ran")
	}
	if hello.Marks == nil || hello.Problems == nil || hello.Trees == nil {
		t.Errorf("null in %s", text(hello))
	}
	var all, some wire.Agents
	x.get("/v1/agents", &all)
	if all.Total != 6 || len(all.List) != 6 {
		t.Errorf("agents %s", text(all))
	}
	x.get("/v1/agents?q=t1", &some)
	if some.Total < 1 || some.Total == 6 {
		t.Errorf("agents with t1: %s", text(some))
	}
	x.get("/v1/agents?q="+url.QueryEscape("x < 2"), &some)
	if some.Total != 2 {
		t.Errorf("agents with x < 2: %s", text(some))
	}
	if status, data := x.request("GET", "/v1/agents?q="+url.QueryEscape("hpp < 2"), nil); status != 400 || !strings.Contains(string(data), "hpp") {
		t.Errorf("%d %s", status, data)
	}
	var score wire.Ran
	x.get(fmt.Sprintf("/v1/ran?agent=1&from=%d&to=%d", frame.Tick-5, frame.Tick), &score)
	if len(score.Parts) == 0 || score.Parts[0].Level != 1 || score.Ends.To < frame.Tick {
		t.Errorf("ran %s", text(score))
	}
	var why wire.Why
	x.get("/v1/why?agent=1&node=1", &why)
	if why.Text == "" || why.Of == 0 {
		t.Errorf("why %s", text(why))
	}
	x.get(fmt.Sprintf("/v1/why?agent=1&node=1&tick=%d", frame.Tick), &why)
	if why.Text == "" || why.Tick != frame.Tick {
		t.Errorf("why in the past %s", text(why))
	}
	var series wire.Series
	x.get(fmt.Sprintf("/v1/fields?agent=1&name=a&from=1&to=%d", frame.Tick), &series)
	if len(series.Points) == 0 || series.Known.From > 1 || series.Known.To != frame.Tick {
		t.Errorf("series %s", text(series))
	}
	for i, p := range series.Points {
		if i > 0 && (p.Tick <= series.Points[i-1].Tick || p.By == nil || p.By.Tick != p.Tick || p.By.Node != -1) {
			t.Errorf("point %s", text(p))
		}
	}
	var boards wire.Boards
	x.get("/v1/boards", &boards)
	x.get("/v1/boards?tick=3", &boards)
	if boards.Tick != 3 {
		t.Errorf("boards %s", text(boards))
	}
	var file wire.File
	x.get("/v1/files/scripts/game.bt", &file) // as in Row.Pos
	x.get("/v1/files/game.bt", &file)
	if len(file.Hash) != 64 || !strings.Contains(file.Text, "tree t0") {
		t.Errorf("file %s", text(file))
	}
}

// TestSeek moves the cursor of a page into the past and back.
func TestSeek(t *testing.T) {
	x := start(t, 2, Options{})
	c := x.dial(wire.Ask{Watch: []int64{1, 2}})
	until(t, c, "tick 80", func(kind string, data []byte) bool {
		var f wire.Frame
		json.Unmarshal(data, &f)
		return kind == "frame" && f.Live && f.Tick >= 80
	})
	for _, tick := range []int64{70, 69, 68, 20, 71, 3} {
		say(t, c, wire.Ask{Seek: &tick})
		got := map[int64]bool{}
		until(t, c, fmt.Sprint("tick ", tick), func(kind string, data []byte) bool {
			var f wire.Frame
			if json.Unmarshal(data, &f); kind == "frame" && !f.Live && f.Tick == tick {
				if f.Tree == "" || len(f.Rows) == 0 || len(f.Fields) == 0 {
					t.Errorf("frame of tick %d: %s", tick, data)
				}
				got[f.Agent] = true
			}
			return len(got) == 2
		})
	}
	far := int64(1 << 40)
	say(t, c, wire.Ask{Seek: &far})
	until(t, c, "a sentence", func(kind string, data []byte) bool {
		var f wire.Frame
		json.Unmarshal(data, &f)
		return kind == "frame" && f.Tick == far && strings.Contains(f.Sentence, "not in the recording")
	})
	now := int64(0)
	say(t, c, wire.Ask{Seek: &now})
	until(t, c, "the present", func(kind string, data []byte) bool {
		var f wire.Frame
		json.Unmarshal(data, &f)
		return kind == "frame" && f.Live
	})
	deadline := time.Now().Add(10 * time.Second)
	for { // the ends before the page came are filled in
		var ran wire.Ran
		x.get("/v1/ran?agent=2&from=1&to=64", &ran)
		if ran.Ends.From <= 1 && ran.Ends.To >= 64 {
			ended := false
			for _, p := range ran.Parts {
				for _, n := range p.Nodes {
					ended = ended || slices.ContainsFunc(n.Spans, func(s [3]int64) bool { return s[2] != 0 })
				}
			}
			if !ended {
				t.Errorf("no bar has an end: %s", text(ran))
			}
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("ends are known for %v", ran.Ends)
		}
		until(t, c, "a frame", func(kind string, _ []byte) bool { return kind == "frame" })
	}
}

func TestActs(t *testing.T) {
	x := start(t, 1, Options{Acts: true})
	act := func(a wire.Act, want int, says string) wire.Acted {
		t.Helper()
		status, data := x.request("POST", "/v1/act", a)
		var reply wire.Acted
		json.Unmarshal(data, &reply)
		if status != want || !strings.Contains(string(data), says) {
			t.Errorf("%+v: %d %s, want %d with %q", a, status, data, want, says)
		}
		return reply
	}
	act(wire.Act{Act: "pause"}, 200, "paused")
	act(wire.Act{Act: "set", Agent: 1, Name: "heard", Value: "loud"}, 400, "loud is not a value")
	act(wire.Act{Act: "hold", Agent: 1}, 200, "is held")
	act(wire.Act{Act: "release", Agent: 1}, 200, "goes on")
	undo := act(wire.Act{Act: "set", Agent: 1, Name: "b", Value: "12.5"}, 200, "b = 12.5").Undo
	if undo == nil || undo.Act != "set" {
		t.Fatalf("undo %+v", undo)
	}
	if v := x.field(1, "b"); v != "12.5" {
		t.Errorf("b is %s", v)
	}
	act(*undo, 200, "b = ")
	act(wire.Act{Act: "set", Agent: 1, Name: "heard", Value: `"it's \"here\""`}, 200, "heard")
	act(wire.Act{Act: "set", Agent: 1, Name: "heard", Value: "nil"}, 200, "nil")
	act(wire.Act{Act: "set", Agent: 1, Name: "id", Value: "4"}, 403, "engine")
	act(wire.Act{Act: "set", Agent: 1, Name: "heardd", Value: "4"}, 404, "has a field heardd")
	act(wire.Act{Act: "set", Agent: 1, Name: "a b", Value: "4"}, 400, "name")
	act(wire.Act{Act: "set", Agent: 1, Name: "b", Value: "4 x=3"}, 400, "value")
	act(wire.Act{Act: "set", Agent: 1, Name: "b", Value: "{"}, 400, "value")
	act(wire.Act{Act: "set", Agent: 99, Name: "b", Value: "4"}, 404, "no agent 99")
	act(wire.Act{Act: "post", Agent: 1, Name: "noise", Value: "3"}, 200, "stimulus noise")
	act(wire.Act{Act: "post", Agent: 1, Name: "noise", Value: "x=3 who=\"wolf\""}, 200, "noise {")
	act(wire.Act{Act: "post", Agent: 1, Name: "noise", Value: "x=3 y"}, 400, "is not a value")
	act(wire.Act{Act: "post", Agent: 1, Name: "noise", Value: "x=3 x=4"}, 400, "is not a value")
	act(wire.Act{Act: "post", Agent: 1, Name: "noise", Value: "x=3 y=$b"}, 400, "is not a value")
	act(wire.Act{Act: "set", Agent: 1, Name: "b", Value: "$b"}, 400, "is not a value")
	act(wire.Act{Act: "board", Name: "camp", Key: "alarm", Value: "true"}, 200, "alarm = true")
	act(wire.Act{Act: "spawn", Name: "thnker"}, 400, "the trees are")
	if undo := act(wire.Act{Act: "spawn", Name: "t0"}, 200, "is spawned").Undo; undo == nil {
		t.Error("a spawn is not undone")
	} else {
		act(*undo, 200, "is removed")
		act(*undo, 404, "there is no agent")
	}
	act(wire.Act{Act: "abort", Agent: 2, Name: "thnk"}, 404, "did you mean think?")
	act(wire.Act{Act: "reset", Agent: 2}, 200, "reset")
	act(wire.Act{Act: "clear", Name: "act"}, 409, "not in quarantine")
	act(wire.Act{Act: "clear", Name: "nobody"}, 404, "no behavior")
	act(wire.Act{Act: "fly"}, 400, "no act")
	act(wire.Act{Act: "speed", Speed: 2}, 200, "speed 2")
	act(wire.Act{Act: "speed", Speed: 1e9}, 400, "speed")
	act(wire.Act{Act: "step"}, 200, "one tick")
	act(wire.Act{Act: "resume"}, 200, "goes on")
	var hello wire.Hello
	x.get("/v1/hello", &hello)
	if !slices.ContainsFunc(hello.Marks, func(m wire.Mark) bool { return m.Kind == "act" && strings.Contains(m.Text, "b = 12.5") }) {
		t.Errorf("marks %s", text(hello.Marks))
	}
	until(t, x.dial(wire.Ask{}), "200 ticks", func(kind string, data []byte) bool {
		var s wire.Status
		json.Unmarshal(data, &s)
		return kind == "status" && s.Tick > staleTicks+10
	})
	act(wire.Act{Act: "hold", Agent: 1, Tick: 1}, 409, "past")
	act(wire.Act{Act: "pause"}, 200, "paused")
	active := wire.Act{Act: "abort"}
	err := x.h.do(t.Context(), func(l *live) error { // which agents are active depends on the tick of the pause
		for a := range l.world.Agents() {
			if a.NodeActive(0) {
				active.Agent, active.Name = int64(a.ID()), a.Program().Node(0).Path
			}
		}
		return nil
	})
	if err != nil || active.Name == "" {
		t.Fatalf("no agent is active: %v", err)
	}
	act(active, 200, active.Name+" is aborted")
	act(active, 409, "is not active")
	if slices.ContainsFunc(hello.Marks, func(m wire.Mark) bool { return m.Kind == "act" && (m.Text == "paused" || m.Text == "one tick") }) {
		t.Errorf("what changes only the pace is marked: %s", text(hello.Marks))
	}

	off := start(t, 1, Options{})
	if status, data := off.request("POST", "/v1/act", wire.Act{Act: "hold", Agent: 1}); status != 403 || !strings.Contains(string(data), "Options.Acts") {
		t.Errorf("%d %s", status, data)
	}
	if status, _ := off.request("POST", "/v1/act", wire.Act{Act: "pause"}); status != 403 {
		t.Errorf("pause: %d", status)
	}
}

// TestPageWrites checks that what a page has set has the page as its writer, in the present and in the past, until something
// else writes it.
func TestPageWrites(t *testing.T) {
	x := start(t, 1, Options{Acts: true})
	post := func(a wire.Act) (reply wire.Acted) {
		t.Helper()
		if status, data := x.request("POST", "/v1/act", a); status != 200 {
			t.Fatalf("%+v: %d %s", a, status, data)
		} else if err := json.Unmarshal(data, &reply); err != nil {
			t.Fatal(err)
		}
		return
	}
	find := func(list []wire.Field, name string) *wire.Field {
		for i := range list {
			if list[i].Name == name {
				return &list[i]
			}
		}
		return &wire.Field{}
	}
	c := x.dial(wire.Ask{Watch: []int64{2}})
	until(t, c, "a frame", func(kind string, _ []byte) bool { return kind == "frame" })
	post(wire.Act{Act: "pause"})
	reply := post(wire.Act{Act: "set", Agent: 2, Name: "x", Value: "12.25"})
	at := reply.Tick + 1
	want := wire.Field{Name: "x", Text: rows.Number(12.25), Exact: "12.25", Number: 12.25, Kind: "number", Set: at, By: &wire.Writer{Tick: at, Hook: "page", Node: -1, Was: reply.Undo.Value}}
	if !reflect.DeepEqual(reply.Set, &want) {
		t.Errorf("set: %s, want %s", text(reply.Set), text(want))
	}
	board := post(wire.Act{Act: "board", Name: "yard", Key: "gate", Value: "12"})
	if board.Set == nil || board.Set.By == nil || board.Set.Text != "12" || board.Undo == nil || board.Undo.Key != "gate" {
		t.Errorf("board: %s", text(board))
	}
	post(wire.Act{Act: "step"})
	until(t, c, "the value of the page", func(kind string, data []byte) bool {
		var f wire.Frame
		json.Unmarshal(data, &f)
		return kind == "frame" && f.Live && f.Tick == at && reflect.DeepEqual(find(f.Fields, "x"), &want)
	})
	var boards wire.Boards
	x.get("/v1/boards", &boards)
	i := slices.IndexFunc(boards.Boards, func(b wire.Board) bool { return b.Name == "yard" })
	if i < 0 || !reflect.DeepEqual(find(boards.Boards[i].Entries, "gate").By, board.Set.By) {
		t.Errorf("boards: %s", text(boards))
	}
	go5 := func() { x.g.World().Agent(2).Set(engine.KeyOf("x"), value.Number(5)) }
	x.g.Do(context.Background(), go5)
	post(wire.Act{Act: "step"})
	until(t, c, "a value of Go", func(kind string, data []byte) bool {
		var f wire.Frame
		json.Unmarshal(data, &f)
		h := find(f.Fields, "x")
		return kind == "frame" && f.Live && h.Text == "5" && h.By != nil && h.By.Hook == ""
	})
	say(t, c, wire.Ask{Seek: &at})
	until(t, c, "the writer in the past", func(kind string, data []byte) bool {
		var f wire.Frame
		json.Unmarshal(data, &f)
		by := find(f.Fields, "x").By
		return kind == "frame" && !f.Live && f.Tick == at && by != nil && by.Hook == "page" && by.Tick == at
	})
	x.g.Do(context.Background(), func() { x.g.World().Agent(2).Set(engine.KeyOf("x"), value.Number(3)) })
	now := int64(0)
	say(t, c, wire.Ask{Seek: &now})
	wait(t, "the page is back in the present", func() bool {
		x.h.mu.Lock()
		defer x.h.mu.Unlock()
		return slices.Contains(x.h.watching, 2)
	})
	post(wire.Act{Act: "step"})
	boards = wire.Boards{}
	x.get("/v1/boards", &boards)
	i = slices.IndexFunc(boards.Boards, func(b wire.Board) bool { return b.Name == "yard" })
	if by := find(boards.Boards[i].Entries, "gate").By; by == nil || by.Hook != "page" || by.Tick != at {
		t.Errorf("the writer of an entry that nobody watched meanwhile: %s", text(boards))
	}
	until(t, c, "a value of Go that nobody watched", func(kind string, data []byte) bool {
		var f wire.Frame
		json.Unmarshal(data, &f)
		h := find(f.Fields, "x")
		return kind == "frame" && f.Live && h.Text == "3" && (h.By == nil || h.By.Hook == "" && h.By.Node < 0)
	})
}

// TestUndoValues checks that an act is undone only by a literal that is the same value.
func TestUndoValues(t *testing.T) {
	for _, c := range []struct {
		v    value.Value
		want string // "" for no undo
	}{
		{value.Value{}, "nil"}, {value.Bool(true), "true"}, {value.Number(0.1), "0.1"}, {value.Number(1e21), "1e+21"}, {value.Number(-3), "-3"},
		{value.Number(math.Inf(1)), ""}, {value.Number(math.NaN()), ""}, {value.VectorOf(value.Vector{X: 1}), ""}, {value.Other(t), ""},
		{value.String("nil"), `"nil"`}, {value.String("a \"b\" \\ é\n"), `"a \"b\" \\ é\n"`}, {value.String("\x00"), ""}, {value.String("x y=2"), `"x y=2"`},
	} {
		undo := undoOf(wire.Act{Act: "set", Name: "x"}, c.v)
		if c.want == "" && undo != nil || c.want != "" && (undo == nil || undo.Value != c.want) {
			t.Errorf("%s: %+v, want %q", c.v, undo, c.want)
		}
	}
}

// TestTreeStimuli checks that a tree names the stimuli that its behaviors wait for.
func TestTreeStimuli(t *testing.T) {
	for seed := range uint64(20) {
		x := start(t, seed, Options{})
		var hello wire.Hello
		x.get("/v1/hello", &hello)
		for _, ref := range hello.Trees {
			var tree wire.Tree
			x.get("/v1/trees/"+url.PathEscape(ref.Key), &tree)
			hears := slices.ContainsFunc(tree.Rows, func(r rows.Row) bool { return r.Name == "hear" })
			if want := []string{"noise"}; hears && !slices.Equal(tree.Stimuli, want) || !hears && len(tree.Stimuli) > 0 {
				t.Errorf("seed %d, %s: %v", seed, ref.Name, tree.Stimuli)
			}
			if hears {
				return
			}
		}
		x.stop()
	}
	t.Error("no tree waits for a stimulus")
}

// field returns a field of an agent.
func (x *ticking) field(id int64, name string) (s string) {
	x.g.Do(context.Background(), func() { s = x.g.World().Agent(engine.AgentID(id)).Get(engine.KeyOf(name)).String() })
	return s
}

// TestGameThatStands asks games that do not tick, and games that are closed.
func TestGameThatStands(t *testing.T) {
	x := start(t, 1, Options{})
	x.stop()
	if status, data := x.request("GET", "/v1/hello", nil); status != 503 || !strings.Contains(string(data), "has not ticked for 200 ms") {
		t.Errorf("%d %s", status, data)
	}
	c := x.dial(wire.Ask{})
	until(t, c, "silent", func(kind string, data []byte) bool {
		var s wire.Status
		json.Unmarshal(data, &s)
		return kind == "status" && s.Silent
	})
	done := make(chan bool)
	go func() {
		for !x.h.isAttached() {
			x.g.Refresh()
			runtime.Gosched()
		}
		close(done)
	}()
	<-done
	x.g.Close()
	if status, data := x.request("GET", "/v1/hello", nil); status != 410 || !strings.Contains(string(data), "closed") {
		t.Errorf("%d %s", status, data)
	}
}

func (h *Handler) isAttached() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.attached
}

// TestNobodyLooks checks that the game is left alone when the last page is gone, and that all goroutines end.
func TestNobodyLooks(t *testing.T) {
	before := runtime.NumGoroutine()
	x := start(t, 1, Options{})
	var list []*websocket.Conn
	for range 5 {
		crowd := true
		list = append(list, x.dial(wire.Ask{Watch: []int64{1, 2, 3}, Crowd: &crowd}))
	}
	for _, c := range list {
		until(t, c, "a frame", func(kind string, _ []byte) bool { return kind == "frame" })
	}
	if !x.h.isAttached() {
		t.Error("not attached")
	}
	for _, c := range list {
		c.Close(websocket.StatusNormalClosure, "")
	}
	wait(t, "the pages are gone", func() bool {
		x.h.mu.Lock()
		defer x.h.mu.Unlock()
		x.h.until = time.Time{} // do not linger
		return len(x.h.viewers) == 0
	})
	wait(t, "the game is not observed any more", func() bool {
		x.h.mu.Lock()
		defer x.h.mu.Unlock()
		x.h.until = time.Time{}
		return !x.h.attached
	})
	x.g.Do(context.Background(), func() {
		if x.h.live.stop != nil || len(x.h.live.probes) > 0 {
			t.Error("the game is still observed")
		}
	})
	open := x.dial(wire.Ask{Watch: []int64{1}})
	until(t, open, "a frame", func(kind string, _ []byte) bool { return kind == "frame" })
	x.h.Close()
	x.stop()
	if _, _, err := open.Read(context.Background()); err == nil {
		for err == nil {
			_, _, err = open.Read(context.Background())
		}
	}
	if status, _ := x.request("GET", "/v1/hello", nil); status != 503 {
		t.Errorf("after Close: %d", status)
	}
	x.server.Close()
	http.DefaultClient.CloseIdleConnections()
	wait(t, "goroutines end", func() bool { return runtime.NumGoroutine() <= before+1 })
}

// wait waits until a condition holds.
func wait(t *testing.T, what string, f func() bool) {
	t.Helper()
	clock := time.NewTicker(time.Millisecond)
	defer clock.Stop()
	for end := time.Now().Add(10 * time.Second); !f(); <-clock.C {
		if time.Now().After(end) {
			buf := make([]byte, 1<<20)
			t.Fatalf("%s: not within 10 s\n%s", what, buf[:runtime.Stack(buf, true)])
		}
	}
}

// TestStalledViewer has a page that never reads: the game goes on, other pages get their frames, and nothing grows.
func TestStalledViewer(t *testing.T) {
	x := start(t, 4, Options{})
	crowd := true
	stalled := x.dial(wire.Ask{Watch: []int64{1, 2, 3, 4}, Crowd: &crowd})
	_ = stalled
	c := x.dial(wire.Ask{Watch: []int64{1}})
	frames := func(n int) {
		until(t, c, "frames", func(kind string, _ []byte) bool {
			if kind == "frame" {
				n--
			}
			return n == 0
		})
	}
	frames(3)
	goroutines := runtime.NumGoroutine()
	frames(40)
	if n := runtime.NumGoroutine(); n > goroutines+2 {
		t.Errorf("%d goroutines, before %d", n, goroutines)
	}
	x.h.mu.Lock()
	defer x.h.mu.Unlock()
	for v := range x.h.viewers {
		v.mu.Lock()
		if len(v.frames) > maxWatched {
			t.Errorf("%d frames wait", len(v.frames))
		}
		v.mu.Unlock()
	}
}

// TestGap checks that a viewer that was late gets the newest frame, which says so.
func TestGap(t *testing.T) {
	g := randomgame.Open(t, 1, bough.Options{})
	h := handlerOf(t, g.Game, Options{})
	v := looker(t, h, 1)
	h.live.attach()
	for range 5 {
		h.live.next = time.Time{}
		g.Step()
	}
	if f := v.frames[1].frame; f.Tick != 5 || !v.gaps[1] || len(v.frames) != 1 {
		t.Errorf("tick %d, gap %v", f.Tick, v.gaps[1])
	}
}

// TestCrowd follows the deltas of a crowd, and compares the result with the full message of each tick.
func TestCrowd(t *testing.T) {
	for seed := range uint64(5) {
		g := randomgame.Open(t, seed, bough.Options{})
		h := handlerOf(t, g.Game, Options{})
		v := looker(t, h)
		v.crowd = true
		h.updateDemand()
		h.live.attach()
		known := map[uint32][entryBytes]byte{}
		var last *crowdState
		for tick := range 60 {
			h.live.next = time.Time{}
			if tick == 20 {
				g.Despawn(g.Agents[1])
				g.Agents = slices.Delete(g.Agents, 1, 2)
			}
			if tick == 30 {
				a, err := g.Spawn("t0", bough.Fields{"a": 1, "b": 0, "x": 3, "y": 2})
				if err != nil {
					t.Fatal(err)
				}
				g.Agents = append(g.Agents, a)
			}
			g.Step()
			m := v.next
			if m == nil || m.before != last {
				t.Fatalf("seed %d, tick %d: no crowd", seed, tick)
			}
			full := entries(t, m.after.all(), crowdFull)
			if last == nil {
				known = full
			} else {
				for id, e := range entries(t, m.delta(), 0) {
					if known[id] = e; e[12]&entryGone != 0 {
						delete(known, id)
					}
				}
				for id, e := range known { // the page counts on
					if f, ok := full[id]; ok {
						copy(e[8:12], f[8:12])
						known[id] = e
					}
				}
			}
			if len(known) != len(full) {
				t.Fatalf("seed %d, tick %d: %d agents, want %d", seed, tick, len(known), len(full))
			}
			for id, e := range full {
				if known[id] != e {
					t.Fatalf("seed %d, tick %d: agent %d is %v, want %v", seed, tick, id, known[id], e)
				}
			}
			for _, a := range g.Agents {
				e := full[uint32(a.ID())]
				row := h.live.agentRow(a)
				if node := int16(binary.LittleEndian.Uint16(e[6:])); a.NodeActive(0) && !a.Paused() && row.State == "" && int(node) != row.Node {
					t.Fatalf("seed %d, tick %d, %s: node %d, want %d", seed, tick, a.Label(), node, row.Node)
				}
				if e[12]&entryPlace == 0 {
					t.Fatalf("agent %d has no place", a.ID())
				}
			}
			last = m.after
		}
	}
}

func entries(t *testing.T, data []byte, flags byte) map[uint32][entryBytes]byte {
	t.Helper()
	n := int(binary.LittleEndian.Uint32(data[headBytes-4:]))
	if data[0] != wire.Schema || data[1] != flags || len(data) != headBytes+n*entryBytes {
		t.Fatalf("crowd %v", data)
	}
	list := map[uint32][entryBytes]byte{}
	for i := range n {
		e := [entryBytes]byte(data[headBytes+i*entryBytes:])
		list[binary.LittleEndian.Uint32(e[:])] = e
	}
	return list
}

// TestGrid checks the crowd of more than 2,000 agents: a density grid, and single agents only in the part in view.
func TestGrid(t *testing.T) {
	const agents = 2500
	g, h := crowded(t, agents, Options{})
	v := looker(t, h)
	v.crowd = true
	h.updateDemand()
	h.live.next = time.Time{}
	g.Tick(time.Millisecond)
	state := v.next.after
	view := [4]float64{10, 0, 20, 5}
	data := state.grid(&view, nil)
	n := int(binary.LittleEndian.Uint32(data[headBytes-4:]))
	if data[1] != crowdFull|crowdGrid || int(binary.LittleEndian.Uint32(data[headBytes-8:])) != agents || n == 0 || n > 100 || len(data) > maxFrame {
		t.Fatalf("flags %d, %d single agents, %d bytes", data[1], n, len(data))
	}
	for i := range n {
		e := data[headBytes+i*entryBytes:]
		x, y := math.Float32frombits(binary.LittleEndian.Uint32(e[16:])), math.Float32frombits(binary.LittleEndian.Uint32(e[20:]))
		if float64(x) < view[0] || float64(x) > view[2] || float64(y) < view[1] || float64(y) > view[3] {
			t.Errorf("an agent at %v, %v is not in view", x, y)
		}
	}
	with := state.grid(&view, []int64{1, 1}) // is not in view
	if m := int(binary.LittleEndian.Uint32(with[headBytes-4:])); m != n+1 || binary.LittleEndian.Uint32(with[headBytes:]) != 1 {
		t.Errorf("%d single agents with the one that is watched, %d without", m, n)
	}
	grid := data[headBytes+n*entryBytes:]
	sum := 0
	for k := 20; k < len(grid); k += 2 {
		sum += int(binary.LittleEndian.Uint16(grid[k:]))
	}
	if len(grid) != 20+2*gridCells*gridCells || sum != agents {
		t.Errorf("the cells have %d agents", sum)
	}
}

func TestOptions(t *testing.T) {
	g := randomgame.Open(t, 1, bough.Options{})
	for name, o := range map[string]Options{"short": {Token: "123"}, "port": {Hosts: []string{"a:80"}}, "address": {Hosts: []string{"http://a"}}, "all": {Hosts: []string{"*"}}, "empty": {Hosts: []string{""}}} {
		if h, err := NewHandler(g.Game, o); err == nil {
			t.Errorf("%s: no error", name)
			h.Close()
		} else if o.Token != "" && strings.Contains(err.Error(), o.Token) {
			t.Errorf("the error has the token: %v", err)
		}
	}
	if _, err := NewHandler(nil, Options{}); err == nil {
		t.Error("no game: no error")
	}
	if _, err := NewReplay(nil, nil, Options{}); err == nil {
		t.Error("no recording: no error")
	}
	a, b := handlerOf(t, g.Game, Options{}), handlerOf(t, g.Game, Options{})
	if len(a.Token()) < minToken || a.Token() == b.Token() {
		t.Errorf("tokens %q and %q", a.Token(), b.Token())
	}
}

// TestReplay shows a recording.
func TestReplay(t *testing.T) {
	g := randomgame.Open(t, 5, bough.Options{Record: bough.RecordOptions{Keep: time.Hour, Replies: true, About: "a night"}})
	for range 150 {
		g.Step()
	}
	var b bytes.Buffer
	if err := g.WriteRecording(&b); err != nil {
		t.Fatal(err)
	}
	rec, err := bough.OpenRecording(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	h, err := NewReplay(rec, nil, Options{Token: secret, Acts: true})
	if err != nil {
		t.Fatal(err)
	}
	x := &ticking{t: t, h: h, server: httptest.NewServer(h)}
	defer h.Close()
	defer x.server.Close()
	wait(t, "the recording is played", func() bool { return h.stamp().Tick == 150 })
	var hello wire.Hello
	x.get("/v1/hello", &hello)
	if !hello.Replay || hello.About != "a night" || len(hello.Acts) != 0 || hello.Known.Bits != (wire.Between(1, 150)) || hello.Known.Past != (wire.Between(1, 150)) {
		t.Errorf("hello %s", text(hello))
	}
	crowd := true
	until(t, x.dial(wire.Ask{Crowd: &crowd}), "the places at the end", func(kind string, data []byte) bool {
		return kind == "crowd" && len(entries(t, data, crowdFull)) == len(g.Agents)
	})
	c := x.dial(wire.Ask{Watch: []int64{1}})
	for _, tick := range []int64{0, 40, 39, 150} {
		say(t, c, wire.Ask{Seek: &tick})
		want := tick
		if tick == 0 {
			want = 150
		}
		until(t, c, fmt.Sprint("tick ", tick), func(kind string, data []byte) bool {
			var f wire.Frame
			json.Unmarshal(data, &f)
			return kind == "frame" && f.Tick == want && f.Tree != "" && len(f.Fields) > 0
		})
	}
	var why wire.Why
	x.get("/v1/why?agent=1&node=0&tick=77", &why)
	if why.Tick != 77 {
		t.Errorf("why %s", text(why))
	}
	if status, data := x.request("POST", "/v1/act", wire.Act{Act: "hold", Agent: 1}); status != 403 || !strings.Contains(string(data), "recording") {
		t.Errorf("%d %s", status, data)
	}
}

// TestPaused opens a page of a game that is paused: places and frames of its agents arrive without a tick.
func TestPaused(t *testing.T) {
	x := start(t, 1, Options{Acts: true})
	if status, data := x.request("POST", "/v1/act", wire.Act{Act: "pause"}); status != 200 {
		t.Fatalf("%d %s", status, data)
	}
	crowd := true
	c := x.dial(wire.Ask{Crowd: &crowd})
	until(t, c, "the places", func(kind string, data []byte) bool {
		return kind == "crowd" && len(entries(t, data, crowdFull)) == len(x.g.Agents)
	})
	say(t, c, wire.Ask{Watch: []int64{2}})
	until(t, c, "a frame of the present", func(kind string, data []byte) bool {
		var f wire.Frame
		json.Unmarshal(data, &f)
		return kind == "frame" && f.Agent == 2 && f.Tick == x.h.stamp().Tick && len(f.Rows) > 0
	})
}

// TestPausedWhy checks that a paused game explains the tick that it shows, and not the next one.
func TestPausedWhy(t *testing.T) {
	g, err := bough.OpenFS(fstest.MapFS{
		"root.lua":  {Data: []byte("return { behavior = function() return bt.RUNNING end }")},
		"count.lua": {Data: []byte("return { behavior = function(agent) agent.n = agent.n + 1 return bt.RUNNING end }")},
		"wait.lua":  {Data: []byte("return { behavior = function() return bt.RUNNING end }")},
		"main.bt":   {Data: []byte("tree main\n  root\n    count +\n    wait when n % 2 == 0\n")},
	}, bough.Options{Record: bough.RecordOptions{Keep: time.Hour, Replies: true}})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	if _, err := g.Spawn("main", bough.Fields{"n": 0}); err != nil {
		t.Fatal(err)
	}
	h := handlerOf(t, g, Options{Token: secret, Acts: true, Pace: &pace{paused: true}})
	h.use()
	h.live.attach()
	for tick := range 6 {
		g.Tick(randomgame.DT)
		answer := make(chan string)
		go func() {
			r := httptest.NewRequest("GET", "http://localhost/v1/why?agent=1&node=2", nil)
			r.Header.Set("Authorization", "Bearer "+secret)
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			answer <- w.Body.String()
		}()
		for said := false; !said; {
			select {
			case text := <-answer:
				if said = true; strings.Contains(text, "wait runs") != (tick%2 == 0) {
					t.Errorf("tick %d: %s", tick+1, text)
				}
			default:
				g.Refresh()
			}
		}
	}
}

// TestWhyHasUnits checks that answers why have values as agent.fields declares them, in the present and in the past.
func TestWhyHasUnits(t *testing.T) {
	g, err := bough.OpenFS(fstest.MapFS{
		"agent.fields": {Data: []byte("pace number m/s = 3: how fast\nfoe agent: whom it fights\n")},
		"walk.lua":     {Data: []byte("return { args = { \"who\" }, precondition = function(agent, params) return params.who == nil or agent.pace > 3 end }")},
		"main.bt":      {Data: []byte("tree main\n  priority\n    walk $foe\n    idle when pace < 5\n")},
	}, bough.Options{Record: bough.RecordOptions{Keep: time.Hour, Replies: true}})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	if _, err := g.Spawn("main", bough.Fields{"foe": 1}); err != nil {
		t.Fatal(err)
	}
	h := handlerOf(t, g, Options{Token: secret, Acts: true, Pace: &pace{paused: true}})
	h.use()
	h.live.attach()
	for range 3 {
		g.Tick(randomgame.DT)
	}
	for _, c := range []struct{ of, want string }{
		{"node=1", "walk does not run: precondition is false (who → foe = main#1, pace = 3 m/s) at scripts/walk.lua:1."},
		{"node=2", "idle runs, since pace = 3 m/s."},
		{"node=1&tick=2", "walk does not run: precondition is false (who → foe = main#1, pace = 3 m/s) at scripts/walk.lua:1."},
	} {
		answer := make(chan string, 1)
		go func() {
			r := httptest.NewRequest("GET", "http://localhost/v1/why?agent=1&"+c.of, nil)
			r.Header.Set("Authorization", "Bearer "+secret)
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			answer <- w.Body.String()
		}()
		for said := false; !said; {
			select {
			case text := <-answer:
				var y wire.Why
				json.Unmarshal([]byte(text), &y)
				if said = true; y.Text != c.want {
					t.Errorf("%s: %s", c.of, text)
				}
			default:
				g.Refresh()
			}
		}
	}
}

// TestPath checks that frames of the present have the way of the agent, up to the first point that is no place.
func TestPath(t *testing.T) {
	x := start(t, 1, Options{Path: func(a *bough.Agent) [][2]float64 {
		return append(slices.Repeat([][2]float64{{float64(a.ID()), 2}}, int(a.ID())*20), [2]float64{math.NaN(), 3}, [2]float64{4, 4})
	}})
	c := x.dial(wire.Ask{Watch: []int64{1, 4}})
	for id, n := range map[int64]int{1: 20, 4: maxPath} {
		until(t, c, "a path", func(kind string, data []byte) bool {
			var f wire.Frame
			json.Unmarshal(data, &f)
			return kind == "frame" && f.Agent == id && len(f.Path) == n && f.Path[0] == [2]float64{float64(id), 2}
		})
	}
}

// TestWhyWithoutRecording checks that a game that records nothing does not explain a tick of the past by another one.
func TestWhyWithoutRecording(t *testing.T) {
	g, h := crowded(t, 3, Options{Keep: -1})
	for range 40 {
		g.Tick(randomgame.DT)
	}
	for tick, want := range map[int]string{5: "Options.Record", 41: "walk runs"} {
		answer := make(chan string)
		go func() {
			r := httptest.NewRequest("GET", fmt.Sprintf("http://localhost/v1/why?agent=1&node=1&tick=%d", tick), nil)
			r.Header.Set("Authorization", "Bearer "+h.Token())
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			answer <- w.Body.String()
		}()
		for said := false; !said; {
			select {
			case text := <-answer:
				if said = true; !strings.Contains(text, want) {
					t.Errorf("tick %d: %s, want %q", tick, text, want)
				}
			default:
				g.Refresh()
			}
		}
	}
}

// TestWritersOfBoards checks that the boards say who wrote their entries, now and in the past.
func TestWritersOfBoards(t *testing.T) {
	g, err := bough.OpenFS(fstest.MapFS{
		"root.lua": {Data: []byte("return { behavior = function() return bt.RUNNING end }")},
		"ring.lua": {Data: []byte("return {\n  behavior = function(agent)\n    bt.board(\"yard\").bell = agent.id * 10 + math.floor(bt.time() / 2)\n    return bt.RUNNING\n  end,\n}\n")},
		"main.bt":  {Data: []byte("tree main\n  root\n    ring when id == 2\n")},
	}, bough.Options{Record: bough.RecordOptions{Keep: time.Hour, Replies: true}})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	for range 3 {
		if _, err := g.Spawn("main", nil); err != nil {
			t.Fatal(err)
		}
	}
	g.World().SetBoard("yard", "gate", value.Number(1))
	h := handlerOf(t, g, Options{Token: secret})
	looker(t, h, 1)
	h.use()
	h.live.attach()
	entries := func(query string) map[string]wire.Field {
		t.Helper()
		answer := make(chan []byte)
		go func() {
			r := httptest.NewRequest("GET", "http://localhost/v1/boards"+query, nil)
			r.Header.Set("Authorization", "Bearer "+secret)
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			answer <- w.Body.Bytes()
		}()
		for {
			select {
			case data := <-answer:
				var reply wire.Boards
				if err := json.Unmarshal(data, &reply); err != nil || len(reply.Boards) != 1 {
					t.Fatalf("%s: %v", data, err)
				}
				list := map[string]wire.Field{}
				for _, f := range reply.Boards[0].Entries {
					list[f.Name] = f
				}
				return list
			default:
				g.Refresh()
			}
		}
	}
	for range 100 { // the bell changes after two seconds: in tick 40
		g.Tick(randomgame.DT)
	}
	want := &wire.Writer{Tick: 80, Node: 1, Behavior: "ring", Hook: "behavior", Agent: "main#2", Pos: "scripts/ring.lua:3", Was: "21"}
	if bell := entries("")["bell"]; !reflect.DeepEqual(bell.By, want) || bell.Set != 80 || bell.Text != "22" {
		t.Errorf("the bell is %s", text(bell))
	}
	want.Tick, want.Was = 40, "20"
	past := entries("?tick=60")
	if bell := past["bell"]; !reflect.DeepEqual(bell.By, want) || bell.Set != 40 || bell.Text != "21" {
		t.Errorf("in tick 60 the bell is %s", text(bell))
	}
	if gate := past["gate"]; gate.By == nil || gate.By.Node != -1 || gate.By.Behavior != "" || gate.By.Tick != 1 {
		t.Errorf("the gate is %s", text(gate))
	}
}

// TestActsOnBoards checks which values and names an entry of a board takes from a page.
func TestActsOnBoards(t *testing.T) {
	g, err := bough.OpenFS(fstest.MapFS{
		"agent.fields": {Data: []byte("board yard.bell number 0..9: how loud\n")},
		"root.lua":     {Data: []byte("return { behavior = function(agent) agent.heard = bt.board(\"yard\").bell end }")},
		"main.bt":      {Data: []byte("tree main\n  root\n")},
	}, bough.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	a, err := g.Spawn("main", nil)
	if err != nil {
		t.Fatal(err)
	}
	h := handlerOf(t, g, Options{Token: secret, Acts: true})
	h.use()
	h.live.attach()
	for _, c := range []struct{ board, key, value, says string }{
		{"yard", "bell", `"loud"`, `bell gets "loud", but scripts/agent.fields:1 declares it as number 0..9: give a number from 0 to 9`},
		{"yard", "bell", "12", "bell gets 12, but scripts/agent.fields:1 declares it as number 0..9: give a number from 0 to 9, or declare another range"},
		{"yard", "bell", "5", "board yard: bell = 5"},
		{"yard", "bel", "5", "board yard: bel = 5; did you mean bell?"},
		{"yrd", "bell", "5", "board yrd: bell = 5; did you mean yard?"},
		{"yard", "gate", "true", "board yard: gate = true"},
		{"yard", "", "true", "name and key of the board entry are missing"},
	} {
		var r wire.Acted
		err := h.live.act(&wire.Act{Act: "board", Name: c.board, Key: c.key, Value: c.value}, &r)
		if err != nil {
			r.Text = err.Error()
		}
		if r.Text != c.says {
			t.Errorf("%+v: it says %q", c, r.Text)
		}
	}
	if g.Tick(randomgame.DT); a.Get(engine.KeyOf("heard")).Float() != 5 {
		t.Errorf("the agent heard %s", a.Get(engine.KeyOf("heard")))
	}
}

// TestPostedData checks that a stimulus that a page posts must have the data that agent.fields declares.
func TestPostedData(t *testing.T) {
	g, err := bough.OpenFS(fstest.MapFS{
		"agent.fields": {Data: []byte("stimulus noise { x number 0..9, by agent }: a sound\nstimulus smell: something is in the air\n")},
		"root.lua":     {Data: []byte("return { stimulus = \"noise\" }")},
		"main.bt":      {Data: []byte("tree main\n  root\n")},
	}, bough.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	a, err := g.Spawn("main", nil)
	if err != nil {
		t.Fatal(err)
	}
	h := handlerOf(t, g, Options{Token: secret, Acts: true})
	h.use()
	h.live.attach()
	held := 0
	for _, c := range []struct{ name, value, says string }{
		{"noise", `x="3"`, `x gets "3", but scripts/agent.fields:1 declares it as number 0..9: write 3 without quotes`},
		{"noise", "x=12", "x gets 12, but scripts/agent.fields:1 declares it as number 0..9: give a number from 0 to 9, or declare another range"},
		{"noise", "x=3 bye=1", "the stimulus noise has no entry bye, as declared at scripts/agent.fields:1: did you mean by?"},
		{"noise", "3", "data gets 3, but scripts/agent.fields:1 declares it as { x number 0..9, by agent }: give a table, such as {x=0, by=1}"},
		{"noise", "x=3 by=1", "main#1 gets the stimulus noise {by=1, x=3}"},
		{"noise", "", "main#1 gets the stimulus noise"},
		{"smell", "4", "main#1 gets the stimulus smell 4"},
	} {
		var r wire.Acted
		err := h.live.act(&wire.Act{Act: "post", Agent: int64(a.ID()), Name: c.name, Value: c.value}, &r)
		if err != nil {
			r.Text = err.Error()
		} else {
			held++
		}
		if r.Text != c.says {
			t.Errorf("%+v: it says %q", c, r.Text)
		}
	}
	if g.Tick(randomgame.DT); len(a.Stimuli()) != held {
		t.Errorf("the agent holds %v", a.Stimuli())
	}
}

// TestBoardUnits checks that numbers on boards have their declared units.
func TestBoardUnits(t *testing.T) {
	g, err := bough.OpenFS(fstest.MapFS{
		"agent.fields": {Data: []byte("board yard.bell number dB: how loud\nboard *.since number s: since when\n")},
		"root.lua":     {Data: []byte("return {}")},
		"main.bt":      {Data: []byte("tree main\n  root\n")},
	}, bough.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	g.Load()
	for i, entry := range []string{"yard.bell", "yard.since", "yard.gate", "camp.bell"} {
		board, key, _ := strings.Cut(entry, ".")
		g.World().SetBoard(board, key, value.Number(float64(i)))
	}
	got := ""
	for _, b := range boardsOf(g, nil) {
		for _, e := range b.Entries {
			got += " " + b.Name + "." + e.Name + ":" + e.Unit
		}
	}
	if got != " camp.bell: yard.bell:dB yard.gate: yard.since:s" {
		t.Error(got)
	}
}

// TestTreesAreInOrder checks that the indexes of trees, which give them their colors, do not depend on chance.
func TestTreesAreInOrder(t *testing.T) {
	files := fstest.MapFS{"root.lua": {Data: []byte("return { behavior = function() end }")}}
	var want []string
	for i := range 8 {
		name := fmt.Sprintf("t%d", (i*5+3)%8)
		want = append(want, name)
		files[name+".bt"] = &fstest.MapFile{Data: []byte("tree " + name + "\n  root\n")}
	}
	g, err := bough.OpenFS(files, bough.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	for _, name := range append(slices.Clone(want), want[0]) {
		if _, err := g.Spawn(name, nil); err != nil {
			t.Fatal(err)
		}
	}
	h := handlerOf(t, g, Options{})
	h.live.attach()
	for i, r := range h.updates.trees {
		if r.Index != i || r.Name != want[i] {
			t.Errorf("tree %d is %s with index %d, want %s", i, r.Name, r.Index, want[i])
		}
	}
	if len(h.updates.trees) != len(want) || h.updates.trees[0].Agents != 2 {
		t.Errorf("trees %s", text(h.updates.trees))
	}
}

// TestPrefix mounts the handler behind a prefix of the path.
func TestPrefix(t *testing.T) {
	x := start(t, 1, Options{})
	x.server.Close()
	mux := http.NewServeMux()
	mux.Handle("/debug/bough/", http.StripPrefix("/debug/bough", x.h))
	x.server = httptest.NewServer(mux)
	t.Cleanup(x.server.Close)
	for _, path := range []string{"/debug/bough/", "/debug/bough", "/debug/bough/page.js", "/debug/bough/v1/hello"} {
		status, data := x.request("GET", path, nil)
		if status != 200 || len(data) == 0 {
			t.Errorf("%s: %d %s", path, status, data)
		}
	}
	if status, _ := x.request("GET", "/v1/hello", nil); status != 404 {
		t.Errorf("without the prefix: %d", status)
	}
	x.server.URL += "/debug/bough"
	origin, _, _ := strings.Cut(x.server.URL, "/debug")
	c, _, err := websocket.Dial(t.Context(), strings.Replace(x.server.URL, "http", "ws", 1)+"/v1/live", &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {origin}}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.CloseNow()
	say(t, c, wire.Ask{Token: secret, Watch: []int64{1}})
	until(t, c, "a frame", func(kind string, _ []byte) bool { return kind == "frame" })
	// A foreign page cannot open the socket, whatever the prefix.
	_, reply, err := websocket.Dial(t.Context(), strings.Replace(x.server.URL, "http", "ws", 1)+"/v1/live", &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {"http://evil.example"}}})
	if err == nil || reply.StatusCode != http.StatusForbidden {
		t.Errorf("a foreign origin: %v", err)
	}
}

// TestMarks checks that errors, marks of scripts and acts of pages are marks, once each, also after all pages have left and
// one has come again, and in a recording of the game.
func TestMarks(t *testing.T) {
	for _, c := range []struct {
		record, keep time.Duration
		want         string
	}{{0, -1, "fault 1, mark 0, act 1"}, {0, 0, "fault 1, mark 12, act 1"}, {time.Hour, 0, "fault 1, mark 12, act 1"}} {
		g, err := bough.OpenFS(fstest.MapFS{
			"shaky.lua": {Data: []byte("return { behavior = function(agent) agent.n = agent.n + 1 if agent.n > 4 then return agent.none.x end end }\n")},
			"note.lua":  {Data: []byte("return { non_exclusive = true, behavior = function(agent) bt.mark(\"seen\") end }\n")},
			"main.bt":   {Data: []byte("tree main\n  parallel success=all failure=all\n    note\n    shaky\n    idle\n")},
		}, bough.Options{Record: bough.RecordOptions{Keep: c.record}})
		if err != nil {
			t.Fatal(err)
		}
		defer g.Close()
		a, err := g.Spawn("main", bough.Fields{"n": 0})
		if err != nil {
			t.Fatal(err)
		}
		h := handlerOf(t, g, Options{Keep: c.keep, Acts: true})
		looker(t, h, int64(a.ID()))
		h.live.attach()
		acted := wire.Mark{Tick: 7, Kind: "act", Text: "main#1: n = 20", Agent: int64(a.ID())}
		for tick := range 12 {
			if tick == 6 {
				done := make(chan error)
				go func() {
					_, err := h.act(t.Context(), &wire.Act{Act: "set", Agent: acted.Agent, Name: "n", Value: "20"})
					done <- err
				}()
				refreshUntil(t, g, done)
			}
			g.Tick(50 * time.Millisecond)
			h.live.describe(true)
		}
		counted := func(when string, h *Handler, want string) {
			t.Helper()
			count := map[string]int{}
			for _, m := range h.updates.marks {
				count[m.Kind]++
				if m.Agent != int64(a.ID()) || m.Text == "" {
					t.Errorf("%s: mark %+v", when, m)
				}
			}
			if got := fmt.Sprintf("fault %d, mark %d, act %d", count["fault"], count["mark"], count["act"]); got != want || !slices.Contains(h.updates.marks, acted) {
				t.Errorf("%s: %+v: %s of %+v", when, c, got, h.updates.marks)
			}
		}
		counted("first", h, c.want)
		h.live.detach()
		h.live.attach()
		h.live.describe(true)
		counted("again", h, c.want)
		if c.record > 0 {
			r, err := g.Recording()
			if err != nil {
				t.Fatal(err)
			}
			p, err := NewReplay(r, nil, Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			<-p.playback.ended
			p.live.describe(true)
			counted("recorded", p, c.want)
		}
		if len(h.updates.problems) == 0 || h.updates.problems[0].Agent != 1 || h.updates.problems[0].Tick != 5 {
			t.Errorf("problems %s", text(h.updates.problems))
		}
	}
}

// refreshUntil refreshes a game, so that it answers, until a question is answered.
func refreshUntil(t *testing.T, g *bough.Game, done <-chan error) {
	t.Helper()
	for {
		select {
		case err := <-done:
			if err != nil {
				t.Fatal(err)
			}
			return
		default:
			g.Refresh()
			runtime.Gosched()
		}
	}
}

// TestRestart checks that a page is told when another game begins.
func TestRestart(t *testing.T) {
	x := start(t, 1, Options{})
	c := x.dial(wire.Ask{Watch: []int64{1}})
	was := ""
	until(t, c, "a frame", func(kind string, data []byte) bool {
		var f wire.Frame
		json.Unmarshal(data, &f)
		was = f.Start
		return kind == "frame" && f.Tick > 20
	})
	x.stop()
	x.g.Restart(7)
	x.g.Agents = nil
	if _, err := x.g.Spawn("t1", bough.Fields{"a": 1, "b": 2}); err != nil {
		t.Fatal(err)
	}
	var ended atomic.Bool
	var ticker sync.WaitGroup
	ticker.Go(func() {
		clock := time.NewTicker(time.Millisecond)
		defer clock.Stop()
		for !ended.Load() {
			x.g.Tick(randomgame.DT)
			<-clock.C
		}
	})
	until(t, c, "another start", func(kind string, data []byte) bool {
		var f wire.Frame
		json.Unmarshal(data, &f)
		return kind == "frame" && f.Start != was && len(f.Rows) > 0
	})
	ended.Store(true)
	ticker.Wait()
}

func FuzzAsk(f *testing.F) {
	for _, s := range []string{`{"token":"x","watch":[1,2],"rate":5,"seek":3,"crowd":true,"view":[0,0,1,1]}`, `{"watch":null}`, `{"rate":1e400}`, `{"seek":-1}`, `{"view":[1]}`, `[]`, `{"watch":[9223372036854775807]}`} {
		f.Add([]byte(s))
	}
	g, err := bough.OpenFS(randomgame.Files(1), bough.Options{})
	if err != nil {
		f.Fatal(err)
	}
	defer g.Close()
	h, err := NewHandler(g, Options{})
	if err != nil {
		f.Fatal(err)
	}
	defer h.Close()
	v := &viewer{h: h, wake: make(chan struct{}, 1), pastWake: make(chan struct{}, 1), rate: maxRate, frames: map[int64]*message{}, gaps: map[int64]bool{}}
	if err := h.addViewer(v); err != nil {
		f.Fatal(err)
	}
	defer h.removeViewer(v)
	h.live.attach()
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := parseAsk(data)
		if err != nil {
			if len(err.Error()) > 100 {
				t.Errorf("the error is long: %v", err)
			}
			return
		}
		v.apply(a)
		if len(v.watch) > maxWatched || !(v.rate > 0 && v.rate <= maxRate) || v.seek < 0 {
			t.Errorf("%+v", a)
		}
		g.Tick(time.Millisecond)
	})
}
