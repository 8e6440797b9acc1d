package quota

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/lazyregexp"
	"github.com/bough-dev/bough/luabind/lua"
)

// Holding is a value that an agent keeps, or a group of such values.
type Holding struct {
	// Path is an expression for the value as scripts would write it, such as "agent.list", or a description, such
	// as "memory of root/patrol".
	Path string `json:"path"`
	// Entries is the number of entries, if the value is a table. Removed entries may be included.
	Entries int `json:"entries"`
	// Tables is the number of tables, including nested ones. It is 0 if Bytes does not include nested tables.
	Tables int `json:"tables,omitempty"`
	// Bytes is the size, which includes the strings in a table.
	Bytes int `json:"bytes"`
}

// maxHoldings is the largest number of tables that Hold returns. shownWhere is the largest number of places in an
// Excess.
const (
	maxHoldings = 8
	shownWhere  = 3
)

// Hold returns the number of bytes that an agent keeps, and its largest tables without nested tables. It must be
// called on the goroutine that ticks the world, between ticks.
func (q *Quota) Hold(a *engine.Agent) (bytes int, largest []Holding) {
	m := &Meter{quota: q}
	h := m.hold(a)
	return h.bytes, h.largest(maxHoldings)
}

// holdings is the result of a walk over an agent.
type holdings struct {
	found []lua.Found
	of    []string  // the ends of the paths of the roots; these are the first elements of found
	other []Holding // holdings that are not Lua values
	bytes int
}

// hold walks over all values that an agent keeps. The result is valid until the next walk.
func (m *Meter) hold(a *engine.Agent) *holdings {
	h, w := &holdings{}, &m.walker
	m.quota.roots(a, func(name, of string, v lua.Value) {
		n := len(w.Found)
		if w.Root(name, v); len(w.Found) > n {
			h.of = append(h.of, of)
		}
	})
	w.Walk()
	h.found, h.bytes = w.Found, int(w.Bytes)
	stimuli, requests := Holding{Path: "stimuli"}, Holding{Path: "requests"}
	for _, s := range a.Stimuli() {
		stimuli.add(s.Name, s.Data)
	}
	for _, r := range a.Requests() {
		requests.add(r.Kind, r.Data)
	}
	h.other = []Holding{stimuli, requests}
	h.bytes += stimuli.Bytes + requests.Bytes
	return h
}

// add adds the size of a value that is not a Lua value.
func (h *Holding) add(name string, v value.Value) {
	h.Entries++
	h.Bytes += len(name) + v.Weight()
}

// largest returns the n largest tables. The size of a table does not include nested tables.
func (h *holdings) largest(n int) []Holding {
	var list []int
	for i := range h.found {
		if h.found[i].Value.Table() == nil || len(list) == n && h.found[i].Bytes <= h.found[list[n-1]].Bytes {
			continue
		}
		if len(list) == n {
			list = list[:n-1]
		}
		at := len(list)
		for at > 0 && h.found[list[at-1]].Bytes < h.found[i].Bytes {
			at--
		}
		list = slices.Insert(list, at, i)
	}
	var out []Holding
	for _, i := range list {
		out = append(out, Holding{Path: h.path(i), Entries: h.found[i].Entries, Bytes: int(h.found[i].Bytes)})
	}
	return out
}

// where returns the places that hold the most bytes. A place is a root, or an entry of a table that is a root.
func (h *holdings) where() []Holding {
	top := make([]int32, len(h.found)) // index of the place to which each value belongs
	sums := map[int32]*Holding{}
	for i := range h.found {
		f := &h.found[i]
		if top[i] = int32(i); f.From >= len(h.of) {
			top[i] = top[f.From]
		} else if f.From >= 0 && h.found[f.From].Value.Table() == nil {
			top[i] = int32(f.From)
		}
		s := sums[top[i]]
		if s == nil {
			s = &Holding{}
			sums[top[i]] = s
		}
		s.Bytes += int(f.Bytes)
		if f.Value.Table() != nil {
			s.Tables++
		}
	}
	out := slices.Clone(h.other)
	for i := range top {
		if s := sums[int32(i)]; s != nil && top[i] == int32(i) {
			s.Path, s.Entries = h.path(i), h.found[i].Entries
			out = append(out, *s)
		}
	}
	slices.SortStableFunc(out, func(x, y Holding) int { return cmp.Compare(y.Bytes, x.Bytes) })
	return out[:min(shownWhere, len(out))]
}

func (h *holdings) excess(limit int, a *account) *Excess {
	e := &Excess{Bytes: h.bytes, Limit: limit, Where: h.where()}
	if l := h.largest(1); len(l) > 0 {
		e.Largest = l[0]
	}
	if u := heaviest(a.heavy, 1); len(u) > 0 {
		e.Heaviest = u[0]
	}
	return e
}

// maxPath is the largest number of keys in a path. A longer path shows only its last keys.
const maxPath = 6

// path returns the path of a value as messages show it, such as "agent.list[3].seen" or "a local of run of
// root/patrol".
func (h *holdings) path(i int) string {
	begin, of := "", ""
	var keys []lua.Value
	for {
		f := &h.found[i]
		switch {
		case f.From < 0:
			of = f.Name + joined(keys) + h.of[i] + of
			return begin + of
		case !f.Key.IsNil():
			keys = append(keys, f.Key)
		default:
			begin, keys = begin+f.Name+joined(keys)+" of ", nil
		}
		i = f.From
	}
}

// joined returns a name followed by keys, which are in reverse order.
func joined(keys []lua.Value) string {
	text := ""
	if len(keys) > maxPath {
		keys, text = keys[:maxPath], ".…"
	}
	for _, k := range slices.Backward(keys) {
		text += keyText(k)
	}
	return text
}

// maxKey is the largest number of bytes of a key in a path.
const maxKey = 40

var plainName = lazyregexp.New(`^` + ident.Pattern + `$`)

func keyText(k lua.Value) string {
	switch text, isText := k.Text(); {
	case isText && len(text) <= maxKey && plainName.MatchString(text):
		return "." + text
	case isText && len(text) <= maxKey:
		return fmt.Sprintf("[%q]", text)
	case isText:
		return fmt.Sprintf("[%q…]", strings.ToValidUTF8(text[:maxKey], ""))
	}
	if n, ok := k.Float(); ok {
		return "[" + lua.FormatNumber(n) + "]"
	}
	return "[a " + k.Kind().String() + "]"
}
