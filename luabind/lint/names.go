package lint

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
)

// Names are the names with a meaning for scripts. If there are no Hooks and Fields, the file is a module rather
// than a behavior, and its table may contain anything.
type Names struct {
	// Hooks are the functions that the engine calls.
	Hooks []string
	// Fields are the keys of the behavior table that have a meaning and are not hooks.
	Fields []string
	// Params maps each hook to the names of its parameters, in order.
	Params map[string][]string
	// Defaults is the name of the field with the table of the behavior's parameters and their defaults. Hooks
	// receive the values of these parameters in an argument with the same name.
	Defaults string
	// Args is the name of the field that lists further parameters. These need no default.
	Args string
	// Docs maps each hook to a sentence that describes it.
	Docs map[string]string
	// Elsewhere maps names of hooks in other engines to hooks. The keys are in the form of plainHook.
	Elsewhere map[string]string
	// Answers maps each hook whose results are checked to the kind of its result.
	Answers map[string]Answer
	// Statuses are the strings for a status.
	Statuses []string
	// Words maps parameters of hooks to the strings that they may be.
	Words map[string][]string
	// Pure are the hooks that must not have side effects.
	Pure []string
	// Effects are the host functions that have side effects, so that pure hooks must not call them.
	Effects []string
	// Draws are the host functions that draw random numbers.
	Draws []string
	// Interval is the field that determines how long the result of a pure hook is reused.
	Interval string
	// Waits are the host functions that suspend a coroutine.
	Waits []string
	// Functions maps the names of functions of the host and of Lua to their parameters. It lacks those that take any
	// number of arguments.
	Functions map[string]Function
	// Boards are the host functions whose results scripts may write to, even through a local of the file.
	Boards []string
	// Act and Coroutine are two hooks that exclude each other. Only Coroutine may wait. Messages suggest Act and
	// Enter for the side effects of a pure hook.
	Act, Coroutine, Enter string
}

// Function is a function that takes a fixed number of arguments. Usage is the form of a call that messages suggest.
// If it is empty, they suggest a call with the names of the parameters.
type Function struct {
	Params []Param
	Usage  string
}

// Param is a parameter of a function. Type is the Lua type of its arguments, or "any". As in Lua, numbers are valid
// for a string, and so are numerals for a number.
type Param struct {
	Name, Type string
	Optional   bool
}

// Answer is the kind of a hook's result.
type Answer uint8

const (
	// AnswerStatus accepts one of Names.Statuses, a boolean, or nothing.
	AnswerStatus Answer = iota + 1
	// AnswerYes accepts any value. The values nil and false mean no, and all others mean yes.
	AnswerYes
)

func (n Names) isHook(name string) bool  { return slices.Contains(n.Hooks, name) }
func (n Names) isField(name string) bool { return slices.Contains(n.Fields, name) }
func (n Names) isPure(name string) bool  { return slices.Contains(n.Pure, name) }

// misspelt returns the name in names that was probably meant by word, or "". diag.Suggest alone would report too
// many words: scripts may use turn or interrupt for data of their own, although run and interval have a meaning.
// Therefore nearly all letters must be the same, and in a short name all of them.
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

// plainName removes common variations of a name, such as onEnter, OnEnter and on_enter.
func plainName(s string) string {
	return strings.ReplaceAll(strings.ToLower(s), "_", "")
}

// strayLetters returns the number of letters that occur more often in one of two words than in the other.
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
