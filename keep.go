package bough

import (
	"cmp"
	"slices"
	"time"
)

// maxHeld bounds the bytes of the segments that KeepRecording keeps.
var maxHeld = 256 << 20 // a variable for tests

// KeepRecording makes the game keep a recording in memory from now on, until stop is called, even if nobody has set
// Options.Record; see Recording. It covers the last part of the game, of the duration d or longer, in time of the game.
// If it would take more than 256 MB, it covers less. Recorded are inputs and replies; see RecordOptions.Replies.
//
// The recording begins with the present state, which takes as long as Game.Snapshot. If the state cannot be saved, for
// example since agents hold values of Go and Options.Values is not set, the error matches ErrRecording and says why, and
// nothing is recorded. KeepRecording can be called again later. The recording ends early for the same reasons as one of
// Options.Record; see RecordingErr.
//
// If Options.Record.Keep is set, KeepRecording and stop change nothing. If only Options.Record.To is set, KeepRecording
// keeps in memory what is recorded anyway. If several callers keep a recording, there is one, of the longest d, until all
// of them have stopped. After that, a game without Options.Record has neither a recording nor its costs.
//
// KeepRecording and stop may be called between ticks and in functions given to OnTick. stop may be called again, and
// after Close.
func (g *Game) KeepRecording(d time.Duration) (stop func(), err error) {
	if err := g.phase.checkBetween("KeepRecording"); err != nil {
		return nil, err
	}
	if d <= 0 {
		return nil, errorOf(ErrOptions, "bough: Game.KeepRecording: the duration is %v; give the time that is kept", d)
	}
	r := g.recorder
	switch {
	case r != nil && r.err != nil && !(r.onDemand && g.o.Record.off()):
		return nil, r.err
	case r != nil && !r.onDemand:
		return func() {}, nil
	case r == nil || r.err != nil:
		if r, err = g.beginRecording(); err != nil {
			return nil, err
		}
	}
	r.holds = append(r.holds, &d)
	r.setKeep()
	return func() {
		if err := g.phase.checkBetween("KeepRecording: stop"); err != nil && !g.phase.closed {
			panic(err)
		}
		r.release(&d)
	}, nil
}

// beginRecording makes a game that records nothing record itself.
func (g *Game) beginRecording() (*recorder, error) {
	r := recorderOf(g, RecordOptions{Replies: true})
	r.ticks = g.world.TickCount()
	r.o.Keep = 1  // until the caller has set it
	if g.loaded { // otherwise Load begins
		if r.begin(true); r.err == nil && r.open.NoState != "" {
			g.world.Record(nil)
			r.err = errorOf(ErrRecording, "recording: it cannot begin: %s", r.open.NoState)
		}
	}
	if r.err == nil {
		g.recorder = r
	}
	return r, r.err
}

// setKeep sets o.Keep to the longest of the holds.
func (r *recorder) setKeep() {
	r.o.Keep = 0
	for _, d := range r.holds {
		r.o.Keep = max(r.o.Keep, *d)
	}
}

// release ends a hold. After the last one, nothing is kept.
func (r *recorder) release(hold *time.Duration) {
	i := slices.Index(r.holds, hold)
	if i < 0 {
		return
	}
	r.holds = slices.Delete(r.holds, i, i+1)
	if r.setKeep(); len(r.holds) > 0 {
		return
	}
	g := r.game
	r.dropped += int64(len(r.recent))
	r.recent = nil
	if r.o.To != nil || g.recorder != r {
		return
	}
	if !r.off() && !g.phase.closed {
		g.world.Record(nil)
	}
	if g.o.Record.off() {
		g.recorder = nil
	} else { // Options.Record.To has failed
		r.err = cmp.Or(r.err, r.lost)
	}
}

// bound drops the oldest segments if they take too much memory.
func (r *recorder) bound() {
	bytes, k := 0, len(r.recent)
	for ; k > 0; k-- {
		s := &r.recent[k-1]
		if bytes += len(s.World) + len(s.Runtime) + len(s.Journal); bytes > maxHeld {
			break
		}
	}
	for k > 0 && k < len(r.recent) && r.recent[k].NoState != "" { // a replay cannot begin there
		k++
	}
	r.recent = slices.Delete(r.recent, 0, k)
	r.dropped += int64(k)
}

// reach has the results of Recording.WorldTicks.
type reach struct {
	first, last, shift int64
	err                error
}

// WorldTicks returns the last ticks without a gap that a replay of a recording by Game.Recording can reach, numbered as by
// World.TickCount of the world that the game had then. A tick has this number plus shift in the recording; see Ticks.
// last is first-1 if there are none. Ticks before a Restart or a Restore are not among them. err is the reason why they do not
// reach the end of the recording or of the game, or nil if they do. For a recording from a file, WorldTicks returns the
// results of Ticks.
func (r *Recording) WorldTicks() (first, last, shift int64, err error) {
	if r.of == nil {
		first, last = r.Ticks()
		return first, last, 0, nil
	}
	return r.reach.first, r.reach.last, r.reach.shift, r.reach.err
}

// reached returns the reach of a recording of some segments.
func (r *recorder) reached(list []segment) reach {
	x := reach{first: 1, err: r.err, shift: r.shift}
	if r.replaced {
		return x
	}
	first, going, noState := int64(0), false, ""
	for i := range list {
		s := &list[i]
		if s.Discontinuous || i == 0 {
			x.first, x.last, going = s.First+1, s.First, false
		}
		if noState = s.NoState; !going {
			if noState != "" {
				continue
			}
			first = s.First + 1
		}
		last := s.First + s.Ticks
		if going = s.unknown == 0; !going {
			last = s.unknown - 1
		}
		if last >= first {
			x.first, x.last = first, last
		}
	}
	switch {
	case x.last == r.ticks || x.err != nil:
	case !going && noState != "":
		x.err = errorOf(ErrRecording, "recording: %s", noState)
	default:
		x.err = r.lost
	}
	x.first -= x.shift
	x.last -= x.shift
	return x
}

// OwnCode returns what the replays of this game call of its Go code, apart from pure helpers: "behavior NAME" for each of
// Options.Natives, "kind NAME" for each of Options.Kinds, "RequestRule" and "Values". See Recording.
func (g *Game) OwnCode() []string {
	list := ownCode(&g.o)
	if g.o.Values != nil {
		list = append(list, "Values")
	}
	return list
}
