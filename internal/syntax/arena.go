package syntax

// slab allocates values in chunks, since a tree has many small nodes. Chunks grow, so that the tree of a short text
// takes little.
type slab[T any] struct {
	free []T
	size int // of the next chunk
}

const (
	firstChunk = 2
	largeChunk = 64
)

// add returns a pointer to a copy of v.
func (s *slab[T]) add(v T) *T {
	if len(s.free) == 0 {
		s.grow(1)
	}
	x := &s.free[0]
	s.free = s.free[1:]
	*x = v
	return x
}

// list returns a copy of a list. Its capacity is its length.
func (s *slab[T]) list(from []T) []T {
	n := len(from)
	if n == 0 {
		return nil
	}
	if len(s.free) < n {
		s.grow(n)
	}
	out := s.free[:n:n]
	s.free = s.free[n:]
	copy(out, from)
	return out
}

func (s *slab[T]) grow(n int) {
	s.size = min(max(2*s.size, firstChunk), largeChunk)
	s.free = make([]T, max(n, s.size))
}

// arena allocates the nodes of one tree.
type arena struct {
	numbers  slab[NumberExpr]
	strings  slab[StringExpr]
	names    slab[NameExpr]
	parens   slab[ParenExpr]
	indexes  slab[IndexExpr]
	calls    slab[CallExpr]
	funcs    slab[FunctionExpr]
	tables   slab[TableExpr]
	unaries  slab[UnaryExpr]
	binaries slab[BinaryExpr]
	locals   slab[LocalStmt]
	assigns  slab[AssignStmt]
	callings slab[CallStmt]
	ifs      slab[IfStmt]
	returns  slab[ReturnStmt]

	exprLists   slab[Expr]
	stmtLists   slab[Stmt]
	nameLists   slab[Name]
	fieldLists  slab[Field]
	clauseLists slab[IfClause]
}

// stack collects the elements of lists that are being parsed, innermost last.
type stack[T any] []T

// pop returns the elements from index n on, and removes them. The result is valid until the next push.
func (s *stack[T]) pop(n int) []T {
	out := (*s)[n:]
	*s = (*s)[:n]
	return out
}
