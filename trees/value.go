package trees

import (
	"strings"

	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
)

// atValue reports whether a literal begins at the cursor.
func (s *scanner) atValue() bool {
	switch c := s.peek(0); {
	case c == '"', c == '\'', c == '{', s.atNumber():
		return true
	case c == 't', c == 'f', c == 'n':
		_, ok := constant(s.run())
		next := s.peek(len(s.run()))
		return ok && next != '='
	}
	return false
}

// constant returns the value of the words true, false and nil.
func constant(word string) (v value.Value, ok bool) {
	switch word {
	case "true", "false":
		return value.Bool(word == "true"), true
	case "nil":
		return value.Value{}, true
	}
	return value.Value{}, false
}

// value parses a literal that is not a percentage. depth is the number of tables around it.
func (s *scanner) value(depth int) (v value.Value, ok bool) {
	switch c := s.peek(0); {
	case c == '"', c == '\'':
		text, ok := s.quoted()
		return value.String(text), ok
	case c == '{':
		return s.table(depth)
	case s.atNumber():
		return s.tableNumber()
	case c == '(' && depth > 0:
		return v, s.fail(s.off, message.ConstantValue("a table"))
	case c == '-' && s.peek(1) == '-':
		return v, s.fail(s.off, message.ForeignComment(s.text[s.off:s.off+2]))
	}
	word := s.run()
	if word == "" {
		return v, s.failHere()
	}
	if v, ok = constant(word); !ok {
		return v, s.fail(s.off, message.UnquotedText(word))
	}
	s.off += len(word)
	return v, true
}

// table parses a table. Its recursion is at most MaxTableDepth deep.
func (s *scanner) table(depth int) (v value.Value, ok bool) {
	start := s.off
	if depth == MaxTableDepth {
		return v, s.fail(start, message.TablesTooDeep(MaxTableDepth))
	}
	var t Table
	var seen keys
	for s.off++; ; {
		s.space()
		if s.peek(0) == '}' {
			s.off++
			return value.Other(&t), true
		}
		if s.tableEnds() {
			return v, s.fail(start, message.UnclosedTable())
		}
		if !s.entry(&t, &seen, depth+1) || !s.separator(start) {
			return v, false
		}
	}
}

// tableEnds reports whether the line ends, or a comment begins, at the cursor. A table that is open there cannot be
// closed.
func (s *scanner) tableEnds() bool {
	return s.atEnd() || s.peek(0) == '#' && isSpace(s.text[s.off-1])
}

// separator parses the separator after an entry. It leaves a closing brace to the caller.
func (s *scanner) separator(start int) bool {
	s.space()
	switch c := s.peek(0); {
	case c == ',', c == ';':
		s.off++
		return true
	case c == '}':
		return true
	case s.tableEnds():
		return s.fail(start, message.UnclosedTable())
	case s.atValue(), c != 0 && s.run() != "":
		return s.fail(s.off, message.MissingComma(s.piece()))
	}
	return s.failHere()
}

// entry parses one item or field of a table.
func (s *scanner) entry(t *Table, seen *keys, depth int) bool {
	start := s.off
	if s.peek(0) == '[' {
		return s.fail(start, message.BracketKey())
	}
	key, ok := s.fieldKey()
	if !ok {
		return false
	}
	at := s.off
	v, ok := s.value(depth)
	switch {
	case !ok:
		return false
	case key == "" && s.peek(0) == ':' && isKey(v.Str()):
		return s.failColon(v.Str())
	case v.IsNil():
		return s.fail(at, message.NilInTable())
	case key == "":
		t.Items = append(t.Items, Arg{Value: v, Pos: s.posAt(start)})
		return true
	}
	return s.field(t, seen, Param{Name: key, Value: v, Pos: s.posAt(start)})
}

func (s *scanner) field(t *Table, seen *keys, f Param) bool {
	if first, again := seen.first(t.Fields, f.Name); again {
		s.out.report(f.Pos, message.DuplicateParameter(first.Col, f.Name, first.Line))
	}
	t.Fields = append(t.Fields, f)
	return true
}

// failColon reports the colon at the cursor, which follows a key in a table.
func (s *scanner) failColon(key string) bool {
	text := strings.TrimLeft(s.text[s.off+1:], " \t")
	text, _, _ = strings.Cut(text, " ")
	if end := strings.IndexAny(text, ",;}"); end >= 0 && !strings.ContainsAny(text[:1], "{\"'") {
		text = text[:end]
	} else if end < 0 || strings.ContainsAny(text[:1], "{\"'") {
		text = "VALUE"
	}
	return s.fail(s.off, message.UnexpectedCharacter(":").With(message.WriteIt(key+"="+text)))
}

// fieldKey parses "key =" in a table, where spaces may surround the "=". It returns "" if the entry has no key.
func (s *scanner) fieldKey() (key string, ok bool) {
	start := s.off
	key = s.run()
	s.off += len(key)
	s.space()
	if isKey(key) && s.peek(0) == ':' {
		return "", s.failColon(key)
	}
	if key == "" || s.peek(0) != '=' {
		s.off = start
		return "", true
	}
	if !isKey(key) {
		return "", s.fail(start, message.InvalidParameterName(key).With(plainForm(key)))
	}
	s.off++
	s.space()
	if c := s.peek(0); s.tableEnds() || c == ',' || c == ';' || c == '}' {
		return "", s.fail(start, message.MissingValue(key))
	}
	return key, true
}
