package lua

import "slices"

// assign compiles an assignment.
func (g *codegen) assign(x *assignStmt) {
	if len(x.targets) == 1 && len(x.exprs) == 1 {
		g.assignOne(x.targets[0], x.exprs[0])
		return
	}
	g.assignMany(x)
}

// assignOne compiles t = e.
func (g *codegen) assignOne(t, e expr) {
	switch x := t.(type) {
	case *varExpr:
		if x.v.fn == g.asm.fn && !x.v.captured {
			g.asm.put(x.v.slot, g.expr(e))
			g.mustReset = g.mustReset || x.v.slot < len(g.asm.fn.params)
			return
		}
		set, val := g.setter(x), g.expr(e).eval()
		g.asm.do(func(c *frame) { set(c, val(c)) })
	case *globalExpr:
		s := &site{name: intern(x.name), of: g.asm.fn.origin(x)}
		val := g.expr(e).eval()
		g.asm.do(func(c *frame) {
			v := val(c)
			s.set(c, c.fn.env.Value(), v)
		})
	case *indexExpr:
		g.assignIndex(x, e)
	}
}

// setter returns a function that stores a value in a captured variable.
func (g *codegen) setter(x *varExpr) func(c *frame, v Value) {
	at, name := x.at, x.v.name
	if x.v.fn != g.asm.fn {
		i := g.asm.fn.capture(x.v)
		return func(c *frame, v Value) {
			y := c.fn.up[i]
			if y.stamp < c.s.floor && !c.older(y.stamp) {
				c.placeAt(at)
				c.refuse(&Mistake{What: "upvalue", Name: name})
			}
			y.v = v
		}
	}
	i := x.v.slot
	return func(c *frame, v Value) {
		y := c.cells[i]
		if y.stamp < c.s.floor && !c.older(y.stamp) {
			c.placeAt(at)
			c.refuse(&Mistake{What: "upvalue", Name: name})
		}
		y.v = v
	}
}

func (g *codegen) assignIndex(x *indexExpr, e expr) {
	object := g.expr(x.object)
	of := object.of
	if of.at.line == 0 {
		of.at = x.at
	}
	if k, ok := x.key.(*constExpr); ok && k.v.Kind() == KindString {
		object = g.asm.before(object, false, e.calls())
		s := &site{name: k.v.p, of: of}
		value := g.expr(e)
		if g.increment(object, s, value) {
			return
		}
		val := value.eval()
		if object.form == formRegister {
			r := object.reg
			g.asm.emit(func(next int) op {
				return func(c *frame) int {
					v := val(c)
					if p := c.r[r].p; p != nil && p.t != nil && p.stamp >= c.s.floor {
						t := p.t
						i, keys := s.hint.place(), t.layout.keys
						if i < len(keys) && keys[i].p == s.name && i >= int(p.fixed) {
							if x := &t.vals[i]; x.p != nil {
								if x.p != v.p {
									x.p = v.p
								}
								x.n = v.n
								return next
							}
						}
					}
					s.set(c, c.r[r], v)
					return next
				}
			})
			return
		}
		get := object.eval()
		if object.late {
			g.asm.do(func(c *frame) {
				v := val(c)
				s.set(c, get(c), v)
			})
			return
		}
		g.asm.do(func(c *frame) {
			o := get(c)
			v := val(c)
			s.set(c, o, v)
		})
		return
	}
	g.asm.noteKey(of.at, g.asm.fn.keyOrigin(x.key))
	object = g.asm.before(object, false, anyCalls(x.key, e))
	key := g.asm.before(g.expr(x.key), false, e.calls())
	oe, ke, val, o := object.eval(), key.eval(), g.expr(e).eval(), &of
	if lateObject, lateKey := object.late, key.late; lateObject || lateKey {
		g.asm.do(func(c *frame) {
			var t, k Value
			if !lateObject {
				t = oe(c)
			}
			if !lateKey {
				k = ke(c)
			}
			v := val(c)
			if lateObject {
				t = oe(c)
			}
			if lateKey {
				k = ke(c)
			}
			c.setItem(t, k, v, o)
		})
		return
	}
	g.asm.do(func(c *frame) {
		t := oe(c)
		k := ke(c)
		v := val(c)
		c.setItem(t, k, v, o)
	})
}

// increment compiles t.f = t.f + y or t.f = t.f - y, if t is a register and y can be read in place. The compiled code
// looks the field up once instead of twice, which saves a third of the time of such a statement. increment reports
// whether it has compiled the statement.
func (g *codegen) increment(object operand, s *site, value operand) bool {
	if object.form != formRegister || value.sum == nil || value.sum.field.reg != object.reg || value.sum.field.site.name != s.name {
		return false
	}
	r, val := object.reg, value.eval()
	if k, ok := value.sum.other.number(); ok {
		if value.sum.minus {
			k = -k
		}
		g.asm.emit(func(next int) op {
			return func(c *frame) int {
				if x := s.stored(c, r); x != nil && x.p == &numberTag {
					x.n += k
				} else {
					s.set(c, c.r[r], val(c))
				}
				return next
			}
		})
		return true
	}
	j, u, ok := value.sum.other.quick()
	if !ok {
		return false
	}
	sign := 1.0
	if value.sum.minus {
		sign = -1
	}
	g.asm.emit(func(next int) op {
		return func(c *frame) int {
			y := c.quick(j, u)
			if x := s.stored(c, r); x != nil && x.p == &numberTag && y.p == &numberTag {
				x.n += float64(sign * y.n)
			} else {
				s.set(c, c.r[r], val(c))
			}
			return next
		}
	})
	return true
}

