package engine

import (
	"encoding/binary"
	"runtime"
	"testing"
)

// TestForgedCounts reads a journal with a count of replies that the data cannot contain. It checks that the reader
// allocates in proportion to the data.
func TestForgedCounts(t *testing.T) {
	const size = 1 << 20
	w := NewWorld(Options{})
	defer w.Close()
	data := binary.AppendUvarint([]byte{byte(inputTick), 0}, size)
	data = append(data, make([]byte, size)...)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := w.ReadJournal(data).Next()
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; err == nil || n > 64*size {
		t.Errorf("%d bytes allocated, %v", n, err)
	}
}
