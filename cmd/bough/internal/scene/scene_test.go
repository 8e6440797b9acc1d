package scene

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
)

var files = fstest.MapFS{
	"a.bt":       {Data: []byte("tree a\n  priority\n    flee  when hp < 30\n    ask   when eager\n    stand\n\ntree b\n  stand\n")},
	"flee.lua":   {Data: []byte(`return { behavior = function(agent) print("help") end }`)},
	"ask.lua":    {Data: []byte(`return { behavior = function(agent) bt.request(agent, "hit", nil, { channel = "hands", priority = 2 }) end }`)},
	"stand.lua":  {Data: []byte(`return {}`)},
	"jump.lua":   {Data: []byte(`return { stimulus = "noise", run = function(agent) agent.from = bt.stimulus().from bt.wait(1) end }`)},
	"jumpy.bt":   {Data: []byte("tree jumpy\n  priority\n    jump\n    stand\n")},
	"broken.lua": {Data: []byte(`return { behavior = function(agent) error("ouch") end }`)},
	"broken.bt":  {Data: []byte("tree broken\n  broken\n")},
}

// play plays a scene on the files and returns its trace, followed by the problems in the files and the error of
// Play.
func play(t *testing.T, text string) string {
	t.Helper()
	s, problems := Parse("x.scene", text)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	var out strings.Builder
	var found diag.List
	faults, err := s.Play(func(o bough.Options) (*bough.Game, error) {
		game, err := bough.OpenFS(files, o)
		if err == nil {
			found = s.Findings(game)
			t.Cleanup(func() { game.Close() })
		}
		return game, err
	}, &out, nil)
	if len(found) > 0 {
		out.WriteString(found.Error() + "\n")
	}
	if err != nil {
		out.WriteString("error: " + err.Error() + "\n")
	}
	if faults > 0 {
		out.WriteString("faults\n")
	}
	return out.String()
}

func TestPlay(t *testing.T) {
	for _, c := range []struct{ scene, want string }{
		{"show\nspawn a hp=20 home={ x = 1, y = -2.5 } list={'a b', \"}\"} # one\nget home list\nset home={}\nget home\n", `a#1 home = {x=1, y=-2.5}
a#1 list = {"a b", "}"}
a#1 home = {}
`},
		{"spawn a hp=20\ntick # one\nset hp=50\ntick\n", `tick 1 a#1 enter priority
tick 1 a#1 enter priority/flee
tick 1 a#1 says help
tick 2 a#1 exit priority/flee aborted
tick 2 a#1 enter priority/stand
`},
		{"show request\nspawn a hp=50 eager=true\ntick 2\nset eager=false\ntick\nset eager=true\ntick\nend hands\ntick\n", `tick 1 a#1 hands: hit, priority 2
tick 3 a#1 hands: nothing
tick 4 a#1 hands: hit, priority 2
`},
		{"show field:from\nspawn jumpy\ntick\npost noise from=\"north\" ttl=3\ntick 2\nget from\nsay the end\n", `tick 1 jumpy#1 from = nil
tick 2 jumpy#1 from = "north"
jumpy#1 from = "north"
-- the end
`},
		{"show\nspawn jumpy\nset mood='a \"b\" c'\nget mood\nget jumpy#1 mood\ntick\nexplain jump\n", `jumpy#1 mood = "a \"b\" c"
jumpy#1 mood = "a \"b\" c"
jumpy#1, tree jumpy, after tick 1 (0.10 s)
would run: priority/stand
is doing:  priority/stand
why not priority/jump:
  priority/jump: no stimulus "noise"
asked, in order:
  yes priority [active 0.00 s]
  no    jump: no stimulus "noise"
  yes   stand [active 0.00 s]
`},
		{"\ufeffshow field:from\r\nspawn\tjumpy\tfrom=1 # tabs and a byte order mark\r\nget\tfrom\r\n", "jumpy#1 from = 1\n"},
		{"show\nspawn jumpy from=0x10 to=-1e2 way=.5\nget from to way\n", "jumpy#1 from = 16\njumpy#1 to = -100\njumpy#1 way = 0.5\n"},
		{"dt 2\nshow root\nspawn a hp=50\nspawn b\npause a\ntick\nresume a#1\nswitch a#1 b\ndespawn b\ntick\nexplain a\n", `tick 1 b#2 root running
tick 2 a#1 root running
a#1, tree b, after tick 2 (4.00 s)
would run: stand
is doing:  stand
asked, in order:
  yes stand [active 0.00 s]
`},
		{"show result\nspawn broken\ntick\n", "@broken.lua:1:37: ouch"},
		{"show exit enter\nspawn b\ntick\nabort stand\ntick\nabort b#1 stand\n", `tick 1 b#1 enter stand
tick 1 b#1 exit stand aborted
tick 2 b#1 enter stand
tick 2 b#1 exit stand aborted
`},
		{"show\nspawn a hp=50\ntick\nimpose fall channel=\"hands\" priority=9\nshow request\ntick\nreset\ntick\n", `tick 2 a#1 hands: fall, priority 9
tick 3 a#1 hands: nothing
`},
	} {
		got := play(t, c.scene)
		if part, ok := strings.CutPrefix(c.want, "@"); ok && !strings.Contains(got, part) || !ok && got != c.want {
			t.Errorf("%s\ngot\n%s\nwant\n%s", c.scene, got, c.want)
		}
	}
}

