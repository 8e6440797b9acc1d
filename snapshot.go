package bough

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"math"

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
	return g.pack(gameFormat, world, g.runtime.Snapshot()), nil
}

// Restore puts the game into the state of a snapshot of this or of another process. The files must be those of the
// snapshot, and the helpers and Options, except Workers. No hooks are called: it is as if the game had
// always been in that state. An *Agent that is alive in both states stays valid; those that are only in the present
// state are gone.
//
// Data from untrusted sources is an error or a state, and does no other harm. If there is an error, which is
// ErrSnapshot, nothing changes.
func (g *Game) Restore(snapshot []byte) error {
	if err := g.refused("Restore"); err != nil {
		return err
	}
	parts, err := g.unpack(gameFormat, snapshot, 2)
	if err != nil {
		return err
	}
	restore, err := g.runtime.Restorer(parts[1])
	if err != nil {
		return errorOf(ErrSnapshot, "snapshot: %w", err)
	}
	if err := g.world.Restore(parts[0], g.names()); err != nil {
		return errorOf(ErrSnapshot, "snapshot: %w", err)
	}
	restore(g.world)
	g.o.Seed = g.world.Seed()
	return nil
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
	if err := g.open("SpawnSnapshot"); err != nil {
		return nil, err
	}
	parts, err := g.unpack(agentFormat, snapshot, 1)
	if err != nil {
		return nil, err
	}
	a, err := g.world.SpawnSnapshot(parts[0], g.names())
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

// unpack returns the parts of a snapshot, after it has loaded the files.
func (g *Game) unpack(format string, data []byte, parts int) ([][]byte, error) {
	g.Load()
	c := wire.NewReader(data)
	var found string
	if c.Text(&found); found != format {
		return nil, errorOf(ErrSnapshot, "snapshot: it begins with %.30q instead of %q; it is no snapshot, or one of another version", found, format)
	}
	var files []byte
	c.Bytes(&files)
	list := make([][]byte, parts)
	for i := range list {
		c.Bytes(&list[i])
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
	if hash := g.manager.Bundle().Hash; !bytes.Equal(files, hash[:]) {
		return nil, errorOf(ErrSnapshot, "snapshot: it is of other scripts (%.12s, and these are %s); put the files in force that it was made with", fmt.Sprintf("%x", files), hash.Short())
	}
	return list, nil
}
