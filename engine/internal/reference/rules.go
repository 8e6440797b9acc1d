package reference

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/bough-dev/bough/engine/internal/conform"
)

// rule is the rule of a kind of node.
type rule struct {
	// decide is called when all checks before the rule have succeeded. It returns the certainty of the node. It
	// plans and keeps nodes below the node, but not the node itself. The intent is passed to act in this tick.
	decide func(*decision, *node) (answer, intent)
	// act runs the node, which must be active. It returns the status and, unless the status is Running, the reason
	// for the exit.
	act func(*turn, intent) (conform.Status, conform.Reason)
}

// plain returns a rule for functions that need neither an intent nor a reason. All kinds except behaviors have
// such rules.
func plain(decide func(*decision, *node) answer, act func(*turn, *node) conform.Status) rule {
	return rule{
		decide: func(d *decision, n *node) (answer, intent) { return decide(d, n), intent{} },
		act: func(t *turn, in intent) (conform.Status, conform.Reason) {
			if in.waitsForInterval(t) {
				return because(conform.Running)
			}
			return because(act(t, in.node))
		},
	}
}

// because returns a status with the reason for it.
func because(s conform.Status) (conform.Status, conform.Reason) {
	if s == conform.Success {
		return s, conform.BySuccess
	}
	return s, conform.ByFailure
}

// ruleOf returns the rule of a node's kind.
func ruleOf(n *node) rule {
	switch n.Kind {
	case conform.KindBehavior:
		return rule{decideBehavior, actBehavior}
	case conform.KindTree:
		return plain(decideInclusion, actInclusion)
	case "priority", "sticky", "dynamic_priority", "random", "utility", "goal":
		return plain(decideChooser, actChooser)
	case "sequence", "filter", "sequence_with_memory":
		return plain(decideSequence, actSequence)
	case "fallback", "fallback_with_memory":
		return plain(decideFallback, actFallback)
	case "reactive_sequence":
		return plain(decideReactiveSequence, actReactiveSequence)
	case "reactive_fallback":
		return plain(decideReactiveFallback, actReactiveFallback)
	case "monitor":
		return plain(decideMonitor, actMonitor)
	case "parallel":
		return plain(decideParallel, actParallel)
	case "if_then_else":
		return plain(decideIf, actIf)
	case "random_sequence", "random_fallback":
		return rule{decideShuffled, actShuffled}
	case "while_do_else":
		return plain(decideWhile, actWhile)
	case "switch":
		return plain(decideSwitch, actSwitch)
	}
	if r, ok := decoratorRule(n.Kind); ok {
		return r
	}
	return leafRule(n.Kind)
}

// checkParams checks that the parameters of a node satisfy the assumptions of the rules.
func checkParams(n *node) error {
	for _, p := range n.Params {
		if slices.Contains(numeric, p.Name) && n.Number == nil && !isNumber(p.Value) && p.Value != "one" && p.Value != "all" {
			return fmt.Errorf("%s=%s: want a number", p.Name, p.Value)
		}
	}
	switch n.Kind {
	case "chance":
		if n.Number == nil && (len(n.Args) != 1 || !isNumber(n.Args[0]) || fraction(n.Args[0]) > 1) {
			return errors.New("want a number from 0 to 1")
		}
	case "switch":
		for i, c := range n.Children {
			if c.Case == "" && i < len(n.Children)-1 {
				return errors.New("only the last child may be without a case")
			}
		}
	case "repeat", "retry", "loop", "limit", "cooldown", "interval", "delay", "timeout", "wait":
		for _, a := range n.Args {
			if n.Number == nil && !isNumber(a) {
				return fmt.Errorf("%s: want a number", a)
			}
		}
	case "if_then_else", "while_do_else":
		if len(n.Children) < 2 || len(n.Children) > 3 {
			return fmt.Errorf("%d children: want a condition, a branch and maybe another", len(n.Children))
		}
	}
	return nil
}

// numeric are the parameters that are numbers.
var numeric = []string{"success", "failure", "conditions", "inertia", "per"}

func isNumber(text string) bool {
	f, err := strconv.ParseFloat(text, 64)
	return err == nil && f >= 0
}

// fraction returns the number in text, or 0.
func fraction(text string) float64 {
	f, _ := strconv.ParseFloat(text, 64)
	return f
}

// parameter returns a named parameter, or otherwise if the parameter is not given.
func parameter(n *node, name string, otherwise int) int {
	v := n.Param(name)
	if v == "" {
		return otherwise
	}
	return int(fraction(v))
}
