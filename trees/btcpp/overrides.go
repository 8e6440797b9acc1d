package btcpp

import (
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/internal/nodeline"
)

// keepOverrides is the field of an inclusion's meta that stores the overrides below the inclusion as text, since a
// SubTree of BehaviorTree.CPP has no children. As a part of the meta, the overrides are also in the attribute
// _bough.
const keepOverrides = "btcpp_overrides"

func (ex *exporter) foldOverrides() {
	ex.file = nodeline.Fold(ex.file, keepOverrides, func(n *trees.Node) {
		ex.report.Differs(n.Pos, message.OverridesAsText())
	})
}

func unfoldOverrides(t *trees.Tree) { nodeline.Unfold(t, keepOverrides) }
