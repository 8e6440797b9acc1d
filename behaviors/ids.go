package behaviors

import "github.com/bough-dev/bough/engine"

// IDs assigns IDs to names of behaviors. A name keeps its ID as long as the IDs exist, even while no behavior of
// that name exists; no ID is used twice. The zero value is ready for use. IDs must be used by one goroutine at a
// time.
type IDs struct{ ids map[string]engine.BehaviorID }

// Of returns the ID of a name. A new name gets a new ID.
func (t *IDs) Of(name string) engine.BehaviorID {
	if t.ids == nil {
		t.ids = map[string]engine.BehaviorID{}
	}
	id, ok := t.ids[name]
	if !ok {
		id = engine.BehaviorID(len(t.ids) + 1)
		t.ids[name] = id
	}
	return id
}
