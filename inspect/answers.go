package inspect

import (
	"cmp"
	"context"
	"encoding/hex"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/inspect/wire"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/rows"
	"github.com/bough-dev/bough/trees"
)

// number returns a whole number of a query; missing is its value if it is not given.
func number(r *request, name string, missing int64) (int64, error) {
	text := r.query.Get(name)
	if text == "" {
		return missing, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return 0, refuse(statusBadRequest, tr.F("%s is %q; want a whole number, 0 or more", name, clip(text)))
	}
	return n, nil
}

// needed is like number, for a number that must be given.
func needed(r *request, name string) (int64, error) {
	if r.query.Get(name) == "" {
		return 0, refuse(statusBadRequest, tr.F("%s is missing", name))
	}
	return number(r, name, 0)
}

func (h *Handler) stamp() wire.Stamp {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.present.stamp
}

// begun makes sure that the game is observed.
func (h *Handler) begun(r *request) error {
	h.mu.Lock()
	attached := h.attached
	h.mu.Unlock()
	if attached && h.use() {
		return nil
	}
	return h.do(r.ctx, func(*live) error { return nil })
}

func (h *Handler) hello(r *request) (any, error) {
	reply := wire.Hello{About: h.o.About, Replay: h.playback != nil}
	err := h.do(r.ctx, func(l *live) error {
		l.describe(true)
		reply.Land, reply.Prefix = l.land().message(), l.game.Prefix()
		return nil
	})
	if err != nil {
		return nil, err
	}
	h.mu.Lock()
	p := h.present
	reply.Marks = slices.Clone(h.updates.marks)
	reply.Trees, reply.Problems = h.updates.refs(), h.updates.problems
	h.mu.Unlock()
	if reply.Marks == nil {
		reply.Marks = []wire.Mark{}
	}
	reply.Stamp, reply.Hash, reply.Speed, reply.Step = p.stamp, p.hash, p.speed, p.step.Seconds()
	reply.Acts, reply.Edits, reply.Overlay = h.acts(), h.o.Files != nil && h.playback == nil, h.o.Overlay != nil
	reply.Scenes, reply.Covers = h.o.CheckScene != nil, h.counter != nil
	reply.Known = h.known(&p)
	return reply, nil
}

func (h *Handler) treeOf(r *request) (any, error) {
	if err := h.begun(r); err != nil {
		return nil, err
	}
	t := h.trees.named(r.rest)
	if t == nil {
		return nil, refuse(statusNotFound, tr.T("no agent runs this version of the tree any more; hello has the trees that there are"))
	}
	return wire.Tree{Stamp: h.stamp(), Key: t.key, Name: t.name, Doc: t.doc, File: t.file, Rows: t.rows, Stimuli: t.stimuli, Picture: t.picture()}, nil
}

// maxListed is the number of agents in one reply.
const maxListed = 500

