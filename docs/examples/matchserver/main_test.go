package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"
)

// pipes is a listener whose connections are in memory. So time in a test is that of synctest, and a second takes no time.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
}

func (l *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *pipes) Close() error   { close(l.closed); return nil }
func (l *pipes) Addr() net.Addr { return &net.TCPAddr{} }

func (l *pipes) dial(context.Context, string, string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	l.conns <- theirs
	return ours, nil
}

// client is a player of a test.
type client struct {
	t    *testing.T
	conn *websocket.Conn
	you  int
}

// state is the next state that the server sends.
func (c *client) state() (s state) {
	c.t.Helper()
	_, text, err := c.conn.Read(c.t.Context())
	if err != nil {
		c.t.Fatal(err)
	}
	if err := json.Unmarshal(text, &s); err != nil {
		c.t.Fatal(err)
	}
	return s
}

// until reads states until one is as wanted.
func (c *client) until(what string, holds func(*state) bool) *state {
	c.t.Helper()
	for range 600 { // half a minute
		if s := c.state(); holds(&s) {
			return &s
		}
	}
	c.t.Fatalf("player %d does not see %s", c.you, what)
	return nil
}

func (c *client) send(text string) {
	c.t.Helper()
	if err := c.conn.Write(c.t.Context(), websocket.MessageText, []byte(text)); err != nil {
		c.t.Fatal(err)
	}
}

func (s state) player(id int) *player {
	for _, p := range s.Players {
		if p.ID == id {
			return p
		}
	}
	return nil
}

// TestServer plays two rooms with three clients, and stops the server.
func TestServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		s := newServer(ctx, "", "a token of this test")
		listener := &pipes{make(chan net.Conn), make(chan struct{})}
		web := &http.Server{Handler: s.handler()}
		go web.Serve(listener)
		transport := &http.Transport{DialContext: listener.dial}
		enter := func(room string) *client {
			conn, _, err := websocket.Dial(t.Context(), "ws://server/rooms/"+room+"/play", &websocket.DialOptions{HTTPClient: &http.Client{Transport: transport}})
			if err != nil {
				t.Fatal(err)
			}
			c := &client{t: t, conn: conn}
			_, text, err := conn.Read(t.Context())
			if _, scan := fmt.Sscanf(string(text), `{"you":%d}`, &c.you); err != nil || scan != nil {
				t.Fatal(err, scan, string(text))
			}
			return c
		}
		a, b, other := enter("pit"), enter("pit"), enter("cave")
		a.until("both", func(s *state) bool { return len(s.Players) == 2 })
		if s := other.state(); len(s.Players) != 1 || len(s.Wolves) != 3 {
			t.Errorf("in another room: %+v", s)
		}

		a.send(`{"move":[3,0]}`) // as fast as 1
		began := a.until("movement", func(s *state) bool { return s.player(a.you).X > width/2 })
		for range 4 {
			if got := a.state().player(a.you).X - began.player(a.you).X; got > 4*speed*step.Seconds()+1e-9 {
				t.Errorf("too fast: %v", got)
			}
		}
		a.send(`{"move":[0,0]}`)

		b.until("a wolf that hunts", func(s *state) bool { return s.Wolves[1].Doing == "hunt" })
		b.until("a bite", func(s *state) bool { return s.player(a.you).HP+s.player(b.you).HP < 200 })
		b.send(`{"shout":true}`)
		b.until("a wolf that flees", func(s *state) bool { return s.Wolves[1].Doing == "flee" })
		b.until("a wolf that is back", func(s *state) bool { return s.Wolves[1].Doing == "hunt" })

		b.send(`nonsense`)
		for err := error(nil); websocket.CloseStatus(err) != websocket.StatusUnsupportedData; {
			if _, _, err = b.conn.Read(t.Context()); err != nil && websocket.CloseStatus(err) != websocket.StatusUnsupportedData {
				t.Fatal(err)
			}
		}
		a.until("that b has left", func(s *state) bool { return len(s.Players) == 1 })

		reply := httptest.NewRecorder()
		s.handler().ServeHTTP(reply, httptest.NewRequest("GET", "/metrics", nil))
		if text := reply.Body.String(); !strings.Contains(text, `bough_agents{room="pit"} 3`) || !strings.Contains(text, `room="cave"`) {
			t.Error(text)
		}

		stop()
		for _, c := range []*client{a, other} {
			var err error
			for err == nil {
				_, _, err = c.conn.Read(t.Context())
			}
			if websocket.CloseStatus(err) != websocket.StatusGoingAway {
				t.Errorf("player %d: %v", c.you, err)
			}
		}
		s.wait.Wait()
		transport.CloseIdleConnections()
		if err := web.Shutdown(t.Context()); err != nil || len(s.rooms) > 0 {
			t.Error(err, len(s.rooms))
		}
	})
}

// TestEmptyRoomEnds checks that a room ends a minute after its last player.
func TestEmptyRoomEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer(t.Context(), "", "a token of this test")
		r, err := s.room("pit")
		if err != nil {
			t.Fatal(err)
		}
		defer s.wait.Done()
		p, err := r.join(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		count := func() int {
			s.mu.Lock()
			defer s.mu.Unlock()
			return len(s.rooms)
		}
		time.Sleep(2 * ticksWithout * step) // in the time of the test
		if count() != 1 {
			t.Error("a room with a player ends")
		}
		r.leave(p)
		time.Sleep((ticksWithout + 2) * step)
		if count() != 0 {
			t.Error("an empty room does not end")
		}
	})
}
