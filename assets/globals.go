package assets

import (
	"slices"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/apidoc"
)

// own is the table whose members are the same in every game, so that a call of another one is an error.
const own = "bt"

// maxFindings bounds what is reported for one file.
const maxFindings = 1000

// unknownGlobals warns about globals that no script can have: reading one gives
// nil, and nine times out of ten it is a misspelling.
func (m *Manager) unknownGlobals(f *file) {
	if m.members == nil {
		m.members = m.o.Runtime.Members()
	}
	for _, g := range f.compiled.Script().GlobalReads {
		inside, known := m.members[g.Name]
		switch {
		case len(f.own) >= maxFindings:
			return
		case g.Name == f.compiled.Base(): // which may be the file's own table
		case !known:
			f.warn(g.Pos, "there is no global %s", g.Name).Hint = m.noSuch(f, g)
		case g.Member != "" && inside != nil && !slices.Contains(inside, g.Member):
			d := f.warn(g.MemberPos, "%s has no %s", g.Name, g.Member)
			if g.Name == own && g.Trusted {
				d.Severity = diag.Error
			}
			if d.Hint = apidoc.WhyAbsent(g.Name + "." + g.Member); d.Hint == "" {
				d.Hint = diag.DidYouMean(g.Member, inside)
			}
		}
	}
}

func (f *file) warn(pos diag.Pos, format string, args ...any) *diag.Diagnostic {
	d := f.own.Warn(pos, format, args...)
	d.Source = f.compiled.Script().Line(pos.Line)
	return d
}
