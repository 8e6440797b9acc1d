package luabind

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/apidoc"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/lazyregexp"
	"github.com/bough-dev/bough/internal/lint"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/internal/quota"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
)

// apiFunc is a function of the table bt.
type apiFunc struct {
	name string
	decl string // the declaration; see apidoc.Parse
	call func(*state, *lua.Call) error
	// acts is set if the function has side effects, so that it must not be called in Decide. suspends is set if it
	// also ends the tick of a run hook.
	acts, suspends bool
	usage          string // a call with all arguments, if the function takes any
}

// apiFuncs holds the functions of the table bt.
var apiFuncs = []apiFunc{
	{"time", "time(): number -- Seconds on the clock of the world (K1).", (*state).apiTime, false, false, ""},
	{"tick", "tick(): number -- Number of the tick of the world, from 1.", (*state).apiTick, false, false, ""},
	{"log", "log(...: any) -- Writes a line to the log (P8).", (*state).log, false, false, ""},
	{"stimulus", "stimulus(): any, string -- Data and name of the stimulus by which the node was entered or, in its guard and precondition, about which it is asked; nil if there is none (S9).", (*state).apiStimulus, false, false, ""},
	{"ran", "ran(node: string, ticks?: number): boolean -- Whether a node of the tree ran in one of the last ticks; 1, the default, is the previous tick (H4).", (*state).apiRan, false, false, `bt.ran("name", 1)`},
	{"ran_ago", "ran_ago(node: string, ticks: number): boolean -- Whether a node of the tree ran exactly so many ticks ago (H4).", (*state).apiRanAgo, false, false, `bt.ran_ago("name", 1)`},
	{"active", "active(node: string): boolean -- Whether a node of the tree is active (H4).", (*state).apiActive, false, false, `bt.active("name")`},
	{"since", "since(node: string): number -- For how many seconds a node of the tree has been active; 0 if it is not (H5).", (*state).apiSince, false, false, `bt.since("name")`},
	{"in_force", "in_force(channel: string): string?, any -- Kind and data of the request in force on a channel of the agent, nil if there is none (R7).", (*state).apiInForce, false, false, `bt.in_force("channel")`},
	{"board", "board(name: string): table -- A table that agents share. Writes can be seen from the next tick (W1).", (*state).apiBoard, false, false, `bt.board("name")`},
	{"claim", "claim(board: string, entry: string, value?: any) -- Sets an entry of a board that is free, to the number of this agent unless a value is given; it is removed when the agent leaves the world (W3).", (*state).apiClaim, true, false, `bt.claim("board", "entry", true)`},
	{"unclaim", "unclaim(board: string, entry: string) -- Removes an entry of a board that this agent has claimed, and no other (W3).", (*state).apiUnclaim, true, false, `bt.unclaim("board", "entry")`},
	{"post", "post(id: number, name: string, data?: any, ttl?: number) -- Sends a stimulus to the agent of that number; it lives ttl seconds, 1 unless given (S7). An agent that is gone gets nothing.", (*state).apiPost, true, false, `bt.post(id, "name", { x = 1 }, 1), where id is the number of an agent`},
	{"request", "request(agent: table, kind: string, data?: any, options?: table) -- Asks the game for something; options are channel, a string, and priority, a number (R1).", (*state).apiRequest, true, false, `bt.request(agent, "kind", { x = 1 }, { channel = "name", priority = 1 })`},
	{"mark", "mark(...: any) -- Marks this tick as worth looking at later: tools show the mark, and a game may save its recording (P8).", (*state).apiMark, true, false, ""},
	{"reset", "reset(agent: table) -- Resets the agent after this tick (X6).", (*state).apiReset, true, false, `bt.reset(agent)`},
	{"sleep", "sleep(seconds: number) -- The agent misses its ticks until this time has passed or a stimulus arrives (P7).", (*state).apiSleep, true, false, `bt.sleep(1)`},
	{"yield", "yield() -- In run: continues in the next tick (P6).", (*state).apiYield, true, true, ""},
	{"wait", "wait(seconds: number) -- In run: continues after this time (P6).", (*state).apiWait, true, true, `bt.wait(1)`},
	{"wait_until", "wait_until(f: function) -- In run: continues when f() is true; f is called once in each following tick (P6).", (*state).apiWaitUntil, true, true, `bt.wait_until(function() return ... end)`},
}