func (h *Handler) agents(r *request) (any, error) {
	q := r.query
	node, err := number(r, "node", -1)
	if err != nil {
		return nil, err
	}
	tick, err := number(r, "tick", 0)
	if err != nil {
		return nil, err
	}
	after, err := number(r, "after", 0)
	if err != nil {
		return nil, err
	}
	if err := h.begun(r); err != nil {
		return nil, err
	}
	var shown *tree
	if key := q.Get("tree"); key != "" {
		if shown = h.trees.named(key); shown == nil {
			return nil, refuse(statusNotFound, tr.F("there is no tree %s", clip(key)))
		}
	}
	var only map[engine.AgentID]bool
	if node >= 0 {
		if shown == nil {
			return nil, refuse(statusBadRequest, tr.T("node is given without tree, the key of the tree that has it"))
		}
		if tick == 0 {
			tick = h.hist.known().To
		}
		only = map[engine.AgentID]bool{}
		for _, id := range ranIn(h.hist.all(shown), int(node), tick) {
			only[id] = true
		}
	}
	reply := wire.Agents{List: []wire.AgentRow{}}
	list := func(l *roster, stamp wire.Stamp) error {
		keep, err := l.filter(q.Get("q"))
		if err != nil {
			return err
		}
		for a := range l.world.Agents() {
			if only != nil && !only[a.ID()] || only == nil && shown != nil && l.tree(a.Program()) != shown {
				continue
			}
			row := l.agentRow(a)
			if keep == nil || keep(a, &row) {
				reply.List = append(reply.List, row)
			}
		}
		reply.Stamp = stamp
		return nil
	}
	past := tick > 0 && tick < h.stamp().Tick
	if past {
		err = h.past.list(r.ctx, tick, list)
	}
	if f := (*failure)(nil); !past || asFailure(err, &f) && f.status != statusBadRequest { // that tick is not known
		err = h.do(r.ctx, func(l *live) error { return list(&l.roster, l.stamp()) })
	}
	if err != nil {
		return nil, err
	}
	reply.Total = len(reply.List)
	slices.SortStableFunc(reply.List, func(a, b wire.AgentRow) int {
		return cmp.Or(boolFirst(a.Fault != "", b.Fault != ""), cmp.Compare(a.ID, b.ID))
	})
	if after > 0 {
		i := slices.IndexFunc(reply.List, func(a wire.AgentRow) bool { return a.ID == after }) + 1
		if i == 0 { // it is gone
			i = len(reply.List)
			if k := slices.IndexFunc(reply.List, func(a wire.AgentRow) bool { return a.Fault == "" && a.ID > after }); k >= 0 {
				i = k
			}
		}
		reply.List = reply.List[i:]
	}
	reply.List = reply.List[:min(len(reply.List), maxListed)]
	return reply, nil
}

// list calls f with the agents as they were after a tick.
func (a *pastReader) list(ctx context.Context, tick int64, f func(*roster, wire.Stamp) error) error {
	return a.use(ctx, tick, func() error {
		if err := a.replay.GoToContext(ctx, tick+a.offset); err != nil {
			return noPast(err)
		}
		l := a.roster()
		l.lookAtFaults()
		return f(l, a.stamp(l.game))
	})
}

func boolFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// agentRow returns the line of an agent in the list.
func (l *roster) agentRow(a *engine.Agent) wire.AgentRow {
	shown := l.tree(a.Program())
	row := wire.AgentRow{ID: int64(a.ID()), Label: a.Label(), Tree: shown.index, Node: -1, Fault: l.fault(a)}
	if d := int(l.deepestOf(a, shown)); d >= 0 {
		row.Node, row.Since, row.Doing = d, a.ActiveFor(d).Seconds(), rows.Word(&shown.rows[d])
	}
	switch {
	case a.Paused():
		row.State = held
	case a.Suspended():
		row.State = "suspended"
	default:
		if l.h.hist.idleIn(a.ID(), l.world.TickCount()) {
			row.State = "asleep"
		}
	}
	return row
}

// stateText returns AgentRow.State as the page writes it.
func stateText(state string) string {
	switch state {
	case held:
		return tr.T("held")
	case "suspended":
		return tr.T("suspended")
	case "asleep":
		return tr.T("asleep")
	}
	return state
}

var fieldTest = regexp.MustCompile(`^\s*(` + ident.Pattern + `)\s*(==|=|~=|!=|<=|>=|<|>)\s*(.+?)\s*$`)

// filter returns a test of agents: a condition such as "hp < 20", or a part of the label, of the tree or of what the agent
// does. It returns nil for "".
func (l *roster) filter(q string) (func(*engine.Agent, *wire.AgentRow) bool, error) {
	if q = strings.TrimSpace(q); q == "" {
		return nil, nil
	}
	m := fieldTest.FindStringSubmatch(q)
	if m == nil {
		q = strings.ToLower(q)
		has := func(s string) bool { return strings.Contains(strings.ToLower(s), q) }
		return func(a *engine.Agent, row *wire.AgentRow) bool {
			return has(row.Label) || has(a.Program().Name()) || has(row.Doing) || has(row.Fault) || row.State != "" && (has(row.State) || has(stateText(row.State)))
		}, nil
	}
	if !l.hasField(m[1]) {
		return nil, refuse(statusBadRequest, l.noField(m[1]))
	}
	want, err := literal(m[3])
	if err != nil {
		return nil, err
	}
	key, op := engine.KeyOf(m[1]), m[2]
	return func(a *engine.Agent, _ *wire.AgentRow) bool {
		v := a.Get(key)
		switch op {
		case "==", "=":
			return v.Equal(want)
		case "~=", "!=":
			return !v.Equal(want)
		}
		if v.Kind() != value.KindNumber || want.Kind() != value.KindNumber {
			return false
		}
		x, y := v.Float(), want.Float()
		switch op {
		case "<":
			return x < y
		case "<=":
			return x <= y
		case ">":
			return x > y
		}
		return x >= y
	}, nil
}

