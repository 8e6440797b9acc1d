package trees

import (
	"path"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
)

// Parse parses the text of one file. The path is only used in positions and in remedies. The list holds all mistakes
// of the file, sorted by position, but not more than about 1,000. The File is never nil. If the list has errors,
// the File holds the parts that could be parsed, for use by editors.
func Parse(path string, src []byte) (*File, diag.List) {
	p := &parser{checker: checker{reporter: reporter{file: &File{Path: path}}}}
	p.blocks.reset()
	if text, ok := p.decode(src); ok {
		p.file.text = text
		p.lines(text)
		p.finish()
	}
	p.list.Sort()
	return p.file, p.list
}

// parser holds the state of parsing between two lines.
type parser struct {
	checker
	num     int                 // number of the current line, from 1
	tree    *Tree               // the current tree; nil before the first one and after a condition
	stray   bool                // tree only collects nodes that belong to no tree
	garbled bool                // the line of tree could not be parsed
	unsure  bool                // some parameters of tree could not be parsed
	skip    bool                // tree has too many nodes, so its other lines are skipped
	rooted  bool                // a second root of tree was reported
	adrift  bool                // a line of tree is indented wrongly, so that the parents of nodes are not known
	nodes   int                 // number of nodes of tree
	named   map[string]diag.Pos // positions of the trees of the file, by name
	above   *NamedCondition     // the condition in the latest line; nil in a tree
	conds   map[string]diag.Pos // positions of the conditions of the file, by name
	blocks                      // the open nodes
	tabs    struct {            // lines indented with tabs
		count         int
		first         diag.Pos
		mixed, spaces bool // one line has both tabs and spaces; some line has only spaces
	}
}

func (p *parser) lines(text string) {
	for start := 0; start < len(text) && !p.full; {
		end := strings.IndexByte(text[start:], '\n')
		if end < 0 {
			end = len(text) - start
		}
		p.num++
		p.file.starts = append(p.file.starts, int32(start))
		p.line(strings.TrimSuffix(text[start:start+end], "\r"))
		start += end + 1
	}
}

func (p *parser) line(raw string) {
	if p.conflict(raw) {
		return
	}
	text, ok := p.clean(raw)
	p.muted = !ok
	text = strings.TrimRight(text, " \t")
	width, size := indentation(text)
	s := newScanner(&p.reporter, p.num, text, size)
	l := lineParser{p: p, s: s}
	switch {
	case size == len(text):
	case text[size] == '#':
		p.comment(s.pos(), text[size:], false)
		p.note(width, p.num)
	case (size == 0 || p.tree == nil && !p.muted) && l.atTree():
		p.treeLine(l)
	case size == 0 && l.atCondition(), p.tree == nil && !p.muted && l.atCondition() && l.assigns(s.run()):
		p.conditionLine(l)
	case p.skip:
	case isForeignComment(text[size:]):
		p.garbled = true
		l.failHead()
	case size == 0 && p.tree == nil && !p.muted && includesFile(text):
		word, _, _ := strings.Cut(text, " ")
		p.report(s.pos(), message.NodeBeforeTree(word, nameFor(p.file.Path)).With(message.TreesWithoutInclude()))
	default:
		p.nodeLine(l, width)
	}
	p.muted = false
}

// conflict reports a line such as "<<<<<<< HEAD", and ends the parsing, since every other mistake may be a result of
// the merge conflict. It returns false for any other line.
func (p *parser) conflict(line string) bool {
	mark, _, _ := strings.Cut(line, " ")
	if mark != "<<<<<<<" && mark != "=======" && mark != ">>>>>>>" {
		return false
	}
	p.report(diag.Pos{File: p.file.Path, Line: p.num, Col: 1}, message.ConflictMark(mark))
	for _, b := range p.open {
		b.node.Broken = true
	}
	p.full = true
	return true
}

// isForeignComment reports whether a line is a comment in the style of Lua or C.
func isForeignComment(line string) bool {
	return strings.HasPrefix(line, "--") || strings.HasPrefix(line, "//")
}

// includesFile reports whether a line before the first tree names another file, as programming languages do.
func includesFile(line string) bool {
	word, rest, _ := strings.Cut(line, " ")
	return rest != "" && (word == "include" || word == "import" || word == "require" || word == "use")
}

// tabWidth is the assumed width of a tab. It only determines the parents of nodes; the tabs themselves are reported
// as a mistake.
const tabWidth = 4

// indentation returns the width of the white space at the beginning of a line, and its size in bytes.
func indentation(line string) (width, size int) {
	for ; size < len(line); size++ {
		switch line[size] {
		case ' ':
			width++
		case '\t':
			width += tabWidth - width%tabWidth
		default:
			return width, size
		}
	}
	return width, size
}

