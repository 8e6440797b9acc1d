// Package statediff describes states of worlds, and differences between them, in words.
package statediff

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
)

// First describes the first difference between two results of Words, or returns "" if there is none. other is a
// phrase for the origin of the second result, such as "in the recording".
func First(first, second []string, other string) string {
	n := 0
	for n < min(len(first), len(second)) && first[n] == second[n] {
		n++
	}
	first, second = first[n:], second[n:]
	switch {
	case len(first) == 0 && len(second) == 0:
		return ""
	case len(second) == 0:
		return tr.F("not %s: %s", other, first[0])
	case len(first) == 0:
		return tr.F("only %s: %s", other, second[0])
	}
	inSecond, inFirst := slices.Contains(second, first[0]), slices.Contains(first, second[0])
	switch {
	case inSecond && inFirst:
		return tr.F("in another order %s: %s", other, first[0])
	case inSecond:
		return tr.F("only %s: %s", other, second[0])
	case inFirst || subject(first[0]) != subject(second[0]):
		return tr.F("not %s: %s", other, first[0])
	}
	return tr.F("%s; %s: %s", first[0], other, second[0])
}

// subject returns the part of a line that says what the line is about: the part before " = ", or the first two words.
func subject(line string) string {
	if before, _, ok := strings.Cut(line, " = "); ok {
		return before
	}
	words := strings.Fields(line)
	return strings.Join(words[:min(2, len(words))], " ")
}

// Words describes the state of a world with one fact on each line. It does not describe all parts of the state.
func Words(w *engine.World) (lines []string) {
	add := func(line string) { lines = append(lines, line) }
	add(tr.F("the clock is %v", w.Clock()))
	for a := range w.Agents() {
		of := a.Label()
		add(tr.F("%s runs %s, and is %v after %d ticks", of, a.Program().Name(), a.Status().Word(), a.Ticks()))
		for k, v := range a.Fields().All {
			add(tr.F("%s has %s = %s", of, k.Name(), v.Plain()))
		}
		for _, i := range a.ActiveNodes() {
			add(tr.F("%s has been in %s for %v", of, a.Program().Node(i).Path, a.ActiveFor(i)))
		}
		for _, s := range a.Stimuli() {
			add(tr.F("%s holds the stimulus %s: %s", of, s.Name, s.Data.Plain()))
		}
		for channel, q := range a.Requests() {
			add(tr.F("%s requests %s on %s: %s", of, q.Kind, channel, q.Data.Plain()))
		}
		for _, s := range a.History() {
			add(tr.F("%s ran %s %d to %d ticks ago", of, strings.Join(s.Ran, " "), s.From, s.To))
		}
	}
	for _, f := range w.Faults() {
		add(f.Error())
	}
	for _, f := range w.Quarantines() {
		add(tr.F("%s is in quarantine", f.Behavior.Name))
	}
	return lines
}

// BoardEntry describes the first entry, in the order of boards and keys, that differs in v and w, such as
// "alarm.door is true instead of nil". It returns "" if there is none. same compares the values in v and w.
func BoardEntry(v, w *engine.World, same func(a, b value.Value) bool) string {
	var keys [][2]string
	entries := [2]map[[2]string]value.Value{{}, {}}
	for i, world := range []*engine.World{v, w} {
		world.BoardEntries(func(board, key string, x value.Value) bool {
			k := [2]string{board, key}
			entries[i][k], keys = x, append(keys, k)
			return true
		})
	}
	slices.SortFunc(keys, func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
	for _, k := range keys {
		if a, b := entries[0][k], entries[1][k]; !same(a, b) {
			return tr.F("%s.%s is %v instead of %v", k[0], k[1], a.Plain(), b.Plain())
		}
	}
	return ""
}
