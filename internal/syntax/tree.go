package syntax

// Pos is a place in a text: the index of a byte, from 0 on. File.Position converts it to a line and a column.
//
// Optional parts of a node that are absent, such as the parentheses of f "text", have position 0. No such part can
// stand there, since the node itself begins before it.
type Pos int32

// Node is a statement or an expression.
type Node interface {
	// Pos returns the position of the first byte.
	Pos() Pos
	// End returns the position after the last byte.
	End() Pos
}

// Expr is an expression: one of the types with names in Expr, all of them pointers.
type Expr interface {
	Node
	expr()
}

// Stmt is a statement: one of the types with names in Stmt, all of them pointers.
type Stmt interface {
	Node
	stmt()
}

// Name is a name where the source declares it: a local, a parameter, a method or a label.
type Name struct {
	Start Pos
	Text  string // "" if the name is missing; see Error
}

// Block is a sequence of statements with a scope of its own. Its range is all of the text between the words around it,
// so comments at its end belong to it.
type Block struct {
	Start, Stop Pos
	Stmts       []Stmt
}

// Expressions.
type (
	// NilExpr is nil.
	NilExpr struct{ Start Pos }

	// BoolExpr is true or false.
	BoolExpr struct {
		Start Pos
		Value bool
	}

	// NumberExpr is a numeral. Text is the numeral as it is written, and Value its value, or 0 if it is malformed.
	NumberExpr struct {
		Start Pos
		Text  string
		Value float64
	}

	// StringExpr is a string. Value is its bytes, without quotes and with escape sequences replaced. The text between
	// Start and Stop is the string as it is written.
	//
	// The b of a.b and of { b = 1 } is a StringExpr, too; it is written without quotes. See IndexExpr.Dotted and
	// Field.Open.
	StringExpr struct {
		Start, Stop Pos
		Value       string
	}

	// VarargExpr is "...".
	VarargExpr struct{ Start Pos }

	// NameExpr is the use of a variable, local or global.
	NameExpr struct{ Name }

	// ParenExpr is an expression in parentheses, which has one value even if X has several. Close is the position of
	// the closing parenthesis.
	ParenExpr struct {
		Start Pos
		X     Expr
		Close Pos
	}

	// IndexExpr is a.b or a[b]. For a.b, Key is a *StringExpr, Open is the position of the dot, and Close is 0. For
	// a[b], Open and Close are the positions of the brackets. The target of "function a:b()" is an IndexExpr whose
	// Open is the position of the colon.
	IndexExpr struct {
		X     Expr
		Open  Pos
		Key   Expr
		Close Pos
	}

	// CallExpr is a call: f(...), or x:Method(...) if Colon is not 0. Open and Close are the positions of the
	// parentheses; they are 0 in f "text" and f { }.
	CallExpr struct {
		X           Expr // the called function, or the object of the method
		Colon       Pos
		Method      Name
		Open, Close Pos
		Args        []Expr
	}

	// FunctionExpr is a function. For an expression, Start is the position of the word function. In a FunctionStmt and
	// a LocalFunctionStmt it is Open, since the name of the function lies between the word and Open. Open and Close
	// are the positions of the parentheses around the parameters, Vararg is the position of "..." or 0, and Last is
	// the position of the word end.
	FunctionExpr struct {
		Start, Open, Vararg, Close, Last Pos
		Params                           []Name
		Body                             Block
	}

	// TableExpr is a table constructor. Close is the position of the closing brace.
	TableExpr struct {
		Start  Pos
		Fields []Field
		Close  Pos
	}

	// UnaryExpr is -X, not X or #X. Op is Minus, Not or Hash.
	UnaryExpr struct {
		Start Pos
		Op    Kind
		X     Expr
	}

	// BinaryExpr is X Op Y, where Op is a word or an operator from Or to Power.
	BinaryExpr struct {
		X, Y Expr
		OpAt Pos
		Op   Kind
	}

	// BadExpr stands where an expression is missing, or for a text that is none. An error says why.
	BadExpr struct{ Start, Stop Pos }
)

