package bough

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/assets/archive"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/format"
	"github.com/bough-dev/bough/internal/recording"
	"github.com/bough-dev/bough/internal/statediff"
	"github.com/bough-dev/bough/luabind/geom"
	"github.com/bough-dev/bough/luabind/lua"
)

// Recording is an open recording of a game; see OpenRecording and Game.Recording. Several goroutines may use it at once.
type Recording struct {
	file *recording.File
	game func() Options // returns the options of the recorded game, as far as the recording has them
	// inForce are the files that were in force when Game.Recording was called; nil for a recording in a file.
	inForce []*assets.Content
	of      *recorder // the recorder of the game; nil for a recording in a file
	dropped int64     // number of segments of the game before the first one of the recording
	reach   reach     // see WorldTicks
}

// OpenRecording opens and verifies the recording of size bytes in r, which may be of the version of Bough before. r must
// stay open while the Recording is used. If the recording is damaged or ends early, the segments before the damage can be
// replayed; see Recording.Damage. If there are no such segments, the error matches ErrRecording. A recording from an
// untrusted source can be opened, but a replay runs its scripts.
func OpenRecording(r io.ReaderAt, size int64) (*Recording, error) {
	if r == nil {
		return nil, errorOf(ErrRecording, "recording: OpenRecording: no reader")
	}
	f, err := recording.Open(r, size)
	if err != nil {
		return nil, errorOf(ErrRecording, "recording: %w", err)
	}
	if len(f.Segments) == 0 {
		return nil, errorOf(ErrRecording, "recording: the file has no complete segment%s", because(f.Damage))
	}
	return &Recording{file: f, game: func() Options { return Options{} }}, nil
}

// because returns the text of an error after a colon, or "" if the error is nil.
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

// Limits returns the limits of the recorded game, which also hold in a replay. They bound what the scripts of a file
// from a stranger can use.
func (r *Recording) Limits() Limits {
	h := &r.file.Header
	return Limits{Budget: h.Budget, TickBudget: h.TickBudget, Keep: h.Keep, KeepTogether: h.KeepAll, History: h.History, QuarantineAfter: h.Quarantine}
}

// Ticks returns the numbers of the first and of the last tick; last is first-1 if there are no ticks. The ticks of a
// game are numbered from 1, as by World.TickCount, except that Restore and Restart do not reset the numbers.
func (r *Recording) Ticks() (first, last int64) { return r.file.Segments[0].First + 1, r.last() }

// last returns the number of the last tick.
func (r *Recording) last() int64 {
	end := r.file.Segments[len(r.file.Segments)-1]
	return end.First + end.Ticks
}

// Damage returns an error that says where and why the file could not be read to its end, or nil. A file that ends
// after a whole segment is not damaged. This is the usual case when the process was killed.
func (r *Recording) Damage() error { return r.file.Damage }

// WriteTo writes the recording to w, in the form that OpenRecording reads. It implements io.WriterTo. A recording of
// Game.Recording is compressed first, which takes up to a quarter of the time that the recorded ticks took, and is
// written in one Write. WriteTo returns an error that matches ErrRecording if w fails.
func (r *Recording) WriteTo(w io.Writer) (int64, error) {
	n, err := r.file.WriteTo(w)
	if err != nil {
		err = errorOf(ErrRecording, "recording: %w", err)
	}
	return n, err
}

// Replay repeats a recording tick by tick, with the recorded files. Like a Game, it must be used by one goroutine
// only.
type Replay struct {
	recording *Recording
	options   func() Options // of the game
	game      *Game
	segment   int   // index of the current segment
	tick      int64 // number of the last tick
	reader    *engine.JournalReader
	next      *engine.TickInputs // inputs of the next tick; nil at the end of the recording, or while jumpTo is set
	jumpTo    *recording.Segment // next segment if it does not continue the state, nil otherwise
	unchecked bool               // ticks and states are not compared with those in the recording
	err       error              // error of Tick

	wrote   func(engine.Write) // see TraceWrites
	writing int64              // the tick of writes

	seeks       bool         // GoTo has gone back, so checkpoints are made
	checkpoints []checkpoint // in the order of their ticks
	bytes       int          // of all checkpoints
}

