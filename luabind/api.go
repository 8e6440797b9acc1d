//go:build !luacore

package luabind

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine"
	lua "github.com/yuin/gopher-lua"
)

// apiFunc is one function of the table bt.
type apiFunc struct {
	name string
	decl string // see declared
	call func(*State, *lua.LState) int
	// acts tells that it changes something, so that Decide must not call it;
	// suspends, that it ends the tick of a run hook besides.
	acts, suspends bool
}

// takes returns the name of a function and those of its parameters, unless it takes any
// number.
func (f apiFunc) takes() (path string, names []string, fixed bool) {
	e := declared("bt.", f.decl)
	for _, p := range e.Params {
		if p.Name == "..." {
			return "", nil, false
		}
		names = append(names, p.Name)
	}
	return e.Name, names, true
}

// apiFuncs is the table bt, but for bt.dt and the statuses.
var apiFuncs = []apiFunc{
	{"time", "time(): number -- Seconds on the clock of the world (K1).", (*State).apiTime, false, false},
	{"tick", "tick(): number -- Number of the tick of the world, from 1.", (*State).apiTick, false, false},
	{"log", "log(...: any) -- Writes a line to the log (P8).", (*State).log, false, false},
	{"stimulus", "stimulus(): any, string -- Data and name of the stimulus by which the node was entered, nil if there is none (S9).", (*State).apiStimulus, false, false},
	{"ran", "ran(node: string, ticks?: number): boolean -- Whether a node of the tree ran so many ticks ago; 1, the default, is the previous tick (H4).", (*State).apiRan, false, false},
	{"active", "active(node: string): boolean -- Whether a node of the tree is active (H4).", (*State).apiActive, false, false},
	{"since", "since(node: string): number -- For how many seconds a node of the tree has been active; 0 if it is not (H5).", (*State).apiSince, false, false},
	{inForce, "in_force(channel: string): string?, any -- Kind and data of the request in force on a channel of the agent, nil if there is none (R7).", (*State).apiInForce, false, false},
	{"board", "board(name: string): table -- A table that agents share: what is written is seen from the next tick on (W1).", (*State).apiBoard, false, false},
	{"post", "post(id: number, name: string, data?: any, ttl?: number) -- Sends a stimulus to the agent of that number; it lives ttl seconds, 1 unless given (S7). An agent that is gone gets nothing.", (*State).apiPost, true, false},
	{"request", "request(agent: table, kind: string, data?: any, options?: table) -- Asks the game for something; options are channel, a string, and priority, a number (R1).", (*State).apiRequest, true, false},
	{"reset", "reset(agent: table) -- Resets the agent after this tick (X6).", (*State).apiReset, true, false},
	{"sleep", "sleep(seconds: number) -- The agent misses its ticks until so much time has passed or a stimulus arrives (P7).", (*State).apiSleep, true, false},
	{"yield", "yield() -- In run: goes on in the next tick (P6).", (*State).apiYield, true, true},
	{"wait", "wait(seconds: number) -- In run: goes on when so much time has passed (P6).", (*State).apiWait, true, true},
	{"wait_until", "wait_until(f: function) -- In run: goes on when f() is true, asked once in each following tick (P6).", (*State).apiWaitUntil, true, true},
}

// api makes the table bt. Its dt is a number, not a function, and is brought up
// to date before a hook is called.
func (s *State) api() *lua.LTable {
	t := s.L.NewTable()
	t.RawSetString("dt", lua.LNumber(0))
	t.RawSetString("RUNNING", lua.LString(wordRunning))
	t.RawSetString("SUCCESS", lua.LString(wordSuccess))
	t.RawSetString("FAILURE", lua.LString(wordFailure))
	for _, f := range apiFuncs {
		call := func(L *lua.LState) int {
			if f.name != "log" {
				s.inHook(L, "bt."+f.name, f.acts)
			}
			return f.call(s, L)
		}
		if f.suspends {
			t.RawSetString(f.name, s.pausing(f.name, call))
		} else {
			t.RawSetString(f.name, s.L.NewFunction(call))
		}
	}
	s.bt = t
	return t
}

// inHook raises an error unless a hook is under way, and one that may act if
// acts is set.
func (s *State) inHook(L *lua.LState, name string, acts bool) {
	if s.ctx == nil {
		L.RaiseError("%s cannot be used while a file is loaded; call it in a hook", name)
	}
	if acts && s.ctx.Deciding() {
		s.refuse(L, fmt.Sprintf("%s in %s, which %s", name, s.asker(), notInDecide))
	}
}

func (s *State) apiTime(L *lua.LState) int {
	L.Push(lua.LNumber(s.ctx.Time().Seconds()))
	return 1
}

func (s *State) apiTick(L *lua.LState) int {
	L.Push(lua.LNumber(s.ctx.Tick()))
	return 1
}