// Field is an entry of a TableExpr. Key is nil for an element of the list. For [k] = v, Open and Close are the positions
// of the brackets; for k = v they are 0, and Key is a *StringExpr. Assign is the position of "=".
type Field struct {
	Open   Pos
	Key    Expr
	Close  Pos
	Assign Pos
	Value  Expr
}

// Statements.
type (
	// LocalStmt is "local Names = Values". Assign is the position of "=", or 0 if there are no values.
	LocalStmt struct {
		Start  Pos
		Names  []Name
		Assign Pos
		Values []Expr
	}

	// LocalFunctionStmt is "local function Name() ... end". Function is the position of the word function.
	LocalFunctionStmt struct {
		Start, Function Pos
		Name            Name
		Func            *FunctionExpr
	}

	// FunctionStmt is "function Target() ... end". The target is a *NameExpr or an *IndexExpr. Method is set if the
	// last name follows a colon, so that the function has the parameter self, which is not in Func.Params.
	FunctionStmt struct {
		Start  Pos
		Target Expr
		Method bool
		Func   *FunctionExpr
	}

	// AssignStmt is "Targets = Values". Each target is a *NameExpr or an *IndexExpr.
	AssignStmt struct {
		Targets []Expr
		Assign  Pos
		Values  []Expr
	}

	// CallStmt is a call as a statement.
	CallStmt struct{ X *CallExpr }

	// DoStmt is "do Body end". Last is the position of the word end.
	DoStmt struct {
		Start Pos
		Body  Block
		Last  Pos
	}

	// WhileStmt is "while Cond do Body end". Do and Last are the positions of the words do and end.
	WhileStmt struct {
		Start Pos
		Cond  Expr
		Do    Pos
		Body  Block
		Last  Pos
	}

	// RepeatStmt is "repeat Body until Cond". Cond is in the scope of Body.
	RepeatStmt struct {
		Start Pos
		Body  Block
		Until Pos
		Cond  Expr
	}

	// IfStmt is "if ... elseif ... else ... end". Clauses are the if and the elseifs. Without an else, ElseAt is 0.
	// Last is the position of the word end.
	IfStmt struct {
		Clauses []IfClause
		ElseAt  Pos
		Else    Block
		Last    Pos
	}

	// NumericForStmt is "for Name = First, Limit, Step do Body end". Step may be nil.
	NumericForStmt struct {
		Start              Pos
		Name               Name
		Assign             Pos
		First, Limit, Step Expr
		Do                 Pos
		Body               Block
		Last               Pos
	}

	// GenericForStmt is "for Names in Values do Body end".
	GenericForStmt struct {
		Start  Pos
		Names  []Name
		In     Pos
		Values []Expr
		Do     Pos
		Body   Block
		Last   Pos
	}

	// ReturnStmt is "return Values".
	ReturnStmt struct {
		Start  Pos
		Values []Expr
	}

	// BreakStmt is "break".
	BreakStmt struct{ Start Pos }

	// GotoStmt is "goto Label". Lua 5.1 has no goto; it is from Lua 5.2.
	GotoStmt struct {
		Start Pos
		Label Name
	}

	// LabelStmt is "::Name::". Close is the position of the second "::".
	LabelStmt struct {
		Start Pos
		Name  Name
		Close Pos
	}

	// BadStmt stands for a text that is no statement. An error says why.
	BadStmt struct{ Start, Stop Pos }
)

// IfClause is "if Cond then Body" or "elseif Cond then Body". Start and Then are the positions of the words.
type IfClause struct {
	Start Pos
	Cond  Expr
	Then  Pos
	Body  Block
}

// Dotted reports whether x is a.b, not a[b].
func (x *IndexExpr) Dotted() bool { return x.Close == 0 }

// Many reports whether e has any number of values at the end of a list: whether it is a call or "...".
func Many(e Expr) bool {
	switch e.(type) {
	case *CallExpr, *VarargExpr:
		return true
	}
	return false
}

