package strlib

import (
	"fmt"
	"runtime"
	"testing"

	lua "github.com/yuin/gopher-lua"
)

// TestBytes compares the estimate with what the heap grows by, for tables that have room
// for names, as those of scripts have.
func TestBytes(t *testing.T) {
	for _, c := range []struct{ places, names, odd int }{
		{0, 0, 0}, {1, 0, 0}, {32, 0, 0}, {33, 0, 0}, {500, 0, 0}, {0, 1, 0}, {0, 4, 0}, {0, 8, 0}, {0, 9, 0}, {0, 30, 0},
		{0, 100, 0}, {0, 1000, 0}, {0, 5000, 0}, {0, 0, 1}, {0, 0, 50}, {5, 5, 5},
	} {
		tables := make([]*lua.LTable, max(1, 20000/(1+c.places+c.names+c.odd)))
		before := heap()
		for i := range tables {
			tables[i] = filled(c.places, c.names, c.odd)
		}
		took := (float64(heap()) - float64(before)) / float64(len(tables))
		told := float64(Bytes(tables[0]))
		if told < took*0.7 || told > took*1.4 {
			t.Errorf("%+v: %.0f bytes by estimate, %.0f in truth", c, told, took)
		}
		runtime.KeepAlive(tables)
	}
}

func filled(places, names, odd int) *lua.LTable {
	t := (*lua.LState)(nil).CreateTable(0, 1)
	for i := range places {
		t.RawSetInt(i+1, lua.LTrue)
	}
	for i := range names {
		t.RawSetString(words[i], lua.LTrue)
	}
	for i := range odd {
		t.RawSetH(lua.LNumber(-1-i), lua.LTrue)
	}
	return t
}

var words = func() []string {
	out := make([]string, 5000)
	for i := range out {
		out[i] = fmt.Sprint("word", i)
	}
	return out
}()

func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
