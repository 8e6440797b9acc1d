package btcpp

// A script of an included tree may use a port of that tree as a key. In BehaviorTree.CPP the port then stands for
// the key that the including tree passes to it. In Bough a port is a parameter, and a script cannot write a
// parameter. If all inclusions pass the same key, the script uses that key instead.

// inclusion is a SubTree element in a tree.
type inclusion struct {
	from string // ID of the including tree
	el   *element
}

// passedKeys returns the keys that ports stand for in the scripts of trees, by the name of the tree. It returns
// none for a main tree, which also runs by itself, with keys of its own.
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
			if key := find(id, portName(p.Name)); key != "" {
				name := im.trees.of(id)
				if out[name] == nil {
					out[name] = map[string]string{}
				}
				out[name][portName(p.Name)] = key
			}
		}
	}
	return out
}

// passedBy returns the key that an inclusion passes to a port, or "" if there is none.
func (im *importer) passedBy(in inclusion, port string) string {
	a := in.el.attr(port)
	if a == nil {
		if remapsAll(in.el) {
			return port
		}
		return im.defaultKey(in.el.get("ID"), port)
	}
	key, ok := blackboardKey(port, a.value)
	if !ok {
		return ""
	}
	return key
}

// defaultKey returns the key that is the default of a port of a tree, or "" if there is none. A port without a
// default has the key of its own name as that of its parameter.
func (im *importer) defaultKey(id, port string) string {
	for _, p := range im.ports[id] {
		if key, ok := blackboardKey("", p.Value.Str()); ok && portName(p.Name) == port && key != port {
			return key
		}
	}
	return ""
}