// noField says that there is no field of a name.
func (l *roster) noField(name string) string {
	said := tr.F("neither a file nor an agent has a field %s", clip(name))
	if near := l.game.Bundle().MisspelledField(name); near != "" {
		said += tr.F(". did you mean %s?", near)
	}
	return said
}

// hasField reports whether a file or an agent has a field. Names of pages become keys only if so, since keys stay forever.
func (l *roster) hasField(name string) bool {
	if l.game.Bundle().UsesField(name) {
		return true
	}
	for a := range l.world.Agents() {
		for k := range a.Fields().All {
			if k.Name() == name {
				return true
			}
		}
	}
	return false
}

// literal parses a literal of Lua: nil, a truth value, a number or a text in quotes.
func literal(text string) (value.Value, error) {
	text = strings.TrimSpace(text)
	c, err := trees.ParseCall("x v=" + text)
	if err == nil && len(c.Params) == 1 && c.Params[0].Name == "v" && c.Params[0].Expr == nil {
		if v := c.Params[0].Value; v.Kind() != value.KindOther {
			return v, nil
		}
	}
	if text == "nil" {
		return value.Value{}, nil
	}
	return value.Value{}, refuse(statusBadRequest, tr.F("%s is not a value; write 12, \"text\", true or nil", clip(text)))
}

// span returns the range of ticks and the level of a query.
func (h *Handler) span(r *request) (in wire.Range, level int64, err error) {
	known := h.hist.known()
	if in.From, err = number(r, "from", known.From); err != nil {
		return
	}
	if in.To, err = number(r, "to", known.To); err != nil {
		return
	}
	if level, err = number(r, "level", 1); err != nil {
		return
	}
	in.From, in.To = max(in.From, known.From), min(in.To, known.To)
	level = min(max(level, 1), 1<<32) // no history is longer
	if level > 1 && (in.To-in.From)/level >= maxBuckets {
		err = refuse(statusBadRequest, tr.F("these are more than %d buckets; ask for a larger level or a shorter time", maxBuckets))
	}
	return
}

func (h *Handler) ran(r *request) (any, error) {
	id, err := needed(r, "agent")
	if err != nil {
		return nil, err
	}
	if err := h.begun(r); err != nil {
		return nil, err
	}
	in, level, err := h.span(r)
	if err != nil {
		return nil, err
	}
	reply := wire.Ran{Stamp: h.stamp(), Agent: id, Parts: []wire.Part{}, Ends: wire.Between(1, 0)}
	list := h.hist.of(engine.AgentID(id))
	if list == nil {
		return nil, refuse(statusNotFound, tr.F("there is no agent %d", id))
	}
	h.mu.Lock()
	known, ends, lanes := h.logs[id].within(in)
	h.mu.Unlock()
	reply.Ends = known
	reply.Lanes = lanes[max(0, len(lanes)-maxMarks):]
	for i := range list {
		x := &list[i]
		if x.from > in.To || x.to < in.From || in.From > in.To {
			continue
		}
		if level == 1 {
			reply.Parts = append(reply.Parts, exact(x, in, ends))
		} else {
			reply.Parts = append(reply.Parts, coarse(x, in, level))
		}
	}
	return reply, nil
}

