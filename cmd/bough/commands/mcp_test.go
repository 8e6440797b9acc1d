package commands

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// model is a client that calls tools of a server.
type model struct {
	t       *testing.T
	dir     string
	session *mcp.ClientSession
}

// modelFiles are the files of the tests: a tree with a guard, its behaviors, and a scene.
var modelFiles = map[string]string{
	"guard.bt":     "tree guard\n  root\n    flee when hp < 20\n    listen\n    stand\n",
	"root.lua":     "return {}\n",
	"flee.lua":     "return { behavior = function(agent) agent.x = agent.x + 1 end }\n",
	"listen.lua":   "return { stimulus = \"noise\", behavior = function(agent) print(bt.stimulus().from) return true end }\n",
	"stand.lua":    "return { behavior = function(agent) end }\n",
	"agent.fields": "hp number: health\nx number: where it is\nstimulus noise { from text }: somebody is heard\n",
	"day.scene":    "spawn guard hp=100 x=0\nspawn guard hp=10 x=0\ntick 4\n",
}

// startModel writes files and connects a client with a server for them, in memory.
func startModel(t *testing.T, change func(*modelServer)) *model {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range modelFiles {
		writeModelFile(t, filepath.Join("scripts", name), text)
	}
	server, err := newModelServer(&session{dir: "scripts"}, t.Output())
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(server)
	}
	ours, theirs := mcp.NewInMemoryTransports()
	if _, err := server.protocol().Connect(t.Context(), theirs, nil); err != nil {
		t.Fatal(err)
	}
	return connectModel(t, ours)
}

