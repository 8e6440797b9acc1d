package inspect

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/bough-dev/bough/inspect/wire"
	"github.com/bough-dev/bough/internal/coverage"
)

// cover counts what the game runs, if it was opened with bough.Options.Coverage. It counts until the game is closed, also while
// nobody looks.
func (h *Handler) cover() {
	if game := h.live.game; game.Runtime().Covers() {
		h.counter = coverage.New()
		h.counter.Watch(game)
	}
}

// covered is the reply to GET v1/coverage/PATH.
func (h *Handler) covered(r *request) (any, error) {
	if !isPath(r.rest) {
		return nil, refuse(statusBadRequest, tr.T("this is no path below the scripts; write it like guard.bt or move/flee.lua"))
	}
	if h.counter == nil {
		return nil, refuse(statusNotFound, tr.T("the game does not count what runs; it does with bough.Options.Coverage, or bough play --web --cover"))
	}
	reply := &wire.Coverage{Lines: []wire.CoveredLine{}}
	err := h.do(r.ctx, func(l *live) error {
		reply.Stamp = l.stamp()
		for _, c := range l.game.Bundle().Contents() {
			if c.Path == r.rest {
				reply.Hash = hex.EncodeToString(c.Sum[:])
			}
		}
		if script, tree := h.counter.File(l.game, path.Clean(r.rest)); script != nil {
			reply.Lines = scriptLines(script)
		} else if tree != nil {
			reply.Lines = treeLines(tree)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return reply, nil
}

// The states of a wire.CoveredLine.
const (
	lineRan   = "ran"
	linePart  = "part"
	lineNever = "never"
)

func scriptLines(s *coverage.Script) (list []wire.CoveredLine) {
	for _, l := range s.Lines {
		out := wire.CoveredLine{Line: l.Line, State: lineNever, Text: fmt.Sprintf("%d×", l.Count)}
		switch {
		case l.Ran():
			out.State = lineRan
		case l.Part:
			out.State = linePart
		}
		list = append(list, out)
	}
	return list
}

// treeLines joins the node and the conditions of each line. A node that has not run makes the line one that has not. The text needs no language: true and false are words of Lua.
func treeLines(t *coverage.Tree) (list []wire.CoveredLine) {
	ran, texts, never := map[int]coverage.Tally{}, map[int][]string{}, map[int]bool{}
	add := func(line int, text string, counts ...int64) {
		sum := ran[line]
		for _, n := range counts {
			sum.Of++
			if n > 0 {
				sum.Ran++
			}
		}
		ran[line], texts[line] = sum, append(texts[line], text)
	}
	for _, n := range t.Nodes {
		add(n.Line, fmt.Sprintf("%d×", n.Count), n.Count)
		never[n.Line] = n.Count == 0
	}
	for _, k := range t.Conditions {
		add(k.Line, fmt.Sprintf("%s: true %d×, false %d×", cmp.Or(k.Name, k.Text), k.True, k.False), k.True, k.False)
	}
	for _, line := range slices.Sorted(maps.Keys(ran)) {
		out := wire.CoveredLine{Line: line, State: linePart, Text: strings.Join(texts[line], ", ")}
		switch sum := ran[line]; {
		case sum.Ran == 0 || never[line]:
			out.State = lineNever
		case sum.Ran == sum.Of:
			out.State = lineRan
		}
		list = append(list, out)
	}
	return list
}
