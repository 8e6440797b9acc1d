package lua

// op is one statement, or part of one: it does it and returns the place of the next, or a signal.
type op func(c *Call) int

// proto is a compiled function. It never changes once it is made, but for the hints of sites.
type proto struct {
	file, name string
	at         position
}

// Call is one activation of a function, of Lua or of Go. A function of Go uses it to read its
// arguments and to return results.
type Call struct {
	r    []Value // registers; arguments of a function of Go
	s    *State
	fn   *Function
	p    *proto // nil in a function of Go
	prev *Call
	at   position // of the call under way
	pc   int32    // place of the next op; number of arguments of a function of Go
}

// Thread is a coroutine.
type Thread struct{ object }

func (c *Call) index(v, k Value, o *operand) Value     { panic("not yet") }
func (c *Call) less(a, b Value, o *operand) bool       { panic("not yet") }
func (c *Call) callN(fn Value, args []Value) []Value   { panic("not yet") }
func (s *State) metafield(v Value, name *object) Value { panic("not yet") }

type operand struct{}

var nameToString = intern("__tostring")
