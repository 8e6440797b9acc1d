package lua

// The forms of operands that are worth closures of their own, by measurement: a register or a
// field on the left, a register or a constant on the right. All others are general.

// arithmetic returns l op r.
func arithmetic(op string, l, r operand, o *operation) eval {
	a, b := l.eval(), r.eval()
	i, j := l.reg, r.reg
	k := r.value.n
	byConst := r.form == formConstant && r.value.p == &numberTag
	byReg := l.form == formRegister && r.form == formRegister
	switch op {
	case "+":
		switch {
		case byConst && l.form == formRegister:
			return func(c *Call) Value {
				if x := c.r[i]; x.p == &numberTag {
					return Number(x.n + k)
				}
				return c.arith(op, c.r[i], Number(k), o)
			}
		case byConst:
			return func(c *Call) Value {
				x := a(c)
				if x.p == &numberTag {
					return Number(x.n + k)
				}
				return c.arith(op, x, Number(k), o)
			}
		case byReg:
			return func(c *Call) Value {
				x, y := c.r[i], c.r[j]
				if x.p == &numberTag && y.p == &numberTag {
					return Number(x.n + y.n)
				}
				return c.arith(op, x, y, o)
			}
		}
		return func(c *Call) Value {
			x := a(c)
			y := b(c)
			if x.p == &numberTag && y.p == &numberTag {
				return Number(x.n + y.n)
			}
			return c.arith(op, x, y, o)
		}
	case "-":
		switch {
		case byConst && l.form == formRegister:
			return func(c *Call) Value {
				if x := c.r[i]; x.p == &numberTag {
					return Number(x.n - k)
				}
				return c.arith(op, c.r[i], Number(k), o)
			}
		case byConst:
			return func(c *Call) Value {
				x := a(c)
				if x.p == &numberTag {
					return Number(x.n - k)
				}
				return c.arith(op, x, Number(k), o)
			}
		case byReg:
			return func(c *Call) Value {
				x, y := c.r[i], c.r[j]
				if x.p == &numberTag && y.p == &numberTag {
					return Number(x.n - y.n)
				}
				return c.arith(op, x, y, o)
			}
		}
		return func(c *Call) Value {
			x := a(c)
			y := b(c)
			if x.p == &numberTag && y.p == &numberTag {
				return Number(x.n - y.n)
			}
			return c.arith(op, x, y, o)
		}
	case "*":
		switch {
		case byConst:
			return func(c *Call) Value {
				x := a(c)
				if x.p == &numberTag {
					return Number(x.n * k)
				}
				return c.arith(op, x, Number(k), o)
			}
		case byReg:
			return func(c *Call) Value {
				x, y := c.r[i], c.r[j]
				if x.p == &numberTag && y.p == &numberTag {
					return Number(x.n * y.n)
				}
				return c.arith(op, x, y, o)
			}
		}
		return func(c *Call) Value {
			x := a(c)
			y := b(c)
			if x.p == &numberTag && y.p == &numberTag {
				return Number(x.n * y.n)
			}
			return c.arith(op, x, y, o)
		}
	case "/":
		return func(c *Call) Value {
			x := a(c)
			y := b(c)
			if x.p == &numberTag && y.p == &numberTag {
				return Number(x.n / y.n)
			}
			return c.arith(op, x, y, o)
		}
	case "%":
		return func(c *Call) Value {
			x := a(c)
			y := b(c)
			if x.p == &numberTag && y.p == &numberTag {
				return Number(modulo(x.n, y.n))
			}
			return c.arith(op, x, y, o)
		}
	}
	if op != "^" {
		panic("lua: unknown operator " + op)
	}
	return func(c *Call) Value {
		x := a(c)
		y := b(c)
		if x.p == &numberTag && y.p == &numberTag {
			return Number(power(x.n, y.n))
		}
		return c.arith(op, x, y, o)
	}
}

