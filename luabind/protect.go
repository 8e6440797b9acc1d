//go:build !luacore

package luabind

import (
	"fmt"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// protected calls the function that has been pushed with its arguments, like
// LState.PCall, for a sixth less of a small hook's time: PCall recovers on
// every call and takes the stack back to where it was, which only the library
// can do. Here the rare call that raises pays instead: its thread is left as it
// is, with the frames still on it, and the state goes on with a new one.
//
// It must not be called while another call of this state is under way.
func (s *State) protected(nargs, nret int) (err error) {
	returned := false
	defer func() {
		if !returned {
			err = s.salvage(recover())
		}
	}()
	s.L.Call(nargs, nret)
	returned = true
	return nil
}

// salvage turns what was raised into an error and replaces the thread.
func (s *State) salvage(raised any) error {
	broken := s.L
	s.L = s.newMainThread()
	if err, ok := raised.(*lua.ApiError); ok {
		return err
	}
	text := fmt.Sprintf("a Go helper panicked: %v", raised)
	return &lua.ApiError{Type: lua.ApiErrorRun, Object: lua.LString(text), StackTrace: scriptStack(broken)}
}

// scriptStack returns the places of the script code on a stack, innermost
// first, one a line: "path:line:".
func scriptStack(L *lua.LState) string {
	var places []string
	for level := range MaxCalls {
		if _, ok := L.GetStack(level); !ok {
			break
		}
		if w := where(L, level); !strings.HasPrefix(w, "[G]") {
			places = append(places, w)
		}
	}
	return strings.Join(places, "\n")
}

// where is L.Where, which crashes for a function that was about to begin.
func where(L *lua.LState, level int) (place string) {
	returned := false
	defer func() {
		if !returned {
			recover()
			place = "[G]:"
		}
	}()
	place = L.Where(level)
	returned = true
	return place
}

// newMainThread returns a thread to call hooks in.
func (s *State) newMainThread() *lua.LState {
	th, _ := s.root.NewThread()
	if s.limit > 0 {
		th.SetContext(&s.budget)
	}
	return th
}
