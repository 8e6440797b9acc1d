package luabind_test

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/luabind"
)

// TestCompiledOnce checks that a text is compiled only once if it is loaded several times under the same path.
func TestCompiledOnce(t *testing.T) {
	const text = "return { precondition = function() local unused return true end } -- of this test\n"
	compile := func(path, text string) *luabind.Chunk {
		c, problems := luabind.Compile(path, "b", []byte(text))
		if problems.Err() != nil {
			t.Fatal(problems)
		}
		return c
	}
	a := compile("b.lua", text)
	for _, c := range []struct {
		path, text string
		want       bool
	}{{"b.lua", text, true}, {"c.lua", text, false}, {"b.lua", text + " ", false}} {
		if b := compile(c.path, c.text); a == b || a.SameCode(b) != c.want {
			t.Errorf("%s, %q: shared is %v", c.path, c.text, a.SameCode(b))
		}
	}
	runtime.KeepAlive(a)
	for n := 0; luabind.Compiled("b.lua", text); n++ { // until the garbage collector has freed the compiled form
		if n == 100 {
			t.Fatal("the text is kept although no chunk uses it any more")
		}
		runtime.GC()
	}
}

// TestGamesAtOnce checks that games that share code can tick concurrently, each with its own fields and errors.
func TestGamesAtOnce(t *testing.T) {
	const files = `
-- main.bt --
tree main
  walk
-- lib/step.lua --
return { size = function(agent) return agent.stride * 2 end }
-- walk.lua --
local step = require("lib.step")
return { behavior = function(agent)
  agent.x = (agent.x or 0) + step.size(agent)
  if agent.x > 100 then error("too far: " .. agent.x) end
  print(agent.x)
  return "running"
end }
`
	var games sync.WaitGroup
	for n := range 6 {
		s := newSession(t, options, files)
		games.Go(func() {
			s.spawn("main", bough.Fields{"stride": n + 1})
			s.tick(10)
			if got, want := s.take(), fmt.Sprintf("main#1: %d\n", 20*(n+1)); n < 5 && !strings.HasSuffix(got+"\n", want) {
				t.Errorf("game %d: got %s", n, got)
			} else if n == 5 && !strings.Contains(got, `walk.lua:4:25: script-error text="too far: 108"`) {
				t.Errorf("game %d: got %s", n, got)
			}
		})
	}
	games.Wait()
}
