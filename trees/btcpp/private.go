package btcpp

import (
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
)

// tellPrivate reports the inclusions of trees that have private keys in BehaviorTree.CPP.
func (im *importer) tellPrivate(elements []*element) {
	var keys keySet
	var places []diag.Pos
	for _, el := range elements {
		el.all(func(e *element) {
			if e.name != subTreeTag {
				return
			}
			if !im.mayPass(e, len(im.keysOf(e.get("ID")).list)) {
				return
			}
			found := false
			for _, key := range im.keysOf(e.get("ID")).list {
				if _, passed := im.boundTo(e, key); !passed {
					keys.add(key, isUsed)
					found = true
				}
			}
			if found {
				places = append(places, e.pos)
			}
		})
	}
	for _, pos := range places {
		im.report.Differs(pos, message.PrivateKeys(listed(keys.list)))
	}
}
