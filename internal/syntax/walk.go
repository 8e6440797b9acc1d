package syntax

import "fmt"

// Walk calls visit for a node and, if visit returns true, for the statements and expressions in it, in the order of the
// text. n may be a Stmt, an Expr, a *Block, an *IfClause or a *Field; these are also passed to visit. Walk does not visit
// names that are declared: they are in their statements and functions.
func Walk(n Node, visit func(Node) bool) {
	if !visit(n) {
		return
	}
	switch x := n.(type) {
	case *Block:
		for _, s := range x.Stmts {
			Walk(s, visit)
		}
	case *IfClause:
		Walk(x.Cond, visit)
		Walk(&x.Body, visit)
	case *Field:
		if x.Key != nil {
			Walk(x.Key, visit)
		}
		Walk(x.Value, visit)
	case *ParenExpr:
		Walk(x.X, visit)
	case *IndexExpr:
		Walk(x.X, visit)
		Walk(x.Key, visit)
	case *CallExpr:
		Walk(x.X, visit)
		walkAll(x.Args, visit)
	case *FunctionExpr:
		Walk(&x.Body, visit)
	case *TableExpr:
		for i := range x.Fields {
			Walk(&x.Fields[i], visit)
		}
	case *UnaryExpr:
		Walk(x.X, visit)
	case *BinaryExpr:
		Walk(x.X, visit)
		Walk(x.Y, visit)
	case *NilExpr, *BoolExpr, *NumberExpr, *StringExpr, *VarargExpr, *NameExpr, *BadExpr:
	case Stmt:
		walkStmt(x, visit)
	default:
		panic(fmt.Sprintf("syntax: %T", n))
	}
}

func walkStmt(s Stmt, visit func(Node) bool) {
	switch x := s.(type) {
	case *LocalStmt:
		walkAll(x.Values, visit)
	case *LocalFunctionStmt:
		Walk(x.Func, visit)
	case *FunctionStmt:
		Walk(x.Target, visit)
		Walk(x.Func, visit)
	case *AssignStmt:
		walkAll(x.Targets, visit)
		walkAll(x.Values, visit)
	case *CallStmt:
		Walk(x.X, visit)
	case *DoStmt:
		Walk(&x.Body, visit)
	case *WhileStmt:
		Walk(x.Cond, visit)
		Walk(&x.Body, visit)
	case *RepeatStmt:
		Walk(&x.Body, visit)
		Walk(x.Cond, visit)
	case *IfStmt:
		for i := range x.Clauses {
			Walk(&x.Clauses[i], visit)
		}
		if x.ElseAt != 0 {
			Walk(&x.Else, visit)
		}
	case *NumericForStmt:
		Walk(x.First, visit)
		Walk(x.Limit, visit)
		if x.Step != nil {
			Walk(x.Step, visit)
		}
		Walk(&x.Body, visit)
	case *GenericForStmt:
		walkAll(x.Values, visit)
		Walk(&x.Body, visit)
	case *ReturnStmt:
		walkAll(x.Values, visit)
	case *BreakStmt, *GotoStmt, *LabelStmt, *BadStmt:
	default:
		panic(fmt.Sprintf("syntax: %T", s))
	}
}

func walkAll(list []Expr, visit func(Node) bool) {
	for _, e := range list {
		Walk(e, visit)
	}
}
