package lint

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
)

// Names are the names with a meaning that scripts use. Without Hooks and
// Fields the file is taken for a module, not for a behavior: its table may hold
// anything.
type Names struct {
	// Hooks are the functions that the engine calls.
	Hooks []string
	// Fields are the keys of the behavior table that have a meaning and are not
	// hooks.
	Fields []string
	// Params are the names of what each hook is given, in order.
	Params map[string][]string
	// Defaults is the field whose table has the parameters of the behavior with their
	// defaults. One of what hooks are given has the same name.
	Defaults string
	// Args is the field whose list names parameters, which need no default.
	Args string
	// Docs say of each hook in a sentence what it is.
	Docs map[string]string
	// Elsewhere are the names that other engines have for a hook, written as plainHook
	// returns them, with the hook.
	Elsewhere map[string]string
	// Answers tell what hooks return that are checked for it.
	Answers map[string]Answer
	// Statuses are the words for a status.
	Statuses []string
	// Pure are the hooks that must have no side effect.
	Pure []string
	// Effects are the host functions that pure hooks must not call.
	Effects []string
	// Draws are the host functions that draw random numbers.
	Draws []string
	// Interval is the field that says for how long the answer of a pure hook is used again.
	Interval string
	// Waits are the host functions that suspend a coroutine.
	Waits []string
	// Takes are the host functions with the names of all that they take.
	Takes map[string][]string
	// Boards are the host functions whose results may be written to although a
	// local of the file holds them.
	Boards []string
	// Act and Coroutine are the two hooks that exclude each other, and of which
	// only the second may wait. Act and Enter are where a pure hook's effects
	// belong.
	Act, Coroutine, Enter string
}

// Answer is what a hook returns.
type Answer uint8

const (
	// AnswerStatus is one of Names.Statuses, a boolean, or nothing.
	AnswerStatus Answer = iota + 1
	// AnswerYes is yes unless it is nil or false.
	AnswerYes
)

func (n Names) isHook(name string) bool  { return slices.Contains(n.Hooks, name) }
func (n Names) isField(name string) bool { return slices.Contains(n.Fields, name) }
func (n Names) isPure(name string) bool  { return slices.Contains(n.Pure, name) }

// misspelt returns the one of names that word is a misspelling of, or "".
// diag.Suggest alone is too eager for an error: free data may be called turn
// or interrupt beside run and interval. So nearly all letters must agree, and
// all of them in a short name.
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

// plainName drops what people vary without thinking: onEnter, OnEnter, on_enter.
func plainName(s string) string {
	return strings.ReplaceAll(strings.ToLower(s), "_", "")
}

// strayLetters counts the letters that one of two words has more often than
// the other.
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
