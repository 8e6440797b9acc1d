package lua

// The resolved tree is the tree of package syntax with each name resolved to a local variable or a global. Only what the
// compiler needs is in it.

// variable is a local variable.
type variable struct {
	name     string
	fn       *function // the function that declares it
	hides    *variable // the variable of the same name that this one hides
	captured bool      // an inner function uses it, so it is in a cell
	slot     int       // its register or its cell, set when its scope is compiled
}

// function is a function of the source.
type function struct {
	name   string
	at     position
	outer  *function
	params []*variable
	vararg bool
	body   []stmt
	ups    []*variable // variables captured from enclosing functions
	locals int         // number of its variables in scope; used by the resolver
}

// expr is one of the expression types below. An expression with a call becomes several ops.
type expr interface {
	calls() bool
	place() *extent
}

// extent is the position of an expression in the source, including parentheses around it.
type extent struct {
	start position
	span
}

// span is a part of the source, in bytes.
type span struct{ from, to int32 }

func (x *extent) place() *extent { return x }

type (
	constExpr struct {
		extent
		v Value
	}
	varargExpr struct {
		extent
		one bool // in parentheses
	}
	varExpr struct {
		extent
		v  *variable
		at position
	}
	globalExpr struct {
		extent
		name string
		at   position
	}
	indexExpr struct {
		extent
		object, key expr
		at          position // position of the key
		call        bool
	}
	callExpr struct {
		extent
		fn     expr   // the called function, or the object of a method
		method string // "" for a call of fn
		args   []expr
		at     position // position of the name of the callee
		called span     // for a method: the extent of object and method
		one    bool     // in parentheses
	}
	// insideExpr is a call in an Expression. The called function only returns one expression without calls, so the
	// call is evaluated as part of the enclosing expression.
	insideExpr struct {
		extent
		fn   *Function
		args []expr // the parameters of the Expression
		at   position
	}
	// nativeExpr is a call in an Expression. The called function is a constant Go function, and only its first result
	// is used, so the call is evaluated as part of the enclosing expression.
	nativeExpr struct {
		extent
		call *callExpr // call whose arguments contain no calls
		fn   *Function
	}
	functionExpr struct {
		extent
		fn *function
	}
	binaryExpr struct {
		extent
		op   string
		l, r expr
		at   position // position of op
		call bool
	}
	unaryExpr struct {
		extent
		op   string
		x    expr
		at   position
		call bool
	}
	tableExpr struct {
		extent
		fields []tableField
		call   bool
		at     position
	}
	tableField struct{ key, val expr } // key is nil for an element of the list
)

func (*constExpr) calls() bool    { return false }
func (*varargExpr) calls() bool   { return false }
func (*varExpr) calls() bool      { return false }
func (*globalExpr) calls() bool   { return false }
func (e *indexExpr) calls() bool  { return e.call }
func (*callExpr) calls() bool     { return true }
func (*insideExpr) calls() bool   { return false }
func (*nativeExpr) calls() bool   { return false }
func (*functionExpr) calls() bool { return false }
func (e *binaryExpr) calls() bool { return e.call }
func (e *unaryExpr) calls() bool  { return e.call }
func (e *tableExpr) calls() bool  { return e.call }

// anyCalls reports whether any of the expressions contains a call.
func anyCalls(list ...expr) bool { return lastCall(list) >= 0 }

// lastCall returns the index of the last expression that contains a call, or -1 if none does.
func lastCall(list []expr) int {
	i := len(list) - 1
	for i >= 0 && !list[i].calls() {
		i--
	}
	return i
}

// many reports whether e has any number of values when it is at the end of a list.
func many(e expr) bool {
	switch x := e.(type) {
	case *callExpr:
		return !x.one
	case *varargExpr:
		return !x.one
	}
	return false
}

// stmt is one of the statement types below.
type stmt interface{}

type (
	localStmt struct {
		vars  []*variable
		exprs []expr
		fn    bool // a local function, which is visible in its own body
	}
	assignStmt struct{ targets, exprs []expr }
	callStmt   struct{ call *callExpr }
	doStmt     struct{ body []stmt }
	whileStmt  struct {
		cond expr
		body []stmt
		at   position
	}
	repeatStmt struct {
		body []stmt
		cond expr
		at   position
	}
	ifStmt struct {
		cond      expr
		then, els []stmt
	}
	numericFor struct {
		v                 *variable
		init, limit, step expr
		body              []stmt
		at                position
	}
	genericFor struct {
		vars  []*variable
		exprs []expr
		body  []stmt
		at    position
	}
	returnStmt struct{ exprs []expr }
	breakStmt  struct{ at position }
	gotoStmt   struct {
		label string
		at    position
	}
	labelStmt struct {
		name string
		at   position
	}
)