// setItem executes t[k] = v, using metamethods. It has a fast path for elements of lists.
func (c *frame) setItem(t, k, v Value, o *origin) {
	if k.p == &numberTag && t.p != nil && v.p != nil {
		if x := t.p.t; x != nil && x.stamp >= c.s.floor {
			if i := int(k.n); uint(i-1) < uint(len(x.list)) && float64(i) == k.n && (x.meta == nil || x.list[i-1].p != nil) {
				x.list[i-1] = v
				return
			}
		}
	}
	c.setIndex(t, k, v, o)
}

// target is one target of an assignment to several targets.
type target struct {
	object, key eval // table and key of an entry; object is nil for a variable
	lateObject  bool // the object is read only when the value is stored, as Lua 5.1 reads local variables
	lateKey     bool
	reg         int // the register of a variable; -1 if it has none
	set         func(c *frame, v Value)
	of          *origin
}

// assignMany compiles an assignment to several targets. Tables and keys are evaluated first, then all values. Then
// the values are stored, from the last to the first as in Lua 5.1.
func (g *codegen) assignMany(x *assignStmt) {
	n := len(x.targets)
	if g.asm.lastPos = at(x.targets[0]); n > maxTargets {
		g.asm.tooMany()
	}
	targets, called := make([]target, n), anyCalls(x.exprs...)
	for i, t := range x.targets {
		targets[i] = g.target(t, x.targets[i+1:], called)
	}
	if n == 2 && len(x.exprs) == 2 && targets[0].reg >= 0 && targets[1].reg >= 0 && !called && !many(x.exprs[1]) {
		a, b, i, j := g.expr(x.exprs[0]).eval(), g.expr(x.exprs[1]).eval(), targets[0].reg, targets[1].reg
		g.asm.emit(func(next int) op {
			return func(c *frame) int {
				x := a(c)
				y := b(c)
				c.r[j] = y
				c.r[i] = x
				return next
			}
		})
		return
	}
	r := g.asm.take(3 * n) // tables, keys, values: see maxTargets
	g.asm.do(func(c *frame) {
		for i := range targets {
			t := &targets[i]
			if t.object != nil && !t.lateObject {
				v := t.object(c)
				c.r[r+i] = v
			}
			if t.object != nil && !t.lateKey {
				v := t.key(c)
				c.r[r+n+i] = v
			}
		}
	})
	g.putAll(x.exprs, r+2*n, n)
	g.asm.do(func(c *frame) {
		for i := n - 1; i >= 0; i-- {
			t, v := &targets[i], c.r[r+2*n+i]
			switch {
			case t.object != nil:
				object, key := c.r[r+i], c.r[r+n+i]
				if t.lateObject {
					object = t.object(c)
				}
				if t.lateKey {
					key = t.key(c)
				}
				c.setItem(object, key, v, t.of)
			case t.reg >= 0:
				c.r[t.reg] = v
			default:
				t.set(c, v)
			}
		}
	})
}

// target compiles the target t of an assignment. targets are the targets after t; called is set if the values contain
// a call.
func (g *codegen) target(t expr, targets []expr, called bool) target {
	switch x := t.(type) {
	case *varExpr:
		if x.v.fn == g.asm.fn && !x.v.captured {
			g.mustReset = g.mustReset || x.v.slot < len(g.asm.fn.params)
			return target{reg: x.v.slot}
		}
		return target{reg: -1, set: g.setter(x)}
	case *globalExpr:
		s := &site{name: intern(x.name), of: g.asm.fn.origin(x)}
		return target{reg: -1, set: func(c *frame, v Value) { s.set(c, c.fn.env.Value(), v) }}
	}
	x := t.(*indexExpr)
	object := g.expr(x.object)
	of := object.of
	if of.at.line == 0 {
		of.at = x.at
	}
	g.asm.noteKey(of.at, g.asm.fn.keyOrigin(x.key))
	called = called || anyCalls(targets...)
	object, lateObject := g.beforeTargets(object, x.object, targets, called || x.key.calls())
	key, lateKey := g.beforeTargets(g.expr(x.key), x.key, targets, called)
	return target{object: object.eval(), key: key.eval(), lateObject: lateObject, lateKey: lateKey, reg: -1, of: &of}
}

// beforeTargets is like before, for the table or the key e of a target. targets are the targets after that one. A
// captured variable of the function itself is read late, when the value is stored, unless one of targets assigns to
// it.
func (g *codegen) beforeTargets(x operand, e expr, targets []expr, call bool) (y operand, late bool) {
	if !x.late {
		return g.asm.before(x, true, call), false
	}
	i := -1
	if v, ok := e.(*varExpr); ok {
		i = slices.IndexFunc(targets, func(t expr) bool {
			w, ok := t.(*varExpr)
			return ok && w.v == v.v
		})
	}
	if i < 0 {
		return x, true
	}
	return g.asm.before(x, true, anyCalls(targets[i+1:]...)), false
}
