package btcpp

import (
	"strings"

	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/trees"
)

// metaField is the field of a meta table that holds the data of this package.
const metaField = "btcpp"

// The names of fields in the data.
const (
	keepID      = "id"      // ID, if the name in Bough differs
	keepTag     = "tag"     // Action, Condition, ... if the element is written with ID=
	keepNode    = "node"    // name of the original node, if several nodes correspond to one kind
	keepName    = "name"    // name=, if it is not a valid id
	keepModel   = "model"   // the entry of TreeNodesModel; stored with the first node that uses it
	keepUnused  = "unused"  // entries that no node uses; stored with the first tree
	keepAttr    = "attr"    // the attribute that this node was made from
	keepText    = "text"    // the text of that attribute
	keepOf      = "of"      // "tree" if the attribute is on the root of the included tree; ofPort if it is a port
	keepMain    = "main"    // set if the tree is main_tree_to_execute but not the first tree
	keepRoot    = "root"    // other attributes of the element root; stored with the first tree
	keepInclude = "include" // the include elements of the file; stored with the first tree
)

const ofPort = "port" // see separated

// keep collects data for which Bough has no other place. Its fields are the fields above, and attributes that begin
// with "_". Its items are "NAME=TEXT" for other attributes and for attributes that Export would write with another
// text, and "NAME" for omitted attributes that have a default.
type keep struct {
	items  []trees.Arg
	fields []trees.Param
}

func (k *keep) field(name, text string) {
	k.value(name, value.String(text))
}

func (k *keep) value(name string, v value.Value) {
	k.fields = append(k.fields, trees.Param{Name: name, Value: v})
}

func (k *keep) item(text string) {
	k.items = append(k.items, trees.Arg{Value: value.String(text)})
}

// attr stores an attribute.
func (k *keep) attr(name, text string) {
	if strings.HasPrefix(name, "_") && isPlain(name) {
		k.field(name, text)
		return
	}
	k.item(name + "=" + text)
}

// attrs stores attributes.
func (k *keep) attrs(list []attr) {
	for _, a := range list {
		k.attr(a.name, a.value)
	}
}

// table returns the data as a table, or nil if there is none.
func (k *keep) table() *trees.Table {
	if len(k.items)+len(k.fields) == 0 {
		return nil
	}
	return &trees.Table{Items: k.items, Fields: k.fields}
}

// meta returns a meta table with the data.
func (k *keep) meta() *trees.Table {
	t := k.table()
	if t == nil {
		return nil
	}
	return &trees.Table{Fields: []trees.Param{{Name: metaField, Value: value.Other(t)}}}
}

// kept is the data in a meta={btcpp={...}}. Its table may be nil.
type kept struct{ table *trees.Table }

func keptIn(meta *trees.Table) kept {
	if meta == nil {
		return kept{}
	}
	v, _ := meta.Field(metaField)
	t, _ := v.Ref().(*trees.Table)
	return kept{t}
}

// text returns the text of a field, or "" if there is none.
func (k kept) text(name string) string {
	if k.table == nil {
		return ""
	}
	v, _ := k.table.Field(name)
	return v.Str()
}

// inner returns the table of a field.
func (k kept) inner(name string) kept {
	if k.table == nil {
		return kept{}
	}
	v, _ := k.table.Field(name)
	t, _ := v.Ref().(*trees.Table)
	return kept{t}
}

// main reports whether the tree is the main tree of the file.
func (k kept) main() bool {
	if k.table == nil {
		return false
	}
	v, _ := k.table.Field(keepMain)
	return v.Truthy()
}

// items returns the items that are strings.
func (k kept) items() []string {
	var list []string
	if k.table != nil {
		for _, item := range k.table.Items {
			if item.Value.Kind() == value.KindString {
				list = append(list, item.Value.Str())
			}
		}
	}
	return list
}

// restore adds the stored attributes to an element, and removes attributes that the original element did not have.
func (k kept) restore(el *element) {
	for _, item := range k.items() {
		name, text, written := strings.Cut(item, "=")
		if !isAttrName(name) {
			continue
		}
		if written {
			el.set(name, printable(text))
		} else {
			el.remove(name)
		}
	}
	if k.table == nil {
		return
	}
	for _, f := range k.table.Fields {
		if strings.HasPrefix(f.Name, "_") && f.Value.Kind() == value.KindString {
			el.set(f.Name, printable(f.Value.Str()))
		}
	}
}

// remove removes an attribute.
func (e *element) remove(name string) {
	for i := range e.attrs {
		if e.attrs[i].name == name {
			e.attrs = append(e.attrs[:i:i], e.attrs[i+1:]...)
			return
		}
	}
}

// isAttrName reports whether a name is valid for an attribute or an element in XML.
func isAttrName(name string) bool {
	if name == "" || !isLetter(name[0]) && name[0] != ':' && name[0] < 0x80 {
		return false
	}
	plain := func(c byte) bool { return isLetter(c) || isDigit(c) || strings.IndexByte("-.:", c) >= 0 }
	size := runOf(name, plain)
	if size < len(name) {
		size = runOf(name, func(c byte) bool { return plain(c) || c >= 0x80 })
		_, _, m := decode("", []byte("<"+name+"/>"))
		return size == len(name) && m == nil
	}
	return true
}
