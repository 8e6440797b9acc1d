package lua

// instr makes an op. It is called when the indices of all ops are known; next is the index of the following op.
type instr func(next int) op

// jumpTarget points to the index of an op. The index is set when it is known.
type jumpTarget = *int

// assembler makes the code of one function. It emits ops, resolves jumps, and reserves registers and cells. It also
// collects the cost of the function, and the origins of values for messages.
type assembler struct {
	chunk   *Chunk
	fn      *function
	code    []instr
	top     int                    // registers in use
	most    int                    // largest value of top
	cells   int                    // number of cells
	cost    *int64                 // cost in steps of the innermost loop, or of the function outside of loops
	lastPos position               // position of the last call or assignment to several targets
	calls   map[position]*callSite // calls and keys are those of the proto
	keys    map[position]*origin
}

// finish sets the code of p, and the fields of p that the assembler has collected.
func (a *assembler) finish(p *proto) {
	p.registers, p.cells, p.cost = a.most+1, a.cells, *a.cost
	p.calls, p.keys = a.calls, a.keys
	p.code = make([]op, len(a.code))
	for i, make := range a.code {
		p.code[i] = make(i + 1)
	}
}

func (a *assembler) emit(i instr) { a.code = append(a.code, i) }

// do emits an op that executes f and continues with the next op.
func (a *assembler) do(f func(c *frame)) {
	a.emit(func(next int) op { return func(c *frame) int { f(c); return next } })
}

// mark sets t to the index of the op that is emitted next.
func (a *assembler) mark(t jumpTarget) { *t = len(a.code) }

func (a *assembler) jump(to jumpTarget) {
	a.emit(func(int) op {
		to := *to
		return func(*frame) int { return to }
	})
}

// back emits a jump to the next iteration of a loop. The jump takes the steps of the iteration.
func (a *assembler) back(to jumpTarget, cost *int64, at position) {
	a.emit(func(int) op {
		to, n := *to, *cost
		return func(c *frame) int {
			if c.s.Steps -= n; c.s.Steps < 0 {
				c.spent(at)
			}
			return to
		}
	})
}

// round calls f, which compiles the statements of a loop. It returns the cost in steps of one iteration.
func (a *assembler) round(f func()) (cost *int64) {
	old := a.cost
	a.cost = new(int64)
	*a.cost = 1
	f()
	cost, a.cost = a.cost, old
	return cost
}

// Limits of a function. They bound the memory of a call, which State.Bytes does not count.
const (
	maxLocals    = 200 // as in Lua 5.1
	maxUpvalues  = 255 // as in Lua 5.2; the limit of Lua 5.1 is 60
	maxRegisters = 500 // the limit of Lua 5.1 is 250, but it needs fewer for an assignment to many targets
	maxTargets   = maxRegisters / 3
)

// temp reserves a register and returns it.
func (a *assembler) temp() int {
	a.take(1)
	return a.top - 1
}

// take reserves n registers and returns the first one.
func (a *assembler) take(n int) int {
	a.top += n
	a.most = max(a.most, a.top)
	if a.most > maxRegisters {
		a.tooMany()
	}
	return a.top - n
}

func (a *assembler) tooMany() { a.fail(a.lastPos, "%s needs too many registers", a.fn.describe()) }

// fail ends the compilation with an error.
func (a *assembler) fail(at position, format string, args ...any) {
	(&resolver{src: &a.chunk.src}).fail(at, format, args...)
}

func (a *assembler) newCell() int {
	a.cells++
	return a.cells - 1
}

// before prepares an operand that is evaluated before other expressions. call is set if the other expressions contain
// a call; the value of the operand is then put into a register. Local variables are an exception: an operator reads
// them after the call, as in Lua 5.1, and so sees assignments that the call makes. early is set for lists, which read
// local variables before the call.
func (a *assembler) before(x operand, early, call bool) operand {
	if !call || x.form == formConstant || x.form == formRegister || x.late && !early {
		return x
	}
	return a.lift(x)
}

func (a *assembler) lift(x operand) operand {
	r := a.temp()
	a.put(r, x)
	return operand{form: formRegister, reg: r, of: x.of}
}

// put emits an op that puts a value into a register, unless the value is there already.
func (a *assembler) put(r int, x operand) {
	switch {
	case x.call != nil && x.at == len(a.code): // the call itself can store its result in the register
		x.call.dst = int32(r)
	case x.form == formRegister && x.reg == r:
	case x.form == formRegister:
		from := x.reg
		a.emit(func(next int) op {
			return func(c *frame) int { c.r[r] = c.r[from]; return next }
		})
	case x.form == formConstant:
		v := x.value
		a.emit(func(next int) op {
			return func(c *frame) int { c.r[r] = v; return next }
		})
	default:
		e := x.eval()
		a.emit(func(next int) op {
			return func(c *frame) int {
				v := e(c)
				c.r[r] = v
				return next
			}
		})
	}
}

// discard emits an op that evaluates an expression whose value is not used, since the evaluation may fail.
func (a *assembler) discard(x operand) {
	if x.form == formGeneral || x.form == formField {
		e := x.eval()
		a.do(func(c *frame) { e(c) })
	}
}

// fill emits an op that creates the cell of a captured variable with the value x.
func (a *assembler) fill(v *variable, x operand) {
	i, e := v.slot, x.eval()
	a.do(func(c *frame) {
		v := e(c)
		c.s.alloc(c, cellBytes)
		c.cells[i] = c.s.newCell(v)
	})
}

// noteCall records a call for messages.
func (a *assembler) noteCall(s *callSite) {
	if a.calls == nil {
		a.calls = map[position]*callSite{}
	}
	a.calls[s.at] = s
}

// noteKey records the origin of the key of an assignment to a table, for messages. A nil origin is not recorded.
func (a *assembler) noteKey(table position, of *origin) {
	if of == nil {
		return
	}
	if a.keys == nil {
		a.keys = map[position]*origin{}
	}
	a.keys[table] = of
}
