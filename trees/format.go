package trees

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/cells"
)

// Format returns a file in its canonical form. Each level is indented by two spaces. The parts of a line are in the
// order name, values, parameters, id, mark, note, meta, expression, condition, comment. Assignments of which one is an
// expression follow the meta. An expression that is the value of a parameter is in parentheses unless it is one name.
// The conditions of siblings on consecutive lines are aligned, and so are comments on consecutive lines. There is one empty line before a
// tree, and there are never two empty lines in a row. Numbers and texts keep their notation. A file with CRLF keeps
// CRLF.
//
// f must be the result of Parse without errors, or consist of trees that Validate accepts. Parsing the result gives
// the same file, including comments, and formatting that file gives the same result. The only exception is a line
// that becomes longer than MaxLineLength by its indentation.
//
// Rejected: aligning other parts of nodes, since a change of one line should not change all others; and a canonical
// notation of values, since a notation such as 0xff is intentional.
func Format(f *File) []byte {
	p := printer{file: f}
	p.collect()
	p.space()
	p.align()
	var b bytes.Buffer
	end := "\n"
	if first, _, _ := strings.Cut(f.text, "\n"); strings.HasSuffix(first, "\r") && !f.built {
		end = "\r\n"
	}
	for i := range p.lines {
		if p.lines[i].blank {
			b.WriteString(end)
		}
		b.WriteString(p.lines[i].text + end)
	}
	return b.Bytes()
}

// indentWidth is the number of spaces per level.
const indentWidth = 2

// lineKind is the kind of a line.
type lineKind uint8

const (
	treeHead lineKind = iota
	nodeText
	conditionText
	ownComment
)

// printedLine is a line of the result.
type printedLine struct {
	kind    lineKind
	source  int    // line in the parsed file, or 0 if there is none
	col     int    // column in that line
	depth   int    // number of levels of indentation
	text    string // the parts so far
	tail    string // a guard, or the expression of a condition; follows text
	comment string // follows tail
	blank   bool   // an empty line precedes this line
	family  int    // the same number for all siblings
}

// printer converts a file to lines.
type printer struct {
	file  *File
	lines []printedLine
}

// collect adds the lines of conditions, trees and nodes in the order of the file.
func (p *printer) collect() {
	for _, c := range p.file.Conditions {
		p.lines = append(p.lines, printedLine{
			kind: conditionText, source: p.line(c.Pos), col: 1, text: conditionWord + " " + c.Name, tail: behind("=", c.Expr.Source),
		})
	}
	for _, t := range p.file.Trees {
		head := treeWord + " " + t.Name
		for _, q := range t.Params {
			head += " " + q.Name
			if !q.Required {
				head += "=" + p.param(q.Param)
			}
		}
		if t.Doc != "" {
			head += " " + Literal(value.String(t.Doc))
		}
		if t.Meta != nil {
			head += " " + metaKey + "=" + p.table(t.Meta)
		}
		p.lines = append(p.lines, printedLine{kind: treeHead, source: p.line(t.Pos), col: 1, text: head})
		var families []int // family of the latest node at each level
		for n, depth := range t.Root.levels() {
			if depth > len(families) {
				families = append(families, len(p.lines))
			}
			families = families[:depth]
			p.node(n, depth, families[depth-1])
		}
	}
	p.sort()
	p.comments()
}

// line returns the line of a position. It returns 0 if the file was not parsed or was written in another language.
// The order of the trees then determines the order of the lines.
func (p *printer) line(pos diag.Pos) int {
	if p.file.built || p.file.text == "" {
		return 0
	}
	return pos.Line
}

func (p *printer) sort() {
	slices.SortStableFunc(p.lines, func(a, b printedLine) int { return cmp.Compare(a.source, b.source) })
}

// node adds the line of a node.
func (p *printer) node(n *Node, depth, family int) {
	l := printedLine{kind: nodeText, source: p.line(n.Pos), col: n.Pos.Col, depth: depth, family: family}
	l.text = strings.Repeat(" ", indentWidth*depth) + p.head(n)
	if n.Guard != nil {
		l.tail = behind(whenWord, n.Guard.Source)
	}
	p.lines = append(p.lines, l)
}

// behind appends an expression to a word. It does not put a space before the operator #, since " #" would begin a
// comment.
func behind(word, source string) string {
	if source[0] == '#' {
		return word + source
	}
	return word + " " + source
}

