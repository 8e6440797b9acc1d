package bough

import (
	"errors"
	"io"
	"slices"
	"time"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/internal/recording"
)

// RecordOptions make a game record itself: what Go changes between ticks, the ticks, each version of the files, and the
// whole state every ChunkTicks ticks. OpenRecording reads it. The zero value records nothing.
//
// Writes with Fields.Set are not recorded; use Agent.Set. Values of Go need Options.Values.
type RecordOptions struct {
	// To receives the recording while the game runs, from a goroutine of the game, in one Write for each chunk. It is
	// not closed; Close waits for the last Write.
	To io.Writer
	// Keep keeps the last Keep of the time of the game in memory, for WriteRecording.
	Keep time.Duration
	// Replies also records what helpers reply, unless they are Pure. Then the recording can be replayed without the
	// game, and under other scripts.
	Replies bool
	// About is a note for the reader, such as the name of the level; see Recording.About.
	About string
}

// ChunkTicks is how many ticks a chunk of a recording holds. A process that is killed loses the chunk that it records
// and, at most, the one that is being written.
const ChunkTicks = 64

// recorder records a game. Its methods do nothing after the first error, nor if it is nil.
type recorder struct {
	game    *Game
	o       RecordOptions
	journal *engine.Journal
	now     chunk                   // the one that is recorded
	ticks   int64                   // number of the last tick; see Recording.Ticks
	whole   int                     // bytes of the journal up to the end of the last tick
	sent    map[recording.Hash]bool // versions of the files in o.To; nil before its header
	kept    []chunk
	writing chan error // receives the result of the Write that is under way; nil for none
	err     error
}

// chunk is a chunk with what it needs.
type chunk struct {
	recording.Chunk
	versions []version
	end      time.Duration // the clock at its end
}

// version holds files of the game, as an archive.
type version struct {
	hash    recording.Hash
	archive []byte
}

// newRecorder returns the recorder of a game, nil if it records nothing.
func newRecorder(g *Game) *recorder {
	if o := g.o.Record; o.To != nil || o.Keep > 0 {
		return &recorder{game: g, o: o, journal: engine.NewJournal(o.Replies)}
	}
	return nil
}

func (r *recorder) off() bool { return r == nil || r.err != nil }

func (r *recorder) fail(err error) {
	r.err = errorOf(ErrRecording, "recording: %w; the game goes on, and is not recorded any more", err)
	r.game.world.Record(nil)
}

// begin begins a chunk with the present state. apart is set if it does not continue the one before it.
func (r *recorder) begin(apart bool) {
	if r.off() {
		return
	}
	if apart {
		r.journal.Take() // what Restore has done
	}
	g := r.game
	r.now = chunk{Chunk: recording.Chunk{Ref: recording.Ref{First: r.ticks, Files: recording.Hash(g.manager.Bundle().Hash), Apart: apart}}}
	r.whole = 0
	state, err := g.world.Snapshot()
	switch {
	case err != nil:
		r.now.NoState = err.Error()
	case !g.manager.Bundle().Good():
		r.now.NoState = "the files have errors, so that code of earlier files is in force"
	}
	r.now.World, r.now.Runtime = state, g.runtime.Snapshot()
	g.world.Record(r.journal)
	r.use()
}

// use adds the files in force to the chunk.
func (r *recorder) use() {
	hash := recording.Hash(r.game.manager.Bundle().Hash)
	if slices.ContainsFunc(r.now.versions, func(v version) bool { return v.hash == hash }) {
		return
	}
	files := r.game.archive()
	if len(files) == 0 {
		r.fail(errors.New("the files cannot be packed: there are none, or too many"))
		return
	}
	r.now.versions = append(r.now.versions, version{hash, files})
}

// reload records that other files are in force.
func (r *recorder) reload() {
	if !r.off() {
		r.journal.Reload(r.game.manager.Bundle().Hash.String())
		r.use()
	}
}

// tick is called after each tick.
func (r *recorder) tick() {
	if r.off() {
		return
	}
	r.whole = len(r.journal.Bytes())
	r.ticks++
	if r.now.Ticks++; r.now.Ticks == ChunkTicks {
		r.end()
		r.begin(false)
	}
}

