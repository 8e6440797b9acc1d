package btcpp

import (
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/internal/nodeline"
)

// A SubTree of BehaviorTree.CPP has no children, so the overrides below an inclusion are stored as text: in the
// meta of the inclusion, and thus in its attribute _bough.
const keepOverrides = "btcpp_overrides"

func (ex *exporter) foldOverrides() {
	ex.file = nodeline.Fold(ex.file, keepOverrides, func(n *trees.Node) {
		ex.differs(n.Pos, "a SubTree has no overrides there; only _bough has them", "make a tree of its own for what is different")
	})
}

func unfoldOverrides(t *trees.Tree) { nodeline.Unfold(t, keepOverrides) }
