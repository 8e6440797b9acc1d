package btcpp

import (
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/internal/nodeline"
)

// keepOverrides is the field of an inclusion's meta that stores the overrides below the inclusion as text, since a
// SubTree of BehaviorTree.CPP has no children. As a part of the meta, the overrides are also in the attribute
// _bough.
const keepOverrides = "btcpp_overrides"

func (ex *exporter) foldOverrides() {
	ex.file = nodeline.Fold(ex.file, keepOverrides, func(n *trees.Node) {
		ex.differs(n.Pos, "a SubTree has no overrides there; only _bough has them", "make a separate tree for what differs")
	})
}

func unfoldOverrides(t *trees.Tree) { nodeline.Unfold(t, keepOverrides) }
