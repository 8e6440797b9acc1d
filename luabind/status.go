package luabind

import (
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/lua"
)

// The words for a status; bt.RUNNING and its like are these.
const (
	wordRunning = "running"
	wordSuccess = "success"
	wordFailure = "failure"
)

// statusWords are the words by status.
var statusWords = [...]lua.Value{engine.Running: lua.Name(wordRunning), engine.Success: lua.Name(wordSuccess), engine.Failure: lua.Name(wordFailure)}

// wantStatus completes "behavior returned 7; want ...".
const wantStatus = `nothing, "running", "success", true, "failure" or false`

// toStatus reads what a behavior hook returned; nothing stands for none.
func toStatus(v lua.Value, none engine.Status) (engine.Status, bool) {
	switch v.Kind() {
	case lua.KindNil:
		return none, true
	case lua.KindBool:
		if v.Truth() {
			return engine.Success, true
		}
		return engine.Failure, true
	case lua.KindString:
		switch text, _ := v.Text(); text {
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
