package conform

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
)

// parseBehaviors parses the properties and the outcomes of behaviors:
//
//	NAME [attributes] [outcomes]
//	  HOOK needs|sets|adds|claims|unclaims ...
//	LABEL[@AGENT] outcomes
func (p *parser) parseBehaviors(s section) {
	s.head.exactly(1, "behaviors, and indented below it: melee n R S")
	seen := map[string]int{}
	var last *Behavior
	margin := -1
	for _, l := range s.body {
		if margin < 0 {
			margin = l.indent
		}
		name := l.words[0].text
		switch {
		case l.indent > margin && last != nil:
			p.parseHook(l, last)
		case seen[name] > 0:
			l.fault(0, "a second line for %s; the first is line %d", name, seen[name])
		default:
			seen[name] = l.no
			last = p.parseBehavior(l)
		}
	}
}

// parseBehavior parses an unindented line. It returns nil for a line that is for only one node or one agent.
func (p *parser) parseBehavior(l line) *Behavior {
	name, agentName, forAgent := strings.Cut(l.words[0].text, "@")
	part := Part{Name: name, Agent: Everyone, Pos: l.pos(0)}
	if forAgent {
		part.Agent = p.agent(l, 0, agentName)
	}
	i := slices.IndexFunc(p.c.Behaviors, func(b *Behavior) bool { return b.Name == name })
	if i >= 0 && !forAgent {
		b := p.c.Behaviors[i]
		b.Pos = part.Pos
		k := parseAttributes(l, b, &part)
		parseOutcomes(l, k, &part)
		b.Part = part
		return b
	}
	p.knownPart(l, name)
	k := parseAttributes(l, nil, &part)
	parseOutcomes(l, k, &part)
	p.c.Parts = append(p.c.Parts, &part)
	return nil
}

// knownPart checks that a name is that of a behavior, or the label of a node with a behavior.
func (p *parser) knownPart(l line, name string) {
	if !p.linked {
		return
	}
	var names []string
	for _, t := range p.c.Trees {
		for _, n := range t.Nodes {
			if n.Behavior != nil {
				names = append(names, n.Label, n.Behavior.Name)
			}
		}
	}
	if !slices.Contains(names, name) {
		l.fault(0, "no node %q in any tree", name).Hint = diag.DidYouMean(name, names)
	}
}

// flags are the attributes that have no value.
var flags = []string{"non_exclusive", "restart_on_reload", "memory", "per_call"}

// parseAttributes parses the words before the outcomes, and returns the index of the first outcome. If b is nil,
// only per_call is allowed.
func parseAttributes(l line, b *Behavior, part *Part) (end int) {
	for k := 1; k < len(l.words); k++ {
		text := l.words[k].text
		key, value, isPair := strings.Cut(text, "=")
		switch {
		case text == "per_call":
			part.PerCall = true
		case b == nil && (isPair || slices.Contains(flags, text)):
			l.fault(k, "%s belongs to the behavior, not to one node or agent", key)
		case text == "non_exclusive":
			b.NonExclusive = true
		case text == "restart_on_reload":
			b.RestartOnReload = true
		case text == "memory":
			b.Memory = true
		case isPair:
			parsePair(l, k, b, key, value)
		default:
			return k
		}
	}
	return len(l.words)
}

func parsePair(l line, k int, b *Behavior, key, value string) {
	switch key {
	case "children":
		b.Children = value
		if names := childrenNames(); !slices.Contains(names, value) {
			l.fault(k, "children=%s: want one of %s", value, strings.Join(names, ", "))
		}
	case "stimulus":
		if b.Stimulus = value; !isName(value) {
			l.fault(k, "%q is not the name of a stimulus", value)
		}
	case "hooks":
		b.Hooks = parseHooks(l, k, value)
	case "interval":
		b.Interval = l.duration(k, value)
	default:
		l.fault(k, "unknown attribute %q", key).Hint = diag.DidYouMean(key, []string{"children", "stimulus", "hooks", "interval"})
	}
}

// parseHooks parses a list such as precondition,on_exit. The word none is the empty list.
func parseHooks(l line, k int, list string) Hooks {
	var set Hooks
	if list == "none" {
		return set
	}
	for name := range strings.SplitSeq(list, ",") {
		h := slices.Index(hookNames[:HookGuard], name)
		if h < 0 {
			l.fault(k, "unknown hook %q", name).Hint = diag.DidYouMean(name, hookNames[:HookGuard])
			continue
		}
		set = set.With(Hook(h))
	}
	return set
}

