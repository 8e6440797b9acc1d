package luabind

import (
	"errors"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/lazyregexp"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
)

// takeRefusal returns the first change that was refused under a guard, and clears it. It returns nil if no change
// was refused.
func (s *state) takeRefusal() *lua.Error {
	e := s.refusal
	s.refusal = nil
	return e
}

// refused sets the words of the error for a refused change. It keeps the first such error under a guard for
// takeRefusal.
func (s *state) refused(e *lua.Error) {
	if m := e.Mistake; m != nil {
		if c := s.loading; c != nil && len(m.Operands) == 0 && m.What != "global" && e.At.File != c.Path {
			c.stores = true // a function of a module has assigned a local variable of its file
		}
		w := s.refusalWords(m, errors.Is(e.Cause, lua.ErrGuarded)).Wrap(e.Cause)
		e.Cause = w
		e.Say(message.English(w))
	}
	if s.refusal == nil && errors.Is(e.Cause, lua.ErrGuarded) {
		s.refusal = e
	}
}

// refusalWords returns the words for a refused change. guarded is set if it was refused because nothing can be changed in
// Decide.
func (s *state) refusalWords(m *lua.Mistake, guarded bool) diag.Words {
	iterator := m.By == "gmatch"
	switch {
	case len(m.Operands) == 0 && m.What == "global":
		return message.GlobalAssigned(m.Name)
	case len(m.Operands) == 0 && guarded:
		return message.DecideAssignsLocal(m.Name, s.decidingCode())
	case len(m.Operands) == 0:
		return message.FileLocalAssigned(m.Name)
	case m.Kind == lua.KindTable:
		return s.tableRefused(m, guarded)
	case guarded && iterator:
		return message.DecideIterates(s.decidingCode())
	case guarded:
		return message.DecideResumes(s.decidingCode())
	case iterator:
		return message.SharedIteratorCalled()
	}
	return message.SharedCoroutineResumed()
}

// tableRefused returns the words for a refused write to a table.
func (s *state) tableRefused(m *lua.Mistake, guarded bool) diag.Words {
	t, by := m.Operands[0].Value.Table(), m.By
	if s.runtime.isFunction("table." + by) {
		by = "table." + by
	}
	if s.isBoard(t) {
		return message.BoardChanged(by)
	}
	name, home, shared := s.find(t)
	if name == "" {
		if name = m.Operands[0].Text; name == "" {
			name = "this table"
		}
	}
	switch {
	case guarded && by == "":
		return message.DecideWrites(helper.ShowPlain(m.Key), name, s.decidingCode())
	case guarded:
		return message.DecideChanges(by, name, s.decidingCode())
	case !lua.Frozen(t.Value()) && m.Key.IsNil():
		return message.AgentMetatable(by)
	case !lua.Frozen(t.Value()):
		return message.EngineSetsField(entryName("agent", m.Key))
	case shared && by == "":
		return message.SharedEntryWritten(entryName(name, m.Key), name)
	case shared:
		return message.SharedTableChanged(by, name)
	case home == nil && by == "":
		return message.ReadOnlyEntryWritten(helper.ShowPlain(m.Key), name)
	case home == nil:
		return message.ReadOnlyTableChanged(by, name)
	}
	if s.loading != nil && home != s.loading {
		s.loading.stores = true
	}
	w := message.ConstantTableChanged(home.Path, by, name)
	if by == "" {
		w = message.ConstantEntryWritten(entryName(name, m.Key), home.Path)
	}
	if s.loading != nil {
		return w.With(message.WriteInThatFile())
	}
	return w.With(message.KeepStateOrCopy())
}

// entryName returns an entry of a table in the form in which a script would write it.
func entryName(table string, key lua.Value) string {
	table = strings.TrimPrefix(table, "the ") // "the agent" becomes "agent"
	if name, ok := key.Text(); ok && luaName.MatchString(name) {
		return table + "." + name
	}
	return table + "[" + helper.ShowPlain(key) + "]"
}

// luaName matches keys that can be written after a dot and are short enough for a message.
var luaName = lazyregexp.New(`^[` + ident.First + `][` + ident.Rest + `]{0,39}$`)

// decidingCode returns the name of the code that is running in Decide.
func (s *state) decidingCode() string {
	if s.asking != "" {
		return "the " + s.asking
	}
	return s.ctx.Hook().String()
}

// find returns the name of a table that a script cannot change, as the script would write it. home is the file that
// holds the table, if there is one. shared reports whether all files share the table. If the table is not found,
// the name is "". Each entry that is searched costs a step, since a script may repeat the refused write.
func (s *state) find(t *lua.Table) (name string, home *Chunk, shared bool) {
	room := int(min(maxFound, s.L.Steps))
	f := finder{target: t.Value(), seen: map[lua.Value]bool{}, found: -1, room: room}
	f.search(s)
	s.L.Steps -= int64(room - f.room)
	return f.name(), f.home, f.shared
}