func connectModel(t *testing.T, over mcp.Transport) *model {
	t.Helper()
	c := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	s, err := c.Connect(t.Context(), over, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return &model{t: t, dir: "scripts", session: s}
}

func writeModelFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// call calls a tool, and decodes the result into one.
func (m *model) call(tool, input string, into any) {
	m.t.Helper()
	r, err := m.session.CallTool(m.t.Context(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(input)})
	if err != nil {
		m.t.Fatal(err)
	}
	text := r.Content[0].(*mcp.TextContent).Text
	if r.IsError {
		m.t.Fatalf("%s %s: %s", tool, input, text)
	}
	if err := json.Unmarshal([]byte(text), into); err != nil {
		m.t.Fatal(err)
	}
}

// refused checks that a call ends in an error with a text.
func (m *model) refused(tool, input, want string) {
	m.t.Helper()
	r, err := m.session.CallTool(m.t.Context(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(input)})
	if err != nil {
		m.t.Fatal(err)
	}
	text := r.Content[0].(*mcp.TextContent).Text
	if !r.IsError || !strings.Contains(text, want) {
		m.t.Errorf("%s %s: error %v\n%s\nwant\n%s", tool, input, r.IsError, text, want)
	}
}

func (m *model) onDisk(name string) string {
	m.t.Helper()
	text, err := os.ReadFile(filepath.Join(m.dir, name))
	if err != nil {
		m.t.Fatal(err)
	}
	return string(text)
}

// TestModelChecks compares the findings with those of check --json.
func TestModelChecks(t *testing.T) {
	m := startModel(t, nil)
	var out checkOutput
	m.call("check", `{}`, &out)
	if out.Errors+out.Warnings != 0 || strings.Join(out.Trees, " ") != "guard" || strings.Join(out.Scenes, " ") != "day.scene" || strings.Join(out.Behaviors, " ") != "flee listen root stand" {
		t.Errorf("%+v", out)
	}
	writeModelFile(t, "scripts/stand.lua", "return { behavior = function(agent) agent.xx = agnt end }\n")
	writeModelFile(t, "scripts/guard.bt", "tree guard\n  root\n    fle when hp < 20\n    stand\n")
	m.call("check", `{}`, &out)
	var text bytes.Buffer
	stock([]string{"check", "--json"}, &text, t.Output())
	var want []modelFinding
	if err := json.Unmarshal(text.Bytes(), &want); err != nil || len(want) == 0 || len(want) != len(out.Findings) {
		t.Fatalf("%d findings, want %d: %v", len(out.Findings), len(want), err)
	}
	for _, f := range out.Findings {
		same := false
		for _, w := range want {
			same = same || f.Pos == w.Pos && f.Severity == w.Severity && f.Code == w.Code && f.Message == w.Message && f.Hint == w.Hint && f.Source == w.Source
		}
		if !same {
			t.Errorf("check --json has no %+v", f)
		}
	}
	if f := out.Findings[0]; f.Severity != "error" || f.Pos.String() != "scripts/guard.bt:3:5" || f.Hint != "did you mean flee?" {
		t.Errorf("the first one is %+v", f)
	}
	m.call("check", `{"only":["`+out.Findings[0].Code+`"]}`, &out)
	if out.Errors != 1 || out.Warnings != 0 {
		t.Errorf("%+v", out)
	}
	m.refused("check", `{"only":["unset-feld"]}`, "only: no message has the code unset-feld: did you mean unset-field?")
	m.refused("check", `{"dir":"/"}`, `unexpected additional properties ["dir"]`)
}

// TestModelRuns runs a tree and scenes.
func TestModelRuns(t *testing.T) {
	m := startModel(t, nil)
	var out runOutput
	m.call("run", `{"tree":"guard","ticks":3,"fields":{"hp":100,"x":0},"stimuli":[{"name":"noise","data":{"from":"the \"east\""}}]}`, &out)
	if want := "tick 1 guard#1 enter root\ntick 1 guard#1 enter root/listen\ntick 1 guard#1 says the \"east\"\ntick 2 guard#1 enter root\n"; out.Ticks != 3 || out.Faults != 0 || !strings.HasPrefix(out.Trace+"\n", want[:strings.Index(want, "tick 2")]) {
		t.Errorf("%+v", out)
	}
	if a := out.Agents[0]; len(out.Agents) != 1 || a.Agent != "guard#1" || a.Status != "running" || strings.Join(a.Active, " ") != "root root/stand" || a.Fields["hp"] != 100.0 {
		t.Errorf("%+v", out.Agents)
	}
	m.call("run", `{"tree":"guard","ticks":2,"fields":{"hp":100,"x":0},"show":["field:hp"]}`, &out)
	if out.Trace != "tick 1 guard#1 hp = 100" {
		t.Errorf("%q", out.Trace)
	}
	m.call("run", `{"scene":"scripts/day.scene"}`, &out)
	if out.Ticks != 4 || len(out.Agents) != 2 || out.Agents[1].Fields["x"] != 4.0 {
		t.Errorf("%+v", out)
	}
	m.call("run", `{"scene":"day.scene","ticks":2}`, &out)
	if out.Ticks != 2 || out.Agents[1].Fields["x"] != 2.0 || out.Stopped != "" {
		t.Errorf("%+v", out)
	}
	m.call("run", `{"text":"spawn guard hp=100\ntick\nset hp=1\ntick"}`, &out)
	if out.Faults != 1 || !strings.Contains(out.Trace, "scripts/flee.lua:1:") {
		t.Errorf("a script error: %+v", out)
	}
	for input, want := range map[string]string{
		`{}`:                                     "give one of tree, scene and text",
		`{"tree":"guard","scene":"day.scene"}`:   "give one of tree, scene and text",
		`{"tree":"gard"}`:                        "call.scene:2:7: there is no tree \"gard\": did you mean guard?",
		`{"tree":"guard.bt"}`:                    "tree: guard.bt is a file; give the name of a tree, which check lists",
		`{"tree":"guard","ticks":-1}`:            "ticks: -1 is negative",
		`{"tree":"guard","dt":-1}`:               "dt: -1 is negative",
		`{"tree":"guard","fields":{"hp":"x"}}`:   "call.scene:2:",
		`{"tree":"guard","fields":{"h p":1}}`:    `fields: "h p" is no name`,
		`{"tree":"guard","fields":{"x":"a\n"}}`:  "fields.x: a text here has no line ends",
		`{"scene":"day.scene","fields":{"x":1}}`: "a scene has its own fields",
		`{"scene":"night.scene"}`:                "there is no night.scene",
		`{"scene":"../day.scene"}`:               "is no path below the folder scripts",
		`{"scene":"guard.bt"}`:                   "guard.bt does not end in .scene",
		`{"text":"scripts ..\nspawn guard"}`:     "outside of the folder scripts: remove the line",
		`{"text":"spwn guard"}`:                  "scripts/call.scene:1:1: there is no command spwn: did you mean spawn?",
	} {
		m.refused("run", input, want)
	}
}

// TestModelRunIsBounded makes a run that is late in its first tick, and one with a long trace.
func TestModelRunIsBounded(t *testing.T) {
	m := startModel(t, func(s *modelServer) { s.most = 0 })
	var out runOutput
	m.call("run", `{"tree":"guard","ticks":1000,"fields":{"hp":100,"x":0}}`, &out)
	if out.Ticks != 1 || out.Stopped != "after 0s and 1 tick; ask for fewer" {
		t.Errorf("%+v", out)
	}
	m.refused("explain", `{"tree":"guard","ticks":1000,"fields":{"hp":100,"x":0}}`, "the ticks before take more than 0s; ask for fewer")
	m = startModel(t, func(s *modelServer) { s.most = time.Hour })
	m.call("run", `{"tree":"guard","ticks":1000,"fields":{"hp":1,"x":0},"show":["field:x"]}`, &out)
	if lines := strings.Split(out.Trace, "\n"); len(lines) != mostLines+1 || lines[mostLines/2] != "... 700 lines left out ..." || lines[mostLines] != "tick 1000 guard#1 x = 1000" {
		t.Errorf("%d lines: %s", len(lines), out.Trace)
	}
}

// TestModelExplains explains agents of a tree and of a scene.
func TestModelExplains(t *testing.T) {
	m := startModel(t, nil)
	var out explainOutput
	m.call("explain", `{"tree":"guard","ticks":2,"fields":{"hp":50,"x":0},"why":["flee"]}`, &out)
	if out.Agent != "guard#1" || out.Tick != 2 || strings.Join(out.Planned, " ") != "root root/stand" || !strings.Contains(out.Text, "why not root/flee:\n  root/flee: condition hp < 20 is false (hp = 50)") {
		t.Errorf("%+v", out)
	}
	m.call("explain", `{"tree":"guard","fields":{"hp":50,"x":0},"stimuli":[{"name":"noise"}]}`, &out)
	if out.Tick != 1 || strings.Join(out.Planned, " ") != "root root/listen" {
		t.Errorf("with a stimulus: %+v", out)
	}
	m.call("explain", `{"scene":"day.scene","agent":"guard#2","ticks":6}`, &out)
	if out.Tick != 6 || strings.Join(out.Planned, " ") != "root root/flee" {
		t.Errorf("of a scene: %+v", out)
	}
	m.refused("explain", `{"scene":"day.scene"}`, "after 4 ticks there are guard#1, guard#2: say which to explain")
	m.refused("explain", `{"tree":"guard","fields":{"hp":50},"why":["fle"]}`, "did you mean")
}

// TestModelEdits reads and writes files.
func TestModelEdits(t *testing.T) {
	m := startModel(t, nil)
	before := m.onDisk("guard.bt")
	var read, out editOutput
	m.call("edit", `{"file":"scripts/guard.bt"}`, &read)
	if read.Text != before || read.Hash != hashOf([]byte(before)) || read.Written || read.File != "guard.bt" {
		t.Errorf("%+v", read)
	}
	m.call("edit", `{"file":"guard.bt","dry_run":true,"ops":[{"do":"remove","line":4},{"do":"condition","line":3,"text":"hpp < 30"}]}`, &out)
	if out.Written || out.Hash != read.Hash || m.onDisk("guard.bt") != before || out.Warnings == 0 || !strings.Contains(out.Diff, "-    flee when hp < 20\n-    listen\n+    flee when hpp < 30\n") {
		t.Errorf("a dry run: %+v", out)
	}
	m.call("edit", `{"file":"guard.bt","hash":"`+read.Hash+`","ops":[{"do":"condition","line":3,"text":"hp < 30"}]}`, &out)
	if want := strings.Replace(before, "20", "30", 1); !out.Written || m.onDisk("guard.bt") != want || out.Hash != hashOf([]byte(want)) || out.Errors+out.Warnings != 0 {
		t.Errorf("%+v", out)
	}
	m.refused("edit", `{"file":"guard.bt","hash":"`+read.Hash+`","text":""}`, "guard.bt has changed since it was read: its hash is now "+out.Hash)
	m.call("edit", `{"file":"move/go.lua","text":"return 7"}`, &out)
	if !out.Written || out.Errors != 1 || m.onDisk("move/go.lua") != "return 7" || out.Findings[0].Pos.String() != "scripts/move/go.lua:1:1" {
		t.Errorf("a new file: %+v", out)
	}
	m.call("edit", `{"file":"guard.bt","dry_run":true,"ops":[{"do":"condition","line":3,"text":"hp <"}]}`, &out)
	if out.Errors != 2 || out.Written {
		t.Errorf("a condition with a mistake: %+v", out)
	}
	if err := os.Remove("scripts/move/go.lua"); err != nil {
		t.Fatal(err)
	}
	m.refused("edit", `{"file":"move/go.lua","text":"","hash":"`+out.Hash+`"}`, "move/go.lua is gone")
	if err := os.Symlink(t.TempDir(), "scripts/out"); err != nil {
		t.Fatal(err)
	}
	for input, want := range map[string]string{
		`{"file":"out/a.lua","text":"return {}"}`:                                                "out/a.lua cannot be",
		`{"file":"../a.lua","text":""}`:                                                          "is no path below the folder",
		`{"file":"/etc/a.lua","text":""}`:                                                        "is no path below the folder",
		`{"file":"a.txt","text":""}`:                                                             "a.txt is no file of a game; want one that ends in .lua, .bt, .fields, .scene",
		`{"file":"a.lua"}`:                                                                       "there is no file a.lua",
		`{"file":"guard.bt","text":""}`:                                                          "guard.bt is there already: read it, and give its hash",
		`{"file":"guard.bt","text":"","ops":[{"do":"remove","line":3}]}`:                         "give text or ops, not both",
		`{"file":"flee.lua","dry_run":true,"ops":[{"do":"remove","line":1}]}`:                    "only tree files have rows",
		`{"file":"guard.bt","dry_run":true,"ops":[{"do":"remove","line":9}]}`:                    "ops[0]: scripts/guard.bt:9:1: there is no node in this line",
		`{"file":"guard.bt","dry_run":true,"ops":[{"do":"removes","line":3}]}`:                   `ops[0]: there is no operation "removes"`,
		`{"file":"guard.bt","dry_run":true,"ops":[{"do":"wrap","line":3,"text":"sequence\nx"}]}`: "ops[0]: scripts/guard.bt:3:",
	} {
		m.refused("edit", input, want)
	}
	if left, _ := filepath.Glob("scripts/.*"); len(left) > 0 {
		t.Errorf("files are left: %q", left)
	}
}

// TestModelToolsAreDescribed checks that all fields have descriptions where their name does not say it, and that all operations
// are described.
func TestModelToolsAreDescribed(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "../../../trees/edit/op.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	m := startModel(t, nil)
	list, err := m.session.ListTools(t.Context(), nil)
	if err != nil || len(list.Tools) != 4 {
		t.Fatal(len(list.Tools), err)
	}
	schemas, err := json.Marshal(list.Tools)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(schemas), `"null"`) {
		t.Error("a schema has a type with alternatives")
	}
	for _, tool := range list.Tools {
		if tool.Description == "" || tool.OutputSchema == nil || tool.InputSchema == nil {
			t.Errorf("%+v", tool)
		}
	}
	count := 0
	ast.Inspect(file, func(n ast.Node) bool {
		v, ok := n.(*ast.ValueSpec)
		if typ, named := specType(v, ok); named && (typ == "Do" || typ == "Side") {
			text, _ := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
			if count++; !strings.Contains(string(schemas), text+" ") && !strings.Contains(string(schemas), text+",") {
				t.Errorf("no description has %s", text)
			}
		}
		return true
	})
	if count < 10 {
		t.Errorf("%d operations and sides", count)
	}
	r, err := m.session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: reference})
	if err != nil || !strings.HasPrefix(r.Contents[0].Text, "# Bough\n") {
		t.Errorf("%+v %v", r, err)
	}
}

