package assets

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/trees"
)

// Renaming is what it takes to give a behavior another name. Nothing of it has been
// done. Paths are below the root.
type Renaming struct {
	From, To string // the script's file, and where it goes
	// Edits are the tree files that name the behavior, then the tests.
	Edits []Edit
	// Left are places in quotes that may mean the behavior and are not changed:
	// in scripts and tests, and values of parameters.
	Left []diag.Diagnostic
}

// Edit is what becomes of a file that names a behavior.
type Edit struct {
	Path      string
	Old, Text []byte
}

// Rename finds out what gives a behavior another name in its file, in all trees and in
// tests: nodes, values that fill slots, questions such as ran("melee"), and paths. It is an error if a name is none, is
// taken, or would come to mean something else elsewhere, or if a tree file has
// mistakes, as what it names is then not known, or if files wait for Unpin.
func (m *Manager) Rename(from, to string) (*Renaming, error) {
	if err := m.pin.stale(); err != nil {
		return nil, err
	}
	n := &renamer{m: m, from: from, to: to, out: &Renaming{}}
	if err := n.check(); err != nil {
		return nil, err
	}
	n.slots = n.slotParams()
	for _, name := range m.files.names() {
		f := m.files.at(name)
		if path.Ext(name) != TreeExt {
			n.mentions(f, nil)
			continue
		}
		if err := n.tree(f); err != nil {
			return nil, err
		}
	}
	if err := n.tests(); err != nil {
		return nil, err
	}
	return n.out, nil
}

// checkTrees refuses tree files with mistakes.
func (n *renamer) checkTrees() error {
	for _, name := range n.m.files.names() {
		f := n.m.files.at(name)
		errs := f.own.Errors()
		if path.Ext(name) != TreeExt || f.parsed != nil && len(errs) == 0 {
			continue
		}
		why := "it cannot be read"
		if len(errs) > 0 {
			why = errs[0].Headline()
		}
		return fmt.Errorf("%s has mistakes, so it is not known what it names; correct them first: %s", n.m.root.display(name), why)
	}
	return nil
}

// renamer looks for a name in the files of a manager.
type renamer struct {
	m        *Manager
	from, to string
	slots    map[slotParam]*file
	out      *Renaming
}

