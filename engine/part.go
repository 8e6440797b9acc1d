package engine

// part is a part of a node, besides hooks, that can raise an error.
type part uint8

const (
	partNone part = iota
	partGuard
	partCondition
	partSwitch
	partRunaway
	partRule
	partRequest
)

var partNames = [...]string{"", "guard", "condition", "switch", "runaway", "rule", "request"}

// partFault records that a part of node i raised an error.
func (wk *worker) partFault(i int32, p part, source string, err error) {
	in := &wk.prog.info[i]
	wk.addFault(i, &Fault{Err: err, Behavior: wk.prog.behaviors[i], Part: partNames[p], Pos: in.pos, source: source})
}