// btValues holds the entries of bt that are not functions.
var btValues = []string{
	"dt: number -- Seconds since this agent's previous tick (K2).",
	`RUNNING: string -- The status "running" (B5).`,
	`SUCCESS: string -- The status "success" (B5).`,
	`FAILURE: string -- The status "failure" (B5).`,
}

// API describes everything that scripts of the runtime can use. Helpers must be bound before it is called.
func (r *Runtime) API() apidoc.API {
	bt := apidoc.Group{Name: "bt", Doc: tr.T("Time, statuses, waiting, stimuli, requests, boards, history. While a file is loaded, only bt.log works (P3).")}
	for _, decl := range btValues {
		bt.Entries = append(bt.Entries, apidoc.Parse("bt.", decl))
	}
	for i := range apiFuncs {
		bt.Entries = append(bt.Entries, apidoc.Parse("bt.", apiFuncs[i].decl))
	}
	groups := append(apidoc.Behaviors(), bt)
	for _, space := range r.spaces {
		g := apidoc.Group{Name: space.Name, Doc: tr.T("Functions of the game.")}
		for i := range space.Helpers {
			g.Entries = append(g.Entries, apidoc.Helper(&space.Helpers[i], space.Name))
		}
		groups = append(groups, g)
	}
	groups = append(groups, r.handleGroups()...)
	return apidoc.API{Groups: append(groups, apidoc.Libraries()...), Absent: apidoc.Absent()}.Translated()
}

// usageOf returns a call of a function in the table bt, such as bt.wait, with the arguments that it needs and those up to
// argument n. It returns "" for any other function, and if the function takes no arguments.
func usageOf(function string, n int) string {
	if f := scriptFunctions()[function]; f.Usage != "" {
		return f.Call(function, n)
	}
	return ""
}

// newBT returns the table bt. It does not contain bt.dt, since that value depends on the current hook call.
func newBT() *lua.Table {
	t := lua.NewTable(0, 24)
	set(t, "RUNNING", statusWords[engine.Running])
	set(t, "SUCCESS", statusWords[engine.Success])
	set(t, "FAILURE", statusWords[engine.Failure])
	for _, f := range apiFuncs {
		name := "bt." + f.name
		set(t, f.name, function(f.name, func(s *state, c *lua.Call) error {
			if f.suspends && s.ctx != nil && s.ctx.Deciding() {
				return message.WaitOutsideRun(name).Wrap(lua.ErrGuarded)
			}
			if f.name != "log" {
				if err := s.inHook(name, f.acts); err != nil {
					return err
				}
			}
			return f.call(s, c)
		}))
	}
	mt := lua.NewTable(0, 2)
	set(mt, "__index", function("bt", func(s *state, c *lua.Call) error {
		if name, _ := c.Arg(2).Text(); name != "dt" {
			return nil
		}
		if err := s.inHook("bt.dt", false); err != nil {
			return err
		}
		c.Return(lua.Number(s.ctx.DT().Seconds()))
		return nil
	}))
	set(mt, "__metatable", lua.String("read-only"))
	t.SetMetatable(mt)
	return t
}

// inHook returns an error unless a hook is running. If acts is set, it also returns an error in a hook that must
// not change anything. That error wraps lua.ErrGuarded, so that it is treated like a write that a guard has refused.
func (s *state) inHook(name string, acts bool) error {
	switch {
	case s.ctx == nil && s.standalone != nil && s.loading == nil:
		return message.UsedWithoutAgent(name, s.standalone.o.What)
	case s.ctx == nil:
		return message.UsedWhileLoading(name)
	}
	if acts && s.ctx.Deciding() {
		return message.DecideCallsAction(name, s.decidingCode()).Wrap(lua.ErrGuarded)
	}
	return nil
}

func (s *state) apiTime(c *lua.Call) error {
	c.Return(lua.Number(s.ctx.Time().Seconds()))
	return nil
}

func (s *state) apiTick(c *lua.Call) error {
	c.Return(lua.Number(float64(s.ctx.Tick())))
	return nil
}

