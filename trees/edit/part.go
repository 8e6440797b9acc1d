package edit

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/internal/cells"
	"github.com/bough-dev/bough/trees"
)

// parts are the parts that a line must have after an operation. A text such as "3 when x" would otherwise become two of them.
type parts struct {
	want []word
	text string // the text of the operation
}

// word is a part of a line with its text, which of a parameter is that of its value.
type word struct {
	kind trees.PartKind
	name string
	text string
}

func wordOf(line string, p trees.Part) word {
	return word{p.Kind, p.Name, line[p.Value:p.To]}
}

// in reports whether a line has these parts.
func (p *parts) in(line string, list []trees.Part) bool {
	return len(list) == len(p.want) && !slices.ContainsFunc(p.want, func(w word) bool {
		return !slices.ContainsFunc(list, func(q trees.Part) bool { return wordOf(line, q) == w })
	})
}

// within changes one part of a line.
func (f *file) within(op Op) error {
	text := strings.TrimSpace(op.Text)
	list := f.file.Parts(op.Line)
	if list == nil {
		return f.fail(op.Line, "there is no node in this line; read the file again")
	}
	if strings.ContainsAny(text, "\r\n") {
		return f.fail(op.Line, "write one line")
	}
	l := &line{f: f, num: op.Line, text: f.file.Line(op.Line), list: list}
	for _, p := range list {
		l.words = append(l.words, wordOf(l.text, p))
	}
	if n := f.nodes[op.Line]; n != nil {
		l.kind = behaviors.KindNamed(n.Name)
		if n.Include || n.Slot || n.Override {
			l.kind = nil
		}
	}
	if err := l.make(op, text); err != nil {
		return err
	}
	old := f.lines[op.Line-1]
	_, end := cutEnd(old)
	if l.text+end != old {
		if strings.TrimSpace(l.text) == "" {
			f.put(op.Line, []string{old}, nil) // a line that was only a comment
			return nil
		}
		f.put(op.Line, []string{old}, []string{l.text + end})
	}
	f.parts, f.line = &parts{l.words, op.Text}, op.Line
	return nil
}

// line is a line while one of its parts is changed.
type line struct {
	f     *file
	num   int
	text  string
	list  []trees.Part
	words []word          // the parts afterwards
	kind  *behaviors.Kind // of the node, or nil
}

func (l *line) make(op Op, text string) error {
	switch op.Do {
	case Rename:
		i := l.find(trees.PartName, "")
		if i < 0 || text == "" {
			return l.f.fail(l.num, "write a name")
		}
		l.set(i, text)
	case SetParam:
		return l.param(op.Name, text)
	case SetArg:
		return l.arg(op.Arg, text)
	case SetExpression:
		i := l.find(trees.PartExpression, "")
		if i < 0 || text == "" {
			return l.f.fail(l.num, "write an expression for a node that has one, such as condition")
		}
		l.set(i, text)
	case SetCondition:
		return l.condition(text)
	case SetComment:
		l.comment(text)
	case SetDisabled:
		return l.disabled(op.On)
	case SetMark:
		return l.mark(op.On)
	}
	return nil
}

// find returns the index of the first part of a kind and, unless the name is "", of a name, or -1.
func (l *line) find(kind trees.PartKind, name string) int {
	return slices.IndexFunc(l.list, func(p trees.Part) bool { return p.Kind == kind && (name == "" || p.Name == name) })
}

// set replaces the text of a part, which of a parameter is its value.
func (l *line) set(i int, text string) {
	p := l.list[i]
	l.words[i].text = text
	if p.Kind == trees.PartParam && p.Value == p.To && l.text[p.From:p.To] == p.Name {
		text = "=" + text
	}
	l.replace(p.Value, p.To, text)
}

// replace replaces a piece of the line, which begins and ends with parts. What follows behind two spaces or more stays in its
// column, if there is room.
func (l *line) replace(from, to int, text string) {
	wider := cells.Count(text) - cells.Count(l.text[from:to])
	end := to
	for _, p := range l.list {
		if p.From < to {
			continue
		}
		if gap := p.From - end; gap >= 2 && strings.TrimSpace(l.text[end:p.From]) == "" {
			l.text = l.text[:end] + strings.Repeat(" ", max(gap-wider, 2)) + l.text[p.From:]
			break
		}
		end = p.To
	}
	l.text = l.text[:from] + text + l.text[to:]
}

