//go:build js

// Command engine is the engine of Bough in a worker of a browser. It is built for GOOS=js GOARCH=wasm, and started by play/worker.js,
// which calls the function bough of the worker for each message of the page. Messages are arrays:
//
//	to the engine    ["open", project]                   begins a game, and ends the one before
//	                 ["ask", number, method, path, body] a request; answered by ["answer", number, status, text]
//	                 ["live", text]                      a message of the stream
//	                 ["project", number]                 answered by ["answer", number, 200, the project as it is now]
//	to the page      ["ready"]                           the engine waits for a project
//	                 ["opened"], ["failed", why]         the answer to open
//	                 ["live", text or ArrayBuffer]       a message of the stream
//	                 ["said", text]                      a line that the scene prints
package main

import (
	"context"
	"encoding/json"
	"io"
	"syscall/js"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/cmd/bough/internal/playground"
	"github.com/bough-dev/bough/internal/lang"
)

// playing is the game that is played.
type playing struct {
	game *playground.Game
	conn *conn
	stop func()
}

func main() {
	// The page chooses its language so, too; see begin.ts.
	if err := bough.SetLanguage(lang.Of(js.Global().Get("navigator").Get("language").String())); err != nil {
		panic(err) // Of returns only names that there are
	}
	messages := make(chan []js.Value, 100)
	js.Global().Set("bough", js.FuncOf(func(_ js.Value, args []js.Value) any {
		messages <- args // the worker is the only caller, and waits for the answers to what it asks
		return nil
	}))
	post("ready")
	var now *playing
	for m := range messages {
		switch kind := m[0].String(); {
		case kind == "open":
			if now != nil {
				now.stop()
			}
			var err error
			if now, err = open(m[1].String()); err != nil {
				post("failed", err.Error())
			} else {
				post("opened")
			}
		case now == nil:
		case kind == "ask":
			go now.answer(m[1].Int(), m[2].String(), m[3].String(), m[4].String())
		case kind == "project":
			text, _ := json.Marshal(now.game.Project())
			post("answer", m[1].Int(), 200, string(text))
		case kind == "live":
			select {
			case now.conn.in <- []byte(m[1].String()):
			default: // the page asks faster than a game in trouble can hear; it asks again
			}
		}
	}
}

// post sends a message to the page.
func post(parts ...any) { js.Global().Call("postMessage", js.ValueOf(parts)) }

// open begins a game.
func open(text string) (*playing, error) {
	var p playground.Project
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		return nil, err
	}
	g, err := playground.Open(p, func(line string) { post("said", line) })
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	c := &conn{in: make(chan []byte, 100)}
	ended := make(chan struct{}, 2)
	go func() {
		g.Run(ctx)
		ended <- struct{}{}
	}()
	go func() {
		g.Serve(ctx, c)
		ended <- struct{}{}
	}()
	return &playing{game: g, conn: c, stop: func() {
		cancel()
		<-ended
		<-ended
		g.Close()
	}}, nil
}

// answer answers a request.
func (p *playing) answer(number int, method, path, body string) {
	status, reply := p.game.Answer(context.Background(), method, path, []byte(body))
	post("answer", number, status, string(reply))
}

// conn implements inspect.Conn by messages to and from the page.
type conn struct{ in chan []byte }

// Read implements inspect.Conn.
func (c *conn) Read(ctx context.Context) ([]byte, error) {
	select {
	case data := <-c.in:
		return data, nil
	case <-ctx.Done():
		return nil, io.EOF
	}
}

// Write implements inspect.Conn.
func (c *conn) Write(_ context.Context, data []byte, binary bool) error {
	if !binary {
		post("live", string(data))
		return nil
	}
	array := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(array, data)
	post("live", array.Get("buffer"))
	return nil
}
