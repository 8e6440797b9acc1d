package lua

// origin returns the origin of an expression, for messages.
func (f *function) origin(e expr) origin {
	at := e.place()
	switch x := e.(type) {
	case *constExpr:
		return origin{at: at.start, span: at.span, what: whatConstant}
	case *varExpr:
		o := origin{name: x.v.name, at: x.at, span: at.span, what: whatLocal}
		if x.v.fn != f {
			o.what = whatUpvalue
		}
		return o
	case *globalExpr:
		return origin{name: x.name, at: x.at, span: at.span, what: whatGlobal}
	case *indexExpr:
		if k, ok := x.key.(*constExpr); ok && k.v.Kind() == KindString {
			return origin{name: k.v.p.s, at: x.at, span: at.span, what: whatField, of: f.holder(x.object)}
		}
	}
	return origin{at: at.start, span: at.span}
}

// holder returns the holder for e if e is a variable, and the zero holder for any other expression.
func (f *function) holder(e expr) holder {
	x, ok := e.(*varExpr)
	switch {
	case !ok:
		return holder{}
	case x.v.fn != f:
		return holder{what: whatUpvalue, i: uint16(f.capture(x.v))}
	}
	return holder{what: whatLocal, captured: x.v.captured, i: uint16(x.v.slot)}
}

// whole is like origin, but with the position at which the whole expression begins.
func (f *function) whole(e expr) origin {
	o := f.origin(e)
	o.at = e.place().start
	return o
}

// origins returns the origins of whole expressions.
func (f *function) origins(list []expr) (of []origin) {
	for _, e := range list {
		of = append(of, f.whole(e))
	}
	return of
}

// keyOrigin returns the origin of the key of an entry, or nil for a constant that is not nil.
func (f *function) keyOrigin(key expr) *origin {
	if k, ok := key.(*constExpr); ok && !k.v.IsNil() {
		return nil
	}
	o := f.whole(key)
	return &o
}
