package lsp

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/lang"
	"github.com/bough-dev/bough/luabind/scripttest"
)

// Host has the functions of the program that the server calls.
type Host struct {
	// Version is the version of the program, for editors.
	Version string
	// Open opens a game over files. dir is how messages name their folder.
	Open func(files fs.FS, dir string, o bough.Options) (*bough.Game, error)
	// Check returns the findings in files, as bough check prints them. Any goroutine may call it.
	Check func(files fs.FS, dir string) (diag.List, error)
	// NewBehavior returns the text of a new script.
	NewBehavior func(name string) string
	// Test runs the tests of a file, or the one whose name is given, and returns what failed and a sentence about all.
	Test func(files fs.FS, dir, file, name string) (failed diag.List, summary string, err error)
	// TestWords are the functions that tests can call, and SceneCommands the usages of the commands of scenes.
	TestWords     []scripttest.Word
	SceneCommands []string
	// Locale makes the server speak the language of the editor, unless the user has chosen one.
	Locale bool
	// Pause is the time after the last change until diagnostics are made; 0 means DefaultPause.
	Pause time.Duration
	// Watch makes the server watch folders for files that other programs change.
	Watch bool
}

// DefaultPause is long enough that a check does not run for each key.
const DefaultPause = 150 * time.Millisecond

// Serve answers a client until it ends the session or the connection breaks. It returns nil after the client has said exit.
func Serve(ctx context.Context, conn io.ReadWriteCloser, h Host) error {
	s := &server{host: h, projects: map[string]*project{}, open: map[uri.URI]*document{}, done: make(chan struct{})}
	c := Connect(conn)
	s.client, s.conn = protocol.ClientDispatcher(c), c
	c.Go(ctx, protocol.ServerHandler(s, jsonrpc2.MethodNotFoundHandler)) // protocol.NewServer would not keep the order of messages
	<-c.Done()
	s.close()
	if err := c.Err(); err != nil && !s.exited && !errors.Is(err, io.EOF) && ctx.Err() == nil {
		return tr.Errorf("the connection to the editor broke: %w", err)
	}
	return nil
}

// Connect returns a connection with the types of the protocol, for a server or a client.
func Connect(conn io.ReadWriteCloser) jsonrpc2.Conn {
	return jsonrpc2.NewConn(jsonrpc2.NewStream(conn), jsonrpc2.WithCodec(codec{}))
}

// codec encodes messages with the types of the protocol. It copies what it decodes: the connection reads the next message into
// the same bytes, and values that are one of several types keep parts of them.
type codec struct{}

// Marshal implements jsonrpc2.Codec.
func (codec) Marshal(v any) ([]byte, error) { return protocol.Marshal(v) }

// Unmarshal implements jsonrpc2.Codec.
func (codec) Unmarshal(data []byte, v any) error { return protocol.Unmarshal(bytes.Clone(data), v) }

// server is a session with an editor.
type server struct {
	protocol.UnimplementedServer
	host   Host
	client protocol.Client
	conn   jsonrpc2.Conn

	mu       sync.Mutex
	folders  []string // of the workspace
	projects map[string]*project
	open     map[uri.URI]*document
	creates  bool // the client creates and renames files
	snippets bool // the client knows snippets
	timer    *time.Timer
	exited   bool
	shut     bool
	done     chan struct{}
	wait     sync.WaitGroup

	publishing sync.Mutex // held while diagnostics are made; taken before mu
}

// document is a text that is open in the editor.
type document struct {
	text    text
	version int32
	project *project // nil for a file that is not below scripts
	path    string   // below the root of the project
}

