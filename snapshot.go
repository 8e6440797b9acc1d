package bough

import (
	"bytes"
	"errors"
	"hash/crc32"
	"math"
	"path"
	"slices"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/assets/archive"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/internal/declare"
	"github.com/bough-dev/bough/internal/format"
	"github.com/bough-dev/bough/internal/wire"
)

// Snapshot returns the whole state of the game, and its files. The state is the clock, agents with their fields,
// memories and suspended runs, stimuli, requests, boards, and quarantines. Games in the same state have the same
// bytes, with any number of workers.
//
// If a value cannot be saved, such as a Go value without Options.Values, the error matches ErrSnapshot and names the
// agent and the field.
//
// If the code in force is older than the files, the snapshot has texts that give this code; see assets.Bundle.InForce.
func (g *Game) Snapshot() ([]byte, error) {
	if err := g.phase.checkIdle("Snapshot"); err != nil {
		return nil, err
	}
	g.Load()
	world, err := g.world.Snapshot()
	if err != nil {
		return nil, as(ErrSnapshot, err)
	}
	files, hash := g.manager.Bundle().InForce()
	return g.pack(&format.Game, hash, world, g.runtime.Snapshot(), g.archive(files, hash)), nil
}

// Restore puts the game into the state of a snapshot. The snapshot may come from another process, which must have the
// same helpers, Natives, Kinds and Values. No hooks are called, and the game continues as if it had always been in
// that state. An *Agent that is alive in both states stays valid. Agents that are only in the present state are gone.
//
// The snapshot contains the files that were in force when it was made. If other files are in force, the agents
// continue with the present files as after a save, and OnReload is called. In this case, Restore loads the scripts of
// the snapshot, and decodes Go values twice. Agents that lack a field which only the present files declare get its
// default.
//
// The snapshot may be of the version of Bough before, and of an older release of the game; see Options.MigrateFields.
//
// Data from untrusted sources is checked, so Restore returns an error or sets a valid state, but scripts in the
// snapshot are run. An error matches ErrSnapshot, and nothing changes then.
func (g *Game) Restore(snapshot []byte) error {
	if err := g.phase.checkIdle("Restore"); err != nil {
		return err
	}
	g.Load()
	defer g.reader.LockManager()()
	s, err := g.unpack(&format.Game, snapshot, 3)
	if err != nil {
		return err
	}
	g.recorder.cut()
	restored := false
	defer func() { g.recorder.begin(restored) }()
	if _, hash := g.manager.Bundle().InForce(); s.files == hash {
		if err := g.restore(s); err != nil {
			return err
		}
		restored = true
		g.migrateData(s.data)
		return nil
	}
	files, err := s.validate(g)
	if err != nil {
		return errorOf(ErrSnapshot, "snapshot of other scripts (%s): %w", s.files.Short(), err)
	}
	here := g.manager.Bundle().Contents()
	undo := g.manager.Substitute(files)
	defer func() { // also called if Values ends the goroutine
		if !restored {
			undo()
		}
	}()
	if err := g.restore(s); err != nil {
		return err
	}
	restored = true
	g.migrateData(s.data)
	before := g.manager.Bundle().Declared()
	if rep := g.manager.Exchange(here); rep != nil {
		g.applyOwn(rep)
	}
	g.giveDefaults(before)
	return nil
}

// giveDefaults gives all agents the defaults of the fields that the files of a snapshot did not declare, unless they have
// these fields.
func (g *Game) giveDefaults(before *declare.File) {
	for _, d := range g.manager.Bundle().Declared().Defaults() {
		if before.Field(d.Name) != nil {
			continue
		}
		key := engine.KeyOf(d.Name)
		for a := range g.world.Agents() {
			if a.Get(key).IsNil() {
				a.Set(key, d.Default)
			}
		}
	}
}

// restore restores a snapshot of the files in force.
func (g *Game) restore(s *unpacked) error {
	restore, err := g.runtime.Restorer(s.parts[1])
	if err == nil {
		err = g.world.Restore(s.parts[0], g.names())
	}
	if err != nil {
		return errorOf(ErrSnapshot, "snapshot: %w", err)
	}
	restore(g.world)
	g.o.Seed = g.world.Seed()
	return nil
}