// finder searches for a table among the values that a script can reach. It searches breadth-first, so that it finds
// the shortest name.
type finder struct {
	target lua.Value
	seen   map[lua.Value]bool
	list   []step
	next   int    // index in list of the step to search next
	found  int    // index of the target in list, or -1
	room   int    // number of entries that may still be searched
	home   *Chunk // the file in which the target was found, or nil
	shared bool   // the target was found among the values shared by all scripts
}

func (f *finder) search(s *state) {
	if !lua.Frozen(f.target) {
		f.agent(s.ctx)
		return
	}
	if b := s.bound; b != nil {
		f.root("params", b.params)
		if f.look(nil) {
			return
		}
	}
	f.files(s)
	if f.found < 0 {
		f.globals(s.runtime.globals)
	}
	if f.found < 0 && s.ctx != nil { // the target may belong to an older version of a file
		f.agent(s.ctx)
	}
}

// step is a value that may hold other values, with the path to it.
type step struct {
	value lua.Value
	name  string    // name of a root, or ""
	from  int       // index of the step that holds value, if name is ""
	key   lua.Value // key under which that step holds value, if name is ""
	meta  bool      // value is the metatable of that step
}

// maxFound is the largest number of entries that a search visits.
const maxFound = 20_000

func (f *finder) root(name string, v lua.Value) { f.add(step{value: v, name: name}) }

func (f *finder) add(x step) {
	if k := x.value.Kind(); k != lua.KindTable && k != lua.KindFunction || f.seen[x.value] {
		return
	}
	f.seen[x.value] = true
	f.list = append(f.list, x)
}

// look searches the steps in the list. It reports whether it has found the target. home is the file to which the
// steps belong, or nil.
func (f *finder) look(home *Chunk) bool {
	for ; f.next < len(f.list) && f.room > 0; f.next++ {
		i := f.next
		v := f.list[i].value
		if v == f.target {
			f.found, f.home = i, home
			return true
		}
		if t := v.Table(); t != nil {
			for k, v, more := t.Next(lua.Nil); more && f.room > 0; k, v, more = t.Next(k) {
				f.room--
				f.add(step{value: v, from: i, key: k})
				f.add(step{value: k, from: i, key: k})
			}
			if m := t.Metatable(); m != nil {
				f.add(step{value: m.Value(), from: i, meta: true})
			}
			continue
		}
		for name, v := range v.Function().Captured {
			f.room--
			f.root(name, v)
		}
	}
	f.found = -1
	return false
}

// agent searches the values of the agent of the current hook call.
func (f *finder) agent(c *engine.Context) {
	if t := TableOf(c.Fields()); t != nil {
		f.root("the agent", t.Value())
	}
	f.look(nil)
}

// files searches the files that the current file uses, the current file itself, and then all other files.
func (f *finder) files(s *state) {
	done := map[*Chunk]bool{}
	if s.loading != nil { // a file that is loading cannot reach other files
		f.chunk(s.loading, done)
		return
	}
	if s.bound != nil && f.chunk(s.bound.chunk, done) {
		return
	}
	for _, c := range s.runtime.inForce {
		if f.chunk(c, done) {
			return
		}
	}
}

// chunk searches the modules that a file uses, and then the file itself, since a table has a name in the file that
// created it. It reports whether the target has been found.
func (f *finder) chunk(c *Chunk, done map[*Chunk]bool) bool {
	if done[c] {
		return f.found >= 0
	}
	done[c] = true
	for i := range c.compiled.script.Requires {
		if m := c.uses[c.compiled.script.Requires[i].Name]; m != nil && f.chunk(m, done) {
			return true
		}
	}
	if !c.loaded {
		return false
	}
	if c.module {
		f.root(c.Name, c.value)
	}
	for h := range c.hooks {
		if fn := c.hooks[h].fn; fn != nil {
			f.root("", fn.Value())
		}
	}
	for k, v, more := c.env.Next(lua.Nil); more; k, v, more = c.env.Next(k) {
		if name, ok := k.Text(); ok {
			f.root(name, v)
		}
	}
	f.root("what "+c.Path+" returns", c.value)
	return f.look(c)
}

// globals searches the values that all scripts share.
func (f *finder) globals(t *lua.Table) {
	for k, v, more := t.Next(lua.Nil); more; k, v, more = t.Next(k) {
		f.root(k.String(), v)
	}
	f.shared = f.look(nil)
}

// name returns the name of the target, or "" if it has not been found.
func (f *finder) name() string {
	if f.found < 0 {
		return ""
	}
	return f.nameOf(f.found)
}

func (f *finder) nameOf(i int) string {
	switch x := f.list[i]; {
	case x.name != "":
		return x.name
	case x.meta:
		return strings.TrimPrefix(f.nameOf(x.from), "the ") + ".(metatable)"
	default:
		return entryName(f.nameOf(x.from), x.key)
	}
}
