package btcpp

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
)

// In BehaviorTree.CPP each inclusion of a tree has a blackboard of its own, whose keys stand for keys of the
// including tree if they are passed: by an attribute, by the default of a port, or by _autoremap. In Bough all keys
// are fields of the agent, and a tree gets them as parameters. This file finds which keys the trees use.

// access is a set of uses of a key.
type access uint8

const (
	isUsed       access = 1 << iota
	inScript            // by a script
	mayBeWritten        // by a node written in C++ whose port is not in TreeNodesModel
	isWritten
	byNode // by a node written in C++, or by a tree that is not here
)

// keySet holds keys with their uses, in the order of insertion. Its size is bounded by maxPorts.
type keySet struct {
	list []string
	how  map[string]access
}

func (s *keySet) add(key string, how access) {
	if s.how[key] == 0 {
		if len(s.list) == maxPorts {
			return
		}
		if s.how == nil {
			s.how = map[string]access{}
		}
		s.list = append(s.list, key)
	}
	s.how[key] |= isUsed | how
}

// inclusion is a SubTree element in a tree.
type inclusion struct {
	from string // ID of the including tree
	el   *element
}

// flow describes the keys and ports of all trees, by the ID of the tree or the node, or by inclusion.
type flow struct {
	mains      map[string]bool        // trees that also run by themselves
	heads      map[string]*trees.Tree // trees whose parameters are known
	modelPorts map[string]map[string]*element
	nodes      map[string][]*element
	includers  map[string][]inclusion
	used       map[string]*keySet
	bindings   map[treePort]binding
	own        map[*element]map[string]string // the keys that values of ports have got, by port; see separate
	unclear    map[*element][]string          // the ports with values that may be written
	shared     map[*element]bool              // the including tree has several inclusions
	stored     map[string]kinds               // kinds of the values that scripts assign to fields
	looked     int                            // number of keys that inclusions have looked up
	tooMany    *element                       // the inclusion at which there were too many
}

// maxPassed bounds how many keys all inclusions together may look up.
const maxPassed = 1_000_000

// spend reports whether an inclusion may look up n more keys. The first inclusion that may not is an error; see
// mayPass.
func (im *importer) spend(el *element, n int) bool {
	if im.looked += n; im.looked > maxPassed && im.tooMany == nil {
		im.tooMany = el
	}
	return im.tooMany == nil
}

// mayPass is like spend, and adds an error for the first inclusion that may not.
func (im *importer) mayPass(el *element, n int) bool {
	ok := im.spend(el, n)
	if im.tooMany == el {
		im.report.Fail(el.pos, message.TooManyKeysPassed())
	}
	return ok
}

// survey finds out what the trees use and what is passed to them. heads holds the trees whose parameters are known.
// mains are the IDs of trees that also run by themselves.
func (im *importer) survey(mains map[string]bool, entries, elements []*element, heads map[string]*trees.Tree) {
	im.mains, im.heads = mains, heads
	im.readEntries(entries)
	im.ports = treePorts(entries, elements)
	for id, t := range heads {
		im.ports[id] = t.Params
	}
	im.nodes, im.includers = map[string][]*element{}, map[string][]inclusion{}
	var ids []string
	for _, el := range elements {
		id := el.get("ID")
		if _, again := im.nodes[id]; !again {
			ids = append(ids, id)
		}
		el.all(func(e *element) {
			if e == el {
				return
			}
			im.nodes[id] = append(im.nodes[id], e)
			if e.name == subTreeTag {
				in := inclusion{id, e}
				im.includers[e.get("ID")] = append(im.includers[e.get("ID")], in)
			}
		})
	}
	im.used = map[string]*keySet{}
	for _, id := range ids {
		im.keysOf(id)
	}
	im.separate(ids)
	im.bindings = map[treePort]binding{}
	im.passOn(ids)
	im.findFields(ids)
	im.findPassed()
	im.findStored(ids)
}

