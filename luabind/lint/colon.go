package lint

// methodCall is a call of the form object:name(...).
type methodCall struct {
	object operand
	name   string
	tok    int
}

// ModuleMethod is a call of a function in a module with a colon, as in legs:go(...). Such a call passes the module
// itself as the first argument.
type ModuleMethod struct {
	// Object is the name of the module in the file. Module is its name in require.
	Object, Module string
	// Name is the name of the function.
	Name string
}

// ModuleMethods returns the calls with a colon, on the given line, whose object is a module.
func (s *Script) ModuleMethods(line int) []ModuleMethod {
	var out []ModuleMethod
	for _, m := range s.facts.methods {
		v := m.object.base
		if v == nil || m.object.keys > 0 || v.writes > 0 || !v.calls("require") || v.init.text == "" || s.src.pos(m.tok).Line != line {
			continue
		}
		out = append(out, ModuleMethod{Object: v.name, Module: v.init.text, Name: m.name})
	}
	return out
}
