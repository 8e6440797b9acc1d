package commands

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"net"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bough-dev/bough/cmd/bough/internal/lsp"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// editor is a client of the language server, with the documents that it has open. Its folder is real; the clock is that of
// the bubble of the test.
type editor struct {
	protocol.UnimplementedClient
	t      *testing.T
	dir    string
	server protocol.Server

	mu       sync.Mutex
	told     *sync.Cond
	found    map[string][]protocol.Diagnostic // by path below dir
	of       map[string]int32                 // the versions of the documents to which these belong; -1 for one that is not open
	messages []string
	texts    map[string]string
	versions map[string]int32
}

// openEditor starts a server for a folder with files.
func openEditor(t *testing.T, files map[string]string) *editor {
	e := &editor{t: t, dir: t.TempDir(), of: map[string]int32{}, found: map[string][]protocol.Diagnostic{}, texts: map[string]string{}, versions: map[string]int32{}}
	for name, text := range files {
		path := filepath.Join(e.dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	e.told = sync.NewCond(&e.mu)
	host := lspHost(nil)
	host.Watch, host.Pause = false, time.Millisecond
	here, there := net.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- lsp.Serve(context.Background(), there, host) }()
	conn, ctx := lsp.Connect(here), context.Background()
	conn.Go(ctx, protocol.ClientHandler(e, jsonrpc2.MethodNotFoundHandler))
	server := protocol.ServerDispatcher(conn)
	e.server = server
	yes := true
	_, err := server.Initialize(ctx, &protocol.InitializeParams{
		WorkspaceFoldersInitializeParams: protocol.WorkspaceFoldersInitializeParams{WorkspaceFolders: protocol.NewNullable([]protocol.WorkspaceFolder{{URI: uri.File(e.dir), Name: "game"}})},
		Capabilities: protocol.ClientCapabilities{
			Workspace:    &protocol.WorkspaceClientCapabilities{WorkspaceEdit: &protocol.WorkspaceEditClientCapabilities{ResourceOperations: []protocol.ResourceOperationKind{"create", "rename", "delete"}}},
			TextDocument: &protocol.TextDocumentClientCapabilities{Completion: &protocol.CompletionClientCapabilities{CompletionItem: &protocol.ClientCompletionItemOptions{SnippetSupport: &yes}}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Initialized(ctx, &protocol.InitializedParams{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Shutdown(ctx); err != nil {
			t.Error(err)
		}
		if err := server.Exit(ctx); err != nil {
			t.Error(err)
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
		conn.Close()
	})
	return e
}

// PublishDiagnostics implements protocol.Client.
func (e *editor) PublishDiagnostics(_ context.Context, p *protocol.PublishDiagnosticsParams) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	name := e.below(p.URI)
	e.found[name] = p.Diagnostics
	e.of[name] = -1
	if v, ok := p.Version.Get(); ok {
		e.of[name] = v
	}
	e.told.Broadcast()
	return nil
}

// ShowMessage implements protocol.Client.
func (e *editor) ShowMessage(_ context.Context, p *protocol.ShowMessageParams) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.messages = append(e.messages, p.Message)
	return nil
}

func (e *editor) below(u uri.URI) string {
	rel, err := filepath.Rel(e.dir, u.FsPath())
	if err != nil {
		e.t.Error(err)
	}
	return filepath.ToSlash(rel)
}

func (e *editor) uri(name string) uri.URI {
	return uri.File(filepath.Join(e.dir, filepath.FromSlash(name)))
}

// open opens a document with a text, in which | is the cursor. It returns the position of the cursor.
func (e *editor) open(name, text string) protocol.TextDocumentPositionParams {
	before, after, _ := strings.Cut(text, "|")
	if was, open := e.texts[name]; open {
		e.versions[name]++
		at := len(strings.Split(was, "\n"))
		change := &protocol.TextDocumentContentChangePartial{Range: protocol.Range{End: protocol.Position{Line: uint32(at)}}, Text: before + after}
		err := e.server.DidChange(e.t.Context(), &protocol.DidChangeTextDocumentParams{TextDocument: protocol.VersionedTextDocumentIdentifier{TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: e.uri(name)}, Version: e.versions[name]}, ContentChanges: []protocol.TextDocumentContentChangeEvent{change}})
		if err != nil {
			e.t.Error(err)
		}
	} else {
		e.versions[name]++
		if err := e.server.DidOpen(e.t.Context(), &protocol.DidOpenTextDocumentParams{TextDocument: protocol.TextDocumentItem{URI: e.uri(name), Version: e.versions[name], Text: before + after}}); err != nil {
			e.t.Error(err)
		}
	}
	e.texts[name] = before + after
	return e.position(name, len(before))
}

// position returns the position of an offset in an open document, counted as JavaScript does.
func (e *editor) position(name string, offset int) protocol.TextDocumentPositionParams {
	before := e.texts[name][:offset]
	line := before[strings.LastIndexByte(before, '\n')+1:]
	units := 0
	for _, r := range line {
		if units++; r > 0xffff {
			units++
		}
	}
	return protocol.TextDocumentPositionParams{
		TextDocument: protocol.TextDocumentIdentifier{URI: e.uri(name)},
		Position:     protocol.Position{Line: uint32(strings.Count(before, "\n")), Character: uint32(units)},
	}
}

// at returns the position of a text in an open document.
func (e *editor) at(name, text string) protocol.TextDocumentPositionParams {
	before, after, _ := strings.Cut(text, "|")
	i := strings.Index(e.texts[name], before+after)
	if i < 0 {
		e.t.Fatalf("%s has no %q", name, text)
	}
	return e.position(name, i+len(before))
}

// offset returns the offset of a position.
func offset(text string, p protocol.Position) int {
	lines := strings.SplitAfter(text, "\n")
	at := 0
	for i := range min(int(p.Line), len(lines)) {
		at += len(lines[i])
	}
	units := 0
	for _, r := range text[at:] {
		if units >= int(p.Character) {
			break
		}
		at += len(string(r))
		if units++; r > 0xffff {
			units++
		}
	}
	return min(at, len(text))
}

// diagnostics returns what is found in a file, as "LINE:COL-COL severity code".
func (e *editor) diagnostics(name string) string {
	e.mu.Lock()
	defer e.mu.Unlock()
	version := int32(-1)
	if _, open := e.texts[name]; open {
		version = e.versions[name]
	}
	for deadline := time.AfterFunc(10*time.Second, func() { panic("no diagnostics of " + name) }); e.of[name] != version || !deadline.Stop(); {
		e.told.Wait()
	}
	var list []string
	for _, d := range e.found[name] {
		list = append(list, fmt.Sprintf("%d:%d-%d %v %v", d.Range.Start.Line, d.Range.Start.Character, d.Range.End.Character, map[protocol.DiagnosticSeverity]string{1: "error", 2: "warning"}[d.Severity], d.Code))
	}
	return strings.Join(list, "\n")
}

// completions returns the labels that are offered at a place.
func (e *editor) completions(q protocol.TextDocumentPositionParams) (labels []string) {
	r, err := e.server.Completion(e.t.Context(), &protocol.CompletionParams{TextDocumentPositionParams: q})
	if err != nil {
		e.t.Fatal(err)
	}
	items, _ := r.(protocol.CompletionItemSlice)
	slices.SortFunc(items, func(a, b protocol.CompletionItem) int {
		x, _ := a.SortText.Get()
		y, _ := b.SortText.Get()
		return strings.Compare(x, y)
	})
	for _, i := range items {
		labels = append(labels, i.Label)
	}
	return labels
}

// apply makes the edits of the server in the documents and on disk.
func (e *editor) apply(w *protocol.WorkspaceEdit) {
	for _, c := range w.DocumentChanges {
		switch c := c.(type) {
		case *protocol.CreateFile:
			e.write(e.below(c.URI), "")
		case *protocol.RenameFile:
			from, to := e.below(c.OldURI), e.below(c.NewURI)
			text := e.read(from)
			os.Remove(filepath.Join(e.dir, from))
			e.write(to, text)
			delete(e.texts, from)
			e.changed(from, to)
		case *protocol.TextDocumentEdit:
			name := e.below(c.TextDocument.URI)
			text := e.read(name)
			edits := slices.Clone(c.Edits)
			for i := len(edits) - 1; i >= 0; i-- {
				x := edits[i].(*protocol.TextEdit)
				text = text[:offset(text, x.Range.Start)] + x.NewText + text[offset(text, x.Range.End):]
			}
			e.write(name, text)
		}
	}
}

func (e *editor) read(name string) string {
	if text, ok := e.texts[name]; ok {
		return text
	}
	text, err := fs.ReadFile(os.DirFS(e.dir), name)
	if err != nil {
		e.t.Error(err)
	}
	return string(text)
}

// write changes an open document, or a file on disk.
func (e *editor) write(name, text string) {
	if _, open := e.texts[name]; open {
		e.open(name, strings.ReplaceAll(text, "|", ""))
		return
	}
	path := filepath.Join(e.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		e.t.Error(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		e.t.Error(err)
	}
	e.changed(name)
}

func (e *editor) changed(names ...string) {
	p := &protocol.DidChangeWatchedFilesParams{}
	for _, name := range names {
		p.Changes = append(p.Changes, protocol.FileEvent{URI: e.uri(name), Type: protocol.FileChangeTypeChanged})
	}
	if err := e.server.DidChangeWatchedFiles(e.t.Context(), p); err != nil {
		e.t.Error(err)
	}
}

var guardProject = map[string]string{
	"scripts/agent.fields":   "hp number 0..100: hit points\ntarget agent: whom it fights\nhome point: where it lives\nstimulus noise { loud number }: something was heard\n",
	"scripts/root.lua":       "return { children = \"exclusive\" }\n",
	"scripts/flee.lua":       "return {\n  doc = \"Runs away.\",\n  params = { near = 3 },\n  precondition = function(agent, params) return agent.hp < 30 and params.near > 1 end,\n  behavior = function(agent) agent.fear = 1 end,\n}\n",
	"scripts/lib/walk.lua":   "local M = {}\nfunction M.go(agent, pace)\n  agent.pace = pace\nend\nreturn M\n",
	"scripts/guard.bt":       "condition weak = hp < 30\n\ntree guard \"Watches a gate.\"\n  root\n    flee near=2 when weak\n    wait 1\n",
	"scripts/guard_test.lua": "return {\n  [\"flees\"] = function(t)\n    local g = t.spawn(\"guard\", { hp = 10 })\n    t.tick()\n    t.expect_active(g, \"flee\")\n  end,\n  [\"stays\"] = function(t)\n    local g = t.spawn(\"guard\", { hp = 10 })\n    t.tick()\n    t.expect_not_active(g, \"flee\")\n  end,\n}\n",
}

func TestLSPFindings(t *testing.T) {
	e := openEditor(t, guardProject)
	e.open("scripts/guard.bt", guardProject["scripts/guard.bt"])
	if got := e.diagnostics("scripts/guard.bt"); got != "" {
		t.Errorf("a project without mistakes has %s", got)
	}
	e.open("scripts/guard.bt", "tree guard\n  root\n    fle near=2 when hp < 30\n    wait 1\n")
	if got, want := e.diagnostics("scripts/guard.bt"), "2:4-7 error unknown-behavior"; got != want {
		t.Errorf("got %s; want %s", got, want)
	}
	e.open("scripts/guard.bt", "tree guard\n  root\n    log \"速度🐺\" when hq < 30\n    wait 1\n")
	if got, want := e.diagnostics("scripts/guard.bt"), "2:20-22 warning unset-field"; got != want {
		t.Errorf("got %s; want %s", got, want)
	}
	if err := e.server.DidClose(t.Context(), &protocol.DidCloseTextDocumentParams{TextDocument: protocol.TextDocumentIdentifier{URI: e.uri("scripts/guard.bt")}}); err != nil {
		t.Error(err)
	}
	delete(e.texts, "scripts/guard.bt")
	if got := e.diagnostics("scripts/guard.bt"); got != "" {
		t.Errorf("the file that is on disk has %s", got)
	}
}

func TestLSPCompletion(t *testing.T) {
	e := openEditor(t, guardProject)
	for _, tt := range []struct{ name, file, text, want string }{
		{"a node", "scripts/guard.bt", "tree guard\n  root\n    fl|\n", "flee root active_selector"},
		{"a parameter", "scripts/guard.bt", "tree guard\n  root\n    flee |\n", "near= when id="},
		{"a value", "scripts/guard.bt", "tree guard pace=2\n  root\n    parallel success=|\n", "all one pace"},
		{"a condition", "scripts/guard.bt", "condition weak = hp < 30\n\ntree guard pace=2\n  root\n    flee near=2 when we|\n", "weak fear home hp pace"},
		{"a field for a parameter", "scripts/guard.bt", "tree guard\n  root\n    flee near=$|\n", "fear home hp pace"},
		{"a question", "scripts/guard.bt", "tree guard\n  root\n    flee when not ran(\"f|\")\n", "flee root"},
		{"a helper", "scripts/guard.bt", "tree guard\n  root\n    flee when math.f|\n", "abs acos"},
		{"an included tree", "scripts/guard.bt", "tree patrol\n  wait 1\n\ntree guard\n  root\n    tree |\n", "guard patrol"},
		{"a line", "scripts/guard.bt", "|", "condition tree"},
		{"a computed value", "scripts/guard.bt", "tree guard\n  root\n    wait (h|)\n", "fear home hp"},
		{"a field of set", "scripts/guard.bt", "tree guard\n  root\n    set fe|\n", "fear home hp"},
		{"a stimulus", "scripts/guard.bt", "tree guard\n  root\n    emit \"n|\"\n", "noise"},
		{"a comment", "scripts/guard.bt", "tree guard\n  root # fl|\n", ""},
		{"a field", "scripts/flee.lua", "return {\n  behavior = function(agent)\n    agent.|\n  end,\n}\n", "home hp pace target"},
		{"a part of a field", "scripts/flee.lua", "return {\n  behavior = function(agent)\n    local x = agent.home.|\n  end,\n}\n", "x y"},
		{"a parameter of a script", "scripts/flee.lua", "return {\n  params = { near = 3, far = 9 },\n  behavior = function(agent, params)\n    return params.|\n  end,\n}\n", "far near"},
		{"a function", "scripts/flee.lua", "return {\n  behavior = function(agent)\n    bt.wa|\n  end,\n}\n", "FAILURE RUNNING SUCCESS"},
		{"a hook", "scripts/flee.lua", "return {\n  precondition = function() return true end,\n  be|\n}\n", "behavior choose on_enter"},
		{"a hook of a module table", "scripts/flee.lua", "local M = {}\nfunction M.|\nreturn M\n", "behavior choose on_enter"},
		{"a local", "scripts/flee.lua", "return {\n  behavior = function(agent)\n    local near = 3\n    if ne|\n  end,\n}\n", "agent near bt"},
		{"a module", "scripts/flee.lua", "local walk = require \"lib.|\"\n", "lib.walk"},
		{"a member of a module", "scripts/flee.lua", "local walk = require \"lib.walk\"\nreturn {\n  behavior = function(agent)\n    walk.|\n  end,\n}\n", "go"},
		{"a stimulus of a script", "scripts/flee.lua", "return {\n  stimulus = \"|\",\n}\n", "noise"},
		{"a stimulus that is posted", "scripts/flee.lua", "return {\n  behavior = function(agent)\n    bt.post(agent.target, \"|\")\n  end,\n}\n", "noise"},
		{"a word of a test", "scripts/a_test.lua", "return {\n  [\"a\"] = function(t)\n    t.ex|\n  end,\n}\n", "abort active board"},
		{"a tree of a test", "scripts/a_test.lua", "return {\n  [\"a\"] = function(t)\n    local g = t.spawn(\"|\")\n  end,\n}\n", "guard"},
		{"a node of a test", "scripts/a_test.lua", "return {\n  [\"a\"] = function(t)\n    local g = t.spawn(\"guard\")\n    t.expect_active(g, \"|\")\n  end,\n}\n", "flee root"},
		{"a field of a test", "scripts/a_test.lua", "return {\n  [\"a\"] = function(t)\n    local g = t.spawn(\"guard\")\n    g.|\n  end,\n}\n", "home hp"},
		{"a comment of a script", "scripts/flee.lua", "-- agent.|\n", ""},
		{"a command of a scene", "scripts/a.scene", "sp|\n", "abort board"},
		{"a tree of a scene", "scripts/a.scene", "spawn |\n", "guard"},
		{"a field of a scene", "scripts/a.scene", "set |\n", "home hp"},
		{"a declaration", "scripts/agent.fields", "hp number\ntarget |\n", "agent boolean"},
	} {
		got := strings.Join(e.completions(e.open(tt.file, tt.text)), " ")
		if !strings.HasPrefix(got, tt.want) || tt.want == "" && got != "" {
			t.Errorf("%s: got %.150s; want %s ...", tt.name, got, tt.want)
		}
	}
}

// places returns where the server points to, as "FILE:LINE:COL text".
func (e *editor) places(list []protocol.Location) string {
	var out []string
	for _, l := range list {
		name := e.below(l.URI)
		text := e.read(name)
		out = append(out, fmt.Sprintf("%s:%d:%d %s", strings.TrimPrefix(name, "scripts/"), l.Range.Start.Line+1, l.Range.Start.Character+1, text[offset(text, l.Range.Start):offset(text, l.Range.End)]))
	}
	return strings.Join(out, ", ")
}

func TestLSPNavigation(t *testing.T) {
	e := openEditor(t, guardProject)
	for name, text := range guardProject {
		e.open(name, text)
	}
	for _, tt := range []struct{ file, at, definition, references, hover string }{
		{"scripts/guard.bt", "fl|ee near", "flee.lua:1:1 ", "flee.lua:1:1 , guard.bt:5:5 flee, guard_test.lua:5:25 flee, guard_test.lua:10:29 flee", "Runs away."},
		{"scripts/guard.bt", "ne|ar=2", "flee.lua:3:14 near", "flee.lua:3:14 near, flee.lua:4:74 near, guard.bt:5:10 near", "(default: 3)"},
		{"scripts/guard.bt", "when we|ak", "guard.bt:1:11 weak", "guard.bt:1:11 weak, guard.bt:5:22 weak", "condition weak = hp < 30"},
		{"scripts/guard.bt", "h|p < 30", "agent.fields:1:1 hp", "agent.fields:1:1 hp, flee.lua:4:55 hp, guard.bt:1:18 hp, guard_test.lua:3:34 hp, guard_test.lua:8:34 hp", "hit points"},
		{"scripts/guard.bt", "wa|it 1", "", "guard.bt:6:5 wait", "Is Running for some time"},
		{"scripts/guard_test.lua", "spawn(\"gua|rd", "guard.bt:3:6 guard", "guard.bt:3:6 guard, guard_test.lua:3:24 guard, guard_test.lua:8:24 guard", "Watches a gate."},
		{"scripts/guard_test.lua", "active(g, \"fl|ee", "guard.bt:5:5 flee", "guard_test.lua:5:25 flee, guard_test.lua:10:29 flee, guard.bt:5:5 flee", "Runs away."},
		{"scripts/flee.lua", "agent.fe|ar", "flee.lua:5:36 fear", "flee.lua:5:36 fear", "Set in 1 place, read in 0 places."},
		{"scripts/flee.lua", "preco|ndition", "flee.lua:4:3 precondition", "flee.lua:4:3 precondition", "Returns whether the behavior is ready"},
		{"scripts/lib/walk.lua", "agent.pace = pa|ce", "lib/walk.lua:2:22 pace", "lib/walk.lua:2:22 pace, lib/walk.lua:3:16 pace", ""},
		{"scripts/agent.fields", "stimulus no|ise", "agent.fields:4:10 noise", "agent.fields:4:10 noise", "something was heard"},
	} {
		q := e.at(tt.file, tt.at)
		d, err := e.server.Definition(t.Context(), &protocol.DefinitionParams{TextDocumentPositionParams: q})
		if err != nil {
			t.Fatal(err)
		}
		list, _ := d.(protocol.LocationSlice)
		if got := e.places(list); got != tt.definition {
			t.Errorf("definition of %s: %s; want %s", tt.at, got, tt.definition)
		}
		r, err := e.server.References(t.Context(), &protocol.ReferenceParams{TextDocumentPositionParams: q, Context: protocol.ReferenceContext{IncludeDeclaration: true}})
		if err != nil {
			t.Fatal(err)
		}
		if got := e.places(r); got != tt.references {
			t.Errorf("references of %s: %s; want %s", tt.at, got, tt.references)
		}
		h, err := e.server.Hover(t.Context(), &protocol.HoverParams{TextDocumentPositionParams: q})
		if err != nil {
			t.Fatal(err)
		}
		text := ""
		if h != nil {
			text = h.Contents.(*protocol.MarkupContent).Value
		}
		if !strings.Contains(text, tt.hover) || tt.hover == "" && text != "" {
			t.Errorf("hover of %s: %s; want %s", tt.at, text, tt.hover)
		}
	}
	r, err := e.server.References(t.Context(), &protocol.ReferenceParams{TextDocumentPositionParams: e.position("scripts/flee.lua", 0)})
	if got := e.places(r); err != nil || !strings.HasPrefix(got, "guard.bt:5:5 flee") {
		t.Errorf("what uses the behavior: %s, %v", got, err)
	}
}

func TestLSPRename(t *testing.T) {
	for _, tt := range []struct{ file, at, to, want string }{
		{"scripts/guard.bt", "fl|ee near", "move.run_away", `scripts/guard.bt:5:     move.run_away near=2 when weak
scripts/guard_test.lua:5:     t.expect_active(g, "run_away")
scripts/guard_test.lua:10:     t.expect_not_active(g, "run_away")
scripts/move/run_away.lua:1: return {
`},
		{"scripts/guard.bt", "tree gu|ard", "watch", `scripts/guard.bt:3: tree watch "Watches a gate."
scripts/guard_test.lua:3:     local g = t.spawn("watch", { hp = 10 })
scripts/guard_test.lua:8:     local g = t.spawn("watch", { hp = 10 })
`},
		{"scripts/guard.bt", "h|p < 30", "health", `scripts/agent.fields:1: health number 0..100: hit points
scripts/flee.lua:4:   precondition = function(agent, params) return agent.health < 30 and params.near > 1 end,
scripts/guard.bt:1: condition weak = health < 30
scripts/guard_test.lua:3:     local g = t.spawn("guard", { health = 10 })
scripts/guard_test.lua:8:     local g = t.spawn("guard", { health = 10 })
`},
		{"scripts/guard.bt", "when we|ak", "hurt", `scripts/guard.bt:1: condition hurt = hp < 30
scripts/guard.bt:5:     flee near=2 when hurt
`},
		{"scripts/flee.lua", "params.ne|ar", "close", `scripts/flee.lua:3:   params = { close = 3 },
scripts/flee.lua:4:   precondition = function(agent, params) return agent.hp < 30 and params.close > 1 end,
scripts/guard.bt:5:     flee close=2 when weak
`},
		{"scripts/lib/walk.lua", "= pa|ce", "speed", `scripts/lib/walk.lua:2: function M.go(agent, speed)
scripts/lib/walk.lua:3:   agent.pace = speed
`},
		{"scripts/guard.bt", "wa|it 1", "rest", "wait is a node kind, whose name is fixed"},
		{"scripts/guard.bt", "h|p < 30", "fear", "there is a field fear already, in scripts/flee.lua:5; choose another name"},
		{"scripts/guard.bt", "h|p < 30", "a b", `"a b" is no name: a name has letters, digits and _, does not begin with a digit, and is no word of Lua`},
		{"scripts/flee.lua", "preco|ndition", "x", "precondition is a name that Bough knows"},
		{"scripts/lib/walk.lua", "= pa|ce", "agent", "there is a local agent here already; choose another name"},
	} {
		e := openEditor(t, guardProject)
		e.open(tt.file, guardProject[tt.file])
		w, err := e.server.Rename(t.Context(), &protocol.RenameParams{TextDocumentPositionParams: e.at(tt.file, tt.at), NewName: tt.to})
		if err != nil {
			if !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%s: %v; want %s", tt.at, err, tt.want)
			}
			continue
		}
		e.apply(w)
		if got := e.differences(guardProject); got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.at, got, tt.want)
		}
		e.open("scripts/guard.bt", e.read("scripts/guard.bt"))
		if got := e.diagnostics("scripts/guard.bt"); got != "" {
			t.Errorf("%s: afterwards %s", tt.at, got)
		}
	}
}

// differences returns the lines that are not those of files.
func (e *editor) differences(files map[string]string) string {
	var b strings.Builder
	fs.WalkDir(os.DirFS(e.dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		was := strings.Split(files[name], "\n")
		for i, line := range strings.Split(e.read(name), "\n") {
			if i >= len(was) || was[i] != line {
				fmt.Fprintf(&b, "%s:%d: %s\n", name, i+1, line)
			}
			if files[name] == "" {
				break // the first line says which file it is
			}
		}
		return nil
	})
	return b.String()
}

// actions returns the quick fixes that are offered for a line, from 0 on.
func (e *editor) actions(name string, line int) (list []*protocol.CodeAction) {
	at := protocol.Position{Line: uint32(line)}
	r, err := e.server.CodeAction(e.t.Context(), &protocol.CodeActionParams{TextDocument: protocol.TextDocumentIdentifier{URI: e.uri(name)}, Range: protocol.Range{Start: at, End: at}})
	if err != nil {
		e.t.Fatal(err)
	}
	for _, a := range r {
		list = append(list, a.(*protocol.CodeAction))
	}
	return list
}

func TestLSPQuickFixes(t *testing.T) {
	for _, tt := range []struct {
		file, text string
		line       int
		titles     string
		want       string // the line afterwards, or another file with its first line
	}{
		{"scripts/guard.bt", "tree guard\n  root\n    fle when hp < 30\n    wait 1\n", 2, "Write flee in place of fle", "    flee when hp < 30"},
		{"scripts/guard.bt", "tree guard\n  root\n    flee when hp < 30\n    fle\n", 3, "Write flee in place of fle", "    flee"},
		{"scripts/guard.bt", "tree guard\n  root\n    answer when hp < 30\n    wait 1\n", 2, "Create the behavior answer.lua", "scripts/answer.lua: -- answer: say here what it is for and how to tune it."},
		{"scripts/guard.bt", "tree guard\n  root\n    flee wehn hp < 30\n    wait 1\n", 2, "Write when in place of wehn", "    flee when hp < 30"},
		{"scripts/guard.bt", "tree guard\n  root\n    flee when hp != 30\n    wait 1\n", 2, "Write ~= in place of !=", "    flee when hp ~= 30"},
		{"scripts/guard.bt", "tree guard\n  root\n    flee naer=1 when hp < 30\n    wait 1\n", 2, "Write near in place of naer; Allow undeclared-behavior-parameter here", "    flee near=1 when hp < 30"},
		{"scripts/guard.bt", "tree guard\n\troot\n\t\twait 1\n", 1, "Indent with spaces", "  root"},
		{"scripts/flee.lua", "return {\n  on_entre = function(agent) agent.hp = 1 end,\n  behavior = function(agent) end,\n}\n", 1, "Write on_enter in place of on_entre", "  on_enter = function(agent) agent.hp = 1 end,"},
		{"scripts/flee.lua", "return {\n  behavior = function(agent)\n    if agent.hp != 3 then agent.hp = 1 end\n  end,\n}\n", 2, "Write ~= in place of !=", "    if agent.hp ~= 3 then agent.hp = 1 end"},
		{"scripts/flee.lua", "return {\n  behavior = function(agent)\n    agent.hp += 1\n  end,\n}\n", 2, "Write agent.hp = (agent.hp or 0) + 1 in place of agent.hp += 1", "    agent.hp = (agent.hp or 0) + 1"},
		{"scripts/flee.lua", "return {\n  behavior = function(agent)\n    agent.hp = agent.rage\n  end,\n}\n", 2, "Declare rage in agent.fields; Allow unset-field here", "scripts/agent.fields: rage: what it is"},
		{"scripts/flee.lua", "return {\n  behavior = function(agent)\n    agent.hp = null\n  end,\n}\n", 2, "Write nil in place of null; Allow unknown-global here", "    agent.hp = nil"},
	} {
		e := openEditor(t, guardProject)
		e.open(tt.file, tt.text)
		list := e.actions(tt.file, tt.line)
		var titles []string
		for _, a := range list {
			titles = append(titles, a.Title)
		}
		if got := strings.Join(titles, "; "); got != tt.titles {
			t.Errorf("%q: %s; want %s", tt.text, got, tt.titles)
		}
		if len(list) == 0 {
			continue
		}
		e.apply(list[0].Edit)
		got := strings.Split(e.read(tt.file), "\n")[tt.line]
		if name, line, ok := strings.Cut(tt.want, ": "); ok && strings.HasPrefix(name, "scripts/") {
			if !strings.Contains(e.read(name), line) {
				t.Errorf("%q: %s has %q", tt.text, name, e.read(name))
			}
		} else if got != tt.want {
			t.Errorf("%q: %q; want %q", tt.text, got, tt.want)
		}
	}
}

var thousand = flag.Int("lsp.scripts", 60, "number of scripts of the game in which the language server is measured")

var allFixes = flag.Bool("fixes.all", false, "offer quick fixes for the examples of all messages, and list them")

// exampleFile begins a file of an example in the catalog of messages.
var exampleFile = regexp.MustCompile(`(?m)^-- (\S+) --\n`)

// TestQuickFixesOfMessages takes the first quick fix of the example of each message. It counts the messages that have one; the
// server offers only those after which the finding is gone and no other error has come, so applying it checks that the edit is
// the one that the server has tried.
func TestQuickFixesOfMessages(t *testing.T) {
	fixed, all := 0, 0
	for i, m := range message.Entries() {
		if m.Part() || m.Example == "" || strings.Contains(m.Example, "-- run ") || !*allFixes && i%16 != 0 {
			continue
		}
		files := map[string]string{}
		marks := exampleFile.FindAllStringSubmatchIndex(m.Example, -1)
		name, start := "scripts/patrol.lua", 0
		switch text := strings.TrimSpace(m.Example); {
		case m.File == "scenes":
			name = "scripts/patrol.scene"
		case strings.HasPrefix(text, "tree ") || m.File == "trees":
			name = "scripts/patrol.bt"
		}
		for _, at := range append(marks, []int{len(m.Example), len(m.Example), 0, 0}) {
			if at[0] > start {
				files[name] = m.Example[start:at[0]]
			}
			name, start = "scripts/"+m.Example[at[2]:at[3]], at[1]
		}
		e := openEditor(t, files)
		for _, name := range slices.Sorted(maps.Keys(files)) {
			if ext := path.Ext(name); ext != ".lua" && ext != ".bt" && ext != ".scene" && path.Base(name) != "agent.fields" || strings.Contains(name, "/.") {
				continue
			}
			e.open(name, files[name])
		}
		for _, name := range slices.Sorted(maps.Keys(e.texts)) {
			found := e.diagnostics(name)
			if !strings.Contains(found, " "+m.Code) {
				continue
			}
			all++
			line := 0
			for l := range strings.SplitSeq(found, "\n") {
				if strings.HasSuffix(l, " "+m.Code) {
					fmt.Sscan(l, &line)
				}
			}
			list := slices.DeleteFunc(e.actions(name, line), func(a *protocol.CodeAction) bool {
				return a.Diagnostics[0].Code != protocol.String(m.Code) || strings.HasPrefix(a.Title, "Allow ")
			})
			if len(list) == 0 {
				if *allFixes {
					t.Logf("- %s: %s", m.Code, e.found[name][0].Message)
				}
				break
			}
			fixed++
			e.apply(list[0].Edit)
			if *allFixes {
				t.Logf("+ %s: %s", m.Code, list[0].Title)
			}
			e.open(name, e.read(name))
			if now := e.diagnostics(name); strings.Contains(now, fmt.Sprint(line, ":")) && strings.Contains(now, " "+m.Code) && strings.Count(now, m.Code) >= strings.Count(found, m.Code) {
				t.Errorf("%s: after %q %s", m.Code, list[0].Title, now)
			}
			break
		}
	}
	t.Logf("%d of %d messages with an example have a quick fix", fixed, all)
	if fixed == 0 {
		t.Error("no message has a quick fix")
	}
}

// TestLSPManyScripts prints how long completion and diagnostics take in a game of many scripts, with a tree for each ten.
func TestLSPManyScripts(t *testing.T) {
	files := map[string]string{"scripts/agent.fields": "hp number 0..100: hit points\nstimulus noise: something was heard\n", "scripts/root.lua": "return {}\n"}
	for i := range *thousand {
		files[fmt.Sprintf("scripts/s%d/b%d.lua", i%10, i)] = fmt.Sprintf("-- Behavior %d.\nreturn {\n  params = { speed = %d },\n  precondition = function(agent) return agent.hp > %d end,\n  on_enter = function(agent) agent.seen%d = bt.time() end,\n  behavior = function(agent, params)\n    agent.d%d = (agent.seen%d or 0) * params.speed\n  end,\n}\n", i, i%7+1, i%100, i%50, i%50, i%50)
	}
	for n := range *thousand / 10 {
		var b strings.Builder
		fmt.Fprintf(&b, "tree t%d\n  fallback\n", n)
		for j := range 10 {
			fmt.Fprintf(&b, "    s%d.b%d speed=%d when hp > %d and seen%d ~= nil\n", j, n*10+j, j+1, j, j)
		}
		b.WriteString("    idle\n")
		files[fmt.Sprintf("scripts/t%d.bt", n)] = b.String()
	}
	begin := time.Now()
	e := openEditor(t, files)
	text := files["scripts/s0/b0.lua"]
	e.open("scripts/s0/b0.lua", text)
	e.open("scripts/t0.bt", files["scripts/t0.bt"])
	if got := e.diagnostics("scripts/t0.bt"); got != "" {
		t.Errorf("the tree has %s", got)
	}
	t.Logf("opened and checked in %v", time.Since(begin).Round(time.Millisecond))
	measure := func(what string, f func(i int)) {
		var times []time.Duration
		for i := range 21 {
			begin := time.Now()
			f(i)
			times = append(times, time.Since(begin))
		}
		slices.Sort(times)
		t.Logf("%s: %v, median %v, at most %v", what, times[0].Round(10*time.Microsecond), times[10].Round(10*time.Microsecond), times[20].Round(10*time.Microsecond))
	}
	measure("completion of a field in a script that has just changed", func(i int) {
		q := e.open("scripts/s0/b0.lua", strings.Replace(text, "agent.d0 =", fmt.Sprintf("local x%d = agent.|\n    agent.d0 =", i), 1))
		if got := e.completions(q); !slices.Contains(got, "seen7") {
			t.Fatal(got)
		}
	})
	measure("completion of a node in a tree that has just changed", func(i int) {
		q := e.open("scripts/t0.bt", fmt.Sprintf("tree t0\n  fallback\n    b%d|\n    idle\n", i+10))
		if got := e.completions(q); len(got) < *thousand {
			t.Fatal(len(got))
		}
	})
	measure("a change, until its diagnostics are shown", func(i int) {
		e.open("scripts/t0.bt", fmt.Sprintf("tree t0\n  fallback\n    wait %d\n    idle\n", i))
		e.diagnostics("scripts/t0.bt")
	})
}

func TestLSPUnsavedTextCounts(t *testing.T) {
	e := openEditor(t, guardProject)
	e.open("scripts/flee.lua", "return {\n  params = { far = 3 },\n  behavior = function(agent) agent.fear = 1 end,\n}\n")
	e.open("scripts/guard.bt", guardProject["scripts/guard.bt"])
	if got, want := e.diagnostics("scripts/guard.bt"), "4:9-13 warning undeclared-behavior-parameter"; got != want {
		t.Errorf("got %s; want %s", got, want)
	}
	if got := strings.Join(e.completions(e.open("scripts/guard.bt", "tree guard\n  root\n    flee |\n")), " "); !strings.HasPrefix(got, "far= ") {
		t.Errorf("completion does not know the parameter that is not saved: %s", got)
	}
}

func TestLSPSymbols(t *testing.T) {
	e := openEditor(t, guardProject)
	var show func(list []protocol.DocumentSymbol) string
	show = func(list []protocol.DocumentSymbol) string {
		var out []string
		for _, s := range list {
			text := s.Name
			if len(s.Children) > 0 {
				text += "(" + show(s.Children) + ")"
			}
			out = append(out, text)
		}
		return strings.Join(out, " ")
	}
	for name, want := range map[string]string{
		"scripts/guard.bt":       "weak guard(root(flee wait))",
		"scripts/flee.lua":       "doc params near precondition behavior",
		"scripts/guard_test.lua": "flees stays",
		"scripts/agent.fields":   "hp target home noise",
	} {
		e.open(name, guardProject[name])
		r, err := e.server.DocumentSymbol(t.Context(), &protocol.DocumentSymbolParams{TextDocument: protocol.TextDocumentIdentifier{URI: e.uri(name)}})
		if err != nil {
			t.Fatal(err)
		}
		list, _ := r.(protocol.DocumentSymbolSlice)
		if got := show(list); got != want {
			t.Errorf("%s: %s; want %s", name, got, want)
		}
	}
	r, err := e.server.Symbols(t.Context(), &protocol.WorkspaceSymbolParams{Query: "gd"})
	if list, _ := r.(protocol.SymbolInformationSlice); err != nil || len(list) != 1 || list[0].Name != "guard" {
		t.Errorf("%v, %v", r, err)
	}
}

func TestLSPLenses(t *testing.T) {
	e := openEditor(t, guardProject)
	for name, want := range map[string]string{
		"scripts/flee.lua":       "0 used by 1 tree",
		"scripts/guard.bt":       "0 used by 1 tree; 2 used by 1 test file",
		"scripts/guard_test.lua": "0 run all tests of the file; 1 run test; 6 run test",
		"scripts/lib/walk.lua":   "0 not used",
	} {
		e.open(name, guardProject[name])
		list, err := e.server.CodeLens(t.Context(), &protocol.CodeLensParams{TextDocument: protocol.TextDocumentIdentifier{URI: e.uri(name)}})
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, l := range list {
			out = append(out, fmt.Sprint(l.Range.Start.Line, " ", l.Command.Title))
		}
		if got := strings.Join(out, "; "); got != want {
			t.Errorf("%s: %s; want %s", name, got, want)
		}
	}
	for name, want := range map[string]string{"": "2 tests of guard_test.lua, 1 failed", "flees": "1 test of guard_test.lua, 0 failed", "flies": `there is no test "flies" in guard_test.lua`} {
		file, _ := json.Marshal(e.uri("scripts/guard_test.lua"))
		test, _ := json.Marshal(name)
		r, err := e.server.ExecuteCommand(t.Context(), &protocol.ExecuteCommandParams{Command: "bough.runTest", Arguments: []protocol.LSPAny{protocol.LSPAny(file), protocol.LSPAny(test)}})
		var said string
		if err != nil || json.Unmarshal(r, &said) != nil || said != want {
			t.Errorf("%q: %s, %v; want %s", name, r, err, want)
		}
	}
	if _, err := e.server.ExecuteCommand(t.Context(), &protocol.ExecuteCommandParams{Command: "bough.rm"}); err == nil || !strings.Contains(err.Error(), "there is no command bough.rm") {
		t.Error(err)
	}
}

func TestLSPFailedTestIsFinding(t *testing.T) {
	e := openEditor(t, guardProject)
	e.open("scripts/guard_test.lua", guardProject["scripts/guard_test.lua"])
	file, _ := json.Marshal(e.uri("scripts/guard_test.lua"))
	if _, err := e.server.ExecuteCommand(t.Context(), &protocol.ExecuteCommandParams{Command: "bough.runTest", Arguments: []protocol.LSPAny{protocol.LSPAny(file)}}); err != nil {
		t.Fatal(err)
	}
	e.open("scripts/guard_test.lua", guardProject["scripts/guard_test.lua"])
	if got, want := e.diagnostics("scripts/guard_test.lua"), "9:4-23 error node-active"; got != want {
		t.Errorf("got %s; want %s", got, want)
	}
	e.open("scripts/guard_test.lua", guardProject["scripts/guard_test.lua"]+"-- changed\n")
	if got := e.diagnostics("scripts/guard_test.lua"); got != "" {
		t.Errorf("after a change the failure is still there: %s", got)
	}
}

func TestLSPFormatting(t *testing.T) {
	e := openEditor(t, guardProject)
	format := func(text string) string {
		e.open("scripts/guard.bt", text)
		edits, err := e.server.Formatting(t.Context(), &protocol.DocumentFormattingParams{TextDocument: protocol.TextDocumentIdentifier{URI: e.uri("scripts/guard.bt")}})
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range edits {
			text = text[:offset(text, x.Range.Start)] + x.NewText + text[offset(text, x.Range.End):]
		}
		return text
	}
	for text, want := range map[string]string{
		"tree guard\n    root\n        flee   near=2 when weak\n        wait 1\n": "tree guard\n  root\n    flee near=2  when weak\n    wait 1\n",
		"tree guard\r\n   root\r\n      wait   1\r\n":                             "tree guard\r\n  root\r\n    wait 1\r\n",
		"a\n":                       "a\n", // a file with mistakes stays
		"tree a\n  idle\n":          "tree a\n  idle\n",
		"tree a\n  idle":            "tree a\n  idle\n",
		"\n\ntree a\n  log \"🐺\"\n": "tree a\n  log \"🐺\"\n",
	} {
		if got := format(text); got != want {
			t.Errorf("%q: %q; want %q", text, got, want)
		}
	}
}

func TestLSPTokens(t *testing.T) {
	e := openEditor(t, guardProject)
	types := []string{"class", "function", "variable", "property", "parameter", "enumMember", "event", "keyword", "comment", "string", "method", "namespace", "macro", "operator"}
	for name, want := range map[string]string{
		"scripts/guard.bt": "keyword:condition macro:weak property:hp keyword:tree class:guard string:\"速度🐺\" function:root function:flee parameter:near keyword:when macro:weak keyword:wait comment:# 🐺",
		"scripts/flee.lua": "variable:walk function:require namespace:lib.walk method:behavior variable:agent variable:walk method:go variable:agent variable:agent property:hp",
	} {
		text := map[string]string{
			"scripts/guard.bt": "condition weak = hp < 30\n\ntree guard \"速度🐺\"\n  root\n    flee near=2 when weak\n    wait 1 # 🐺\n",
			"scripts/flee.lua": "local walk = require \"lib.walk\"\nreturn {\n  behavior = function(agent) walk.go(agent, agent.hp) end,\n}\n",
		}[name]
		e.open(name, text)
		r, err := e.server.SemanticTokensFull(t.Context(), &protocol.SemanticTokensParams{TextDocument: protocol.TextDocumentIdentifier{URI: e.uri(name)}})
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		at := protocol.Position{}
		for i := 0; i < len(r.Data); i += 5 {
			if at.Line += r.Data[i]; r.Data[i] > 0 {
				at.Character = 0
			}
			at.Character += r.Data[i+1]
			end := protocol.Position{Line: at.Line, Character: at.Character + r.Data[i+2]}
			out = append(out, types[r.Data[i+3]]+":"+text[offset(text, at):offset(text, end)])
		}
		if got := strings.Join(out, " "); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
	}
}

var (
	lspSeed  = flag.Uint64("lsp.seed", 1, "seed of the random session with the language server")
	lspEdits = flag.Int("lsp.edits", 60, "edits of the random session with the language server")
)

// TestLSPRandomSession edits files at random places, with characters of one to four bytes, and asks for everything after each
// edit. No answer may be an error but those of renaming, and the server must have the text that the editor has: that is so if
// formatting a tree gives what bough fmt gives.
func TestLSPRandomSession(t *testing.T) {
	t.Logf("-lsp.seed %d -lsp.edits %d", *lspSeed, *lspEdits)
	r := rand.New(rand.NewPCG(*lspSeed, 0))
	e := openEditor(t, guardProject)
	names := slices.Sorted(maps.Keys(guardProject))
	for _, name := range names {
		e.open(name, guardProject[name])
	}
	pieces := []string{"", "", "\n", " ", "速度", "🐺", "e\u0301", "agent.", "when ", "hp", "\"", "(", "end", "tree a\n  idle\n", "\t", "#", "--", "\r\n", "bt.post(", "$", "=", "{", "}", "\u2028"}
	for range *lspEdits {
		name := names[r.IntN(len(names))]
		text := e.texts[name]
		at := r.IntN(len(text) + 1)
		for at > 0 && at < len(text) && text[at]&0xc0 == 0x80 {
			at--
		}
		end := at
		for n := r.IntN(6); n > 0 && end < len(text); n-- {
			end += len(string([]rune(text[end:min(end+4, len(text))])[0]))
		}
		piece := pieces[r.IntN(len(pieces))]
		from, to := e.position(name, at), e.position(name, end)
		e.versions[name]++
		change := &protocol.TextDocumentContentChangePartial{Range: protocol.Range{Start: from.Position, End: to.Position}, Text: piece}
		if strings.Contains(text[:end], "\r") || strings.Contains(text, "\u2028") { // counts lines as the server does
			change = &protocol.TextDocumentContentChangePartial{Range: protocol.Range{End: protocol.Position{Line: 1 << 20}}, Text: text[:at] + piece + text[end:]}
		}
		e.texts[name] = text[:at] + piece + text[end:]
		err := e.server.DidChange(t.Context(), &protocol.DidChangeTextDocumentParams{TextDocument: protocol.VersionedTextDocumentIdentifier{TextDocumentIdentifier: from.TextDocument, Version: e.versions[name]}, ContentChanges: []protocol.TextDocumentContentChangeEvent{change}})
		if err != nil {
			t.Fatal(err)
		}
		q := e.position(name, at)
		q.Position.Character += uint32(r.IntN(3))
		ask := func(what string, err error) {
			if err != nil {
				t.Fatalf("%s in %q at %v: %v", what, e.texts[name], q.Position, err)
			}
		}
		_, err = e.server.Completion(t.Context(), &protocol.CompletionParams{TextDocumentPositionParams: q})
		ask("completion", err)
		_, err = e.server.Hover(t.Context(), &protocol.HoverParams{TextDocumentPositionParams: q})
		ask("hover", err)
		_, err = e.server.Definition(t.Context(), &protocol.DefinitionParams{TextDocumentPositionParams: q})
		ask("definition", err)
		_, err = e.server.References(t.Context(), &protocol.ReferenceParams{TextDocumentPositionParams: q})
		ask("references", err)
		_, err = e.server.DocumentHighlight(t.Context(), &protocol.DocumentHighlightParams{TextDocumentPositionParams: q})
		ask("highlight", err)
		_, err = e.server.DocumentSymbol(t.Context(), &protocol.DocumentSymbolParams{TextDocument: q.TextDocument})
		ask("symbols", err)
		_, err = e.server.CodeLens(t.Context(), &protocol.CodeLensParams{TextDocument: q.TextDocument})
		ask("lenses", err)
		_, err = e.server.SemanticTokensFull(t.Context(), &protocol.SemanticTokensParams{TextDocument: q.TextDocument})
		ask("tokens", err)
		e.server.Rename(t.Context(), &protocol.RenameParams{TextDocumentPositionParams: q, NewName: "other"})
		if r.IntN(8) == 0 {
			e.actions(name, int(q.Position.Line))
		}
		edits, err := e.server.Formatting(t.Context(), &protocol.DocumentFormattingParams{TextDocument: q.TextDocument})
		ask("formatting", err)
		if now := e.texts[name]; strings.HasSuffix(name, ".bt") && !strings.Contains(now, "\r") {
			file, list := trees.Parse("", []byte(now))
			for _, x := range edits {
				now = now[:offset(now, x.Range.Start)] + x.NewText + now[offset(now, x.Range.End):]
			}
			if want := string(trees.Format(file)); list.Err() == nil && now != want {
				t.Fatalf("%q is formatted as %q; want %q", e.texts[name], now, want)
			}
		}
	}
	for _, name := range names {
		e.diagnostics(name)
	}
}
