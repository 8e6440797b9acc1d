package assets

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/bough-dev/bough/luabind"
)

// TestFieldTally exchanges files and trees at random, and checks that the counts are those of the
// present lists.
func TestFieldTally(t *testing.T) {
	var files []*file
	for _, text := range []string{
		"return { behavior = function(agent) agent.hp = agent.hp + agent.mana end }\n",
		"return { behavior = function(agent) agent.mana = 1 agent.mana = 2 end }\n",
		"return { behavior = function(agent) agent[agent.what] = 1 end }\n",
		"return {\n",
	} {
		c, own := luabind.Compile("x.lua", "x", []byte(text))
		files = append(files, &file{path: "x.lua", ext: ScriptExt, compiled: c, own: own}, &file{path: "x.bt", ext: TreeExt})
	}
	uses := []treeUse{
		{&assignments{sets: []string{"hp", "rage"}}, &treeFacts{reads: []treeRead{{name: "hp"}}}},
		{&assignments{sets: []string{"hp"}, steps: []string{"rage"}}, &treeFacts{reads: []treeRead{{name: "rage"}, {name: "hp"}}}},
		{&assignments{}, noFacts},
	}
	src, tally := rand.New(rand.NewPCG(1, 1)), fieldCounts{}
	dynamic, broken := 0, 0
	for range 500 {
		var someFiles []*file
		for range src.IntN(6) {
			someFiles = append(someFiles, files[src.IntN(len(files))])
		}
		var someTrees []treeUse
		for range src.IntN(4) {
			someTrees = append(someTrees, uses[src.IntN(len(uses))])
		}
		tally.update(someFiles, someTrees)
		fresh := fieldCounts{}
		fresh.update(someFiles, someTrees)
		if !maps.Equal(tally.sets, fresh.sets) || !maps.Equal(tally.reads, fresh.reads) || tally.dynamic != fresh.dynamic || tally.broken != fresh.broken {
			t.Fatalf("counted %+v; want %+v", tally, fresh)
		}
		dynamic, broken = dynamic+fresh.dynamic, broken+fresh.broken
	}
	if dynamic == 0 || broken == 0 {
		t.Errorf("%d scripts with computed names, %d files that cannot be read; the test tests too little", dynamic, broken)
	}
	tally.update(files[:1], uses[:1])
	if set := slices.Sorted(maps.Keys(tally.set())); !slices.Equal(set, []string{"hp", "rage"}) || tally.reads["mana"] != 1 || tally.reads["hp"] < 2 {
		t.Errorf("set are %v, read %v", set, tally.reads)
	}
}