// Initialize implements protocol.Server.
func (s *server) Initialize(_ context.Context, p *protocol.InitializeParams) (*protocol.InitializeResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if folders, ok := p.WorkspaceFolders.Get(); ok {
		for _, f := range folders {
			s.folders = append(s.folders, pathOf(f.URI))
		}
	} else {
		//lint:ignore SA1019 clients without folders of a workspace send it
		if root := p.RootURI; root != nil {
			s.folders = append(s.folders, pathOf(*root))
		}
	}
	s.capabilities(&p.Capabilities)
	if s.host.Locale && p.Locale != nil {
		if err := lang.Set(lang.Of(*p.Locale)); err != nil {
			return nil, err
		}
	}
	yes, incremental := true, protocol.TextDocumentSyncKindIncremental
	return &protocol.InitializeResult{
		ServerInfo: protocol.ServerInfo{Name: "bough", Version: protocol.NewOptional(s.host.Version)},
		Capabilities: protocol.ServerCapabilities{
			PositionEncoding:           protocol.PositionEncodingKindUTF16,
			TextDocumentSync:           &protocol.TextDocumentSyncOptions{OpenClose: &yes, Change: &incremental, Save: protocol.Boolean(true)},
			CompletionProvider:         &protocol.CompletionOptions{TriggerCharacters: []string{".", "\"", "=", "$", " ", ":"}},
			HoverProvider:              protocol.Boolean(true),
			DefinitionProvider:         protocol.Boolean(true),
			ReferencesProvider:         protocol.Boolean(true),
			DocumentHighlightProvider:  protocol.Boolean(true),
			DocumentSymbolProvider:     protocol.Boolean(true),
			WorkspaceSymbolProvider:    protocol.Boolean(true),
			DocumentFormattingProvider: protocol.Boolean(true),
			CodeActionProvider:         &protocol.CodeActionOptions{CodeActionKinds: []protocol.CodeActionKind{protocol.CodeActionKindQuickFix}},
			CodeLensProvider:           &protocol.CodeLensOptions{},
			RenameProvider:             &protocol.RenameOptions{PrepareProvider: &yes},
			ExecuteCommandProvider:     protocol.ExecuteCommandOptions{Commands: []string{runTest}},
			SemanticTokensProvider: &protocol.SemanticTokensOptions{
				Legend: protocol.SemanticTokensLegend{TokenTypes: tokenTypes, TokenModifiers: tokenModifiers},
				Full:   protocol.Boolean(true),
			},
			Workspace: &protocol.WorkspaceOptions{WorkspaceFolders: &protocol.WorkspaceFoldersServerCapabilities{Supported: &yes, ChangeNotifications: protocol.Boolean(true)}},
		},
	}, nil
}

// capabilities notes what the client can do.
func (s *server) capabilities(c *protocol.ClientCapabilities) {
	if w := c.Workspace; w != nil && w.WorkspaceEdit != nil {
		ops := w.WorkspaceEdit.ResourceOperations
		s.creates = slices.Contains(ops, protocol.ResourceOperationKindCreate) && slices.Contains(ops, protocol.ResourceOperationKindRename)
	}
	if t := c.TextDocument; t != nil && t.Completion != nil && t.Completion.CompletionItem != nil && t.Completion.CompletionItem.SnippetSupport != nil {
		s.snippets = *t.Completion.CompletionItem.SnippetSupport
	}
}

// Initialized implements protocol.Server. It opens the projects of the workspace, so that their findings are known before a file is
// open.
func (s *server) Initialized(context.Context, *protocol.InitializedParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, folder := range s.folders {
		for _, root := range rootsBelow(folder) {
			s.projectAt(root)
		}
	}
	s.check()
	return nil
}

// Shutdown implements protocol.Server.
func (s *server) Shutdown(context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shut = true
	return nil
}

// Exit implements protocol.Server.
func (s *server) Exit(context.Context) error {
	s.mu.Lock()
	s.exited = true
	s.mu.Unlock()
	go s.conn.Close() // the goroutine that reads must return first
	return nil
}

// close ends what the session has begun.
func (s *server) close() {
	close(s.done)
	s.mu.Lock()
	if s.timer != nil {
		s.timer.Stop()
	}
	for _, p := range s.projects {
		p.close()
	}
	s.mu.Unlock()
	s.wait.Wait()
}

// pathOf returns the path of a file, or "" for a document that is none.
func pathOf(u uri.URI) string {
	if !strings.HasPrefix(string(u), "file:") {
		return ""
	}
	return filepath.Clean(u.FsPath())
}

// key returns the one form of the URI of a document, which editors escape differently.
func key(u uri.URI) uri.URI {
	if name := pathOf(u); name != "" {
		return uri.File(name)
	}
	return u
}

// DidOpen implements protocol.Server.
func (s *server) DidOpen(_ context.Context, p *protocol.DidOpenTextDocumentParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := &document{text: newText(p.TextDocument.Text), version: p.TextDocument.Version}
	d.project, d.path = s.projectOf(pathOf(p.TextDocument.URI))
	s.open[key(p.TextDocument.URI)] = d
	s.changed(d)
	return nil
}

// DidChange implements protocol.Server.
func (s *server) DidChange(_ context.Context, p *protocol.DidChangeTextDocumentParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.open[key(p.TextDocument.URI)]
	if d == nil {
		return nil
	}
	for _, c := range p.ContentChanges {
		d.text = d.text.apply(c)
	}
	d.version = p.TextDocument.Version
	s.changed(d)
	return nil
}

// changed passes the text of an open document on to its project.
func (s *server) changed(d *document) {
	if d.project == nil {
		return
	}
	d.project.set(d.path, d.text.string)
	d.project.stale = true // also if the text is the same: the version is another one
	s.check()
}

