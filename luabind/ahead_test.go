//go:build !luacore

package luabind_test

import (
	"testing"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind"
)

// TestBindAhead: code can be bound ahead from when its file has been copied until that is
// installed. A file that must be run for each worker cannot.
func TestBindAhead(t *testing.T) {
	rt := luabind.NewRuntime(luabind.Options{Workers: 2})
	defer rt.Close()
	load := func(text string) *luabind.Chunk {
		c, problems := luabind.Compile("a.lua", "a", []byte(text))
		if problems.Err() != nil {
			t.Fatal(problems)
		}
		c = c.Link(nil, nil)
		if problems := rt.Load(c); problems.Err() != nil {
			t.Fatal(problems)
		}
		return c
	}
	params := engine.Params{{Name: "n", Value: engine.Number(1)}}
	ahead := func(c *luabind.Chunk) bool {
		first := c.Behavior.Code.(engine.AheadBinder).BindAhead(0, params) != nil
		if second := c.Behavior.Code.(engine.AheadBinder).BindAhead(1, nil) != nil; first != second {
			t.Errorf("one worker's code was bound and the other's was not")
		}
		return first
	}
	c := load("return { behavior = function(agent) end }\n")
	odd := load("local words = string.gmatch('', '')\nreturn { behavior = function(agent) words() end }\n")
	before := ahead(c)
	rt.Replicate([]*luabind.Chunk{c, odd})
	copied, run := ahead(c), ahead(odd)
	rt.Install([]*luabind.Chunk{c, odd})
	if before || !copied || run || ahead(c) {
		t.Errorf("bound before Replicate %v, then %v, without a copy %v, installed %v; want false, true, false, false", before, copied, run, ahead(c))
	}
}

// TestPlaces: an error is shown with the line of the version that is in force, whatever
// versions come and go.
func TestPlaces(t *testing.T) {
	rt := luabind.NewRuntime(luabind.Options{})
	defer rt.Close()
	var last *luabind.Chunk
	next := func(prev *luabind.Chunk) *luabind.Chunk {
		c, problems := luabind.Compile("a.lua", "a", []byte("return {}\n"))
		if problems.Err() != nil {
			t.Fatal(problems)
		}
		c = c.Link(nil, prev)
		if problems := rt.Load(c); problems.Err() != nil {
			t.Fatal(problems)
		}
		return c
	}
	for step, change := range []func(){
		func() { last = next(nil); rt.Install([]*luabind.Chunk{last}) },
		func() { // another version
			was := last
			last = next(was)
			rt.Install([]*luabind.Chunk{last})
			rt.Release([]*luabind.Chunk{was}, []*luabind.Chunk{last})
		},
		func() { // the file is deleted, and there again before the old one is freed
			was := last
			last = next(nil)
			rt.Install([]*luabind.Chunk{last})
			rt.Release([]*luabind.Chunk{was}, []*luabind.Chunk{last})
		},
		func() { // deleted
			rt.Release([]*luabind.Chunk{last}, nil)
			last = nil
		},
		func() { last = next(nil); rt.Install([]*luabind.Chunk{last}) },
		func() { // a version that comes after one that is gone
			was := last
			rt.Release([]*luabind.Chunk{was}, nil)
			last = next(was)
			rt.Install([]*luabind.Chunk{last})
		},
		func() { rt.Renew() },
	} {
		if change(); luabind.InForce(rt, "a.lua") != last {
			t.Errorf("after step %d another version is in force", step+1)
		}
	}
}
