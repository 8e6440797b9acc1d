package playground

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough/hotreload"
	"github.com/bough-dev/bough/inspect/wire"
)

func guard() Project {
	return Project{Name: "guard", Scene: "guard.scene", Files: map[string]string{
		"guard.bt":       "tree guard\n  priority\n    flee  when hp < 30\n    rest\n",
		"flee.lua":       "return { behavior = function(agent) agent.fled = true end }\n",
		"rest.lua":       "return { behavior = function(agent) end }\n",
		"guard.scene":    "dt 0.05\nsay begin\nspawn guard hp=100\n",
		"lib/unused.lua": "return {}\n",
	}}
}

// page is a page beside the game.
type page struct{ to, from chan []byte }

// Read implements inspect.Conn.
func (p page) Read(ctx context.Context) ([]byte, error) {
	select {
	case data := <-p.to:
		return data, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Write implements inspect.Conn.
func (p page) Write(_ context.Context, data []byte, binary bool) error {
	if !binary {
		p.from <- append([]byte(nil), data...)
	}
	return nil
}

// playIt opens a project and plays it until the test ends.
func playIt(t *testing.T, p Project) *Game {
	t.Helper()
	g, err := Open(p, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		g.Run(ctx)
		close(ended)
	}()
	t.Cleanup(func() {
		stop()
		<-ended
		g.Close()
	})
	return g
}

// get returns the answer to a request, which must succeed.
func get[T any](t *testing.T, g *Game, method, path string, body any) (reply T) {
	t.Helper()
	text, _ := json.Marshal(body)
	status, data := g.Answer(t.Context(), method, path, text)
	if status != http.StatusOK {
		t.Fatalf("%s %s: %d %s", method, path, status, data)
	}
	if err := json.Unmarshal(data, &reply); err != nil {
		t.Fatal(err)
	}
	return reply
}

// TestEdit changes a condition as a page does, and sees in the stream that it is in force.
func TestEdit(t *testing.T) {
	g := playIt(t, guard())
	hello := get[wire.Hello](t, g, "GET", "/v1/hello", nil)
	if !hello.Edits || hello.About != "guard" {
		t.Errorf("hello is %+v", hello)
	}
	list := get[wire.Agents](t, g, "GET", "/v1/agents?q=guard", nil)
	if list.Total != 1 {
		t.Fatalf("%d agents", list.Total)
	}
	p := page{make(chan []byte, 1), make(chan []byte, 1000)}
	ctx, leave := context.WithCancel(t.Context())
	left := make(chan error)
	go func() { left <- g.Serve(ctx, p) }()
	ask, _ := json.Marshal(wire.Ask{Watch: []int64{list.List[0].ID}})
	p.to <- ask
	// seen waits for a frame in which a node runs.
	seen := func(node string) {
		t.Helper()
		late := time.After(20 * time.Second)
		for {
			select {
			case data := <-p.from:
				if strings.Contains(string(data), `"type":"frame"`) && strings.Contains(string(data), node) {
					return
				}
			case <-late:
				t.Fatalf("no frame has %s", node)
			}
		}
	}
	seen("runs")
	file := get[wire.File](t, g, "GET", "/v1/saved/guard.bt", nil)
	saved := get[wire.Saved](t, g, "PUT", "/v1/files/guard.bt", wire.Save{Text: strings.Replace(file.Text, "30", "300", 1), Hash: file.Hash})
	if len(saved.Findings) > 0 {
		t.Error(saved.Findings)
	}
	seen("fled")
	if text := g.Project().Files["guard.bt"]; !strings.Contains(text, "hp < 300") {
		t.Errorf("the project has %q", text)
	}
	get[wire.Acted](t, g, "POST", "/v1/act", wire.Act{Act: "scene", Name: "guard.scene"})
	if status, data := g.Answer(ctx, "GET", "/v1/nothing", nil); status != http.StatusNotFound {
		t.Errorf("%d %s", status, data)
	}
	leave()
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestRefused opens what cannot be played.
func TestRefused(t *testing.T) {
	for want, change := range map[string]func(p *Project){
		`there is no scene "x.scene" among the files`: func(p *Project) { p.Scene = "x.scene" },
		`"../x.lua" is no path of a file`:             func(p *Project) { p.Files["../x.lua"] = "" },
		"guard.scene:1":                               func(p *Project) { p.Files["guard.scene"] = "spwan guard\n" },
		"at most 4194304":                             func(p *Project) { p.Files["a.lua"] = strings.Repeat(" ", maxBytes) },
	} {
		p := guard()
		change(&p)
		if _, err := Open(p, func(string) {}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestFolder(t *testing.T) {
	f := newFolder(guard().Files, hotreload.NewManual())
	if err := fstest.TestFS(f.FS(), "guard.bt", "lib/unused.lua"); err != nil {
		t.Error(err)
	}
}
