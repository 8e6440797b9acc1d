package perfetto_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/perfetto"
	"github.com/bough-dev/bough/hotreload"
)

// field is a decoded field of a protobuf message.
type field struct {
	number int
	value  uint64
	data   []byte
}

// decode returns the fields of a message.
func decode(t *testing.T, data []byte) (list []field) {
	t.Helper()
	for len(data) > 0 {
		tag, n := binary.Uvarint(data)
		data = data[n:]
		f := field{number: int(tag >> 3)}
		switch tag & 7 {
		case 0:
			f.value, n = binary.Uvarint(data)
			data = data[n:]
		case 1:
			f.value, data = binary.LittleEndian.Uint64(data), data[8:]
		case 2:
			size, n := binary.Uvarint(data)
			f.data, data = data[n:n+int(size)], data[n+int(size):]
		default:
			t.Fatalf("wire type %d", tag&7)
		}
		list = append(list, f)
	}
	return list
}

func get(list []field, number int) field {
	for _, f := range list {
		if f.number == number {
			return f
		}
	}
	return field{}
}

// viewer holds the content of a trace as a viewer shows it: the names of tracks, and the open slices of each track.
type viewer struct {
	names    map[uint64]string
	parents  map[uint64]uint64
	open     map[uint64][]string
	counters map[uint64]float64
	instants []string
	last     map[uint64]uint64
}

func (v *viewer) read(t *testing.T, data []byte) {
	t.Helper()
	for _, p := range decode(t, data) {
		packet := decode(t, p.data)
		if d := get(packet, 60).data; d != nil {
			track := decode(t, d)
			id := get(track, 1).value
			v.names[id], v.parents[id] = string(get(track, 2).data), get(track, 5).value
			continue
		}
		e, at := decode(t, get(packet, 11).data), get(packet, 8).value
		track, name := get(e, 11).value, string(get(e, 23).data)
		if _, known := v.names[track]; !known || at < v.last[track] {
			t.Fatalf("track %d, time %d after %d", track, at, v.last[track])
		}
		v.last[track] = at
		switch get(e, 9).value {
		case 1:
			v.open[track] = append(v.open[track], name)
		case 2:
			if len(v.open[track]) == 0 {
				t.Fatalf("track %d: a slice ends, and none is open", track)
			}
			v.open[track] = v.open[track][:len(v.open[track])-1]
		case 3:
			v.instants = append(v.instants, fmt.Sprintf("%v %s: %s", time.Duration(at).Round(time.Millisecond), v.names[track], name))
		case 4:
			v.counters[track] = math.Float64frombits(get(e, 44).value)
		}
	}
}

// slicesOf returns the sorted names of the open slices of an agent.
func (v *viewer) slicesOf(label string) (names []string) {
	for id, open := range v.open {
		if v.names[id] == label || v.names[v.parents[id]] == label {
			names = append(names, open...)
		}
	}
	slices.Sort(names)
	return names
}

// short is an io.Writer that leaves out the last byte of each Write.
type short struct{}

func (short) Write(p []byte) (int, error) { return len(p) - 1, nil }

// TestShortWrite checks that a Write that leaves out bytes is an error.
func TestShortWrite(t *testing.T) {
	if err := perfetto.New(short{}).Flush(); err != io.ErrShortWrite {
		t.Error(err)
	}
}

