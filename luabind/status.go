//go:build !luacore

package luabind

import (
	"github.com/bough-dev/bough/engine"
	lua "github.com/yuin/gopher-lua"
)

// The words for a status; bt.RUNNING and its like are these.
const (
	wordRunning = "running"
	wordSuccess = "success"
	wordFailure = "failure"
)

// statusWords are the words by status.
var statusWords = [...]lua.LString{engine.Running: wordRunning, engine.Success: wordSuccess, engine.Failure: wordFailure}

// wantStatus completes "behavior returned 7; want ...".
const wantStatus = `nothing, "running", "success", true, "failure" or false`

// toStatus reads what a behavior hook returned; nothing stands for none.
func toStatus(v lua.LValue, none engine.Status) (engine.Status, bool) {
	switch x := v.(type) {
	case *lua.LNilType:
		return none, true
	case lua.LBool:
		if x {
			return engine.Success, true
		}
		return engine.Failure, true
	case lua.LString:
		switch x {
		case wordRunning:
			return engine.Running, true
		case wordSuccess:
			return engine.Success, true
		case wordFailure:
			return engine.Failure, true
		}
	}
	return none, false
}