// Bare returns e without parentheses around it.
func Bare(e Expr) Expr {
	for {
		p, ok := e.(*ParenExpr)
		if !ok {
			return e
		}
		e = p.X
	}
}

func (n *Name) Pos() Pos         { return n.Start }
func (n *Name) End() Pos         { return n.Start + Pos(len(n.Text)) }
func (b *Block) Pos() Pos        { return b.Start }
func (b *Block) End() Pos        { return b.Stop }
func (x *NilExpr) Pos() Pos      { return x.Start }
func (x *NilExpr) End() Pos      { return x.Start + Pos(len("nil")) }
func (x *BoolExpr) Pos() Pos     { return x.Start }
func (x *NumberExpr) Pos() Pos   { return x.Start }
func (x *NumberExpr) End() Pos   { return x.Start + Pos(len(x.Text)) }
func (x *StringExpr) Pos() Pos   { return x.Start }
func (x *StringExpr) End() Pos   { return x.Stop }
func (x *VarargExpr) Pos() Pos   { return x.Start }
func (x *VarargExpr) End() Pos   { return x.Start + Pos(len("...")) }
func (x *ParenExpr) Pos() Pos    { return x.Start }
func (x *ParenExpr) End() Pos    { return after(x.Close, ")", x.X.End()) }
func (x *IndexExpr) Pos() Pos    { return x.X.Pos() }
func (x *IndexExpr) End() Pos    { return after(x.Close, "]", x.Key.End()) }
func (x *CallExpr) Pos() Pos     { return x.X.Pos() }
func (x *FunctionExpr) Pos() Pos { return x.Start }
func (x *FunctionExpr) End() Pos { return after(x.Last, "end", x.Body.Stop) }
func (x *TableExpr) Pos() Pos    { return x.Start }
func (x *UnaryExpr) Pos() Pos    { return x.Start }
func (x *UnaryExpr) End() Pos    { return x.X.End() }
func (x *BinaryExpr) Pos() Pos   { return x.X.Pos() }
func (x *BinaryExpr) End() Pos   { return x.Y.End() }
func (x *BadExpr) Pos() Pos      { return x.Start }
func (x *BadExpr) End() Pos      { return x.Stop }

// after returns the position after a word, or otherwise if the word is absent.
func after(at Pos, word string, otherwise Pos) Pos {
	if at == 0 {
		return otherwise
	}
	return at + Pos(len(word))
}

func (x *BoolExpr) End() Pos {
	if x.Value {
		return x.Start + Pos(len("true"))
	}
	return x.Start + Pos(len("false"))
}

func (x *CallExpr) End() Pos {
	switch n := len(x.Args); {
	case x.Close != 0:
		return x.Close + 1
	case n > 0:
		return x.Args[n-1].End()
	case x.Open != 0:
		return x.Open + 1
	case x.Colon != 0:
		return x.Method.End()
	}
	return x.X.End()
}

func (x *TableExpr) End() Pos {
	switch n := len(x.Fields); {
	case x.Close != 0:
		return x.Close + 1
	case n > 0:
		return x.Fields[n-1].End()
	}
	return x.Start + 1
}

// Pos returns the position of the first byte of the entry.
func (f *Field) Pos() Pos {
	switch {
	case f.Key == nil:
		return f.Value.Pos()
	case f.Open != 0:
		return f.Open
	}
	return f.Key.Pos()
}

// End returns the position after the last byte of the entry.
func (f *Field) End() Pos { return f.Value.End() }

