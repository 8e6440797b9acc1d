package behaviors

import "github.com/bough-dev/bough/engine"

// IDs gives behaviors their IDs. A name keeps its ID for as long as the IDs
// live, even while no behavior of that name exists; no ID is used twice. The
// zero value is ready to use. IDs are for one goroutine at a time.
type IDs struct {
	ids   map[string]engine.BehaviorID
	names []string
}

// Of returns the ID of a name, a new one if the name is new.
func (t *IDs) Of(name string) engine.BehaviorID {
	if t.ids == nil {
		t.ids = map[string]engine.BehaviorID{}
	}
	id, ok := t.ids[name]
	if !ok {
		t.names = append(t.names, name)
		id = engine.BehaviorID(len(t.names))
		t.ids[name] = id
	}
	return id
}

// Name returns the name of an ID, "" if it was never given out.
func (t *IDs) Name(id engine.BehaviorID) string {
	if id < 1 || int(id) > len(t.names) {
		return ""
	}
	return t.names[id-1]
}
