package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/cmd/bough/internal/scene"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/trees"
)

// playInput says what is played: a tree, the file of a scene, or the text of one.
type playInput struct {
	Tree    string          `json:"tree,omitempty" jsonschema:"name of a tree, with its parameters if it needs some: guard, or patrol speed=2"`
	Fields  map[string]any  `json:"fields,omitempty" jsonschema:"with tree: fields of the agent at the start: numbers, texts, true, false, null, and lists or objects of these"`
	Stimuli []stimulusInput `json:"stimuli,omitempty" jsonschema:"with tree: what is posted to the agent; run posts them before its first tick, explain after its ticks"`
	DT      float64         `json:"dt,omitempty" jsonschema:"with tree: seconds of a tick; without it 0.05"`
	Scene   string          `json:"scene,omitempty" jsonschema:"in place of tree: path of a .scene file"`
	Text    string          `json:"text,omitempty" jsonschema:"in place of tree: lines of a scene, such as: spawn guard hp=100\ntick 5\nset hp=10\npost noise x=3\ntick 5"`
	Seed    uint64          `json:"seed,omitempty" jsonschema:"of all random numbers; without it 1, or that of the scene"`
	Ticks   int             `json:"ticks,omitempty" jsonschema:"how many; without it 10 for run, 1 for explain, and all of a scene"`
}

// stimulusInput is a stimulus for the agents of a tree.
type stimulusInput struct {
	Name string         `json:"name"`
	Data map[string]any `json:"data,omitempty"`
	TTL  float64        `json:"ttl,omitempty" jsonschema:"seconds for which the agent holds it; without it 1"`
}

// callScene is the name of the scene that is made of a call. Messages show its lines.
const callScene = "call.scene"

// prepare returns the scene that is played. before says whether stimuli come before the ticks. Without ticks, a tree has some.
func (m *modelServer) prepare(in *playInput, show []string, before bool, ticks int) (*scene.Scene, error) {
	given := 0
	for _, text := range []string{in.Tree, in.Scene, in.Text} {
		if text != "" {
			given++
		}
	}
	switch {
	case given != 1:
		return nil, errors.New("give one of tree, scene and text; check lists the trees and scenes")
	case in.Ticks < 0:
		return nil, fmt.Errorf("ticks: %d is negative; want 1 or more", in.Ticks)
	case in.Tree == "" && (in.Fields != nil || in.Stimuli != nil || in.DT != 0):
		return nil, errors.New("a scene has its own fields, stimuli and dt; leave these out, or write lines such as: set hp=10")
	}
	text, name := in.Text, callScene
	switch {
	case in.Tree != "":
		in.Ticks = cmp.Or(in.Ticks, ticks)
		lines, err := treeScene(in, show, before)
		if err != nil {
			return nil, err
		}
		text = strings.Join(lines, "\n")
	case in.Scene != "":
		root, err := os.OpenRoot(m.dir)
		if err != nil {
			return nil, err
		}
		defer root.Close()
		if name, err = m.below(root, in.Scene); err != nil {
			return nil, fmt.Errorf("scene: %w", err)
		}
		if path.Ext(name) != scene.Ext {
			return nil, fmt.Errorf("scene: %s does not end in %s; to run a tree, give its name as tree", name, scene.Ext)
		}
		data, err := root.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("scene: there is no %s that can be read; check lists the scenes", name)
		}
		text = string(data)
	}
	sc, problems := scene.Parse(path.Join(filepath.ToSlash(filepath.Clean(m.dir)), name), text)
	if err := problems.Err(); err != nil {
		return nil, err
	}
	if rel, err := filepath.Rel(m.dir, sc.Scripts()); err != nil || !filepath.IsLocal(rel) {
		return nil, fmt.Errorf("%s: its scripts are in %s, outside of the folder %s: remove the line that begins with scripts", name, filepath.ToSlash(sc.Scripts()), m.dir)
	}
	return sc, nil
}

// treeScene returns the lines of a scene with one agent of a tree.
func treeScene(in *playInput, show []string, before bool) ([]string, error) {
	if in.DT < 0 {
		return nil, fmt.Errorf("dt: %v is negative; want seconds, such as 0.05", in.DT)
	}
	if noTreeFile("run", in.Tree) != nil {
		return nil, fmt.Errorf("tree: %s is a file; give the name of a tree, which check lists", in.Tree)
	}
	lines := []string{"dt " + strconv.FormatFloat(cmp.Or(in.DT, 0.05), 'g', -1, 64)}
	if len(show) > 0 {
		lines = append(lines, "show "+strings.Join(show, " "))
	}
	tree, err := sceneLiteral("tree", in.Tree)
	if err != nil {
		return nil, err
	}
	fields, err := scenePairs("fields", in.Fields)
	if err != nil {
		return nil, err
	}
	lines = append(lines, "spawn "+tree+fields)
	ticks := "tick " + strconv.Itoa(in.Ticks)
	if !before {
		lines = append(lines, ticks)
	}
	for _, s := range in.Stimuli {
		data, err := scenePairs("data", s.Data)
		if err != nil {
			return nil, err
		}
		if s.TTL > 0 {
			data += " ttl=" + strconv.FormatFloat(s.TTL, 'g', -1, 64)
		}
		lines = append(lines, "post "+s.Name+data)
	}
	if before {
		lines = append(lines, ticks)
	}
	return lines, nil
}