// Replay returns a replay that begins at the first tick or, if there is no state for that tick, at the first segment
// with a state. The caller must close the replay. game returns the Options of the recorded game, which says how a replay
// uses them. It is called whenever the replay opens a game, also in Tick and GoTo. game may be nil for a recording of
// Game.Recording. It may also be nil for a recording in a file that has replies: scripts then get the recorded replies,
// and only the Pure helpers of package geom exist. A call of any other Pure helper is an error of Tick. Replay returns an
// error of OpenFS, or one that matches ErrRecording.
func (r *Recording) Replay(game func() Options) (*Replay, error) {
	if game == nil {
		game = r.game
	}
	p := &Replay{recording: r, options: game}
	if err := p.rewind(); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// rewind goes to the first segment with a state, or to the beginning if there is none.
func (p *Replay) rewind() error {
	first, _ := p.recording.Ticks()
	begin := first - 1
	for i := range p.recording.file.Segments {
		if c := &p.recording.file.Segments[i]; c.NoState == "" && (i == 0 || c.Ticks > 0) {
			begin = c.First
			break
		}
	}
	return p.start(begin)
}

// Game returns the game in the state after the last tick, or nil after Fork. The caller may read the game, but must
// not change it. Tick, GoTo and Use may replace the game.
func (p *Replay) Game() *Game { return p.game }

// Fork ends the replay and returns its game. The game continues after the last tick; if Prepare was called, it has
// the inputs of the next tick. Its helpers are called again. A call of a helper that is not in Options.Helpers is a
// script error. The caller must close the game. Tick returns io.EOF after Fork, and another Fork
// before GoTo returns nil.
func (p *Replay) Fork() *Game {
	game := p.game
	if game == nil {
		return nil
	}
	game.world.PlayReplies(nil, false)
	game.runtime.TraceWrites(game.world, nil)
	p.fail(io.EOF)
	p.game, p.jumpTo = nil, nil
	return game
}

// At returns the number of the last replayed tick; see Recording.Ticks.
func (p *Replay) At() int64 { return p.tick }

// TraceWrites calls f for each write of a field and of an entry of a board in the ticks that are replayed from now on,
// also within GoTo; nil ends this. So the last write before a tick is known for a field that nobody looked at. The
// ticks of the writes are those of the Recording. f may read the game, but not change it. The states of the replay are
// the same with and without f. See engine.World.TraceWrites.
func (p *Replay) TraceWrites(f func(engine.Write)) {
	p.wrote = nil
	if f != nil {
		p.wrote = func(w engine.Write) {
			w.Tick = p.writing
			f(w)
		}
	}
	if p.game != nil && !p.game.phase.closed {
		p.game.runtime.TraceWrites(p.game.world, p.wrote)
	}
}

// Close closes the game of the replay. After Fork it does nothing. Other methods then return an error that matches
// ErrClosed.
func (p *Replay) Close() error {
	if p.game == nil {
		return nil
	}
	return p.closeGame()
}

// closeGame closes the game. The writes of its exits are not traced, since they are of no tick.
func (p *Replay) closeGame() error {
	if !p.game.phase.closed {
		p.game.runtime.TraceWrites(p.game.world, nil)
	}
	return p.game.Close()
}

// GoTo goes to the state after a tick, forward or back. The tick first-1 means the state before the first tick; see
// Recording.Ticks. GoTo begins at the nearest known state before the tick, and replays the ticks in between. It
// may be called after an error of Tick. It returns errors of Tick and of OpenFS.
//
// Once GoTo has gone back, the replay keeps states of its own every few ticks, up to 64 MB, so that going back one tick
// takes a few times as long as going forward. The game is replaced only if other files are in force at the tick. World.Raised
// of the game counts the errors of all ticks that it has made, also of those that GoTo has left.
func (p *Replay) GoTo(tick int64) error { return p.GoToContext(context.Background(), tick) }

// GoToContext is like GoTo, and returns the error of ctx when ctx ends. The replay is then after another tick, and remains
// of use.
func (p *Replay) GoToContext(ctx context.Context, tick int64) error {
	first, last := p.recording.Ticks()
	if tick < first-1 || tick > last {
		return errorOf(ErrRecording, "recording: there is no tick %d; it has the ticks %d to %d", tick, first, last)
	}
	if p.game != nil && p.game.phase.closed {
		return errReplayClosed
	}
	if p.game == nil || p.err != nil || p.tick > tick || p.closer(tick) {
		p.seeks = p.seeks || p.game != nil && p.tick > tick
		if err := p.start(tick); err != nil {
			return err
		}
	}
	for p.tick < tick {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := p.Tick(); err != nil {
			return err
		}
	}
	return nil
}

var errReplayClosed = errorOf(ErrClosed, "recording: the replay is %w", ErrClosed)

// closer reports whether there is a known state at or before a tick, and after the current one.
func (p *Replay) closer(tick int64) bool {
	i, err := p.stateBefore(tick)
	if err == nil && (i > p.segment || p.jumpTo != nil && i == p.segment) {
		return true
	}
	c := p.checkpointBefore(tick, p.segment)
	return c != nil && c.tick > p.tick
}

// stateBefore returns the index of the last segment that has a state and does not begin after a tick.
func (p *Replay) stateBefore(tick int64) (int, error) {
	segments, why := p.recording.file.Segments, ""
	for i := len(segments) - 1; i >= 0; i-- {
		c := &segments[i]
		if c.First > tick || i > 0 && c.First == tick && (c.Discontinuous || c.Ticks == 0) {
			continue // it begins after Restart or Restore, or after the inputs that follow the last tick
		}
		if why = c.NoState; why == "" {
			return i, nil
		}
	}
	return 0, errorOf(ErrRecording, "recording: tick %d cannot be reached, since no segment up to there has a state: %s", tick, why)
}

// gameOf opens a game with files and a state.
func (p *Replay) gameOf(hash recording.Hash, world, runtime []byte) (*Game, error) {
	r := p.recording
	files, err := r.files(hash)
	if err != nil {
		return nil, err
	}
	game, err := r.openGame(files, p.options(), "", true)
	if err != nil {
		return nil, err
	}
	if here := game.Bundle().Hash; recording.Hash(here) != hash {
		game.Close()
		return nil, errorOf(ErrRecording, "recording: the files have the hash %s instead of %s", here.Short(), assets.Hash(hash).Short())
	}
	if err := game.restore(&unpacked{files: assets.Hash(hash), parts: [][]byte{world, runtime, nil}}); err != nil {
		game.Close()
		return nil, errorOf(ErrRecording, "recording: %w%s", err, r.missing(game))
	}
	return game, nil
}

// missing returns what the replay lacks and may need, as a clause that begins with a semicolon, or "".
func (r *Recording) missing(g *Game) string {
	switch {
	case r.file.Header.Values && g.o.Values == nil:
		return "; the recorded game had Options.Values, which this program does not set: replay it with the program of the game"
	case !r.Replies() && len(r.file.Header.Namespaces) > 0:
		return "; the replies of helpers are not recorded, so the helpers of the replay must give the same replies"
	case r.file.Version == "":
		return "; it was recorded before Bough 0.1.0, and this is Bough " + format.Version
	case r.file.Version != format.Version:
		return fmt.Sprintf("; it was recorded by Bough %.20s, and this is Bough %s", r.file.Version, format.Version)
	}
	return ""
}

// openGame opens a game that repeats ticks of the recorded one, and loads the files. o are the options of the game; it
// gets stand-ins for the namespaces of the recording that o lacks. inForce is set if the files are those of
// Bundle.InForce. See Recording.running for prefix.
func (r *Recording) openGame(files fs.FS, o Options, prefix string, inForce bool) (*Game, error) {
	h := &r.file.Header
	for _, name := range h.Program {
		if !slices.Contains(ownCode(&o), name) {
			return nil, errorOf(ErrRecording, "recording: the game has Go code of its own, %s, which this program lacks; replay it with the program of the game, and give its Options", name)
		}
	}
	o = r.running(o, prefix, RecordOptions{replay: true, inForce: inForce})
	o.DataVersion = h.DataVersion // also that of a snapshot after Fork
	o.Helpers = maps.Clone(o.Helpers)
	if o.Helpers == nil {
		o.Helpers = map[string][]Helper{}
	}
	for _, space := range h.Namespaces {
		if here, ok := o.Helpers[space.Name]; ok {
			if name := lacking(here, space.Helpers); name != "" {
				return nil, errorOf(ErrRecording, "recording: Options.Helpers[%q] lacks the helper %s of the recorded game; give all helpers of the game in this namespace, or none", space.Name, name)
			}
			continue
		}
		for _, f := range space.Helpers {
			o.Helpers[space.Name] = append(o.Helpers[space.Name], absent(space.Name, f))
		}
	}
	game, err := OpenFS(files, o)
	if err == nil {
		game.Load()
	}
	return game, err
}

// lacking returns the name of a recorded helper that is not among the helpers of a namespace, or "".
func lacking(here []Helper, recorded []recording.Helper) string {
	for _, f := range recorded {
		name, _, _ := strings.Cut(f.Signature, "(")
		if !slices.ContainsFunc(here, func(h Helper) bool { return strings.HasPrefix(h.Signature(), name+"(") }) {
			return name
		}
	}
	return ""
}

// running returns the options o of a game as those of a game that repeats the recorded one; see Options. A prefix of ""
// means that of the recorded game.
func (r *Recording) running(o Options, prefix string, record RecordOptions) Options {
	h := &r.file.Header
	record.About = h.About
	o.Watch, o.Poll, o.Overlay, o.Source, o.Background = false, 0, "", nil, false
	o.Prefix, o.Seed, o.DecideTwice, o.Limits, o.Record = cmp.Or(prefix, h.Prefix), h.Seed, h.DecideTwice, r.Limits(), record
	return o
}

// errAbsent is the error of a call of a helper that is not bound, and for which no reply is recorded.
var errAbsent = errors.New("this program does not bind it, and no reply is recorded for this call; use a program that binds it")

// ofGeom returns the helpers of package geom.
var ofGeom = sync.OnceValue(geom.Helpers)

// absent returns a stand-in for a helper that is bound only in the recorded game. The stand-in is the same helper of
// package geom, or else a helper that returns errAbsent. The latter is called only if the replies are not recorded, or
// after Fork.
func absent(namespace string, f recording.Helper) Helper {
	call, _, _ := strings.Cut(f.Signature, ":") // the description may change
	for _, h := range ofGeom() {
		if h.Signature() == call && f.Pure {
			return h
		}
	}
	name, _, _ := strings.Cut(f.Signature, "(")
	err := fmt.Errorf("%s.%s: %w", namespace, name, errAbsent)
	h := Func(f.Signature, func(*lua.Call) error { return err }).Takes(f.Least, max(f.Most, -1))
	switch {
	case f.Pure:
		return h.Pure()
	case f.Reads:
		return h.Reads()
	}
	return h
}

// signature returns the signature of a helper with its description, in the form that Func accepts.
func signature(h *Helper) string { return h.Signature() + ": " + h.Doc }

// files returns the recorded version of the files that has a hash.
func (r *Recording) files(hash recording.Hash) (fs.FS, error) {
	data, err := r.file.Files(hash)
	if err == nil && len(data) == 0 { // all files were gone
		return &zip.Reader{}, nil
	}
	if err == nil {
		var u *archive.Unpacked
		if u, err = archive.Unpack(bytes.NewReader(data), int64(len(data))); err == nil {
			return u.FS, nil
		}
	}
	return nil, errorOf(ErrRecording, "recording: %w", err)
}

// advance reads the inputs of the next tick, and enters the next segment at the end of the current one.
func (p *Replay) advance() {
	for {
		ti, err := p.reader.Next()
		if err != nil {
			p.fail(errorOf(ErrRecording, "recording: after tick %d: %w", p.tick, err))
			return
		}
		if at := &p.recording.file.Segments[p.segment]; ti == nil && p.tick != at.First+at.Ticks {
			p.fail(errorOf(ErrRecording, "recording: a segment of %d ticks ends after tick %d; the game must call Game.Tick, and not World.Tick", at.Ticks, p.tick))
			return
		}
		if p.next = ti; ti != nil || p.segment+1 == len(p.recording.file.Segments) {
			break
		}
		p.segment++
		segment, err := p.recording.file.Segment(p.segment)
		if err == nil && segment.Discontinuous {
			p.jumpTo = segment // Tick enters the segment; until then the caller can read the state before the segment
			return
		}
		if err == nil {
			err = p.enter(segment)
		}
		if err != nil {
			p.fail(errorOf(ErrRecording, "recording: %w", err))
			return
		}
		p.reader = p.game.world.ReadJournal(segment.Journal)
	}
	if p.next != nil && p.recording.Replies() {
		p.game.world.PlayReplies(p.next, false) // Agent.Explain needs the replies already before the tick
	}
}

// fail makes err the error of Tick.
func (p *Replay) fail(err error) { p.next, p.err = nil, err }

// jump replaces the game by one with the state of a segment that does not continue the previous segment.
func (p *Replay) jump() {
	segment := p.jumpTo
	p.jumpTo = nil
	if segment.NoState != "" {
		p.fail(errorOf(ErrRecording, "recording: after tick %d the game was restored or restarted, and a replay cannot begin with its new state: %s", p.tick, segment.NoState))
		return
	}
	game, err := p.gameOf(segment.Files, segment.World, segment.Runtime) // another game, so that callers see the jump
	if err != nil {
		p.fail(err)
		return
	}
	p.replaceGame(game)
	p.reader = p.game.world.ReadJournal(segment.Journal)
	p.advance()
}

// enter goes to the next segment, whose state must equal that of the game.
func (p *Replay) enter(segment *recording.Segment) error {
	if len(segment.World) == 0 || p.unchecked {
		return nil
	}
	state, err := p.game.world.Snapshot()
	if err != nil || p.equal(state, segment.World, segment.Runtime) || p.equalRecoded(state, segment) {
		return err
	}
	why := cmp.Or(p.difference(segment, ""), "the state differs in a part that has no description")
	return fmt.Errorf("tick %d, or one of the %d before it, has another result: %s", segment.First, SegmentTicks-1, why)
}

// equal reports whether the game has a state; own is that of its world.
func (p *Replay) equal(own, world, runtime []byte) bool {
	return bytes.Equal(own, world) && bytes.Equal(p.game.runtime.Snapshot(), runtime)
}

// equalRecoded is like equal, for a state that was written in an older format: it is compared in the present one.
func (p *Replay) equalRecoded(own []byte, segment *recording.Segment) bool {
	if p.recording.file.Format == format.Recording.Newest {
		return false
	}
	game, err := p.gameOf(segment.Files, segment.World, segment.Runtime)
	if err != nil {
		return false
	}
	defer game.Close()
	world, err := game.world.Snapshot()
	return err == nil && p.equal(own, world, game.runtime.Snapshot())
}

// difference describes the first difference between the state of the game and that of a segment. It returns "" if
// there is no difference, or none that it can describe.
func (p *Replay) difference(segment *recording.Segment, label string) string {
	game, err := p.gameOf(segment.Files, segment.World, segment.Runtime)
	if err != nil {
		return ""
	}
	defer game.Close()
	of := func(g *Game) []string {
		return slices.DeleteFunc(statediff.Words(g.world), func(line string) bool { return label != "" && !strings.HasPrefix(line, label+" ") })
	}
	text := statediff.First(of(p.game), of(game), "in the recording")
	if other := statediff.BoardEntry(p.game.world, game.world, func(a, b value.Value) bool { return a.Plain() == b.Plain() }); text == "" && label == "" && other != "" {
		text = "the board entry " + other + " in the recording"
	}
	return text
}

// laterDifference describes the first difference in the state at the end of the current segment, as a continuation of
// a sentence. A recorded tick has only a checksum of the fields, but the next segment has their values. If there is
// no description, laterDifference returns "".
func (p *Replay) laterDifference(label string) string {
	segments := p.recording.file.Segments
	if p.segment+1 == len(segments) || segments[p.segment+1].Discontinuous || segments[p.segment+1].NoState != "" {
		return ""
	}
	next, err := p.recording.file.Segment(p.segment + 1)
	q := &Replay{recording: p.recording, options: p.options, unchecked: true}
	defer q.Close()
	if err == nil {
		err = q.GoTo(next.First - 1)
	}
	if err == nil {
		err = q.Tick()
	}
	for err == nil && q.next != nil && !q.next.Ticked { // inputs after the last tick
		_, err = q.replayNext()
	}
	if err != nil {
		return ""
	}
	text := q.difference(next, label)
	if text == "" {
		return ""
	}
	return fmt.Sprintf("; at the end of tick %d, %s", next.First, text)
}

// Prepare applies the recorded inputs before the next tick, but does not make the tick. Afterwards Agent.ExplainTick
// explains the decision of that tick, whose time Prepare does not return; see Game.OnTick. GoTo(At()) keeps the
// inputs. Prepare returns the same errors as Tick.
func (p *Replay) Prepare() error {
	for {
		switch {
		case p.game != nil && p.game.phase.closed:
			return errReplayClosed
		case p.err != nil:
			return p.err
		case p.jumpTo != nil:
			p.jump()
			continue
		case p.next == nil:
			return io.EOF
		case p.next.Ticked:
			err := p.apply(p.next)
			if err != nil {
				p.fail(err)
			}
			return err
		}
		if _, err := p.replayNext(); err != nil {
			return err
		}
	}
}

// Tick applies the recorded inputs before the next tick, and makes the tick. It returns io.EOF at the end of the
// recording, and an error that matches ErrRecording at the first difference from the recording. After an error, Tick
// returns the same error until GoTo is called. After a panic of Go code within the tick, Tick returns an error, too.
func (p *Replay) Tick() error {
	err := p.Prepare()
	if err == nil {
		_, err = p.replayNext()
	}
	return err
}

// replayNext applies the inputs of the next tick, and reports whether they end with a tick.
func (p *Replay) replayNext() (ticked bool, err error) {
	ti := p.next
	reloads := p.game.reloads
	if err := p.step(ti); err != nil {
		p.fail(err)
		return false, err
	}
	if ti.Ticked {
		p.keep(p.game.reloads != reloads)
	}
	p.advance()
	return ti.Ticked, p.err
}

// apply applies inputs if they have not been applied already.
func (p *Replay) apply(ti *engine.TickInputs) error {
	g := p.game
	if p.writing = p.tick + 1; p.wrote != nil {
		g.runtime.TraceAgents(g.world, true)
	}
	for i := range ti.Inputs {
		in := &ti.Inputs[i]
		var err error
		if hash := in.Reload(); hash != "" {
			err = p.recording.exchange(g, hash)
		} else {
			err = in.Apply(g.world, g.names())
		}
		if err != nil {
			return errorOf(ErrRecording, "recording: after tick %d: %w", p.tick, err)
		}
	}
	ti.Inputs = nil
	return nil
}

// step applies inputs, makes their tick if there is one, and compares the tick with the recorded one.
func (p *Replay) step(ti *engine.TickInputs) error {
	if err := p.apply(ti); err != nil {
		return err
	}
	g := p.game
	if ti.Ticked {
		if p.wrote != nil {
			g.runtime.TraceAgents(g.world, true)
		}
		g.beforeTick(ti.DT)
		p.makeTick(ti.DT)
	}
	why := ""
	if missed := g.world.Missed(); len(missed) > 0 {
		why = missedText(missed[0])
	} else if ti.Ticked {
		var fields *Agent
		if why, fields = ti.Check(g.world); fields != nil && !p.unchecked {
			why += p.laterDifference(fields.Label())
		}
	}
	if p.unchecked {
		return nil
	}
	if why == "" {
		return nil
	}
	for _, f := range g.world.Faults() {
		if errors.Is(f.Err, errAbsent) {
			why = f.Diagnostic().Headline()
		} else if f.Tick == g.world.TickCount() && f.Seen == 1 {
			why += "; in this tick there is a script error: " + f.Diagnostic().Headline()
		}
	}
	why += p.recording.missing(g)
	if problems := g.Bundle().Problems.Errors(); len(problems) > 0 {
		why += "; the files have errors here: " + problems[0].Headline()
	}
	return errorOf(ErrRecording, "tick %d: %s", p.tick, why)
}

// makeTick makes the next tick. If Go code panics, the game may have a part of the tick, so Tick fails until GoTo is called.
func (p *Replay) makeTick(dt time.Duration) {
	g, done := p.game, false
	p.tick++
	defer func() {
		if !done {
			p.fail(errorOf(ErrRecording, "recording: Go code panicked in tick %d; GoTo goes to another tick", p.tick))
		}
	}()
	g.tick(dt)
	g.runtime.ReviewAgents()
	g.afterTick()
	done = true
}

// missedText describes a call without a recorded reply.
func missedText(m engine.Missed) string {
	if m.Helper == "" {
		return tr.F("%s %s", m.Label, m.Why)
	}
	return tr.F("%s calls %s, %s", m.Label, m.Helper, m.Why)
}

// exchange puts the recorded files that have a hash in force.
func (r *Recording) exchange(g *Game, text string) error {
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
		g.applyOwn(rep)
	}
	if here := g.Bundle().Hash; here != hash {
		return errors.New("the files in force are not the recorded ones")
	}
	return nil
}
