package bough

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/internal/recording"
)

// RecordOptions say what a game records. A recording contains the inputs of the game: the ticks, the changes that Go
// code makes between ticks, and each version of the files. It also contains the whole state at the beginning of each
// segment; see SegmentTicks. OpenRecording opens a recording. The zero value records nothing, until Game.KeepRecording is
// called.
//
// Writes with Fields.Set are not recorded; use Agent.Set. To record values of Go, set Options.Values: without it, a
// handle that Go code gives to Spawn, Agent.Set, Impose, World.Post or World.SetBoard ends the recording. Then
// Game.RecordingErr is not nil.
type RecordOptions struct {
	// To receives the recording while the game runs, in a Write for every 16 ticks. If the process is killed, the
	// recording lacks the ticks since the last Write, and those of a Write that is not finished. The game calls Write
	// on a goroutine of its own, and To must not keep the slice. While a Write runs, the game starts no other one
	// within the segment; at the end of the segment, Tick waits for it. Game.Close waits for the last Write, and does
	// not close To.
	To io.Writer
	// Keep is the duration, in time of the game, that the recording in memory covers; see Game.WriteRecording. Whole
	// segments are kept, so the recording may cover more. If Keep is 0, no recording is kept in memory.
	Keep time.Duration
	// OnMark, if not nil, is called with the recording in memory after each tick that was marked: by a new script error,
	// by bt.mark, by Game.Mark, or because it was late. It may for example write a file; see SaveMarks. The recording
	// ends with the tick, or with the next one for Game.Mark. Of several marks in a tick, OnMark gets the first one, and
	// Recording.Marks has all. After a recording for a mark that is no error, OnMark gets none for a mark of the same
	// kind until the game time Keep has passed, since the recordings would overlap.
	//
	// The game calls OnMark on a goroutine of its own, and not again before the last call has returned. Of the marks
	// during a call, the first one has a recording. OnMark must not use the game. Game.Close waits for the last call. If
	// OnMark returns an error, so does Game.RecordingErr.
	OnMark func(m Mark, r *Recording) error
	// LateAfter is the duration after which a tick is late, measured by Options.Now over the whole of Game.Tick without
	// its recording. Late ticks are marked. 0 means that none is late.
	LateAfter time.Duration
	// Replies makes the game also record the replies of helpers that are not Pure, and the effects of helpers by their
	// Context and by Agent.Set. The recording can then be replayed without the program of the game, and re-run under
	// other scripts.
	Replies bool
	// About is a note for the reader, such as the name of the level; see Recording.About.
	About string

	replay  bool // set for a game that repeats a recording or its inputs, and need not record anything
	inForce bool // set if the files are those of Bundle.InForce
}

// off reports whether nothing is recorded.
func (o *RecordOptions) off() bool { return o.To == nil && o.Keep <= 0 }

// SegmentTicks is the maximum number of ticks in a segment of a recording. Game.Restore, Game.Restart and Game.Close
// end a segment earlier.
const SegmentTicks = 64

// writeTicks is the usual number of ticks in a Write of RecordOptions.To. Recordings are 1 % larger than with one Write
// for each segment.
const writeTicks = SegmentTicks / 4

// recorder records a game. Its methods do nothing if the recorder is nil, and after the first error.
type recorder struct {
	game     *Game
	o        RecordOptions    // Keep is the longest of holds if onDemand is set
	onDemand bool             // Options.Record.Keep is 0
	holds    []*time.Duration // see Game.KeepRecording
	journal  *engine.Journal
	open     segment                 // the open segment
	ticks    int64                   // number of the last tick; see Recording.Ticks
	tickEnd  int                     // length of the journal at the end of the last tick
	counted  int64                   // World.TickCount at that time
	sent     map[recording.Hash]bool // versions of the files that were written to o.To; nil before the header
	time     time.Duration           // recorded time of the game before the open segment, which began at clock
	clock    time.Duration
	recent   []segment                  // the last closed segments; see RecordOptions.Keep
	dropped  int64                      // number of segments before them
	writing  chan error                 // receives the result of the current Write; nil if there is none
	out      []byte                     // memory for the next Write; used by the current one
	marked   *Mark                      // the first mark since the last tick for which o.OnMark may be called; nil if there is none
	nextSave map[MarkKind]time.Duration // recorded time from which o.OnMark may be called for a mark that is no error
	pending  *markedRecording           // the recording for the next call of o.OnMark; nil if there is none
	saving   chan error                 // receives the error of the current call of o.OnMark; nil if there is none
	err      error                      // the error that ended the recording
	lost     error                      // the first error that did not end the recording; see Game.RecordingErr
	shift    int64                      // the number of a tick, less that of World.TickCount
	replaced bool                       // the recording has ended before another world, or another state of it, began
}