// cut removes part i with the space before it.
func (l *line) cut(i int) {
	from := len(strings.TrimRight(l.text[:l.list[i].From], " \t"))
	l.words = slices.Delete(l.words, i, i+1)
	l.replace(from, l.list[i].To, "")
	if from > 0 && strings.TrimSpace(l.text[from:]) == "" {
		l.text = l.text[:from]
	}
}

// add inserts a part behind part i, or at the beginning of the node if i is -1.
func (l *line) add(i int, text string, w word) {
	at := 0
	if i < 0 {
		at, text = l.list[0].From, text+" "
		l.text = l.text[:at] + text + l.text[at:]
	} else {
		l.replace(l.list[i].To, l.list[i].To, text)
	}
	l.words = append(l.words, w)
}

// isOption reports whether a parameter is one that every node may have.
func isOption(name string) bool { return name == "id" || name == "note" || name == "meta" }

// lastOf returns the index of the last part of some kinds.
func (l *line) lastOf(kinds ...trees.PartKind) int {
	for i := len(l.list) - 1; i >= 0; i-- {
		if slices.Contains(kinds, l.list[i].Kind) {
			return i
		}
	}
	return -1
}

// param sets or removes a parameter.
func (l *line) param(name, text string) error {
	fields := l.kind != nil && l.kind.Fields && !isOption(name)
	i := l.find(trees.PartParam, name)
	switch {
	case name == "":
		return l.f.fail(l.num, "write the name of a parameter")
	case l.find(trees.PartName, "") < 0:
		return l.f.fail(l.num, "a comment has no parameters")
	case i >= 0 && text == "" && fields:
		return l.unassign(i)
	case i >= 0 && text == "":
		l.cut(i)
		return nil
	case i >= 0:
		l.set(i, text)
		return nil
	}
	if at := l.positional(name); at >= 0 {
		return l.arg(at, text)
	}
	w := word{trees.PartParam, name, text}
	switch after := l.lastOf(trees.PartParam, trees.PartArg, trees.PartName); {
	case text == "":
	case !fields && l.kind != nil && l.kind.Fields:
		l.add(l.find(trees.PartName, ""), " "+name+"="+text, w)
	case fields && l.assigned():
		l.add(after, ", "+name+" = "+text, w)
	case fields:
		l.add(after, " "+name+" = "+text, w)
	default:
		l.add(after, " "+name+"="+text, w)
	}
	return nil
}

// positional returns the index of the positional parameter that is meant by a name, or -1. A parameter that may be positional
// is written so if those before it are.
func (l *line) positional(name string) int {
	args := 0
	for _, p := range l.list {
		if p.Kind == trees.PartArg {
			args++
		}
	}
	for i := 0; l.kind != nil && i < min(l.kind.Positional, args+1); i++ {
		if l.kind.Params[i].Name == name {
			return i
		}
	}
	return -1
}

// assigned reports whether the line sets fields.
func (l *line) assigned() bool {
	return slices.ContainsFunc(l.list, func(p trees.Part) bool { return p.Kind == trees.PartParam && !isOption(p.Name) })
}

// unassign removes part i, an assignment of a node that sets fields, with the comma beside it.
func (l *line) unassign(i int) error {
	isField := func(k int) bool {
		return k >= 0 && k < len(l.list) && l.list[k].Kind == trees.PartParam && !isOption(l.list[k].Name)
	}
	from, to := l.list[i].From, l.list[i].To
	switch {
	case isField(i + 1):
		to = l.list[i+1].From
	case isField(i - 1):
		from = l.list[i-1].To
	default:
		return l.f.fail(l.num, "a node that sets fields needs one")
	}
	l.words = slices.Delete(l.words, i, i+1)
	l.text = l.text[:from] + l.text[to:]
	return nil
}

