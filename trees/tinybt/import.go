package tinybt

import (
	"strings"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/internal/report"
)

// Import imports a TinyBT script. The tree has the name of the file in path, and positions are in src. The list has
// a warning for each difference in meaning. If it has an error, the file is nil. Comments become notes of nodes: of
// the node on the same line, or else of the next node, or of the last node at the end of the script.
func Import(path string, src []byte) (*trees.File, diag.List) {
	file := trees.NewFile(path, src)
	im := &importer{path: path, file: file, report: report.New(file), uses: uses{index: map[string]int{}}}
	if !im.readable(src) {
		return nil, im.report.Done()
	}
	for i, line := range strings.Split(strings.TrimPrefix(string(src), "\ufeff"), "\n") {
		im.num, im.text = i+1, strings.TrimSuffix(line, "\r")
		im.line()
	}
	im.finish()
	list := im.report.Done()
	if im.report.Failed() {
		return nil, list.Errors()
	}
	return im.file, list
}

type importer struct {
	path   string
	file   *trees.File
	report *report.Report
	uses   uses
	num    int
	text   string // text of line num
	nodes  int
	root   *trees.Node
	open   []level // the nodes that may be the parent of the next line, root first
	lines  []level // all nodes, in the order of the script

	// remarks are the comments since the last node. They belong to the note of the next node.
	remarks []string
}

// level is a node, with the indentation and the name in its line.
type level struct {
	node   *trees.Node
	indent int
	form   form
	name   string
}

func (im *importer) pos(off int) diag.Pos {
	return diag.Pos{File: im.path, Line: im.num, Col: diag.Column(im.text, off)}
}

// readable reports whether the script can be read. It adds an error if the script is too long or not UTF-8.
func (im *importer) readable(src []byte) bool {
	start := diag.Pos{File: im.path, Line: 1, Col: 1}
	switch {
	case len(src) > trees.MaxFileSize:
		im.report.Fail(start, message.FileTooLarge(trees.MaxFileSize>>20))
	case !utf8.Valid(src):
		im.report.Fail(start, message.ScriptNotUtf8())
	}
	return !im.report.Failed()
}

func (im *importer) line() {
	if i := strings.IndexFunc(im.text, isControl); i >= 0 {
		im.report.Fail(im.pos(i), message.ControlCharacterInScript())
		return
	}
	code, comment := cutComment(im.text)
	trimmed := strings.TrimLeft(code, " ")
	if text := strings.TrimSpace(strings.TrimPrefix(comment, "#")); text != "" {
		im.remarks = append(im.remarks, text)
	}
	if trimmed == "" {
		return
	}
	indent := len(code) - len(trimmed)
	name, literal, _ := strings.Cut(strings.TrimRight(trimmed, " "), " ")
	im.place(indent, name, im.literal(indent+len(name), literal))
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }

// cutComment splits a line at the first "#" outside of strings.
func cutComment(line string) (code, comment string) {
	quote := byte(0)
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quote != 0 && c == '\\':
			i++
		case c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case quote == 0 && c == '#':
			return line[:i], line[i:]
		}
	}
	return line, ""
}

// place adds a node below the last line with less indentation.
func (im *importer) place(indent int, name string, arg argument) {
	pos := im.pos(indent)
	if im.nodes++; im.nodes > trees.MaxNodes {
		if im.nodes == trees.MaxNodes+1 {
			im.report.Fail(pos, message.TooManyNodesInScript(trees.MaxNodes))
		}
		return
	}
	closed := -1
	for len(im.open) > 0 && im.open[len(im.open)-1].indent >= indent {
		closed = im.open[len(im.open)-1].indent
		im.open = im.open[:len(im.open)-1]
	}
	l := level{indent: indent, name: name, form: formOf(name)}
	l.node = im.node(l.form, name, pos, arg)
	im.remark(l.node)
	switch {
	case im.root == nil:
		im.root = l.node
	case len(im.open) == 0:
		im.report.Fail(pos, message.SecondRootInScript(name))
	case closed > indent:
		im.report.Fail(pos, message.IndentationOfNoLine())
	default:
		im.adopt(l)
	}
	im.open = append(im.open, l)
	im.lines = append(im.lines, l)
}

func (im *importer) adopt(l level) {
	parent := im.open[len(im.open)-1]
	if parent.form == leaf {
		im.report.Differs(parent.node.Pos, message.BehaviorWithChild(parent.node.Name, parent.name))
	}
	if len(im.open) == trees.MaxDepth {
		im.report.Fail(l.node.Pos, message.ScriptTooDeep(trees.MaxDepth))
		return
	}
	parent.node.Children = append(parent.node.Children, l.node)
}

func (im *importer) finish() {
	if im.report.Failed() {
		return
	}
	if im.root == nil {
		im.report.Fail(diag.Pos{File: im.path, Line: 1, Col: 1}, message.ScriptWithoutNodes())
		return
	}
	im.remark(im.lines[len(im.lines)-1].node)
	im.close()
	tree := &trees.Tree{Name: treeName(im.path), NamePos: im.root.Pos, Pos: im.root.Pos, EndLine: im.num, Root: im.root, File: im.file}
	im.file.Trees = []*trees.Tree{tree}
	if !im.report.Failed() {
		im.report.Add(trees.Validate(tree))
		im.misspelled()
	}
}

// remark adds the comments since the previous node to the note of a node.
func (im *importer) remark(n *trees.Node) {
	if len(im.remarks) == 0 {
		return
	}
	if n.Note != "" {
		im.remarks = append([]string{n.Note}, im.remarks...)
	}
	n.Note, im.remarks = strings.Join(im.remarks, "\n"), nil
}

// close sets the parameters that depend on the children, in post-order.
func (im *importer) close() {
	for i := len(im.lines) - 1; i >= 0; i-- {
		l := im.lines[i]
		l.node.EndLine = l.node.Pos.Line
		if n := len(l.node.Children); n > 0 {
			l.node.EndLine = l.node.Children[n-1].EndLine
		} else if l.form != leaf {
			im.report.Fail(l.node.Pos, message.CompositeWithoutChildren(l.name))
		}
		if l.form == parallel {
			im.failures(l)
		}
		size := len(trees.Literal(value.String(l.node.Note))) + len(im.file.Line(l.node.Pos.Line))*4
		if size > trees.MaxLineLength-1000 {
			im.report.Fail(l.node.Pos, message.BecomesLongLine(size, trees.MaxLineLength-1000))
		}
	}
}
