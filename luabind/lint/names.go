package lint

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
)

// Names are the names with a meaning that scripts use. Without Hooks and Fields the file is a module rather than a
// behavior: its table may hold anything.
type Names struct {
	// Hooks are the names of the functions that the engine calls.
	Hooks []string
	// Fields are the keys of the behavior table that have a meaning and are not hooks.
	Fields []string
	// Params holds the names of the parameters of each hook, in order.
	Params map[string][]string
	// Defaults is the field whose table holds the parameters of the behavior with their defaults. A parameter of
	// the hooks has the same name.
	Defaults string
	// Args is the name of the field that lists further parameters, which need no default.
	Args string
	// Docs describes each hook in a sentence.
	Docs map[string]string
	// Elsewhere maps the names of hooks in other engines, in the form of plainHook, to hooks.
	Elsewhere map[string]string
	// Answers holds the kind of result of each hook whose results are checked.
	Answers map[string]Answer
	// Statuses are the strings for a status.
	Statuses []string
	// Pure are the hooks that must not have side effects.
	Pure []string
	// Effects are the host functions that pure hooks must not call.
	Effects []string
	// Draws are the host functions that draw random numbers.
	Draws []string
	// Interval is the field that sets how long the answer of a pure hook is reused.
	Interval string
	// Waits are the host functions that suspend a coroutine.
	Waits []string
	// Takes holds the names of all parameters of host functions.
	Takes map[string][]string
	// Boards are the host functions whose results a script may write to, even through a local of the file.
	Boards []string
	// Act and Coroutine are two hooks that exclude each other; only Coroutine may wait. Messages suggest Act and
	// Enter for the side effects of a pure hook.
	Act, Coroutine, Enter string
}

// Answer is the kind of result that a hook returns.
type Answer uint8

const (
	// AnswerStatus accepts one of Names.Statuses, a boolean, or nothing.
	AnswerStatus Answer = iota + 1
	// AnswerYes accepts any value; nil and false mean no, all other values yes.
	AnswerYes
)

func (n Names) isHook(name string) bool  { return slices.Contains(n.Hooks, name) }
func (n Names) isField(name string) bool { return slices.Contains(n.Fields, name) }
func (n Names) isPure(name string) bool  { return slices.Contains(n.Pure, name) }

// misspelt returns the name in names that word is probably a misspelling of, or "". diag.Suggest alone would report
// too many names: a script may call data of its own turn or interrupt, although run and interval have a meaning. So
// nearly all letters must agree, and in a short name all of them.
func misspelt(word string, names []string) string {
	plain := plainName(word)
	for _, n := range names {
		if plainName(n) == plain {
			return n
		}
	}
	n := diag.Suggest(word, names)
	if n == "" {
		return ""
	}
	allowed := 0
	if len(n) >= 5 {
		allowed = 2
	}
	if strayLetters(plain, plainName(n)) > allowed {
		return ""
	}
	return n
}

// plainName removes common variations of a name: onEnter, OnEnter, on_enter.
func plainName(s string) string {
	return strings.ReplaceAll(strings.ToLower(s), "_", "")
}

// strayLetters counts the letters that occur more often in one of two words than in the other.
func strayLetters(a, b string) int {
	var count [256]int
	for i := range len(a) {
		count[a[i]]++
	}
	for i := range len(b) {
		count[b[i]]--
	}
	n := 0
	for _, c := range count {
		n += max(c, -c)
	}
	return n
}
