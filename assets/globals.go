package assets

import (
	"slices"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind"
)

// unknownGlobals warns about globals that no script can have: reading one gives
// nil, and nine times out of ten it is a misspelling.
func (r *round) unknownGlobals() diag.List {
	var out diag.List
	members := r.m.o.Runtime.Members()
	r.eachScript(func(c *luabind.Chunk) {
		s := c.Script()
		for _, g := range s.GlobalReads {
			inside, known := members[g.Name]
			switch {
			case !known && g.Name != c.Base():
				d := out.Warn(g.Pos, "there is no global %s", g.Name)
				d.Source = s.Line(g.Pos.Line)
				if d.Hint = diag.DidYouMean(g.Name, sortedKeys(members)); d.Hint == "" {
					d.Hint = "write local " + g.Name + " if it is the file's own"
				}
			case known && g.Member != "" && inside != nil && !slices.Contains(inside, g.Member):
				d := out.Warn(g.MemberPos, "%s has no %s", g.Name, g.Member)
				d.Source = s.Line(g.MemberPos.Line)
				d.Hint = diag.DidYouMean(g.Member, inside)
			}
		}
	})
	return out
}