// head returns the text of a node without its guard.
func (p *printer) head(n *Node) string {
	parts := []string{n.Name}
	switch {
	case n.Include:
		parts = []string{treeWord, n.Name}
	case n.Slot:
		parts = []string{slotWord, n.Name}
	case n.Override:
		parts = []string{overrideWord, n.Name}
	}
	if n.Disabled {
		parts = append([]string{disabledWord}, parts...)
	}
	for i, a := range n.Args {
		parts = append(parts, p.arg(a, n.isBare("", i, source(a.Expr))))
	}
	list := n.setsFields() && slices.ContainsFunc(n.Params, func(q Param) bool { return q.Expr != nil })
	if !list {
		for _, q := range n.Params {
			parts = append(parts, q.Name+"="+p.value(q, n.isBare(q.Name, 0, source(q.Expr))))
		}
	}
	if n.ID != "" {
		parts = append(parts, "id="+n.ID)
	}
	if n.NonExclusive {
		parts = append(parts, "+")
	}
	if n.Note != "" {
		parts = append(parts, noteKey+"="+Literal(value.String(n.Note)))
	}
	if n.Meta != nil {
		parts = append(parts, metaKey+"="+p.table(n.Meta))
	}
	if n.Expr != nil {
		parts = append(parts, n.Expr.Source)
	}
	if list {
		parts = append(parts, p.assignments(n.Params))
	}
	return strings.Join(parts, " ")
}

// assignments returns the assignments of a node that sets fields, one of which is an expression.
func (p *printer) assignments(params []Param) string {
	var parts []string
	for _, q := range params {
		parts = append(parts, q.Name+" "+behind("=", p.value(q, true)))
	}
	return strings.Join(parts, ", ")
}

func (p *printer) arg(a Arg, bare bool) string {
	switch {
	case a.Ref:
		return a.Value.Str()
	case a.Expr != nil:
		return computed(a.Expr, bare)
	}
	return p.spelled(a.Value, a.Percent, a.Pos, 0)
}

// value returns the value of a node's parameter. If bare is set, an expression has no parentheses.
func (p *printer) value(q Param, bare bool) string {
	if q.Expr != nil {
		return computed(q.Expr, bare)
	}
	return p.param(q)
}

func computed(e *Guard, bare bool) string {
	if e.Field {
		return "$" + e.Source
	}
	if bare {
		return e.Source
	}
	return "(" + e.Source + ")"
}

// source returns the source of an expression, or "" for nil.
func source(e *Guard) string {
	if e == nil {
		return ""
	}
	return e.Source
}

func (p *printer) param(q Param) string {
	if q.Word || q.Ref {
		return q.Value.Str()
	}
	return p.spelled(q.Value, q.Percent, q.Pos, len(q.Name))
}

// spelled returns the original notation of a value or, if there is none, a literal. name is the length of the
// value's name in bytes, and pos is the position of the name or else of the value.
func (p *printer) spelled(v value.Value, percent bool, pos diag.Pos, name int) string {
	if t, ok := v.Ref().(*Table); ok {
		return p.table(t)
	}
	if p.file.built {
		return builtLiteral(v, percent)
	}
	line := p.file.Line(pos.Line)
	if line == "" {
		return builtLiteral(v, percent)
	}
	from := byteOffset(line, pos.Col)
	if name > 0 {
		from += name
		from += len(line[from:]) - len(strings.TrimLeft(line[from:], " =\t"))
	}
	switch v.Kind() {
	case value.KindNumber:
		to := numberEnd(line, from)
		if percent {
			to++
		}
		return line[from:to]
	case value.KindString:
		return line[from : closingQuote(line, from)+1]
	}
	return Literal(v)
}