// apiStimulus returns the data and the name of the stimulus with which the node was entered, or nil if there is
// none. If the stimulus has no data, the first result is true.
func (s *state) apiStimulus(c *lua.Call) error {
	st, ok := s.ctx.Stimulus()
	if !ok {
		c.Return(lua.Nil)
		return nil
	}
	data := helper.FromValueIn(c, st.Data)
	if data.IsNil() {
		data = lua.True
	}
	c.Return(data)
	c.Return(lua.String(st.Name))
	return nil
}

func (s *state) apiRan(c *lua.Call) error {
	name, err := s.nodeName(c)
	n := 1
	if err == nil && !c.Arg(2).IsNil() {
		n, err = s.ticks(c)
	}
	if err == nil {
		c.Return(lua.Bool(s.ctx.Agent().Ran(name, n)))
	}
	return err
}

func (s *state) apiRanAgo(c *lua.Call) error {
	name, err := s.nodeName(c)
	if err != nil {
		return err
	}
	n, err := s.ticks(c)
	if err == nil {
		c.Return(lua.Bool(s.ctx.Agent().RanAgo(name, n)))
	}
	return err
}

// ticks returns the second argument, or an error if it is not a number of ticks that an agent can remember.
func (s *state) ticks(c *lua.Call) (int, error) {
	n := c.Number(2)
	if !s.runtime.Remembers(n) {
		return 0, c.BadArgument(2, "want a whole number of ticks, 1 to %d", s.runtime.history).Wants(fmt.Sprintf("a whole number of ticks, 1 to %d", s.runtime.history))
	}
	return int(n), nil
}

func (s *state) apiActive(c *lua.Call) error {
	name, err := s.nodeName(c)
	if err == nil {
		c.Return(lua.Bool(s.ctx.Agent().IsActive(name)))
	}
	return err
}

func (s *state) apiSince(c *lua.Call) error {
	name, err := s.nodeName(c)
	if err == nil {
		c.Return(lua.Number(s.ctx.Agent().Since(name).Seconds()))
	}
	return err
}

// apiInForce implements bt.in_force(channel). It returns the kind and the data of the request in force on the
// channel, or nil if there is none.
func (s *state) apiInForce(c *lua.Call) error {
	r, ok := s.ctx.Agent().InForce(c.Text(1))
	if !ok {
		c.Return(lua.Nil)
		return nil
	}
	c.Return(lua.String(r.Kind))
	c.Return(helper.FromValueIn(c, r.Data))
	return nil
}

// nodeName returns the first argument, or an error if it names no node of the agent's tree. Without the error, a
// misspelled name would always give false.
func (s *state) nodeName(c *lua.Call) (string, error) {
	name := c.Text(1)
	if s.ctx.Agent().Program().Nodes(name) == nil {
		return "", c.BadArgument(1, "%w", s.ctx.Agent().Program().NoNode(name).Words())
	}
	return name, nil
}

// seconds returns the n-th argument as a duration.
func seconds(c *lua.Call, n int) (time.Duration, error) {
	d, ok := duration(c.Number(n))
	if !ok {
		return 0, c.BadArgument(n, "want %s", wantSeconds).Wants(wantSeconds)
	}
	return d, nil
}

// duration converts a number of seconds. The second result is false if the number is negative, NaN, or larger than
// any game needs.
func duration(seconds float64) (time.Duration, bool) {
	if !(seconds >= 0 && seconds < 1e9) {
		return 0, false
	}
	return time.Duration(seconds * float64(time.Second)), true
}

// apiPost implements bt.post(agent_id, name, data, ttl).
func (s *state) apiPost(c *lua.Call) error {
	n := c.Number(1)
	id := engine.AgentID(n)
	if float64(id) != n || n >= 1<<63 {
		return c.BadArgument(1, "want the number of an agent").Wants("the number of an agent")
	}
	st := engine.Stimulus{Name: c.Text(2)}
	var err error
	if st.Data, err = s.neutral(c, 3); err != nil {
		return err
	}
	if !c.Arg(4).IsNil() {
		ttl, err := seconds(c, 4)
		if err != nil {
			return err
		}
		st.TTL = max(ttl, 1)
	}
	s.ctx.Post(id, st)
	return nil
}

