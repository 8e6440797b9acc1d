package luabind

import (
	"fmt"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
)

// Word is something that a driver's file can do: t.NAME(...).
type Word struct {
	Name string
	// Usage shows how it is called, for messages: "t.tick(3)".
	Usage string
	// Least and Most are how many arguments it takes.
	Least, Most int
	// Call does it. An agent is handed over as an engine.Other(*engine.Agent), a function of
	// the file as an engine.Other(*DriverCall), a board as an engine.Other(*DriverBoard);
	// tables are copies. An error is raised where the word stands; see Explained.
	Call func(args []engine.Value) (engine.Value, error)
}

// Explained is an error of a word with more to say than one line.
type Explained struct {
	Message string
	Notes   []string
}

// Error implements error.
func (e *Explained) Error() string { return e.Message }

// DriverBoard is a board as a driver's file sees it.
type DriverBoard struct {
	Name string
	Get  func(key string) engine.Value
	Set  func(key string, v engine.Value)
}

// noWord is the error of a word that does not exist.
func noWord(name string, names []string) error {
	hint := diag.DidYouMean(name, names)
	if hint == "" {
		hint = "there are " + strings.Join(names, ", ")
	}
	return fmt.Errorf("%s has no word %s: %s", NameDriver, name, hint)
}

// span says how many arguments are taken.
func span(least, most int) string {
	switch {
	case most == 0:
		return "no arguments"
	case least == most && most == 1:
		return "1 argument"
	case least == most:
		return fmt.Sprintf("%d arguments", most)
	case most == least+1:
		return fmt.Sprintf("%d or %d arguments", least, most)
	}
	return fmt.Sprintf("%d to %d arguments", least, most)
}