// segment is a segment of the recording, together with the versions of the files that it needs.
type segment struct {
	recording.Segment
	versions []version
	marks    []recording.Mark
	end      time.Duration // recorded time of the game up to the end of the segment
	unknown  int64         // number of the first tick with a call whose reply could not be recorded, or 0

	// What RecordOptions.To has received of the segment:
	written      bool // the state
	writtenTicks int64
	writtenBytes int // of the journal
	writtenMarks int
}

// version is a version of the files of the game.
type version struct {
	hash    recording.Hash
	archive []byte
}

// newRecorder returns the recorder of a game, or nil if the game records nothing.
func newRecorder(g *Game) *recorder {
	if o := g.o.Record; !o.off() {
		return recorderOf(g, o)
	}
	return nil
}

func recorderOf(g *Game, o RecordOptions) *recorder {
	return &recorder{game: g, o: o, onDemand: o.Keep == 0, journal: engine.NewJournal(o.Replies), nextSave: map[MarkKind]time.Duration{}}
}

// off reports whether nothing is recorded.
func (r *recorder) off() bool { return r == nil || r.err != nil }

// fail ends the recording with an error.
func (r *recorder) fail(err error) {
	r.err = errorOf(ErrRecording, "recording: %w; the recording ends here, and the game continues", err)
	r.game.world.Record(nil)
}

// begin opens a segment with the present state. discontinuous is set if the segment does not continue the one before
// it.
func (r *recorder) begin(discontinuous bool) {
	if r.off() {
		if r != nil && discontinuous {
			r.replaced = true
		}
		return
	}
	if discontinuous {
		r.journal.Take() // drops inputs recorded during Restore or Restart
	}
	g := r.game
	contents, hash := g.manager.Bundle().InForce()
	r.open = segment{Segment: recording.Segment{SegmentHeader: recording.SegmentHeader{First: r.ticks, Files: recording.Hash(hash), Discontinuous: discontinuous}}}
	r.tickEnd, r.counted, r.clock = 0, g.world.TickCount(), g.world.Clock()
	r.shift = r.ticks - r.counted
	if state, err := g.world.Snapshot(); err != nil {
		r.open.NoState = err.Error()
	} else {
		r.open.World, r.open.Runtime = state, g.runtime.Snapshot()
	}
	g.world.Record(r.journal)
	r.use(contents, recording.Hash(hash))
}

// use adds a version of the files to the open segment, unless the segment has it already.
func (r *recorder) use(contents []*assets.Content, hash recording.Hash) {
	if slices.ContainsFunc(r.open.versions, func(v version) bool { return v.hash == hash }) {
		return
	}
	files := r.game.archive(contents, assets.Hash(hash))
	if len(files) == 0 && len(contents) > 0 {
		r.fail(errors.New("the files cannot be packed: they are too many or too large"))
		return
	}
	r.open.versions = append(r.open.versions, version{hash, files})
}

// reload records that other files are in force now.
func (r *recorder) reload() {
	if !r.off() {
		b := r.game.manager.Bundle()
		r.journal.Reload(b.Hash.String())
		r.use(b.Contents(), recording.Hash(b.Hash))
	}
}

// tick counts a finished tick, and ends a full segment. It is called after each tick of the game.
func (r *recorder) tick() {
	if r.off() {
		return
	}
	err, length := r.journal.Err(), len(r.journal.Bytes())
	if r.counted++; err == nil && (length == r.tickEnd || r.counted != r.game.world.TickCount()) {
		err = fmt.Errorf("before tick %d, World.Tick, World.Restore or World.Record was called; use the methods of Game", r.ticks+1)
	}
	if err != nil {
		r.end(err)
		r.capture()
		r.saveMark()
		return
	}
	r.tickEnd = length
	r.ticks++
	if text := r.journal.Unknown(); text != "" && r.open.unknown == 0 {
		if r.open.unknown = r.ticks; r.lost == nil {
			r.lost = errorOf(ErrRecording, "recording: %s; a replay ends at tick %d", text, r.ticks)
		}
	}
	switch r.open.Ticks++; {
	case r.open.Ticks == SegmentTicks:
		r.end(nil)
		r.begin(false)
	case r.open.Ticks-r.open.writtenTicks >= writeTicks && (r.writing == nil || len(r.writing) > 0):
		if journal := r.journal.Bytes()[:r.tickEnd]; r.fits(journal) {
			r.write(journal)
		}
	}
	r.capture()
	if r.saving == nil || len(r.saving) > 0 {
		r.saveMark()
	}
}

