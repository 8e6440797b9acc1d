package assets

import (
	"slices"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind"
)

// unknownGlobals warns about globals that no script can have: reading one gives
// nil, and nine times out of ten it is a misspelling. It looks at a file once, as what
// there is does not change.
func (m *Manager) unknownGlobals(f *file) diag.List {
	if f.compiled == nil || f.globals != nil {
		return f.globals
	}
	if m.members == nil {
		m.members = m.o.Runtime.Members()
	}
	f.globals = diag.List{}
	for _, g := range f.compiled.Script().GlobalReads {
		inside, known := m.members[g.Name]
		switch {
		case !known && g.Name != f.compiled.Base():
			f.warn(g.Pos, "there is no global %s", g.Name).Hint = m.noSuch(f, g)
		case known && g.Member != "" && inside != nil && !slices.Contains(inside, g.Member):
			d := f.warn(g.MemberPos, "%s has no %s", g.Name, g.Member)
			if d.Hint = luabind.WhyAbsent(g.Name + "." + g.Member); d.Hint == "" {
				d.Hint = diag.DidYouMean(g.Member, inside)
			}
		}
	}
	return f.globals
}

func (f *file) warn(pos diag.Pos, format string, args ...any) *diag.Diagnostic {
	d := f.globals.Warn(pos, format, args...)
	d.Source = f.compiled.Script().Line(pos.Line)
	return d
}