// validate restores the snapshot in a game like g, with the files of the snapshot, and returns these files.
func (s *unpacked) validate(g *Game) ([]*assets.Content, error) {
	if len(s.parts[2]) == 0 {
		return nil, errors.New("it has no files, since they could not be packed; load the files that it was taken with")
	}
	saved, err := archive.Unpack(bytes.NewReader(s.parts[2]), int64(len(s.parts[2])))
	if err != nil {
		return nil, err
	}
	o := g.ownOptions()
	o.Limits, o.Prefix, o.Record = g.o.Limits, g.o.Prefix, RecordOptions{inForce: true}
	scratch, err := OpenFS(saved.FS, o)
	if err != nil {
		return nil, err
	}
	defer scratch.Close()
	scratch.Load()
	if scratch.manager.Bundle().Hash != s.files {
		return nil, errors.New("its files do not match its hash")
	}
	if err := scratch.restore(s); err != nil {
		return nil, err
	}
	return scratch.manager.Bundle().Contents(), nil
}

// ownOptions returns the options that determine, together with the files, what g does. Any goroutine may call it, since
// it reads only what does not change.
func (g *Game) ownOptions() Options {
	return Options{Helpers: g.o.Helpers, Trees: g.o.Trees, Natives: g.o.Natives, Kinds: g.o.Kinds, FieldNames: g.o.FieldNames, Values: g.o.Values, RequestRule: g.o.RequestRule, DataVersion: g.o.DataVersion}
}

// archive returns an archive of files with this hash, for snapshots and recordings. It returns an empty archive if they
// cannot be packed, for example because there are too many. Then only a game with the same files can restore the
// snapshot.
func (g *Game) archive(files []*assets.Content, hash assets.Hash) []byte {
	if g.packed == nil || g.packedHash != hash {
		var out bytes.Buffer
		if archive.PackContents(&out, files) != nil {
			out.Reset()
		}
		g.packed, g.packedHash = append([]byte{}, out.Bytes()...), hash
	}
	return g.packed
}

// SnapshotAgent returns the state of one agent, for SpawnSnapshot of this game or of another one with the same files.
func (g *Game) SnapshotAgent(a *Agent) ([]byte, error) {
	if err := g.phase.checkIdle("SnapshotAgent"); err != nil {
		return nil, err
	}
	if err := g.checkAgent("SnapshotAgent", a); err != nil {
		return nil, err
	}
	data, err := a.Snapshot()
	if err != nil {
		return nil, as(ErrSnapshot, err)
	}
	return g.pack(&format.Agent, g.scriptsHash(), data), nil
}

// SpawnSnapshot adds the agent of a snapshot, which continues under its old ID. If an agent of the game has this ID,
// the error matches ErrSnapshot. Each game counts its agents from 1; see engine.World.SpawnSnapshot.
func (g *Game) SpawnSnapshot(snapshot []byte) (*Agent, error) {
	if err := g.phase.checkIdle("SpawnSnapshot"); err != nil {
		return nil, err
	}
	g.Load()
	s, err := g.unpack(&format.Agent, snapshot, 1)
	if err != nil {
		return nil, err
	}
	if here := g.scriptsHash(); s.files != here {
		return nil, errorOf(ErrSnapshot, "snapshot of an agent: its scripts are %s, those of this game %s; load the same files in both games", s.files.Short(), here.Short())
	}
	a, err := g.world.SpawnSnapshot(s.parts[0], g.names())
	if err != nil {
		return nil, errorOf(ErrSnapshot, "snapshot: %w", err)
	}
	g.migrateFields(s.data, a)
	return a, nil
}

// migrateData migrates the fields and the boards of a restored game that had another Options.DataVersion.
func (g *Game) migrateData(from int) {
	g.migrateFields(from, slices.Collect(g.world.Agents())...)
	if from != g.o.DataVersion && g.o.MigrateBoards != nil {
		g.phase.setBusy(inData)
		defer g.phase.clearBusy()
		g.o.MigrateBoards(from, g.world)
	}
}

// migrateFields migrates the fields of agents of a game that had another Options.DataVersion.
func (g *Game) migrateFields(from int, agents ...*Agent) {
	if from == g.o.DataVersion || g.o.MigrateFields == nil {
		return
	}
	g.phase.setBusy(inData)
	defer g.phase.clearBusy()
	for _, a := range agents {
		g.o.MigrateFields(from, a)
	}
}

