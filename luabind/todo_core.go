//go:build luacore

package luabind

import (
	"errors"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/lua"
)

// What is not on the core yet: helpers, conditions, drivers, what agents keep, the reference of
// functions. It is here so that the rest can be built and compared, and says so where it is used.

var errNotYet = errors.New("this is not on the new core yet")

const inForce = "in_force"

// Globals returns the names that every script can use.
func (r *Runtime) Globals() []string { return keys(r.globals) }

// Members returns what each global holds, if it is a table whose content is known.
func (r *Runtime) Members() map[string][]string {
	out := map[string][]string{}
	for _, name := range r.Globals() {
		out[name] = nil
		if name == "bt" {
			out[name] = []string{"dt"}
		}
		if t := r.globals.Get(lua.Name(name)).Table(); t != nil {
			out[name] = append(out[name], keys(t)...)
		}
	}
	return out
}

func keys(t *lua.Table) (out []string) {
	for k, _, more := t.Next(lua.Nil); more; k, _, more = t.Next(k) {
		out = append(out, k.String())
	}
	return out
}

func notYet(pos diag.Pos, line string) (list diag.List) {
	list.Add(pos, "%v", errNotYet).Source = line
	return list
}

// Census counts what agents keep.
func (r *Runtime) Census() {}

// Kept is a table that an agent keeps.
type Kept struct {
	Path    string `json:"path"`
	Entries int    `json:"entries"`
	Bytes   int    `json:"bytes"`
}

// Kept returns about how many bytes an agent keeps.
func (r *Runtime) Kept(*engine.Agent) (bytes int, largest []Kept) { return 0, nil }

// Used returns how many instructions hooks have taken.
func (r *Runtime) Used() int { return 0 }

// What plays a game from outside.
type (
	// DriverOptions configure a Driver.
	DriverOptions struct {
		Words  []Word
		Seed   uint64
		Budget int
		Print  func(text string)
	}
	// Driver runs a Lua file that plays a game from outside.
	Driver struct{}
	// DriverBoard is a board as a driver's file sees it.
	DriverBoard struct {
		Name string
		Get  func(key string) engine.Value
		Set  func(key string, v engine.Value)
	}
	// DriverCall is a function of a driver's file.
	DriverCall struct{}
	// DriverFunc is a function of a driver's file that can be called.
	DriverFunc struct {
		Name string
		Pos  diag.Pos
	}
	// Explained is an error of a word with more to say than one line.
	Explained struct {
		Message string
		Notes   []string
	}
	// StandIns let a driver's file put functions of its own in the place of helpers.
	StandIns struct{}
	// Word is something that a driver's file can do.
	Word struct {
		Name, Usage string
		Least, Most int
		Call        func(args []engine.Value) (engine.Value, error)
	}
)

// NameDriver is what functions of a driver's file call the table of words.
const NameDriver = "t"

func (e *Explained) Error() string { return e.Message }

// CompileDriver checks and compiles a driver's file.
func CompileDriver(path string, src []byte, words []string) (*Chunk, diag.List) {
	return nil, notYet(diag.Pos{File: path, Line: 1}, "")
}

// NewDriver runs a file that CompileDriver has made.
func (r *Runtime) NewDriver(*Chunk, DriverOptions) (*Driver, *Error) {
	return nil, &Error{Message: errNotYet.Error()}
}

func (d *Driver) Call(string) *Error                { return &Error{Message: errNotYet.Error()} }
func (d *Driver) Close()                            {}
func (d *Driver) Failed() error                     { return errNotYet }
func (d *Driver) Functions() ([]DriverFunc, *Error) { return nil, &Error{Message: errNotYet.Error()} }
func (c *DriverCall) Call() (engine.Value, error)   { return engine.Value{}, errNotYet }
func (r *Runtime) StandIn([]string) *StandIns       { return &StandIns{} }
func (s *StandIns) Begin(*Driver)                   {}
func (s *StandIns) Set(string, *DriverCall) error   { return errNotYet }

// helperEntry describes a helper; the types of its parameters and results are missing.
func helperEntry(h *Helper, namespace string) APIEntry {
	e := APIEntry{Name: namespace + "." + h.Name, Function: true, Doc: sentence(h.Doc)}
	for _, p := range h.Params {
		e.Params = append(e.Params, APIParam{Name: p, Type: "any"})
	}
	return e
}
