package commands

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/creack/pty"
)

// evil is a text with control characters for terminals. It sets colors, the window title and the
// clipboard, reverses the direction of text, and forges a line of the command's output.
const evil = "\x1b[31m\x1b]0;own\x07\x1b]52;c;bXk=\x07\u009b2J\x7f\b\u202e\u2028\x00\xff\r\nFORGED.lua:1:1: forged"

// lua returns a text as a Lua string literal.
func lua(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(text) {
		b.WriteString("\\" + string([]byte{'0' + text[i]/100, '0' + text[i]/10%10, '0' + text[i]%10}))
	}
	return b.String() + `"`
}

// hostileProject writes files with the text evil in every place that can contain a text.
func hostileProject(t *testing.T) string {
	dir := t.TempDir()
	put := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Join(dir, "scripts"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	e := lua(evil)
	put("scripts/say.lua", `return { doc = `+e+`, params = { text = `+e+` },
  behavior = function(agent) print(`+e+`) agent.heard = `+e+` bt.request(agent, "mouth", { text = `+e+` }) end }`)
	put("scripts/raise.lua", "-- "+strings.ReplaceAll(evil, "\n", " ")+"\nreturn { behavior = function() error("+e+") end }")
	put("scripts/raise_table.lua", `return { behavior = function() error({ `+e+` }) end }`)
	put("scripts/deny.lua", `return { precondition = function(agent) return agent[`+e+`] end, behavior = function() return `+e+` end }`)
	put("scripts/load.lua", "print("+e+") error("+e+")")
	put("scripts/x.bt", "tree x\n  priority\n    deny\n    raise\n    raise_table\n    say text=\"evil\x1b]0;own\x07\"\ntree y\n  both\n    say\n    raise\n")
	put("scripts/good.bt", "tree good \"\u202e\u200f\u009b\"\n  say text=\"\u009b\"\n")
	put("scripts/other.bt", "tree good\n  say text=\"\u0085\"\n  # \u202e\n")
	put("scripts/broken.bt", "tree broken\n  "+evil+"\n")
	put("scripts/a"+strings.ReplaceAll(evil, "\x00", "")[:8]+"\nFORGED.lua:1:1: b.lua", "return 3")
	put("scripts/c\nFORGED.bt:1:1: b.bt", "tree\n")
	put("scripts/x_test.lua", `return { [`+e+`] = function(t) print(`+e+`) t.spawn("x") t.tick(2) error(`+e+`) end }`)
	put("scripts/x.scene", "spawn x name=\"\x1b[31m\u202e\"\ntick 3\nsay \x1b[31m\u009b\nget heard\nexplain\nimpose \x1b[31m\n")
	put("tree.json", `{"trees": [{"name": "x", "doc": "\u001b[31m\u202e", "root": {"node": "say", "params": {"text": "\u001b\n"}}}, {"name": "\u001b[31m\nFORGED"}]}`)
	put("tree.xml", "<root BTCPP_format=\"4\"><BehaviorTree ID=\"\u202e\u0085FORGED\"><Say text=\"\u009b\"/></BehaviorTree></root>")
	return dir
}

// TestRawTextNeverReachesATerminal calls each command on a project full of control characters.
func TestRawTextNeverReachesATerminal(t *testing.T) {
	dir := hostileProject(t)
	t.Chdir(dir)
	calls := map[string][]string{
		"api":     {"api", "api wait", "api --luals"},
		"bundle":  {"bundle -o x.zip", "bundle -o x.zip --force", "bundle --check x.zip"},
		"check":   {"check", "check --json"},
		"convert": {"convert tree.json", "convert tree.xml", "convert scripts/broken.bt", "convert scripts/good.bt --to json"},
		"diff":    {"diff scripts/good.bt scripts/other.bt", "diff scripts/broken.bt scripts/x.bt"},
		"dump":    {"dump", "dump x"},
		"explain": {"explain x --ticks 3", "explain x --ticks 3 --json", "explain y", "explain good"},
		"fmt":     {"fmt -l scripts", "fmt -d scripts"},
		"graph":   {"graph x", "graph scripts/broken.bt"},
		"mcp":     {"mcp scripts"}, // the input of a test is empty
		"kinds":   {"kinds --scripts scripts", "kinds --json --scripts scripts"},
		"new":     {"new tree ogre"},
		"play":    {"play --ticks 30", "play x --ticks 5", "play scripts/x.scene --ticks 5", "play x --ticks 5 --cost"},
		"rename":  {"rename -n say talk"},
		"replay":  {"run x --ticks 3 --record x.bough", "replay x.bough", "replay x.bough --at 2", "replay x.bough --at 2 --agent x#1", "replay x.bough --from 1", "replay x.bough --cost", "replay x.bough --against scripts"},
		"run":     {"run x", "run x --json", "run y", "run good", "run scripts/x.scene", "run y --memory", "run x --cost", "run x --cost --json", "run good --cost"},
		"lsp":     {"lsp --help"},  // what it says is for an editor
		"site":    {"site --help"}, // it reads nothing of a project
		"test":    {"test", "test -v", "test --json", "test --cover -v", "test --cover --json"},
		"version": {"version"},
	}
	for _, c := range newRootCommand(nil).Commands() {
		t.Run(c.Name(), func(t *testing.T) {
			if c.Name() != "help" && len(calls[c.Name()]) == 0 {
				t.Fatalf("say how %s is called so that it prints texts of the project", c.Name())
			}
			for _, call := range calls[c.Name()] {
				var out, errs bytes.Buffer
				stock(strings.Fields(call), &out, &errs)
				if !strings.HasPrefix(call, "convert") || strings.Contains(call, "broken") { // see TestDocumentsOnATerminal
					mustBeSafe(t, call, out.Bytes())
				}
				mustBeSafe(t, call, errs.Bytes())
				if strings.Contains(call, "json") && out.Len() > 0 {
					mustBeJSON(t, call, out.Bytes())
				}
			}
		})
	}
}

// mustBeSafe checks that the output has no character that a terminal would act on, and no forged
// line.
func mustBeSafe(t *testing.T, call string, said []byte) {
	t.Helper()
	for line := range bytes.Lines(said) {
		if bytes.HasPrefix(line, []byte("FORGED")) {
			t.Errorf("%s: a forged line: %q", call, line)
		}
		at := bytes.IndexFunc(line, func(r rune) bool {
			return unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028'
		})
		if at >= 0 || !utf8.Valid(line) {
			t.Errorf("%s: raw text at byte %d: %q", call, at, line)
		}
	}
}

func mustBeJSON(t *testing.T, call string, text []byte) {
	t.Helper()
	for d := json.NewDecoder(bytes.NewReader(text)); d.More(); {
		var v any
		if err := d.Decode(&v); err != nil {
			t.Errorf("%s: %v in %.300s", call, err, text)
			return
		}
	}
}

// TestEscapes checks how output escapes incomplete characters, and characters that are written
// byte by byte. JSON must keep its meaning.
func TestEscapes(t *testing.T) {
	for text, want := range map[string]string{
		"plain ünï 日本 👩\u200d🚀\n\t": "plain ünï 日本 👩\u200d🚀\n\t",
		"\x1b[0m\x7f\u009b\r\x00":   `\u001b[0m\u007f\u009b\r\u0000`,
		"\u202eabc\u2066":           `\u202eabc\u2066`,
		"\xff\xe6\x97":              `\xff\xe6\x97`,
		"\U000e0041":                `\udb40\udc41`,
	} {
		var whole, pieces bytes.Buffer
		o, p := &output{w: &whole}, &output{w: &pieces}
		o.Write([]byte(text))
		o.end()
		for i := range len(text) {
			if n, err := p.Write([]byte{text[i]}); n != 1 || err != nil {
				t.Errorf("%q: %d, %v", text, n, err)
			}
		}
		p.end()
		if whole.String() != want || pieces.String() != want {
			t.Errorf("%q is written as %s, in pieces as %s, want %s", text, &whole, &pieces, want)
		}
	}
	var b bytes.Buffer
	const text = "\u009b\u202e\x7f\U000e0041"
	if err := writeJSON(&output{w: &b}, text); err != nil {
		t.Fatal(err)
	}
	var got string
	if err := json.Unmarshal(b.Bytes(), &got); err != nil || got != text {
		t.Errorf("%s is read as %q, %v", &b, got, err)
	}
}

// TestDocumentsOnATerminal checks that a converted tree is written unchanged to a file or a
// pipe, and that control characters are escaped on a terminal.
func TestDocumentsOnATerminal(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.bt")
	if err := os.WriteFile(file, []byte("tree x \"\u200fשלום\u009b\"\n  wait 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var piped bytes.Buffer
	if code := stock([]string{"convert", file}, &piped, io.Discard); code != 0 || !strings.Contains(piped.String(), "\"\u200fשלום\u009b\"") {
		t.Errorf("exit code %d, %q", code, &piped)
	}
	keyboard, terminal, err := pty.Open()
	if err != nil {
		t.Skip("no terminals here: ", err)
	}
	defer keyboard.Close()
	code := stock([]string{"convert", file}, terminal, io.Discard)
	terminal.Close()
	shown, _ := io.ReadAll(keyboard) // the error only means that the other end is closed
	if want := `\u200fשלום\u009b`; code != 0 || !strings.Contains(string(shown), want) {
		t.Errorf("exit code %d, %q is not in %q", code, want, shown)
	}
}
