package assets

import (
	"slices"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/luabind/apidoc"
)

// own is the table whose members are the same in every game, so that a call of another one is an error.
const own = "bt"

// maxFindings bounds what is reported for one file.
const maxFindings = 1000

// globals are the globals of scripts, with the members of tables. They are known when Go has
// bound what it binds, so they are looked up when the first script is compiled.
type globals struct {
	runtime *luabind.Runtime
	members map[string][]string
}

// check warns about globals that no script can have: reading one gives
// nil, and nine times out of ten it is a misspelling.
func (g *globals) check(f *file) {
	if g.members == nil {
		g.members = g.runtime.Members()
	}
	for _, read := range f.compiled.Script().GlobalReads {
		inside, known := g.members[read.Name]
		switch {
		case len(f.own) >= maxFindings:
			return
		case read.Name == f.compiled.Base(): // which may be the file's own table
		case !known:
			f.warn(read.Pos, "there is no global %s", read.Name).Hint = g.noSuch(f, read)
		case read.Member != "" && inside != nil && !slices.Contains(inside, read.Member):
			d := f.warn(read.MemberPos, "%s has no %s", read.Name, read.Member)
			if read.Name == own && read.Trusted {
				d.Severity = diag.Error
			}
			if d.Hint = apidoc.WhyAbsent(read.Name + "." + read.Member); d.Hint == "" {
				d.Hint = diag.DidYouMean(read.Member, inside)
			}
		}
	}
}

func (f *file) warn(pos diag.Pos, format string, args ...any) *diag.Diagnostic {
	d := f.own.Warn(pos, format, args...)
	d.Source = f.compiled.Script().Line(pos.Line)
	return d
}