// apiStimulus returns data and name of the stimulus by which the node was
// entered, nil if there is none. A stimulus without data gives true.
func (s *State) apiStimulus(L *lua.LState) int {
	st, ok := s.ctx.Stimulus()
	if !ok {
		L.Push(lua.LNil)
		return 1
	}
	data := s.handIn(L, st.Data)
	if data == lua.LNil {
		data = lua.LTrue
	}
	L.Push(data)
	L.Push(lua.LString(st.Name))
	return 2
}

func (s *State) apiRan(L *lua.LState) int {
	L.Push(lua.LBool(s.ctx.Ran(s.nodeName(L), L.OptInt(2, 1))))
	return 1
}

func (s *State) apiActive(L *lua.LState) int {
	L.Push(lua.LBool(s.ctx.Active(s.nodeName(L))))
	return 1
}

func (s *State) apiSince(L *lua.LState) int {
	L.Push(lua.LNumber(s.ctx.Since(s.nodeName(L)).Seconds()))
	return 1
}

// apiInForce is bt.in_force(channel): kind and data of the request in force there, nil if
// there is none.
func (s *State) apiInForce(L *lua.LState) int {
	r, ok := s.ctx.InForce(L.CheckString(1))
	if !ok {
		L.Push(lua.LNil)
		return 1
	}
	L.Push(lua.LString(r.Kind))
	L.Push(s.handIn(L, r.Data))
	return 2
}

// nodeName returns the first argument, which must name a node of the agent's
// tree: a misspelt name would otherwise be false for ever.
func (s *State) nodeName(L *lua.LState) string {
	name := L.CheckString(1)
	if s.ctx.Program().Nodes(name) == nil {
		L.ArgError(1, s.ctx.Program().NoNode(name).Error())
	}
	return name
}

// seconds reads a duration argument.
func seconds(L *lua.LState, n int) time.Duration {
	d, ok := duration(float64(L.CheckNumber(n)))
	if !ok {
		L.ArgError(n, "want a number of seconds, 0 or more (at most thirty years)")
	}
	return d
}

// duration converts seconds, if there are as many as a game may mean.
func duration(seconds float64) (time.Duration, bool) {
	if !(seconds >= 0 && seconds < 1e9) {
		return 0, false
	}
	return time.Duration(seconds * float64(time.Second)), true
}

// apiPost is bt.post(agent_id, name, data, ttl).
func (s *State) apiPost(L *lua.LState) int {
	n := float64(L.CheckNumber(1))
	id := engine.AgentID(n)
	if float64(id) != n {
		L.ArgError(1, "want the number of an agent")
	}
	st := engine.Stimulus{Name: L.CheckString(2), Data: s.neutral(L, 3)}
	if L.Get(4) != lua.LNil {
		st.TTL = max(seconds(L, 4), 1)
	}
	s.ctx.Post(id, st)
	return 0
}

func (s *State) neutral(L *lua.LState, n int) engine.Value {
	v, err := s.handOut(L, L.Get(n))
	if err != nil {
		L.ArgError(n, err.Error())
	}
	return v
}

// apiRequest is bt.request(agent, kind, data, {channel=, priority=}).
func (s *State) apiRequest(L *lua.LState) int {
	s.ownAgent(L, "bt.request")
	r := engine.Request{Kind: L.CheckString(2), Data: s.neutral(L, 3)}
	if opts := L.OptTable(4, nil); opts != nil {
		for k, v := opts.Next(lua.LNil); k != lua.LNil; k, v = opts.Next(k) {
			s.requestOption(L, &r, k, v)
		}
	}
	if err := s.ctx.Request(r); err != nil {
		L.RaiseError("bt.request: %v", err)
	}
	return 0
}

func (s *State) requestOption(L *lua.LState, r *engine.Request, k, v lua.LValue) {
	channel, isString := v.(lua.LString)
	priority, isNumber := v.(lua.LNumber)
	switch {
	case k == lua.LString("channel") && isString:
		r.Channel = string(channel)
	case k == lua.LString("priority") && isNumber && !math.IsNaN(float64(priority)):
		r.Priority = float64(priority)
	default:
		L.ArgError(4, "want {channel = a string, priority = a number}, got "+show(k)+" = "+show(v))
	}
}

// ownAgent raises an error unless the first argument is the agent on whose
// behalf the hook is called.
func (s *State) ownAgent(L *lua.LState, what string) {
	own := s.ctx.Fields().(*fields)
	if t := L.CheckTable(1); targetOf(t) != own.table() {
		L.ArgError(1, what+" wants the agent that the hook was given")
	}
}

func (s *State) apiReset(L *lua.LState) int {
	s.ownAgent(L, "bt.reset")
	s.ctx.ResetAgent()
	return 0
}

func (s *State) apiSleep(L *lua.LState) int {
	s.ctx.Sleep(seconds(L, 1))
	return 0
}

// maxBoards bounds how many of the tables that stand for boards a state keeps. One
// that is not kept is made again, and those that scripts hold go on working.
const maxBoards = 256