// DidSave implements protocol.Server.
func (s *server) DidSave(_ context.Context, p *protocol.DidSaveTextDocumentParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d := s.open[key(p.TextDocument.URI)]; d != nil && d.project == nil { // it may be the first file of a project
		if d.project, d.path = s.projectOf(pathOf(p.TextDocument.URI)); d.project != nil {
			s.changed(d)
		}
	}
	return nil
}

// DidClose implements protocol.Server.
func (s *server) DidClose(_ context.Context, p *protocol.DidCloseTextDocumentParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d := s.open[key(p.TextDocument.URI)]; d != nil && d.project != nil {
		d.project.unset(d.path)
		s.check()
	}
	delete(s.open, key(p.TextDocument.URI))
	return nil
}

// DidChangeWatchedFiles implements protocol.Server.
func (s *server) DidChangeWatchedFiles(_ context.Context, p *protocol.DidChangeWatchedFilesParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range p.Changes {
		if at, path := s.projectOf(pathOf(c.URI)); at != nil {
			at.reread(path)
		}
	}
	s.check()
	return nil
}

// DidChangeWorkspaceFolders implements protocol.Server.
func (s *server) DidChangeWorkspaceFolders(_ context.Context, p *protocol.DidChangeWorkspaceFoldersParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range p.Event.Removed {
		s.folders = slices.DeleteFunc(s.folders, func(dir string) bool { return dir == pathOf(f.URI) })
	}
	for _, f := range p.Event.Added {
		s.folders = append(s.folders, pathOf(f.URI))
		for _, root := range rootsBelow(pathOf(f.URI)) {
			s.projectAt(root)
		}
	}
	s.check()
	return nil
}

// projectOf returns the project of a file, and the path of the file below its root. The project is nil if the file is not
// below scripts, or is none of a game.
func (s *server) projectOf(file string) (*project, string) {
	if file == "" || !isOfGame(file) {
		return nil, ""
	}
	root := s.root(file)
	if root == "" {
		return nil, ""
	}
	rel, err := filepath.Rel(root, file)
	if err != nil {
		return nil, ""
	}
	p := s.projectAt(root)
	return p, filepath.ToSlash(rel)
}

// projectAt returns the project with a root, and opens it if need be.
func (s *server) projectAt(root string) *project {
	if p := s.projects[root]; p != nil {
		return p
	}
	p, err := s.openProject(root)
	if err != nil {
		s.tell(protocol.MessageTypeError, err.Error())
	}
	s.projects[root] = p
	return p
}

// tell shows a message in the editor.
func (s *server) tell(kind protocol.MessageType, text string) {
	s.wait.Go(func() {
		s.client.ShowMessage(context.Background(), &protocol.ShowMessageParams{Type: kind, Message: text})
	})
}

// check makes diagnostics of all projects a moment later.
func (s *server) check() {
	pause := cmp.Or(s.host.Pause, DefaultPause)
	if s.timer == nil {
		s.timer = time.AfterFunc(pause, s.publish)
		return
	}
	s.timer.Reset(pause)
}

// publish sends the diagnostics of all projects that have changed. The checks run while requests are answered.
func (s *server) publish() {
	s.publishing.Lock()
	defer s.publishing.Unlock()
	s.mu.Lock()
	var list []*project
	for _, p := range s.sorted() {
		if p.stale {
			p.stale = false
			list = append(list, p)
		}
	}
	s.mu.Unlock()
	for _, p := range list {
		texts := p.texts.Texts()
		found, err := s.host.Check(p.over(nil), p.prefix)
		if err != nil {
			s.tell(protocol.MessageTypeError, err.Error())
			continue
		}
		s.mu.Lock()
		if s.isDone() {
			s.mu.Unlock()
			return
		}
		p.found, p.checked = found, texts
		out := p.diagnostics(s)
		s.mu.Unlock()
		for _, d := range out {
			s.client.PublishDiagnostics(context.Background(), d)
		}
	}
}

// isDone reports whether the session has ended.
func (s *server) isDone() bool {
	select {
	case <-s.done:
		return true
	default:
		return false
	}
}

// place is a position in an open document.
type place struct {
	*document
	offset int
}

// at returns a place, or an empty one if the document is not open or not below scripts.
func (s *server) at(u uri.URI, p protocol.Position) (at place, ok bool) {
	d := s.open[key(u)]
	if d == nil || d.project == nil || d.project.game == nil {
		return at, false
	}
	d.project.refresh()
	return place{d, d.text.offset(p)}, true
}

// doc returns an open document of a project.
func (s *server) doc(u uri.URI) *document {
	d := s.open[key(u)]
	if d == nil || d.project == nil || d.project.game == nil {
		return nil
	}
	d.project.refresh()
	return d
}

// exists reports whether there is a file.
func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
