package edit

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bough-dev/bough/trees"
)

// block is the range of lines of a node: the comments directly above it at its indentation, its line, what is below it, and
// comments behind that which are indented further than the node.
type block struct{ first, last int }

func (f *file) block(n *trees.Node) block {
	width, b := n.Pos.Col-1, block{n.Pos.Line, n.EndLine}
	for b.first > 1 {
		w, isComment := f.comment(b.first - 1)
		if !isComment || w != width {
			break
		}
		b.first--
	}
	for line := b.last + 1; line <= len(f.lines); line++ {
		w, isComment := f.comment(line)
		switch {
		case isComment && w > width:
			b.last = line
		case strings.TrimSpace(f.lines[line-1]) != "":
			return b
		}
	}
	return b
}

// comment reports whether a line has only a comment, and returns its indentation.
func (f *file) comment(line int) (width int, ok bool) {
	width, rest := indent(f.lines[line-1])
	return width, strings.HasPrefix(rest, "#")
}

// text returns the lines of a block.
func (f *file) text(b block) []string { return f.lines[b.first-1 : b.last] }

// place returns the line before which a node comes, and its indentation.
func (f *file) place(op Op) (line, width int, err error) {
	at, err := f.node(op.At)
	if err != nil {
		return 0, 0, err
	}
	b, width := f.block(at), at.Pos.Col-1
	switch op.Side {
	case Before:
		return b.first, width, nil
	case After:
		return b.last + 1, width, nil
	case Below:
		if last := len(at.Children) - 1; last >= 0 {
			return f.block(at.Children[last]).last + 1, at.Children[last].Pos.Col - 1, nil
		}
		return at.Pos.Line + 1, width + f.step(at), nil
	}
	return 0, 0, f.fail(op.At, "there is no side %q", op.Side)
}

// step returns by how much the nodes below another one are indented: as much as the root of the tree.
func (f *file) step(n *trees.Node) int {
	for f.above[n.Pos.Line] != nil {
		n = f.above[n.Pos.Line]
	}
	return n.Pos.Col - 1
}

func (f *file) insert(op Op) error {
	lines := strings.Split(strings.TrimRight(strings.ReplaceAll(op.Text, "\r\n", "\n"), " \t\n"), "\n")
	left, node := -1, false
	for i, line := range lines {
		w, rest := indent(line)
		switch {
		case rest == "":
			continue
		case left < 0:
			left = w
		case w < left:
			return f.fail(op.At, "line %d of the text is further left than its first line", i+1)
		}
		node = node || rest[0] != '#'
	}
	if left < 0 {
		return f.fail(op.At, "there is nothing to insert")
	}
	line, width, err := f.place(op)
	if err != nil {
		return err
	}
	for i := range lines {
		if w, rest := indent(lines[i]); rest != "" {
			lines[i] = strings.Repeat(" ", width+w-left) + strings.TrimRight(rest, " \t")
		}
		lines[i] += f.end()
	}
	f.put(line, nil, lines)
	if node {
		f.line = line + slices.IndexFunc(lines, isNode)
	}
	return nil
}

// isNode reports whether a line below the line of a tree has a node.
func isNode(line string) bool {
	rest := strings.TrimSpace(line)
	return rest != "" && rest[0] != '#'
}

func (f *file) move(op Op) error {
	n, err := f.node(op.Line)
	if err != nil {
		return err
	}
	b := f.block(n)
	if op.At >= n.Pos.Line && op.At <= n.EndLine {
		return f.fail(op.At, "a node cannot be moved beside or below itself")
	}
	line, width, err := f.place(op)
	if err != nil {
		return err
	}
	lines := f.text(b)
	f.line = n.Pos.Line - b.first + line
	if line > b.first {
		f.line -= len(lines)
	}
	by := width - (n.Pos.Col - 1)
	switch stays := line == b.first || line == b.last+1; {
	case stays && by != 0:
		f.put(b.first, lines, shift(lines, by))
	case !stays:
		f.put(b.first, lines, nil)
		f.put(line, nil, shift(lines, by))
	}
	return nil
}

func (f *file) remove(op Op) error {
	n, err := f.node(op.Line)
	if err != nil {
		return err
	}
	if t := f.roots[n.Pos.Line]; t != nil {
		return f.fail(n.Pos.Line, "tree %s needs a root: write another name, or remove the tree", t.Name)
	}
	b := f.block(n)
	f.put(b.first, f.text(b), nil)
	return nil
}

func (f *file) wrap(op Op) error {
	n, err := f.node(op.Line)
	if err != nil {
		return err
	}
	text := strings.TrimSpace(op.Text)
	if text == "" || strings.ContainsAny(text, "\r\n") || text[0] == '#' {
		return f.fail(op.Line, "write the line of one node around it, such as sequence")
	}
	b := f.block(n)
	lines := f.text(b)
	f.line = b.first
	f.put(b.first, lines, append([]string{strings.Repeat(" ", n.Pos.Col-1) + text + f.end()}, shift(lines, f.step(n))...))
	return nil
}

// put replaces lines from a line on, and sees to the line ends at the end of the file.
func (f *file) put(line int, old, with []string) {
	last := len(f.lines)
	if text, end := cutEnd(f.lines[last-1]); end == "" && line > last { // what comes behind the last line ends it
		line, old = last, f.lines[last-1:]
		with = append([]string{text + f.end()}, with...)
		with[len(with)-1], _ = cutEnd(with[len(with)-1])
	}
	with = slices.Clone(with)
	for i := range with {
		if _, end := cutEnd(with[i]); end == "" && !(line-1+len(old) == last && i == len(with)-1) {
			with[i] += f.end()
		}
	}
	f.hunks = append(f.hunks, Hunk{Line: line, Old: slices.Clone(old), New: with})
	slices.SortStableFunc(f.hunks, func(a, b Hunk) int { return cmp.Compare(a.Line, b.Line) })
}
