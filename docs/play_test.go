package docs_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/hotreload"
)

// player carries out the commands of one play.
type player struct {
	t      *testing.T
	page   *page
	game   *bough.Game
	agent  *bough.Agent
	files  fstest.MapFS
	source *hotreload.Manual
	dt     time.Duration
	shown  []string
	out    strings.Builder
}

// play returns what the commands print. They are
//
//	use FILE N         begin with version N of a file of the page
//	show WORD ...      print these events: enter, exit, result, root, reload
//	spawn TREE F=V ... an agent; later commands are for the last one
//	dt SECONDS         time between ticks from now on, 0.1 at first
//	tick [N]           N ticks
//	set F=V ...        write fields; get F ... prints them
//	post NAME [DATUM]  a stimulus
//	save FILE N        save version N of a file, or delete FILE
//	rollback N, pin, unpin   as the game's methods
//	explain, requests, problems   print them
//	reset, pause, step, end CHANNEL, impose KIND CHANNEL PRIORITY
//
// Faults and logged lines are always printed.
func (p *page) play(t *testing.T, i int, commands []string) string {
	t.Helper()
	d := &player{t: t, page: p, files: p.files(i), source: hotreload.NewManual(), dt: 100 * time.Millisecond}
	d.game = p.open(t, d.files, bough.Options{
		Source:   d.source,
		OnFault:  func(f *engine.Fault) { d.print(f.Error()) },
		OnLog:    d.logged,
		OnReload: d.reloaded,
	})
	stop := d.game.World().Observe(d.event)
	defer stop()
	for _, c := range commands {
		words := strings.Fields(c)
		if len(words) == 0 {
			continue
		}
		if !d.command(words[0], words[1:]) && !d.onAgent(words[0], words[1:]) {
			t.Fatalf("%s: unknown command %q", p.name, c)
		}
	}
	return d.out.String()
}

func (d *player) print(text string) { d.out.WriteString(text + "\n") }

func (d *player) logged(a *bough.Agent, text string) {
	if a != nil {
		text = a.Label() + ": " + text
	}
	d.print(text)
}

func (d *player) event(e engine.Event) {
	word := [...]string{"enter", "result", "exit", "root", "fault", "spawn", "despawn"}[e.Kind]
	if slices.Contains(d.shown, word) {
		d.print(e.String())
	}
}

// reloaded shows errors in any case, so that a play cannot continue without a file.
func (d *player) reloaded(r *assets.Report) {
	if len(r.Noted) > 0 {
		d.print(fmt.Sprintf("v%d stays, noted: %s", r.Version, strings.Join(r.Noted, ", ")))
		return
	}
	if r.Version == 1 || !slices.Contains(d.shown, "reload") {
		if r.Problems.Err() != nil {
			d.print(r.Problems.Error())
		}
		return
	}
	what := "nothing new"
	if len(r.Applied) > 0 {
		what = strings.Join(r.Applied, ", ")
	}
	d.print(fmt.Sprintf("reload v%d: %s", r.Version, what))
	for _, text := range r.Restarts {
		d.print(text)
	}
	for _, f := range r.Restored {
		d.print("works again as before: scripts/" + f)
	}
	for _, f := range r.Held {
		d.print("held back: scripts/" + f)
	}
	for _, f := range r.Problems {
		d.print(f.Error())
	}
}

func (d *player) command(name string, args []string) bool {
	switch name {
	case "use", "save":
		n, _ := strconv.Atoi(args[1])
		d.files[args[0]] = &fstest.MapFile{Data: []byte(d.page.versions(args[0])[n-1].text)}
		if name == "save" {
			d.source.Touch(args[0])
		}
	case "delete":
		delete(d.files, args[0])
		d.source.Touch(args[0])
	case "rollback":
		n, _ := strconv.Atoi(args[0])
		if err := d.game.Rollback(n); err != nil {
			d.print(err.Error())
		}
	case "pin":
		d.game.Pin()
	case "unpin":
		d.game.Unpin()
	case "show":
		d.shown = args
	case "dt":
		d.dt = seconds(args[0])
	case "spawn":
		f := fieldsOf(args[1:])
		for k, v := range d.page.fields {
			if _, given := f[k]; !given {
				f[k] = v
			}
		}
		a, err := d.game.Spawn(args[0], f)
		if err != nil {
			d.t.Fatalf("%s: %v", d.page.name, err)
		}
		d.agent = a
	case "tick":
		n := 1
		if len(args) > 0 {
			n, _ = strconv.Atoi(args[0])
		}
		for range n {
			d.game.Tick(d.dt)
		}
	case "agent":
		n, _ := strconv.Atoi(args[0])
		d.agent = d.game.World().Agent(engine.AgentID(n))
	default:
		return false
	}
	return true
}

func seconds(text string) time.Duration {
	f, _ := strconv.ParseFloat(text, 64)
	return time.Duration(f * float64(time.Second))
}

func (d *player) onAgent(name string, args []string) bool {
	a := d.agent
	switch name {
	case "set":
		for _, w := range args {
			k, v, _ := strings.Cut(w, "=")
			a.Set(engine.KeyOf(k), valueOf(plain(v)))
		}
	case "get":
		for _, k := range args {
			d.print(fmt.Sprintf("%s = %v", k, a.Get(engine.KeyOf(k))))
		}
	case "post":
		s := engine.Stimulus{Name: args[0]}
		if len(args) > 1 && strings.Contains(args[1], "=") {
			data := &value.Table{}
			for _, w := range args[1:] {
				k, v, _ := strings.Cut(w, "=")
				data.Entries = append(data.Entries, value.Entry{Key: value.String(k), Value: valueOf(plain(v))})
			}
			s.Data = value.Other(data)
		} else if len(args) > 1 {
			s.Data = valueOf(plain(args[1]))
		}
		d.game.World().Post(a.ID(), s)
	case "explain":
		var about []int
		for _, name := range args {
			about = append(about, int(a.Program().Nodes(name)[0]))
		}
		d.print(a.Explain(about...).String())
	case "history":
		e := a.Explain()
		e.History = a.History()
		_, text, _ := strings.Cut(e.String(), "ran, so many")
		d.print("ran, so many" + text)
	case "requests":
		for channel, r := range a.Requests() {
			d.print(fmt.Sprintf("after tick %d, %s: %s, priority %v", d.game.World().TickCount(), channel, r.Kind, r.Priority))
		}
	case "impose":
		f, _ := strconv.ParseFloat(args[2], 64)
		a.Impose(engine.Request{Kind: args[0], Channel: args[1], Priority: f})
	case "end":
		a.EndRequest(args[0])
	case "abort":
		a.Abort(args[0])
	case "reset":
		a.Reset()
	case "switch":
		if err := d.game.SetTree(a, args[0]); err != nil {
			d.print(err.Error())
		}
	case "pause":
		a.Pause()
	case "step":
		a.Step()
	default:
		return false
	}
	return true
}

func fieldsOf(words []string) bough.Fields {
	f := bough.Fields{}
	for _, w := range words {
		k, v, _ := strings.Cut(w, "=")
		f[k] = plain(v)
	}
	return f
}

func plain(word string) any {
	if f, err := strconv.ParseFloat(word, 64); err == nil {
		return f
	}
	switch word {
	case "true", "false":
		return word == "true"
	case "nil":
		return nil
	}
	return word
}

func valueOf(x any) value.Value {
	switch v := x.(type) {
	case float64:
		return value.Number(v)
	case bool:
		return value.Bool(v)
	case string:
		return value.String(v)
	}
	return value.Value{}
}
