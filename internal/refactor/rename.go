// Package refactor computes the edits that rename a behavior everywhere: in scripts, trees and tests. It does not
// write the files.
//
//	rename.go  Rename: nodes, questions about nodes, and places that a person must check
//	slots.go   behaviors that fill the slots of trees
//	tests.go   names and paths in tests
//
// Goals: a renaming is complete or refused; it never changes the meaning of another name.
// Non-goals: writing files (the command bough rename), names of fields and trees.
package refactor

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
)

// Renaming lists the edits that give a behavior another name. The edits have not been applied. Paths are below the
// root.
type Renaming struct {
	// From and To are the present and the new path of the script. From is "" if the script is at To already, since its
	// file was moved before.
	From, To string
	// Edits are the edits of the tree files that name the behavior, then those of the tests.
	Edits []Edit
	// Left are places that are not changed: quoted texts that may mean the behavior, in scripts, in tests, and in values
	// of parameters, and nodes of trees that Go has added.
	Left diag.List
}

// Edit is an edit of a file that names a behavior.
type Edit struct {
	Path      string
	Old, Text []byte
}

// Rename returns the edits that give a behavior another name: in its file, in all trees and in tests. They cover
// nodes, values that fill slots, questions such as ran("melee"), and paths. Rename returns an error if a name is
// not valid, is taken, or would get another meaning elsewhere. It also returns an error if a tree file has
// mistakes, since the names in it are then not known, or if files wait for Unpin.
//
// If the behavior has no script, and there is one with the new name, the file was moved before. Rename then returns the
// edits that are left. It leaves a node that now finds another behavior as it is.
func Rename(m *assets.Manager, from, to string) (*Renaming, error) {
	files, err := m.Sources()
	if err != nil {
		return nil, err
	}
	n := &renamer{o: m.Options(), files: files, behaviors: m.Bundle().Behaviors, from: from, to: to, out: &Renaming{}}
	if err := n.check(); err != nil {
		return nil, err
	}
	n.slots = n.slotParams()
	for i := range n.files {
		f := &n.files[i]
		if path.Ext(f.Path) != assets.TreeExt {
			n.mentions(f.Path, f.Text, nil)
			continue
		}
		if err := n.tree(f); err != nil {
			return nil, err
		}
	}
	if err := n.tests(); err != nil {
		return nil, err
	}
	if n.moved && len(n.out.Edits) == 0 {
		return nil, n.noScript()
	}
	for _, t := range m.Options().Trees {
		for node := range t.Root.All() {
			if node.Name == from {
				n.out.Left.Warn(node.NamePos, message.NameInDefinedTree(from, t.Name))
			}
		}
	}
	return n.out, nil
}

// checkTrees refuses tree files with mistakes.
func (n *renamer) checkTrees() error {
	for _, f := range n.files {
		errs := f.Problems.Errors()
		if path.Ext(f.Path) != assets.TreeExt || f.Tree != nil && len(errs) == 0 {
			continue
		}
		why := "it cannot be read"
		if len(errs) > 0 {
			why = errs[0].Headline()
		}
		return fmt.Errorf("%s has mistakes, so it is not known what it names; correct them first: %s", n.display(f.Path), why)
	}
	return nil
}

// renamer looks for a name in files.
type renamer struct {
	o         assets.Options
	files     []assets.Source
	behaviors []*engine.Behavior
	from, to  string
	moved     bool // the script has its new name already
	slots     map[slotParam]*assets.Source
	out       *Renaming
}

func (n *renamer) display(file string) string { return path.Join(n.o.Prefix, file) }

func (n *renamer) hasBehavior(name string) bool {
	return slices.ContainsFunc(n.behaviors, func(b *engine.Behavior) bool { return b.Name == name })
}

func (n *renamer) isKind(name string) bool {
	return slices.ContainsFunc(n.o.Kinds, func(k *engine.Custom) bool { return k.Name == name })
}

