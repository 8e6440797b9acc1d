package btcpp

import (
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/internal/nodeline"
)

// A SubTree has no children there, so the overrides below an inclusion travel as text: in
// the meta of the inclusion, and so in its attribute _bough.
const keepOverrides = "btcpp_overrides"

func (ex *exporter) foldOverrides() {
	ex.file = nodeline.Fold(ex.file, keepOverrides, func(n *trees.Node) {
		ex.differs(n.Pos, "a SubTree has no overrides there; only _bough has them", "make a tree of its own for what is different")
	})
}

func unfoldOverrides(t *trees.Tree) { nodeline.Unfold(t, keepOverrides) }