// neutral copies the n-th argument for use outside of the agent.
func (s *state) neutral(c *lua.Call, n int) (value.Value, error) {
	v, err := s.handOut(c, c.Arg(n))
	if err != nil {
		return v, c.BadArgument(n, "%w", err)
	}
	return v, nil
}

// handOut copies a value for use outside of the agent. The copy counts for no agent until the end of the tick.
// Therefore handOut bounds the bytes that an agent may pass on in one tick.
func (s *state) handOut(c *lua.Call, v lua.Value) (value.Value, error) {
	out, err := helper.ToValueWithout(c, v, TableOf(s.ctx.Fields()))
	if err == nil && !s.meter.Hand(out.Weight()) {
		err = message.TooMuchHandedOn(s.ctx.Agent().Label(), megabytes(quota.HandedBytes)).With(message.HandOnLess())
	}
	return out, err
}

// apiRequest implements bt.request(agent, kind, data, {channel=, priority=}).
func (s *state) apiRequest(c *lua.Call) error {
	if err := s.ownAgent(c, "bt.request"); err != nil {
		return err
	}
	r := engine.Request{Kind: c.Text(2)}
	var err error
	if r.Data, err = s.neutral(c, 3); err != nil {
		return err
	}
	if !c.Arg(4).IsNil() {
		opts := c.Table(4)
		for k, v, more := opts.Next(lua.Nil); more; k, v, more = opts.Next(k) {
			if w := requestOption(&r, k, v); w.Text != "" {
				return c.BadArgument(4, "%w", w)
			}
		}
	}
	return s.ctx.Request(r)
}

// requestOption sets an option of bt.request in r. It returns empty Words, or what is wrong with the option.
func requestOption(r *engine.Request, k, v lua.Value) diag.Words {
	const channel, priority = "channel", "priority"
	text, isText := v.Text()
	number, isNumber := v.Float()
	name, _ := k.Text()
	switch {
	case name == channel && isText:
		r.Channel = text
	case name == priority && isNumber && !math.IsNaN(number):
		r.Priority = number
	case name == channel:
		return message.WrongRequestOption(helper.ShowPlain(v), name, "a text")
	case name == priority:
		return message.WrongRequestOption(helper.ShowPlain(v), name, "a number")
	default:
		return lint.UnknownRequestOption(keyText(k))
	}
	return diag.Words{}
}

// wantSeconds describes the numbers that duration accepts.
const wantSeconds = lint.WantSeconds

// ownAgent returns an error unless the first argument is the agent of the current hook call.
func (s *state) ownAgent(c *lua.Call, what string) error {
	if t := c.Table(1); t != TableOf(s.ctx.Fields()) {
		return c.BadArgument(1, "%s wants the agent that the hook was given", what).Wants("the agent that the hook was given")
	}
	return nil
}

func (s *state) apiReset(c *lua.Call) error {
	if err := s.ownAgent(c, "bt.reset"); err != nil {
		return err
	}
	s.ctx.ResetAgent()
	return nil
}

func (s *state) apiSleep(c *lua.Call) error {
	d, err := seconds(c, 1)
	if err == nil {
		s.ctx.Sleep(d)
	}
	return err
}

// maxWord is the largest number of bytes in the name of a board and in a key of a board. The world keeps such
// strings as long as it exists.
const maxWord = 200

// maxBoards is the largest number of board tables that a state keeps. A table that was dropped is created again on
// the next use. Scripts can still use a dropped table that they hold.
const maxBoards = 256

// apiBoard implements bt.board(name). It returns the table of a shared board. Reads give the state at the beginning
// of the tick, and writes are visible from the next tick on.
func (s *state) apiBoard(c *lua.Call) error {
	name, err := boardName(c)
	if err == nil {
		c.Return(s.board(name))
	}
	return err
}

// boardName returns the first argument, the name of a board.
func boardName(c *lua.Call) (string, error) {
	name := c.Text(1)
	if len(name) > maxWord {
		return "", message.BoardNameTooLong(len(name), maxWord)
	}
	return name, nil
}

// apiClaim implements bt.claim(board, entry, value).
func (s *state) apiClaim(c *lua.Call) error {
	v := c.Arg(3)
	if v.IsNil() {
		v = lua.Number(float64(s.ctx.Agent().ID()))
	}
	return s.claim(c, v)
}

