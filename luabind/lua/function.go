package lua

// Function is a Lua or Go function.
type Function struct {
	object
	proto  *proto  // code of a Lua function
	up     []*cell // captured variables of a Lua function
	env    *Table  // globals of a Lua function
	native *native // for a Go function, a coroutine or a userdata
}

// cell is a captured variable.
type cell struct {
	v     Value
	stamp int32 // see guard
}

// native is the Go part of a Function: a Go function, or the data of a coroutine or a userdata.
type native struct {
	name    string
	fn      Builtin
	special special
	payload any // data of NewClosure or of a handle, or a coroutine
}

// special identifies the Go functions that change which code runs next. They are part of the interpreter; see
// frame.startSpecial.
type special uint8

const (
	plainCall special = iota
	callPcall
	callXpcall
	callYield
	callResume
	callWrapped // a function that coroutine.wrap has returned
)

// Builtin is a Go function that scripts can call. It reads its arguments from c and passes its results to
// c.Return. A returned error ends the script's call like Lua's error function; the position of the call precedes
// the message. The function runs on the goroutine of the State and must not keep c.
type Builtin func(c *Call) error

// NewFunction returns a Go function. The name is for messages. The function belongs to no State, so any number of
// States may share it if fn permits that.
func NewFunction(name string, fn Builtin) *Function {
	return newNative(native{name: name, fn: fn})
}

func newNative(n native) *Function {
	f := &Function{native: &n}
	f.kind, f.f, f.stamp = KindFunction, f, frozen
	return f
}

// Value returns the function as a value.
func (f *Function) Value() Value { return Value{p: &f.object} }

// Name returns the name of the function at its definition, or "" if it has none.
func (f *Function) Name() string {
	if f.native != nil {
		return f.native.name
	}
	return f.proto.name
}

// Native reports whether the function is a Go function.
func (f *Function) Native() bool { return f.proto == nil }

// Params returns the number of parameters of a Lua function. more reports whether the function has varargs.
func (f *Function) Params() (n int, more bool) {
	if f.proto == nil {
		return 0, true
	}
	return f.proto.params, f.proto.vararg
}

// Captured iterates over the variables that a Lua function captures.
func (f *Function) Captured(yield func(name string, v Value) bool) {
	for i, x := range f.up {
		if !yield(f.proto.ups[i].name, x.v) {
			return
		}
	}
}

// Defined returns the file and the line in which a Lua function begins; for a Go function they are "" and 0.
func (f *Function) Defined() (file string, line int) {
	if f.proto == nil {
		return "", 0
	}
	return f.proto.chunk.src.Name, int(f.proto.at.line)
}
