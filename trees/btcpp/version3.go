package btcpp

import (
	"fmt"

	"github.com/bough-dev/bough/engine/value"
)

const converter = "convert the file with convert_v3_to_v4.py of BehaviorTree.CPP"

// nodesOf3 holds the nodes that only version 3 defines, with what to do about them. The converter of BehaviorTree.CPP
// changes only SubTreePlus.
var nodesOf3 = map[string]string{
	"SubTreePlus":           converter + ", or write <SubTree>",
	"RetryUntilSuccesful":   "write <RetryUntilSuccessful>",
	"BlackboardCheckInt":    checkOf3,
	"BlackboardCheckDouble": checkOf3,
	"BlackboardCheckString": checkOf3,
	"BlackboardCheckBool":   checkOf3,
}

const checkOf3 = "write <Precondition if=\"KEY == VALUE\">, with return_on_mismatch as its else"

// attrsOf3 holds the attributes that only version 3 defines, by node.
var attrsOf3 = map[string]map[string]string{
	subTreeTag: {
		"__shared_blackboard": converter + ", or write _autoremap",
		"__autoremap":         "write _autoremap",
	},
	"Parallel": {
		"threshold":         "write success_count",
		"success_threshold": "write success_count",
		"failure_threshold": "write failure_count",
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
	fail := func(what string, at *element, hint string) {
		if hint != "" && !told[what] {
			told[what] = true
			im.report.Fail(at.pos, what+" exists only in version 3", hint)
		}
	}
	for _, tree := range d.elements {
		tree.all(func(el *element) {
			tag, _ := nodeTag(el)
			if own[tag] {
				return
			}
			fail("<"+tag+">", el, nodesOf3[tag])
			for _, a := range el.attrs {
				fail(fmt.Sprintf("the attribute %s of <%s>", shown(a.name), tag), el, attrsOf3[tag][a.name])
				if version == "" && tag == subTreeTag && isPassing(a.name) && isPlain(a.value) && literal(a.value).Kind() == value.KindString {
					im.report.Differs(a.pos, fmt.Sprintf("%s=\"%s\" of a <SubTree> passes a text; in version 3 it passes the key", a.name, a.value), fmt.Sprintf("write %s=\"{%s}\" if it is a key", a.name, a.value))
				}
			}
		})
	}
}
