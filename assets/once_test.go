package assets_test

import "testing"

// TestToldOnce checks that one mistake of a tree makes one finding, with a remedy that can be followed.
func TestToldOnce(t *testing.T) {
	const (
		circle = `return { utility = function() return 1 end, behavior = function(agent) agent.x = 1 end }`
		haul   = `return { params = { speed = 1, tiring = 2 }, behavior = function(agent, params) agent.x = params.speed * params.tiring end }`
		plain  = `return { behavior = function(agent) agent.x = 1 end }`
	)
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"a rejected tree may ask for a utility": {
			map[string]string{"circle.lua": circle, "a.bt": "tree a\n  utility\n    cooldown 3\n    circle\ntree b\n  circle\n"},
			`scripts/a.bt:3:5: too-few-children count=0 least=1 node="cooldown" -> indent-next line=4 node="circle"`,
		},
		"a cut-off child may ask for a utility": {
			map[string]string{"circle.lua": circle, "a.bt": "tree a\n  utility\n    cooldown 3\n      circle\n      circle\n    circle\ntree b\n  circle\n"},
			`scripts/a.bt:5:7: too-many-children child="circle" most=1 node="cooldown" number=2 -> put-below-or-beside count=2 node="cooldown"`,
		},
		"a rejected tree may have the node, set the field and post the stimulus": {
			map[string]string{
				"agent.fields": "hp: hit points\nstimulus noise: a noise\n", "flee.lua": `return { stimulus = "alarm", behavior = function(agent) agent.x = 1 end }`,
				"a.bt":     "tree a\n  sequence\n    cooldown 3\n    wait 1  id=rest\n    set tired=1\n    emit \"alarm\"\n",
				"b.bt":     "tree b\n  root\n    flee\n    wait 1  when ran(\"rest\") or tired == hp\n",
				"root.lua": `return { children = "exclusive" }`,
			},
			`scripts/a.bt:3:5: too-few-children count=0 least=1 node="cooldown" -> indent-next line=4 node="wait"`,
		},
		"a copied file": {
			map[string]string{"a.bt": "tree one\n  idle\ntree two\n  idle\ntree three\n  idle\n", "a_old.bt": "tree one\n  idle\ntree two\n  idle\n"},
			`scripts/a_old.bt:1:6: duplicate-trees file="scripts/a.bt" names=[one two] -> it`,
		},
		"a file in another letter case": {
			map[string]string{"staff/Go_To.lua": plain, "a.bt": "tree a\n  sequence\n    staff.go_to\n    staff.go_to\n"},
			`scripts/staff/Go_To.lua: file-in-other-case behavior="staff.Go_To" count=2 file="scripts/staff/go_to.lua" name="staff.go_to" place="scripts/a.bt:3:5" -> it`,
		},
		"files and trees that differ in case": {
			map[string]string{"go.lua": plain, "Go.lua": plain, "a.bt": "tree a\n  go\n", "b.bt": "tree A\n  Go\n"},
			"scripts/a.bt:1:6: warning trees-differ-in-case first=\"A\" name=\"a\" -> it\nscripts/go.lua: warning files-differ-in-case first=\"scripts/Go.lua\" -> it",
		},
		"a text without quotes as the value of a field": {
			map[string]string{"agent.fields": "mood: what it is like\n", "a.bt": "tree a\n  sequence\n    set mood=grim\n    wait 1  when mood == \"x\"\n"},
			`scripts/a.bt:3:14: warning unset-field file="scripts/agent.fields" name="grim" what="expression" -> quote-text-or-declare file="scripts/agent.fields" name="grim"`,
		},
		"a named condition in a script": {
			map[string]string{"agent.fields": "hp: hit points\n", "go.lua": "return { precondition = function(agent) return agent.hurt end, behavior = function(agent) agent.x = 1 end }", "a.bt": "condition hurt = hp < 3\ntree a\n  go when hurt\n"},
			`scripts/go.lua:1:54: warning unset-field file="scripts/agent.fields" name="hurt" what="script" -> named-condition-in-script name="hurt"`,
		},
		"a child by one space": {
			map[string]string{"go.lua": plain, "a.bt": "tree a\n  sequence\n    priority\n     go\n    go\n"},
			`scripts/a.bt:4:6: warning one-space-child child="go" parent="priority" -> it`,
		},
		"a tree in steps of one space": {
			map[string]string{"go.lua": plain, "a.bt": "tree a\n sequence\n  priority\n   go\n"}, "",
		},
		"a name in another letter case": {
			map[string]string{"staff/go_to.lua": plain, "a.bt": "tree a\n  sequence\n    staff.Go_To\n    staff.go_to\n"},
			`scripts/a.bt:3:5: unknown-behavior name="staff.Go_To" names=[staff.go_to] new="staff.Go_To" -> did-you-mean near="staff.go_to"`,
		},
		"a parent that does not pick by utility": {
			map[string]string{"circle.lua": circle, "dive.lua": circle, "pick.lua": `return { children = "random" }`, "a.bt": "tree a\n  pick\n    circle\n    dive\n"}, `scripts/pick.lua:1:10: warning unasked-utilities behaviors=[circle dive] parent="pick" -> write-in-table name="pick" text="children = \"utility\""`,
		},
		"a parent that may pick by utility": {
			map[string]string{"circle.lua": circle, "dive.lua": circle, "pick.lua": `return { children = "utilty" }`, "a.bt": "tree a\n  pick\n    circle\n    dive\n"}, `scripts/pick.lua:1:21: unknown-children-rule value="utilty" -> did-you-mean near="utility"`,
		},
		"an unknown parent with cases": {
			map[string]string{"go.lua": plain, "a.bt": "tree a\n  swich mood\n    go  case=1\n    idle  case=2\n"}, `scripts/a.bt:2:9: unexpected-word word="mood" -> kind-in-place kind="switch" name="swich"`,
		},
		"names of kinds in other engines": {
			map[string]string{"a.bt": "tree a\n  sequence\n    post \"x\"\n    action\n    sleep 2\n"}, "scripts/a.bt:3:5: unknown-behavior name=\"post\" names=[] new=\"post\" -> did-you-mean near=\"emit\"\nscripts/a.bt:4:5: unknown-behavior name=\"action\" names=[] new=\"action\" -> name-behavior name=\"action\"\nscripts/a.bt:5:5: unknown-behavior name=\"sleep\" names=[] new=\"sleep\" -> did-you-mean near=\"wait\"",
		},
		"a field with dashes": {
			map[string]string{"go.lua": plain, "agent.fields": "wolf-x: where\n", "a.bt": "tree a\n  go when wolf_x\n"}, `scripts/agent.fields:1:1: warning bad-declaration -> name-without-dashes name="wolf_x"`,
		},
		"two fields in a line": {
			map[string]string{"go.lua": plain, "agent.fields": "hp, mood: how it is\n", "a.bt": "tree a\n  go when hp or mood\n"}, `scripts/agent.fields:1:1: warning bad-declaration -> write-line-for-each names=[hp mood]`,
		},
		"a stimulus as a field": {
			map[string]string{"go.lua": `return { stimulus = "bell" }`, "agent.fields": "bell: it rings\n", "a.bt": "tree a\n  go\n"}, `scripts/agent.fields:1:1: warning field-for-stimulus name="bell" -> it`,
		},
		"a stimulus and a field": {
			map[string]string{"go.lua": `return { stimulus = "bell" }`, "agent.fields": "bell: it rings\nstimulus bell: it rings\n", "a.bt": "tree a\n  go\n"}, ``,
		},
		"an abbreviated parameter": {
			map[string]string{"haul.lua": haul, "a.bt": "tree a\n  haul spd=2\n"},
			`scripts/a.bt:2:8: warning undeclared-behavior-parameter behavior="haul" name="spd" -> did-you-mean near="speed"`,
		},
		"a parameter of another name": {
			map[string]string{"haul.lua": haul, "a.bt": "tree a\n  haul velocity=2\n"},
			`scripts/a.bt:2:8: warning undeclared-behavior-parameter behavior="haul" name="velocity" -> takes-parameters names=[speed tiring] node="haul"`,
		},
		"a decorator as a parameter": {
			map[string]string{"haul.lua": haul, "a.bt": "tree a\n  haul cooldown=2\n"},
			`scripts/a.bt:2:8: warning undeclared-behavior-parameter behavior="haul" name="cooldown" -> write-above kind="cooldown" line="cooldown 2" node="haul"`,
		},
		"a decorator as a parameter of a tree": {
			map[string]string{"a.bt": "tree a\n  tree b timeout=2\ntree b\n  idle\n"},
			`scripts/a.bt:2:10: unknown-tree-parameter name="timeout" names=[] tree="b" -> write-above kind="timeout" line="timeout 2" node="tree b"`,
		},
	} {
		if got := findings(newShelf(t, c.files).Load().Problems); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", name, got, c.want)
		}
	}
}
