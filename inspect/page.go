package inspect

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"io/fs"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/inspect/web"
	"github.com/bough-dev/bough/inspect/wire"
	"github.com/bough-dev/bough/internal/lang"
)

// PageOptions say what WritePage puts into a file.
type PageOptions struct {
	// Agents are the agents that are shown; none means the first one that is there at the end.
	Agents []engine.AgentID
	// Ticks is the number of ticks up to the end that are shown; 0 means 600.
	Ticks int64
	// Sources puts the scripts and trees into the file. Without them, the page has the rows of trees, their conditions and
	// messages, but no file.
	Sources bool
}

// warmTicks is the number of ticks that are re-run before the first one.
const warmTicks = 200

// gone is the activity of an agent that is not in the world any more.
const gone = "gone"

// maxPageAgents, maxPageTicks and maxPageWhys bound what a file shows.
const (
	maxPageAgents = 20
	maxPageTicks  = 20_000
	maxPageWhys   = 200_000
)

// Page says what WritePage has written.
type Page struct {
	First, Last int64 // ticks
	Labels      []string
	Bytes       int64
	// Left is the number of answers about single nodes that are left out, since there are too many.
	Left int
}

// WritePage writes a page that shows the end of a recording in any browser, without a game and without a connection: one HTML
// file that opens by a click. It has what was asked, what ran, and the values and reasons, of some agents. All this is computed
// beforehand by a replay; see NewReplay, also for game and o. It returns an error if an agent is not in the recording.
func WritePage(w io.Writer, r *bough.Recording, game func() bough.Options, o Options, p PageOptions) (*Page, error) {
	o.Files, o.Land = nil, nil
	h, err := NewReplay(r, game, o)
	if err != nil {
		return nil, err
	}
	defer h.Close()
	select {
	case <-h.playback.ended:
	case <-h.ctx.Done():
	}
	b := &pageBuilder{h: h, o: p, out: &Page{}, whys: map[string]int{}, last: map[nodeOf]int{}}
	if err := b.collect(); err != nil {
		return nil, err
	}
	counted := &counter{w: w}
	if err := b.write(counted); err != nil {
		return nil, err
	}
	b.out.Bytes = counted.n
	return b.out, nil
}

// pageBuilder collects the answers to what a page may ask.
type pageBuilder struct {
	h    *Handler
	o    PageOptions
	out  *Page
	data wire.PageData
	whys map[string]int // index in data.Whys
	last map[nodeOf]int // index in PageScore.Whys
}

// nodeOf is a node of an agent in a version of its tree.
type nodeOf struct {
	agent int64
	tree  string
	node  int
}

// collect asks for all that the page shows.
func (b *pageBuilder) collect() error {
	if b.o.Ticks == 0 {
		b.o.Ticks = 600
	}
	if b.o.Ticks < 0 || b.o.Ticks > maxPageTicks {
		return fmt.Errorf("inspect: a file shows 1 to %d ticks, and not %d", maxPageTicks, b.o.Ticks)
	}
	if err := b.ask(b.h.hello, "", "", &b.data.Hello); err != nil {
		return err
	}
	hello := &b.data.Hello
	known := hello.Known.Past
	if known.From > known.To {
		return fmt.Errorf("inspect: nothing can be shown: %s", cmp.Or(hello.Known.Why, "the recording has no ticks"))
	}
	in := wire.Between(max(known.From, known.To-b.o.Ticks+1), known.To)
	hello.Known.Past, hello.Known.Bits = in, in
	hello.Land, hello.Acts, hello.Edits = nil, []string{}, false
	hello.Marks = slices.DeleteFunc(hello.Marks, func(m wire.Mark) bool { return m.Tick < in.From })
	b.out.First, b.out.Last = in.From, in.To
	if err := b.ask(b.h.agents, "", "", &b.data.Agents); err != nil {
		return err
	}
	if err := b.choose(); err != nil {
		return err
	}
	if err := b.scores(in); err != nil {
		return err
	}
	if err := b.trees(); err != nil {
		return err
	}
	for i := range hello.Trees {
		t := &hello.Trees[i]
		t.Agents = 0
		for _, a := range b.data.Agents.List {
			if a.Tree == t.Index && a.Doing != gone {
				t.Agents++
			}
		}
	}
	var refused *failure
	if err := b.ask(b.h.costsNow, "", "", &b.data.Costs); err != nil && !errors.As(err, &refused) {
		return err
	}
	if !b.o.Sources {
		return nil
	}
	return b.h.do(context.Background(), func(l *live) error {
		for _, c := range l.game.Bundle().Contents() {
			b.data.Files = append(b.data.Files, wire.File{Stamp: l.stamp(), Path: c.Path, Text: string(c.Text)})
		}
		return nil
	})
}

