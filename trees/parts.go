package trees

import "strings"

// Part is a part of a line, for tools that change or color the line.
type Part struct {
	Kind PartKind
	Name string // of a parameter, which is the part "note" for a note
	From int    // offset of its first character in the line, in bytes
	To   int    // offset behind its last character
	// Value is the offset of the value of a parameter. It is To for a parameter of a tree without a default, and From for a part
	// of another kind.
	Value int
}

// PartKind is the kind of a Part.
type PartKind uint8

// The kinds of parts.
const (
	PartKeyword    PartKind = iota // disabled, tree, slot, override, condition or when
	PartName                       // the name of the node, the tree or the condition
	PartArg                        // a positional parameter
	PartParam                      // key=value, also id=, note= and meta=, and the assignment of a node that sets fields
	PartMark                       // the mark +
	PartDoc                        // the description of a tree
	PartExpression                 // the expression of the node or of the named condition
	PartCondition                  // the condition behind when
	PartComment                    // a comment, from # on
)

// Parts returns the parts of a line in their order. It returns nil for a line that is empty, that does not exist, or that has
// a mistake. f must be the result of Parse.
func (f *File) Parts(line int) (list []Part) {
	scratch := &File{Path: f.Path}
	p := &parser{checker: checker{reporter: reporter{file: scratch}}, num: line}
	p.blocks.reset()
	for _, t := range f.Trees {
		if t.Pos.Line < line {
			p.tree = t
		}
	}
	for _, c := range f.Conditions {
		if c.Pos.Line < line && (p.tree == nil || c.Pos.Line > p.tree.Pos.Line) {
			p.tree = nil
		}
	}
	text, ok := p.clean(f.Line(line))
	if !ok {
		return nil
	}
	text = strings.TrimRight(text, " \t")
	_, size := indentation(text)
	s := newScanner(&p.reporter, line, text, size)
	s.parts = &list
	switch l := (lineParser{p: p, s: s}); {
	case size < len(text) && text[size] == '#':
		s.comment()
	case size == 0 && l.atTree():
		l.treeHead(&Tree{})
	case size == 0 && l.atCondition():
		l.namedCondition(&NamedCondition{})
	case size < len(text):
		l.nodeLine(&Node{})
	}
	if len(p.list) > 0 {
		return nil
	}
	return list
}

// part notes a part of the line, if parts are asked for.
func (s *scanner) part(kind PartKind, from, to int) {
	if s.parts != nil {
		*s.parts = append(*s.parts, Part{Kind: kind, From: from, To: to, Value: from})
	}
}

// param notes a parameter, if parts are asked for. value is the offset of its value.
func (s *scanner) param(name string, from, value, to int) {
	if s.parts != nil {
		*s.parts = append(*s.parts, Part{Kind: PartParam, Name: name, From: from, Value: value, To: to})
	}
}
