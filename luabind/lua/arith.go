package lua

import "github.com/bough-dev/bough/internal/float"

// An operand that is a register, or a field of a table in a register, is read in place, without a call of a
// closure. This saves a fifth of the time of a small function. Therefore an operator has one closure for two such
// operands, one for such an operand and a constant number, and one for all other cases. The first two call the last
// one if an operand turns out not to be a number.

// quick returns the arguments of frame.quick that read the operand. ok is false if the operand cannot be read in
// place.
func (x operand) quick() (reg int, s *site, ok bool) {
	return x.reg, x.site, x.form == formRegister || x.form == formField
}

// number returns the value of an operand that is a constant number.
func (x operand) number() (n float64, ok bool) {
	return x.value.n, x.form == formConstant && x.value.p == &numberTag
}

// arithmetic returns the closure for l op r.
func arithmetic(op string, l, r operand, o *operation) eval {
	rest := anyArithmetic(op, l, r, o)
	i, s, ok := l.quick()
	if !ok {
		return rest
	}
	if k, ok := r.number(); ok {
		switch op {
		case "+":
			return func(c *frame) Value {
				if x := c.quick(i, s); x.p == &numberTag {
					return Number(x.n + k)
				}
				return rest(c)
			}
		case "-":
			return func(c *frame) Value {
				if x := c.quick(i, s); x.p == &numberTag {
					return Number(x.n - k)
				}
				return rest(c)
			}
		case "*":
			return func(c *frame) Value {
				if x := c.quick(i, s); x.p == &numberTag {
					return Number(float64(x.n * k))
				}
				return rest(c)
			}
		}
		return rest
	}
	j, u, ok := r.quick()
	if !ok {
		return rest
	}
	switch op {
	case "+":
		return func(c *frame) Value {
			if x, y := c.quick(i, s), c.quick(j, u); x.p == &numberTag && y.p == &numberTag {
				return Number(x.n + y.n)
			}
			return rest(c)
		}
	case "-":
		return func(c *frame) Value {
			if x, y := c.quick(i, s), c.quick(j, u); x.p == &numberTag && y.p == &numberTag {
				return Number(x.n - y.n)
			}
			return rest(c)
		}
	case "*":
		return func(c *frame) Value {
			if x, y := c.quick(i, s), c.quick(j, u); x.p == &numberTag && y.p == &numberTag {
				return Number(float64(x.n * y.n))
			}
			return rest(c)
		}
	}
	return rest
}

// anyArithmetic is like arithmetic, but for operands of any form.
func anyArithmetic(op string, l, r operand, o *operation) eval {
	a, b := l.eval(), r.eval()
	if k, ok := r.number(); ok {
		switch op {
		case "+":
			return func(c *frame) Value {
				x := a(c)
				if x.p == &numberTag {
					return Number(x.n + k)
				}
				return o.arith(c, x, Number(k))
			}
		case "-":
			return func(c *frame) Value {
				x := a(c)
				if x.p == &numberTag {
					return Number(x.n - k)
				}
				return o.arith(c, x, Number(k))
			}
		case "*":
			return func(c *frame) Value {
				x := a(c)
				if x.p == &numberTag {
					return Number(float64(x.n * k))
				}
				return o.arith(c, x, Number(k))
			}
		case "^":
			return func(c *frame) Value {
				x := a(c)
				if x.p == &numberTag {
					return Number(float.Pow(x.n, k))
				}
				return o.arith(c, x, Number(k))
			}
		}
	}
	switch op {
	case "+":
		return func(c *frame) Value {
			x := a(c)
			y := b(c)
			if x.p == &numberTag && y.p == &numberTag {
				return Number(x.n + y.n)
			}
			return o.arith(c, x, y)
		}
	case "-":
		return func(c *frame) Value {
			x := a(c)
			y := b(c)
			if x.p == &numberTag && y.p == &numberTag {
				return Number(x.n - y.n)
			}
			return o.arith(c, x, y)
		}
	case "*":
		return func(c *frame) Value {
			x := a(c)
			y := b(c)
			if x.p == &numberTag && y.p == &numberTag {
				return Number(float64(x.n * y.n))
			}
			return o.arith(c, x, y)
		}
	case "/":
		return func(c *frame) Value {
			x := a(c)
			y := b(c)
			if x.p == &numberTag && y.p == &numberTag {
				return Number(x.n / y.n)
			}
			return o.arith(c, x, y)
		}
	case "%":
		return func(c *frame) Value {
			x := a(c)
			y := b(c)
			if x.p == &numberTag && y.p == &numberTag {
				return Number(modulo(x.n, y.n))
			}
			return o.arith(c, x, y)
		}
	case "^":
		return func(c *frame) Value {
			x := a(c)
			y := b(c)
			if x.p == &numberTag && y.p == &numberTag {
				return Number(float.Pow(x.n, y.n))
			}
			return o.arith(c, x, y)
		}
	}
	panic("lua: unknown operator " + op)
}

// compare compiles a comparison. It emits the calls in its operands.
func (g *codegen) compare(x *binaryExpr) test {
	l := g.asm.before(g.expr(x.l), false, x.r.calls())
	r := g.expr(x.r)
	o := &operation{x.at, x.op, l.of, r.of}
	switch x.op {
	case "==":
		return equality(l, r, o, true)
	case "~=":
		return equality(l, r, o, false)
	}
	return ordering(x.op, l, r, o)
}

