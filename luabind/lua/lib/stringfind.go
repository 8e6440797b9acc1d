package lib

import (
	"encoding/binary"
	"errors"
	"strings"

	"github.com/bough-dev/bough/luabind/lua"
)

// specials are the special characters of patterns. string.find searches for a pattern without any of them as plain
// text. As in Lua 5.1, ) and ] are not among them.
const specials = "^$*+?.([%-"

// searchStart returns the index in text at which a search begins; argument 3 determines it.
func searchStart(c *lua.Call, text string) int {
	return min(max(position(c.OptInt(3, 1), len(text))-1, 0), len(text))
}

// stringFind is string.find(s, pattern, init, plain).
func stringFind(c *lua.Call) error {
	text, source := c.Text(1), c.Text(2)
	start := searchStart(c, text)
	c.Spend(len(source) / bytesPerStep)
	if c.Arg(4).Truth() || !strings.ContainsAny(source, specials) {
		c.Spend((len(text) - start) / bytesPerStep)
		i := strings.Index(text[start:], source)
		if i < 0 {
			c.Return(lua.Nil)
			return nil
		}
		returnSpan(c, span{start + i, start + i + len(source)})
		return nil
	}
	var m matcher
	if err := m.use(c, text, source, true); err != nil {
		return err
	}
	found, ok := m.search(start)
	if !ok {
		c.Return(lua.Nil)
		return nil
	}
	returnSpan(c, found)
	for i := range m.p.captures {
		c.Return(m.value(i, found))
	}
	return nil
}

func returnSpan(c *lua.Call, s span) {
	c.Return(lua.Number(float64(s.start + 1)))
	c.Return(lua.Number(float64(s.end)))
}

// stringMatch is string.match(s, pattern, init).
func stringMatch(c *lua.Call) error {
	text, source := c.Text(1), c.Text(2)
	start := searchStart(c, text)
	var m matcher
	if err := m.use(c, text, source, true); err != nil {
		return err
	}
	found, ok := m.search(start)
	if !ok {
		c.Return(lua.Nil)
		return nil
	}
	for i := range m.values() {
		c.Return(m.value(i, found))
	}
	return nil
}

// iteration is the state of an iterator of string.gmatch.
type iteration struct {
	text, source string
	next         int
}

const iterationBytes = 48

// Size returns the size of the iteration, for lua.Walker. It includes the text, since there may be no other reference
// to the text.
func (it *iteration) Size() int { return iterationBytes + len(it.text) + len(it.source) }

// MarshalBinary writes the iteration, for lua.Codec.
func (it *iteration) MarshalBinary() ([]byte, error) {
	data := binary.AppendUvarint(nil, uint64(it.next))
	data = binary.AppendUvarint(data, uint64(len(it.text)))
	return append(append(data, it.text...), it.source...), nil
}

// Closures maps the names of the functions that the library makes to functions that restore them, for lua.Codec.
var Closures = map[string]func(data []byte) (lua.Builtin, any, error){"gmatch": readIteration}

func readIteration(data []byte) (lua.Builtin, any, error) {
	next, n := binary.Uvarint(data)
	size, m := binary.Uvarint(data[max(n, 0):])
	if n <= 0 || m <= 0 || size > uint64(len(data)-n-m) || next > size+1 {
		return nil, nil, errors.New("this is no iterator of gmatch")
	}
	text, source := data[n+m:n+m+int(size)], data[n+m+int(size):]
	return nextMatch, &iteration{text: string(text), source: string(source), next: int(next)}, nil
}

// stringGmatch is string.gmatch(s, pattern). A leading ^ is an ordinary character in the pattern: as an anchor, it
// would prevent the iteration.
func stringGmatch(c *lua.Call) error {
	it := &iteration{text: c.Text(1), source: c.Text(2)}
	var m matcher
	if err := m.use(c, it.text, it.source, false); err != nil {
		return err
	}
	c.Alloc(iterationBytes)
	c.Return(c.NewClosure("gmatch", nextMatch, it))
	return nil
}

// nextMatch is the iterator of string.gmatch.
func nextMatch(c *lua.Call) error {
	c.Change()
	it := c.Data().(*iteration)
	var m matcher
	if err := m.use(c, it.text, it.source, false); err != nil {
		return err
	}
	found, ok := m.search(it.next)
	if !ok {
		return nil
	}
	it.next = found.end
	if found.end == found.start {
		it.next++
	}
	for i := range m.values() {
		c.Return(m.value(i, found))
	}
	return nil
}
