package bough

import (
	"cmp"
	"math"
	"slices"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/internal/recording"
)

// checkpoint is the state of a replay after a tick, from which GoTo can begin. A Replay makes checkpoints as soon as
// GoTo has gone back once, since a viewer then probably goes back again.
type checkpoint struct {
	place
	world, runtime []byte                // the state
	reader         *engine.JournalReader // at the place after the tick
}

// place says where in a recording a state is, and with which files.
type place struct {
	tick    int64
	segment int   // index of the segment
	files   files // of the game
}

// files identifies the code of a game: the hash of its files, and that of the texts that give the code in force. They
// differ if a file is held back because of an error.
type files struct{ read, inForce assets.Hash }

func filesOf(g *Game) files {
	b := g.manager.Bundle()
	_, inForce := b.InForce()
	return files{b.Hash, inForce}
}

const (
	// checkpointTicks is the usual number of ticks between two checkpoints. Restoring the state of 200 agents takes as
	// long as three ticks.
	checkpointTicks = 4
	// maxCheckpoints bounds the bytes of the checkpoints of a replay. Those that are farthest from the present tick are
	// dropped first.
	maxCheckpoints = 64 << 20
)

// keep adds a checkpoint after a tick, if there should be one. reloaded is set if the files were exchanged before that
// tick.
func (p *Replay) keep(reloaded bool) {
	if !p.seeks || p.tick%checkpointTicks != 0 && !reloaded {
		return
	}
	i, known := p.checkpointAt(p.tick)
	if known {
		return
	}
	world, err := p.game.world.Snapshot()
	if err != nil {
		return // as for a segment without a state
	}
	c := checkpoint{place{p.tick, p.segment, filesOf(p.game)}, world, p.game.runtime.Snapshot(), p.reader.Fork(nil, nil)}
	p.checkpoints = slices.Insert(p.checkpoints, i, c)
	for p.bytes += c.size(); p.bytes > maxCheckpoints; {
		last := len(p.checkpoints) - 1
		drop := 0
		if p.checkpoints[last].tick-p.tick > p.tick-p.checkpoints[0].tick {
			drop = last
		}
		p.bytes -= p.checkpoints[drop].size()
		p.checkpoints = slices.Delete(p.checkpoints, drop, drop+1)
	}
}

// size returns the bytes of the checkpoint, about.
func (c *checkpoint) size() int { return cap(c.world) + cap(c.runtime) + 1024 }

// checkpointAt returns the index of the first checkpoint at a tick or after it, and whether it is at that tick.
func (p *Replay) checkpointAt(tick int64) (i int, found bool) {
	return slices.BinarySearchFunc(p.checkpoints, tick, func(c checkpoint, tick int64) int { return cmp.Compare(c.tick, tick) })
}

// checkpointBefore returns the last checkpoint up to a tick, or nil if there is none, or if it is not after the
// beginning of segment i.
func (p *Replay) checkpointBefore(tick int64, i int) *checkpoint {
	k, found := p.checkpointAt(tick)
	if !found {
		k--
	}
	for ; k >= 0; k-- {
		c := &p.checkpoints[k]
		if c.segment < i {
			return nil
		}
		if c.files.read == c.files.inForce || p.runs(c.files) {
			return c
		}
	}
	return nil
}

// start goes to the last known state from which a tick can be reached.
func (p *Replay) start(tick int64) error {
	i, err := p.stateBefore(tick)
	if c := p.checkpointBefore(tick, i); c != nil {
		if err := p.setState(c.files, c.world, c.runtime); err != nil {
			return err
		}
		p.continueAt(c.place, c.reader.Fork(p.game.world, nil))
		return p.err
	}
	if err != nil {
		return err
	}
	segment, err := p.recording.file.Segment(i)
	if err != nil {
		return errorOf(ErrRecording, "recording: %w", err)
	}
	hash := assets.Hash(segment.Files)
	if err := p.setState(files{hash, hash}, segment.World, segment.Runtime); err != nil {
		return err
	}
	p.continueAt(place{tick: segment.First, segment: i}, p.game.world.ReadJournal(segment.Journal))
	return p.err
}

// continueAt makes the replay continue at a place with a reader. The game has the state of that place.
func (p *Replay) continueAt(at place, r *engine.JournalReader) {
	p.segment, p.tick, p.reader, p.err, p.jumpTo = at.segment, at.tick, r, nil, nil
	p.advance()
}

// runs reports whether the game runs the code of files.
func (p *Replay) runs(f files) bool {
	return p.game != nil && filesOf(p.game) == f && p.game.manager.Bundle().Standalone() == (f.read == f.inForce)
}

// setState puts the game into a state. If it has other files, setState opens another game.
func (p *Replay) setState(f files, world, runtime []byte) error {
	if p.runs(f) {
		if p.game.restore(&unpacked{files: f.inForce, parts: [][]byte{world, runtime, nil}}) == nil {
			return nil
		}
	}
	game, err := p.gameOf(recording.Hash(f.inForce), world, runtime)
	if err != nil {
		return err
	}
	p.replaceGame(game)
	return nil
}

// replaceGame closes the game, and makes another one the game of the replay.
func (p *Replay) replaceGame(game *Game) {
	if p.game != nil {
		p.closeGame()
	}
	if p.game = game; p.wrote != nil {
		game.runtime.TraceWrites(game.world, p.wrote)
	}
}

// follows reports whether r is a recording of the same game as old, and has all ticks and segments of old that were not
// dropped.
func (r *Recording) follows(old *Recording) bool {
	return r.of != nil && r.of == old.of && r.dropped >= old.dropped && r.last() >= old.last() &&
		r.dropped+int64(len(r.file.Segments)) >= old.dropped+int64(len(old.file.Segments))
}

// Use makes the replay continue with a later recording of the same game, by Game.Recording, so that a viewer can follow
// a game that runs. The replay stays at its tick and keeps its game. If the later recording does not have the tick any
// more, the replay goes to the first tick that it has. Use returns an error that matches ErrRecording if r is not a
// later recording of the same game, and errors of GoTo.
func (p *Replay) Use(r *Recording) error {
	old := p.recording
	if r == nil || !r.follows(old) {
		return errorOf(ErrRecording, "recording: Replay.Use: this is not a later recording of the same game; give one that Game.Recording has returned after that of the replay")
	}
	if p.game != nil && p.game.phase.closed {
		return errReplayClosed
	}
	shift := int(min(r.dropped-old.dropped, math.MaxInt32))
	p.checkpoints = slices.DeleteFunc(p.checkpoints, func(c checkpoint) bool {
		if c.segment < shift {
			p.bytes -= c.size()
		}
		return c.segment < shift
	})
	p.recording = r
	longer := func(segment int, reader *engine.JournalReader) *engine.JournalReader {
		if s := &r.file.Segments[segment]; s.Ticks == old.file.Segments[segment+shift].Ticks {
			return reader
		}
		s, _ := r.file.Segment(segment) // it is in memory, so there is no error
		return reader.Fork(nil, s.Journal)
	}
	for i := range p.checkpoints {
		c := &p.checkpoints[i]
		c.segment -= shift
		c.reader = longer(c.segment, c.reader)
	}
	if p.game == nil { // after Fork
		return nil
	}
	if p.segment -= shift; p.segment < 0 {
		p.segment = 0
		return p.rewind()
	}
	p.reader = longer(p.segment, p.reader)
	if p.next == nil && p.err == nil && p.jumpTo == nil {
		p.advance()
	}
	return p.err
}