func (s *LocalStmt) Pos() Pos         { return s.Start }
func (s *LocalFunctionStmt) Pos() Pos { return s.Start }
func (s *LocalFunctionStmt) End() Pos { return s.Func.End() }
func (s *FunctionStmt) Pos() Pos      { return s.Start }
func (s *FunctionStmt) End() Pos      { return s.Func.End() }
func (s *AssignStmt) Pos() Pos        { return s.Targets[0].Pos() }
func (s *CallStmt) Pos() Pos          { return s.X.Pos() }
func (s *CallStmt) End() Pos          { return s.X.End() }
func (s *DoStmt) Pos() Pos            { return s.Start }
func (s *DoStmt) End() Pos            { return after(s.Last, "end", s.Body.Stop) }
func (s *WhileStmt) Pos() Pos         { return s.Start }
func (s *WhileStmt) End() Pos         { return after(s.Last, "end", s.Body.Stop) }
func (s *RepeatStmt) Pos() Pos        { return s.Start }
func (s *RepeatStmt) End() Pos        { return s.Cond.End() }
func (s *IfStmt) Pos() Pos            { return s.Clauses[0].Start }
func (s *NumericForStmt) Pos() Pos    { return s.Start }
func (s *NumericForStmt) End() Pos    { return after(s.Last, "end", s.Body.Stop) }
func (s *GenericForStmt) Pos() Pos    { return s.Start }
func (s *GenericForStmt) End() Pos    { return after(s.Last, "end", s.Body.Stop) }
func (s *ReturnStmt) Pos() Pos        { return s.Start }
func (s *BreakStmt) Pos() Pos         { return s.Start }
func (s *BreakStmt) End() Pos         { return s.Start + Pos(len("break")) }
func (s *GotoStmt) Pos() Pos          { return s.Start }
func (s *GotoStmt) End() Pos          { return s.Label.End() }
func (s *LabelStmt) Pos() Pos         { return s.Start }
func (s *LabelStmt) End() Pos         { return after(s.Close, "::", s.Name.End()) }
func (s *BadStmt) Pos() Pos           { return s.Start }
func (s *BadStmt) End() Pos           { return s.Stop }
func (c *IfClause) Pos() Pos          { return c.Start }
func (c *IfClause) End() Pos          { return c.Body.Stop }

func (s *LocalStmt) End() Pos {
	switch n := len(s.Values); {
	case n > 0:
		return s.Values[n-1].End()
	case s.Assign != 0:
		return s.Assign + 1
	}
	return s.Names[len(s.Names)-1].End()
}

func (s *AssignStmt) End() Pos {
	if n := len(s.Values); n > 0 {
		return s.Values[n-1].End()
	}
	return s.Assign + 1
}

func (s *IfStmt) End() Pos {
	switch {
	case s.Last != 0:
		return s.Last + Pos(len("end"))
	case s.ElseAt != 0:
		return s.Else.Stop
	}
	return s.Clauses[len(s.Clauses)-1].Body.Stop
}

func (s *ReturnStmt) End() Pos {
	if n := len(s.Values); n > 0 {
		return s.Values[n-1].End()
	}
	return s.Start + Pos(len("return"))
}

func (*NilExpr) expr()      {}
func (*BoolExpr) expr()     {}
func (*NumberExpr) expr()   {}
func (*StringExpr) expr()   {}
func (*VarargExpr) expr()   {}
func (*NameExpr) expr()     {}
func (*ParenExpr) expr()    {}
func (*IndexExpr) expr()    {}
func (*CallExpr) expr()     {}
func (*FunctionExpr) expr() {}
func (*TableExpr) expr()    {}
func (*UnaryExpr) expr()    {}
func (*BinaryExpr) expr()   {}
func (*BadExpr) expr()      {}

func (*LocalStmt) stmt()         {}
func (*LocalFunctionStmt) stmt() {}
func (*FunctionStmt) stmt()      {}
func (*AssignStmt) stmt()        {}
func (*CallStmt) stmt()          {}
func (*DoStmt) stmt()            {}
func (*WhileStmt) stmt()         {}
func (*RepeatStmt) stmt()        {}
func (*IfStmt) stmt()            {}
func (*NumericForStmt) stmt()    {}
func (*GenericForStmt) stmt()    {}
func (*ReturnStmt) stmt()        {}
func (*BreakStmt) stmt()         {}
func (*GotoStmt) stmt()          {}
func (*LabelStmt) stmt()         {}
func (*BadStmt) stmt()           {}