// arg sets or removes a positional parameter.
func (l *line) arg(index int, text string) error {
	var args []int
	for i, p := range l.list {
		if p.Kind == trees.PartArg {
			args = append(args, i)
		}
	}
	name := l.find(trees.PartName, "")
	switch {
	case index < 0 || index > len(args) || name < 0:
		return l.f.fail(l.num, "the node has %d positional parameters", len(args))
	case index < len(args) && text != "":
		l.set(args[index], text)
	case index < len(args)-1:
		return l.f.fail(l.num, "only the last positional parameter can be removed")
	case index < len(args):
		l.cut(args[index])
	case text != "":
		after := append([]int{name}, args...)
		l.add(after[len(args)], " "+text, word{trees.PartArg, "", text})
	}
	return nil
}

// condition sets or removes the condition behind when.
func (l *line) condition(text string) error {
	i := l.find(trees.PartCondition, "")
	switch n := l.f.nodes[l.num]; {
	case n == nil:
		return l.f.fail(l.num, "only a node has a condition")
	case i >= 0 && text != "":
		l.set(i, text)
	case i >= 0:
		l.list[i].From = l.list[i-1].From
		l.words = slices.Delete(l.words, i-1, i)
		l.list = slices.Delete(l.list, i-1, i)
		l.cut(i - 1)
	case text != "":
		last := len(l.list) - 1
		if l.list[last].Kind == trees.PartComment {
			last--
		}
		l.add(last, l.gap(last)+"when "+text, word{trees.PartCondition, "", text})
		l.words = append(l.words, word{trees.PartKeyword, "", "when"})
	}
	return nil
}

// gap returns the space before a new condition behind part i. The condition is in the column of those of the siblings before
// and after, if there is one.
func (l *line) gap(i int) string {
	end := cells.Count(l.text[:l.list[i].To])
	n := l.f.nodes[l.num]
	for _, beside := range []int{l.num - 1, l.num + 1} {
		m := l.f.nodes[beside]
		if m == nil || l.f.above[beside] != l.f.above[n.Pos.Line] {
			continue
		}
		text := l.f.file.Line(beside)
		for k, p := range l.f.file.Parts(beside) {
			if p.Kind != trees.PartCondition {
				continue
			}
			when := l.f.file.Parts(beside)[k-1]
			if column := cells.Count(text[:when.From]); column >= end+2 {
				return strings.Repeat(" ", column-end)
			}
		}
	}
	return "  "
}

// comment sets or removes the comment of the line.
func (l *line) comment(text string) {
	if text != "" && text[0] != '#' {
		text = "# " + text
	}
	i := l.find(trees.PartComment, "")
	switch {
	case i >= 0 && text != "":
		l.set(i, text)
	case i >= 0:
		l.cut(i)
	case text != "":
		l.text = strings.TrimRight(l.text, " \t") + "  " + text
		l.words = append(l.words, word{trees.PartComment, "", text})
	}
}

// disabled writes the word disabled before the node, or removes it.
func (l *line) disabled(on bool) error {
	n := l.f.nodes[l.num]
	switch {
	case n == nil:
		return l.f.fail(l.num, "only a node can be disabled")
	case on && !n.Disabled:
		l.add(-1, "disabled", word{trees.PartKeyword, "", "disabled"})
	case !on && n.Disabled:
		l.words = l.words[1:]
		l.text = l.text[:l.list[0].From] + l.text[l.list[1].From:]
	}
	return nil
}

// mark writes the mark, or removes it.
func (l *line) mark(on bool) error {
	n := l.f.nodes[l.num]
	switch {
	case n == nil:
		return l.f.fail(l.num, "only a node has the mark +")
	case !on && n.NonExclusive:
		l.cut(l.find(trees.PartMark, ""))
	case on && !n.NonExclusive:
		after := l.lastOf(trees.PartParam, trees.PartArg, trees.PartName)
		if l.kind != nil && l.kind.Fields {
			after = l.find(trees.PartName, "")
		}
		l.add(after, " +", word{trees.PartMark, "", "+"})
	}
	return nil
}
