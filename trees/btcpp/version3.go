package btcpp

import (
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
)

// nodesOf3 holds the nodes that only version 3 defines, with what to do about them. The converter of BehaviorTree.CPP
// changes only SubTreePlus.
var nodesOf3 = map[string]func() diag.Words{
	"SubTreePlus":           convertOrWrite("<SubTree>"),
	"RetryUntilSuccesful":   writeIt("<RetryUntilSuccessful>"),
	"BlackboardCheckInt":    message.WritePrecondition,
	"BlackboardCheckDouble": message.WritePrecondition,
	"BlackboardCheckString": message.WritePrecondition,
	"BlackboardCheckBool":   message.WritePrecondition,
}

func writeIt(text string) func() diag.Words {
	return func() diag.Words { return message.WriteIt(text) }
}

func convertOrWrite(text string) func() diag.Words {
	return func() diag.Words { return message.ConvertOrWrite(text) }
}

// attrsOf3 holds the attributes that only version 3 defines, by node.
var attrsOf3 = map[string]map[string]func() diag.Words{
	subTreeTag: {
		"__shared_blackboard": convertOrWrite("_autoremap"),
		"__autoremap":         writeIt("_autoremap"),
	},
	"Parallel": {
		"threshold":         writeIt("success_count"),
		"success_threshold": writeIt("success_count"),
		"failure_threshold": writeIt("failure_count"),
	},
}

// checkVersion3 adds an error for each name that only version 3 defines. In a file that does not say its version, it
// also reports texts that are keys in version 3.
func (im *importer) checkVersion3(d *document) {
	version := d.root.get(formatAttr)
	own := map[string]bool{} // nodes that the users of version 4 have defined
	if version != "" {
		for _, m := range modelEntries(d.root) {
			own[m.get("ID")] = true
		}
	}
	told := map[string]bool{}
	fail := func(what diag.Words, at *element, remedy func() diag.Words) {
		if key := message.Identity(diag.New(diag.Pos{}, what)); remedy != nil && !told[key] {
			told[key] = true
			im.report.Fail(at.pos, what).Advise(remedy())
		}
	}
	for _, tree := range d.elements {
		tree.all(func(el *element) {
			tag, _ := nodeTag(el)
			if own[tag] {
				return
			}
			fail(message.ElementOfVersion3(tag), el, nodesOf3[tag])
			for _, a := range el.attrs {
				fail(message.AttributeOfVersion3(a.name, tag), el, attrsOf3[tag][a.name])
				if version == "" && tag == subTreeTag && isPassing(a.name) && isPlain(a.value) && literal(a.value).Kind() == value.KindString {
					im.report.Differs(a.pos, message.TextOrKey(a.name, a.value))
				}
			}
		})
	}
}
