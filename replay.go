package bough

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/assets/archive"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/internal/recording"
	"github.com/bough-dev/bough/internal/statediff"
	"github.com/bough-dev/bough/luabind/geom"
	"github.com/bough-dev/bough/luabind/lua"
)

// Recording is an open recording; see RecordOptions.
type Recording struct{ file *recording.File }

// OpenRecording opens a recording of size bytes. If the file is damaged or ends early, what comes before that can be
// replayed; see Damage. It is an error if nothing can be. Recordings from untrusted sources can be opened; to replay them
// runs their scripts.
func OpenRecording(r io.ReaderAt, size int64) (*Recording, error) {
	f, err := recording.Open(r, size)
	if err != nil {
		return nil, errorOf(ErrRecording, "recording: %w", err)
	}
	if len(f.Chunks) == 0 {
		return nil, errorOf(ErrRecording, "recording: it has no ticks%s", because(f.Damage))
	}
	return &Recording{f}, nil
}

func because(err error) string {
	if err == nil {
		return ""
	}
	return ": " + err.Error()
}

// About returns RecordOptions.About.
func (r *Recording) About() string { return r.file.Header.About }

// Replies reports whether the replies of helpers are recorded.
func (r *Recording) Replies() bool { return r.file.Header.Replies }

// Ticks returns the numbers of the first and of the last tick. Ticks are counted from 1. They have the numbers of
// World.TickCount unless the game was restored or restarted while it was recorded: then the count goes on.
func (r *Recording) Ticks() (first, last int64) {
	chunks := r.file.Chunks
	end := chunks[len(chunks)-1]
	return chunks[0].First + 1, end.First + end.Ticks
}

// Damage returns where and why the file ends early, nil if it does not.
func (r *Recording) Damage() error { return r.file.Damage }

// Opener opens a game over files, with the options that it is given and others that the game needs, such as Values,
// Natives and Kinds, and binds its helpers. It must not change Prefix,
// Seed, Limits and Record.
type Opener func(files fs.FS, o Options) (*Game, error)

// Replay re-runs a recording, with its own files.
type Replay struct {
	recording *Recording
	open      Opener
	game      *Game
	chunk     int // number of the current one
	tick      int64
	reader    *engine.JournalReader
	next      *engine.Interval // nil at the end
	err       error
}

// Replay returns a replay that stands before the first tick. open may be nil if the replies of helpers are recorded:
// then the scripts get these, and a helper that is Pure, whose replies are not recorded, is an error.
func (r *Recording) Replay(open Opener) (*Replay, error) {
	if open == nil {
		open = OpenFS
	}
	p := &Replay{recording: r, open: open}
	first, _ := r.Ticks()
	return p, p.GoTo(first - 1)
}

// Game returns the game, in the state after the last tick. It may be looked at, and must not be changed. It is another
// one after GoTo.
func (p *Replay) Game() *Game { return p.game }

// Fork ends the replay and returns the game, which goes on from there: its helpers are called again.
func (p *Replay) Fork() *Game {
	game := p.game
	game.world.PlayReplies(nil)
	p.fail(io.EOF)
	p.game = nil
	return game
}

// At returns the number of the last tick.
func (p *Replay) At() int64 { return p.tick }

// Close closes the game.
func (p *Replay) Close() error {
	if p.game == nil {
		return nil
	}
	return p.game.Close()
}

// GoTo goes to the state after a tick.
func (p *Replay) GoTo(tick int64) error {
	first, last := p.recording.Ticks()
	if tick < first-1 || tick > last {
		return errorOf(ErrRecording, "recording: there is no tick %d; it has the ticks %d to %d", tick, first, last)
	}
	if p.game == nil || p.err != nil || p.tick > tick || p.closer(tick) {
		if err := p.start(tick); err != nil {
			return err
		}
	}
	for p.tick < tick {
		if err := p.Tick(); err != nil {
			return err
		}
	}
	return nil
}

// closer reports whether there is a state between the present tick and a later one.
func (p *Replay) closer(tick int64) bool {
	i, err := p.stateBefore(tick)
	return err == nil && i > p.chunk
}

// stateBefore returns the last chunk that begins before the end of a tick, with a state.
func (p *Replay) stateBefore(tick int64) (int, error) {
	chunks, why := p.recording.file.Chunks, ""
	for i := len(chunks) - 1; i >= 0; i-- {
		if chunks[i].First > tick {
			continue
		}
		if why = chunks[i].NoState; why == "" {
			return i, nil
		}
	}
	return 0, errorOf(ErrRecording, "recording: there is no state from which tick %d can be reached: %s", tick, why)
}

