package assets_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine/diag"
)

// TestReach checks the warning about a child that is never picked, since an earlier one is always ready.
func TestReach(t *testing.T) {
	scripts := map[string]string{
		"root.lua": "return {}\n", "turns.lua": "return { children = \"sequential\" }\n", "first.lua": "return { children = \"priority\" }\n",
		"picks.lua": "return { choose = function(agent, params, children) return 1 end }\n",
		"ask.lua":   "return { precondition = function(agent) return agent.id > 1 end }\n", "act.lua": "return { behavior = function(agent) end }\n",
		"done.lua": "return { behavior = function(agent) if agent.id > 1 then return \"success\" end end }\n", "runs.lua": "return { run = function(agent) end }\n",
		"still.lua": "return { behavior = function(agent) if agent.id > 1 then return end return \"running\" end }\n",
		"tells.lua": "return { behavior = function(agent) return agent.answer end }\n", "elsewhere.lua": "return { behavior = require(\"lib.act\").behavior }\n",
		"wrapped.lua":  "local M = { behavior = function(agent) end }\nrequire(\"lib.ends\")(M)\nreturn M\n",
		"lib/ends.lua": "return function(M) local act = M.behavior; M.behavior = function(agent) act(agent) return \"success\" end end\n",
		"lib/act.lua":  "return { behavior = function(agent) return true end }\n", "goal.lua": "return { children = \"goal\", postcondition = function(agent) return agent.id > 1 end }\n",
		"too.lua": "return { non_exclusive = true }\n", "hear.lua": "return { stimulus = \"noise\" }\n", "other.bt": "tree other\n  act when id > 1\n", "busy.bt": "tree busy\n  act\n",
		"sure.lua":   "return { precondition = function(agent) return agent.id > 1 end, run = function(agent) end }\n",
		"raises.lua": "return { behavior = function(agent) error(\"raises is not written yet\") end }\n",
		"kept.lua":   "return { result = function(agent, params, memory, status) return status end }\n",
	}
	for text, want := range map[string]string{
		"root\n    ask\n    act":                                           "",
		"root\n    act\n    ask":                                           `4:5: warning unreachable-node first="act" line=3 node="ask" reason=(always-ready-term) -> give-condition name="act"`,
		"root\n    sequence\n    act\n    ask":                             `3:5: warning childless-composite node="sequence" -> it`,
		"root\n    ask\n    act\n    wait 1\n    ask":                      `5:5: warning unreachable-node first="act" line=4 node="wait" reason=(always-ready-term) -> give-condition-only name="act"`,
		"first\n    wait 1\n    ask":                                       `4:5: warning unreachable-node first="wait" line=3 node="ask" reason=(always-ready-term) -> give-condition name="wait"`,
		"priority\n    act\n    ask":                                       `4:5: warning unreachable-node first="act" line=3 node="ask" reason=(always-ready-term) -> give-condition name="act"`,
		"sticky\n    idle\n    tree other":                                 `4:5: warning unreachable-node first="idle" line=3 node="other" reason=(always-ready-term) -> give-condition name="idle"`,
		"sequence\n    done\n    idle\n    ask":                            `5:5: warning unreachable-node first="idle" line=4 node="ask" reason=(never-ends-term) -> it`,
		"sequence\n    idle when id > 1\n    ask":                          `4:5: warning unreachable-node first="idle" line=3 node="ask" reason=(never-ends-term) -> it`,
		"reactive_sequence\n    fail\n    ask":                             `4:5: warning unreachable-node first="fail" line=3 node="ask" reason=(never-ready-term) -> it`,
		"selector\n    ask\n    succeed\n    act":                          `5:5: warning unreachable-node first="succeed" line=4 node="act" reason=(always-succeeds-term) -> it`,
		"fallback\n    idle when id > 1\n    ask":                          "",
		"sequence\n    act\n    ask":                                       `4:5: warning unreachable-node first="act" line=3 node="ask" reason=(never-ends-term) -> return-success name="act"`,
		"sequence\n    act when id > 1\n    ask":                           `4:5: warning unreachable-node first="act" line=3 node="ask" reason=(never-ends-term) -> return-success name="act"`,
		"sequence\n    still\n    ask":                                     `4:5: warning unreachable-node first="still" line=3 node="ask" reason=(never-ends-term) -> return-success name="still"`,
		"sequence\n    root\n      done\n    ask":                          `5:5: warning unreachable-node first="root" line=3 node="ask" reason=(never-ends-term) -> give-behavior-hook name="root"`,
		"fallback\n    act\n    ask":                                       `4:5: warning unreachable-node first="act" line=3 node="ask" reason=(never-ends-term) -> return-success name="act"`,
		"turns\n    act\n    ask":                                          `4:5: warning unreachable-node first="act" line=3 node="ask" reason=(never-ends-term) -> return-success name="act"`,
		"sequence\n    ask\n    act":                                       `4:5: warning unreachable-node first="ask" line=3 node="act" reason=(never-ends-term) -> give-behavior-hook name="ask"`,
		"sequence\n    raises\n    act":                                    "",
		"sequence\n    done\n    act":                                      "",
		"sequence\n    runs\n    act":                                      "",
		"sequence\n    tells\n    act":                                     "",
		"sequence\n    elsewhere\n    act":                                 "",
		"sequence\n    wrapped\n    act":                                   "",
		"sequence\n    turns\n      act\n    act":                          "",
		"sequence\n    picks\n      done\n    act":                         "",
		"sequence\n    goal\n      done\n    act":                          "",
		"fallback\n    act when id > 1\n    ask":                           "",
		"fallback\n    ask\n    act":                                       "",
		"turns\n    ask\n    act":                                          "",
		"parallel\n    act\n    ask":                                       "",
		"fallback\n    fail\n    ask":                                      "",
		"sequence\n    succeed\n    ask":                                   "",
		"parallel\n    idle\n    ask":                                      "",
		"root\n    act +\n    ask":                                         "",
		"root\n    too\n    ask":                                           "",
		"root\n    hear\n    ask":                                          "",
		"root\n    act when id > 1\n    ask":                               "",
		"root\n    disabled act\n    ask":                                  "",
		"root\n    act\n    disabled ask":                                  "",
		"picks\n    act\n    ask":                                          "",
		"dynamic_priority\n    act\n    ask":                               "",
		"root\n    tree other\n    ask":                                    "",
		"root\n    cooldown 3\n      act\n    ask":                         "",
		"root\n    tree busy\n    ask":                                     `4:5: warning unreachable-node first="busy" line=3 node="ask" reason=(always-ready-term) -> give-condition name="busy"`,
		"root\n    sequence\n      wait 3\n    ask":                        `5:5: warning unreachable-node first="sequence" line=3 node="ask" reason=(always-ready-term) -> give-condition name="sequence"`,
		"root\n    sequence\n      succeed\n      wait 3\n    ask":         `6:5: warning unreachable-node first="sequence" line=3 node="ask" reason=(always-ready-term) -> give-condition name="sequence"`,
		"root\n    sequence\n      sure\n      wait 3\n    ask":            "",
		"root\n    sequence\n      succeed\n      ask\n    ask":            "",
		"root\n    sequence\n      wait 3\n      act when id > 1\n    ask": "",
		"root\n    fallback\n      tells\n      act when id > 1\n    ask":  "",
		"root\n    sequence when id > 1\n      wait 3\n    ask":            "",
		"root\n    sequence_with_memory\n      wait 3\n      ask\n    ask": "",
		"root\n    kept\n      done\n    ask":                              `5:5: warning unreachable-node first="kept" line=3 node="ask" reason=(always-ready-term) -> give-condition name="kept"`,
		"root\n    kept\n      ask\n    act":                               "",
		"priority\n    repeat 3\n      done\n    ask":                      `5:5: warning unreachable-node first="repeat" line=3 node="ask" reason=(always-ready-term) -> give-condition name="repeat"`,
		"priority\n    invert\n      succeed\n    ask":                     "",
		"priority\n    invert\n      fallback\n        condition id > 1\n        wait 1\n    ask": "",
		"priority\n    invert\n      tree busy\n    ask":                                          `5:5: warning unreachable-node first="invert" line=3 node="ask" reason=(always-ready-term) -> give-condition name="invert"`,
		"priority\n    until_success\n      ask\n    act":                                         "",
		"priority\n    fallback\n      ask\n      idle\n    ask":                                  `6:5: warning unreachable-node first="fallback" line=3 node="ask" reason=(always-ready-term) -> give-condition name="fallback"`,
		"priority\n    chance 50%\n      idle\n    ask":                                           "",
		"priority\n    once\n      done\n    ask":                                                 "",
		"priority\n    parallel\n      done\n      ask\n    act":                                  "",
		"priority\n    sequence\n      invert\n        fail\n      wait 1\n    ask":               "",
		"priority\n    picks\n      act\n    ask":                                                 "",
		"priority\n    wait nothing\n    ask":                                                     "",
		"priority\n    wait $nothing\n    ask":                                                    "",
		"priority\n    sequence\n      emit \"noise\" ttl=(id / 2)\n    ask":                      "",
		"priority\n    repeat (id)\n      done\n    ask":                                          "",
		"priority\n    set seen = id * 2\n    ask":                                                `4:5: warning unreachable-node first="set" line=3 node="ask" reason=(always-ready-term) -> give-condition name="set"`,
		"priority\n    raises\n    ask":                                                           "",
		"raises\n    wait 1\n    ask":                                                             "",
		"raises\n    idle\n    ask":                                                               "",
	} {
		files := maps.Clone(scripts)
		files["x.bt"] = "tree x\n  " + text + "\n"
		rep := newShelf(t, files).Load()
		got := ""
		for _, d := range rep.Problems {
			if strings.HasSuffix(d.Pos.File, "x.bt") {
				got += strings.TrimPrefix(findings(diag.List{d}), d.Pos.File+":")
			}
		}
		if got != want {
			t.Errorf("%s\ngot  %s\nwant %s", text, got, want)
		}
	}
}