// specType returns the name of the type of a declaration.
func specType(v *ast.ValueSpec, ok bool) (string, bool) {
	if !ok {
		return "", false
	}
	name, ok := v.Type.(*ast.Ident)
	if !ok {
		return "", false
	}
	return name.Name, true
}

// TestModelProgram starts the program as an editor does, and ends it by the end of its input.
func TestModelProgram(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range modelFiles {
		writeModelFile(t, filepath.Join("scripts", name), text)
	}
	cmd := exec.Command("bough", "mcp", "scripts")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	m := connectModel(t, &mcp.CommandTransport{Command: cmd})
	var out runOutput
	m.call("run", `{"text":"spawn guard hp=100 x=0\ntick 2\nsay \u001b[2J\u202e"}`, &out)
	if out.Ticks != 2 || !strings.Contains(out.Trace, "[2J") {
		t.Errorf("%+v", out)
	}
	if err := m.session.Close(); err != nil || errs.Len() > 0 || cmd.ProcessState.ExitCode() != 0 {
		t.Errorf("%v, exit code %d: %s", err, cmd.ProcessState.ExitCode(), &errs)
	}
	for args, want := range map[string]string{
		"mcp none": "there is no directory or bundle none here", "mcp scripts/guard.bt": "scripts/guard.bt is a file", "mcp a b": "takes one directory",
	} {
		var out, errs bytes.Buffer
		if code := stock(strings.Fields(args), &out, &errs); code != 2 || out.Len() > 0 || !strings.Contains(errs.String(), want) {
			t.Errorf("bough %s: %d %s%s", args, code, &out, &errs)
		}
	}
}
