package mutate

import (
	"bytes"
	"reflect"
	"testing"
)

func TestOf(t *testing.T) {
	seeds := [][]byte{[]byte("tree a\n  sequence\n    b\n"), []byte(`{"a": [1, 2, 3], "b": {"c": "some text"}}`), nil}
	before := bytes.Join(seeds, nil)
	a := Of(seeds, 1000)
	if !reflect.DeepEqual(a, Of(seeds, 1000)) {
		t.Error("not the same twice")
	}
	if !bytes.Equal(before, bytes.Join(seeds, nil)) {
		t.Error("the seeds were changed")
	}
	different := map[string]bool{}
	for _, b := range a {
		different[string(b)] = true
	}
	if len(different) < 600 {
		t.Errorf("%d different ones of %d", len(different), len(a))
	}
	if Of(nil, 3) != nil {
		t.Error("files without seeds")
	}
}
