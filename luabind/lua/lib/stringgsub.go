package lib

import (
	"strconv"
	"strings"

	"github.com/bough-dev/bough/luabind/lua"
)

// stringGsub is string.gsub(s, pattern, replacement, n).
func stringGsub(c *lua.Call) error {
	text, source := c.Text(1), c.Text(2)
	most := c.OptInt(4, len(text)+1)
	with, template, isText := c.Arg(3), "", false
	switch with.Kind() {
	case lua.KindTable, lua.KindFunction:
	case lua.KindString, lua.KindNumber:
		template, isText = c.Text(3), true
	default:
		return c.BadArgument(3, "string/function/table expected").Wants("a string, a table or a function")
	}
	var m matcher
	if err := m.use(c, text, source, true); err != nil {
		return err
	}
	if err := m.checkTemplate(template); err != nil {
		return err
	}
	var small [smallResult]byte
	var args []lua.Value
	out := small[:0]
	n, copied := 0, 0 // n counts replacements; copied is the end of the part of the text that is in out
	for s := 0; n < most; {
		found, ok := m.search(s)
		if !ok {
			break
		}
		n++
		s = max(found.end, found.start+1)
		if isText {
			out = appendText(c, out, text[copied:found.start])
			out = m.appendTemplate(out, template, found)
			copied = found.end
		} else {
			var v lua.Value
			if v, args = m.ask(with, found, args); v.Truth() {
				by, ok := textOf(v)
				if !ok {
					return &lua.Problem{Code: "replacement-not-text", Args: map[string]any{"kind": v.Kind().String()}, Text: "invalid replacement value (a " + v.Kind().String() + ")"}
				}
				out = appendText(c, out, text[copied:found.start])
				out = appendText(c, out, by)
				copied = found.end
			}
		}
		if m.p.anchored {
			break
		}
	}
	if v := c.Arg(1); n == 0 && v.Kind() == lua.KindString {
		c.Return(v)
	} else {
		c.Return(result(c, appendText(c, out, text[copied:])))
	}
	c.Return(lua.Number(float64(n)))
	return nil
}

// checkTemplate returns an error if the replacement text is invalid.
func (m *matcher) checkTemplate(template string) error {
	m.c.Spend(len(template) / bytesPerStep)
	for t := template; ; t = t[2:] {
		i := strings.IndexByte(t, '%')
		if i < 0 {
			return nil
		}
		if t = t[i:]; len(t) == 1 {
			return errTemplateEnd
		}
		if d := t[1]; isDigit(d) && int(d-'0') > m.values() {
			return errCaptureIndex
		}
	}
}

// appendTemplate appends to out the replacement for the match at found.
func (m *matcher) appendTemplate(out []byte, template string, found span) []byte {
	for t := template; ; t = t[2:] {
		i := strings.IndexByte(t, '%')
		if i < 0 {
			return appendText(m.c, out, t)
		}
		out = appendText(m.c, out, t[:i])
		t = t[i:]
		if !isDigit(t[1]) {
			out = appendText(m.c, out, t[1:2])
			continue
		}
		s := found
		if n := int(t[1] - '0'); n > 0 && m.p.captures > 0 {
			s = m.captures[n-1]
		}
		if s.end == atPosition {
			var digits [20]byte
			out = appendText(m.c, out, strconv.AppendInt(digits[:0], int64(s.start+1), 10))
		} else {
			out = appendText(m.c, out, m.text[s.start:s.end])
		}
	}
}

// ask calls the function with all values of a match, or looks the first value up in the table. It also returns the
// buffer of the arguments for reuse.
func (m *matcher) ask(with lua.Value, found span, args []lua.Value) (v lua.Value, room []lua.Value) {
	m.c.SpendSince(m.from, askSteps)
	if with.Kind() == lua.KindTable {
		return m.c.Index(with, m.value(0, found)), nil
	}
	args = args[:0]
	for i := range m.values() {
		args = append(args, m.value(i, found))
	}
	return m.c.Call1(with, args...), args
}