// capture keeps the recording at the end of a tick that was marked, unless another one waits for o.OnMark already.
func (r *recorder) capture() {
	if r.marked == nil || r.pending != nil {
		r.marked = nil
		return
	}
	if kept := r.recording(); len(kept.file.Segments) > 0 { // the first segment may be too large to be kept
		r.pending = &markedRecording{*r.marked, kept}
		r.nextSave[r.marked.Kind] = r.now() + r.o.Keep
	}
	r.marked = nil
}

// markedRecording is a recording for o.OnMark.
type markedRecording struct {
	mark Mark
	r    *Recording
}

// saveMark waits for the last call of o.OnMark, and starts the next one if a recording is pending.
func (r *recorder) saveMark() {
	if r.saving != nil {
		if err := <-r.saving; err != nil {
			r.lose(err)
		}
		r.saving = nil
	}
	if r.pending == nil {
		return
	}
	p, saving := r.pending, make(chan error, 1)
	r.pending, r.saving = nil, saving
	go send(saving, "Record.OnMark", func() error { return r.o.OnMark(p.mark, p.r) })
}

// send calls f and sends its error to c. If f panics or ends its goroutine, send sends an error, too: a recorded game
// must not end, or wait forever, because of its recording.
func send(c chan<- error, what string, f func() error) {
	err := fmt.Errorf("%s ended its goroutine", what)
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s panicked: %v", what, p)
		}
		c <- err
	}()
	err = f()
}

// lose records an error of o.To or o.OnMark. The recording in memory, if there is one, continues.
func (r *recorder) lose(err error) {
	if r.o.Keep <= 0 {
		r.fail(err)
	} else if r.lost == nil {
		r.lost = errorOf(ErrRecording, "recording: %w; the recording in memory continues", err)
	}
}

// cut ends the segment between two ticks. It is called before the whole state is replaced or the game is closed.
func (r *recorder) cut() {
	if !r.off() {
		r.journal.End()
		r.end(r.journal.Err())
	}
}

// panicked ends the recording before the tick that has panicked, since a part of its results is lost. It waits for the
// last Write, since the process may end with the panic.
func (r *recorder) panicked() {
	if !r.off() {
		r.end(fmt.Errorf("Tick panicked in tick %d", r.ticks+1))
		_ = r.wait()
	}
}

// end closes the open segment, keeps it, and starts to write what was not written yet. If err is not nil, the segment
// ends with the last recorded tick, and the recording ends with the segment.
func (r *recorder) end(err error) {
	defer func() { r.open = segment{} }()
	r.time = r.now()
	r.open.Journal, r.open.end = r.journal.Take(), r.time
	if err != nil {
		r.open.Journal = r.open.Journal[:r.tickEnd]
		defer func() {
			if !r.off() {
				r.fail(err)
			}
		}()
	}
	if !r.fits(r.open.Journal) {
		return
	}
	if r.o.Keep > 0 {
		r.keep(r.open)
	}
	r.write(r.open.Journal)
}

// maxSegment is the maximum number of bytes of a segment before compression. It is half of recording.MaxBlock, since
// the journal has grown by up to writeTicks ticks when it is compared. It is a variable for tests.
var maxSegment = recording.MaxBlock / 2

// fits reports whether a recording can hold the open segment with its journal. If not, fits ends the recording.
func (r *recorder) fits(journal []byte) bool {
	size := len(r.open.World) + len(r.open.Runtime) + len(journal)
	if size <= maxSegment {
		return true
	}
	r.fail(fmt.Errorf("%d ticks take %d MB, which is more than a recording can hold", r.open.Ticks, size>>20))
	return false
}