// parseOutcomes parses the words of a line from k on.
func parseOutcomes(l line, k int, part *Part) {
	if part.PerCall && k == len(l.words) {
		l.fault(k, "no outcomes behind per_call")
	}
	for ; k < len(l.words); k++ {
		o, fault := parseOutcome(l.words[k].text)
		if fault == "" && part.PerCall && (!o.Ready || o.Any || o.Raise&^Hooks(0).With(HookBehavior) != 0) {
			fault = "with per_call an outcome is what one call of behavior does: R, S, F or !b"
		}
		if fault != "" {
			l.fault(k, "%s", fault).Hint = diag.DidYouMean(l.words[k].text, flags)
			continue
		}
		part.Outcomes = append(part.Outcomes, o)
	}
}

// parseOutcome parses one outcome: one of - n R S F and, optionally, ! with the letters of the hooks that raise an
// error.
func parseOutcome(text string) (o Outcome, fault string) {
	base, raises, _ := strings.Cut(text, "!")
	o = Outcome{Ready: true, Status: Running}
	switch base {
	case "":
	case "-":
		o.Any = true
	case "n":
		o.Ready = false
	default:
		s := strings.IndexByte("RSF", base[0])
		if s < 0 || len(base) > 1 {
			return o, "want an outcome (n R S F -, !p !b !e !x for errors), not \"" + text + "\""
		}
		o.Status = Running + Status(s)
	}
	for _, letter := range raises {
		h := strings.IndexRune(raiseLetters, letter)
		if h < 0 {
			return o, "no hook has the letter " + string(letter) + "; want some of " + raiseLetters
		}
		o.Raise = o.Raise.With(Hook(h))
	}
	if o.Raise == 0 && base != text {
		return o, "missing hook behind !: p b e x"
	}
	return o, ""
}

// parseHook parses an indented line below the line of a behavior.
func (p *parser) parseHook(l line, b *Behavior) {
	name := l.words[0].text
	h := slices.Index(hookNames[:HookGuard], name)
	if h < 0 {
		l.fault(0, "unknown hook %q", name).Hint = diag.DidYouMean(name, hookNames[:HookGuard])
		return
	}
	switch Hook(h) {
	case HookUtility:
		b.Hooks = b.Hooks.With(HookUtility)
		b.Utilities = l.numbers()
	case HookPostcondition:
		b.Hooks = b.Hooks.With(HookPostcondition)
		for k := range l.words[1:] {
			b.Achieved = append(b.Achieved, parseFactValue(l, k+1) == FactTrue)
		}
	case HookPrecondition:
		if len(l.words) > 1 && l.words[1].text == "needs" {
			b.Needs = append(b.Needs, p.cond(l, 2))
			return
		}
		l.fault(1, "want: precondition needs hp < 30")
	default:
		p.effect(l, b, Hook(h))
	}
}

func (p *parser) effect(l line, b *Behavior, h Hook) {
	if e, ok := p.claim(l, h); ok {
		b.Effects = append(b.Effects, e)
		return
	}
	if len(l.words) != 4 || l.words[1].text != "sets" && l.words[1].text != "adds" {
		l.fault(min(1, len(l.words)), "want: %s sets hp 10, or: %s adds hp -1", h, h)
		return
	}
	b.Effects = append(b.Effects, Effect{
		Hook: h, Field: p.field(l, 2), Add: l.words[1].text == "adds", Value: l.number(3),
	})
}

// claim returns the effect of a line such as "on_enter claims board.gate 2" or "on_exit unclaims board.gate".
func (p *parser) claim(l line, h Hook) (e Effect, ok bool) {
	switch {
	case len(l.words) == 4 && l.words[1].text == "claims":
		e = Effect{Hook: h, Field: p.field(l, 2), Claim: true, Value: l.number(3)}
		if e.Value == 0 {
			l.fault(3, "an entry with 0 is free; claim it with another number")
		}
	case len(l.words) == 3 && l.words[1].text == "unclaims":
		e = Effect{Hook: h, Field: p.field(l, 2), Claim: true}
	default:
		return e, false
	}
	if _, entry := Entry(e.Field); !entry {
		l.fault(2, "only an entry of the board can be claimed")
	}
	return e, true
}