// cut ends a chunk between two ticks.
func (r *recorder) cut() {
	if !r.off() {
		r.journal.End()
		r.end()
	}
}

// end ends the chunk, and has it written.
func (r *recorder) end() {
	if err := r.journal.Err(); err != nil {
		r.fail(err)
		return
	}
	r.now.Journal, r.now.end = r.journal.Take(), r.game.world.Clock()
	if r.o.Keep > 0 {
		r.kept = append(r.kept, r.now)
		for r.kept[0].end < r.now.end-r.o.Keep {
			r.kept = r.kept[1:]
		}
	}
	if r.o.To == nil || r.wait() != nil {
		return
	}
	var header []byte
	if r.sent == nil {
		header, r.sent = recording.AppendHeader(nil, r.header()), map[recording.Hash]bool{}
	}
	c := r.now
	c.versions = slices.DeleteFunc(slices.Clone(c.versions), func(v version) bool { return r.sent[v.hash] })
	for _, v := range c.versions {
		r.sent[v.hash] = true
	}
	r.writing = make(chan error, 1)
	go func() {
		_, err := r.o.To.Write(c.append(header))
		r.writing <- err
	}()
}

// wait waits for the Write that is under way.
func (r *recorder) wait() error {
	if r.writing == nil {
		return nil
	}
	err := <-r.writing
	if r.writing = nil; err != nil {
		r.fail(err)
	}
	return err
}

// append appends the blocks of the chunk.
func (c *chunk) append(out []byte) []byte {
	for _, v := range c.versions {
		out = recording.AppendFiles(out, v.hash, v.archive)
	}
	return recording.AppendChunk(out, &c.Chunk)
}

// close ends the recording. A last chunk without ticks has the final state.
func (r *recorder) close() {
	r.cut()
	r.begin(false)
	r.cut()
	if r != nil {
		_ = r.wait() // RecordingErr has it
		r.game.world.Record(nil)
	}
}

// header describes the game for the recording.
func (r *recorder) header() recording.Header {
	limits := r.game.o.Limits
	h := recording.Header{
		About: r.o.About, Prefix: r.game.o.Prefix, Seed: r.game.world.Seed(), Replies: r.o.Replies, Budget: limits.Budget, TickBudget: limits.TickBudget,
		Keep: limits.Keep, KeepAll: limits.KeepTogether, History: limits.History,
	}
	for _, space := range r.game.runtime.Namespaces() {
		n := recording.Namespace{Name: space.Name}
		for _, f := range space.Helpers {
			n.Helpers = append(n.Helpers, recording.Helper{Signature: signature(&f), Pure: f.IsPure()})
		}
		h.Namespaces = append(h.Namespaces, n)
	}
	return h
}

// WriteRecording writes a recording of the last Options.Record.Keep, up to the last tick. It may be called between
// ticks and in callbacks. To save the moments before an error, note the error in OnFault, and call it after Tick.
func (g *Game) WriteRecording(w io.Writer) error {
	g.made("WriteRecording")
	r := g.recorder
	if r == nil || r.o.Keep <= 0 {
		return errorOf(ErrRecording, "bough: Game.WriteRecording: nothing is kept; set Options.Record.Keep")
	}
	if r.err != nil && len(r.kept) == 0 {
		return r.err
	}
	out := recording.AppendHeader(nil, r.header())
	chunks := r.kept
	if !r.off() && r.journal.Err() == nil {
		open := r.now
		open.Journal = r.journal.Bytes()[:r.whole]
		chunks = append(slices.Clip(chunks), open)
	}
	done := map[recording.Hash]bool{}
	for i, c := range chunks {
		c.versions = slices.DeleteFunc(slices.Clone(c.versions), func(v version) bool { return done[v.hash] })
		for _, v := range c.versions {
			done[v.hash] = true
		}
		c.Apart = c.Apart || i == 0
		out = c.append(out)
	}
	if _, err := w.Write(out); err != nil {
		return errorOf(ErrRecording, "recording: %w", err)
	}
	return nil
}

// RecordingErr returns the error that has ended the recording, nil for none. After Close it is about all of it.
func (g *Game) RecordingErr() error {
	if g.recorder == nil {
		return nil
	}
	return g.recorder.err
}