func (h *Handler) population(r *request) (any, error) {
	if err := h.begun(r); err != nil {
		return nil, err
	}
	shown := h.trees.named(r.query.Get("tree"))
	if shown == nil {
		return nil, refuse(statusNotFound, tr.T("tree is missing, or no agent has run this version of it"))
	}
	in, level, err := h.span(r)
	if err != nil {
		return nil, err
	}
	reply := wire.Population{Stamp: h.stamp(), Range: in, Tree: shown.key, Level: level, Nodes: []wire.NodeRan{}, Agents: []int{}}
	if in.From > in.To {
		return reply, nil
	}
	if (in.To-in.From)/level >= maxBuckets {
		return nil, refuse(statusBadRequest, tr.F("these are more than %d buckets; ask for a larger level or a shorter time", maxBuckets))
	}
	reply.Nodes, reply.Agents = population(h.hist.all(shown), in, level)
	return reply, nil
}

// lateTicks is the number of ticks that the game may make until the question of a page that shows the present arrives.
const lateTicks = 10

// why explains one node of an agent: in a tick of the past, or in the next tick of the game.
func (h *Handler) why(r *request) (any, error) {
	id, err := needed(r, "agent")
	if err != nil {
		return nil, err
	}
	node, err := needed(r, "node")
	if err != nil {
		return nil, err
	}
	tick, err := number(r, "tick", 0)
	if err != nil {
		return nil, err
	}
	if err := h.begun(r); err != nil {
		return nil, err
	}
	reply := &wire.Why{Agent: id, Node: int(node)}
	var e *engine.Explanation
	var shown *tree
	now := h.stamp().Tick
	if tick == 0 && now > 0 && h.stands() {
		tick = now
	}
	switch {
	case tick > 0 && (h.playback != nil || tick < now || tick == now && h.stands()):
		e, reply.Stamp, shown, err = h.past.why(r.ctx, tick, id, int(node))
		if f := (*failure)(nil); asFailure(err, &f) && f.status == statusNotFound && h.playback == nil && now-tick <= lateTicks { // no recording, and the page is in the present
			e, reply.Stamp, shown, err = h.whyNext(r.ctx, id, int(node))
		}
	default:
		e, reply.Stamp, shown, err = h.whyNext(r.ctx, id, int(node))
	}
	if err != nil {
		return nil, err
	}
	if int(node) >= len(shown.rows) {
		return nil, refuse(statusNotFound, tr.F("the tree of the agent has no node %d", node))
	}
	explain(reply, e, shown.rows)
	h.hist.count(engine.AgentID(id), int(node), shown, reply)
	return reply, nil
}

// whyNext explains a node in the next tick of the game or, if the game does not tick, as it would be.
func (h *Handler) whyNext(ctx context.Context, id int64, node int) (*engine.Explanation, wire.Stamp, *tree, error) {
	q := &ask{agent: engine.AgentID(id), node: node, done: make(chan struct{})}
	h.mu.Lock()
	patience := h.patience()
	if len(h.live.asks) < maxViewers*maxWatched {
		h.live.asks = append(h.live.asks, q)
	}
	h.mu.Unlock()
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-q.done:
	case <-timer.C:
	case <-ctx.Done():
	}
	var shown *tree
	h.mu.Lock()
	h.live.asks = slices.DeleteFunc(h.live.asks, func(x *ask) bool { return x == q })
	h.mu.Unlock()
	err := h.do(ctx, func(l *live) error {
		a := l.world.Agent(q.agent)
		if a == nil {
			return refuse(statusNotFound, tr.F("there is no agent %d", id))
		}
		shown = l.tree(a.Program())
		if node >= len(shown.rows) {
			return refuse(statusNotFound, tr.F("the tree of %s has no node %d", a.Label(), node))
		}
		if q.prog != a.Program() {
			q.reply, q.stamp = a.Explain(node).With(l.game.ShowTerm), l.stamp()
		}
		return nil
	})
	if err != nil {
		return nil, wire.Stamp{}, nil, err // the goroutine of the game may be writing q
	}
	return q.reply, q.stamp, shown, nil
}

