package luabind

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bough-dev/bough/luabind/lint"
)

// blameColon looks for the reason of an error in a module at the place that has called it
// from another file: with a colon, which hands the module on as the first argument, to a
// function that is not written for that.
func (r *Runtime) blameColon(e *Error, c *Chunk, trace string) {
	for entry := range strings.SplitSeq(trace, "\n") {
		path, line, _, ok := splitPlace(strings.TrimSpace(entry))
		if !ok || path == e.At.File {
			continue
		}
		user := c.linked(path)
		if user == nil || user.compiled.script == nil { // a condition of a tree
			return
		}
		for _, m := range user.compiled.script.ModuleMethods(line) {
			if module := user.uses[m.Module]; module != nil && module.Path == e.At.File && module.takesNoSelf(m.Name) {
				e.Hint = fmt.Sprintf("%s:%s(...) in %s:%d hands %s itself on as the first argument; write %s.%s(...)", m.Object, m.Name, path, line, m.Object, m.Object, m.Name)
			}
		}
		return
	}
}

// takesNoSelf tells whether the table of a file has a function of that name whose first
// parameter is not self.
func (c *Chunk) takesNoSelf(name string) bool {
	return slices.ContainsFunc(c.compiled.script.Hooks, func(h lint.Hook) bool {
		return h.Name == name && len(h.Params) > 0 && h.Params[0] != "self"
	})
}