// apiBoard returns a table that stands for a shared board: reading gives what
// was there when the tick began, writing is seen from the next tick on.
func (s *State) apiBoard(L *lua.LState) int {
	name := L.CheckString(1)
	checkWord(L, "board", name)
	b := s.boards[name]
	if b == nil {
		if len(s.boards) >= maxBoards {
			clear(s.boards) // they are made anew when they are asked for
		}
		b = s.newBoard(name)
		s.boards[name] = b
	}
	L.Push(b)
	return 1
}

func (s *State) newBoard(name string) *lua.LTable {
	mt := newTable(0, 3)
	mt.RawSetString("__metatable", guardMark)
	mt.Metatable = guardMeta
	mt.RawSetString("__index", s.L.NewFunction(func(L *lua.LState) int {
		s.inHook(L, "bt.board", false)
		if !lua.LVCanConvToString(L.Get(2)) {
			L.RaiseError("board %s, entry %s: %v", name, show(L.Get(2)), errBoardKey)
		}
		key := lua.LVAsString(L.Get(2))
		v := s.handIn(L, s.ctx.Board(name, key))
		if s.ctx.Explaining() {
			s.ctx.NoteRead(boardEntryText(name, key), show(v))
		}
		L.Push(v)
		return 1
	}))
	mt.RawSetString("__newindex", s.L.NewFunction(func(L *lua.LState) int {
		s.inHook(L, "writing to a board", true)
		key, value := s.boardEntry(L, name)
		s.ctx.SetBoard(name, key, value)
		return 0
	}))
	return &lua.LTable{Metatable: mt}
}

// boardEntryText writes an entry of a board as a script does.
func boardEntryText(board, key string) string {
	if plainName.MatchString(key) {
		return fmt.Sprintf("bt.board(%q).%s", board, key)
	}
	return fmt.Sprintf("bt.board(%q)[%q]", board, key)
}

var plainName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

var errBoardKey = errors.New("keys are strings")

// boardEntry reads key and value of a write. A number as key is the same as its
// text.
func (s *State) boardEntry(L *lua.LState, board string) (string, engine.Value) {
	value, err := s.handOut(L, L.Get(3))
	if !lua.LVCanConvToString(L.Get(2)) {
		err = errBoardKey
	}
	if err != nil {
		L.RaiseError("board %s, entry %s: %v", board, show(L.Get(2)), err)
	}
	key := lua.LVAsString(L.Get(2))
	checkWord(L, "key of board "+board, key)
	if s.ctx.BoardFull() && s.ctx.Board(board, key).IsNil() && !value.IsNil() {
		s.refuseEntry(L, board, thousands(engine.MaxBoardEntries)+" entries already; remove those that nobody needs by writing nil", byEntries)
	}
	if s.ctx.BoardHeavy() && value.Weight() > s.ctx.Board(board, key).Weight() {
		s.refuseEntry(L, board, megabytes(engine.MaxBoardBytes)+" already; remove what nobody needs by writing nil, or write less", byBytes)
	}
	return key, value
}

// log is bt.log and print.
func (s *State) log(L *lua.LState) int {
	text := s.logText(L)
	switch {
	case s.ctx == nil:
		s.logWhileLoading(text)
	case s.ctx.Explaining():
	case s.mayLog():
		s.ctx.Log(text)
	}
	return 0
}

// logText joins the arguments, as far as they are shown.
func (s *State) logText(L *lua.LState) string {
	var text strings.Builder
	for i := 1; i <= L.GetTop(); i++ {
		part := plainText(L, L.Get(i))
		s.charge(L, 1+min(len(part), maxLogLine)/bytesPerStep)
		if text.Len() > maxLogLine {
			continue
		}
		if i > 1 {
			text.WriteByte(' ')
		}
		text.WriteString(cut(part, maxLogLine+utf8.UTFMax))
	}
	if text.Len() > maxLogLine {
		return cut(text.String(), maxLogLine) + "…"
	}
	return text.String()
}

// logWhileLoading is for the file level, which runs in every state; the one that files
// are loaded in speaks for all.
func (s *State) logWhileLoading(text string) {
	s.logLines++
	s.budget.time.leave()
	defer s.budget.time.back()
	switch {
	case s.id != loaderID || s.runtime.log == nil || s.logLines > engine.MaxLogLines+1:
	case s.logLines > engine.MaxLogLines:
		s.runtime.log("… more lines of this file are left out")
	default:
		s.runtime.log(text)
	}
}

// maxLogLine bounds the bytes of a logged line.
const maxLogLine = 1000

// mayLog counts the lines of an agent in a tick; the last one allowed says that
// there is more.
func (s *State) mayLog() bool {
	if a := s.ctx.Agent().ID(); s.logTick != s.ctx.Tick() || s.logAgent != a {
		s.logTick, s.logAgent, s.logLines = s.ctx.Tick(), a, 0
	}
	s.logLines++
	if s.logLines == DefaultLogLines+1 {
		s.ctx.Log("… more lines in this tick are left out")
	}
	return s.logLines <= DefaultLogLines
}
