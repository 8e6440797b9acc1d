package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/trees"
)

// stub is a script to be written by somebody.
type stub struct {
	name   string
	args   int           // values without a name
	params []trees.Param // with the values of the first node that has them
}

// stubsOf returns the behaviors that the trees of a file name, in their order.
func stubsOf(f *trees.File, list []*stub) []*stub {
	for _, t := range f.Trees {
		for n := range t.Root.All() {
			if n.Include || n.Slot || n.Override || behaviors.KindNamed(n.Name) != nil {
				continue
			}
			i := slices.IndexFunc(list, func(s *stub) bool { return s.name == n.Name })
			if i < 0 {
				i = len(list)
				list = append(list, &stub{name: n.Name})
			}
			list[i].see(n)
		}
	}
	return list
}

// see notes what a node gives its behavior.
func (s *stub) see(n *trees.Node) {
	s.args = max(s.args, len(n.Args))
	for _, p := range n.Params {
		known := slices.ContainsFunc(s.params, func(q trees.Param) bool { return q.Name == p.Name })
		if !known && !isChildParam(p.Name) {
			s.params = append(s.params, p)
		}
	}
}

// isChildParam reports whether a parameter is for the kind of the node above.
func isChildParam(name string) bool {
	return slices.ContainsFunc(behaviors.Kinds, func(k behaviors.Kind) bool { return k.ChildParam(name) != nil })
}

// text returns a script that says of itself that it is none yet, whenever it runs.
func (s *stub) text() string {
	var b strings.Builder
	b.WriteString("return {\n")
	if s.args > 0 {
		var names []string
		for i := range s.args {
			names = append(names, fmt.Sprintf("%q", fmt.Sprintf("arg%d", i+1)))
		}
		fmt.Fprintf(&b, "  args = { %s },\n", strings.Join(names, ", "))
	}
	if len(s.params) > 0 {
		b.WriteString("  params = {")
		for i, p := range s.params {
			v := p.Value
			if p.Ref || v.IsNil() {
				v = engine.String("")
			}
			fmt.Fprintf(&b, "%s %s = %s", [...]string{"", ","}[min(i, 1)], p.Name, trees.Literal(v))
		}
		b.WriteString(" },\n")
	}
	fmt.Fprintf(&b, "\n  behavior = function(agent, params)\n    error(%q)\n  end,\n}\n", s.name+" is not written yet")
	return b.String()
}

// write creates the script below a directory, unless there is one. It reports whether it did.
func (s *stub) write(dir string) (bool, error) {
	path := filepath.Join(dir, filepath.FromSlash(strings.ReplaceAll(s.name, ".", "/"))+".lua")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return false, err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if os.IsExist(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if _, err := f.WriteString(s.text()); err != nil {
		f.Close()
		return false, err
	}
	return true, f.Close()
}

// putStubs writes the scripts that are missing and says which.
func (v *converter) putStubs() error {
	var made []string
	for _, s := range v.needed {
		fresh, err := s.write(v.stubs)
		if err != nil {
			return err
		}
		if fresh {
			made = append(made, s.name)
		}
	}
	if len(made) > 0 {
		fmt.Fprintf(v.errs, "scripts to be written, in %s: %s\n", v.stubs, strings.Join(made, ", "))
	}
	return nil
}