func lastPart(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

func (n *renamer) check() error {
	file := n.m.scriptOf(n.from)
	if file == "" {
		var names []string
		for _, b := range n.m.bundle.Behaviors {
			names = append(names, b.Name)
		}
		err := fmt.Errorf("there is no behavior %s with a script of its own", n.from)
		if hint := diag.DidYouMean(n.from, names); hint != "" {
			err = fmt.Errorf("%w: %s", err, hint)
		}
		return err
	}
	if err := behaviors.CheckName(n.to); err != nil {
		return err
	}
	switch {
	case n.to == n.from:
		return fmt.Errorf("%s has this name already", n.to)
	case n.m.bundle.Behavior(n.to) != nil || n.m.scriptOf(n.to) != "":
		return fmt.Errorf("there is a behavior %s already", n.to)
	case IsTest(ScriptOf(n.to)):
		return fmt.Errorf("the file of %s would be a test, since its name ends in %s; choose another name", n.to, TestSuffix)
	case n.m.kinds[n.to] != nil:
		return fmt.Errorf("%s is a node kind", n.to)
	case n.isGlobalTable(file) && lastPart(n.from) != lastPart(n.to):
		return fmt.Errorf("%s defines its behavior as the global table %s; write \"return {\" instead, then rename", n.m.root.display(file), lastPart(n.from))
	}
	n.out.From, n.out.To = file, ScriptOf(n.to)
	return n.checkTrees()
}

// scriptOf returns the file of a behavior, "" if it has none.
func (m *Manager) scriptOf(name string) string {
	for _, file := range m.files.names() {
		if path.Ext(file) == ScriptExt && !m.files.at(file).module() && behaviors.NameOfFile(file) == name {
			return file
		}
	}
	return ""
}

// isGlobalTable reports whether a script returns nothing.
func (n *renamer) isGlobalTable(file string) bool {
	c := n.m.files.at(file).compiled
	return c != nil && !c.Script().EndsInReturn()
}

// change is a piece of a text that another one replaces.
type change struct {
	at, length int
	text       string
}

// tree looks through a tree file.
func (n *renamer) tree(f *file) error {
	var list []change
	at := func(p diag.Pos) int { return offsetOf(f.text, p) }
	for _, t := range f.parsed.Trees {
		fill, err := n.fillers(f, t)
		if err != nil {
			return err
		}
		list = append(list, fill...)
		for node := range t.Root.All() {
			if node.Guard != nil {
				list = append(list, n.questions(node.Guard, at(node.Guard.Pos))...)
			}
			if node.Expr != nil {
				list = append(list, n.questions(node.Expr, at(node.Expr.Pos))...)
			}
			if node.Include || node.Slot || node.Override || behaviors.KindNamed(node.Name) != nil || n.m.kinds[node.Name] != nil {
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
	for _, c := range f.parsed.Conditions {
		list = append(list, n.questions(&c.Expr, at(c.Expr.Pos))...)
	}
	n.mentions(f, list)
	n.edit(f.path, f.text, list)
	return nil
}

// node returns the name that a node has afterwards. In its own folder a behavior goes
// without the folder's name, if it did before.
func (n *renamer) node(f *file, node *trees.Node) (string, error) {
	folder := ""
	if dir := path.Dir(f.path); dir != "." {
		folder = strings.ReplaceAll(dir, "/", ".") + "."
	}
	near := folder + node.Name
	switch {
	case n.m.bundle.Behavior(near) == nil && near != n.to && node.Name == n.from, near == n.from && node.Name == n.from:
		return n.to, nil
	case near == n.from && strings.HasPrefix(n.to, folder):
		return n.to[len(folder):], nil
	case near == n.from:
		return n.to, nil
	case near == n.to || node.Name == n.to && n.m.bundle.Behavior(near) == nil:
		return "", fmt.Errorf("%s: %s would then mean %s; choose another name", node.NamePos, node.Name, n.to)
	}
	return node.Name, nil
}

var question = regexp.MustCompile(`\b(?:ran|active|since)\s*\(\s*(?:"([^"\\]*)"|'([^'\\]*)')`)

// questions returns what changes in an expression that stands at an offset.
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

// renamed returns the name by which a question finds the nodes afterwards: a full
// name, a path, or the last part of a name, if no other behavior has that.
func (n *renamer) renamed(name string) string {
	if name == lastPart(n.from) {
		for _, b := range n.m.bundle.Behaviors {
			if b.Name != n.from && lastPart(b.Name) == name {
				return name // the question is about that one too
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

// mentions notes where a file has the name in quotes and keeps it.
func (n *renamer) mentions(f *file, changed []change) {
	quoted := regexp.MustCompile(`["'](?:` + regexp.QuoteMeta(n.from) + `|` + regexp.QuoteMeta(lastPart(n.from)) + `)["']`)
	for _, m := range quoted.FindAllIndex(f.text, -1) {
		if slices.ContainsFunc(changed, func(c change) bool { return c.at == m[0]+1 }) {
			continue
		}
		d := diag.Diagnostic{Pos: posOf(n.m.root.display(f.path), f.text, m[0]), Severity: diag.Warning}
		d.Message = fmt.Sprintf("%s is left as it is", f.text[m[0]:m[1]])
		d.Source, d.Hint = lineAt(f.text, m[0]), "change it by hand if it means the behavior"
		n.out.Left = append(n.out.Left, d)
	}
}

// apply makes changes, none of which overlap.
func apply(text []byte, list []change) []byte {
	slices.SortFunc(list, func(a, b change) int { return b.at - a.at })
	for _, c := range list {
		text = slices.Concat(text[:c.at], []byte(c.text), text[c.at+c.length:])
	}
	return text
}

// offsetOf returns the offset of a place. A byte order mark counts as no column.
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
