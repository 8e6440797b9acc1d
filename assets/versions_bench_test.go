package assets_test

import (
	"bytes"
	"runtime"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/assets/archive"
	"github.com/bough-dev/bough/luabind"
)

// BenchmarkRollback saves a change of one file of a large game, and undoes the change by
// a rollback. It reports the ratio of the time of the rollback to that of the save.
func BenchmarkRollback(b *testing.B) {
	files := largeGame()
	r := luabind.NewRuntime(luabind.Options{})
	m := assets.NewManager(assets.Options{FS: files, Runtime: r})
	m.Load()
	texts := [][]byte{files["b7.lua"].Data, []byte("return { precondition = function(agent) return agent.hp > 8 end, params = { speed = 1 } }\n")}
	save := func(text []byte) {
		files["b7.lua"] = &fstest.MapFile{Data: text}
		if m.Reload([]string{"b7.lua"}) == nil {
			b.Fatal("nothing was loaded")
		}
		m.Forget()
	}
	save(texts[1])
	save(texts[0])
	var saving, back time.Duration
	for b.Loop() {
		runtime.GC() // so that neither step pays for garbage of the other
		start := time.Now()
		save(texts[1])
		saving += time.Since(start)
		runtime.GC()
		start = time.Now()
		if rep, err := m.Rollback(m.Previous()); err != nil || rep == nil {
			b.Fatal(rep, err)
		}
		m.Forget()
		back += time.Since(start)
		files["b7.lua"] = &fstest.MapFile{Data: texts[0]}
		m.Unpin()
		m.Forget()
	}
	b.ReportMetric(back.Seconds()/saving.Seconds(), "rollback/save")
	b.ReportMetric(float64(saving.Microseconds())/float64(b.N), "µs/save")
}

// BenchmarkBundle exports a large game and verifies the export. It reports the ratio of
// the time of the verification to that of the export.
func BenchmarkBundle(b *testing.B) {
	r := luabind.NewRuntime(luabind.Options{})
	m := assets.NewManager(assets.Options{FS: largeGame(), Runtime: r})
	m.Load()
	var writing, reading time.Duration
	for b.Loop() {
		start := time.Now()
		var out bytes.Buffer
		if err := archive.Pack(&out, m.Bundle()); err != nil {
			b.Fatal(err)
		}
		writing += time.Since(start)
		start = time.Now()
		if u, err := archive.Unpack(bytes.NewReader(out.Bytes()), int64(out.Len())); err != nil || u.Files != 1200 {
			b.Fatal(err)
		}
		reading += time.Since(start)
	}
	b.ReportMetric(reading.Seconds()/writing.Seconds(), "unpack/export")
}
