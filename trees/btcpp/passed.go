package btcpp

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/trees"
)

// A tree gets the keys that are passed to it as parameters. A port that only scripts and kinds use stands for a field
// of the agent: an inclusion passes $key. A node written in C++ may write to its port, which a behavior cannot do through
// a parameter that stands for a field. So a port that such a node uses has the key as a text. If all inclusions pass the
// same key, scripts use that key instead.

// binding describes the value that all inclusions of a tree pass to a port. Without key and values, they pass different things.
type binding struct {
	key    string // a field of the agent
	values bool   // values, which are those of the parameter
}

// findBinding returns what all inclusions of a tree pass to a port. There is nothing for a main tree, which also runs
// by itself, with keys of its own.
func (im *importer) findBinding(id, port string) binding {
	at := treePort{id, port}
	if b, ok := im.bindings[at]; ok {
		return b
	}
	im.bindings[at] = binding{}
	if im.mains[id] {
		return binding{}
	}
	var all binding
	for i, in := range im.includers[id] {
		if !im.spend(in.el, 1) {
			return binding{}
		}
		b := im.bindingOf(in, port)
		if i > 0 && b != all {
			return binding{}
		}
		all = b
	}
	im.bindings[at] = all
	return all
}

// bindingOf returns what an inclusion passes to a port.
func (im *importer) bindingOf(in inclusion, port string) binding {
	text, ok := im.boundTo(in.el, port)
	if !ok {
		return fieldBinding(port)
	}
	key, isKey := blackboardKey(port, text)
	if !isKey {
		return binding{values: true}
	}
	if _, local := localKey(port, text); local && im.hasPort(in.from, key) {
		return im.findBinding(in.from, key)
	}
	return fieldBinding(key)
}

func fieldBinding(key string) binding {
	if !isOwnField(key) {
		return binding{}
	}
	return binding{key: key}
}

// hasPort reports whether a key of a tree is a port of the tree.
func (im *importer) hasPort(id, key string) bool {
	own, ok := portKey(key)
	return ok && isPort(im.ports[id], own)
}

// treePort is a port of a tree: the ID of the tree, and the name of the port.
type treePort = [2]string

// findFields determines which ports stand for fields. They have no default, so each inclusion passes something. A tree
// that also runs by itself, and one that only a tree outside of the files could include, keeps its defaults. The
// decision must be the same after an export, which does not know what a node written in C++ does with a port.
//
// findFields removes a port that scripts use and that is the key of the same name in all inclusions, if it does not
// stand for a field: in a script the name of another parameter does not mean a key.
func (im *importer) findFields(ids []string) {
	stands, beside := map[treePort]bool{}, map[treePort][]treePort{}
	for _, id := range ids {
		alone := im.mains[id] || len(im.includers[id]) == 0
		for _, p := range im.ports[id] {
			port := portName(p.Name)
			if im.heads[id] != nil {
				stands[treePort{id, port}] = p.Required
			} else {
				stands[treePort{id, port}] = !alone && isOwnField(port) && im.keysOf(id).how[port]&byNode == 0
			}
		}
	}
	for _, id := range ids {
		for _, in := range im.includers[id] {
			if !im.spend(in.el, len(im.ports[id])) {
				return
			}
			for _, p := range im.ports[id] {
				inner := treePort{id, portName(p.Name)}
				text, ok := im.boundTo(in.el, inner[1])
				key, isKey := blackboardKey(inner[1], text)
				if !ok || !isKey {
					continue
				}
				if _, local := localKey(inner[1], text); local && im.hasPort(in.from, key) {
					outer := treePort{in.from, key}
					beside[inner], beside[outer] = append(beside[inner], outer), append(beside[outer], inner)
				} else if !isOwnField(key) {
					stands[inner] = false
				}
			}
		}
	}
	im.leaveTexts(ids, stands, beside)
	for _, id := range ids {
		im.ports[id] = im.settled(id, stands)
	}
}

// leaveTexts lets ports not stand for fields that are passed to or from a port which does not. In a tree, the name of a
// port that stands for a field means this field, so leaveTexts excludes a port with the name of a key that scripts use in
// place of another port, too.
func (im *importer) leaveTexts(ids []string, stands map[treePort]bool, beside map[treePort][]treePort) {
	var texts []treePort
	for _, id := range ids {
		for _, p := range im.ports[id] {
			if at := (treePort{id, portName(p.Name)}); !stands[at] {
				texts = append(texts, at)
			}
		}
	}
	for ; len(texts) > 0; texts = texts[1:] {
		id, port := texts[0][0], texts[0][1]
		others := beside[texts[0]]
		if key := im.findBinding(id, port).key; key != port && im.keysOf(id).how[port]&inScript != 0 {
			others = append(others, treePort{id, key})
		}
		for _, at := range others {
			if stands[at] && im.heads[at[0]] == nil {
				stands[at] = false
				texts = append(texts, at)
			}
		}
	}
}

