package btcpp

import "slices"

// A script of an included tree may use a port of that tree as a key. In BehaviorTree.CPP the port then stands for
// the key that the including tree passes to it. In Bough a port is a parameter, and a script cannot write a
// parameter. If all inclusions pass the same key, the script uses that key instead.

// inclusion is a SubTree element in a tree.
type inclusion struct {
	from string // ID of the including tree
	el   *element
}

// passedKeys returns the keys that ports stand for in the scripts of trees, by the name of the tree. The key is "" if
// all inclusions pass values, which are those of the parameter. There are no keys for a main tree, which also runs by
// itself, with keys of its own.
func (im *importer) passedKeys(mains map[string]bool, elements []*element) map[string]map[string]string {
	var list []inclusion
	for _, el := range elements {
		el.all(func(e *element) {
			if e.name == subTreeTag {
				list = append(list, inclusion{el.get("ID"), e})
			}
		})
	}
	return im.resolve(mains, list)
}

func (im *importer) resolve(mains map[string]bool, list []inclusion) map[string]map[string]string {
	byID := map[string][]inclusion{}
	for _, in := range list {
		byID[in.el.get("ID")] = append(byID[in.el.get("ID")], in)
	}
	out := map[string]map[string]string{}
	known := map[[2]string]string{} // "" while the key is searched, and if there are several keys
	var find func(id, port string) string
	find = func(id, port string) string {
		at := [2]string{id, port}
		if key, ok := known[at]; ok {
			return key
		}
		known[at] = ""
		if mains[id] {
			return ""
		}
		all := ""
		for _, in := range byID[id] {
			key := im.passedBy(in, port)
			if own, ok := portKey(key); key != "" && ok && isPort(im.ports[in.from], own) {
				key = find(in.from, key)
			}
			if !isOwnField(key) || all != "" && key != all {
				return ""
			}
			all = key
		}
		known[at] = all
		return all
	}
	for id, ports := range im.ports {
		for _, p := range ports {
			name, port := im.trees.of(id), portName(p.Name)
			key := find(id, port)
			if key == "" && (mains[id] || !im.passesValues(byID[id], port)) {
				continue
			}
			if out[name] == nil {
				out[name] = map[string]string{}
			}
			out[name][port] = key
		}
	}
	return out
}

// passesValues reports whether there are inclusions and each of them passes a value to a port, not a key.
func (im *importer) passesValues(list []inclusion, port string) bool {
	return len(list) > 0 && !slices.ContainsFunc(list, func(in inclusion) bool { return im.passedBy(in, port) != "" })
}

// passedBy returns the key that an inclusion passes to a port, or "" if it passes a value.
func (im *importer) passedBy(in inclusion, port string) string {
	text := reference(port)
	if a := in.el.attr(port); a != nil {
		text = a.value
	} else if !remapsAll(in.el) {
		text = im.defaultText(in.el.get("ID"), port)
	}
	key, ok := blackboardKey(port, text)
	if !ok {
		return ""
	}
	return key
}

// defaultText returns the default of a port of a tree. Without one in the model, it is the key with the name of
// the port.
func (im *importer) defaultText(id, port string) string {
	for _, p := range im.ports[id] {
		if portName(p.Name) == port {
			return portText(p.Value, false)
		}
	}
	return reference(port)
}