// write starts to write what o.To does not have yet of the open segment. It first waits for the previous Write. The
// journal of the segment may be continued meanwhile.
func (r *recorder) write(journal []byte) {
	if r.o.To == nil || r.open.written && len(journal) == r.open.writtenBytes && len(r.open.marks) == r.open.writtenMarks || r.wait() != nil {
		return
	}
	var header []byte
	if r.sent == nil {
		header, r.sent = recording.AppendHeader(nil, r.header()), map[recording.Hash]bool{}
	}
	s := r.open
	s.versions = slices.DeleteFunc(slices.Clone(s.versions), func(v version) bool { return r.sent[v.hash] })
	for _, v := range s.versions {
		r.sent[v.hash] = true
	}
	r.open.written, r.open.writtenTicks, r.open.writtenBytes, r.open.writtenMarks = true, s.Ticks, len(journal), len(s.marks)
	to, writing := r.o.To, make(chan error, 1)
	r.writing = writing
	go send(writing, "Write of Record.To", func() error {
		data := appendVersions(append(r.out[:0], header...), s.versions)
		if !s.written {
			data = recording.AppendState(data, &s.Segment)
		}
		if len(journal) > s.writtenBytes {
			data = recording.AppendJournal(data, s.Ticks-s.writtenTicks, journal[s.writtenBytes:])
		}
		data = recording.AppendMarks(data, s.marks[s.writtenMarks:])
		r.out = data
		n, err := to.Write(data)
		if err == nil && n < len(data) {
			err = io.ErrShortWrite
		}
		return err
	})
}

// maxKept is the maximum number of segments that are kept, however short their time.
const maxKept = 1024

// keep adds a segment to the kept segments, and drops segments that are too old. A replay can begin only with a state.
// So the segments before the first state are dropped when they are too old, and a segment with a state is dropped only
// if a later one can replace it, or if there are too many.
func (r *recorder) keep(c segment) {
	r.recent = append(r.recent, c)
	oldest := r.time - r.o.Keep
	for k := len(r.recent) - 1; k > 0; k-- {
		if r.recent[k].NoState == "" && r.recent[k-1].end <= oldest {
			r.recent = slices.Delete(r.recent, 0, k)
			r.dropped += int64(k)
			break
		}
	}
	useless := max(0, len(r.recent)-maxKept)
	for useless < len(r.recent)-1 && r.recent[useless].NoState != "" && r.recent[useless].end <= oldest {
		useless++
	}
	r.recent = slices.Delete(r.recent, 0, useless)
	r.dropped += int64(useless)
	if r.onDemand {
		r.bound()
	}
}

// wait waits for the current Write, and returns its error.
func (r *recorder) wait() error {
	if r.writing == nil {
		return nil
	}
	err := <-r.writing
	if r.writing = nil; err != nil {
		r.o.To, r.out = nil, nil
		r.lose(err)
	}
	return err
}

// appendVersions appends versions of the files to out.
func appendVersions(out []byte, versions []version) []byte {
	for _, v := range versions {
		out = recording.AppendFiles(out, v.hash, v.archive)
	}
	return out
}

// close ends the recording with a segment without ticks, which contains the final state, and waits for the last
// Write.
func (r *recorder) close() {
	if r == nil || !r.game.loaded {
		return
	}
	r.capture()
	r.saveMark()
	r.cut()
	r.begin(false)
	r.cut()
	r.marked = nil
	r.saveMark()
	_ = r.wait() // RecordingErr returns the error
	r.out = nil
	r.game.world.Record(nil)
}

// header returns the description of the game in the recording.
func (r *recorder) header() recording.Header {
	limits := r.game.o.Limits
	h := recording.Header{
		About: r.o.About, Prefix: r.game.o.Prefix, Seed: r.game.world.Seed(), Replies: r.o.Replies, Budget: limits.Budget, TickBudget: limits.TickBudget,
		Keep: limits.Keep, KeepAll: limits.KeepTogether, History: limits.History, Quarantine: limits.QuarantineAfter, Program: ownCode(&r.game.o), Values: r.game.o.Values != nil, DataVersion: r.game.o.DataVersion, DecideTwice: r.game.o.DecideTwice,
	}
	for _, space := range r.game.runtime.Namespaces() {
		n := recording.Namespace{Name: space.Name}
		for _, f := range space.Helpers {
			n.Helpers = append(n.Helpers, described(&f))
		}
		h.Namespaces = append(h.Namespaces, n)
	}
	return h
}

// described returns the description of a helper.
func described(f *Helper) recording.Helper {
	least, most := f.Arity()
	return recording.Helper{Signature: signature(f), Least: least, Most: most, Pure: f.IsPure(), Reads: f.OnlyReads()}
}

// ownCode returns the names of the code in Go that takes part in the ticks of a game with the options o, and is not in
// its files, except for helpers.
func ownCode(o *Options) (names []string) {
	for _, name := range slices.Sorted(maps.Keys(o.Natives)) {
		names = append(names, "behavior "+name)
	}
	for _, k := range o.Kinds {
		names = append(names, "kind "+k.Name)
	}
	for _, t := range o.Trees {
		names = append(names, "tree "+t.Name)
	}
	if o.RequestRule != nil {
		names = append(names, "RequestRule")
	}
	return names
}