// scenePairs returns names and values as a line of a scene has them, each behind a space.
func scenePairs(where string, values map[string]any) (text string, err error) {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if strings.ContainsAny(name, " \t\r\n=\"'") || name == "" {
			return "", fmt.Errorf("%s: %q is no name; want letters, digits and _", where, clipped(name))
		}
		v, err := sceneLiteral(where+"."+name, values[name])
		if err != nil {
			return "", err
		}
		text += " " + name + "=" + v
	}
	return text, nil
}

// sceneLiteral returns a value as a scene has it.
func sceneLiteral(where string, x any) (string, error) {
	if text, ok := x.(string); ok {
		switch {
		case strings.ContainsAny(text, "\r\n") || strings.Contains(text, `"`) && strings.Contains(text, "'"):
			return "", fmt.Errorf("%s: a text here has no line ends and not both quotes", where)
		case strings.Contains(text, `"`):
			return "'" + text + "'", nil
		}
		return `"` + text + `"`, nil
	}
	v, err := value.Of(x)
	if err != nil {
		return "", fmt.Errorf("%s: %w", where, err)
	}
	return trees.Literal(v), nil
}

type runInput struct {
	playInput
	Show []string `json:"show,omitempty" jsonschema:"with tree: what the trace has, of enter, exit, result, root, request, log, field:NAME and board:BOARD.ENTRY; without it enter, exit, request and log"`
}

type runOutput struct {
	Ticks   int          `json:"ticks" jsonschema:"how many were made"`
	Stopped string       `json:"stopped,omitempty" jsonschema:"why the run ended early"`
	Trace   string       `json:"trace" jsonschema:"what happened, one event a line"`
	Faults  int          `json:"faults" jsonschema:"number of different errors that scripts raised; the trace has them"`
	Agents  []agentState `json:"agents" jsonschema:"at the end; the first 20"`
	modelFindings
}

// agentState is an agent at the end of a run.
type agentState struct {
	Agent    string         `json:"agent"`
	Status   string         `json:"status" jsonschema:"of the root in the last tick"`
	Active   []string       `json:"active" jsonschema:"paths of the active nodes"`
	Fields   map[string]any `json:"fields" jsonschema:"tables are texts in Lua"`
	Requests []string       `json:"requests,omitempty" jsonschema:"those in force"`
}

// errLate ends a scene that takes too long.
var errLate = errors.New("too late")

// inTime returns what ends a play: an error of the context of a call, or errLate.
func inTime(ctx context.Context, most time.Duration) (func() error, context.CancelFunc) {
	bounded, stop := context.WithTimeoutCause(ctx, most, errLate)
	return func() error {
		if bounded.Err() != nil {
			return context.Cause(bounded)
		}
		return nil
	}, stop
}

// run is the tool run.
func (m *modelServer) run(ctx context.Context, in *runInput) (*runOutput, error) {
	sc, err := m.prepare(&in.playInput, in.Show, true, 10)
	if err != nil {
		return nil, err
	}
	late, stop := inTime(ctx, m.most)
	defer stop()
	var game *bough.Game
	var findings diag.List
	trace := excerpt{}
	limit := in.Ticks
	if in.Tree != "" {
		limit = 0 // the scene has them
	}
	made := 0
	_, err = sc.Play(func(o bough.Options) (*bough.Game, error) {
		o.Seed = cmp.Or(in.Seed, o.Seed)
		s := m.fresh()
		s.dir = sc.Scripts()
		var err error
		if game, err = s.open(o); err == nil {
			findings = sc.Findings(game)
		}
		return game, err
	}, &trace, func(*bough.Game, time.Duration) error {
		if made++; limit > 0 && made >= limit {
			return errEnough
		}
		return late()
	})
	if game != nil {
		defer game.Close()
	}
	out := &runOutput{Ticks: made}
	switch {
	case game == nil || ctx.Err() != nil:
		return nil, cmp.Or(ctx.Err(), err)
	case limit > 0 && made >= limit:
	case late() != nil && err != nil:
		out.Stopped = fmt.Sprintf("after %v and %s; ask for fewer", m.most, plural(made, "%d tick", "%d ticks"))
	case err != nil:
		return nil, fmt.Errorf("%w%s", err, withFindings(findings))
	}
	out.Trace, out.Faults, out.modelFindings, out.Agents = trace.String(), len(game.World().Faults()), findingsOf(findings), []agentState{}
	for a := range game.World().Agents() {
		if len(out.Agents) < mostStates {
			out.Agents = append(out.Agents, stateOf(a))
		}
	}
	return out, nil
}