func TestPlayRefuses(t *testing.T) {
	for scene, want := range map[string]string{
		"tick\nset hp=3":           "error: x.scene:2:1: there is no agent yet: spawn one first\n    set hp=3",
		"spawn a\npost bell a#1":   "error: x.scene:2:6: the agent comes first: write post a#1 bell",
		"spawn a\nswitch b a#1":    "error: x.scene:2:8: the agent comes first: write switch a#1 b",
		"spawn x":                  "error: x.scene:1:7: there is no tree \"x\": the trees are a, b, ",
		"spawn a\nset b hp=3":      "error: x.scene:2:5: there is no agent b: write its name or its label, such as a#1\n    set b hp=3\n        ^",
		"spawn a\nget b#2 hp":      "error: x.scene:2:5: there is no agent b#2: write its name or its label, such as a#1",
		"spawn a\nexplain b stand": "error: x.scene:2:9: there is no agent b: write its name or its label, such as a#1",
		"spawn a\nexplain stnd":    "error: x.scene:2:9: tree a has no node \"stnd\": did you mean stand?",
		"spawn a\nabort stnd":      "error: x.scene:2:7: tree a has no node \"stnd\": did you mean stand?",
		"spawn a\nabort stand":     "error: x.scene:2:7: stand of a#1 is not active: explain a#1 says what it does instead",
		"spawn a\nabort b stand":   "error: x.scene:2:7: there is no agent b: write its name or its label, such as a#1",
		"spawn a\nabort stand a#1": "error: x.scene:2:7: the agent comes first: write abort a#1 stand",
		"spawn a\nend legs":        "error: x.scene:2:5: no request is in force on legs",
		"spawn a\ndespawn\nget hp": "error: x.scene:3:1: a#1 is gone",
		"spawn a\nswitch nowhere":  "error: x.scene:2:8: there is no tree \"nowhere\": ",
	} {
		if got := play(t, scene); !strings.Contains(got, want) {
			t.Errorf("%q: got %q, want %q", scene, got, want)
		}
	}
}

