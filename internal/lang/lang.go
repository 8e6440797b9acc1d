// Package lang has the language in which Bough speaks to people, and texts that are translated by their English form.
//
// A mistake in a file has its words in the catalog of package internal/message. All other texts that people read, such as
// the help of a command, stand in English where they are used, in a call of a method of Table. The English text is the key
// of its translation. Each package with such texts has one table, in a file zh.go:
//
//	var tr = lang.New(func() map[string]string {
//		return map[string]string{
//			"%d agents": "%d 个智能体",
//		}
//	})
//
// A test of this package reads the source of all packages. It fails for a key that has no translation, for a translation
// whose key is gone, and for a translation with other verbs than its key.
//
// The language belongs to the process, since texts are formed where they arise, below any game and any viewer. JSON,
// names, and errors for Go code that calls Bough wrongly are not translated.
package lang

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// Names are the languages, of which the first is the default.
var Names = []string{"en", "zh"}

// current is the index of the language in Names.
var current atomic.Int32

// Set chooses the language of all texts that are formed from now on.
func Set(name string) error {
	i := slices.Index(Names, name)
	if i < 0 {
		return fmt.Errorf("unknown language %q; the languages are %s", name, strings.Join(Names, ", "))
	}
	current.Store(int32(i))
	return nil
}

// Current returns the name of the language.
func Current() string { return Names[current.Load()] }

// English reports whether texts are not translated.
func English() bool { return current.Load() == 0 }

// Of returns the language for the value of an environment variable such as LANG: zh for zh_CN.UTF-8, and en for all that
// name no other language.
func Of(locale string) string {
	name := strings.ToLower(locale)
	if i := strings.IndexAny(name, "_.-@"); i >= 0 {
		name = name[:i]
	}
	if slices.Contains(Names, name) {
		return name
	}
	return Names[0]
}

// Table has the translations of the texts of a package.
type Table struct{ chinese func() map[string]string }

// New returns a table with the Chinese translations that a function returns. It is called when the first text is translated.
func New(chinese func() map[string]string) Table { return Table{sync.OnceValue(chinese)} }

// T returns a text in the language. It returns the text itself if it has no translation.
func (t Table) T(text string) string {
	if English() {
		return text
	}
	if s, ok := t.chinese()[text]; ok {
		return s
	}
	return text
}

// F returns a text with arguments, as fmt.Sprintf does. The translation of the format may name the arguments by their
// numbers, as in %[2]s.
func (t Table) F(format string, args ...any) string {
	if English() {
		return fmt.Sprintf(format, args...) // so that go vet checks the calls of F
	}
	return fmt.Sprintf(t.T(format), args...)
}

// Errorf returns an error with a text, as fmt.Errorf does.
func (t Table) Errorf(format string, args ...any) error {
	if English() {
		return fmt.Errorf(format, args...)
	}
	return fmt.Errorf(t.T(format), args...)
}

// Fprintf writes a text, as fmt.Fprintf does.
func (t Table) Fprintf(w io.Writer, format string, args ...any) (int, error) {
	if English() {
		return fmt.Fprintf(w, format, args...)
	}
	return fmt.Fprintf(w, t.T(format), args...)
}

// N returns a text as it is. It marks the text, which is translated later, as a key: T then gets a variable.
func N(text string) string { return text }
