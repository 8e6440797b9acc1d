package behavior3

import (
	"slices"
	"strconv"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
)

// standard is a node that the editors know, together with the corresponding kind.
type standard struct {
	name    string
	kind    string
	prop    string            // the property that corresponds to the parameter of the kind
	scale   float64           // number of units of prop in one unit of the kind
	endless string            // the kind to use if prop is missing or less than one, or ""
	inner   string            // an additional kind between a node of kind and its child, or ""
	around  string            // an additional kind around each child, or ""
	link    string            // "child", "children" or ""
	oneWay  bool              // export uses another name for the kind
	paced   bool              // with per_tick=one if prop is given
	beside  string            // a property that the kind has no parameter for, or ""
	differs func() diag.Words // the difference in meaning; nil if there is none
}

var standards = [...][]standard{
	Original: {
		{name: "Sequence", kind: "reactive_sequence", link: "children", differs: message.AbortedAtOnce},
		{name: "Priority", kind: "reactive_fallback", link: "children", differs: message.AbortedAtOnce},
		{name: "MemSequence", kind: "sequence", link: "children"},
		{name: "MemPriority", kind: "fallback", link: "children"},
		{name: "Inverter", kind: "invert", link: "child"},
		{name: "Repeater", kind: "repeat", prop: "maxLoop", scale: 1, endless: "repeat", inner: "force_success", link: "child", differs: message.EndsWithSuccess},
		{name: "RepeatUntilFailure", kind: "repeat", prop: "maxLoop", scale: 1, endless: "repeat", link: "child", differs: message.OneRoundWithoutNumber},
		{name: "RepeatUntilSuccess", kind: "retry", prop: "maxLoop", scale: 1, endless: "retry", link: "child", differs: message.OneRoundWithoutNumber},
		{name: "Limiter", kind: "limit", prop: "maxLoop", scale: 1, link: "child", differs: message.CountGoesOn},
		{name: "MaxTime", kind: "timeout", prop: "maxTime", scale: 1000, link: "child", differs: message.TimeInSecondsAndAborted},
		{name: "Succeeder", kind: "succeed"},
		{name: "Failer", kind: "fail", differs: message.NeverReadyIsFailure},
		{name: "Runner", kind: "idle"},
		{name: "Wait", kind: "wait", prop: "milliseconds", scale: 1000, differs: message.TimeInSeconds},
		{name: "Error", kind: "fail", oneWay: true, differs: message.NoErrorResult},
	},
	Nested: {
		{name: "Sequence", kind: "sequence", link: "children"},
		{name: "Selector", kind: "fallback", link: "children"},
		{name: "Parallel", kind: "parallel", link: "children", around: "force_success"},
		{name: "Once", kind: "once", inner: "force_success", link: "children"},
		{name: "Invert", kind: "invert", link: "children"},
		{name: "Not", kind: "invert", link: "children", oneWay: true},
		{name: "AlwaysSuccess", kind: "force_success", link: "children"},
		{name: "AlwaysFailure", kind: "force_failure", link: "children"},
		{name: "AlwaysFail", kind: "force_failure", link: "children", oneWay: true},
		{name: "Repeat", kind: "repeat", prop: "count", scale: 1, endless: "repeat", link: "children", differs: message.OneRoundWithoutNumber},
		{name: "RetryUntilFailure", kind: "retry", prop: "count", scale: 1, endless: "until_failure", inner: "invert", link: "children", paced: true, differs: message.FailsInLastRound},
		{name: "RepeatUntilFailure", kind: "retry", prop: "maxLoop", scale: 1, endless: "until_failure", inner: "invert", link: "children", oneWay: true, paced: true, differs: message.FailsInLastRound},
		{name: "RetryUntilSuccess", kind: "retry", prop: "count", scale: 1, endless: "until_success", link: "children", paced: true, differs: message.FailsInLastRound},
		{name: "RepeatUntilSuccess", kind: "retry", prop: "maxLoop", scale: 1, endless: "until_success", link: "children", oneWay: true, paced: true, differs: message.FailsInLastRound},
		{name: "Timeout", kind: "timeout", prop: "time", scale: 1, link: "children", differs: message.TimeOfGame},
		{name: "IfElse", kind: "if_then_else", link: "children"},
		{name: "JustSuccess", kind: "succeed"},
		{name: "JustFailure", kind: "fail", differs: message.NeverReadyIsFailure},
		{name: "Wait", kind: "wait", prop: "time", scale: 1, beside: "random", differs: message.TimeOfGame},
	},
}

// rounds reports whether prop is a number of rounds.
func (s *standard) rounds() bool { return s.prop == "maxLoop" || s.prop == "count" }

func (d Dialect) standardNamed(name string) *standard {
	for i := range standards[d] {
		if standards[d][i].name == name {
			return &standards[d][i]
		}
	}
	return nil
}

// standardOf returns the standard node to which a node is exported, or nil.
func (d Dialect) standardOf(n *trees.Node) *standard {
	if n.Include || n.Slot {
		return nil
	}
	part := partOf(n)
	for i := range standards[d] {
		s := &standards[d][i]
		if !s.oneWay && (s.kind == n.Name || s.endless != "" && s.endless == n.Name) && s.made(n, part) {
			return s
		}
	}
	return nil
}

// made reports whether importing the standard node can give a node of this kind. part is the result of partOf for
// the node.
func (s *standard) made(n *trees.Node, part string) bool {
	switch {
	case s.wraps(n):
		return part == s.name
	case s.around != "":
		several := slices.ContainsFunc(n.Children, func(c *trees.Node) bool { return len(c.Children) != 1 })
		return len(n.Children) == 0 && kept(n.Meta, "node") != "" || part == s.name && !several
	}
	return part != s.name
}

// wraps reports whether there is an additional kind between a node of the standard node and its child.
func (s *standard) wraps(n *trees.Node) bool { return s.inner != "" && n.Name == s.kind }

// part returns the name in the meta of an additional kind: that of the node that an export writes.
func (d Dialect) part(s *standard) string {
	for _, other := range standards[d] {
		if s.oneWay && !other.oneWay && other.kind == s.kind && other.inner == s.inner {
			return other.name
		}
	}
	return s.name
}

// partOf returns the name of the standard node that an import has converted to the node and its descendants, or "".
func partOf(n *trees.Node) string {
	part := ""
	for i, c := range n.Children {
		name := kept(c.Meta, "part")
		if name == "" || i > 0 && name != part {
			return ""
		}
		part = name
	}
	return part
}

// away converts a number of seconds or rounds to the unit of the property. It returns the shortest number that an
// import converts to f again.
func (s *standard) away(f float64) float64 {
	short, err := strconv.ParseFloat(strconv.FormatFloat(f*s.scale, 'g', 15, 64), 64)
	if err != nil || short/s.scale != f {
		return f * s.scale
	}
	return short
}