// ask puts the reply of a handler into into.
func (b *pageBuilder) ask(f func(*request) (any, error), query, key string, into any) error {
	values, err := url.ParseQuery(query)
	if err != nil {
		return err
	}
	reply, err := f(&request{ctx: context.Background(), query: values, rest: key})
	if err != nil {
		return err
	}
	text, err := json.Marshal(reply)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	return err
}

// choose leaves in the list of agents those that are shown.
func (b *pageBuilder) choose() error {
	if len(b.o.Agents) == 0 && len(b.data.Agents.List) > 0 {
		b.o.Agents = []engine.AgentID{engine.AgentID(b.data.Agents.List[0].ID)}
	}
	if len(b.o.Agents) > maxPageAgents {
		return fmt.Errorf("inspect: a file shows at most %d agents, and not %d", maxPageAgents, len(b.o.Agents))
	}
	for _, id := range b.o.Agents {
		if b.h.hist.of(id) == nil {
			return fmt.Errorf("inspect: there is no agent %d in the recording", id)
		}
	}
	b.data.Agents.List = slices.DeleteFunc(b.data.Agents.List, func(a wire.AgentRow) bool { return !slices.Contains(b.o.Agents, engine.AgentID(a.ID)) })
	b.data.Agents.Total = len(b.data.Agents.List)
	return nil
}

// scores replays the ticks, and keeps the frames of the agents with the reasons of the nodes that were asked.
func (b *pageBuilder) scores(in wire.Range) error {
	var ids []int64
	for _, id := range b.o.Agents {
		ids = append(ids, int64(id))
	}
	a, last := b.h.past, map[int64]*wire.Frame{}
	scores := map[int64]*wire.PageScore{}
	for _, id := range ids {
		scores[id] = &wire.PageScore{Agent: id, Frames: []wire.Frame{}, Whys: []wire.PageWhy{}}
	}
	err := a.use(context.Background(), in.To, func() error {
		built := newLogBuilder(ids)
		asked := map[int64]explained{}
		// What began before the first tick, such as a request, has to be seen.
		from := wire.Between(max(a.known.From, in.From-warmTicks), in.To)
		stop := b.explain(a, from, ids, asked)
		defer func() { stop() }()
		err := a.show(context.Background(), from, ids, true, true, func(tick int64, stamp wire.Stamp, probes map[int64]*probe) bool {
			if tick < in.From {
				for _, p := range probes {
					p.frame(stamp) // takes what is pending
				}
				clear(asked)
				return true
			}
			for _, id := range ids {
				p := probes[id]
				if p == nil {
					continue
				}
				built.note(id, tick, p)
				f := p.frame(stamp)
				s := scores[id]
				if s.Label = f.Label; f.Tree != "" {
					b.note(s, tick, f, asked[id], p)
				}
				if d := difference(last[id], f); d != nil {
					s.Frames = append(s.Frames, *d)
				} else {
					s.Frames = append(s.Frames, *f)
				}
				last[id] = f
			}
			clear(asked)
			b.boards(tick, a.replay.Game())
			return true
		})
		built.close(b.h, a.start, in)
		return err
	})
	if err != nil {
		return err
	}
	for _, id := range ids {
		s := scores[id]
		query := url.Values{"agent": {strconv.FormatInt(id, 10)}, "from": {strconv.FormatInt(in.From, 10)}, "to": {strconv.FormatInt(in.To, 10)}, "level": {"1"}}
		if err := b.ask(b.h.ran, query.Encode(), "", &s.Ran); err != nil {
			return err
		}
		b.data.Scores = append(b.data.Scores, *s)
		if len(s.Frames) > 0 && !slices.ContainsFunc(b.data.Agents.List, func(a wire.AgentRow) bool { return a.ID == id }) {
			b.data.Agents.List = append(b.data.Agents.List, wire.AgentRow{ID: id, Label: s.Label, Node: -1, Doing: gone})
			b.data.Agents.Total++
		}
		b.out.Labels = append(b.out.Labels, s.Label)
	}
	return nil
}

// boards keeps the boards after a tick, if they differ from those of the tick before.
func (b *pageBuilder) boards(tick int64, g *bough.Game) {
	list := boardsOf(g, nil)
	if last := len(b.data.Boards) - 1; last >= 0 && reflect.DeepEqual(b.data.Boards[last].Boards, list) {
		b.data.Boards[last].To = tick
		return
	}
	b.data.Boards = append(b.data.Boards, wire.PageBoards{Range: wire.Between(tick, tick), Boards: list})
}

// explained is the decision of an agent in a tick, with the program that it runs then.
type explained struct {
	decision *engine.Explanation
	prog     *engine.Program
}