// why explains a node in a tick of the past.
func (a *pastReader) why(ctx context.Context, tick, id int64, node int) (e *engine.Explanation, s wire.Stamp, shown *tree, err error) {
	err = a.use(ctx, tick, func() error {
		if err := cmp.Or(a.replay.GoToContext(ctx, tick-1+a.offset), a.replay.Prepare()); err != nil {
			return noPast(err)
		}
		game := a.replay.Game()
		stop := game.OnTick(func(dt time.Duration) {
			x := game.World().Agent(engine.AgentID(id))
			if x == nil || node >= x.Program().Len() {
				return
			}
			shown = a.cache().tree(x.Program(), game.Bundle())
			e = x.ExplainTick(dt, node).With(game.ShowTerm)
		}, nil)
		defer stop()
		if err := a.replay.Tick(); err != nil {
			return noPast(err)
		}
		if s = a.stamp(a.replay.Game()); e == nil {
			return refuse(statusNotFound, tr.F("in tick %d there is no agent %d with a node %d", tick, id, node))
		}
		return nil
	})
	return
}

// explain completes a reply from an explanation.
func explain(y *wire.Why, e *engine.Explanation, list []rows.Row) {
	name := rows.Word(&list[y.Node])
	for _, s := range e.Steps {
		if s.Node == y.Node && s.Waits != "" {
			y.Run = runOf(&s)
		}
	}
	for _, w := range e.WhyNot {
		if w.Node != y.Node {
			continue
		}
		for _, n := range w.Needs {
			y.Needs = append(y.Needs, wire.Need{Node: n.Node, Name: rows.Word(&list[n.Node]), Text: rows.Text(n.Why)})
		}
	}
	slices.Reverse(y.Needs) // nearest first
	switch {
	case e.Gone:
		y.Text = tr.T("The agent is gone.")
	case len(y.Needs) == 0:
		y.Text = tr.F("%s runs.", name)
		for _, s := range e.Steps {
			if s.Node == y.Node && len(s.Terms) > 0 {
				y.Text = tr.F("%s runs, since %s.", name, terms(s.Terms))
			}
		}
	default:
		n := y.Needs[len(y.Needs)-1] // the one nearest to the root stops all others
		y.Text = tr.F("%s does not run: %s.", name, n.Text)
		if n.Node != y.Node {
			y.Text = tr.F("%s does not run because of %s above it: %s.", name, n.Name, n.Text)
		}
	}
}

// runOf returns where the behavior of a step waits.
func runOf(s *engine.Step) *wire.Run {
	w := s.Waiting
	w.Left = 0 // the rows say it, of the tick that is shown
	r := &wire.Run{Pos: w.Pos.String(), Waits: rows.Text(w.String())}
	for i, c := range s.Calls {
		locals := rows.Terms(c.Locals)
		if i == 0 {
			r.Locals = locals
		} else {
			r.Calls = append(r.Calls, wire.Call{Function: c.Function, Pos: c.Pos, Locals: locals})
		}
	}
	return r
}

func terms(list []engine.Term) string {
	var parts []string
	for _, t := range list {
		parts = append(parts, t.Text+" = "+rows.Text(t.Value))
	}
	return strings.Join(parts, tr.T(" and "))
}

// count counts in how many known ticks a node ran.
func (h *history) count(id engine.AgentID, node int, shown *tree, y *wire.Why) {
	list := h.of(id)
	for i := range list {
		if list[i].tree != shown {
			continue
		}
		list[i].each(wire.Between(1, h.known().To), func(from, to int64, set *nodeSet) {
			y.Of += int(to - from + 1)
			if set != nil && set.has(node) {
				y.Last = to
				y.Count += int(to - from + 1)
			}
		})
	}
}

func (h *Handler) boards(r *request) (any, error) {
	tick, err := number(r, "tick", 0)
	if err != nil {
		return nil, err
	}
	if err := h.begun(r); err != nil {
		return nil, err
	}
	if tick > 0 && tick < h.stamp().Tick {
		return h.past.boards(r.ctx, tick)
	}
	var reply wire.Boards
	err = h.do(r.ctx, func(l *live) error {
		reply = wire.Boards{Stamp: l.stamp(), Boards: boardsOf(l.game, l.board)}
		for _, b := range reply.Boards {
			for i := range b.Entries {
				h.written.sign(&b.Entries[i], pageWrite{board: b.Name, name: b.Entries[i].Name})
			}
		}
		return nil
	})
	return reply, err
}

