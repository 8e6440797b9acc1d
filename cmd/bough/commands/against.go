package commands

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
)

// compareRecordings runs two recordings side by side, tick by tick, and prints where they begin to differ: the boards, and
// for each agent of r the first tick in which it runs other nodes or has other fields. Ticks are matched by their numbers, and
// agents by their IDs and names, so the recordings should be of the same scene or of two machines that ran the same match.
func (x *replaying) compareRecordings(out io.Writer, r *bough.Recording, path string) error {
	other, file, err := openRecording(path)
	if err != nil {
		return err
	}
	defer file.Close()
	if more := moreThanDefault(other.Limits()); more != "" && !x.trust {
		return errMoreThanDefault(path, more)
	}
	a, err := r.Replay(x.recorded)
	if err != nil {
		return err
	}
	defer a.Close()
	b, err := other.Replay(x.recorded)
	if err != nil {
		return err
	}
	defer b.Close()
	begin, last := r.Ticks()
	otherBegin, otherLast := other.Ticks()
	from, to := max(begin, otherBegin), min(last, otherLast)
	if from > to {
		return usagef("--against %s: it has the ticks %d to %d, and the recording %d to %d; they have none in common", path, otherBegin, otherLast, begin, last)
	}
	d := &differences{out: out, other: path, told: map[engine.AgentID]bool{}}
	for tick := from; tick <= to; tick++ {
		if err := a.GoTo(tick); err != nil {
			return err
		}
		if err := b.GoTo(tick); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if tick == from {
			if was, is := a.Game().Bundle().Hash, b.Game().Bundle().Hash; was != is {
				tr.Fprintf(out, "tick %d scripts %s, and %s in %s\n", tick, was.Short(), is.Short(), path)
			}
		}
		d.tick(tick, a.Game().World(), b.Game().World())
	}
	return d.end(from, to)
}

// differences tells where two recordings begin to differ.
type differences struct {
	out         io.Writer
	other       string // name of the second recording
	told        map[engine.AgentID]bool
	boards      bool // a difference of boards is told
	shown, left int
}

// tick compares the states after a tick.
func (d *differences) tick(tick int64, a, b *engine.World) {
	if is, was := boardsOf(b), boardsOf(a); !d.boards && !maps.Equal(was, is) {
		d.boards = true
		d.tell(tr.F("tick %d: boards: %s", tick, changed(was, is)))
	}
	for was := range a.Agents() {
		if d.told[was.ID()] {
			continue
		}
		text := ""
		if is := b.Agent(was.ID()); is == nil || is.Name() != was.Name() {
			text = tr.T("is not there")
		} else {
			text = difference(was, is)
		}
		if text != "" {
			d.told[was.ID()] = true
			d.tell(tr.F("tick %d: %s %s", tick, was.Label(), text))
		}
	}
	for is := range b.Agents() {
		if !d.told[is.ID()] && a.Agent(is.ID()) == nil {
			d.told[is.ID()] = true
			d.tell(tr.F("tick %d: %s is only there", tick, is.Label()))
		}
	}
}

// tell prints a difference, if there are not too many.
func (d *differences) tell(text string) {
	if d.shown == maxShown {
		d.left++
		return
	}
	if d.shown++; d.shown == 1 {
		tr.Fprintf(d.out, "in %s:\n", d.other)
	}
	fmt.Fprintln(d.out, text)
}

// end prints what the comparison has shown, and returns errFindings if there are differences.
func (d *differences) end(from, to int64) error {
	if d.left > 0 {
		tr.Fprintf(d.out, "… and %d more\n", d.left)
	}
	if d.shown == 0 {
		tr.Fprintf(d.out, "in ticks %d to %d all agents do the same, and have the same fields\n", from, to)
		return nil
	}
	return errFindings
}

// difference says how an agent is in the second recording and not in the first one, or returns "".
func difference(was, is *bough.Agent) string {
	var parts []string
	if was.Program().Name() != is.Program().Name() {
		parts = append(parts, tr.F("runs the tree %s instead of %s", is.Program().Name(), was.Program().Name()))
	} else if a, b := deepestNodes(was), deepestNodes(is); !slices.Equal(a, b) {
		parts = append(parts, tr.F("runs %s instead of %s", nodesText(b), nodesText(a)))
	}
	if a, b := fieldsOf(was), fieldsOf(is); !maps.Equal(a, b) {
		parts = append(parts, tr.F("has %s", changed(a, b)))
	}
	return strings.Join(parts, tr.T(", and "))
}

// deepestNodes returns the names of the nodes that an agent ran in its last tick, except those above other such nodes.
func deepestNodes(a *bough.Agent) (list []string) {
	ran, p := a.RanNodes(1), a.Program()
	for k, i := range ran {
		if k+1 == len(ran) || ran[k+1] >= p.Node(i).End {
			list = append(list, p.Node(i).Name)
		}
	}
	return list
}

func nodesText(names []string) string {
	if len(names) == 0 {
		return tr.T("nothing")
	}
	return strings.Join(names, tr.T(" and "))
}

func fieldsOf(a *bough.Agent) map[string]string {
	fields := map[string]string{}
	for k, v := range a.Fields().All {
		fields[k.Name()] = v.Plain()
	}
	return fields
}

func boardsOf(w *engine.World) map[string]string {
	entries := map[string]string{}
	w.BoardEntries(func(board, key string, v value.Value) bool {
		entries[board+"."+key] = v.Plain()
		return true
	})
	return entries
}

// cut returns the first characters of a value.
func cut(text string) string {
	if r := []rune(text); len(r) > 60 {
		return string(r[:59]) + "…"
	}
	return text
}

// changed lists at most three values that differ.
func changed(was, is map[string]string) string {
	names := map[string]bool{}
	for _, m := range []map[string]string{was, is} {
		for name := range m {
			names[name] = names[name] || was[name] != is[name]
		}
	}
	maps.DeleteFunc(names, func(_ string, differs bool) bool { return !differs })
	var list []string
	orNil := func(v string, there bool) string {
		if !there {
			return "nil"
		}
		return cut(v)
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if len(list) == 3 {
			list = append(list, tr.F("%d more", len(names)-3))
			break
		}
		a, inA := was[name]
		b, inB := is[name]
		list = append(list, tr.F("%s = %s instead of %s", name, orNil(b, inB), orNil(a, inA)))
	}
	return strings.Join(list, ", ")
}
