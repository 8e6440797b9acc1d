//go:build !luacore

package luabind_test

import (
	"testing"

	"github.com/bough-dev/bough/luabind"
)

// TestDropKeepsCopies: what a file that was dropped has changed in a module is as it was, and
// so is that other files need not be run for each worker on account of that.
func TestDropKeepsCopies(t *testing.T) {
	c := newCopies(t)
	c.round(registry+"-- lib/n.lua --\nreturn { m = require(\"lib.m\") }\n-- first.lua --\n"+shows, true)
	before := c.ask()
	for _, text := range []string{
		"local m = require(\"lib.m\")\nm.add(\"half\", 1)\nreturn {}\n",
		"local n = require(\"lib.n\")\nn.m.speed, n.x = 99, {}\nreturn {}\n",
	} {
		chunk := compiled(t, "half", text).Link(c.files, nil)
		if problems := c.runtime.Load(chunk); problems.Err() != nil {
			t.Fatal(problems)
		}
		c.runtime.Replicate([]*luabind.Chunk{chunk})
		if luabind.Copied(chunk) {
			t.Fatal("it has changed nothing")
		}
		c.runtime.Drop([]*luabind.Chunk{chunk})
	}
	c.round("-- second.lua --\n"+shows+"-- third.lua --\nlocal n = require(\"lib.n\")\nreturn { show = function() return tostring(n.x) end }\n", true)
	if len(c.run) > 0 {
		t.Errorf("run for each worker: %q", c.run)
	}
	c.names = []string{"first"}
	if got := c.ask(); got != before {
		t.Errorf("got %s; want %s", got, before)
	}
}
