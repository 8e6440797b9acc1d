package hotreload_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/hotreload"
	"github.com/bough-dev/bough/internal/reload"
	"github.com/bough-dev/bough/luabind"
)

// The lanes of lookers; see looker.
const (
	watcherLane = iota
	consumerLane
	feedLane
	gameLane
)

// relay is a source that delivers the sets of a watcher after they have been judged.
type relay struct {
	*hotreload.Manual
	watcher *hotreload.Watcher
}

func (r relay) Settled(paths ...string) hotreload.Change { return r.watcher.Settled(paths...) }

// edit is a part of a save: one system call.
type edit struct {
	what string
	do   func(*memDisk)
}

func created(name string) edit { return edit{"create " + name, func(d *memDisk) { d.create(name) }} }
func removed(name string) edit { return edit{"remove " + name, func(d *memDisk) { d.remove(name) }} }
func made(name string) edit    { return edit{"mkdir " + name, func(d *memDisk) { d.mkdir(name) }} }
func overflown() edit          { return edit{"overflow", (*memDisk).overflow} }

func added(name, text string) edit {
	return edit{"add to " + name, func(d *memDisk) { d.add(name, text) }}
}

func overwritten(name, text string) edit {
	return edit{"overwrite " + name, func(d *memDisk) { d.write(name, text) }}
}

func renamed(from, to string) edit {
	return edit{"rename " + from + " to " + to, func(d *memDisk) { d.rename(from, to) }}
}

func linked(target, name string) edit {
	return edit{"link " + name + " to " + target, func(d *memDisk) { d.symlink(target, name) }}
}

func locked(name string, so bool) edit {
	return edit{fmt.Sprint("lock ", name, " ", so), func(d *memDisk) { d.lock(name, so) }}
}

func dated(name string, at time.Time) edit {
	return edit{"date " + name, func(d *memDisk) { d.date(name, at) }}
}

// file returns an edit that creates a complete file in one step.
func file(name, text string) edit {
	return edit{"write " + name, func(d *memDisk) {
		d.create(name)
		d.add(name, text)
	}}
}

// together returns an edit that makes several edits in one step.
func together(edits ...edit) edit {
	var what []string
	for _, e := range edits {
		what = append(what, e.what)
	}
	return edit{strings.Join(what, ", "), func(d *memDisk) {
		for _, e := range edits {
			e.do(d)
		}
	}}
}

// scene is a project, and saves of it.
type scene struct {
	name  string
	root  string // "" means /p
	begin []edit
	saves []edit
	rest  time.Duration // time before the saves
	early bool          // whether the saves may begin together with the watch
	all   bool          // whether all plans are tried, since there are few steps
}

// manner is a way of watching and reading a project.
type manner struct {
	poll       time.Duration // interval of polls; 0 means events
	grain      time.Duration // granularity of modification times
	background bool
}

func (m manner) String() string {
	how := "events"
	if m.poll > 0 {
		how = "polled"
	}
	if m.grain > 0 {
		how += ", coarse"
	}
	if m.background {
		how += ", in the background"
	}
	return how
}

// trial is one run of a scene, in which saves happen before given steps of the watcher, of the
// consumer, of the kernel's delivery of events, or of the game.
type trial struct {
	scene
	manner
	disk     *memDisk
	pace     func(lane time.Duration) time.Duration // duration of a look or of the delivery of an event
	plan     []int                                  // for each save the step before which it happens, in order
	saved    int
	watcher  *hotreload.Watcher
	watching *looker
	reading  *looker
	source   relay
	runtime  *luabind.Runtime
	manager  *assets.Manager
	reader   *reload.Reader
	touched  map[string]bool // files changed at some time since the watch began
	told     map[string][sha256.Size]byte
	swift    bool                 // whether looks take no time, so that the times of sets can be checked
	held     time.Time            // since when there is a hold
	versions map[string][]version // texts of each file that were saved
	whole    map[string]string    // last text of each file that is not the beginning of the one before
	paths    int                  // number of paths in all sets so far
	judged   chan struct{}        // closed when the last set has been judged
	faults   []string
}

const (
	quietFrame = 4 * frame // time between frames while there are no saves
	frame      = 35 * time.Millisecond
	quietTime  = hotreload.Racy + 2500*time.Millisecond
	resaveTime = 2200 * time.Millisecond
	stillTime  = 1200 * time.Millisecond
)

func steady(time.Duration) time.Duration { return time.Microsecond }

// version is a text of a file, and the time of its save. The text of a deleted file is "".
type version struct {
	at   time.Time
	text string
}

