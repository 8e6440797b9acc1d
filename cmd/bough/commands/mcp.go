package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/docs"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"
)

func newMCPCommand(game func() bough.Options) *cobra.Command {
	s := session{game: game}
	return &cobra.Command{
		Use:   "mcp [DIR]",
		Short: tr.T("Serve check, explain, run and edit to a language model"),
		Long: tr.T(`MCP serves the scripts and trees of a directory to a program with a language model, which
starts it. It speaks the Model Context Protocol on standard input and output, and ends with
its input. The model can check the files, run trees and scenes, ask what an agent would do
and why, and edit files below the directory, nowhere else.`),
		Example: "  bough mcp scripts",
		Args:    atMost(tr.T("directory")),
		RunE: func(c *cobra.Command, args []string) error {
			s.at(args)
			if isTerminalIn(c.InOrStdin()) {
				return usagef("a program with a language model starts bough mcp, not a person: docs/editors.md says what to write into its settings")
			}
			server, err := newModelServer(&s, c.ErrOrStderr())
			if err != nil {
				return err
			}
			if err := server.protocol().Run(c.Context(), &mcp.IOTransport{Reader: io.NopCloser(c.InOrStdin()), Writer: unclosed{c.OutOrStdout()}}); err != nil {
				return tr.Errorf("the input is not that of the Model Context Protocol: %w", err)
			}
			return nil
		},
	}
}

// unclosed is a writer that is not closed.
type unclosed struct{ io.Writer }

// Close implements io.Closer.
func (unclosed) Close() error { return nil }

// The bounds of a call of a tool. What is beyond them is left out, and the result says so.
const (
	mostFindings = 50
	mostLines    = 300 // of a trace or a difference
	mostLine     = 400 // bytes of a line of these
	mostStates   = 20  // agents whose end is described
	mostPlay     = 10 * time.Second
)

// modelServer answers the calls of a language model. Each call opens the files anew, so it sees what is on disk.
type modelServer struct {
	session *session
	dir     string
	stderr  io.Writer
	most    time.Duration // how long a tree or a scene is played
	calling sync.Mutex    // one call at a time, so that none reads what another one is about to write
}

// newModelServer returns a server for the folder of a session.
func newModelServer(s *session, stderr io.Writer) (*modelServer, error) {
	dir, err := s.folder()
	if err != nil {
		return nil, err
	}
	if isBundle(dir) {
		return nil, usagef("%s is a bundle, which cannot be edited; give the directory that it was made of", dir)
	}
	game, err := s.open(s.options(stderr)) // for its errors
	if err != nil {
		return nil, err
	}
	return &modelServer{session: s, dir: dir, stderr: stderr, most: mostPlay}, game.Close()
}

// instructions are for the model, at the beginning.
const instructions = `Bough runs behavior trees. Trees are in .bt files, behaviors in .lua files (one each, named after it), declared data in agent.fields, and scenes (.scene) play a tree tick by tick. A running game takes over each saved file.
Work in this order: check; read a file with edit; edit with dry_run; edit; run or explain to see what agents do.
The resource bough://llms.txt has the tree language, all node kinds and all functions of scripts: read it before you write files.`

// reference is the address of docs/llms.txt for a model.
const reference = "bough://" + modelsFile

// protocol returns the server with its tools.
func (m *modelServer) protocol() *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "bough", Title: "Bough behavior trees", Version: bough.Version},
		&mcp.ServerOptions{Instructions: instructions, Capabilities: &mcp.ServerCapabilities{}})
	closed := false
	reads := &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closed}
	addTool(server, m, m.check, &mcp.Tool{Name: "check", Annotations: reads,
		Description: "Find mistakes in all files, without playing. Each finding has a place, a code, a message and mostly a remedy (hint). A file with errors is not used until they are corrected; the game keeps its last good version. Also lists the trees, scenes and behaviors that there are."})
	addTool(server, m, m.explain, &mcp.Tool{Name: "explain", Annotations: reads,
		Description: "Say what an agent would do in its next decision, and why not something else: which nodes would run, which block others, and the values that guards and preconditions read. Give a tree with fields and stimuli, or a scene and one of its agents. why names nodes: everything that keeps them from running is listed."})
	addTool(server, m, m.run, &mcp.Tool{Name: "run", Annotations: reads,
		Description: "Run a tree, or a scene, for some ticks, and say what happened in each tick (entries, exits, requests, log lines, errors of scripts with places) and how each agent ended: status, active nodes, fields, requests. The same seed gives the same run. A tree has no game around it: helpers of a game may be missing, requests stay open. To change fields between ticks, write text: lines of a scene."})
	addTool(server, m, m.edit, &mcp.Tool{Name: "edit", Annotations: &mcp.ToolAnnotations{OpenWorldHint: &closed},
		Description: "Read or change one file below the folder: .lua, .bt, .fields or .scene. With only file it returns the text and its hash. To change it, give that hash (none for a new file), and either text, the whole new text, or operations on the rows of a .bt file. Returns the difference and the findings that all files have with it; dry_run writes nothing. A file that has changed since it was read is not written."})
	server.AddResource(&mcp.Resource{URI: reference, Name: modelsFile, Title: "Reference of Bough", MIMEType: "text/plain",
		Description: "The tree language, node kinds, functions of scripts, commands, and links to pages."},
		func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			text, err := fs.ReadFile(docs.FS, modelsFile)
			return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: reference, MIMEType: "text/plain", Text: string(text)}}}, err
		})
	return server
}