// start opens a game with the state of the last chunk before a tick.
func (p *Replay) start(tick int64) error {
	i, err := p.stateBefore(tick)
	if err != nil {
		return err
	}
	chunk, err := p.recording.file.Chunk(i)
	if err != nil {
		return errorOf(ErrRecording, "recording: %w", err)
	}
	game, err := p.recording.gameOf(chunk, p.open)
	if err != nil {
		return err
	}
	if p.game != nil {
		p.game.Close()
	}
	p.game, p.chunk, p.tick, p.err = game, i, chunk.First, nil
	p.read(chunk)
	return p.err
}

// gameOf returns a game with the files and the state of a chunk.
func (r *Recording) gameOf(chunk *recording.Chunk, open Opener) (*Game, error) {
	files, err := r.files(chunk.Files)
	if err != nil {
		return nil, err
	}
	game, err := r.openGame(files, open)
	if err != nil {
		return nil, err
	}
	if here := game.Bundle().Hash; recording.Hash(here) != chunk.Files {
		game.Close()
		return nil, errorOf(ErrRecording, "recording: the files are %s, and the recording was made with %s; a game that adds trees by AddTrees must do so when it is opened", here.Short(), assets.Hash(chunk.Files).Short())
	}
	if err := game.restore(&unpacked{files: chunk.Files, parts: [][]byte{chunk.World, chunk.Runtime, nil}}); err != nil {
		game.Close()
		return nil, errorOf(ErrRecording, "recording: %w", err)
	}
	return game, nil
}

// openGame opens a game with the options of the recording, loads the files, and makes up for namespaces that the game lacks.
func (r *Recording) openGame(files fs.FS, open Opener) (*Game, error) {
	h := &r.file.Header
	game, err := open(files, r.options(RecordOptions{Replies: h.Replies}))
	if err != nil {
		return nil, err
	}
	bound := map[string]bool{}
	for _, space := range game.runtime.Namespaces() {
		bound[space.Name] = true
	}
	for _, space := range h.Namespaces {
		if bound[space.Name] || game.loaded {
			continue
		}
		var helpers []Helper
		for _, f := range space.Helpers {
			helpers = append(helpers, absent(f))
		}
		if err := game.Bind(space.Name, helpers...); err != nil {
			game.Close()
			return nil, err
		}
	}
	game.Load()
	return game, nil
}

// options returns the options of a game that repeats the recorded one.
func (r *Recording) options(o RecordOptions) Options {
	h := &r.file.Header
	return Options{
		Prefix: h.Prefix, Seed: h.Seed,
		Limits: Limits{Budget: h.Budget, TickBudget: h.TickBudget, Keep: h.Keep, KeepTogether: h.KeepAll, History: h.History},
		Record: o,
	}
}

// errAbsent is the error of a helper whose replies are not recorded, and that is not here.
var errAbsent = errors.New("its replies are not recorded, since it is pure: replay with the program that has it")

// absent returns the helper of that description in package geom, or a helper in place of one that only the recorded game
// has. Unless it is pure, the latter is never called.
func absent(f recording.Helper) Helper {
	for _, h := range geom.Helpers() {
		if signature(&h) == f.Signature && f.Pure {
			return h
		}
	}
	h := Func(f.Signature, func(*lua.Call) error { return errAbsent })
	if f.Pure {
		return h.Pure()
	}
	return h
}

// signature returns what Func would need to describe a helper.
func signature(h *Helper) string { return h.Signature() + ": " + h.Doc }

// files returns the files of a hash.
func (r *Recording) files(hash recording.Hash) (fs.FS, error) {
	data, err := r.file.Files(hash)
	if err == nil {
		var u *archive.Unpacked
		if u, err = archive.Unpack(bytes.NewReader(data), int64(len(data))); err == nil {
			return u.FS, nil
		}
	}
	return nil, errorOf(ErrRecording, "recording: %w", err)
}

// read begins to read the journal of the current chunk.
func (p *Replay) read(chunk *recording.Chunk) {
	p.reader = p.game.world.ReadJournal(chunk.Journal)
	p.advance()
}