// boardsOf returns the boards of a game, with what is known of their entries in b.
func boardsOf(g *bough.Game, b *boards) []wire.Board {
	list, declared := []wire.Board{}, g.Bundle().Declared()
	if b == nil {
		b = &boards{}
	}
	g.World().BoardEntries(func(board, key string, v value.Value) bool {
		if n := len(list); n == 0 || list[n-1].Name != board {
			list = append(list, wire.Board{Name: board})
		}
		f, at := fieldOf(key, v), [2]string{board, key}
		f.Unit = unitOf(declared.Entry(board, key), &f)
		if f.Set = b.seen[at].set; b.by[at].is == f.Text {
			if f.By = b.by[at].by; f.By != nil && !f.By.Again {
				f.Set = f.By.Tick
			}
		}
		last := &list[len(list)-1]
		last.Entries = append(last.Entries, f)
		return true
	})
	return list
}

// boardTicks is the number of ticks that are re-run to find out who wrote the entries of boards.
const boardTicks = 128

// boards returns the boards after a tick. The ticks before are re-run, to find out who wrote the entries.
func (a *pastReader) boards(ctx context.Context, tick int64) (reply *wire.Boards, err error) {
	err = a.use(ctx, tick, func() error {
		b := &boards{}
		a.replay.TraceWrites(func(w engine.Write) {
			if w.Board != "" {
				b.note(w, a.offset, a.doubt, &a.h.written)
			}
		})
		defer a.replay.TraceWrites(nil)
		if err := a.replay.GoToContext(ctx, max(tick-boardTicks, a.known.From-1)+a.offset); err != nil {
			return noPast(err)
		}
		for a.replay.At() < tick+a.offset {
			if err := cmp.Or(ctx.Err(), a.replay.Tick()); err != nil {
				return noPast(err)
			}
		}
		g := a.replay.Game()
		reply = &wire.Boards{Stamp: a.stamp(g), Boards: boardsOf(g, b)}
		return nil
	})
	return reply, err
}

// extensions are those of the files that pages may read. A scene is none of them: it plays the game, which does not load it,
// and nothing on the page has a place in it.
var extensions = []string{".lua", ".bt", ".fields"}

// file returns the text of a file of the version in force. The path is one below the scripts, or a place as messages show
// it.
func (h *Handler) file(r *request) (any, error) {
	name := r.rest
	if !isPath(name) {
		return nil, refuse(statusBadRequest, tr.T("this is no path below the scripts; write it like guard.bt or move/flee.lua"))
	}
	if !slices.Contains(extensions, path.Ext(name)) {
		return nil, refuse(statusForbidden, tr.F("only the files that the game has loaded are shown: %s", strings.Join(extensions, ", ")))
	}
	var reply *wire.File
	err := h.do(r.ctx, func(l *live) error {
		var found *assets.Content
		for _, c := range l.game.Bundle().Contents() { // the places of rows and messages have a prefix before the path
			if c.Path == name || strings.HasSuffix(name, "/"+c.Path) && (found == nil || len(c.Path) > len(found.Path)) {
				found = c
			}
			if c.Path == name {
				break
			}
		}
		if found != nil {
			reply = &wire.File{Stamp: l.stamp(), Path: found.Path, Text: string(found.Text), Hash: hex.EncodeToString(found.Sum[:])}
			return nil
		}
		return refuse(statusNotFound, tr.F("the game has no file %s", clip(name)))
	})
	if err != nil {
		return nil, err
	}
	return reply, nil
}

// series returns the history of a field.
func (h *Handler) series(r *request) (any, error) {
	id, err := needed(r, "agent")
	if err != nil {
		return nil, err
	}
	name := r.query.Get("name")
	if name == "" {
		return nil, refuse(statusBadRequest, tr.T("name is missing"))
	}
	if err := h.begun(r); err != nil {
		return nil, err
	}
	now := h.stamp().Tick
	to, err := number(r, "to", now)
	if err != nil {
		return nil, err
	}
	to = min(to, now)
	from, err := number(r, "from", max(1, to-1000))
	if err != nil {
		return nil, err
	}
	return h.past.series(r.ctx, id, name, wire.Between(max(from, 1), to))
}

