package engine

import (
	"fmt"
	"strings"

	"github.com/bough-dev/bough/engine/kind"
)

// whyRefused returns the reason why the rule of node i refuses, computed from the answers of its children.
// fromChildren is set if the children have reasons of their own.
//
// The reason states facts and does not repeat the rules. For nearly all kinds, the facts are the children that
// are not ready, and the children that have failed before.
func (r *explainer) whyRefused(i int32) (why string, fromChildren bool) {
	in := &r.wk.prog.info[i]
	unready, refused, dismissed := r.answers(i)
	switch in.kind {
	case kind.Condition:
		return tr.F("condition %s is false", in.settings.Expression.Source()), false
	case kind.Fail:
		return tr.T("it always fails"), false
	case kind.ForceFailure:
		return tr.T("it fails, whatever its child comes to"), false
	case kind.Invert:
		return tr.T("its child is certain to succeed"), false
	case kind.Switch:
		if unready == "" {
			return tr.T("no case is for this value"), false
		}
	case kind.Parallel:
		children := len(r.wk.prog.children(i))
		if m, _ := thresholds(&in.settings, children); unready == "" && m > children {
			return tr.F("it needs %d children to succeed and has %d", m, children), false
		}
	case kind.IfThenElse, kind.WhileDoElse:
		if _, ok := r.at[i+1]; ok && branch(r.wk.prog, i, false) == r.wk.prog.nodes[i].end && !r.steps[r.at[i+1]].Ready {
			return tr.F("%s, and it has no third child", unready), true
		}
	}
	switch {
	case unready != "":
		return unready, refused
	case dismissed:
		return tr.T("no child that is ready is chosen"), true
	case i+1 == r.wk.prog.nodes[i].end:
		return tr.T("it has no child"), false
	}
	return tr.T("its rule says no"), false
}

// maxBlamed is the maximum number of children that an answer names.
const maxBlamed = 3

// answers returns a text that names the children of node i that are not ready or that have failed before, or "" if
// there are none. refused reports whether some are not ready, and dismissed whether some were ready but not chosen.
func (r *explainer) answers(i int32) (unready string, refused, dismissed bool) {
	var names, failed []string
	all := 0
	for c := i + 1; c < r.wk.prog.nodes[i].end; c = r.wk.prog.nodes[c].end {
		all++
		name := r.wk.prog.info[c].path[len(r.wk.prog.info[i].path)+1:]
		k, asked := r.at[c]
		switch {
		case asked && r.steps[k].Cause == causeNotChosen:
			dismissed = true
		case asked && !r.steps[k].Ready:
			names = append(names, name)
		case !asked && r.failedBefore(i, c):
			failed = append(failed, name)
		}
	}
	var parts []string
	switch {
	case len(names) == all && all > 1:
		parts = append(parts, tr.T("no child is ready"))
	case len(names) > 0:
		parts = append(parts, listed(names, tr.T("%s is not ready"), tr.T("%s are not ready")))
	}
	if len(failed) > 0 {
		parts = append(parts, listed(failed, tr.T("%s has failed"), tr.T("%s have failed")))
	}
	return strings.Join(parts, tr.T("; ")), len(names) > 0, dismissed
}

// failedBefore reports whether child c of a parallel ended with Failure in an earlier tick and is no longer
// asked.
func (r *explainer) failedBefore(i, c int32) bool {
	return isParallel(r.wk.prog.info[i].rule) && r.wk.active.has(i) && r.wk.agent.state[c].result == Failure
}

// listed formats names with a sentence about one of them or about several.
func listed(names []string, one, several string) string {
	last := len(names) - 1
	switch more := len(names) - maxBlamed; {
	case last == 0:
		return fmt.Sprintf(one, names[0])
	case more > 0:
		return fmt.Sprintf(several, tr.F("%s and %d more", strings.Join(names[:maxBlamed], tr.T(", ")), more))
	}
	return fmt.Sprintf(several, tr.F("%s and %s", strings.Join(names[:last], tr.T(", ")), names[last]))
}