// table formats a table with one space after each comma.
func (p *printer) table(t *Table) string {
	var parts []string
	for _, item := range t.Items {
		parts = append(parts, p.spelled(item.Value, false, item.Pos, 0))
	}
	for _, f := range t.Fields {
		parts = append(parts, f.Name+"="+p.param(f))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// builtLiteral returns the literal of a value that has no original notation. It writes a percentage as a number if
// the percentage would not be parsed as the same value.
func builtLiteral(v value.Value, percent bool) string {
	if percent {
		text := strconv.FormatFloat(v.Float()*100, 'g', 15, 64)
		if back, _, ok := parseNumber(text + "e-2"); ok && back == v.Float() && isDecimal(text) {
			return text + "%"
		}
	}
	return Literal(v)
}

// byteOffset returns the byte offset of a column. Columns count characters from 1.
func byteOffset(line string, col int) int {
	for i := range line {
		if col--; col == 0 {
			return i
		}
	}
	return len(line)
}

// comments adds the comments, each to the line that it follows or on a line of its own.
func (p *printer) comments() {
	behind := map[int]string{}
	for _, c := range p.file.Comments {
		if c.Trailing {
			behind[c.Pos.Line] = c.Text
		}
	}
	for i := range p.lines {
		p.lines[i].comment = behind[p.lines[i].source]
	}
	for _, c := range p.file.Comments {
		if !c.Trailing {
			p.lines = append(p.lines, printedLine{kind: ownComment, source: c.Pos.Line, col: c.Pos.Col, text: c.Text})
		}
	}
	p.sort()
	var open []*printedLine // the latest node and its ancestors
	for i := range p.lines {
		switch l := &p.lines[i]; l.kind {
		case ownComment:
			l.depth = commentDepth(l.col, open, p.nextNode(i))
			l.text = strings.Repeat(" ", indentWidth*l.depth) + l.text
		case nodeText:
			open = append(open[:min(l.depth-1, len(open))], l)
		default:
			open = open[:0]
		}
	}
}

// nextNode returns the next node after line i in the same tree, or nil if there is none.
func (p *printer) nextNode(i int) *printedLine {
	for i++; i < len(p.lines) && p.lines[i].kind == ownComment; i++ {
	}
	if i < len(p.lines) && p.lines[i].kind == nodeText {
		return &p.lines[i]
	}
	return nil
}

// commentDepth returns the level of a comment on a line of its own, so that the comment keeps its place among the
// nodes. The level is that of the next node, or of an open node, or one below the latest node, as for a child that
// was commented out.
func commentDepth(col int, open []*printedLine, next *printedLine) int {
	switch last := len(open); {
	case col == 1:
		return 0
	case last == 0:
		return 1
	case next != nil && next.depth > last:
		if col >= open[last-1].col {
			return next.depth
		}
	case col > open[last-1].col:
		return last + 1
	}
	for depth := len(open); depth > 0; depth-- {
		if open[depth-1].col <= col {
			return depth
		}
	}
	return 0
}

// space determines where empty lines are. There is one before each tree with the comments that precede it. There is
// also one wherever the source has at least one, except directly below the line of a tree.
func (p *printer) space() {
	end := 0 // line in the source where the previous line ended
	for i := range p.lines {
		l := &p.lines[i]
		l.blank = i > 0 && l.source > end+1 && p.lines[i-1].kind != treeHead
		end = l.source
	}
	for i := range p.lines {
		if p.lines[i].kind != treeHead {
			continue
		}
		first := i
		for first > 0 && !p.lines[first].blank && p.lines[first-1].kind == ownComment && p.lines[first-1].depth == 0 {
			first--
		}
		p.lines[first].blank = first > 0
	}
}

// Lines that are longer than this are not aligned.
const (
	maxTailColumn    = 50
	maxCommentColumn = 80
)

// align aligns the tails of siblings, and the comments of neighbors, in runs of consecutive lines.
func (p *printer) align() {
	for from := 0; from < len(p.lines); {
		to := from + 1
		for to < len(p.lines) && !p.lines[to].blank && p.lines[to].kind == p.lines[from].kind {
			to++
		}
		run := p.lines[from:to]
		gap := 2
		if run[0].kind == conditionText {
			gap = 1
		}
		addColumn(run, gap, maxTailColumn, func(l *printedLine) (text string, group int) { return l.tail, l.family })
		addColumn(run, 2, maxCommentColumn, func(l *printedLine) (text string, group int) { return l.comment, 0 })
		from = to
	}
}

// addColumn appends a part to the lines of a run that have it. Within each group the part is at the same column.
func addColumn(run []printedLine, gap, limit int, part func(*printedLine) (text string, group int)) {
	columns := map[int]int{}
	for i := range run {
		text, group := part(&run[i])
		if w := cells.Count(run[i].text); text != "" && w <= limit {
			columns[group] = max(columns[group], w)
		}
	}
	for i := range run {
		if text, group := part(&run[i]); text != "" {
			w := cells.Count(run[i].text)
			run[i].text += strings.Repeat(" ", max(columns[group]-w, 0)+gap) + text
		}
	}
}