// apiUnclaim implements bt.unclaim(board, entry).
func (s *state) apiUnclaim(c *lua.Call) error { return s.claim(c, lua.Nil) }

// claim claims the entry that the first two arguments name, or gives it back if v is nil.
func (s *state) claim(c *lua.Call, v lua.Value) error {
	name, err := boardName(c)
	if err != nil {
		return err
	}
	c.Text(2) // as for the name of the board, another argument than a text is an error
	key, out, err := s.boardEntry(c, name, v)
	if err == nil {
		s.ctx.ClaimBoard(name, key, out)
	}
	return err
}

// board returns the table of a board. It creates the table on first use.
func (s *state) board(name string) lua.Value {
	b, ok := s.boards[name]
	if ok {
		return b
	}
	if len(s.boards) >= maxBoards {
		clear(s.boards)
		s.codec = nil // the codec refers to the boards
	}
	b = boardView(name)
	s.boards[name] = b
	if s.codec != nil {
		s.codec.values.Constant(boardConstant+name, b)
	}
	return b
}

// isBoard reports whether a table is that of a board.
func (s *state) isBoard(t *lua.Table) bool {
	for _, b := range s.boards {
		if b == t.Value() {
			return true
		}
	}
	return false
}

// boardView creates the table of a board. The table is constant, so all workers may use it.
func boardView(name string) lua.Value {
	return helper.NewView(func(c *lua.Call) error {
		s := stateOf(c)
		if err := s.inHook("bt.board", false); err != nil {
			return err
		}
		key, err := BoardKey(name, c.Arg(2))
		if err != nil {
			return err
		}
		v := helper.FromValueIn(c, s.ctx.Board(name, key))
		if s.ctx.Explaining() {
			s.ctx.NoteRead(boardEntryText(name, key), helper.Show(v))
		}
		c.Return(v)
		return nil
	}, func(c *lua.Call) error {
		s := stateOf(c)
		if err := s.inHook("bt.board", false); err != nil {
			return err
		}
		if s.ctx.Deciding() {
			return message.DecideWrites(helper.ShowPlain(c.Arg(2)), fmt.Sprintf("bt.board(%q)", name), s.decidingCode()).Wrap(lua.ErrGuarded)
		}
		key, v, err := s.boardEntry(c, name, c.Arg(3))
		if err == nil {
			s.ctx.SetBoard(name, key, v)
		}
		return err
	}).Value()
}

// BoardKey returns the key of an entry of a board. A number and its string form are the same key.
func BoardKey(board string, v lua.Value) (string, error) {
	if n, ok := v.Float(); ok {
		return lua.FormatNumber(n), nil
	}
	if text, ok := v.Text(); ok {
		return text, nil
	}
	return "", message.BoardKeyNotText(board, helper.ShowPlain(v))
}

// boardEntryText returns an entry of a board in the form in which a script would write it.
func boardEntryText(board, key string) string {
	if plainName.MatchString(key) {
		return fmt.Sprintf("bt.board(%q).%s", board, key)
	}
	return fmt.Sprintf("bt.board(%q)[%q]", board, key)
}

var plainName = lazyregexp.New(`^` + ident.Pattern + `$`)

// boardEntry returns the key, which is the second argument, and the value of a write to a board.
func (s *state) boardEntry(c *lua.Call, board string, x lua.Value) (string, value.Value, error) {
	key, err := BoardKey(board, c.Arg(2))
	if err != nil {
		return "", value.Value{}, err
	}
	v, err := s.handOut(c, x)
	if err != nil {
		return "", v, message.Around(err, func(reason diag.Words) diag.Words {
			return message.BoardEntryRefused(board, helper.ShowPlain(c.Arg(2)), reason)
		})
	}
	if len(key) > maxWord {
		return "", v, message.BoardKeyTooLong(board, len(key), maxWord)
	}
	entries, bytes := s.ctx.BoardTotal()
	if entries >= quota.BoardEntries && s.ctx.Board(board, key).IsNil() && !v.IsNil() {
		return "", v, message.BoardsHaveTooManyEntries(board, key, s.largestBoards(byEntries), thousands(quota.BoardEntries))
	}
	if bytes >= quota.BoardBytes && v.Weight() > s.ctx.Board(board, key).Weight() {
		return "", v, message.BoardsTooLarge(board, key, s.largestBoards(byBytes), megabytes(quota.BoardBytes))
	}
	return key, v, nil
}