// TestParseRefuses checks the messages for single lines, each with its column.
func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"tikc 3":                                "1: no-command all=[scripts seed dt show spawn tick set board post end impose detail abort reset clear_faults pause resume despawn switch explain get say] name=\"tikc\" -> did-you-mean near=\"tick\"",
		"wait 2":                                "1: no-command all=[scripts seed dt show spawn tick set board post end impose detail abort reset clear_faults pause resume despawn switch explain get say] name=\"wait\" -> tick-for-time seconds=\"0.1\" ticks=20",
		"kill a":                                "1: no-command all=[scripts seed dt show spawn tick set board post end impose detail abort reset clear_faults pause resume despawn switch explain get say] name=\"kill\" -> write-it text=\"despawn [AGENT]\"",
		"  dance":                               "3: no-command all=[scripts seed dt show spawn tick set board post end impose detail abort reset clear_faults pause resume despawn switch explain get say] name=\"dance\" -> it",
		"// dance":                              "1: other-comment",
		"-- dance":                              "1: other-comment",
		"tick 0":                                "6: tick-count value=\"0\" -> it",
		"tick 1 2":                              "8: command-form command=\"tick\" usage=\"tick 5\" -> it",
		"spawn":                                 "1: command-form command=\"spawn\" usage=\"spawn TREE field=value ...\" -> it",
		"spawn a hp=many":                       "12: not-a-value text=\"many\" value=\"many\" -> it",
		"spawn a hp=“high”":                     "12: not-a-value text=\"high\" value=\"“high”\" -> it",
		"spawn a up=True":                       "12: not-a-value text=\"True\" value=\"True\" -> did-you-mean near=\"true\"",
		"spawn a hp = 3":                        "12: pair-punctuation -> write-it text=\"spawn a hp=3\"",
		"spawn a hp= 3":                         "11: pair-punctuation -> write-it text=\"spawn a hp=3\"",
		"spawn a hp =3":                         "12: pair-punctuation -> write-it text=\"spawn a hp=3\"",
		"spawn a name=\"x":                      "14: text-without-end quote=\"\\\"\" -> it",
		"spawn a mood='x":                       "14: text-without-end quote=\"'\" -> it",
		"spawn \"a b=\"x\"\"":                   "13: space-after-quotes -> it",
		"spawn hp=3 a":                          "12: word-after-pair usage=\"spawn TREE field=value ...\" word=\"a\" -> it",
		"spawn a hp=3 hp=4":                     "14: key-twice key=\"hp\" -> it",
		"spawn a agent.hp=3":                    "9: field-with-agent field=\"hp\" name=\"agent.hp\" -> it",
		"spawn a id=3":                          "9: field-of-engine field=\"id\" -> it",
		"set a#1 hp=1 a#1.hp=3":                 "14: field-with-agent field=\"a#1 hp\" name=\"a#1.hp\" -> it",
		"set hp+=3":                             "5: field-name name=\"hp+\" -> it",
		"set pos.x=3":                           "5: field-name name=\"pos.x\" -> it",
		"get agent.hp":                          "5: field-with-agent field=\"hp\" name=\"agent.hp\" -> it",
		"get a#1 self.hp":                       "9: field-with-agent field=\"hp\" name=\"self.hp\" -> it",
		"get a#1":                               "1: command-form command=\"get\" usage=\"get [AGENT] field ...\" -> it",
		"show field:":                           "6: show-word all=[enter exit result root request log] value=\"field:\" -> it",
		"show field:agent.hp":                   "6: field-with-agent field=\"hp\" name=\"agent.hp\" -> it",
		"get a#1 bt.board(\"tavern\").alarm":    "9: entry-as-field name=\"bt.board(\\\"tavern\\\").alarm\" -> write-it text=\"board tavern\"",
		"get board:tavern.alarm":                "5: entry-as-field name=\"board:tavern.alarm\" -> write-it text=\"board tavern\"",
		"set bt.board('tavern').alarm=3":        "5: entry-as-field name=\"bt.board('tavern').alarm\" -> write-it text=\"board tavern alarm=3\"",
		"bt.board(\"tavern\").alarm = 3":        "1: no-command all=[scripts seed dt show spawn tick set board post end impose detail abort reset clear_faults pause resume despawn switch explain get say] name=\"bt.board(\\\"tavern\\\").alarm\" -> write-it text=\"board tavern alarm=3\"",
		"show field:bt.board(\"tavern\").alarm": "6: entry-as-field name=\"bt.board(\\\"tavern\\\").alarm\" -> write-it text=\"board:tavern.alarm\"",
		"show board:tavern":                     "6: show-word all=[enter exit result root request log] value=\"board:tavern\" -> it",
		"board":                                 "1: command-form command=\"board\" usage=\"board BOARD entry=value ...\" -> it",
		"board alarm=3":                         "1: command-form command=\"board\" usage=\"board BOARD entry=value ...\" -> it",
		"board tavern.alarm=3":                  "7: dotted-board text=\"board tavern alarm=3\" -> it",
		"board tavern.alarm":                    "7: command-form command=\"board\" usage=\"board BOARD entry=value ...\" -> write-it text=\"board tavern\"",
		"board tavern alarm.x=3":                "14: entry-name name=\"alarm.x\" -> it",
		"board tavern alarm 3":                  "14: command-form command=\"board\" usage=\"board BOARD entry=value ...\" -> write-it text=\"alarm=3\"",
		"dt nan":                                "4: command-number command=\"dt\" value=\"nan\" -> it",
		"post x ttl=-2":                         "12: wrong-key-value command=\"post\" key=\"ttl\" value=\"-2\" wanted=\"a number of seconds, 0 or more\" -> it",
		"post x ttl=\"2\"":                      "12: wrong-key-value command=\"post\" key=\"ttl\" value=\"\\\"2\\\"\" wanted=\"a number of seconds, 0 or more\" -> it",
		"impose x channel=3":                    "18: wrong-key-value command=\"impose\" key=\"channel\" value=\"3\" wanted=\"a text in quotes\" -> it",
		"impose x priority=nil":                 "19: wrong-key-value command=\"impose\" key=\"priority\" value=\"nil\" wanted=\"a number\" -> it",
		"detail every=-1":                       "14: wrong-key-value command=\"detail\" key=\"every\" value=\"-1\" wanted=\"a number of seconds, 0 or more\" -> it",
		"set":                                   "1: command-form command=\"set\" usage=\"set [AGENT] field=value ...\" -> it",
		"show enter mood":                       "12: show-word all=[enter exit result root request log] value=\"mood\" -> show-field all=[enter exit result root request log] name=\"mood\"",
		"show hut.bunk":                         "6: show-word all=[enter exit result root request log] value=\"hut.bunk\" -> write-it text=\"board:hut.bunk\"",
		"show enter ext":                        "12: show-word all=[enter exit result root request log] value=\"ext\" -> did-you-mean near=\"exit\"",
		"dt -1":                                 "4: command-number command=\"dt\" value=\"-1\" -> it",
		"impose größe chanel=\"y\"":             "14: no-such-key command=\"impose\" key=\"chanel\" usage=\"impose [AGENT] KIND channel=\\\"legs\\\" priority=2\" -> did-you-mean near=\"channel\"",
		"spawn a hp=+5":                         "12: not-a-value text=\"+5\" value=\"+5\" -> write-it text=\"5\"",
		"spawn a hp=1_000":                      "12: not-a-value text=\"1_000\" value=\"1_000\" -> write-it text=\"1000\"",
		"spawn a hp=inf":                        "12: not-a-value text=\"inf\" value=\"inf\" -> it",
		"spawn a hp=nan":                        "12: not-a-value text=\"nan\" value=\"nan\" -> it",
		"spawn a at={x=1, y=2},hp=3":            "22: pair-punctuation -> write-it text=\"spawn a at={x=1, y=2} hp=3\"",
		"spawn a x=0, hp=3":                     "12: pair-punctuation -> write-it text=\"spawn a x=0 hp=3\"",
		"post x ttl=2s":                         "12: not-a-value text=\"2s\" value=\"2s\" -> times-without-unit seconds=\"2\"",
		"dt 50ms":                               "4: command-number command=\"dt\" value=\"50ms\" -> times-without-unit seconds=\"0.05\"",
		"dt inf":                                "4: command-number command=\"dt\" value=\"inf\" -> it",
		"dt=0.5":                                "1: no-command all=[scripts seed dt show spawn tick set board post end impose detail abort reset clear_faults pause resume despawn switch explain get say] name=\"dt=0.5\" -> write-it text=\"dt 0.5\"",
		"dt: 0.5":                               "1: no-command all=[scripts seed dt show spawn tick set board post end impose detail abort reset clear_faults pause resume despawn switch explain get say] name=\"dt:\" -> write-it text=\"dt 0.5\"",
		"dt 0,5":                                "4: command-number command=\"dt\" value=\"0,5\" -> write-it text=\"0.5\"",
		"spawn a hp=0,5":                        "12: not-a-value text=\"0,5\" value=\"0,5\" -> write-it text=\"0.5\"",
		"spawn a hp: 100 x: 0":                  "9: pair-form pair=\"hp:\" -> write-it text=\"hp=100\"",
		"set a#1 mood:\"glad\"":                 "9: pair-form pair=\"mood:\\\"glad\\\"\" -> write-it text=\"mood=\\\"glad\\\"\"",
		"set a#1 mood \"glad\"":                 "9: command-form command=\"set\" usage=\"set [AGENT] field=value ...\" -> write-it text=\"mood=\\\"glad\\\"\"",
		"set hp 100":                            "5: command-form command=\"set\" usage=\"set [AGENT] field=value ...\" -> write-it text=\"hp=100\"",
		"spawn a hp 100":                        "9: command-form command=\"spawn\" usage=\"spawn TREE field=value ...\" -> write-it text=\"hp=100\"",
		"spawn a home=(1, 2)":                   "14: not-a-value text=\"(1,\" value=\"(1,\" -> write-it text=\"home={x=1, y=2}\"",
		"spawn a home=[1,2,3,4]":                "14: not-a-value text=\"[1,2,3,4]\" value=\"[1,2,3,4]\" -> write-it text=\"home={1, 2, 3, 4}\"",
		"spawn a home={x: 1, y: 2}":             "16: unexpected-character char=\":\" -> write-it text=\"{x=1, y=2}\"",
		"spawn a home={x=1, y=2}z":              "24: space-after-table",
		"spawn a home={x=1, y=2":                "14: unclosed-table -> it",
		"spawn a { hp = 3 }":                    "9: pair-punctuation -> write-it text=\"spawn a hp=3\"",
		"post a#1 horn { x = 12, urgent = false } ttl=2": "15: pair-punctuation -> write-it text=\"post a#1 horn x=12 urgent=false ttl=2\"",
		"set a#1 mood=\"a, {b}\", hp=2":                  "22: pair-punctuation -> write-it text=\"set a#1 mood=\\\"a, {b}\\\" hp=2\"",
		"spawn a x=0,5":                                  "11: not-a-value text=\"0,5\" value=\"0,5\" -> write-it text=\"0.5\"",
		"tick 3s":                                        "6: tick-count value=\"3s\" -> tick-for-time seconds=\"0.1\" ticks=30",
		"tick 0.5":                                       "6: tick-count value=\"0.5\" -> tick-for-time seconds=\"0.1\" ticks=5",
		"get a#1 x, y":                                   "9: command-form command=\"get\" usage=\"get [AGENT] field ...\" -> separate-by-spaces plain=\"x\"",
		"post a#1 bell x 3":                              "15: command-form command=\"post\" usage=\"post [AGENT] NAME ttl=2 key=value ...\" -> write-it text=\"x=3\"",
		"spawn a#3 hp=3":                                 "7: number-in-spawn name=\"a#3\" tree=\"a\" -> it",
		"tick speed=3":                                   "6: no-such-key command=\"tick\" key=\"speed\" usage=\"tick 5\" -> it",
	} {
		_, problems := Parse("x.scene", "# a comment\n\n"+text+"\n")
		if len(problems) != 1 || problems[0].Pos.Line != 3 {
			t.Fatalf("%q: %v", text, problems)
		}
		if got := fmt.Sprintf("%d: %s", problems[0].Pos.Col, message.Identity(problems[0])); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	_, problems := Parse("x.scene", "s\x00p\x00")
	if got := problems.Error(); got != "x.scene:1:1: "+message.FileUtf16().Error() {
		t.Error(got)
	}
}

