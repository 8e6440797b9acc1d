package btcpp

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/trees"
)

// names maps ids of another tool to unique valid names.
type names struct {
	byID  map[string]string
	taken map[string]bool
	next  map[string]int // the next number to try after a name
	files bool           // the names are those of files, which on Windows and macOS are not unique if they differ only in case
}

// nameAll assigns names to ids. An id that is a valid name becomes its own name, wherever it is in the list.
func nameAll(ids []string) names { return newNames(ids, false) }

// nameFiles is like nameAll, for behaviors, each of which has a file. Of ids that differ only in case, the first one becomes
// its own name.
func nameFiles(ids []string) names { return newNames(ids, true) }

func newNames(ids []string, files bool) names {
	n := names{map[string]string{}, map[string]bool{}, map[string]int{}, files}
	for _, id := range ids {
		if isFree(id) && !n.taken[n.folded(id)] {
			n.byID[id], n.taken[n.folded(id)] = id, true
		}
	}
	for _, id := range ids {
		n.of(id)
	}
	return n
}

// of returns the name of an id.
func (n names) of(id string) string {
	if name, ok := n.byID[id]; ok {
		return name
	}
	base := validName(id)
	name := base
	for n.taken[n.folded(name)] {
		n.next[base]++
		name = base + "_" + strconv.Itoa(n.next[base]+1)
	}
	n.byID[id], n.taken[n.folded(name)] = name, true
	return name
}

// folded returns what must be unique about a name.
func (n names) folded(name string) string {
	if n.files {
		return strings.ToLower(name)
	}
	return name
}

const maxName = 150 // in bytes; leaves room for a number

// isFree reports whether name is available for a behavior or a tree.
func isFree(name string) bool {
	return trees.CheckName(name) == nil && behaviors.KindNamed(name) == nil && len(name) <= maxName
}

// validName converts any text to a name. It spells characters beyond ASCII that are no letters, so that different texts get
// different names.
func validName(id string) string {
	var b strings.Builder
	for _, r := range ident.Plain(id) {
		switch {
		case r == '.' || ident.In(r, false):
			b.WriteRune(r)
		case r >= 0x80:
			b.WriteString(spelled(r))
		default:
			b.WriteByte('_')
		}
	}
	name := b.String()
	name = strings.ToValidUTF8(name[:min(len(name), maxName-2)], "")
	if !isFree(name) {
		name = strings.ReplaceAll(name, ".", "_")
	}
	if first, _ := utf8.DecodeRuneInString(name); !ident.In(first, true) {
		name = "_" + name
	}
	if !isFree(name) {
		name += "_"
	}
	return name
}

// isPlain reports whether text is a name without dots.
func isPlain(text string) bool {
	return trees.CheckName(text) == nil && !strings.Contains(text, ".") && text != behaviors.KindNamed("repeat").Name
}

// isPortKey reports whether name is valid as a parameter, both of a node and of a tree.
func isPortKey(name string) bool {
	switch name {
	case "id", "note", "meta", "when", "tree", "slot", "params", "condition":
		return false
	}
	return isPlain(name)
}

// nameField is the field of agents that Bough itself sets.
const nameField = "name"

// isOwnField reports whether a script can write a field with that name.
func isOwnField(name string) bool { return isPortKey(name) && name != nameField }

// isTaken reports whether a bare name in an expression means something other than a field that scripts write.
func isTaken(name string) bool {
	return slices.Contains([]string{nameField, "bt", "math", "string", "table"}, name)
}

// isLoaded reports whether BehaviorTree.CPP and Groot2 accept a name of a port. The library ignores ports of subtrees that
// begin with another character than a letter of ASCII.
func isLoaded(port string) bool {
	return loaded.MatchString(port) && port != "name" && port != "ID"
}

var loaded = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_.-]*$`)

// spelled returns the spelling of a character that is invalid in names.
func spelled(r rune) string {
	if r <= 0xffff {
		return fmt.Sprintf("_u%04x", r)
	}
	return fmt.Sprintf("_U%06x", r)
}

// spelling matches the results of spelled.
var spelling = regexp.MustCompile(`_u[0-9a-f]{4}|_U[0-9a-f]{6}`)

// portKey returns the name of the parameter for a port. If the port is a word with a meaning in Bough, portKey
// appends "_". It spells characters other than letters, digits and "_". It returns false if the name is empty or
// too long.
func portKey(port string) (string, bool) {
	if isPortKey(port) {
		return port, true
	}
	if !strings.Contains(port, ".") && isPortKey(port+"_") {
		return port + "_", true
	}
	var b strings.Builder
	for i, r := range port {
		if ident.In(r, i == 0) {
			b.WriteRune(r)
		} else {
			b.WriteString(spelled(r))
		}
	}
	return b.String(), isPortKey(b.String())
}

// portName is the inverse of portKey.
func portName(key string) string {
	if port := strings.TrimSuffix(key, "_"); port != key && port != "" && !isPortKey(port) {
		return port
	}
	port := spelling.ReplaceAllStringFunc(key, func(s string) string {
		r, _ := strconv.ParseUint(s[2:], 16, 32)
		return string(rune(r))
	})
	if again, ok := portKey(port); ok && again == key {
		return port
	}
	return key
}