// equality returns the closure for l == r if want is true, otherwise for l ~= r.
func equality(l, r operand, o *operation, want bool) test {
	rest := anyEquality(l, r, o, want)
	i, s, ok := l.quick()
	if !ok || r.form != formConstant {
		return rest
	}
	k := r.value
	switch k.Kind() {
	case KindNil, KindBool:
		return func(c *frame) bool {
			x := c.quick(i, s)
			if x.p == nil && s != nil {
				x = s.get(c, c.r[i])
			}
			return (x.p == k.p) == want
		}
	case KindNumber:
		return func(c *frame) bool {
			if x := c.quick(i, s); x.p == &numberTag {
				return (x.n == k.n) == want
			}
			return rest(c)
		}
	}
	return func(c *frame) bool {
		if x := c.quick(i, s); x.p != nil && x.p.name && k.p.name {
			return (x.p == k.p) == want
		}
		return rest(c)
	}
}

// anyEquality is like equality, but for operands of any form.
func anyEquality(l, r operand, o *operation, want bool) test {
	a, b := l.eval(), r.eval()
	if r.form == formConstant {
		k := r.value
		switch k.Kind() {
		case KindString:
			return func(c *frame) bool {
				x := a(c)
				return (x.p == k.p || x.p != nil && x.p.kind == KindString && x.p.s == k.p.s) == want
			}
		case KindNumber:
			return func(c *frame) bool {
				x := a(c)
				return (x.p == &numberTag && x.n == k.n) == want
			}
		case KindNil, KindBool:
			return func(c *frame) bool { return (a(c).p == k.p) == want }
		}
	}
	return func(c *frame) bool {
		x := a(c)
		y := b(c)
		if x.p == y.p && x.p != &numberTag {
			return want
		}
		if x.p == &numberTag && y.p == &numberTag {
			return (x.n == y.n) == want
		}
		return o.equal(c, x, y) == want
	}
}

// ordering returns the closure for l op r, where op is <, <=, > or >=.
func ordering(op string, l, r operand, o *operation) test {
	rest := anyOrdering(op, l, r, o)
	i, s, ok := l.quick()
	if !ok {
		return rest
	}
	if k, ok := r.number(); ok {
		switch op {
		case "<":
			return func(c *frame) bool {
				if x := c.quick(i, s); x.p == &numberTag {
					return x.n < k
				}
				return rest(c)
			}
		case "<=":
			return func(c *frame) bool {
				if x := c.quick(i, s); x.p == &numberTag {
					return x.n <= k
				}
				return rest(c)
			}
		case ">":
			return func(c *frame) bool {
				if x := c.quick(i, s); x.p == &numberTag {
					return x.n > k
				}
				return rest(c)
			}
		}
		return func(c *frame) bool {
			if x := c.quick(i, s); x.p == &numberTag {
				return x.n >= k
			}
			return rest(c)
		}
	}
	j, u, ok := r.quick()
	if !ok {
		return rest
	}
	less := func(i int, s *site, j int, u *site) test {
		return func(c *frame) bool {
			if x, y := c.quick(i, s), c.quick(j, u); x.p == &numberTag && y.p == &numberTag {
				return x.n < y.n
			}
			return rest(c)
		}
	}
	lessEqual := func(i int, s *site, j int, u *site) test {
		return func(c *frame) bool {
			if x, y := c.quick(i, s), c.quick(j, u); x.p == &numberTag && y.p == &numberTag {
				return x.n <= y.n
			}
			return rest(c)
		}
	}
	switch op {
	case "<":
		return less(i, s, j, u)
	case "<=":
		return lessEqual(i, s, j, u)
	case ">":
		return less(j, u, i, s)
	}
	return lessEqual(j, u, i, s)
}

// anyOrdering is like ordering, but for operands of any form.
func anyOrdering(op string, l, r operand, o *operation) test {
	a, b := l.eval(), r.eval()
	k, byConst := r.number()
	switch op {
	case "<":
		if byConst {
			return func(c *frame) bool {
				x := a(c)
				if x.p == &numberTag {
					return x.n < k
				}
				return o.less(c, x, Number(k))
			}
		}
		return func(c *frame) bool {
			x := a(c)
			y := b(c)
			if x.p == &numberTag && y.p == &numberTag {
				return x.n < y.n
			}
			return o.less(c, x, y)
		}
	case "<=":
		return func(c *frame) bool {
			x := a(c)
			y := b(c)
			if x.p == &numberTag && y.p == &numberTag {
				return x.n <= y.n
			}
			return o.lessEqual(c, x, y)
		}
	case ">":
		if byConst {
			return func(c *frame) bool {
				x := a(c)
				if x.p == &numberTag {
					return x.n > k
				}
				return o.less(c, Number(k), x)
			}
		}
		return func(c *frame) bool {
			x := a(c)
			y := b(c)
			if x.p == &numberTag && y.p == &numberTag {
				return x.n > y.n
			}
			return o.less(c, y, x)
		}
	}
	return func(c *frame) bool {
		x := a(c)
		y := b(c)
		if x.p == &numberTag && y.p == &numberTag {
			return x.n >= y.n
		}
		return o.lessEqual(c, y, x)
	}
}
