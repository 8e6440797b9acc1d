package luabind

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
)

// StandIns let a driver's file put functions of its own in the place of helpers.
type StandIns struct {
	runtime *Runtime
	by      map[string]*DriverCall // by "field.sight"
	known   []string
	unbound map[string]bool // those that Go has not bound
}

// StandIn prepares all helpers that are bound for functions in their place, and adds
// those named besides, as "field.sight", which raise an error without one. It must be
// called once, behind all calls of Bind and before scripts are loaded.
func (r *Runtime) StandIn(missing []string) *StandIns {
	s := &StandIns{runtime: r, by: map[string]*DriverCall{}, unbound: map[string]bool{}}
	for _, space := range r.registry.spaces {
		for i := range space.Helpers {
			s.known = append(s.known, space.Name+"."+space.Helpers[i].Name)
		}
	}
	for _, name := range missing {
		s.add(name)
	}
	for _, space := range r.registry.spaces {
		t := lua.NewTable(0, len(space.Helpers))
		for i := range space.Helpers {
			h := &space.Helpers[i]
			full := space.Name + "." + h.Name
			set(t, h.Name, h.Function(helper.Options{Namespace: space.Name, Context: contextOf, StandIn: func() helper.StandIn { return s.standIn(full) }}).Value())
		}
		set(r.globals, space.Name, t.Value())
	}
	return s
}

// add makes a helper that Go has not bound, if its name can be that of one.
func (s *StandIns) add(full string) {
	r := s.runtime
	name, inside, _ := strings.Cut(full, ".")
	h := Func(inside+"(): stands for what the game binds", func(*lua.Call) error {
		return fmt.Errorf("%s is not known here, as only the game binds it: give the test one, with %s.helper(%q, function() ... end)", full, NameDriver, full)
	})
	at := slices.IndexFunc(r.registry.spaces, func(n Namespace) bool { return n.Name == name })
	switch {
	case at < 0 && r.isGlobal(name) || (Namespace{Name: name, Helpers: []Helper{h}}).Check() != nil || slices.Contains(s.known, full) || s.misspelt(full):
		return
	case at < 0:
		at = len(r.registry.spaces)
		r.registry.spaces = append(r.registry.spaces, Namespace{Name: name})
	}
	s.known, s.unbound[full] = append(s.known, full), true
	space := &r.registry.spaces[at]
	space.Helpers = append(slices.Clip(space.Helpers), h) // other games may have been given the same
}

// misspelt reports whether a name is nearly that of another helper of the same namespace.
func (s *StandIns) misspelt(full string) bool {
	near := diag.Suggest(full, s.known)
	space, _, _ := strings.Cut(full, ".")
	return strings.HasPrefix(near, space+".")
}

// Clear drops all functions.
func (s *StandIns) Clear() { clear(s.by) }

// Set puts a function in the place of a helper, "field.sight".
func (s *StandIns) Set(name string, f *DriverCall) error {
	if slices.Contains(s.known, name) {
		s.by[name] = f
		return nil
	}
	if s.runtime.isFunction(name) {
		return fmt.Errorf("%s is what all scripts have, and no helper of the game: it cannot be replaced", name)
	}
	if hint := diag.DidYouMean(name, s.known); hint != "" {
		return fmt.Errorf("there is no helper %s: %s", name, hint)
	}
	return fmt.Errorf("there is no helper %s: write its name as a text where %s.helper is called, such as \"field.sight\"", name, NameDriver)
}

// standIn returns what takes the place of a helper now, nil if nothing does. What goes wrong in it fails
// the driver.
func (s *StandIns) standIn(full string) helper.StandIn {
	f := s.by[full]
	if f == nil {
		return nil
	}
	return func(c *lua.Call, args []lua.Value, give func([]lua.Value) error) error {
		err := f.stand(full, args, func(results []lua.Value) error {
			if s.unbound[full] { // else the types of the Go function say what may be given
				for i := range results {
					x, err := f.d.data(c, results[i])
					if err != nil {
						return fmt.Errorf("%s gives %s as result %d: %w", full, helper.Show(results[i]), i+1, err)
					}
					results[i] = helper.FromValueIn(c, x)
				}
			}
			return give(results)
		})
		if err != nil {
			f.d.fail(f, err)
		}
		return err
	}
}

// stand calls the function for a helper.
func (f *DriverCall) stand(full string, args []lua.Value, give func([]lua.Value) error) error {
	d := f.d
	if d.stub == full {
		return fmt.Errorf("the function that stands for %s calls %s, which is itself", full, full)
	}
	outer := d.stub
	d.stub = full
	defer func() { d.stub = outer }()
	out, err := f.call(args)
	if err != nil {
		return err
	}
	return give(out)
}

// fail remembers what is wrong with a function of the file that was called in a tick.
func (d *Driver) fail(f *DriverCall, err error) {
	if d.failure != nil {
		return
	}
	if e, ok := err.(*Error); ok {
		d.failure = e
		return
	}
	file, line := f.fn.Defined()
	found := d.runtime.fileAt(d.chunk, file)
	if found == nil { // a function of a library
		d.failure = d.misfit(diag.Pos{Line: 1}, err.Error())
		return
	}
	script := found.compiled.script
	d.failure = &Error{At: script.LinePos(line), Message: err.Error(), Source: script.Line(line)}
}