// compare compiles a comparison. Calls in it are emitted.
func (g *codegen) compare(x *binaryExpr) test {
	l := g.before(g.expr(x.l), false, x.r.calls())
	r := g.expr(x.r)
	o := &operation{x.at, x.op, l.of, r.of}
	switch x.op {
	case "==":
		return equality(l, r, x.at, true)
	case "~=":
		return equality(l, r, x.at, false)
	}
	return ordering(x.op, l, r, o)
}

func equality(l, r operand, at position, want bool) test {
	a, b := l.eval(), r.eval()
	if r.form == formConstant {
		k := r.value
		switch k.Kind() {
		case KindString:
			return func(c *Call) bool {
				x := a(c)
				return (x.p == k.p || x.p != nil && x.p.kind == KindString && x.p.s == k.p.s) == want
			}
		case KindNumber:
			return func(c *Call) bool {
				x := a(c)
				return (x.p == &numberTag && x.n == k.n) == want
			}
		case KindNil, KindBool:
			return func(c *Call) bool { return (a(c).p == k.p) == want }
		}
	}
	return func(c *Call) bool {
		x := a(c)
		y := b(c)
		if x.p == y.p && x.p != &numberTag {
			return want
		}
		if x.p == &numberTag && y.p == &numberTag {
			return (x.n == y.n) == want
		}
		if c.p != nil {
			c.at = at
		}
		return c.equal(x, y) == want
	}
}

// ordering returns l op r for <, <=, > and >=.
func ordering(op string, l, r operand, o *operation) test {
	a, b := l.eval(), r.eval()
	i, j := l.reg, r.reg
	k := r.value.n
	byConst := r.form == formConstant && r.value.p == &numberTag
	byReg := l.form == formRegister && r.form == formRegister
	switch op {
	case "<":
		switch {
		case byConst:
			return func(c *Call) bool {
				x := a(c)
				if x.p == &numberTag {
					return x.n < k
				}
				return c.less(x, Number(k), o)
			}
		case byReg:
			return func(c *Call) bool {
				x, y := c.r[i], c.r[j]
				if x.p == &numberTag && y.p == &numberTag {
					return x.n < y.n
				}
				return c.less(x, y, o)
			}
		}
		return func(c *Call) bool {
			x := a(c)
			y := b(c)
			if x.p == &numberTag && y.p == &numberTag {
				return x.n < y.n
			}
			return c.less(x, y, o)
		}
	case "<=":
		switch {
		case byConst:
			return func(c *Call) bool {
				x := a(c)
				if x.p == &numberTag {
					return x.n <= k
				}
				return c.lessEqual(x, Number(k), o)
			}
		case byReg:
			return func(c *Call) bool {
				x, y := c.r[i], c.r[j]
				if x.p == &numberTag && y.p == &numberTag {
					return x.n <= y.n
				}
				return c.lessEqual(x, y, o)
			}
		}
		return func(c *Call) bool {
			x := a(c)
			y := b(c)
			if x.p == &numberTag && y.p == &numberTag {
				return x.n <= y.n
			}
			return c.lessEqual(x, y, o)
		}
	case ">":
		switch {
		case byConst:
			return func(c *Call) bool {
				x := a(c)
				if x.p == &numberTag {
					return x.n > k
				}
				return c.less(Number(k), x, o)
			}
		}
		return func(c *Call) bool {
			x := a(c)
			y := b(c)
			if x.p == &numberTag && y.p == &numberTag {
				return x.n > y.n
			}
			return c.less(y, x, o)
		}
	}
	if byConst {
		return func(c *Call) bool {
			x := a(c)
			if x.p == &numberTag {
				return x.n >= k
			}
			return c.lessEqual(Number(k), x, o)
		}
	}
	return func(c *Call) bool {
		x := a(c)
		y := b(c)
		if x.p == &numberTag && y.p == &numberTag {
			return x.n >= y.n
		}
		return c.lessEqual(y, x, o)
	}
}
