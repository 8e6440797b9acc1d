package btcpp

import (
	"strings"

	"github.com/bough-dev/bough/engine/diag"
)

// In BehaviorTree.CPP each inclusion of a tree has a blackboard of its own. Its keys are independent of the keys of
// the including tree, unless they are passed. In Bough all keys are fields of the agent. This file finds the
// inclusions for which this makes a difference.

// keySet is a set of keys in the order of insertion. Its size is bounded by maxPorts.
type keySet struct {
	list []string
	has  map[string]bool
}

func (s *keySet) add(key string) {
	if s.has == nil {
		s.has = map[string]bool{}
	}
	if !s.has[key] && len(s.list) < maxPorts {
		s.has[key], s.list = true, append(s.list, key)
	}
}

// useKey records a key that the current tree uses.
func (im *importer) useKey(key string) {
	if im.keys == nil {
		return
	}
	set := im.keys[im.tree.Name]
	if set == nil {
		set = &keySet{}
		im.keys[im.tree.Name] = set
	}
	set.add(key)
}

// tellPrivate reports the inclusions of trees that have private keys in BehaviorTree.CPP.
func (im *importer) tellPrivate(elements []*element) {
	var keys keySet
	var places []diag.Pos
	for _, el := range elements {
		el.all(func(e *element) {
			if e.name != subTreeTag {
				return
			}
			found := false
			im.keysOf(e, func(key string, private bool) {
				if private {
					keys.add(key)
					found = true
				}
			})
			if found {
				places = append(places, e.pos)
			}
		})
	}
	for _, pos := range places {
		im.report.Differs(pos, "an included tree has a blackboard of its own there; here keys that are not passed to it are fields of the agent, as others of these names are: "+listed(keys.list),
			"rename the keys that should be separate")
	}
}

// keysOf calls visit for the keys of an included tree that are not passed as ports. private is set if the key is
// private to the inclusion; otherwise the key is that of the including tree.
func (im *importer) keysOf(inclusion *element, visit func(key string, private bool)) {
	id := inclusion.get("ID")
	auto := remapsAll(inclusion)
	sort := func(key string) {
		if inclusion.attr(key) == nil {
			visit(key, !auto || strings.HasPrefix(key, "_"))
		}
	}
	for _, key := range im.scope(id).list {
		sort(key)
	}
	for _, p := range im.ports[id] {
		port := portName(p.Name)
		key, ok := blackboardKey("", p.Value.Str())
		switch {
		case !ok || inclusion.attr(port) != nil:
		case key == port || auto:
			sort(key)
		default: // the key of the including tree
			visit(key, false)
		}
	}
}

// scope returns the keys of a tree's blackboard that are used by the tree and by the trees that it includes.
func (im *importer) scope(id string) *keySet {
	if set := im.scopes[id]; set != nil {
		return set
	}
	set := &keySet{}
	im.scopes[id] = set
	if own := im.keys[im.trees.of(id)]; own != nil {
		for _, key := range own.list {
			set.add(key)
		}
	}
	if root := im.roots[id]; root != nil {
		root.all(func(e *element) {
			if e.name == subTreeTag {
				im.keysOf(e, func(key string, private bool) {
					if !private {
						set.add(key)
					}
				})
			}
		})
	}
	return set
}

// remapsAll reports whether an inclusion shares all keys with the including tree.
func remapsAll(inclusion *element) bool {
	auto := inclusion.get("_autoremap")
	return auto == "true" || auto == "1"
}
