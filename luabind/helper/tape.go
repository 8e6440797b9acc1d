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

// Tape connects helpers to the engine.Tape of the hook that calls them. The host implements it.
type Tape interface {
	// Of returns the engine.Tape that records or plays back the reply to this call, nil if neither is done.
	Of(c *lua.Call) *engine.Tape
	// Used returns how many bytes the hook has allocated until now.
	Used(c *lua.Call) int64
	// Encode returns values as bytes. Its error says why a value cannot be encoded.
	Encode(c *lua.Call, values []lua.Value) ([]byte, error)
	// Decode returns encoded values. It does not charge the script for their bytes.
	Decode(c *lua.Call, data []byte) ([]lua.Value, error)
}

// Pure returns a copy of h that is declared to depend on its arguments only, such as a distance. Its replies are not
// recorded: a replay calls the helper again.
func (h Helper) Pure() Helper {
	h.pure = true
	return h
}

// IsPure reports whether h is declared Pure.
func (h Helper) IsPure() bool { return h.pure }

// taped returns f.run as a function whose replies are recorded or played back.
func (f *function) taped(tape Tape) lua.Builtin {
	sum := fnv.New64a()
	sum.Write([]byte(f.what))
	name := callHash(sum.Sum64())
	return func(c *lua.Call) error {
		t := tape.Of(c)
		if t == nil {
			return f.run(c)
		}
		key := name
		for _, v := range c.Args() {
			key.add(v, tableDepth)
		}
		if t.Playing() {
			return f.play(c, t.Play(uint64(key), f.what), tape)
		}
		return f.record(c, t, engine.Reply{Key: uint64(key)}, tape)
	}
}

// record calls the function, and records its reply, even if the hook is stopped during the call.
func (f *function) record(c *lua.Call, t *engine.Tape, reply engine.Reply, tape Tape) (err error) {
	steps, bytes, rand := c.State().Steps, tape.Used(c), t.Rand()
	done := false
	defer func() {
		reply.Steps, reply.Bytes = max(0, steps-c.State().Steps), max(0, tape.Used(c)-bytes)
		if done || reply.Steps > 0 || reply.Bytes > 0 { // if nothing was charged, it was not the meter that stopped the call
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
			if data, err := tape.Encode(c, results); err != nil {
				reply.Unknown = err.Error()
			} else {
				reply.Data = data
			}
			break
		}
		x, _ := ToValue(v)
		reply.Results = append(reply.Results, x)
	}
	return nil
}

// play charges the script for a recorded reply and returns that to it. r is nil if there is none.
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

// callHash is a hash of the name of a helper and the arguments of a call; see engine.Reply.
type callHash uint64

// tableDepth is the number of levels of nested tables that count in a callHash.
const tableDepth = 8

func (h *callHash) word(x uint64) {
	*h = (*h ^ callHash(x)) * 0x9e3779b97f4a7c15
	*h ^= *h >> 29
}

// add adds an argument. Of a Go value only the type counts.
func (h *callHash) add(v lua.Value, depth int) {
	h.word(uint64(v.Kind()))
	switch v.Kind() {
	case lua.KindBool:
		if v.Truth() {
			h.word(1)
		}
	case lua.KindNumber:
		n, _ := v.Float()
		h.word(math.Float64bits(n))
	case lua.KindString:
		s, _ := v.Text()
		h.text(s)
	case lua.KindTable:
		t := v.Table()
		for k, x, more := t.Next(lua.Nil); more && depth > 0; k, x, more = t.Next(k) {
			h.add(k, depth-1)
			h.add(x, depth-1)
		}
	case lua.KindUserdata:
		x, _ := v.Data()
		h.text(reflect.TypeOf(x).String())
	}
}

func (h *callHash) text(s string) {
	for i := range len(s) {
		*h = (*h ^ callHash(s[i])) * 0x100000001b3
	}
	h.word(uint64(len(s)))
}