// addTool adds a tool, which runs while no other one does.
func addTool[In, Out any](server *mcp.Server, m *modelServer, call func(context.Context, *In) (*Out, error), t *mcp.Tool) {
	t.InputSchema, t.OutputSchema = schemaFor[In](), schemaFor[Out]()
	mcp.AddTool(server, t, func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, *Out, error) {
		m.calling.Lock()
		defer m.calling.Unlock()
		out, err := call(ctx, &in)
		if err != nil {
			return nil, nil, errors.New(textOf(err))
		}
		var text strings.Builder
		enc := json.NewEncoder(&text)
		enc.SetEscapeHTML(false) // a model reads it as it is
		if err := enc.Encode(out); err != nil {
			return nil, nil, err
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: strings.TrimSuffix(text.String(), "\n")}}}, out, nil
	})
}

// schemaFor returns the schema of a type. Lists are not null in it, since some clients take no types with alternatives.
func schemaFor[T any]() *jsonschema.Schema {
	schema, err := jsonschema.For[T](nil)
	if err != nil {
		panic(err) // a mistake in the type
	}
	var plain func(*jsonschema.Schema)
	plain = func(s *jsonschema.Schema) {
		if slices.Contains(s.Types, "null") && len(s.Types) == 2 {
			s.Type, s.Types = s.Types[1], nil
		}
		for _, p := range s.Properties {
			plain(p)
		}
		if s.Items != nil {
			plain(s.Items)
		}
	}
	plain(schema)
	return schema
}

// fresh returns a session for one call.
func (m *modelServer) fresh() *session { return &session{game: m.session.game, dir: m.dir} }

// modelFinding is a finding as check --json prints it, without what only programs read.
type modelFinding struct {
	Pos      diag.Pos `json:"pos" jsonschema:"file:line:col, from 1"`
	Severity string   `json:"severity" jsonschema:"error or warning"`
	Code     string   `json:"code"`
	Message  string   `json:"message"`
	Hint     string   `json:"hint,omitempty" jsonschema:"the remedy"`
	Source   string   `json:"source,omitempty" jsonschema:"the text of the line"`
	Notes    []string `json:"notes,omitempty"`
}

// modelFindings are findings, with their number if some are left out.
type modelFindings struct {
	Errors   int            `json:"errors"`
	Warnings int            `json:"warnings"`
	Findings []modelFinding `json:"findings" jsonschema:"the first 50, errors first"`
}

// findingsOf returns findings for a model: errors come first, as a list that is cut short should have them.
func findingsOf(problems diag.List) modelFindings {
	out := modelFindings{Errors: len(problems.Errors()), Warnings: len(problems.Warnings()), Findings: []modelFinding{}}
	list := slices.Concat(problems.Errors(), problems.Warnings())
	for _, d := range list[:min(len(list), mostFindings)] {
		out.Findings = append(out.Findings, modelFinding{d.Pos, d.Severity.String(), d.Code, d.Message, d.Hint, clipped(d.Source), d.Notes})
	}
	return out
}

type checkInput struct {
	Only []string `json:"only,omitempty" jsonschema:"only findings with these codes"`
}

type checkOutput struct {
	modelFindings
	Trees     []string `json:"trees" jsonschema:"names for run and explain"`
	Scenes    []string `json:"scenes" jsonschema:"paths for run and explain"`
	Behaviors []string `json:"behaviors" jsonschema:"names for trees; move.flee is in move/flee.lua"`
}

// check is the tool check.
func (m *modelServer) check(_ context.Context, in *checkInput) (*checkOutput, error) {
	if err := checkCodes(in.Only); err != nil {
		return nil, fmt.Errorf("only: %w", err)
	}
	s := m.fresh()
	game, err := s.open(s.options(m.stderr))
	if err != nil {
		return nil, err
	}
	defer game.Close()
	problems, _ := s.findings(game, false)
	out := &checkOutput{modelFindings: findingsOf(withCodes(problems, in.Only)), Trees: slices.Sorted(maps.Keys(treesWritten(game.Bundle()))), Scenes: []string{}, Behaviors: []string{}}
	if out.Trees == nil {
		out.Trees = []string{}
	}
	for _, file := range s.choices().scenes {
		out.Scenes = append(out.Scenes, strings.TrimPrefix(file, game.Prefix()+"/"))
	}
	for _, b := range game.Bundle().Behaviors {
		if !b.Missing {
			out.Behaviors = append(out.Behaviors, b.Name)
		}
	}
	return out, nil
}

// below returns the path of a file below the folder. A path may begin with that of the folder, as places of findings do.
func (m *modelServer) below(root *os.Root, name string) (string, error) {
	name = filepath.ToSlash(name)
	if short, ok := strings.CutPrefix(name, filepath.ToSlash(filepath.Clean(m.dir))+"/"); ok {
		if _, err := root.Stat(name); err != nil {
			name = short
		}
	}
	if !fs.ValidPath(name) || name == "." || strings.ContainsAny(name, "\\\x00") {
		return "", fmt.Errorf("%q is no path below the folder %s: write it like guard.bt or move/flee.lua", clipped(name), m.dir)
	}
	return name, nil
}

// clipped returns the beginning of a text, in one line.
func clipped(text string) string {
	text = strings.ToValidUTF8(text, "\ufffd")
	if len(text) <= mostLine {
		return text
	}
	return strings.ToValidUTF8(text[:mostLine], "") + "…"
}