// Units for the contents of boards.
const (
	byEntries = iota
	byBytes
)

// maxBoardsNamed is the largest number of boards that the error about full boards names.
const maxBoardsNamed = 3

// largestBoards returns the names and sizes of the largest boards.
func (s *state) largestBoards(by int) (list []string) {
	sizes := map[string]int{}
	s.ctx.Agent().World().BoardEntries(func(board, _ string, v value.Value) bool {
		if by == byBytes {
			sizes[board] += v.Weight()
		} else {
			sizes[board]++
		}
		return true
	})
	names := slices.SortedFunc(maps.Keys(sizes), func(a, b string) int {
		return cmp.Or(cmp.Compare(sizes[b], sizes[a]), strings.Compare(a, b))
	})
	for _, name := range names[:min(len(names), maxBoardsNamed)] {
		size := thousands(sizes[name])
		if by == byBytes {
			size = megabytes(sizes[name])
		}
		list = append(list, fmt.Sprintf("%s (%s)", name, size))
	}
	return list
}

// log implements both bt.log and print.
func (s *state) log(c *lua.Call) error {
	text := logText(c)
	switch {
	case s.ctx == nil:
		s.logWhileLoading(text)
	case s.ctx.Explaining():
	case s.mayLog():
		s.ctx.Log(text)
	}
	return nil
}

// maxMark is the largest number of bytes in the text of a mark.
const maxMark = 200

// apiMark implements bt.mark(...).
func (s *state) apiMark(c *lua.Call) error {
	text := logText(c)
	if len(text) > maxMark {
		text = cut(text, maxMark) + "…"
	}
	s.ctx.Mark(text)
	return nil
}

// logText joins the arguments of a call to one line. It stops once the line has reached the largest length.
func logText(c *lua.Call) string {
	var text strings.Builder
	for i := 1; i <= c.Len(); i++ {
		var part string
		if x, ok := c.Arg(i).Data(); ok {
			part = value.Text(x)
			c.Spend(handleSteps) // the text may be another one in a replay
		} else {
			part = plainText(c, c.Arg(i))
			c.Spend(1 + min(len(part), maxLogLine)/16)
		}
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

// handleSteps is the number of steps for logging a handle.
const handleSteps = 10

// plainText is like tostring, and returns a text even if __tostring returns something else.
func plainText(c *lua.Call, v lua.Value) string {
	switch v.Kind() {
	case lua.KindTable:
		if c.Metafield(v, nameToString).IsNil() {
			return v.Kind().String()
		}
	case lua.KindFunction, lua.KindThread:
		return v.Kind().String()
	}
	text := c.ToString(v)
	if text.Kind() != lua.KindString { // the result of __tostring is not a string
		return text.Kind().String()
	}
	return text.String()
}

var nameToString = lua.Name("__tostring")

// logWhileLoading logs a line from the file level of a script, or from a standalone file.
func (s *state) logWhileLoading(text string) {
	out := s.runtime.log
	if s.standalone != nil {
		out = s.standalone.o.Print
	}
	s.logged.lines++
	switch {
	case out == nil || s.logged.lines > engine.MaxLogLines+1:
	case s.logged.lines > engine.MaxLogLines:
		out(tr.T("… more lines of this file are left out"))
	default:
		out(text)
	}
}

// maxLogLine is the largest number of bytes in a logged line.
const maxLogLine = 1000

// mayLog counts a line that the agent wants to log, and reports whether the line may be logged. For the first line
// that may not, it logs that further lines are left out.
func (s *state) mayLog() bool {
	l := &s.logged
	if a := s.ctx.Agent().ID(); l.tick != s.ctx.Tick() || l.agent != a {
		*l = logged{s.ctx.Tick(), a, 0}
	}
	l.lines++
	if l.lines == DefaultLogLines+1 {
		s.ctx.Log(tr.T("… more lines in this tick are left out"))
	}
	return l.lines <= DefaultLogLines
}
