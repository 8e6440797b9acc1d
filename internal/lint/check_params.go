package lint

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
)

// checkMisplaced reports a parameter of a hook that is read and has the name of another parameter of the hook. The
// position of a parameter determines its value, not its name.
func checkMisplaced(c *checker) {
	for _, hook := range c.hooks {
		given, params := hookParams[hook], c.hookFns[hook].params
		if len(params) > 1 && (params[0].name == "self" || params[0].name == "this") && params[1].name == given[0] && c.src.word(params[0].tok) == params[0].name {
			var own []string
			for _, p := range params[1:] {
				own = append(own, p.name)
			}
			c.add(params[0].tok, message.SelfParameter(parameters(own), hook, params[0].name))
			continue
		}
		for i, p := range params[:min(len(params), len(given))] {
			if at := slices.Index(given, p.name); at < 0 || at == i || !p.read {
				continue
			}
			form := parameters(given[:max(i, slices.Index(given, p.name))+1])
			remedy := message.WriteIt(form)
			if params[0].name == "self" {
				remedy = message.WriteWithoutSelf(form)
			}
			c.add(p.tok, message.MisplacedParameter(given[i], hook, i+1, p.name).With(remedy))
			break
		}
	}
}

// timeNames are names that other engines give to a parameter with the time since the last tick, in the form of
// plainName.
var timeNames = []string{"dt", "delta", "deltatime", "deltaseconds", "elapsed", "timestep"}

// checkMisused reports a parameter of a hook that is a table, and is used like a number or a text. The parameter
// usually has a name for something else.
func checkMisused(c *checker) {
	uses := plainUses(c)
	for _, hook := range c.hooks {
		given, params := hookParams[hook], c.hookFns[hook].params
		for i, p := range params[:min(len(params), len(given))] {
			tok, used := uses[p]
			if !used && p.name == given[i] || paramWords[given[i]] != nil || p.writes > 0 {
				continue
			}
			switch timed := slices.Contains(timeNames, plainName(p.name)); {
			case p.name == given[i]:
				c.add(tok, message.TableAsValue(p.name))
			case slices.Contains(given, p.name):
				continue
			case used || timed && p.read && i > 0:
				c.add(p.tok, message.MisplacedParameter(given[i], hook, i+1, p.name).With(meantBy(p.name, i, given, timed)))
			default:
				continue
			}
			break
		}
	}
}

// meantBy returns the remedy for a parameter at a wrong place.
func meantBy(name string, place int, given []string, timed bool) diag.Words {
	last := len(given) - 1
	switch {
	case timed:
		return message.SecondsSinceTick(parameters(given[:max(place, 1)]))
	case paramWords[given[last]] != nil:
		return message.WriteIt(parameters(append(slices.Clone(given[:last]), name)))
	}
	return message.WriteAndReadEntry(given[place]+"."+name, parameters(given[:place+1]))
}

// plainUses returns the parameters of functions that are used like a number or a text, with the first token of such a
// use.
func plainUses(c *checker) map[*variable]int {
	var uses map[*variable]int
	note := func(v *variable, tok int) {
		if _, twice := uses[v]; twice || v == nil || !v.param {
			return
		}
		if uses == nil {
			uses = map[*variable]int{}
		}
		uses[v] = tok
	}
	for _, k := range c.facts.calculated {
		if k.operand.keys == 0 {
			note(k.operand.base, k.operand.first)
		}
	}
	for _, k := range c.facts.compared {
		note(k.v, k.tok)
	}
	return uses
}

func parameters(names []string) string { return "function(" + strings.Join(names, ", ") + ")" }

// checkUndeclared warns about reads of parameters whose name is similar to the name of a declared parameter. It does so
// only if the file shows all declared parameters. A parameter without a default may be nil on purpose.
func checkUndeclared(c *checker) {
	known, ok := c.declaredParams()
	if !ok {
		checkNoParams(c)
		return
	}
	checkArgNames(c, known)
	names, nearest := known.names(), map[string]string{}
	for _, r := range c.facts.fields {
		if !c.isParams(r.base) || slices.Contains(names, r.name) {
			continue
		}
		near, looked := nearest[r.name]
		if !looked && len(nearest) < maxFindings {
			near = diag.Suggest(r.name, names)
			nearest[r.name] = near
		}
		if near != "" {
			c.warn(r.tok, message.UndeclaredParam(r.name, near, r.base.name))
		}
	}
}

