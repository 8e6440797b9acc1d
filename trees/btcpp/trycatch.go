package btcpp

import "slices"

// unfoldTryCatch replaces each TryCatch in a tree by nodes that do the same: a Fallback over a Sequence of its first children
// and, if they fail, the last one, after which it always fails. It leaves one with catch_on_halt, for which no node of Bough
// stands, since the last child would have to run when the node is halted.
func unfoldTryCatch(el *element) {
	for _, c := range el.children {
		unfoldTryCatch(c)
	}
	tag, explicit := nodeTag(el)
	if halt := el.get("catch_on_halt"); tag != "TryCatch" || len(el.children) < 2 || halt != "" && halt != "false" && halt != "0" {
		return
	}
	last := len(el.children) - 1
	try := &element{name: "Sequence", children: el.children[:last:last], pos: el.children[0].pos}
	catch := &element{name: "ForceFailure", children: el.children[last:], pos: el.children[last].pos}
	el.name, el.children = "Fallback", []*element{try, catch}
	el.attrs = slices.DeleteFunc(el.attrs, func(a attr) bool { return a.name == "catch_on_halt" || explicit && a.name == "ID" })
}