// findStored determines the kinds of the values that scripts assign.
func (im *importer) findStored(ids []string) {
	im.stored = map[string]kinds{}
	for _, id := range ids {
		target := func(key string) string {
			if passed := im.passed[im.trees.of(id)][key]; passed != "" {
				return passed
			}
			return key
		}
		for _, el := range im.nodes[id] {
			tag, _ := nodeTag(el)
			for _, a := range el.attrs {
				if !isScript(tag, a.name) {
					continue
				}
				if _, e, err := assignments(a.value, target, target); err == nil {
					for name, k := range e.stored {
						im.stored[name] |= k
					}
				}
			}
		}
	}
	im.shareStored(ids)
}

// shareStored gives ports that stand for fields the kinds of these fields, and the fields those of the ports.
func (im *importer) shareStored(ids []string) {
	same := map[string][]string{}
	for _, id := range ids {
		for _, in := range im.includers[id] {
			for _, p := range im.ports[id] {
				text, _ := im.boundTo(in.el, portName(p.Name))
				if key, isKey := blackboardKey(p.Name, text); isKey && p.Required && key != p.Name {
					same[p.Name], same[key] = append(same[p.Name], key), append(same[key], p.Name)
				}
			}
		}
	}
	names := slices.Sorted(maps.Keys(im.stored))
	for ; len(names) > 0; names = names[1:] {
		k := im.stored[names[0]]
		for _, other := range same[names[0]] {
			if im.stored[other]|k != im.stored[other] {
				im.stored[other] |= k
				names = append(names, other)
			}
		}
	}
}

// readEntries records the entries of TreeNodesModel and their ports. If several entries have the same ID, the first
// one counts.
func (im *importer) readEntries(entries []*element) {
	im.entries, im.modelPorts = map[string]*element{}, map[string]map[string]*element{}
	for _, m := range entries {
		id := m.get("ID")
		if im.entries[id] != nil {
			continue
		}
		im.entries[id] = m
		ports := map[string]*element{}
		for _, p := range portsOf(m) {
			if name := p.get("name"); ports[name] == nil {
				ports[name] = p
			}
		}
		im.modelPorts[id] = ports
	}
}

// boundTo returns what a key of an included tree stands for: a reference to a key of the including tree, or a value.
// It returns false if the key is private to the inclusion.
func (im *importer) boundTo(el *element, key string) (text string, ok bool) {
	if own := im.own[el][key]; own != "" {
		return reference(own), true
	}
	if a := el.attr(key); a != nil && isPassing(key) {
		return a.value, true
	}
	if remapsAll(el) {
		return reference(key), !strings.HasPrefix(key, "_")
	}
	id := el.get("ID")
	if t := im.heads[id]; t != nil && keptIn(t.Meta).text(keepModel) == "" {
		return "", false // a model without a meaning of its own; see paramModel
	}
	if m := im.entries[id]; m != nil && m.name == subTreeTag {
		if p := im.modelPorts[id][key]; p != nil && p.attr("default") != nil {
			return p.get("default"), true
		}
	}
	return "", false
}

// modelDefault returns the default of a port of a tree, or "" if TreeNodesModel has none.
func (im *importer) modelDefault(id, port string) string {
	if p := im.modelPorts[id][port]; p != nil {
		return p.get("default")
	}
	return ""
}

// isPassing reports whether an attribute of a SubTree passes something to a port.
func isPassing(attr string) bool {
	return attr != "ID" && attr != "name" && !strings.HasPrefix(attr, "_")
}

// remapsAll reports whether an inclusion shares all keys with the including tree.
func remapsAll(inclusion *element) bool {
	auto := inclusion.get("_autoremap")
	return auto == "true" || auto == "1"
}

// localKey returns the key of a reference, unless it is a key of the outermost blackboard.
func localKey(port, text string) (string, bool) {
	key, ok := blackboardKey(port, text)
	return key, ok && !strings.HasPrefix(text, "{@")
}

