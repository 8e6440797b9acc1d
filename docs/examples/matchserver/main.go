// Command matchserver is a server with many rooms. In each, wolves with scripts hunt the players, who are connected by
// WebSockets. The server moves everything; clients only say what they want.
//
//	room.go  a match: a game, its loop, and its players
//	main.go  the server: rooms by name, connections, figures, the page of each room
package main

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"github.com/bough-dev/bough/engine/metrics/prometheus"
	"github.com/coder/websocket"
)

//go:embed scripts index.html
var embedded embed.FS

// mostRooms bounds what strangers can open.
const mostRooms = 1000

// server has the rooms, by name.
type server struct {
	folder, token string // of scripts, "" for those in the program; of the pages
	exporter      *prometheus.Exporter

	ctx   context.Context // ends the rooms
	mu    sync.Mutex
	rooms map[string]*room
	wait  sync.WaitGroup // for rooms and connections
}

func newServer(ctx context.Context, folder, token string) *server {
	return &server{folder: folder, token: token, exporter: prometheus.New(), ctx: ctx, rooms: map[string]*room{}}
}

// handler returns the addresses of the server.
func (s *server) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) { http.ServeFileFS(w, r, embedded, "index.html") })
	mux.HandleFunc("GET /rooms/{room}/play", s.play)
	mux.HandleFunc("/rooms/{room}/inspect/", s.inspect)
	mux.Handle("GET /metrics", s.exporter) // for the machine itself or a network of your own
	return mux
}

// room returns a room for one more connection, which calls s.wait.Done at its end. It opens the room if there is none.
func (s *server) room(name string) (*room, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ctx.Err() != nil {
		return nil, errors.New("the server stops")
	}
	if r := s.rooms[name]; r != nil {
		s.wait.Add(1)
		return r, nil
	}
	if len(s.rooms) == mostRooms || len(name) > 40 {
		return nil, errors.New("there is no room left, or the name is too long")
	}
	files, err := fs.Sub(embedded, "scripts")
	if err != nil {
		return nil, err
	}
	r, err := openRoom(name, s.folder, files, s.token)
	if err != nil {
		return nil, err
	}
	s.rooms[name] = r
	s.wait.Add(1)
	s.wait.Go(func() {
		defer func() {
			s.mu.Lock()
			delete(s.rooms, name)
			s.mu.Unlock()
			if p := recover(); p != nil { // a mistake in the Go code of one room does not end the others
				log.Printf("room %s: %v", name, p)
			}
		}()
		if err := r.run(s.ctx, s.exporter); err != nil {
			log.Printf("room %s: %v", name, err)
		}
	})
	return r, nil
}

// play connects a player with a room until either of them ends.
func (s *server) play(w http.ResponseWriter, req *http.Request) {
	r, err := s.room(req.PathValue("room"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	defer s.wait.Done()
	conn, err := websocket.Accept(w, req, nil)
	if err != nil {
		return // Accept has answered
	}
	defer conn.CloseNow()
	conn.SetReadLimit(1 << 10)
	ctx, stop := context.WithCancel(req.Context())
	defer stop()
	p, err := r.join(ctx)
	if err != nil {
		conn.Close(websocket.StatusTryAgainLater, "the room has ended")
		return
	}
	defer r.leave(p)
	go func() {
		defer stop()
		write(ctx, conn, p)
	}()
	for {
		_, text, err := conn.Read(ctx)
		if err != nil {
			return
		}
		var in input
		if err := json.Unmarshal(text, &in); err != nil {
			conn.Close(websocket.StatusUnsupportedData, "want {\"move\":[x,y],\"shout\":true}")
			return
		}
		if r.apply(ctx, p, in) != nil {
			return
		}
	}
}

// write sends the states of a player's room until the connection or the room ends.
func write(ctx context.Context, conn *websocket.Conn, p *player) {
	err := conn.Write(ctx, websocket.MessageText, fmt.Appendf(nil, `{"you":%d}`, p.ID))
	for err == nil {
		select {
		case <-ctx.Done():
			return
		case text, ok := <-p.out:
			if !ok {
				conn.Close(websocket.StatusGoingAway, "the room has ended")
				return
			}
			err = conn.Write(ctx, websocket.MessageText, text)
		}
	}
}

// inspect serves the page of a room.
func (s *server) inspect(w http.ResponseWriter, req *http.Request) {
	name := req.PathValue("room")
	s.mu.Lock()
	r := s.rooms[name]
	s.mu.Unlock()
	if r == nil {
		http.Error(w, "there is no room "+name, http.StatusNotFound)
		return
	}
	http.StripPrefix("/rooms/"+name+"/inspect", r.page).ServeHTTP(w, req)
}

func main() {
	addr := flag.String("addr", "127.0.0.1:8080", "address to listen on")
	folder := flag.String("scripts", "", "folder of scripts that is watched, in place of those in the program")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	s := newServer(ctx, *folder, os.Getenv("BOUGH_TOKEN"))
	web := &http.Server{Addr: *addr, Handler: s.handler()}
	go func() {
		defer stop()
		if err := web.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
			log.Print(err)
		}
	}()
	log.Printf("http://%s/#pit is room pit; with BOUGH_TOKEN, http://%[1]s/rooms/pit/inspect/#TOKEN shows what its wolves think", *addr)
	<-ctx.Done()
	s.wait.Wait() // the rooms end with ctx, and their connections with them
	web.Shutdown(context.Background())
}
