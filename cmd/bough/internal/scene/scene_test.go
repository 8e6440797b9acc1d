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
		{"\ufeffshow field:from\r\nspawn\tjumpy\tfrom=1 # tabs and a byte order mark\r\nget\tfrom\r\n", "jumpy#1 from = 1\n"},
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
		"spawn x":                  "error: x.scene:1:1: there is no tree \"x\"",
		"spawn a\nset b hp=3":      "error: x.scene:2:1: there is no agent b; write its name or its label, such as a#1",
		"spawn a\nend legs":        "error: x.scene:2:1: no request is in force on legs",
		"spawn a\ndespawn\nget hp": "error: x.scene:3:1: a#1 is gone",
		"spawn a\nswitch nowhere":  "error: x.scene:2:1: there is no tree \"nowhere\"",
	} {
		if got := play(t, scene); !strings.Contains(got, want) {
			t.Errorf("%q: got %q, want %q", scene, got, want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"tikc 3":                "x.scene:1:1: there is no command tikc: did you mean tick?",
		"dance":                 "there is no command dance: there are scripts, seed, dt, show",
		"tick 0":                "tick 0: want a whole number from 1 to 1000000",
		"tick 1 2":              "tick: want: tick 5",
		"spawn":                 "spawn: want: spawn TREE field=value ...",
		"spawn a hp=many":       "hp: many is not a value; want a number, true, false, nil or a text in quotes",
		"spawn a hp = 3":        "=: write name=value without spaces, such as hp=3",
		"spawn a hp= 3":         "hp=: write name=value without spaces, such as hp=3",
		"spawn a hp =3":         "=3: write name=value without spaces, such as hp=3",
		"spawn a name=\"x":      "a text that begins with \" does not end on its line",
		"spawn hp=3 a":          "a follows name=value; want: spawn TREE field=value ...",
		"spawn a hp=3 hp=4":     "hp= is given twice; delete one of them",
		"show field:":           "show field:: want some of enter",
		"dt nan":                "dt nan: want a number, 0 or more",
		"post x ttl=-2":         "post: ttl is -2; want a number of seconds, 0 or more",
		"post x ttl=\"2\"":      "post: ttl is \"2\"; want a number of seconds, 0 or more",
		"impose x channel=3":    "impose: channel is 3; want a text in quotes",
		"impose x priority=nil": "impose: priority is nil; want a number",
		"detail every=-1":       "detail: every is -1; want a number of seconds, 0 or more",
		"set":                   "set: want: set [AGENT] field=value ...",
		"show enter ext":        "show ext: want some of enter, exit, result, root, request, log, field:NAME",
		"dt -1":                 "dt -1: want a number, 0 or more",
		"impose x chanel=\"y\"": "impose has no chanel=: did you mean channel?",
		"tick speed=3":          "tick has no speed=; want: tick 5",
	} {
		_, problems := Parse("x.scene", "# a comment\n\n"+text+"\n")
		want = strings.Replace(want, ":1:1:", ":3:1:", 1)
		if got := problems.Error(); !strings.Contains(got, want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
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
