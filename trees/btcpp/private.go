package btcpp

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
)

// An included tree has a blackboard of its own there, each time that it is included, and its keys
// are not those of the tree around it unless they are passed. Here all keys are fields
// of the agent. This file finds the inclusions at which that can show.

// useKey notes a key that the tree uses which is being read.
func (im *importer) useKey(key string) {
	if im.keys != nil && !slices.Contains(im.keys[im.tree.Name], key) {
		im.keys[im.tree.Name] = append(im.keys[im.tree.Name], key)
	}
}

// tellPrivate reports the inclusions in trees whose keys are private there.
func (im *importer) tellPrivate(elements []*element) {
	var keys []string
	var places []diag.Pos
	for _, el := range elements {
		el.all(func(e *element) {
			if e.name != subTreeTag {
				return
			}
			private, _ := im.keysOf(e, map[string]bool{})
			for _, key := range private {
				if !slices.Contains(keys, key) {
					keys = append(keys, key)
				}
			}
			if len(private) > 0 {
				places = append(places, e.pos)
			}
		})
	}
	for _, pos := range places {
		im.report.Differs(pos, "an included tree has a blackboard of its own there; here keys that are not passed to it are fields of the agent, as others of these names are: "+listed(keys),
			"give them other names where they are not meant to be the same")
	}
}

// keysOf returns the keys of an included tree that are private to the inclusion, and those that are keys of the
// tree around it. What is passed as a port is none of them. The trees that are being looked at are in open.
func (im *importer) keysOf(inclusion *element, open map[string]bool) (private, shared []string) {
	id := inclusion.get("ID")
	root := im.roots[id]
	if root == nil || open[id] {
		return nil, nil
	}
	open[id] = true
	defer delete(open, id)
	auto := remapsAll(inclusion)
	sort := func(key string) {
		switch {
		case inclusion.attr(key) != nil:
		case auto && !strings.HasPrefix(key, "_"):
			shared = append(shared, key)
		default:
			private = append(private, key)
		}
	}
	for _, key := range im.keys[im.trees.of(id)] {
		sort(key)
	}
	for _, p := range im.ports[id] {
		if key, ok := blackboardKey("", p.Value.Str()); ok && inclusion.attr(portName(p.Name)) == nil {
			sort(key)
		}
	}
	root.all(func(e *element) {
		if e.name == subTreeTag {
			_, keys := im.keysOf(e, open)
			for _, key := range keys {
				sort(key)
			}
		}
	})
	return private, shared
}

// remapsAll reports whether an inclusion shares all keys with the tree around it.
func remapsAll(inclusion *element) bool {
	auto := inclusion.get("_autoremap")
	return auto == "true" || auto == "1"
}
