package inspect

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/hotreload"
	"github.com/bough-dev/bough/inspect/wire"
)

// TestCovered checks which lines of files have run, also after an edit and a restart, and that another game counts nothing.
func TestCovered(t *testing.T) {
	script := "return {\n  behavior = function(agent)\n    agent.x = 1\n    if agent.far then\n      return true\n    end\n  end,\n}\n"
	fsys := fstest.MapFS{
		"walk.lua": {Data: []byte(script)},
		"main.bt":  {Data: []byte("tree main\n  priority\n    walk  when x ~= 7\n    idle\n\ntree other\n  idle\n")},
	}
	source := hotreload.NewManual()
	game, err := bough.OpenFS(fsys, bough.Options{Coverage: true, Source: source})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	h, err := NewHandler(game, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	play := func() {
		t.Helper()
		if _, err := game.Spawn("main", nil); err != nil {
			t.Fatal(err)
		}
		game.Tick(100 * time.Millisecond)
		game.Tick(100 * time.Millisecond)
	}
	want := func(file, want string) {
		t.Helper()
		var c wire.Coverage
		if status, text := h.ask(t, game, "/v1/coverage/"+file, &c); status != 200 {
			t.Fatalf("%s: %d, %s", file, status, text)
		}
		got := ""
		for _, l := range c.Lines {
			got += fmt.Sprintf("%d %s %s; ", l.Line, l.State, l.Text)
		}
		if got != want {
			t.Errorf("%s: got  %s\nwant %s", file, got, want)
		}
	}
	play()
	want("walk.lua", "3 ran 2×; 4 ran 2×; 5 never 0×; ")
	want("main.bt", "2 ran 1×; 3 part 1×, x ~= 7: true 2×, false 0×; 4 never 0×; 7 never 0×; ")
	want("none.lua", "")

	fsys["walk.lua"] = &fstest.MapFile{Data: []byte(strings.Replace(script, "    agent.x", "    local n = 1\n    agent.x", 1))}
	fsys["main.bt"] = &fstest.MapFile{Data: []byte("# moved\n" + string(fsys["main.bt"].Data))}
	source.Touch("walk.lua", "main.bt")
	game.Tick(100 * time.Millisecond)
	want("walk.lua", "3 ran 1×; 4 ran 1×; 5 ran 1×; 6 never 0×; ")
	want("main.bt", "3 ran 1×; 4 part 1×, x ~= 7: true 1×, false 0×; 5 never 0×; 8 never 0×; ")
	game.Restart(1)
	play()
	want("main.bt", "3 ran 2×; 4 part 2×, x ~= 7: true 3×, false 0×; 5 never 0×; 8 never 0×; ")

	var hello wire.Hello
	if h.ask(t, game, "/v1/hello", &hello); !hello.Covers {
		t.Error("hello does not say that the game counts")
	}
	plain, err := bough.OpenFS(fsys, bough.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	g, err := NewHandler(plain, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	if status, text := g.ask(t, plain, "/v1/coverage/main.bt", new(wire.Coverage)); status != 404 || !strings.Contains(text, "bough play --web --cover") {
		t.Errorf("%d, %s", status, text)
	}
	if g.ask(t, plain, "/v1/hello", &hello); hello.Covers {
		t.Error("hello says that the game counts")
	}
	if status, _ := h.ask(t, game, "/v1/coverage/../x", new(wire.Coverage)); status == 200 {
		t.Error("a path outside of the scripts is answered")
	}
}