// newTrial returns a trial with the project of a scene on its disk.
func newTrial(s scene, m manner) *trial {
	if s.root == "" {
		s.root = "/p"
	}
	tr := &trial{scene: s, manner: m, disk: newMemDisk(), pace: steady,
		touched: map[string]bool{}, told: map[string][sha256.Size]byte{}, judged: make(chan struct{}),
		versions: map[string][]version{}, whole: map[string]string{}}
	tr.disk.grain = m.grain
	for _, e := range s.begin {
		e.do(tr.disk)
	}
	return tr
}

// open begins to watch, and loads the files.
func (tr *trial) open(t *testing.T) {
	pace := func(lane time.Duration) time.Duration {
		now := steady
		tr.disk.alone(func() { now = tr.pace })
		return now(lane)
	}
	tr.watching = &looker{memDisk: tr.disk, who: "watcher", lane: watcherLane, pace: pace}
	tr.reading = &looker{memDisk: tr.disk, who: "consumer", lane: consumerLane, pace: pace}
	o := hotreload.Options{Poll: tr.poll, Match: assets.Relevant, Clean: assets.Clean("")}
	w, err := hotreload.WatchOn([]string{tr.root}, o, tr.watching, func() hotreload.Feed { return tr.watching.feed().source() })
	if err != nil {
		t.Fatalf("%s: %v", tr.name, err)
	}
	tr.watcher, tr.source = w, relay{hotreload.NewManual(), w}
	maps.Copy(tr.whole, tr.disk.texts(tr.root, assets.Relevant))
	tr.runtime = luabind.NewRuntime(luabind.Options{})
	tr.manager = assets.NewManager(assets.Options{FS: memFS{tr.reading, tr.root}, Runtime: tr.runtime})
	tr.manager.Load()
	tr.reader = reload.New(tr.manager, tr.source, tr.background, func(*assets.Report, bool) {})
	go tr.judge()
}

// judge checks each set, and then passes it to the consumer.
func (tr *trial) judge() {
	defer close(tr.judged)
	for c := range tr.watcher.Changes() {
		tr.disk.note("watcher", "tells of", strings.Join(c.Paths, " "))
		tr.disk.alone(func() { tr.weigh(c) })
		tr.source.Send(c)
	}
	tr.source.Close()
}

// weigh checks a set, and records its sums.
func (tr *trial) weigh(c hotreload.Change) {
	tr.paths += len(c.Paths)
	if errors.Is(c.Err, syscall.EINVAL) {
		tr.fault("told that a watch is gone: %v", c.Err)
	}
	if held := time.Since(tr.held); tr.swift && !tr.held.IsZero() && held > time.Millisecond && len(c.Paths) > 0 {
		tr.fault("told of %s, though there had been a hold for %v", strings.Join(c.Paths, " "), held)
	}
	for _, p := range c.Paths {
		sum, known := c.Sums[p]
		old, before := tr.told[p]
		switch {
		case !known:
			tr.touched[p] = true // a file that cannot be read may have changed
		case !tr.touched[p]:
			tr.fault("told of %s, which nobody touched", p)
		case known && before && old == sum:
			tr.fault("told twice of the same content of %s", p)
		}
		if delete(tr.told, p); known {
			tr.told[p] = sum
			tr.weighText(p, sum)
		}
	}
}

// weighText checks that a text of a file that may be half of a save was in place for some time before it was told.
func (tr *trial) weighText(p string, sum [sha256.Size]byte) {
	until := time.Now()
	for _, v := range slices.Backward(tr.versions[p]) {
		if sha256.Sum256([]byte(v.text)) != sum {
			until = v.at
			continue
		}
		last := tr.whole[p]
		if len(v.text) >= len(last) || !strings.HasPrefix(last, v.text) {
			tr.whole[p] = v.text
		} else if stood := until.Sub(v.at); tr.swift && stood < 300*time.Millisecond {
			tr.fault("told of %q in %s, which was there for %v", v.text, p, stood)
		}
		return
	}
}

func (tr *trial) fault(format string, args ...any) {
	tr.faults = append(tr.faults, fmt.Sprintf(format, args...))
}

// save makes the next edit.
func (tr *trial) save() {
	e := tr.saves[tr.saved]
	tr.saved++
	open, all := tr.disk.texts(tr.root, assets.Relevant), tr.disk.all(tr.root, assets.Relevant)
	e.do(tr.disk)
	tr.disk.note("editor", e.what, "")
	switch holds := tr.disk.exist(holds...); {
	case !holds:
		tr.held = time.Time{}
	case tr.held.IsZero():
		tr.held = time.Now()
	}
	tr.touch(open, tr.disk.texts(tr.root, assets.Relevant))
	tr.touch(all, tr.disk.all(tr.root, assets.Relevant))
}

// touch records which files a save has changed.
func (tr *trial) touch(before, after map[string]string) {
	for _, p := range slices.Concat(slices.Collect(maps.Keys(before)), slices.Collect(maps.Keys(after))) {
		old, was := before[p]
		text, is := after[p]
		if was != is || old != text {
			tr.touched[p] = true
			tr.versions[p] = append(tr.versions[p], version{time.Now(), text})
		}
	}
}

