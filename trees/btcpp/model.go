package btcpp

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
)

const modelTag = "TreeNodesModel"

// maxPorts is the largest number of ports of a tree or of an entry, so that all ports fit on a tree line.
const maxPorts = 1500

// maxModel is the largest size of a stored entry, so that the parser accepts the line of its node.
const maxModel = 6000

// modelEntries returns the entries of TreeNodesModel, in the order of the file. If several entries have the same
// ID, it returns the first one.
func modelEntries(root *element) []*element {
	var list []*element
	seen := map[string]bool{}
	for _, m := range root.children {
		if m.name != modelTag {
			continue
		}
		for _, entry := range m.children {
			if id := entry.get("ID"); id != "" && !seen[id] {
				seen[id] = true
				list = append(list, entry)
			}
		}
	}
	return list
}

// portsOf returns the ports of an entry.
func portsOf(m *element) (ports []*element) {
	for _, p := range m.children {
		if p.get("name") != "" && (p.name == "input_port" || p.name == "output_port" || p.name == "inout_port") {
			ports = append(ports, p)
		}
	}
	return ports
}

// plainModels returns the entries that Export would write anyway, by ID.
func plainModels(elements []*element) map[string]*element {
	plain := map[string]*element{}
	for _, m := range usageModels(elements) {
		plain[m.get("ID")] = m
	}
	return plain
}

// telling returns the entries that contain more than the entries in plain.
func telling(entries []*element, plain map[string]*element) map[string]*element {
	models := map[string]*element{}
	for _, m := range entries {
		if p := plain[m.get("ID")]; p == nil || modelText(p) != modelText(m) {
			models[m.get("ID")] = m
		}
	}
	return models
}

// usageModels returns an entry for each node that BehaviorTree.CPP does not define. The ports of the entry follow
// from the uses of the node in trees, and the type follows from the children.
func usageModels(elements []*element) []*element {
	u := usage{entries: map[string]*element{}, children: map[string]int{}, ports: map[string]bool{}}
	for _, el := range elements {
		for _, child := range el.children {
			child.all(u.note)
		}
	}
	for _, entry := range u.list {
		if entry.name == "" {
			entry.name = []string{"Action", "Decorator", "Control"}[min(u.children[entry.get("ID")], 2)]
		}
	}
	return u.list
}

// usage collects entries from the uses of nodes.
type usage struct {
	list     []*element
	entries  map[string]*element
	children map[string]int // the largest number of children of any node, by ID
	ports    map[string]bool
}

func (u *usage) note(el *element) {
	id, explicit := nodeTag(el)
	if isKnownTag(id) {
		return
	}
	entry := u.entries[id]
	if entry == nil {
		entry = &element{attrs: []attr{{name: "ID", value: id}}}
		u.entries[id], u.list = entry, append(u.list, entry)
	}
	if explicit && entry.name == "" {
		entry.name = el.name
	}
	u.children[id] = max(u.children[id], len(el.children))
	for _, a := range el.attrs {
		if key := id + "\x00" + a.name; isPassing(a.name) && !u.ports[key] {
			u.ports[key] = true
			entry.children = append(entry.children, &element{name: "input_port", attrs: []attr{{name: "name", value: a.name}}})
		}
	}
}

// modelText returns an entry on one line. It uses single quotes, since the text will be stored in a quoted text.
func modelText(el *element) string {
	var b strings.Builder
	writeModel(&b, el)
	return b.String()
}

var modelEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "'", "&apos;", "\t", "&#x9;", "\n", "&#xA;", "\r", "&#xD;")

func writeModel(b *strings.Builder, el *element) {
	b.WriteString("<" + el.name)
	for _, a := range el.attrs {
		b.WriteString(" " + a.name + "='" + modelEscaper.Replace(a.value) + "'")
	}
	if len(el.children) == 0 && el.text == "" {
		b.WriteString("/>")
		return
	}
	b.WriteString(">" + modelEscaper.Replace(el.text))
	for _, c := range el.children {
		writeModel(b, c)
	}
	b.WriteString("</" + el.name + ">")
}

// placeModel stores the entry for an ID with the first node or tree that has this ID.
func (im *importer) placeModel(k *keep, id string, pos diag.Pos) {
	m := im.models[id]
	if m == nil || im.placed[id] {
		return
	}
	im.placed[id] = true
	text := modelText(m)
	if utf8.RuneCountInString(text) > maxModel {
		im.report.Differs(pos, message.ModelNotKept(id))
		return
	}
	k.field(keepModel, text)
}

// unusedModels returns the entries that nothing uses.
func (im *importer) unusedModels(root *element) *trees.Table {
	var k keep
	size := 0
	for _, m := range modelEntries(root) {
		if id := m.get("ID"); im.models[id] == nil || im.placed[id] {
			continue
		}
		text := modelText(m)
		if size += utf8.RuneCountInString(text); size > maxModel {
			im.report.Differs(m.pos, message.ModelsNotKept())
			break
		}
		k.items = append(k.items, trees.Arg{Value: value.String(text)})
	}
	return k.table()
}

// treePorts returns the parameters of the trees, by ID. The parameters are the ports in the models of the trees,
// and the ports to which any inclusion passes a value. The default of a port is the key with the same name, so that
// a tree can also run by itself.
func treePorts(entries, elements []*element) map[string][]trees.TreeParam {
	ports := map[string][]trees.TreeParam{}
	for _, el := range elements {
		ports[el.get("ID")] = nil
	}
	add := func(id, port, text string, pos diag.Pos) {
		key, ok := portKey(port)
		list, here := ports[id]
		if ok && here && len(list) < maxPorts && !slices.ContainsFunc(list, func(p trees.TreeParam) bool { return p.Name == key }) {
			ports[id] = append(list, trees.TreeParam{Param: trees.Param{Name: key, Value: literal(text), Pos: pos}})
		}
	}
	for _, m := range entries {
		for _, p := range portsOf(m) {
			if name := p.get("name"); m.name == subTreeTag {
				add(m.get("ID"), name, defaultOf(p, name), p.pos)
			}
		}
	}
	for _, el := range elements {
		el.all(func(e *element) {
			if e.name != subTreeTag {
				return
			}
			for _, a := range e.attrs {
				if isPassing(a.name) {
					add(e.get("ID"), a.name, reference(a.name), a.pos)
				}
			}
		})
	}
	return ports
}

// defaultOf returns the default of a port of a tree.
func defaultOf(port *element, name string) string {
	if a := port.attr("default"); a != nil {
		return a.value
	}
	return reference(name)
}