// budget is the time after which series returns what it has.
const budget = 1500 * time.Millisecond

// series returns the history of a field.
func (a *pastReader) series(ctx context.Context, id int64, name string, in wire.Range) (reply *wire.Series, err error) {
	err = a.use(ctx, in.To, func() error {
		reply, err = a.points(ctx, id, name, in)
		return err
	})
	return reply, err
}

// points re-runs blocks of ticks, the newest first, until the range is covered or the time is up.
func (a *pastReader) points(ctx context.Context, id int64, name string, in wire.Range) (*wire.Series, error) {
	in = wire.Between(max(in.From, a.known.From), min(in.To, a.known.To))
	reply := &wire.Series{Stamp: a.h.stamp(), Agent: id, Name: name, Points: []wire.Point{}, Known: wire.Between(in.To+1, in.To)}
	begin := time.Now()
	for to := in.To; to >= in.From && time.Since(begin) < budget; {
		from := max(in.From, (to-1)/(4*blockTicks)*4*blockTicks+1)
		b, err := a.fieldsIn(ctx, id, wire.Between(from, to))
		if err != nil {
			return nil, err
		}
		points := b.points[name]
		if points == nil && b.first > 0 {
			points = []wire.Point{{Tick: b.first, Text: "nil"}}
		}
		if n := len(points); n > 0 && len(reply.Points) > 0 && points[n-1].Text == reply.Points[0].Text && points[n-1].Number == reply.Points[0].Number {
			reply.Points = reply.Points[1:] // it has not changed between the blocks
		}
		reply.Points = append(slices.Clip(points), reply.Points...)
		reply.Known.From = from
		to = from - 1
	}
	return reply, nil
}

// fieldBlock has the history of all fields of an agent in a block of ticks, since pages ask for that of several.
type fieldBlock struct {
	wire.Range
	agent  int64
	first  int64 // first tick with the agent, or 0
	points map[string][]wire.Point
}

// maxFieldBlocks bounds the blocks that are kept.
const maxFieldBlocks = 64

// fieldsIn re-runs a range of ticks, or returns what an earlier re-run of it has shown.
func (a *pastReader) fieldsIn(ctx context.Context, id int64, in wire.Range) (*fieldBlock, error) {
	if i := slices.IndexFunc(a.fields, func(b *fieldBlock) bool { return b.agent == id && b.Range == in }); i >= 0 {
		b := a.fields[i]
		a.fields = append(slices.Delete(a.fields, i, i+1), b)
		return b, nil
	}
	b := &fieldBlock{Range: in, agent: id, points: map[string][]wire.Point{}}
	last := map[string]fieldSeen{}
	note := func(tick int64, p *probe, name string, now fieldSeen) {
		was, known := last[name]
		if !known && tick > b.first { // it had no value before
			b.points[name] = []wire.Point{{Tick: b.first, Text: "nil"}}
		}
		if last[name] = now; known && same(&was, &now) {
			return
		}
		f := fieldOf(name, now.value)
		point := wire.Point{Tick: tick, Text: f.Text, Number: f.Number}
		if by := p.writers.last[name]; now.set > 0 || by != nil && by.Tick == tick { // otherwise it was written before
			point.By = by
		}
		b.points[name] = append(b.points[name], point)
	}
	err := a.show(ctx, in, []int64{id}, false, true, func(tick int64, _ wire.Stamp, probes map[int64]*probe) bool {
		p := probes[id]
		if p == nil {
			return true
		}
		if b.first == 0 {
			b.first = tick
		}
		for i := range p.fields {
			note(tick, p, p.fields[i].key.Name(), p.fields[i])
		}
		if len(last) > len(p.fields) {
			for name, was := range last {
				if was.key != (engine.Key{}) && !slices.ContainsFunc(p.fields, func(f fieldSeen) bool { return f.key == was.key }) {
					note(tick, p, name, fieldSeen{})
				}
			}
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	if a.fields = append(a.fields, b); len(a.fields) > maxFieldBlocks {
		a.fields = slices.Delete(a.fields, 0, 1)
	}
	return b, nil
}
