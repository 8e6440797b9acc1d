package tinybt

import (
	"path"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
)

type form uint8

const (
	leaf form = iota
	sequence
	fallback
	parallel
)

func formOf(name string) form {
	switch name {
	case "SEQUENCE":
		return sequence
	case "FALLBACK":
		return fallback
	case "PARALLEL":
		return parallel
	}
	return leaf
}

func (im *importer) node(f form, name string, pos diag.Pos, arg argument) *trees.Node {
	n := &trees.Node{Pos: pos, NamePos: pos}
	switch f {
	case sequence:
		n.Name = im.remembering(name, pos, arg, "reactive_sequence", "sequence")
	case fallback:
		n.Name = im.remembering(name, pos, arg, "reactive_fallback", "fallback")
	case parallel:
		n.Name = "parallel"
		im.count(n, arg)
	default:
		im.behavior(n, name, arg)
	}
	return n
}

// remembering chooses the kind of a node that may have the argument True. It returns memory if the node has that
// argument, or else reactive.
func (im *importer) remembering(name string, pos diag.Pos, arg argument, reactive, memory string) string {
	if arg.given && arg.value.Kind() != value.KindBool {
		im.report.Fail(arg.pos, message.NotTrueOrFalse(name))
	}
	if arg.value.Truthy() {
		im.report.Differs(pos, message.MemoryBecameSequence())
		return memory
	}
	im.report.Differs(pos, message.CompositesBecameReactive())
	return reactive
}

func (im *importer) count(n *trees.Node, arg argument) {
	if !arg.given || arg.value.Kind() != value.KindNumber {
		im.report.Fail(n.Pos, message.ParallelWithoutNumber())
		return
	}
	n.Params = []trees.Param{{Name: "success", Value: arg.value, Pos: arg.pos}}
	im.report.Differs(n.Pos, message.ParallelBecameParallel())
}

// failures sets the number of failures with which a parallel fails, so that the parallel fails as soon as too few
// children can still succeed.
func (im *importer) failures(l level) {
	if len(l.node.Params) == 0 {
		return
	}
	p, n := l.node.Params[0], float64(len(l.node.Children))
	m := p.Value.Float()
	if m != float64(int(m)) || m < 1 || m > n {
		im.report.Fail(p.Pos, message.ParallelNumber(len(l.node.Children), value.FormatNumber(m)))
		return
	}
	l.node.Params = append(l.node.Params, trees.Param{Name: "failure", Value: value.Number(n - m + 1), Pos: p.Pos})
}

// behavior makes n a behavior of the game. If the argument is a dictionary, its items become the parameters.
func (im *importer) behavior(n *trees.Node, name string, arg argument) {
	n.Name = behaviorName(name)
	meta := &trees.Table{}
	if n.Name != name {
		meta.Fields = append(meta.Fields, trees.Param{Name: "name", Value: value.String(name), Pos: n.Pos})
		im.report.Differs(n.Pos, message.RenamedBehavior(n.Name, name))
	}
	im.uses.add(n.Name, n.Pos)
	table, ok := arg.value.Ref().(*trees.Table)
	switch {
	case !arg.given:
	case ok && arg.dict:
		n.Params = table.Fields
	default:
		n.Args = []trees.Arg{{Value: arg.value, Pos: arg.pos}}
	}
	if len(meta.Fields) > 0 {
		n.Meta = meta
	}
}

// behaviorName returns name if it is valid for a behavior, or else a name derived from it.
func behaviorName(name string) string {
	name = identifier(name)
	if behaviors.KindNamed(name) != nil || trees.CheckName(name) != nil {
		return "game_" + name
	}
	return name
}

// identifier replaces characters that are invalid in a name.
func identifier(s string) string {
	return strings.Map(func(r rune) rune {
		if ident.In(r, false) {
			return r
		}
		return '_'
	}, ident.Plain(s))
}

func treeName(file string) string {
	name := path.Base(strings.ReplaceAll(file, `\`, "/"))
	name = identifier(strings.TrimSuffix(name, path.Ext(name)))
	if trees.CheckName(name) != nil {
		return "tree_" + name
	}
	return name
}
