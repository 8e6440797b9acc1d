package engine

import (
	"slices"
	"strings"
	"sync"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
)

// nameIndex maps names in scripts to nodes: the name of a behavior, its last part, an explicit id, or a path. It is
// filled at the first query, since few programs are queried.
type nameIndex struct {
	once sync.Once
	at   map[string][]int32
}

// Nodes returns the nodes that a name stands for: the nodes of a behavior with that name or with a name that ends
// in ".name", the nodes with that id, or the node at that path. It returns nil if there is none.
func (p *Program) Nodes(name string) []int32 {
	p.names.once.Do(p.index)
	return p.names.at[name]
}

// UnknownNodeError is the error for a name that no node of a tree has.
type UnknownNodeError struct {
	Tree, Name string
	// Near is the name that was probably meant, or "". Names are the names of the nodes, at most 12 of them; more of
	// them are replaced by "...".
	Near  string
	Names []string
}

// Error returns a text with suggestions.
func (e *UnknownNodeError) Error() string {
	if e.Near != "" {
		return tr.F("tree %s has no node %q: did you mean %s?", e.Tree, e.Name, e.Near)
	}
	return tr.F("tree %s has no node %q (it has %s)", e.Tree, e.Name, strings.Join(e.Names, ", "))
}

// Words returns the words for the error of a script that asks for the name.
func (e *UnknownNodeError) Words() diag.Words {
	w := message.NodeNotInTree(message.Cut(e.Name), e.Tree)
	if e.Near != "" {
		return w.With(message.DidYouMean(e.Near))
	}
	return w.With(message.ItHas(e.Names))
}

// NoNode returns the error for a name that no node has.
func (p *Program) NoNode(name string) *UnknownNodeError {
	var full, all []string
	for i := range p.info {
		in := &p.info[i]
		if !slices.Contains(full, in.name) {
			full = append(full, in.name)
		}
		all = append(all, in.name, in.name[strings.LastIndexByte(in.name, '.')+1:])
		if in.id != "" {
			all = append(all, in.id)
		}
	}
	const most = 12
	if len(full) > most {
		full = append(full[:most], "...")
	}
	return &UnknownNodeError{p.name, name, diag.Suggest(name, all), full}
}

// index adds each node under all names that may stand for it.
func (p *Program) index() {
	at := make(map[string][]int32, 3*len(p.nodes))
	for i := range p.info {
		in := &p.info[i]
		for _, name := range [...]string{in.name, in.name[strings.LastIndexByte(in.name, '.')+1:], in.id, in.path} {
			nodes := at[name]
			if name != "" && (len(nodes) == 0 || nodes[len(nodes)-1] != int32(i)) {
				at[name] = append(nodes, int32(i))
			}
		}
	}
	p.names.at = at
}