// settled returns the parameters of a tree; see findFields.
func (im *importer) settled(id string, stands map[treePort]bool) (params []trees.TreeParam) {
	for _, p := range im.ports[id] {
		switch port := portName(p.Name); {
		case stands[treePort{id, port}]:
			params = append(params, trees.TreeParam{Param: trees.Param{Name: p.Name, Pos: p.Pos}, Required: true})
		case im.heads[id] != nil || im.keysOf(id).how[port]&inScript == 0 || im.findBinding(id, port).key != port:
			params = append(params, p)
		}
	}
	return params
}

// hasNoDefault reports whether a tree has a parameter without a default. An expression that reads it means what the
// inclusion passes, be it a value or a field.
func hasNoDefault(params []trees.TreeParam, name string) bool {
	return slices.ContainsFunc(params, func(p trees.TreeParam) bool { return p.Name == name && p.Required })
}

// findPassed determines what scripts use in place of ports: a key, or "" for the values of the parameter. A port to
// which inclusions pass different things has no entry.
func (im *importer) findPassed() {
	im.passed = map[string]map[string]string{}
	for id, ports := range im.ports {
		name := im.trees.of(id)
		for _, p := range ports {
			b := im.findBinding(id, portName(p.Name))
			if b == (binding{}) || p.Required {
				continue
			}
			if im.passed[name] == nil {
				im.passed[name] = map[string]string{}
			}
			im.passed[name][portName(p.Name)] = b.key
		}
	}
}

// passOn adds ports to trees that are included with _autoremap: keys that they use and that are ports of the
// including tree. A port that a node written in C++ uses is not added if it stands for the key of the same name in all
// inclusions.
func (im *importer) passOn(ids []string) {
	for _, i := range includersFirst(ids, func(i int) (included []string) {
		for _, el := range im.nodes[ids[i]] {
			if el.name == subTreeTag {
				included = append(included, el.get("ID"))
			}
		}
		return included
	}) {
		for _, el := range im.nodes[ids[i]] {
			if el.name == subTreeTag && remapsAll(el) {
				im.passInto(inclusion{ids[i], el})
			}
		}
	}
}

func (im *importer) passInto(in inclusion) {
	id := in.el.get("ID")
	ports, here := im.ports[id]
	if !here || im.heads[id] != nil || !im.spend(in.el, len(ports)+len(im.keysOf(id).list)) {
		return
	}
	has := map[string]bool{}
	for _, p := range ports {
		has[p.Name] = true
	}
	for _, key := range im.keysOf(id).list {
		port, ok := portKey(key)
		text, bound := im.boundTo(in.el, key)
		if !ok || !bound || text != reference(key) || has[port] || len(ports) >= maxPorts || !im.hasPort(in.from, key) {
			continue
		}
		if im.keysOf(id).how[key]&byNode == 0 || im.findBinding(in.from, key).key != key {
			ports = append(ports, trees.TreeParam{Param: trees.Param{Name: port, Value: value.String(reference(key)), Pos: in.el.pos}})
		}
	}
	im.ports[id] = ports
}

// separate determines keys for values that are passed to ports and written by the included tree. In BehaviorTree.CPP
// such a port is a key of the blackboard of that tree, and the value is only its first content. separate also records
// values that may be written.
func (im *importer) separate(ids []string) {
	im.own, im.unclear, im.shared = map[*element]map[string]string{}, map[*element][]string{}, map[*element]bool{}
	times := map[string]int{}
	taken := map[string]bool{}
	for _, id := range ids {
		for _, key := range im.keysOf(id).list {
			taken[key] = true
		}
		for _, p := range im.ports[id] {
			taken[p.Name] = true
		}
	}
	for _, id := range ids {
		for _, el := range im.nodes[id] {
			if el.name == subTreeTag {
				im.separateFor(el, taken)
				im.shared[el] = im.times(id, times) > 1
			}
		}
	}
}

// times returns how often a tree is part of trees that run, at most 2.
func (im *importer) times(id string, known map[string]int) int {
	if n, ok := known[id]; ok {
		return n
	}
	known[id] = 0
	n := 0
	if im.mains[id] || len(im.includers[id]) == 0 {
		n = 1
	}
	for _, in := range im.includers[id] {
		n += im.times(in.from, known)
	}
	known[id] = min(n, 2)
	return known[id]
}

func (im *importer) separateFor(el *element, taken map[string]bool) {
	id := el.get("ID")
	if !im.spend(el, len(im.ports[id])) {
		return
	}
	used := im.keysOf(id)
	for _, p := range im.ports[id] {
		port := portName(p.Name)
		text, ok := im.boundTo(el, port)
		if _, isKey := blackboardKey(port, text); !ok || isKey {
			continue
		}
		base := strings.ReplaceAll(im.trees.of(id), ".", "_") + "_" + p.Name
		switch how := used.how[port]; {
		case how&isWritten != 0 && isOwnField(base):
			key := base
			for i := 2; taken[key]; i++ {
				key = base + "_" + strconv.Itoa(i)
			}
			taken[key] = true
			if im.own[el] == nil {
				im.own[el] = map[string]string{}
			}
			im.own[el][port] = key
		case how&(isWritten|mayBeWritten) != 0:
			im.unclear[el] = append(im.unclear[el], port)
		}
	}
}