// TestReachAfterEdit checks that a tree loses the warning when an edit of a behavior removes its cause.
func TestReachAfterEdit(t *testing.T) {
	s := newShelf(t, map[string]string{"act.lua": "return { behavior = function(agent) end }\n", "x.bt": "tree x\n  sequence\n    act\n    idle\n"})
	if got := len(s.Load().Problems); got != 1 {
		t.Errorf("%d problems, want 1", got)
	}
	if rep := s.save("act.lua", "return { behavior = function(agent) return \"success\" end }\n"); len(rep.Problems) != 0 {
		t.Error(rep.Problems)
	}
	s = newShelf(t, map[string]string{"act.lua": "return { behavior = function(agent) error(\"act is not written yet\") end }\n", "x.bt": "tree x\n  act\n    idle\n    idle\n"})
	if rep := s.Load(); len(rep.Problems) != 0 {
		t.Error(rep.Problems)
	}
	if rep := s.save("act.lua", "return {}\n"); len(rep.Problems) != 1 {
		t.Errorf("%v; want 1 problem", rep.Problems)
	}
}

// TestReachDeep checks that the time of the check does not explode with the depth of a tree.
func TestReachDeep(t *testing.T) {
	text := "tree x\n  priority\n"
	const depth = 190
	for i := range depth {
		text += strings.Repeat("  ", i+2) + [...]string{"repeat 3\n", "sequence\n"}[i%2]
	}
	text += strings.Repeat("  ", depth+2) + "wait 1\n    idle\n"
	if got := newShelf(t, map[string]string{"x.bt": text}).Load().Problems; len(got) != 1 {
		t.Error(got)
	}
}