// checkNoParams warns about calculations with parameters in a file that declares none. There is no warning about a
// parameter that the file also reads outside of calculations, as in params.x and params.x * 2, since it may calculate
// only if a tree gives the parameter.
func checkNoParams(c *checker) {
	if c.keyOf == nil || c.hasKey(defaults) || c.hasKey(moreArgs) || c.handsOn() {
		return
	}
	for _, k := range c.Keys { // another name for the key is reported itself
		if meant := meantElsewhere(plainName(k.Name), false); meant != nil && meant.Name == defaults || misspelled(k.Name, []string{defaults}) != "" {
			return
		}
	}
	calculated, other := map[int]bool{}, map[string]bool{}
	for _, k := range c.facts.calculated {
		calculated[k.operand.tok] = true
	}
	for _, r := range c.facts.fields {
		if !calculated[r.tok] && c.isParams(r.base) {
			other[r.name] = true
		}
	}
	for _, k := range c.facts.calculated {
		o := k.operand
		if o.keys != 1 || o.dynamic || !c.isParams(o.base) || other[o.key] || o.base.name != defaults && isParameter(o.base.name) {
			continue
		}
		if other[o.key] = true; c.hasKey(o.key) {
			continue // checkIdleKey reports the key
		}
		c.warn(o.tok, message.ParamsMissing(o.key, o.base.name))
	}
}

// checkArgNames warns about names in args that look like misspelled names of params.
func checkArgNames(c *checker, known declared) {
	var names []string
	for _, e := range known.defaults {
		names = append(names, e.name)
	}
	if t := c.tableOf(moreArgs); t != nil {
		for _, a := range t.texts {
			if near := misspelled(a.text, names); near != "" && near != a.text {
				c.warn(a.tok, message.MisspelledArg(a.text, near))
			}
		}
	}
}

// maxDeclared is the largest number of parameters among which a similar name is searched.
const maxDeclared = 200

// declared holds the parameters that a file declares. These are the parameters with a default, and those that a
// tree may pass by position.
type declared struct {
	defaults []entry
	args     []string
}

// declaredParams returns the parameters that the file declares. ok is false if the file does not show all of them.
func (c *checker) declaredParams() (d declared, ok bool) {
	t, more := c.tableOf(defaults), c.tableOf(moreArgs)
	if _, other := c.keyOf[moreArgs]; other && more == nil || t == nil || t.open || more != nil && more.open {
		return d, false
	}
	for _, w := range c.facts.writes {
		if w.target.keys > 1 && strings.HasPrefix(w.target.path, defaults+".") {
			return d, false
		}
	}
	d.defaults = t.entries
	if more != nil {
		for _, x := range more.texts {
			d.args = append(d.args, x.text)
		}
	}
	return d, len(d.defaults)+len(d.args) <= maxDeclared
}

// names returns the names of all declared parameters, sorted.
func (d declared) names() []string {
	names := slices.Clone(d.args)
	for _, e := range d.defaults {
		names = append(names, e.name)
	}
	slices.Sort(names)
	return names
}

// tableOf returns the constructor that is the value of a key of the behavior table, or nil if there is none.
func (c *checker) tableOf(key string) *table {
	if i, ok := c.keyOf[key]; ok {
		return c.Keys[i].table
	}
	return nil
}

// isParams reports whether a variable is the params parameter of a hook.
func (c *checker) isParams(v *variable) bool {
	if c.params == nil {
		c.params = map[*variable]bool{}
		for _, hook := range c.hooks {
			own := c.hookFns[hook].params
			if place := slices.Index(hookParams[hook], defaults); place >= 0 && place < len(own) {
				c.params[own[place]] = true
			}
		}
	}
	return c.params[v]
}

// lacksParam returns the remedy for a global whose name is that of a hook parameter, or nearly that of a parameter of
// the surrounding hook. It returns empty Words for any other global.
func (s *Script) lacksParam(name string, tok int) diag.Words {
	given := false
	for _, h := range hooks {
		at, fn := slices.Index(hookParams[h], name), s.hookFns[h]
		given = given || at >= 0
		if fn == nil || tok <= fn.first || tok >= fn.last {
			continue
		}
		if at >= 0 {
			return instead(h, hookParams[h][:at+1], fn)
		}
		var own []string
		for _, p := range fn.params {
			own = append(own, p.name)
		}
		if near := misspelled(name, own); near != "" {
			return message.DidYouMean(near)
		}
	}
	if given {
		return message.ParameterOfHooks(name)
	}
	return diag.Words{}
}

// instead returns the remedy for a hook that does not declare the last of the parameters in given.
func instead(hook string, given []string, fn *function) diag.Words {
	if len(fn.params) < len(given) {
		return message.WriteIt(hook + " = " + parameters(given))
	}
	return message.ParameterCalledOtherwise(hook, len(given), given[len(given)-1], fn.params[len(given)-1].name)
}
