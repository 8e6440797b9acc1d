package lint

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
)

// Names are the names with a meaning that scripts use. Without Hooks and
// Fields the file is taken for a module, not for a behavior: its table may hold
// anything. The other lists have defaults; an empty, non-nil list means none.
type Names struct {
	// Hooks are the functions that the engine calls.
	Hooks []string
	// Fields are the keys of the behavior table that have a meaning and are not
	// hooks.
	Fields []string
	// Pure are the hooks that must have no side effect; default precondition,
	// utility, postcondition.
	Pure []string
	// Effects are the host functions that pure hooks must not call; default
	// bt.request, bt.post, bt.reset.
	Effects []string
	// Waits are the host functions that suspend a coroutine; default bt.yield,
	// bt.wait, bt.wait_until, bt.sleep.
	Waits []string
	// Boards are the host functions whose results may be written to although a
	// local of the file holds them; default bt.board.
	Boards []string
	// Act and Coroutine are the two hooks that exclude each other, and of which
	// only the second may wait; default behavior and run.
	Act, Coroutine string
}

func (n Names) withDefaults() Names {
	def := func(list *[]string, words ...string) {
		if *list == nil {
			*list = words
		}
	}
	def(&n.Pure, "precondition", "utility", "postcondition")
	def(&n.Effects, "bt.request", "bt.post", "bt.reset")
	def(&n.Waits, "bt.yield", "bt.wait", "bt.wait_until", "bt.sleep")
	def(&n.Boards, "bt.board")
	if n.Act == "" {
		n.Act = "behavior"
	}
	if n.Coroutine == "" {
		n.Coroutine = "run"
	}
	return n
}

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
