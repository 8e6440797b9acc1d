package lint

import "github.com/bough-dev/bough/engine/diag"

// methodCall is a call of the form object:name(...).
type methodCall struct {
	object operand
	name   string
	tok    int
	args   int // see call.args
	last   int // last token
}

// ModuleMethod is a call of a function in a module with a colon, as in legs:go(...). Such a call passes the module
// itself as the first argument.
type ModuleMethod struct {
	// Object is the name of the module in the file. Module is its name in require.
	Object, Module string
	// Name is the name of the function, and Pos the position of Object.
	Name string
	Pos  diag.Pos
	Args int // see HandleUse.Args
}

// ModuleMethods returns the calls with a colon whose object is a module.
func (s *Script) ModuleMethods() []ModuleMethod {
	var out []ModuleMethod
	for _, m := range s.facts.methods {
		v := m.object.base
		if v == nil || m.object.keys > 0 || v.writes > 0 || !v.calls("require") || v.init.text == "" {
			continue
		}
		out = append(out, ModuleMethod{Object: v.name, Module: v.init.text, Name: m.name, Pos: s.src.pos(m.object.first), Args: m.args})
	}
	return out
}

// HandleUse is a use of a value that may be a handle: a call of a method, as in agent.me:hp(), or a read of a field.
type HandleUse struct {
	Name   string
	Pos    diag.Pos // of the name
	Called bool
	Args   int // the number of arguments of a call, or -1 if the last one may have several values
	// Object is the source text of the value, or "" if it is too long for messages.
	Object string
	// From is the function that has returned the value, such as "body.enemy", or "" if the value is in a field of the
	// agent.
	From string
}

// HandleUses returns the uses of values that are in fields of the agent, or that a function with a global name has
// returned. Of fields of the agent it returns only the calls of methods.
func (s *Script) HandleUses() (out []HandleUse) {
	called := map[int]bool{}
	for _, m := range s.facts.methods {
		called[m.tok] = true
		use := HandleUse{Name: m.name, Pos: s.src.pos(m.tok), Called: true, Args: m.args, Object: s.src.span(m.object.first, m.tok-2), From: m.object.from()}
		o := s.facts.root(m.object)
		if use.From != "" || o.base != nil && o.base.param && s.namesAgent(o.base.name) && o.keys > 0 && !o.dynamic {
			out = append(out, use)
		}
	}
	for _, r := range s.facts.fields {
		if from := (operand{base: r.base}).from(); from != "" && !called[r.tok] {
			out = append(out, HandleUse{Name: r.name, Pos: s.src.pos(r.tok), Object: r.base.name, From: from})
		}
	}
	return out
}

// from returns the global name of the function whose first result an operand is, or "".
func (o operand) from() string {
	switch v := o.base; {
	case o.keys > 0:
		return ""
	case v == nil:
		return o.callee
	case v.writes == 0 && v.init.keys == 0 && v.init.base == nil:
		return v.init.callee
	}
	return ""
}
