package helper

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"reflect"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/lua"
)

// Tape gives functions access to what records replies.
type Tape interface {
	// Of returns what records or plays back the replies to the calls of a hook, nil for neither.
	Of(c *lua.Call) *engine.Tape
	// Used returns how many bytes the hook has allocated.
	Used(c *lua.Call) int64
	// Encode returns values as bytes, and Decode returns the values, which the script does not pay for.
	Encode(c *lua.Call, values []lua.Value) ([]byte, error)
	Decode(c *lua.Call, data []byte) ([]lua.Value, error)
}

// Pure returns h, declared to depend on its arguments only, such as a distance. Its replies are not recorded: whoever plays a
// recording back calls it.
func (h Helper) Pure() Helper {
	h.pure = true
	return h
}

// IsPure reports whether h was made by Pure.
func (h Helper) IsPure() bool { return h.pure }

// taped returns run with replies that are recorded, or played back.
func (f *function) taped(tape Tape) lua.Builtin {
	sum := fnv.New64a()
	sum.Write([]byte(f.what))
	name := question(sum.Sum64())
	return func(c *lua.Call) error {
		t := tape.Of(c)
		if t == nil {
			return f.run(c)
		}
		q := name
		for _, v := range c.Args() {
			q.add(v, tableDepth)
		}
		if t.Playing() {
			return f.play(c, t.Play(uint64(q), f.what), tape)
		}
		return f.record(c, t, engine.Reply{Key: uint64(q)}, tape)
	}
}

// record calls the function and records its reply.
func (f *function) record(c *lua.Call, t *engine.Tape, reply engine.Reply, tape Tape) (err error) {
	steps, bytes, rand := c.State().Steps, tape.Used(c), t.Rand()
	done := false
	defer func() {
		reply.Steps, reply.Bytes = max(0, steps-c.State().Steps), max(0, tape.Used(c)-bytes)
		if done || reply.Steps > 0 || reply.Bytes > 0 { // else it is not the meter that has ended the call
			t.Record(reply, rand)
		}
	}()
	results, err := c.Collect(f.run)
	if done = true; err != nil {
		reply.Err = err.Error()
		return err
	}
	for _, v := range results {
		if v.Kind() > lua.KindString {
			reply.Results = nil
			reply.Data, reply.Unknown = encode(c, results, tape)
			break
		}
		x, _ := ToValue(v)
		reply.Results = append(reply.Results, x)
	}
	return nil
}

// encode returns the reply as bytes, or the reason why it cannot be recorded.
func encode(c *lua.Call, results []lua.Value, tape Tape) (data []byte, unknown string) {
	data, err := tape.Encode(c, results)
	if err != nil {
		return nil, err.Error()
	}
	return data, ""
}

// play gives the script a recorded reply.
func (f *function) play(c *lua.Call, r *engine.Reply, tape Tape) error {
	if r == nil {
		return fmt.Errorf("%s: the recording has no reply to this call", f.what)
	}
	c.Spend(int(r.Steps))
	c.Alloc(int(r.Bytes))
	switch {
	case r.Unknown != "":
		return fmt.Errorf("%s: the reply could not be recorded: %s", f.what, r.Unknown)
	case r.Err != "":
		return errors.New(r.Err)
	case r.Data != nil:
		values, err := tape.Decode(c, r.Data)
		if err != nil {
			return fmt.Errorf("%s: the recorded reply cannot be read: %w", f.what, err)
		}
		for _, v := range values {
			c.Return(v)
		}
	}
	for _, v := range r.Results {
		c.Return(FromValue(v))
	}
	return nil
}

// question is a hash of the name and the arguments of a call.
type question uint64

// tableDepth is how deep tables are looked into.
const tableDepth = 8

func (q *question) word(x uint64) {
	*q = (*q ^ question(x)) * 0x9e3779b97f4a7c15
	*q ^= *q >> 29
}

func (q *question) add(v lua.Value, depth int) {
	q.word(uint64(v.Kind()))
	switch v.Kind() {
	case lua.KindBool:
		if v.Truth() {
			q.word(1)
		}
	case lua.KindNumber:
		n, _ := v.Float()
		q.word(math.Float64bits(n))
	case lua.KindString:
		s, _ := v.Text()
		q.text(s)
	case lua.KindTable:
		t := v.Table()
		for k, x, more := t.Next(lua.Nil); more && depth > 0; k, x, more = t.Next(k) {
			q.add(k, depth-1)
			q.add(x, depth-1)
		}
	case lua.KindUserdata:
		x, _ := v.Data()
		q.text(reflect.TypeOf(x).String())
	}
}

func (q *question) text(s string) {
	for i := range len(s) {
		*q = (*q ^ question(s[i])) * 0x100000001b3
	}
	q.word(uint64(len(s)))
}
