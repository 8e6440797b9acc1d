package btcpp

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/trees"
)

// names gives the ids of another tool names that are valid here, each one its own.
type names struct {
	byID  map[string]string
	taken map[string]bool
	next  map[string]int // the number that is tried next behind a name
}

// nameAll names ids. One that is a valid name keeps it, whatever stands before it.
func nameAll(ids []string) names {
	n := names{map[string]string{}, map[string]bool{}, map[string]int{}}
	for _, id := range ids {
		if isFree(id) {
			n.byID[id], n.taken[id] = id, true
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
	for n.taken[name] {
		n.next[base]++
		name = base + "_" + strconv.Itoa(n.next[base]+1)
	}
	n.byID[id], n.taken[name] = name, true
	return name
}

const maxName = 150 // characters, so that a number has room

// isFree reports whether a behavior or a tree can be called so.
func isFree(name string) bool {
	return trees.CheckName(name) == nil && behaviors.KindNamed(name) == nil && len(name) <= maxName
}

// validName makes a name of any text. What is not ASCII is spelled, so that two texts do not
// become one name.
func validName(id string) string {
	var b strings.Builder
	for _, r := range id {
		switch {
		case r >= 0x80:
			b.WriteString(spelled(r))
		case isLetter(byte(r)) || isDigit(byte(r)) || r == '.':
			b.WriteRune(r)
		default:
			b.WriteByte('_')
		}
	}
	name := b.String()
	name = name[:min(len(name), maxName-2)]
	if !isFree(name) {
		name = strings.ReplaceAll(name, ".", "_")
	}
	if name == "" || isDigit(name[0]) {
		name = "_" + name
	}
	if !isFree(name) {
		name += "_"
	}
	return name
}

// isPlain reports whether text is one name without dots.
func isPlain(text string) bool {
	return trees.CheckName(text) == nil && !strings.Contains(text, ".") && text != behaviors.KindNamed("repeat").Name
}

// isPortKey reports whether a parameter of a node and of a tree can be called so.
func isPortKey(name string) bool {
	switch name {
	case "id", "note", "meta", "when", "tree", "slot", "params", "condition":
		return false
	}
	return isPlain(name)
}

// nameField is the field of an agent that Bough sets.
const nameField = "name"

// isOwnField reports whether a script can write a field of that name.
func isOwnField(name string) bool { return isPortKey(name) && name != nameField }

// isTaken reports whether a bare name in an expression means something else than a field
// that scripts write.
func isTaken(name string) bool {
	return slices.Contains([]string{nameField, "bt", "math", "string", "table"}, name)
}

// spelled writes a character that no name can have.
func spelled(r rune) string {
	if r <= 0xffff {
		return fmt.Sprintf("_u%04x", r)
	}
	return fmt.Sprintf("_U%06x", r)
}

// spelling finds characters that spelled has written.
var spelling = regexp.MustCompile(`_u[0-9a-f]{4}|_U[0-9a-f]{6}`)

// portKey returns the parameter that a port becomes: a word that means something here
// gets a "_" behind it, and other characters than letters, digits and "_" are spelled. It
// fails if the name is too long, or empty.
func portKey(port string) (string, bool) {
	if isPortKey(port) {
		return port, true
	}
	if !strings.Contains(port, ".") && isPortKey(port+"_") {
		return port + "_", true
	}
	var b strings.Builder
	for i, r := range port {
		if r < 0x80 && (isLetter(byte(r)) || isDigit(byte(r)) && i > 0) {
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