// advance reads the next interval, perhaps of the next chunk.
func (p *Replay) advance() {
	for {
		iv, err := p.reader.Next()
		if err != nil {
			p.fail(errorOf(ErrRecording, "recording: behind tick %d: %w", p.tick, err))
			return
		}
		if p.next = iv; iv != nil || p.chunk+1 == len(p.recording.file.Chunks) {
			break
		}
		p.chunk++
		chunk, err := p.recording.file.Chunk(p.chunk)
		if err == nil {
			err = p.enter(chunk)
		}
		if err != nil {
			p.fail(errorOf(ErrRecording, "recording: %w", err))
			return
		}
		p.reader = p.game.world.ReadJournal(chunk.Journal)
	}
	if p.next != nil && p.recording.Replies() {
		p.game.world.PlayReplies(p.next) // explanations already need them
	}
}

func (p *Replay) fail(err error) { p.next, p.err = nil, err }

// enter goes from the end of a chunk to the next one: its state must be the present one.
func (p *Replay) enter(chunk *recording.Chunk) error {
	if chunk.Apart {
		game, err := p.recording.gameOf(chunk, p.open)
		if err == nil {
			p.game.Close()
			p.game = game
		}
		return err
	}
	if chunk.World == nil {
		return nil
	}
	state, err := p.game.world.Snapshot()
	if err != nil || bytes.Equal(state, chunk.World) && bytes.Equal(p.game.runtime.Snapshot(), chunk.Runtime) {
		return err
	}
	why := "in state that has no description"
	if game, err := p.recording.gameOf(chunk, p.open); err == nil {
		defer game.Close()
		if text := statediff.First(statediff.Words(p.game.world), statediff.Words(game.world), "in the recording"); text != "" {
			why = text
		}
	}
	return fmt.Errorf("tick %d, or in the %d before it: the state differs: %s", chunk.First, ChunkTicks-1, why)
}

// Tick makes the next tick. It returns io.EOF at the end, and an error if the tick differs from the recorded one.
func (p *Replay) Tick() error {
	for {
		switch {
		case p.err != nil:
			return p.err
		case p.next == nil:
			return io.EOF
		}
		iv := p.next
		if err := p.make(iv); err != nil {
			p.fail(err)
			return err
		}
		if p.advance(); iv.Ticked {
			return p.err
		}
	}
}

// make does what happened in an interval.
func (p *Replay) make(iv *engine.Interval) error {
	g := p.game
	for i := range iv.Inputs {
		in := &iv.Inputs[i]
		err := error(nil)
		if hash := in.Reload(); hash != "" {
			err = g.exchange(p.recording, hash)
		} else {
			err = g.world.Apply(in, g.names())
		}
		if err != nil {
			return errorOf(ErrRecording, "recording: behind tick %d: %w", p.tick, err)
		}
	}
	if iv.Ticked {
		p.tick++
		g.tick(iv.DT)
		g.runtime.Census()
	}
	why := ""
	if missed := g.world.Missed(); len(missed) > 0 {
		why = g.told(missed[0])
	} else if iv.Ticked {
		why = g.world.Check(iv)
	}
	if why == "" {
		return nil
	}
	for _, f := range g.world.Faults() {
		if errors.Is(f.Err, errAbsent) {
			why = f.Diagnostic().Headline()
		}
	}
	return errorOf(ErrRecording, "tick %d: %s", p.tick, why)
}

// told returns a call without a reply in words.
func (g *Game) told(m engine.Missed) string {
	return fmt.Sprintf("%s calls %s, %s", g.labelOf(m.Agent), m.Helper, m.Why)
}

func (g *Game) labelOf(id engine.AgentID) string {
	if a := g.world.Agent(id); a != nil {
		return a.Label()
	}
	return fmt.Sprintf("agent %d", id)
}

// exchange puts the files of a hash in force.
func (g *Game) exchange(r *Recording, text string) error {
	var hash assets.Hash
	if err := hash.UnmarshalText([]byte(text)); err != nil {
		return err
	}
	files, err := r.files(recording.Hash(hash))
	if err != nil {
		return err
	}
	list, err := assets.ReadContents(files)
	if err != nil {
		return err
	}
	if rep := g.manager.Exchange(list); rep != nil {
		g.adopt(rep)
	}
	if here := g.Bundle().Hash; here != hash {
		return errors.New("the files that were put in force differ: trees that the game adds by AddTrees are not recorded")
	}
	return nil
}