// scriptsHash returns the hash of the files for the snapshot of an agent. It is the hash of the files as they were
// read, unless a script is held back. Trees need not be in force as they were read: the engine compares their nodes.
func (g *Game) scriptsHash() assets.Hash {
	b := g.manager.Bundle()
	files, hash := b.InForce()
	scripts := func(list []*assets.Content) []*assets.Content {
		return slices.DeleteFunc(list, func(c *assets.Content) bool { return path.Ext(c.Path) != assets.ScriptExt })
	}
	if hash == b.Hash || assets.HashOf(scripts(files)) == assets.HashOf(scripts(b.Contents())) {
		return b.Hash
	}
	return hash
}

// names finds programs and behaviors for the engine.
func (g *Game) names() engine.Resolver {
	return engine.Resolver{
		Program: func(name string) *engine.Program {
			p, err := g.Program(name)
			if err != nil {
				return nil
			}
			return p
		},
		Behavior: func(name string) *engine.Behavior { return g.manager.Bundle().Behavior(name) },
	}
}

// checksums is the polynomial of the checksum at the end of a snapshot.
var checksums = crc32.MakeTable(crc32.Castagnoli)

// pack returns a snapshot: the head of its format, Options.DataVersion, the hash of the files, the parts, and a checksum.
func (g *Game) pack(f *format.Format, hash assets.Hash, parts ...[]byte) []byte {
	c := wire.NewWriter(nil)
	head, data, files := f.Head(), int64(g.o.DataVersion), hash[:]
	c.Text(&head)
	c.Int(&data, 0, math.MaxInt)
	c.Bytes(&files)
	for _, p := range parts {
		c.Bytes(&p)
	}
	sum := int64(crc32.Checksum(c.Data(), checksums))
	c.Int(&sum, 0, math.MaxUint32)
	return c.Data()
}

// unpacked is a snapshot whose checksum has been verified.
type unpacked struct {
	data  int // Options.DataVersion of the saved game
	files assets.Hash
	parts [][]byte
}

// dataFormat is the first number of the formats of snapshots that have Options.DataVersion. Before, it is 0.
const dataFormat = 4

// unpack verifies a snapshot, and whether this game can continue with its data.
func (g *Game) unpack(f *format.Format, data []byte, parts int) (*unpacked, error) {
	s, err := unpack(f, data, parts)
	if err != nil {
		return nil, err
	}
	switch o := &g.o; {
	case s.data > o.DataVersion:
		return nil, errorOf(ErrSnapshot, "snapshot: its DataVersion is %d, and that of this game is %d; use the release of the game that has saved it, or a later one", s.data, o.DataVersion)
	case s.data < o.DataVersion && o.MigrateFields == nil && o.MigrateBoards == nil:
		return nil, errorOf(ErrSnapshot, "snapshot: its DataVersion is %d, and that of this game is %d; set Options.MigrateFields, to a function that does nothing if nothing changes", s.data, o.DataVersion)
	}
	return s, nil
}

func unpack(f *format.Format, data []byte, parts int) (*unpacked, error) {
	c := wire.NewReader(data)
	var head string
	c.Text(&head)
	number, _, err := f.Read(head)
	if err != nil {
		return nil, errorOf(ErrSnapshot, "snapshot: %w", err)
	}
	var version int64
	if number >= dataFormat {
		c.Int(&version, 0, math.MaxInt)
	}
	var files []byte
	c.Bytes(&files)
	s := &unpacked{data: int(version), parts: make([][]byte, parts)}
	for i := range s.parts {
		c.Bytes(&s.parts[i])
	}
	end := c.Offset()
	var sum int64
	c.Int(&sum, 0, math.MaxUint32)
	if err := c.End(); err != nil {
		return nil, errorOf(ErrSnapshot, "snapshot: %w; it is damaged", err)
	}
	if sum != int64(crc32.Checksum(data[:end], checksums)) {
		return nil, errorOf(ErrSnapshot, "snapshot: its checksum is wrong; it is damaged")
	}
	copy(s.files[:], files)
	return s, nil
}