// follow makes the saves happen as planned. Steps are counted from the call of follow.
func (tr *trial) follow() {
	tr.disk.alone(func() {
		start := tr.disk.steps
		tr.disk.before = func(step int) {
			for tr.saved < len(tr.plan) && step-start > tr.plan[tr.saved] {
				tr.save()
			}
		}
	})
}

// play runs the game for some time.
func (tr *trial) play(d, frame time.Duration) {
	game := &looker{memDisk: tr.disk, who: "game", lane: gameLane, pace: func(time.Duration) time.Duration { return frame }}
	for end := time.Now().Add(d); time.Now().Before(end); {
		game.step("frame", "")
		tr.reader.Poll()
	}
}

// finish waits until everything is quiet, and checks the result.
func (tr *trial) finish() {
	tr.play(quietTime, quietFrame)
	watched, read := tr.watching.opened(), tr.reading.opened()
	tr.play(stillTime, quietFrame)
	if n := tr.watching.opened() - watched; n > 0 {
		tr.fault("the watcher goes on reading: %d times", n)
	}
	if n := tr.reading.opened() - read; n > 0 {
		tr.fault("the consumer goes on reading: %d times", n)
	}
	tr.disk.alone(func() {
		tr.compare("")
		tr.resave()
	})
	tr.play(resaveTime, quietFrame)
	tr.close()
	tr.compare("when all is saved again, ")
}

// compare compares the settled files and the loaded files with the disk.
func (tr *trial) compare(when string) {
	want := map[string][sha256.Size]byte{}
	for name, text := range tr.disk.texts(tr.root, assets.Relevant) {
		want[name] = sha256.Sum256([]byte(text))
	}
	if got := tr.watcher.Settled().Sums; !maps.Equal(got, want) {
		tr.fault("%ssettled is %s", when, differences(got, want))
	}
	if got := tr.loaded(); !maps.Equal(got, want) {
		tr.fault("%sloaded is %s", when, differences(got, want))
	}
}

// resave writes all files again, so that a later comparison shows whether changes are still
// noticed.
func (tr *trial) resave() {
	for _, name := range slices.Sorted(maps.Keys(tr.disk.texts(tr.root, assets.Relevant))) {
		tr.saves = append(tr.saves, file(tr.root+"/"+name, "return { doc = \"in the end\" }\n"))
		tr.save()
	}
}

func (tr *trial) loaded() map[string][sha256.Size]byte {
	out := map[string][sha256.Size]byte{}
	for name := range tr.touched {
		out[name] = tr.manager.Sum(name)
	}
	for name := range tr.disk.texts(tr.root, assets.Relevant) {
		out[name] = tr.manager.Sum(name)
	}
	maps.DeleteFunc(out, func(_ string, sum [sha256.Size]byte) bool { return sum == [sha256.Size]byte{} })
	return out
}

func differences(got, want map[string][sha256.Size]byte) string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if _, there := want[name]; !there {
			out = append(out, name+" that is gone")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if sum, there := got[name]; !there {
			out = append(out, "without "+name)
		} else if sum != want[name] {
			out = append(out, name+" as it was")
		}
	}
	return strings.Join(out, ", ")
}

func (tr *trial) close() {
	tr.reader.Close()
	if err := tr.watcher.Close(); err != nil {
		tr.fault("close: %v", err)
	}
	<-tr.judged
	if n := len(tr.disk.feeds); n > 0 {
		tr.fault("%d notifiers are left open", n)
	}
}

// story returns the log of events as lines.
func (tr *trial) story() string {
	var b strings.Builder
	for _, e := range tr.disk.log {
		if e.what != "frame" {
			fmt.Fprintln(&b, e)
		}
	}
	return b.String()
}

// run runs a scene with its saves before the steps of plan. It returns the number of steps before
// which a save could have happened.
func (tr *trial) run(t *testing.T, plan []int) (steps int) {
	tr.plan, tr.swift = plan, true
	if tr.early {
		tr.follow()
	}
	tr.open(t)
	if !tr.early {
		tr.play(2*frame+tr.rest, frame)
		tr.follow()
	}
	before := tr.disk.stepped()
	if tr.early {
		before = 0
	}
	tr.play(saveTime, frame)
	tr.disk.alone(func() {
		steps = tr.disk.steps - before
		for tr.saved < len(tr.saves) {
			tr.save()
		}
	})
	tr.finish()
	return steps
}

// saveTime is the time during which saves happen.
const saveTime = 1100 * time.Millisecond

// err returns the faults as an error, or nil.
func (tr *trial) err() error {
	if len(tr.faults) == 0 {
		return nil
	}
	return errors.New(strings.Join(tr.faults, "\n"))
}
