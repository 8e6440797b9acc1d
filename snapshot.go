package bough

import (
	"bytes"
	"errors"
	"hash/crc32"
	"math"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/assets/archive"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/internal/wire"
)

// Snapshot returns the whole state of the game, except its files: clock, agents with their fields, memories and
// suspended runs, stimuli, requests, boards, quarantines. Games in the same state have the same bytes, with any
// number of workers.
//
// The error of a value that cannot be saved, such as a value of Go without Options.Values, is ErrSnapshot, and names
// the agent and the field.
func (g *Game) Snapshot() ([]byte, error) {
	if err := g.refused("Snapshot"); err != nil {
		return nil, err
	}
	g.Load()
	world, err := g.world.Snapshot()
	if err != nil {
		return nil, as(ErrSnapshot, err)
	}
	return g.pack(gameFormat, world, g.runtime.Snapshot(), g.archive()), nil
}

// Restore puts the game into the state of a snapshot of this or of another process, which must have the same helpers,
// Natives, Kinds and Values. No hooks are called: it is as if the game had always been in that state. An *Agent that is
// alive in both states stays valid; those that are only in the present state are gone.
//
// The snapshot holds the files that it was made with. If those in force are others, the agents continue with them as
// after a save, and OnReload is called.
//
// Data from untrusted sources becomes an error or a state, and does no other harm; but its scripts run. If there is an
// error, which is ErrSnapshot, nothing changes.
func (g *Game) Restore(snapshot []byte) error {
	if err := g.refused("Restore"); err != nil {
		return err
	}
	g.Load()
	defer g.reader.Manage()()
	s, err := unpack(gameFormat, snapshot, 3)
	if err != nil {
		return err
	}
	if s.files == g.manager.Bundle().Hash {
		return g.restore(s)
	}
	files, err := g.rehearse(s)
	if err != nil {
		return errorOf(ErrSnapshot, "snapshot of other scripts (%s): %w", s.files.Short(), err)
	}
	here := g.manager.Bundle().Contents()
	g.manager.Exchange(files)
	err = g.restore(s) // which has been rehearsed
	if rep := g.manager.Exchange(here); rep != nil {
		g.adopt(rep)
	}
	return err
}

// restore is Restore for a snapshot of the files in force.
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

// rehearse restores a snapshot in a game of its own, with the files of the snapshot, and returns these files.
func (g *Game) rehearse(s *unpacked) ([]*assets.Content, error) {
	if len(s.parts[2]) == 0 {
		return nil, errors.New("it does not hold its files; put them in force")
	}
	saved, err := archive.Unpack(bytes.NewReader(s.parts[2]), int64(len(s.parts[2])))
	if err != nil {
		return nil, err
	}
	o := Options{Natives: g.o.Natives, Kinds: g.o.Kinds, Values: g.o.Values, Limits: g.o.Limits, FieldNames: g.o.FieldNames}
	stage, err := OpenFS(saved.FS, o)
	if err != nil {
		return nil, err
	}
	defer stage.Close()
	for _, space := range g.runtime.Namespaces() {
		if err := stage.Bind(space.Name, space.Helpers...); err != nil {
			return nil, err
		}
	}
	stage.Load()
	if err := stage.AddTrees(g.manager.Defined()...); err != nil {
		return nil, err
	}
	if stage.manager.Bundle().Hash != s.files {
		return nil, errors.New("it holds other files than it says")
	}
	if err := stage.restore(s); err != nil {
		return nil, err
	}
	return stage.manager.Bundle().Contents(), nil
}

// archive returns the files in force, for a snapshot. It is empty if there are none.
func (g *Game) archive() []byte {
	if hash := g.manager.Bundle().Hash; g.packed == nil || g.packedHash != hash {
		var out bytes.Buffer
		_ = archive.PackWithErrors(&out, g.manager.Bundle()) // the files can be too many or too large
		g.packed, g.packedHash = out.Bytes(), hash
	}
	return g.packed
}

// SnapshotAgent returns the state of one agent, for SpawnSnapshot of this game or of another one with the same files.
func (g *Game) SnapshotAgent(a *Agent) ([]byte, error) {
	if err := g.refused("SnapshotAgent"); err != nil {
		return nil, err
	}
	if err := g.lives("SnapshotAgent", a); err != nil {
		return nil, err
	}
	data, err := a.Snapshot()
	if err != nil {
		return nil, as(ErrSnapshot, err)
	}
	return g.pack(agentFormat, data), nil
}

// SpawnSnapshot adds the agent of a snapshot under the ID that it had, and continues what it did. No agent of the game
// may have this ID; see engine.World.SpawnSnapshot.
func (g *Game) SpawnSnapshot(snapshot []byte) (*Agent, error) {
	if err := g.refused("SpawnSnapshot"); err != nil {
		return nil, err
	}
	g.Load()
	s, err := unpack(agentFormat, snapshot, 1)
	if err != nil {
		return nil, err
	}
	if here := g.manager.Bundle().Hash; s.files != here {
		return nil, errorOf(ErrSnapshot, "snapshot of an agent of other scripts (%s, and these are %s); move agents between games of the same files", s.files.Short(), here.Short())
	}
	a, err := g.world.SpawnSnapshot(s.parts[0], g.names())
	if err != nil {
		return nil, errorOf(ErrSnapshot, "snapshot: %w", err)
	}
	return a, nil
}

// names finds programs and behaviors for the engine.
func (g *Game) names() engine.Names {
	return engine.Names{
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

// The first text of a snapshot. It changes with each change of a format.
const (
	gameFormat  = "Bough game snapshot 1"
	agentFormat = "Bough agent snapshot 1"
)

// checksums is the polynomial of the checksum at the end of a snapshot.
var checksums = crc32.MakeTable(crc32.Castagnoli)

// pack returns a snapshot: its format, the hash of the files, the parts, and a checksum.
func (g *Game) pack(format string, parts ...[]byte) []byte {
	c := &wire.Coder{}
	hash := g.manager.Bundle().Hash
	files := hash[:]
	c.Text(&format)
	c.Bytes(&files)
	for _, p := range parts {
		c.Bytes(&p)
	}
	sum := int64(crc32.Checksum(c.Data(), checksums))
	c.Int(&sum, 0, math.MaxUint32)
	return c.Data()
}

// unpacked is a snapshot whose checksum is right.
type unpacked struct {
	files assets.Hash
	parts [][]byte
}

func unpack(format string, data []byte, parts int) (*unpacked, error) {
	c := wire.NewReader(data)
	var found string
	if c.Text(&found); found != format {
		return nil, errorOf(ErrSnapshot, "snapshot: it begins with %.30q instead of %q; it is no snapshot, or one of another version", found, format)
	}
	var files []byte
	c.Bytes(&files)
	s := &unpacked{parts: make([][]byte, parts)}
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