// TestWriter runs random trees with branches that are active at the same time, replaces the trees, moves an agent, and
// restores the game. After each tick it compares the open slices and the counters with the agents.
func TestWriter(t *testing.T) {
	files := fstest.MapFS{
		"a.bt": {Data: []byte("tree a\n  parallel\n    sequence\n      work\n      rest\n    parallel\n      work\n      flop\n    priority\n      rest  when hp < 50\n      work\n")},
		"b.bt": {Data: []byte("tree b\n  priority\n    flop\n    tree a\n")},
		"work.lua": {Data: []byte(`return { behavior = function(agent)
			agent.hp = math.random(100)
			return math.random(3) == 1 and "success" or "running"
		end }`)},
		"rest.lua": {Data: []byte(`return { behavior = function(agent) return math.random(5) == 1 and "failure" or "running" end }`)},
		"flop.lua": {Data: []byte(`return { behavior = function(agent) if bt.tick() == 40 then error("tired") end return math.random(2) == 1 end }`)},
	}
	source := hotreload.NewManual()
	game, err := bough.OpenFS(files, bough.Options{Source: source, Seed: 4})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	for _, tree := range []string{"a", "b", "a"} {
		if _, err := game.Spawn(tree, bough.Fields{"hp": 70, "tired": true}); err != nil {
			t.Fatal(err)
		}
	}
	game.Tick(time.Second / 10)
	var out bytes.Buffer
	w := perfetto.New(&out, engine.KeyOf("hp"), engine.KeyOf("tired"), engine.KeyOf("name"))
	stop := w.Attach(game.World())
	v := &viewer{map[uint64]string{}, map[uint64]uint64{}, map[uint64][]string{}, map[uint64]float64{}, nil, map[uint64]uint64{}}
	d := rand.New(rand.NewPCG(1, 1))
	var saved []byte
	for tick := range 120 {
		switch {
		case tick%20 == 10:
			text := string(files["a.bt"].Data)
			if tick%40 == 10 {
				text = strings.Replace(text, "    sequence\n", "    idle\n    sequence\n", 1)
			} else {
				text = strings.Replace(text, "    idle\n", "", 1)
			}
			files["a.bt"] = &fstest.MapFile{Data: []byte(text)}
			source.Touch("a.bt")
			w.Instant("reload")
		case tick == 77:
			if err := game.Despawn(game.World().Agent(2)); err != nil {
				t.Fatal(err)
			}
		case tick == 80:
			if _, err := game.Spawn("b", bough.Fields{"hp": 1}); err != nil {
				t.Fatal(err)
			}
		case tick == 85:
			data, err := game.SnapshotAgent(game.World().Agent(3))
			if err != nil {
				t.Fatal(err)
			}
			if err := game.Despawn(game.World().Agent(3)); err != nil {
				t.Fatal(err)
			}
			if _, err := game.SpawnSnapshot(data); err != nil {
				t.Fatal(err)
			}
		case tick == 91:
			if saved, err = game.Snapshot(); err != nil {
				t.Fatal(err)
			}
		case tick == 101:
			if err := game.Restore(saved); err != nil {
				t.Fatal(err)
			}
			stop = w.Attach(game.World())
		case d.IntN(9) == 0:
			game.World().Agent(1).Reset()
		}
		game.Tick(time.Second / 10)
		w.Sample()
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		v.read(t, out.Bytes())
		out.Reset()
		for a := range game.World().Agents() {
			var want []string
			for _, i := range a.ActiveNodes() {
				want = append(want, a.Program().Node(i).Name)
			}
			slices.Sort(want)
			if got := v.slicesOf(a.Label()); !slices.Equal(got, want) {
				t.Fatalf("tick %d: %s has the slices %v, want %v", tick, a.Label(), got, want)
			}
			hp := a.Get(engine.KeyOf("hp")).Float()
			if !slices.ContainsFunc(keys(v.names), func(id uint64) bool {
				return v.names[id] == "hp" && v.names[v.parents[id]] == a.Label() && v.counters[id] == hp
			}) {
				t.Fatalf("tick %d: %s has no counter hp = %v", tick, a.Label(), hp)
			}
		}
	}
	stop()
	if got := v.slicesOf("b#2"); got != nil {
		t.Errorf("slices of an agent that is gone: %v", got)
	}
	faults := slices.DeleteFunc(slices.Clone(v.instants), func(s string) bool { return !strings.Contains(s, "tired") })
	if len(faults) != 2 || !strings.HasPrefix(faults[0], "4s b#2: scripts/flop.lua:1:") {
		t.Errorf("%q", faults)
	}
	if n := len(v.instants) - len(faults); n != 6 {
		t.Errorf("%d other instants", n)
	}
}

func keys(m map[uint64]string) (list []uint64) {
	for k := range m {
		list = append(list, k)
	}
	return list
}
