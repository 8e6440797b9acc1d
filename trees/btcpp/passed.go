package btcpp

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/trees"
)

// A tree gets the keys that are passed to it as parameters. A script cannot write a parameter. If all inclusions pass
// the same key, scripts use that key instead.

// binding describes the value that all inclusions of a tree pass to a port. Without key and values, they pass different things.
type binding struct {
	key    string // a field of the agent
	values bool   // values, which are those of the parameter
}

// findBinding returns what all inclusions of a tree pass to a port. There is nothing for a main tree, which also runs
// by itself, with keys of its own.
func (im *importer) findBinding(id, port string) binding {
	at := [2]string{id, port}
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

// findPassed determines what scripts use in place of ports: a key, or "" for the values of the parameter. A port to
// which inclusions pass different things has no entry.
func (im *importer) findPassed() {
	im.passed = map[string]map[string]string{}
	for id, ports := range im.ports {
		name := im.trees.of(id)
		for _, p := range ports {
			b := im.findBinding(id, portName(p.Name))
			if b == (binding{}) {
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
// including tree. A port that stands for the key of the same name in all inclusions is not added. It is removed if a
// script uses it, since in a script the name of a parameter does not mean a key.
func (im *importer) passOn(ids []string) {
	for _, i := range includersFirst(ids, func(i int) (included []string) {
		for _, el := range im.nodes[ids[i]] {
			if el.name == subTreeTag {
				included = append(included, el.get("ID"))
			}
		}
		return included
	}) {
		im.removePorts(ids[i])
		for _, el := range im.nodes[ids[i]] {
			if el.name == subTreeTag && remapsAll(el) {
				im.passInto(inclusion{ids[i], el})
			}
		}
	}
}

func (im *importer) removePorts(id string) {
	if im.heads[id] != nil {
		return
	}
	how := im.keysOf(id).how
	im.ports[id] = slices.DeleteFunc(im.ports[id], func(p trees.TreeParam) bool {
		port := portName(p.Name)
		return how[port]&inScript != 0 && im.findBinding(id, port).key == port
	})
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
		if im.findBinding(in.from, key).key != key {
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