// explain makes the replay explain all nodes of the agents before each tick. It returns a function that ends this.
func (b *pageBuilder) explain(a *pastReader, in wire.Range, ids []int64, asked map[int64]explained) (stop func()) {
	if err := a.replay.GoTo(in.From - 1 + a.offset); err != nil {
		return func() {} // show says why
	}
	game := a.replay.Game()
	return game.OnTick(func(dt time.Duration) {
		for _, id := range ids {
			x := game.World().Agent(engine.AgentID(id))
			if x == nil || len(b.whys) > maxPageWhys {
				continue
			}
			about := make([]int, x.Program().Len())
			for n := range about {
				about[n] = n
			}
			asked[id] = explained{x.ExplainTick(dt, about...).With(game.ShowTerm), x.Program()}
		}
	}, nil)
}

// note keeps what explains the nodes of an agent in a tick: of each node the same answer as in the tick before, or another one.
func (b *pageBuilder) note(s *wire.PageScore, tick int64, f *wire.Frame, x explained, p *probe) {
	if x.decision == nil || x.prog != p.agent.Program() { // it has another tree since
		return
	}
	e, t := x.decision, p.tree()
	// What is said of each node, so that a tree of a thousand nodes takes no million steps.
	about := make([]engine.Explanation, len(t.rows))
	steps := make([]int64, len(t.rows))
	for _, x := range e.Steps {
		about[x.Node].Steps = append(about[x.Node].Steps, x)
	}
	for _, x := range e.WhyNot {
		about[x.Node].WhyNot = append(about[x.Node].WhyNot, x)
	}
	for _, x := range f.Rows {
		steps[x.Node] = x.Steps
	}
	for n := range t.rows {
		y := wire.Why{Agent: s.Agent, Node: n}
		about[n].Gone = e.Gone
		explain(&y, &about[n], t.rows)
		y.Steps = steps[n]
		text, err := json.Marshal(&y)
		if err != nil {
			continue
		}
		at, known := b.whys[string(text)]
		if !known {
			if at = len(b.data.Whys); at >= maxPageWhys {
				b.out.Left++
				continue
			}
			b.whys[string(text)] = at
			b.data.Whys = append(b.data.Whys, y)
		}
		of := nodeOf{s.Agent, t.key, n}
		if i, ok := b.last[of]; ok && s.Whys[i].To == tick-1 && s.Whys[i].Why == at {
			s.Whys[i].To = tick
			continue
		}
		b.last[of] = len(s.Whys)
		s.Whys = append(s.Whys, wire.PageWhy{Range: wire.Between(tick, tick), Tree: t.key, Node: n, Why: at})
	}
}

// trees keeps the trees that the scores name.
func (b *pageBuilder) trees() error {
	var keys []string
	for i := range b.data.Scores {
		s := &b.data.Scores[i]
		for _, p := range s.Ran.Parts {
			keys = append(keys, p.Tree)
		}
		for _, f := range s.Frames {
			if f.Tree != "" {
				keys = append(keys, f.Tree)
			}
		}
	}
	slices.Sort(keys)
	for _, key := range slices.Compact(keys) {
		var t wire.Tree
		if err := b.ask(b.h.treeOf, "", key, &t); err != nil {
			return err
		}
		b.data.Trees = append(b.data.Trees, t)
	}
	return nil
}

// write writes the file.
func (b *pageBuilder) write(w io.Writer) error {
	b.data.Schema = wire.Schema
	text, err := json.Marshal(&b.data)
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if _, err = z.Write(text); err == nil {
		err = z.Close()
	}
	if err != nil {
		return err
	}
	type part struct {
		to   *[]byte
		name string
	}
	var script, style []byte
	language, parts := "en", []part{{&script, "file.js"}, {&style, "style.css"}, {&style, "views.css"}}
	if !lang.English() {
		language, parts = "zh-CN", slices.Insert(parts, 0, part{&script, "zh.js"})
	}
	for _, p := range parts {
		text, err := fs.ReadFile(web.Files(), p.name)
		if err != nil {
			return err
		}
		*p.to = append(*p.to, text...)
	}
	sum := sha256.Sum256(script)
	// The policy permits the script of the page, and no connection.
	_, err = fmt.Fprintf(w, `<!doctype html>
<html lang="%s">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-%s'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>%s · Bough</title>
<style>%s</style>
<div id="page"></div>
<script type="application/octet-stream" id="data">%s</script>
<script>%s</script>
`, language, base64.StdEncoding.EncodeToString(sum[:]), html.EscapeString(cmp.Or(b.data.Hello.About, tr.T("a recording"))), style, base64.StdEncoding.EncodeToString(packed.Bytes()), script)
	return err
}

// counter counts bytes.
type counter struct {
	w io.Writer
	n int64
}

// Write implements io.Writer.
func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}