// noteTabs counts the lines indented with tabs. They are reported as one mistake.
func (p *parser) noteTabs(s *scanner) {
	indent := s.text[:s.off]
	tab := strings.IndexByte(indent, '\t')
	if tab < 0 {
		p.tabs.spaces = p.tabs.spaces || indent != ""
		return
	}
	p.tabs.mixed = p.tabs.mixed || strings.Contains(indent, " ")
	if p.tabs.count++; p.tabs.count == 1 {
		p.tabs.first = s.posAt(tab)
	}
}

func (p *parser) treeLine(l lineParser) {
	p.closeTree()
	t := &Tree{Pos: l.s.pos(), EndLine: p.num, File: p.file}
	indented := l.s.off > 0
	l.treeHead(t)
	if indented {
		p.report(t.Pos, message.TreeLineIndented(t.label()))
	}
	p.file.Trees = append(p.file.Trees, t)
	p.beginTree(t)
	p.garbled, p.unsure = p.muted, l.s.failed
	if t.Name != "" {
		p.defineTree(t)
	}
}

// beginTree makes t the current tree.
func (p *parser) beginTree(t *Tree) {
	p.tree, p.above, p.stray, p.unsure, p.skip, p.rooted, p.adrift, p.nodes, p.ids = t, nil, false, false, false, false, false, 0, nil
	p.blocks.reset()
}

func (p *parser) defineTree(t *Tree) {
	p.checkName(t.Name, t.NamePos, false)
	if first, ok := p.named[t.Name]; ok {
		p.report(t.NamePos, message.DuplicateTree(first.String(), t.Name))
		return
	}
	if p.named == nil {
		p.named = map[string]diag.Pos{}
	}
	p.named[t.Name] = t.NamePos
}

// closeTree ends the current tree.
func (p *parser) closeTree() {
	if p.tree == nil {
		return
	}
	p.blocks.closeTo(0)
	if p.tree.Root != nil {
		p.tree.EndLine = max(p.tree.Root.EndLine, p.tree.EndLine)
		if !p.stray {
			p.checkOverrides(p.tree)
		}
	} else if !p.garbled {
		p.checkRoot(p.tree)
	}
}

func (p *parser) nodeLine(l lineParser, width int) {
	p.noteTabs(l.s)
	if p.tree == nil && p.muted {
		return
	}
	n := &Node{Pos: l.s.pos(), NamePos: l.s.pos(), EndLine: p.num}
	if !p.countNode(n) {
		return
	}
	before := len(p.list)
	l.nodeLine(n)
	if p.tree == nil && n.Name != "" { // its place is the first mistake of its line
		p.list = p.list[:before]
	}
	n.Broken = l.s.failed || p.muted
	if p.muted { // the content of the line is unknown
		n.Name = ""
	}
	if p.tree == nil {
		p.beginStray(n)
	}
	if n.Name != "" {
		p.checkNode(n)
	}
	if !l.s.failed {
		p.checkExpr(n)
	}
	p.place(n, width)
}

// countNode counts a node of the tree, and reports whether the tree may have it.
func (p *parser) countNode(n *Node) bool {
	if p.nodes++; p.nodes <= MaxNodes {
		return true
	}
	p.skip = true
	if !p.stray {
		p.reportTooMany(p.tree, n)
	}
	return false
}

// beginStray begins a tree that collects nodes without a tree, so that the other mistakes of these nodes are found.
func (p *parser) beginStray(first *Node) {
	if c := p.above; c != nil {
		p.report(first.Pos, message.NodeBelowCondition(orUnnamed(c.Name), c.Pos.Line, first.label()))
	} else if first.Name != "" { // otherwise a mistake in the line is reported
		p.report(first.Pos, message.NodeBeforeTree(first.label(), nameFor(p.file.Path)))
	}
	p.beginTree(&Tree{File: p.file})
	p.stray = true
}

// nameFor suggests a name for a tree in a file.
func nameFor(file string) string {
	name := strings.TrimSuffix(path.Base(strings.ReplaceAll(file, `\`, "/")), ".bt")
	if CheckName(name) != nil {
		return "guard"
	}
	return name
}

// finish completes the file, and reports mistakes of the file as a whole.
func (p *parser) finish() {
	p.closeTree()
	if p.tabs.count > 0 {
		w := message.TabIndentation(p.tabs.count)
		if p.tabs.mixed || p.tabs.spaces {
			w = message.MixedIndentation(p.tabs.count)
		}
		p.report(p.tabs.first, w)
	}
	if p.tree == nil && p.above == nil && len(p.list) == 0 { // otherwise a reported mistake explains why there is no tree
		p.report(diag.Pos{File: p.file.Path, Line: 1, Col: 1}, message.NoTreeInFile(nameFor(p.file.Path)))
	}
}