// segments returns the kept segments and the open one.
func (r *recorder) segments() []segment {
	list := r.recent
	if !r.off() && len(r.open.versions) > 0 {
		open := r.open
		open.Journal = r.journal.Bytes()[:r.tickEnd:r.tickEnd]
		list = append(list[:len(list):len(list)], open)
	}
	return list
}

// fileOf returns the recording of segments. It shares their memory, which the game does not change any more: it only
// appends to the journal.
func (r *recorder) fileOf(list []segment) *recording.File {
	segments, archives, marks := make([]recording.Segment, len(list)), []recording.Archive(nil), []recording.Mark(nil)
	for i := range list {
		segments[i] = list[i].Segment
		marks = append(marks, list[i].marks...)
		for _, v := range list[i].versions {
			if !slices.ContainsFunc(archives, func(a recording.Archive) bool { return a.Hash == v.hash }) {
				archives = append(archives, recording.Archive{Hash: v.hash, Data: v.archive})
			}
		}
	}
	if len(segments) > 0 {
		segments[0].Discontinuous = true
	}
	return recording.InMemory(r.header(), segments, archives, marks)
}

// Recording returns the recording in memory; see RecordOptions.Keep and KeepRecording. It ends with the last finished tick or, if an error
// ended the recording, at that error. Recording may be called between ticks, in callbacks, and on a closed game. It
// takes microseconds: the result shares the memory of the game, and keeps it alive. Later ticks are not added to it.
//
// Any goroutine may use the result while the game runs. Replay(nil) and Rerun without RerunOptions.Game open games with
// the Helpers, Trees, Natives, Kinds, RequestRule and Values of this game. So Go code of these is called on the goroutine
// of the replay, at the same time as on that of the game. Helpers that are not Pure give their recorded replies. They are
// called only while a file is loaded, and after Replay.Fork. If Replies is not set, a call of them is an error.
//
// Recording returns an error that matches ErrRecording if nothing is kept.
func (g *Game) Recording() (*Recording, error) {
	g.phase.mustBeOpened("Recording")
	r := g.recorder
	if r == nil || r.o.Keep <= 0 {
		return nil, errorOf(ErrRecording, "bough: Game.Recording: nothing is kept; set Options.Record.Keep, or call KeepRecording")
	}
	switch {
	case r.err != nil && len(r.recent) == 0:
		return nil, r.err
	case !g.loaded:
		return nil, errorOf(ErrRecording, "bough: Game.Recording: nothing is recorded before the game is loaded")
	}
	return r.recording(), nil
}

// recording returns the recording in memory.
func (r *recorder) recording() *Recording {
	contents, _ := r.game.manager.Bundle().InForce()
	list := r.segments()
	return &Recording{file: r.fileOf(list), game: r.game.alike(r.o.Replies), inForce: contents, of: r, dropped: r.dropped, reach: r.reached(list)}
}

// alike returns a function for the replays of Recording, which returns the options of the game. replies is set if the
// replies of helpers are recorded.
func (g *Game) alike(replies bool) func() Options {
	o := g.ownOptions()
	if !replies { // helpers that read the game would see the present instead of the past
		o.Helpers = maps.Clone(o.Helpers)
		for namespace, helpers := range o.Helpers {
			helpers = slices.Clone(helpers)
			for i := range helpers {
				if h := &helpers[i]; !h.IsPure() {
					*h = absent(namespace, described(h))
				}
			}
			o.Helpers[namespace] = helpers
		}
	}
	return func() Options { return o }
}

// WriteRecording writes the recording in memory to w, in one Write; see Recording. It compresses the whole recording and
// blocks its caller meanwhile, for up to a quarter of the time that the recorded ticks took. To let the game continue,
// call Recording, and then Recording.WriteTo on another goroutine.
//
// WriteRecording returns an error that matches ErrRecording if no recording is kept, or if w fails.
func (g *Game) WriteRecording(w io.Writer) error {
	g.phase.mustBeOpened("WriteRecording")
	r, err := g.Recording()
	if err == nil {
		_, err = r.WriteTo(w)
	}
	return err
}

// RecordingErr returns the error that ended the recording, or nil. The error matches ErrRecording. If the recording
// continues, RecordingErr returns the first error that it has met: of Record.To or Record.OnMark, if the recording in
// memory continues, or of a reply that could not be recorded, at which a replay ends. An error of the last Write
// is included only after Close. RecordingErr may be called between ticks, in callbacks, and on a closed game.
func (g *Game) RecordingErr() error {
	if g.recorder == nil {
		return nil
	}
	return cmp.Or(g.recorder.err, g.recorder.lost)
}
