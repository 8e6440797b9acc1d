package scripttest

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
)

// standIns holds the functions of a test file that stand in for helpers.
type standIns struct {
	globals map[string][]string // globals of scripts; see luabind.Runtime.Members
	known   []string            // names of all helpers, such as "field.sight"
	unbound map[string]bool     // names of helpers that Go has not bound
	by      map[string]*callback
}

// newStandIns makes it possible to replace all helpers of a game by stand-ins. It also binds helpers that the files name
// and for which there is no Go function. Such a helper raises an error unless it has a stand-in. newStandIns must be
// called before scripts are loaded.
func newStandIns(r *luabind.Runtime, chunks []*luabind.Chunk) (*standIns, error) {
	s, spaces := standInsFor(r, chunks)
	return s, r.Rebind(spaces, s.standIn)
}

// standInsFor returns the stand-ins for the tests in some files, and the helpers that they can replace.
func standInsFor(r *luabind.Runtime, chunks []*luabind.Chunk) (*standIns, []helper.Namespace) {
	s := &standIns{globals: r.Members(), unbound: map[string]bool{}, by: map[string]*callback{}}
	spaces := slices.Clone(r.Namespaces())
	for _, space := range spaces {
		for i := range space.Helpers {
			s.known = append(s.known, space.Name+"."+space.Helpers[i].Name)
		}
	}
	for _, c := range chunks {
		for _, full := range helpers(c) {
			spaces = s.add(spaces, full)
		}
	}
	return s, spaces
}

// add adds a helper for which there is no Go function, if the name is valid for a helper and not a misspelling of
// another one.
func (s *standIns) add(spaces []helper.Namespace, full string) []helper.Namespace {
	name, inside, _ := strings.Cut(full, ".")
	h := helper.Func(inside+"(): in place of what the game binds", func(*lua.Call) error {
		return message.HelperWithoutStandIn(full)
	})
	at := slices.IndexFunc(spaces, func(n helper.Namespace) bool { return n.Name == name })
	_, taken := s.globals[name]
	switch {
	case at < 0 && taken || (helper.Namespace{Name: name, Helpers: []helper.Helper{h}}).Check() != nil || slices.Contains(s.known, full) || s.misspelled(full):
		return spaces
	case at < 0:
		at = len(spaces)
		spaces = append(spaces, helper.Namespace{Name: name})
	}
	s.known, s.unbound[full] = append(s.known, full), true
	spaces[at].Helpers = append(slices.Clip(spaces[at].Helpers), h) // append must copy the array, since other games may share it
	return spaces
}

// misspelled reports whether a name is similar to that of another helper in the same namespace.
func (s *standIns) misspelled(full string) bool {
	near := diag.Suggest(full, s.known)
	space, _, _ := strings.Cut(full, ".")
	return strings.HasPrefix(near, space+".")
}

// set makes a function the stand-in for a helper. full is the name of the helper, such as "field.sight".
func (s *standIns) set(full string, f *callback) error {
	if w := s.lacks(full); w.Code != "" {
		return w
	}
	s.by[full] = f
	return nil
}

// lacks returns the problem of a name that no helper has, or empty Words.
func (s *standIns) lacks(full string) diag.Words {
	switch {
	case slices.Contains(s.known, full):
		return diag.Words{}
	case s.isGlobal(full):
		return message.GlobalReplaced(full)
	}
	return message.UnknownHelper(full).With(message.Near(full, s.known))
}

// isGlobal reports whether scripts have a global with the given name, such as "math.floor" or "print".
func (s *standIns) isGlobal(full string) bool {
	space, name, inside := strings.Cut(full, ".")
	members, ok := s.globals[space]
	return ok && (!inside || slices.Contains(members, name))
}

// standIn returns the current stand-in for a helper, or nil if there is none. An error in the stand-in fails the
// test.
func (s *standIns) standIn(full string) helper.StandIn {
	f := s.by[full]
	if f == nil {
		return nil
	}
	return func(c *lua.Call, args []lua.Value, give func([]lua.Value) error) error {
		err := f.stand(full, args, func(results []lua.Value) error {
			if s.unbound[full] { // for other helpers, the types of the Go function determine which results are valid
				for i := range results {
					x, err := f.d.data(c, results[i])
					if err != nil {
						return message.Around(err, func(reason diag.Words) diag.Words {
							return message.StandInResultRefused(full, i+1, reason, helper.Show(results[i]))
						})
					}
					results[i] = helper.FromValueIn(c, x)
				}
			}
			return give(results)
		})
		if err != nil {
			f.d.fail(f.failed(err))
		}
		return err
	}
}

// stand calls the function as a stand-in for the helper whose name is full.
func (f *callback) stand(full string, args []lua.Value, give func([]lua.Value) error) error {
	d := f.d
	if d.stub == full {
		return message.StandInCallsItself(full)
	}
	outer := d.stub
	d.stub = full
	defer func() { d.stub = outer }()
	out, err := f.call(args...)
	if err != nil {
		return err
	}
	return give(out)
}

// failed converts the error of a function that was called during a tick.
func (f *callback) failed(err error) *luabind.Error {
	if e, ok := err.(*luabind.Error); ok {
		return e
	}
	file, line := f.fn.Defined()
	return f.d.file.ErrorAt(lua.Position{File: file, Line: line}, wordsOf(err))
}
