package luabind

import (
	"strings"
	"sync"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/apidoc"
	"github.com/bough-dev/bough/luabind/lint"
)

// boards lists the functions whose results a script may write to, even if a file keeps a result in a variable.
var boards = []string{"bt.board"}

// scriptNames returns the result of names. It calls names only once.
var scriptNames = sync.OnceValue(names)

// names returns the names with a meaning, for the checks of scripts.
func names() lint.Names {
	n := lint.Names{
		Hooks: behaviors.HookNames(), Fields: behaviors.FieldNames(), Pure: pureHooks(), Boards: boards,
		Act: engine.HookBehavior.String(), Coroutine: keyRun, Enter: engine.HookEnter.String(),
		Params: map[string][]string{}, Defaults: nameParams, Args: "args", Docs: map[string]string{}, Elsewhere: map[string]string{},
		Answers: answers, Statuses: []string{wordRunning, wordSuccess, wordFailure},
		Words: map[string][]string{"reason": reasons(), "status": {wordRunning, wordSuccess, wordFailure}},
		Draws: []string{"math.random"}, Interval: keyInterval, Functions: functions(),
	}
	for _, m := range behaviors.Meanings {
		if !m.Hook {
			continue
		}
		n.Params[m.Name] = m.Params()
		first, _, _ := strings.Cut(m.Doc, ". ")
		n.Docs[m.Name] = strings.TrimSuffix(first, ".")
		for _, other := range m.Elsewhere {
			n.Elsewhere[other] = m.Name
		}
	}
	for _, f := range apiFuncs {
		switch {
		case f.suspends:
			n.Waits = append(n.Waits, "bt."+f.name)
		case f.acts:
			n.Effects = append(n.Effects, "bt."+f.name)
		}
	}
	return n
}

// functions returns the functions of bt and of Lua that take a fixed number of arguments. The parameters of those of
// Lua have no types here: some accept more than apidoc says, such as select("#", ...).
func functions() map[string]lint.Function {
	list := map[string]lint.Function{}
	add := func(e apidoc.Entry, usage string, typed bool) {
		f := lint.Function{Usage: usage}
		for _, p := range e.Params {
			if p.Name == "..." {
				return
			} else if !typed {
				p.Type = "any"
			}
			f.Params = append(f.Params, lint.Param(p))
		}
		list[e.Name] = f
	}
	for _, g := range apidoc.Libraries() {
		for _, e := range g.Entries {
			if e.Function && e.Name != "error" { // any call of error raises an error, which may be intended
				add(e, "", false)
			}
		}
	}
	for i := range apiFuncs {
		add(apidoc.Parse("bt.", apiFuncs[i].decl), apiFuncs[i].usage, true)
	}
	return list
}

// reasons returns the reasons that on_exit may receive.
func reasons() (list []string) {
	for r := engine.ExitSuccess; r <= engine.ExitClosed; r++ {
		list = append(list, r.String())
	}
	return list
}

// answers maps each hook to the kind of value that it returns.
var answers = map[string]lint.Answer{
	engine.HookBehavior.String(): lint.AnswerStatus, keyRun: lint.AnswerStatus, engine.HookResult.String(): lint.AnswerStatus,
	engine.HookPrecondition.String(): lint.AnswerYes, engine.HookPostcondition.String(): lint.AnswerYes,
}

// pureHooks returns the hooks that are called in Decide and must not change anything. They are the hooks that have
// no memory parameter, since only an active node has a memory.
func pureHooks() []string {
	var out []string
	for _, m := range behaviors.Meanings {
		if m.Hook && !strings.Contains(m.Signature, "memory") {
			out = append(out, m.Name)
		}
	}
	return out
}
