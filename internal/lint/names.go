package lint

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/apidoc"
	"github.com/bough-dev/bough/internal/message"
)

// Function is a function of the host or of Lua, or a value such as bt.dt.
type Function struct {
	// Value is the type of a value, and "" for a function.
	Value string
	// Params are the parameters, each with the Lua type of its arguments, or "any". As in Lua, numbers are valid for a
	// string, and so are numerals for a number.
	Params []apidoc.Param
	// Rest is the parameter for any number of further arguments, or nil.
	Rest *apidoc.Param
	// Loose is set if the function may accept arguments of other types than those of Params, as select("#", ...) does. It
	// accepts no function in place of a number, a text or a table.
	Loose bool
	// Usage is a call with all arguments, of which messages suggest those that are needed. If it is empty, they suggest a
	// call with the names of the parameters.
	Usage string
	// Acts is set if the function has side effects, so that pure hooks must not call it. Suspends is set if it suspends
	// a coroutine.
	Acts, Suspends bool
}

// Names of keys and functions that checks refer to. Messages suggest act and enter for the side effects of a pure hook.
const (
	act       = "behavior"
	coroutine = "run"
	enter     = "on_enter"
	chooser   = "choose"
	defaults  = "params" // the field with parameters and their defaults, and the parameter of hooks with their values
	moreArgs  = "args"
	interval  = "interval"
	random    = "math.random"
	boards    = "bt.board" // scripts may write to its results, even through a local of the file
	waitUntil = "bt.wait_until"
)

// statuses are the strings for a status.
var statuses = []string{"running", "success", "failure"}

// paramWords maps parameters of hooks to the strings that they may be.
var paramWords = map[string][]string{"reason": reasons(), "status": statuses}

func reasons() (list []string) {
	for r := engine.ExitSuccess; r <= engine.ExitClosed; r++ {
		list = append(list, r.String())
	}
	return list
}

// answers maps each hook whose results are checked to the kind of its result.
var answers = map[string]answer{
	act: status, coroutine: status, "result": status, "precondition": yes, "postcondition": yes, "utility": score,
}

// answer is the kind of a hook's result.
type answer uint8

const (
	// status is one of statuses, a boolean, or nothing.
	status answer = iota + 1
	// yes is any value. The values nil and false mean no, and all others mean yes.
	yes
	// score is a number.
	score
)

// hooks and fields are the keys of the behavior table with a meaning.
var hooks, fields = behaviors.HookNames(), behaviors.FieldNames()

// textFields are the fields whose value is a text.
var textFields = func() map[string]bool {
	out := map[string]bool{}
	for i := range behaviors.Meanings {
		if m := &behaviors.Meanings[i]; m.Type == "string" {
			out[m.Name] = true
		}
	}
	return out
}()

// hookParams maps each hook to the names of its parameters, in order.
var hookParams = func() map[string][]string {
	params := map[string][]string{}
	for i := range behaviors.Meanings {
		if m := &behaviors.Meanings[i]; m.Hook {
			params[m.Name] = m.Params()
		}
	}
	return params
}()

// isParameter reports whether a hook has a parameter with that name.
func isParameter(name string) bool {
	for _, params := range hookParams {
		if slices.Contains(params, name) {
			return true
		}
	}
	return false
}

// meantElsewhere returns the hook, or the field, that has a name in another engine, or nil. The name of a hook is in the form
// of plainHook, that of a field in the form of plainName.
func meantElsewhere(name string, hook bool) *behaviors.Meaning {
	for i := range behaviors.Meanings {
		if m := &behaviors.Meanings[i]; m.Hook == hook && slices.Contains(m.Elsewhere, name) {
			return m
		}
	}
	return nil
}

// didYouMean returns a remedy that names a hook or a field, and says what it is.
func didYouMean(m *behaviors.Meaning) diag.Words {
	doc, _, _ := strings.Cut(behaviors.Translated(m.Doc), ". ")
	doc, _, _ = strings.Cut(doc, "。")
	first, size := utf8.DecodeRuneInString(doc)
	return message.DidYouMeanMeaning(strings.TrimSuffix(string(unicode.ToLower(first))+doc[size:], "."), m.Name)
}

func isHook(name string) bool { return hookParams[name] != nil }

// isPure reports whether a hook is called in Decide and must not change anything. Such a hook has no memory parameter,
// since only an active node has a memory.
func isPure(hook string) bool { return !slices.Contains(hookParams[hook], memoryName) }

// misspelled returns the name in names that was probably meant by word, or "". diag.Suggest alone would report too
// many words: scripts may use turn or interrupt for data of their own, although run and interval have a meaning.
// Therefore nearly all letters must be the same, and in a short name all of them.
func misspelled(word string, names []string) string {
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

// keywordList holds the keywords that are long enough for a test of similarity.
var keywordList = []string{"function", "return", "elseif", "repeat", "until", "while", "local", "break", "then", "else"}

// MisspelledKeyword returns the keyword that was probably meant by a name, or "".
func MisspelledKeyword(name string) string { return misspelled(name, keywordList) }
