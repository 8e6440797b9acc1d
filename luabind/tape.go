package luabind

import (
	"math"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/lua"
)

// tape implements helper.Tape. It uses the engine.Tape of the hook that makes the call.
type tape struct{ r *Runtime }

// Of implements helper.Tape.
func (tape) Of(c *lua.Call) *engine.Tape {
	if s := stateOf(c); s.ctx != nil && s.meter != nil {
		return s.ctx.Tape()
	}
	return nil
}

// Used implements helper.Tape.
func (tape) Used(c *lua.Call) int64 { return stateOf(c).meter.Used() }

// Encode implements helper.Tape. It uses the encoding of snapshots, so values that are equal
// in a snapshot of the recorded game are equal in a snapshot of its replay.
func (t tape) Encode(c *lua.Call, values []lua.Value) ([]byte, error) {
	return t.r.saver.codecOf(stateOf(c).ctx.Agent()).Encode(nil, values...)
}

// Decode implements helper.Tape. During its call, the byte limit of the State does not apply.
func (t tape) Decode(c *lua.Call, data []byte) ([]lua.Value, error) {
	s := stateOf(c)
	left := s.L.Bytes
	s.L.Bytes = math.MaxInt64
	defer func() { s.L.Bytes = left }()
	return t.r.saver.codecOf(s.ctx.Agent()).Decode(s.L, data)
}
