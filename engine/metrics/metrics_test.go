package metrics_test

import (
	"slices"
	"testing"

	"github.com/bough-dev/bough/engine/metrics"
)

func TestHistogram(t *testing.T) {
	h := metrics.NewHistogram(1, 2)
	for _, x := range []float64{0.5, 1, 1.5, 2, 3, 4} {
		h.Observe(x)
	}
	if !slices.Equal(h.Counts, []uint64{2, 2, 2}) || h.Total() != 6 || h.Sum != 12 {
		t.Errorf("%+v", h)
	}
}