// TestZero checks that a tick may take no time, and that 0 is a seed.
func TestZero(t *testing.T) {
	for _, text := range []string{"dt 0", "dt 0.0", "seed 0"} {
		if _, problems := Parse("x.scene", text+"\n"); len(problems) > 0 {
			t.Errorf("%q: %v", text, problems)
		}
	}
}

// TestCheck checks the findings in scenes that can be parsed.
func TestCheck(t *testing.T) {
	scripts := fstest.MapFS{
		"a.bt":         {Data: []byte("tree a\n  priority\n    flee  when hp < 30\n    jump\n    tree b speed=2\n\ntree b speed=1 wide=2 \"walks\"\n  walk speed=speed wide=wide id=step when speed > 0\n\ntree c what far=1\n  sequence\n    slot what\n    wait far\n")},
		"flee.lua":     {Data: []byte(`return { behavior = function(agent, params) agent.pace = agent.wide_legs bt.board("tavern").alarm = bt.board("mine").quota end }`)},
		"walk.lua":     {Data: []byte(`return { params = { speed = 1, wide = 1 }, behavior = function(agent, params) agent.x = params.speed * params.wide agent.wide = 2 end }`)},
		"jump.lua":     {Data: []byte(`return { stimulus = "noise", precondition = function() local s = bt.stimulus() return s.strength > 2 and bt.stimulus().x > 3 end }`)},
		"agent.fields": {Data: []byte("# the cat\nhp: hit points\nx: place\nwide_legs: whether\nstimulus noise: heard\nboard tavern.guard agent: who watches\nboard mine.quota: how much\n")},
	}
	game, err := bough.OpenFS(scripts, bough.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { game.Close() })
	if problems := game.Load(); len(problems) > 0 {
		t.Fatal(problems)
	}
	for text, want := range map[string]string{
		"spawn a hp=3 x=1 y=2 team=3 cat=4\nset a#1 pace=1\nget pace\nget a hp\nshow field:x enter\npost bang\nexplain step\nexplain a walk": "1:22: warning idle-field file=\"scripts/agent.fields\" name=\"team\" -> it\n1:29: warning idle-field file=\"scripts/agent.fields\" name=\"cat\" -> it",
		"spawn \"b speed=3\"\nspawn a\nset b#1 x=3\nswitch b \"c what='idle' far=3\"\nset a#2 x=3\ndespawn b\nset x=3":                       "",
		"spawn b wide=3":                 "", // it is also a field
		"spawn door":                     "1:7: scene-refused reason=\"there is no tree \\\"door\\\": the trees are a, b, c\"",
		"spawn b speed=3 x=1 wide=4":     "1:9: warning parameter-as-field call=\"b speed=3\" name=\"speed\" tree=\"b\" -> it",
		"spawn \"b wide=2\" speed='x'":   "1:18: warning parameter-as-field call=\"b wide=2 speed='x'\" name=\"speed\" tree=\"b\" -> it",
		"spawn b\nswitch c":              "2:8: scene-refused reason=\"tree c needs what: write it after the name, in quotes: \\\"c what='NODE'\\\"\"",
		"spawn bb x=3\nset b#1 x=3":      "1:7: scene-refused reason=\"there is no tree \\\"bb\\\": did you mean b?\"",
		"spawn a hq=3":                   "1:9: warning unknown-field name=\"hq\" near=\"hp\" -> it",
		"spawn b\nspawn a\nset a#1 x=3":  "3:5: no-such-agent label=\"b#1\" name=\"a#1\" -> agent-by-label labels=[a#2]",
		"spawn a\nset b x=3\nset x=3":    "2:5: no-such-agent label=\"a#1\" name=\"b\" -> it",
		"set x=3\nspawn a":               "1:1: no-agent-yet -> it",
		"spawn a\nget a#1 pase":          "2:9: warning unknown-field name=\"pase\" near=\"pace\" -> it",
		"spawn a\nshow enter field:pase": "2:12: warning unknown-field name=\"pase\" near=\"pace\" -> it",
		"spawn a\npost a#1 nois ttl=2":   "2:10: warning unknown-stimulus name=\"nois\" near=\"noise\" -> it",
		"spawn a\nexplain stap":          "2:9: warning unknown-node name=\"stap\" near=\"step\" -> it",
		"spawn a\nspawn b\nspawn a\nset a x=3\nget b x\nexplain a": "4:5: warning several-agents label=\"a#3\" labels=[a#1 a#3] tree=\"a\" -> it\n6:9: warning several-agents label=\"a#3\" labels=[a#1 a#3] tree=\"a\" -> it",
		"spawn a\nget b x":                         "2:5: warning no-such-agent label=\"a#1\" name=\"b\" -> it",
		"spawn a\npost noise strenth=3 ttl=2 x=3":  "2:12: warning untaken-field name=\"strenth\" near=\"strength\" stimulus=\"noise\" -> it",
		"spawn a\npost noise strenth=3 strength=2": "",
		"show board:tavern.alarm board:tavern.gaurd board:tavrn.alarm\nboard tavern alarm=3 guard=1\nboard tavern\nboard hall x=1": "1:38: warning unknown-entry board=\"tavern\" entry=\"gaurd\" near=\"guard\" -> it\n1:50: warning unknown-board name=\"tavrn\" near=\"tavern\" -> it",
		"board tavren alarm=3\nboard tavern alrm=3 guard=true\nboard mine quta=3":                                                  "1:7: warning unknown-board name=\"tavren\" near=\"tavern\" -> it\n2:14: warning unknown-entry board=\"tavern\" entry=\"alrm\" near=\"alarm\" -> it\n2:27: wrong-declared-value name=\"guard\" place=\"scripts/agent.fields:6\" value=\"true\" want=\"agent\" -> give-wanted want=\"the id of an agent, a whole number\"\n3:12: warning unknown-entry board=\"mine\" entry=\"quta\" near=\"quota\" -> it",
		"clear_faults walk":              "",
		"clear_faults\nclear_faults wlk": "2:14: no-such-behavior name=\"wlk\" -> did-you-mean near=\"walk\"",
		"scripts nowhere\nspawn a":       "1:9: no-folder folder=\"nowhere\"",
	} {
		s, problems := Parse("x.scene", text)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		var got []string
		for _, d := range s.Check(game) {
			got = append(got, fmt.Sprintf("%d:%d: %s", d.Pos.Line, d.Pos.Col, message.Identity(d)))
		}
		if strings.Join(got, "\n") != want {
			t.Errorf("%q\ngot  %q\nwant %q", text, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("spawn a hp=3 name=\"x y\" # z\ntick 2\nsay hello = \"world")
	f.Add("show field:a\npost a noise ttl=2 x=nil\nexplain a#1")
	f.Fuzz(func(t *testing.T, text string) {
		s, problems := Parse("x", text)
		if s == nil || len(problems) > strings.Count(text, "\n")+1 {
			t.Error(problems)
		}
		s.Seed()
		s.Scripts()
	})
}
