package assets

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/condition"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
)

// scope resolves the names in the expressions of one file. A condition of the file itself takes precedence over
// those of other files.
type scope struct {
	own   *trees.File // nil for trees that were made by code
	files []*trees.File
	deps  *[]lookup // names that were looked up, including those in the scopes of named conditions
	args  arguments // arguments of the tree that has the expression; not visible to named conditions
}

// lookup is a name that was looked up in a file, with its meaning: a condition, or a field if cond is nil.
type lookup struct {
	own  *trees.File
	name string
	cond *trees.NamedCondition
	also *trees.NamedCondition // a second condition of that name: the name is ambiguous
}

func (l *treeLinker) scopeOf(own *trees.File) *scope {
	return &scope{own: own, files: l.names.sharers, deps: new([]lookup)}
}

// Named implements condition.Names.
func (s *scope) Named(name string) (source string, pos diag.Pos, line string, inner condition.Names, ok bool) {
	if p, ok := s.args.get(name); ok && p.Expr != nil { // the field for which the parameter stands
		return p.Expr.Source, p.Expr.Pos, s.own.Line(p.Pos.Line), nil, true
	} else if ok {
		return trees.Literal(p.Value), p.Pos, s.own.Line(p.Pos.Line), nil, true
	}
	c, also, file := s.find(name)
	*s.deps = append(*s.deps, lookup{s.own, name, c, also})
	if c == nil || also != nil {
		return "", diag.Pos{}, "", nil, false
	}
	return c.Expr.Source, c.Expr.Pos, file.Line(c.Expr.Pos.Line), &scope{own: file, files: s.files, deps: s.deps}, true
}

// Parameter implements condition.Names.
func (s *scope) Parameter(name string) bool {
	_, ok := s.args.get(name)
	return ok
}

// find looks up a name, first in the file itself. If several other files have a condition of that name, also is a
// second one; otherwise also is nil.
func (s *scope) find(name string) (c, also *trees.NamedCondition, file *trees.File) {
	if s.own != nil {
		for _, c := range s.own.Conditions {
			if c.Name == name {
				return c, nil, s.own
			}
		}
	}
	for _, f := range s.files {
		if s.own != nil && f.Path == s.own.Path {
			continue
		}
		for _, found := range f.Conditions {
			switch {
			case found.Name != name:
			case c == nil:
				c, file = found, f
			default:
				return c, found, file
			}
		}
	}
	return c, nil, file
}

// same reports whether the names in asked still have the same meaning.
func (s *scope) same(asked []lookup) bool {
	for _, q := range asked {
		at := scope{own: q.own, files: s.files}
		if c, also, _ := at.find(q.name); c != q.cond || also != q.also {
			return false
		}
	}
	return true
}

// clashes returns the problems of the names that are ambiguous.
func (s *scope) clashes(pos diag.Pos, line string) diag.List {
	var out diag.List
	for _, q := range *s.deps {
		if q.also != nil {
			out.Add(pos, message.AmbiguousCondition(q.cond.NamePos.String(), q.name, q.also.NamePos.String())).Source = line
		}
	}
	return out
}

// gatherConditions finds the files whose conditions are in force. A file with a mistake, in its text or in one of
// its conditions, keeps its last good conditions. If it never had any, its conditions without mistakes are in force:
// otherwise the trees of other files would take their names for fields.
func (l *treeLinker) gatherConditions() {
	l.names.game = l.m.checker.gameFields()
	var names []string // paths of the files in l.names.conditions
	broken := map[*trees.File]bool{}
	for _, f := range l.m.files.inOrder() {
		if f.ext != TreeExt {
			continue
		}
		last := l.m.last.conditions[f.path]
		switch {
		case f.parsed != nil && f.own.Err() == nil:
			last = f.parsed
			l.warnShadowed(last)
		case f.parsed != nil && last == nil:
			last = f.parsed
			broken[last] = true
		}
		if last != nil {
			l.names.conditions = append(l.names.conditions, last)
			names = append(names, f.path)
		}
	}
	for i, f := range l.names.conditions {
		if name := names[i]; f != l.m.last.conditions[name] && l.badConditions(f) {
			l.names.badFile[name] = true
			l.round.heldBack[name] = true
			if last := l.m.last.conditions[name]; last != nil {
				l.names.conditions[i] = last
			} else {
				broken[f] = true
			}
		}
	}
	for _, f := range l.names.conditions {
		if len(f.Conditions) > 0 {
			l.names.sharers = append(l.names.sharers, f)
		}
	}
	l.m.last.conditions = make(map[string]*trees.File, len(l.names.conditions))
	for i, f := range l.names.conditions {
		if broken[f] { // the next round reports it again
			continue
		}
		l.m.last.conditions[names[i]] = f
		l.round.next.named = append(l.round.next.named, f)
		for _, c := range f.Conditions {
			l.names.conditionNames = append(l.names.conditionNames, c.Name)
			l.round.next.Conditions = append(l.round.next.Conditions, *c)
		}
	}
	slices.SortStableFunc(l.round.next.Conditions, func(a, b trees.NamedCondition) int { return strings.Compare(a.Name, b.Name) })
}

// badConditions compiles each condition of a file, used or not, and reports whether one has a mistake.
func (l *treeLinker) badConditions(f *trees.File) bool {
	bad := false
	for _, c := range f.Conditions {
		s := l.scopeOf(f)
		s.files = l.names.conditions
		pos, line := c.Expr.Pos, f.Line(c.Expr.Pos.Line)
		_, problems := l.m.o.Runtime.Expression(condition.Source{Text: c.Expr.Source, What: condition.Test + " " + c.Name, Pos: pos, Line: line, Names: s})
		problems = append(problems, s.clashes(pos, line)...)
		l.round.problems = append(l.round.problems, problems...)
		bad = bad || problems.Err() != nil
	}
	return bad
}

// warnShadowed warns about conditions that have the same name as a field of the game.
func (l *treeLinker) warnShadowed(f *trees.File) {
	for _, c := range f.Conditions {
		if slices.Contains(l.names.game, c.Name) {
			l.round.problems.Warn(c.NamePos, message.ConditionShadowsField(c.Name)).Source = f.Line(c.NamePos.Line)
		}
	}
}
