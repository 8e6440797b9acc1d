package helper

import (
	"encoding/json"
	"errors"
	"hash/fnv"
	"reflect"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/internal/wire"
	"github.com/bough-dev/bough/luabind/lua"
)

// Tape connects helpers to the engine.Tape of the hook that calls them. The host of the scripts implements Tape.
type Tape interface {
	// Of returns the engine.Tape that records or plays back the reply to this call. It returns nil if the reply is
	// neither recorded nor played back.
	Of(c *lua.Call) *engine.Tape
	// Used returns the number of bytes that the hook has allocated so far.
	Used(c *lua.Call) int64
	// Encode returns the encoding of values. If a value cannot be encoded, the error is the reason.
	Encode(c *lua.Call, values []lua.Value) ([]byte, error)
	// Decode returns the encoded values. It does not charge the script for their bytes.
	Decode(c *lua.Call, data []byte) ([]lua.Value, error)
}

// Pure returns a copy of h that is declared to depend only on its arguments, such as a function that computes a
// distance. Its replies are not recorded, since a replay can call the helper again.
func (h Helper) Pure() Helper {
	h.pure = true
	return h
}

// IsPure reports whether h is declared Pure.
func (h Helper) IsPure() bool { return h.pure }

// Reads returns a copy of h that is declared to read the game and to change nothing. When a recording is run again
// with other scripts, an agent may make other calls of such a helper, provided that their replies were recorded.
// The calls of all other helpers, except for Pure ones, must stay the same.
func (h Helper) Reads() Helper {
	h.reads = true
	return h
}

// OnlyReads reports whether h is declared Reads or Pure.
func (h Helper) OnlyReads() bool { return h.reads || h.pure }

// taped returns a function like f.run whose replies are recorded or played back.
func (f *function) taped(tape Tape) lua.Builtin {
	sum := fnv.New64a()
	sum.Write([]byte(f.what))
	name := wire.Checksum(sum.Sum64())
	return func(c *lua.Call) error {
		t := tape.Of(c)
		if t == nil {
			return f.run(c)
		}
		h := hasher{sum: name, tape: tape, room: maxHashed}
		for _, v := range c.Args() {
			h.add(c, v, tableDepth)
		}
		if t.Playing() {
			return f.play(c, t.Play(engine.HelperCall{Key: uint64(h.sum), Helper: f.what, Acts: !f.reads, Vague: h.vague}), tape)
		}
		return f.record(c, t, engine.Reply{Key: uint64(h.sum), Acts: !f.reads}, tape)
	}
}

// record calls the function and records the reply. It records the reply even if the hook is stopped during the
// call.
func (f *function) record(c *lua.Call, t *engine.Tape, reply engine.Reply, tape Tape) (err error) {
	t.Begin()
	steps, bytes := c.State().Steps, tape.Used(c)
	done := false
	defer func() {
		reply.Steps, reply.Bytes = max(0, steps-c.State().Steps), max(0, tape.Used(c)-bytes)
		if stopped := c.State().Steps < 0 || c.State().Bytes < 0; !done && !stopped {
			reply.Unknown = "it called a function of a script, which raised an error"
		}
		t.End(reply, done || reply.Steps > 0 || reply.Bytes > 0) // the meter can have stopped the call only if something was charged
	}()
	results, err := c.Collect(f.run)
	if done = true; err != nil {
		reply.Err = errorText(err)
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

// recordedError is an error in a recording. The texts are what scripts see, also if later versions have other words.
type recordedError struct {
	Code string    `json:"code"`
	Args diag.Args `json:"args,omitempty"`
	Text string    `json:"text"`
	Hint string    `json:"hint,omitempty"`
}

// errorText returns an error as a recording has it.
func errorText(err error) string {
	var w diag.Words
	if !errors.As(err, &w) {
		w = message.ScriptError(clip(err.Error()))
	}
	text, failed := json.Marshal(recordedError{w.Code, w.Args, w.Text, w.Hint})
	if failed != nil {
		return err.Error()
	}
	return string(text)
}

// readError returns the error for a text of errorText. Recordings of versions without codes have the plain text.
func readError(text string) error {
	var e recordedError
	if err := json.Unmarshal([]byte(text), &e); err != nil || e.Code == "" {
		return message.ScriptError(text)
	}
	return diag.Words{Code: e.Code, Args: e.Args, Text: e.Text, Hint: e.Hint}
}

// play charges the script for a recorded reply, and returns the results or the error in the reply. r is nil if
// there is no reply.
func (f *function) play(c *lua.Call, r *engine.Reply, tape Tape) error {
	if r == nil {
		return message.ReplyMissing(f.what)
	}
	c.Spend(int(r.Steps))
	c.Alloc(int(r.Bytes))
	switch {
	case r.Unknown != "":
		return message.ReplyUnknown(f.what, r.Unknown)
	case r.Err != "":
		return readError(r.Err)
	case r.Data != nil:
		values, err := tape.Decode(c, r.Data)
		if err != nil {
			return message.ReplyUnreadable(f.what, err.Error()).Wrap(err)
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

// hasher computes a hash of the name and the arguments of a call.
type hasher struct {
	sum   wire.Checksum
	tape  Tape
	room  int  // number of entries of tables that it may still add
	vague bool // something was left out of the hash
}

const (
	tableDepth = 8    // depth of nested tables
	maxHashed  = 1000 // number of entries in all tables together
)

// keyText returns an encoding with the head of the first format. So the hashes, which recordings contain, do not change
// with the number of the format.
func keyText(data []byte) string {
	_, values, found := strings.Cut(string(data), "\n")
	if !found {
		return "" // the values could not be encoded
	}
	return "Bough Lua 3\n" + values
}

func (h *hasher) add(c *lua.Call, v lua.Value, depth int) {
	h.sum.Word(uint64(v.Kind()))
	switch v.Kind() {
	case lua.KindNil:
	case lua.KindBool:
		if v.Truth() {
			h.sum.Word(1)
		}
	case lua.KindNumber:
		n, _ := v.Float()
		h.sum.Float(n)
	case lua.KindString:
		s, _ := v.Text()
		h.sum.Text(s)
	case lua.KindTable:
		t := v.Table()
		for k, x, more := t.Next(lua.Nil); more; k, x, more = t.Next(k) {
			if h.room--; h.room < 0 || depth == 0 {
				h.vague = true
				return
			}
			h.add(c, k, depth-1)
			h.add(c, x, depth-1)
		}
	case lua.KindUserdata:
		x, _ := v.Data()
		h.sum.Text(reflect.TypeOf(x).String())
		data, err := h.tape.Encode(c, []lua.Value{v})
		if h.sum.Text(keyText(data)); err != nil {
			h.vague = true
		}
	default:
		h.vague = true
	}
}
