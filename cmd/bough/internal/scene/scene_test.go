package scene

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough"
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
	found, faults, err := s.Play(func(o bough.Options) (*bough.Game, error) {
		game, err := bough.OpenFS(files, o)
		if err == nil {
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
		"tick\nset hp=3":           "error: x.scene:2:1: there is no agent yet; spawn one first\n    set hp=3",
		"spawn a\npost bell a#1":   "error: x.scene:2:6: the agent comes first: post a#1 bell",
		"spawn a\nswitch b a#1":    "error: x.scene:2:8: the agent comes first: switch a#1 b",
		"spawn x":                  "error: x.scene:1:7: there is no tree \"x\": the trees are a, b, ",
		"spawn a\nset b hp=3":      "error: x.scene:2:5: there is no agent b; write its name or its label, such as a#1\n    set b hp=3\n        ^",
		"spawn a\nget b#2 hp":      "error: x.scene:2:5: there is no agent b#2; write its name or its label, such as a#1",
		"spawn a\nexplain b stand": "error: x.scene:2:9: there is no agent b; write its name or its label, such as a#1",
		"spawn a\nexplain stnd":    "error: x.scene:2:9: tree a has no node \"stnd\": did you mean stand?",
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
		"tikc 3":                    "1: there is no command tikc: did you mean tick?",
		"  dance":                   "3: there is no command dance: there are scripts, seed, dt, show",
		"// dance":                  "1: a comment begins with #",
		"-- dance":                  "1: a comment begins with #",
		"tick 0":                    "6: tick 0: want a whole number from 1 to 1000000",
		"tick 1 2":                  "8: tick: want: tick 5",
		"spawn":                     "1: spawn: want: spawn TREE field=value ...",
		"spawn a hp=many":           "12: hp: many is not a value; want a number, true, false, nil or a text in quotes: \"many\"",
		"spawn a hp=“high”":         "12: hp: “high” is not a value; want a number, true, false, nil or a text in quotes: \"high\"",
		"spawn a up=True":           "12: up: True is not a value: did you mean true?",
		"spawn a hp = 3":            "12: =: write name=value without spaces, such as hp=3",
		"spawn a hp= 3":             "9: hp=: write name=value without spaces, such as hp=3",
		"spawn a hp =3":             "12: =3: write name=value without spaces, such as hp=3",
		"spawn a name=\"x":          "14: a text that begins with \" does not end on its line",
		"spawn a mood='x":           "14: a text that begins with ' does not end on its line",
		"spawn \"a b=\"x\"\"":       "13: a space is missing after the quotes; quotes inside of quotes are of the other kind",
		"spawn hp=3 a":              "12: a follows name=value; want: spawn TREE field=value ...",
		"spawn a hp=3 hp=4":         "14: hp= is given twice; delete one of them",
		"spawn a agent.hp=3":        "9: agent.hp: fields are written without agent.: hp",
		"spawn a id=3":              "9: agent.id is set by the engine and cannot be written; choose another name",
		"set a#1 hp=1 a#1.hp=3":     "14: a#1.hp: write the agent before the fields: a#1 hp",
		"set hp+=3":                 "5: hp+ is no name of a field: write name=value, such as hp=3",
		"set pos.x=3":               "5: pos.x is no name of a field",
		"get agent.hp":              "5: agent.hp: fields are written without agent.: hp",
		"get a#1 self.hp":           "9: self.hp: fields are written without self.: hp",
		"get a#1":                   "1: get: want: get [AGENT] field ...",
		"show field:":               "6: show field:: want some of enter",
		"show field:agent.hp":       "6: field:agent.hp: fields are written without agent.: hp",
		"dt nan":                    "4: dt nan: want a number, 0 or more",
		"post x ttl=-2":             "12: post: ttl is -2; want a number of seconds, 0 or more",
		"post x ttl=\"2\"":          "12: post: ttl is \"2\"; want a number of seconds, 0 or more",
		"impose x channel=3":        "18: impose: channel is 3; want a text in quotes",
		"impose x priority=nil":     "19: impose: priority is nil; want a number",
		"detail every=-1":           "14: detail: every is -1; want a number of seconds, 0 or more",
		"set":                       "1: set: want: set [AGENT] field=value ...",
		"show enter ext":            "12: show ext: want some of enter, exit, result, root, request, log, field:NAME",
		"dt -1":                     "4: dt -1: want a number, 0 or more",
		"impose größe chanel=\"y\"": "14: impose has no chanel=: did you mean channel?",
		"spawn a hp=+5":             "12: hp: +5 is not a value: write 5",
		"spawn a hp=1_000":          "12: hp: 1_000 is not a value: write 1000",
		"spawn a hp=inf":            "12: hp: inf is not a value; want a number",
		"spawn a hp=nan":            "12: hp: nan is not a value",
		"spawn a x=0, hp=3":         "11: x: 0, is not a value: separate values by spaces only: 0",
		"post x ttl=2s":             "12: ttl: 2s is not a value: times are in seconds and have no unit: 2",
		"dt 50ms":                   "4: dt 50ms: times are in seconds and have no unit: 0.05",
		"dt inf":                    "4: dt inf: want a number, 0 or more",
		"tick speed=3":              "6: tick has no speed=; want: tick 5",
	} {
		_, problems := Parse("x.scene", "# a comment\n\n"+text+"\n")
		if got := problems.Error(); !strings.HasPrefix(got, "x.scene:3:"+want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	_, problems := Parse("x.scene", "s\x00p\x00")
	if got := problems.Error(); got != "x.scene:1:1: the file is encoded in UTF-16: save it as UTF-8" {
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
		"flee.lua":     {Data: []byte(`return { behavior = function(agent, params) agent.pace = agent.wide_legs end }`)},
		"walk.lua":     {Data: []byte(`return { params = { speed = 1, wide = 1 }, behavior = function(agent, params) agent.x = params.speed * params.wide agent.wide = 2 end }`)},
		"jump.lua":     {Data: []byte(`return { stimulus = "noise" }`)},
		"agent.fields": {Data: []byte("# the cat\nhp: hit points\nx: place\nwide_legs: whether\nstimulus noise: heard\n")},
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
		"spawn a hp=3 x=1 y=2 team=3 cat=4\nset a#1 pace=1\nget pace\nget a hp\nshow field:x enter\npost bang\nexplain step\nexplain a walk": "",
		"spawn \"b speed=3\"\nspawn a\nset b#1 x=3\nswitch b \"c what='idle' far=3\"\nset a#2 x=3\ndespawn b\nset x=3":                       "",
		"spawn b wide=3":                 "", // it is also a field
		"spawn door":                     "x.scene:1:7: there is no tree \"door\": the trees are a, b, c",
		"spawn b speed=3 x=1 wide=4":     "x.scene:1:9: warning: speed is a parameter of the tree b, and no script or tree has such a field: give it with the tree: spawn \"b speed=3\"",
		"spawn \"b wide=2\" speed='x'":   "x.scene:1:18: warning: speed is a parameter of the tree b, and no script or tree has such a field: give it with the tree: spawn \"b wide=2 speed='x'\"",
		"spawn b\nswitch c":              "x.scene:2:8: tree c needs what: write it after the name, in quotes: \"c what='NODE'\"",
		"spawn bb x=3\nset b#1 x=3":      "x.scene:1:7: there is no tree \"bb\": did you mean b?",
		"spawn a hq=3":                   "x.scene:1:9: warning: no script or tree has a field hq: did you mean hp?",
		"spawn a\nset b x=3\nset x=3":    "x.scene:2:5: there is no agent b; write its name or its label, such as a#1",
		"set x=3\nspawn a":               "x.scene:1:1: there is no agent yet; spawn one first",
		"spawn a\nget a#1 pase":          "x.scene:2:9: warning: no script or tree has a field pase: did you mean pace?",
		"spawn a\nshow enter field:pase": "x.scene:2:12: warning: no script or tree has a field pase: did you mean pace?",
		"spawn a\npost a#1 nois ttl=2":   "x.scene:2:10: warning: no behavior waits for the stimulus nois: did you mean noise?",
		"spawn a\nexplain stap":          "x.scene:2:9: warning: no tree has a node stap: did you mean step?",
		"clear_faults walk":              "",
		"clear_faults\nclear_faults wlk": "x.scene:2:14: there is no behavior wlk: did you mean walk?",
		"scripts nowhere\nspawn a":       "x.scene:1:9: there is no folder nowhere",
	} {
		s, problems := Parse("x.scene", text)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		var got []string
		for _, d := range s.Check(game) {
			got = append(got, d.Headline())
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