// withFindings returns errors of the files for a message about a failure that they may have caused.
func withFindings(findings diag.List) string {
	if errs := findings.Errors(); len(errs) > 0 {
		return "\nThe files have errors:\n" + errs[:min(len(errs), 5)].Error()
	}
	return ""
}

// stateOf describes an agent.
func stateOf(a *engine.Agent) agentState {
	s := agentState{Agent: a.Label(), Status: a.Status().String(), Active: []string{}, Fields: map[string]any{}}
	for _, i := range a.ActiveNodes() {
		s.Active = append(s.Active, a.Program().Node(i).Path)
	}
	a.Fields().All(func(k engine.Key, v value.Value) bool {
		s.Fields[k.Name()] = plainValue(v)
		return true
	})
	for channel, r := range a.Requests() {
		s.Requests = append(s.Requests, channel+": "+r.Kind)
	}
	return s
}

// plainValue returns a value for JSON.
func plainValue(v value.Value) any {
	switch v.Kind() {
	case value.KindNumber:
		if f := v.Float(); !math.IsInf(f, 0) && !math.IsNaN(f) {
			return f
		}
	case value.KindBool:
		return v.Truthy()
	case value.KindString:
		return clipped(v.Str())
	}
	return clipped(v.String())
}

// excerpt is an io.Writer that keeps the first and the last lines.
type excerpt struct {
	first, last []string
	left        int // lines that are not kept
	rest        string
}

// Write implements io.Writer.
func (e *excerpt) Write(p []byte) (int, error) {
	e.rest += string(p)
	for {
		line, rest, ended := strings.Cut(e.rest, "\n")
		if !ended {
			return len(p), nil
		}
		e.add(line)
		e.rest = rest
	}
}

func (e *excerpt) add(line string) {
	line = clipped(line)
	if len(e.first) < mostLines/2 {
		e.first = append(e.first, line)
		return
	}
	if e.last = append(e.last, line); len(e.last) > mostLines/2 {
		e.last = e.last[1:]
		e.left++
	}
}

// String returns the lines that are kept.
func (e *excerpt) String() string {
	lines := slices.Clone(e.first)
	if e.left > 0 {
		lines = append(lines, fmt.Sprintf("... %s left out ...", plural(e.left, "%d line", "%d lines")))
	}
	return strings.Join(append(lines, e.last...), "\n")
}

type explainInput struct {
	playInput
	Agent string   `json:"agent,omitempty" jsonschema:"with a scene: whom to explain, such as guard#1"`
	Why   []string `json:"why,omitempty" jsonschema:"nodes, by name, id or path: what keeps each from running"`
}

type explainOutput struct {
	Agent   string   `json:"agent"`
	Tick    int64    `json:"tick" jsonschema:"the last one that was made"`
	Planned []string `json:"planned" jsonschema:"paths of the nodes that would run"`
	Blocked []string `json:"blocked" jsonschema:"paths of the nodes that are not ready for a reason of their own"`
	Text    string   `json:"text" jsonschema:"the explanation"`
	Log     string   `json:"log,omitempty" jsonschema:"log lines and errors of scripts in the ticks before"`
	modelFindings
}

// explain is the tool explain.
func (m *modelServer) explain(ctx context.Context, in *explainInput) (*explainOutput, error) {
	sc, err := m.prepare(&in.playInput, nil, false, 1)
	if err != nil {
		return nil, err
	}
	late, stop := inTime(ctx, m.most)
	defer stop()
	x := explaining{session: *m.fresh(), why: in.Why}
	var seed *uint64
	if in.Seed != 0 {
		seed = &in.Seed
	}
	limit := in.Ticks
	if in.Tree != "" {
		limit = 0 // the scene has them
	}
	var log excerpt
	var findings diag.List
	game, err := x.playFor(sc, seed, limit, &log, func(list diag.List) { findings = list }, late)
	if game != nil {
		defer game.Close()
	}
	switch {
	case game == nil || ctx.Err() != nil:
		return nil, cmp.Or(ctx.Err(), err)
	case err != nil && late() != nil:
		return nil, fmt.Errorf("the ticks before take more than %v; ask for fewer", m.most)
	case err != nil:
		return nil, fmt.Errorf("%w%s", err, withFindings(findings))
	}
	a, err := agentOf(game, in.Agent)
	if err != nil {
		return nil, fmt.Errorf("after %s %w", plural(int(game.World().TickCount()), "%d tick", "%d ticks"), err)
	}
	e, err := x.explain(a)
	if err != nil {
		return nil, fmt.Errorf("why: %s", textOf(err))
	}
	x.tellFaults(&log)
	text := excerpt{}
	io.WriteString(&text, x.text(e)+"\n")
	out := &explainOutput{Agent: e.Agent, Tick: e.Tick, Text: text.String(), Log: log.String(), modelFindings: findingsOf(findings)}
	out.Planned, out.Blocked = append([]string{}, e.Planned...), append([]string{}, e.Blocked...)
	return out, nil
}