func lastPart(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

func (n *renamer) check() error {
	if n.from == "" || n.to == "" {
		return errors.New("a name is missing; give the present name of the behavior and the new one")
	}
	file := n.scriptOf(n.from)
	if file == nil {
		if n.scriptOf(n.to) == nil {
			return n.noScript()
		}
		n.moved, n.out.To = true, n.scriptOf(n.to).Path
		return n.checkTrees()
	}
	if err := assets.CheckBehaviorName(n.to); err != nil {
		return err
	}
	switch {
	case n.to == n.from:
		return fmt.Errorf("%s has this name already", n.to)
	case n.hasBehavior(n.to) || n.scriptOf(n.to) != nil:
		return fmt.Errorf("there is a behavior %s already", n.to)
	case assets.IsTest(assets.ScriptOf(n.to)):
		return fmt.Errorf("the file of %s would be a test, since its name ends in %s; choose another name", n.to, assets.TestSuffix)
	case n.isKind(n.to):
		return fmt.Errorf("%s is a node kind", n.to)
	case isGlobalTable(file) && lastPart(n.from) != lastPart(n.to):
		return fmt.Errorf("%s defines its behavior as the global table %s; write \"return {\" instead, then rename", n.display(file.Path), lastPart(n.from))
	}
	n.out.From, n.out.To = file.Path, assets.ScriptOf(n.to)
	return n.checkTrees()
}

// noScript returns the error for a behavior without a script. If the script was moved, trees may still name the behavior.
func (n *renamer) noScript() error {
	var names []string
	for _, b := range n.behaviors {
		if n.moved == (n.scriptOf(b.Name) == nil) {
			names = append(names, b.Name)
		}
	}
	err := fmt.Errorf("there is no behavior %s with a script of its own", n.from)
	if n.moved {
		err = fmt.Errorf("%w, and no tree or test names it", err)
	}
	if hint := diag.DidYouMean(n.from, names); hint != "" {
		return fmt.Errorf("%w: %s", err, hint)
	}
	if n.moved {
		return err
	}
	return fmt.Errorf("%w: if its file was moved, give the name that it has now", err)
}

// scriptOf returns the file of a behavior, or nil if it has none.
func (n *renamer) scriptOf(name string) *assets.Source {
	for i := range n.files {
		f := &n.files[i]
		if path.Ext(f.Path) == assets.ScriptExt && !strings.HasPrefix(f.Path, assets.ModuleDir+"/") && behaviors.NameOfFile(f.Path) == name {
			return f
		}
	}
	return nil
}

// isGlobalTable reports whether a script does not end in a return statement.
func isGlobalTable(f *assets.Source) bool { return f.Script != nil && !f.Script.EndsInReturn() }

// change replaces a piece of a text.
type change struct {
	at, length int
	text       string
}

// tree collects the changes of a tree file.
func (n *renamer) tree(f *assets.Source) error {
	var list []change
	at := func(p diag.Pos) int { return offsetOf(f.Text, p) }
	for _, t := range f.Tree.Trees {
		fill, err := n.fillers(f, t)
		if err != nil {
			return err
		}
		list = append(list, fill...)
		for node := range t.Root.All() {
			for _, g := range append(node.Computed(), node.Guard, node.Expr) {
				if g != nil {
					list = append(list, n.questions(g, at(g.Pos))...)
				}
			}
			if node.Include || node.Slot || node.Override || behaviors.KindNamed(node.Name) != nil || n.isKind(node.Name) {
				continue
			}
			name, err := n.node(f, node)
			if err != nil {
				return err
			}
			if name != node.Name {
				list = append(list, change{at(node.NamePos), len(node.Name), name})
			}
		}
	}
	for _, c := range f.Tree.Conditions {
		list = append(list, n.questions(&c.Expr, at(c.Expr.Pos))...)
	}
	n.mentions(f.Path, f.Text, list)
	n.edit(f.Path, f.Text, list)
	return nil
}

// node returns the new name of a node. In the folder of the behavior, a name that was written without the folder
// stays without it, unless the rest of the name means something else.
func (n *renamer) node(f *assets.Source, node *trees.Node) (string, error) {
	folder := ""
	if dir := path.Dir(f.Path); dir != "." {
		folder = strings.ReplaceAll(dir, "/", ".") + "."
	}
	near := folder + node.Name
	if n.moved && (n.finds(near) || n.finds(node.Name)) {
		return node.Name, nil
	}
	switch {
	case !n.finds(near) && near != n.to && node.Name == n.from, near == n.from && node.Name == n.from:
		return n.to, nil
	case near == n.from && strings.HasPrefix(n.to, folder) && n.isFree(n.to[len(folder):]):
		return n.to[len(folder):], nil
	case near == n.from:
		return n.to, nil
	case near == n.to || node.Name == n.to && !n.finds(near):
		return "", fmt.Errorf("%s: %s would then mean %s; choose another name", node.NamePos, node.Name, n.to)
	}
	return node.Name, nil
}

// finds reports whether a node can have the behavior of a name: it has a script, or is a part of the game.
func (n *renamer) finds(name string) bool {
	return n.scriptOf(name) != nil || slices.ContainsFunc(n.behaviors, func(b *engine.Behavior) bool { return b.Name == name && !b.Missing })
}

// isFree reports whether a tree file can name a behavior so: the name is neither a node kind nor a reserved word.
func (n *renamer) isFree(name string) bool {
	return behaviors.KindNamed(name) == nil && !n.isKind(name) && trees.CheckName(name) == nil
}

var question = regexp.MustCompile(`\b(?:` + strings.Join(behaviors.QuestionNames(), "|") + `)\s*\(\s*(?:"([^"\\]*)"|'([^'\\]*)')`)

// questions returns the changes in an expression that begins at offset at.
func (n *renamer) questions(g *trees.Guard, at int) []change {
	var list []change
	for _, m := range question.FindAllStringSubmatchIndex(g.Source, -1) {
		from, to := m[2], m[3]
		if from < 0 {
			from, to = m[4], m[5]
		}
		if name := n.renamed(g.Source[from:to]); name != g.Source[from:to] {
			list = append(list, change{at + from, to - from, name})
		}
	}
	return list
}

// renamed returns the name by which a question finds the nodes after the renaming: a full name, a path, or the last
// part of a name if no other behavior has the same last part.
func (n *renamer) renamed(name string) string {
	if name == lastPart(n.from) {
		for _, b := range n.behaviors {
			if b.Name != n.from && lastPart(b.Name) == name {
				return name // the question is about b, too
			}
		}
		return lastPart(n.to)
	}
	parts := strings.Split(name, "/")
	for i, p := range parts {
		label, number, _ := strings.Cut(p, "#")
		if label == n.from {
			if parts[i] = n.to; number != "" {
				parts[i] += "#" + number
			}
		}
	}
	return strings.Join(parts, "/")
}

// mentions records the places where a file has the name in quotes, except those that are changed.
func (n *renamer) mentions(file string, text []byte, changed []change) {
	quoted := regexp.MustCompile(`["'](?:` + regexp.QuoteMeta(n.from) + `|` + regexp.QuoteMeta(lastPart(n.from)) + `)["']`)
	for _, m := range quoted.FindAllIndex(text, -1) {
		if slices.ContainsFunc(changed, func(c change) bool { return c.at == m[0]+1 }) {
			continue
		}
		n.out.Left.Warn(posOf(n.display(file), text, m[0]), message.NameLeft(string(text[m[0]:m[1]]))).Source = lineAt(text, m[0])
	}
}

// apply applies changes, which must not overlap.
func apply(text []byte, list []change) []byte {
	slices.SortFunc(list, func(a, b change) int { return b.at - a.at })
	for _, c := range list {
		text = slices.Concat(text[:c.at], []byte(c.text), text[c.at+c.length:])
	}
	return text
}

// offsetOf returns the byte offset of a position. A byte order mark does not count as a column.
func offsetOf(text []byte, p diag.Pos) int {
	at := 0
	if bytes.HasPrefix(text, []byte("\ufeff")) {
		at = len("\ufeff")
	}
	for range p.Line - 1 {
		at += bytes.IndexByte(text[at:], '\n') + 1
	}
	col := 1
	for i := range string(text[at:]) {
		if col == p.Col {
			return at + i
		}
		col++
	}
	return len(text)
}

func posOf(file string, text []byte, at int) diag.Pos {
	start := bytes.LastIndexByte(text[:at], '\n') + 1
	return diag.Pos{File: file, Line: bytes.Count(text[:at], []byte("\n")) + 1, Col: diag.Column(string(text[start:]), at-start)}
}

func lineAt(text []byte, at int) string {
	start := bytes.LastIndexByte(text[:at], '\n') + 1
	line, _, _ := bytes.Cut(text[start:], []byte("\n"))
	return strings.TrimSuffix(string(line), "\r")
}