// keysOf returns the keys of its blackboard that a tree uses, by itself or through the trees that it includes.
func (im *importer) keysOf(id string) *keySet {
	if set := im.used[id]; set != nil {
		return set
	}
	set := &keySet{}
	im.used[id] = set
	for _, el := range im.nodes[id] {
		im.addKeys(set, el)
		if el.name != subTreeTag {
			continue
		}
		inner := im.keysOf(el.get("ID"))
		if !im.spend(el, len(inner.list)) {
			break
		}
		for _, key := range inner.list {
			if text, ok := im.boundTo(el, key); ok {
				if outer, ok := localKey(key, text); ok {
					set.add(outer, inner.how[key])
				}
			}
		}
	}
	return set
}

// addKeys adds the keys that an element uses.
func (im *importer) addKeys(set *keySet, el *element) {
	tag, _ := nodeTag(el)
	for _, a := range el.attrs {
		switch {
		case a.name == "ID" || a.name == "name":
		case isScript(tag, a.name):
			set.addScript(a.value)
		case strings.HasPrefix(a.name, "_"):
		case tag == "SetBlackboard" && a.name == "output_key", tag == "UnsetBlackboard" && a.name == "key":
			if key := plainKey(a.value); !strings.HasPrefix(strings.TrimPrefix(a.value, "{"), "@") {
				set.add(key, inScript|isWritten)
			}
		default:
			text := a.value
			if text == "=" && tag != subTreeTag {
				text = "{=}"
			}
			if key, ok := localKey(a.name, text); ok {
				how := im.accessBy(tag, a.name)
				if b := builtinTagged(tag); b != nil && b.port(a.name) != nil && b.port(a.name).unit > 0 || tag == "SetBlackboard" && a.name == "value" || switchCases(tag) > 0 && a.name == "variable" {
					how |= inScript // becomes a part of an expression
				}
				if _, here := im.ports[el.get("ID")]; tag == subTreeTag && !here {
					how |= byNode
				}
				set.add(key, how)
			}
		}
	}
	if isKnownTag(tag) {
		return
	}
	if m := im.entries[tag]; m != nil {
		for _, p := range portsOf(m) {
			name := p.get("name")
			if key, ok := localKey(name, p.get("default")); ok && el.attr(name) == nil {
				set.add(key, im.accessBy(tag, name))
			}
		}
	}
}

// accessBy returns how a node uses the key of a port.
func (im *importer) accessBy(tag, port string) access {
	p := im.modelPorts[tag][port]
	switch {
	case isKnownTag(tag) && !slices.Contains(strangers, tag) && p == nil:
		return isUsed
	case p == nil:
		return byNode | mayBeWritten
	case p.name != "input_port":
		return byNode | isWritten
	}
	return byNode
}

// isScript reports whether an attribute holds a script.
func isScript(tag, attr string) bool {
	switch attr {
	case "code":
		return tag == "Script" || tag == "ScriptCondition"
	case "if":
		return tag == "Precondition"
	case "_onHalted", "_post":
		return true
	}
	return isCondition(attr)
}

// addScript adds the keys that a script uses.
func (s *keySet) addScript(text string) {
	list, err := script.words(text)
	if err != nil {
		return // it becomes a behavior
	}
	outermost := map[string]bool{}
	for _, m := range outermostName.FindAllStringSubmatch(text, -1) {
		outermost[m[1]] = true
	}
	for i, w := range list {
		if w.kind != nameWord || w.text == "true" || w.text == "false" || outermost[w.text] {
			continue
		}
		how := inScript
		if i+1 < len(list) && list[i+1].kind == symbolWord {
			switch list[i+1].text {
			case ":=", "=", "+=", "-=", "*=", "/=":
				how |= isWritten
			}
		}
		s.add(w.text, how)
	}
}

// outermostName matches a key of the outermost blackboard in a script, as in @key.
var outermostName = regexp.MustCompile(`@(\w+)`)
