package assets

import (
	"fmt"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
)

// CheckKinds returns an error if a kind of a game is not valid: its name is malformed or
// taken, its bounds contradict each other, or New is nil.
func CheckKinds(kinds []*engine.Custom) error {
	seen := map[string]bool{}
	for i, k := range kinds {
		if k == nil {
			return fmt.Errorf("kind %d of the list is nil", i+1)
		}
		if err := behaviors.CheckName(k.Name); err != nil {
			return fmt.Errorf("kind %s: %w", k.Name, err)
		}
		switch {
		case seen[k.Name]:
			return fmt.Errorf("kind %s is defined twice", k.Name)
		case k.New == nil:
			return fmt.Errorf("kind %s has no New", k.Name)
		case k.MinChildren < 0 || k.MaxChildren >= 0 && k.MaxChildren < k.MinChildren:
			return fmt.Errorf("kind %s takes %d to %d children; want 0 or more, and the second not less than the first, or -1", k.Name, k.MinChildren, k.MaxChildren)
		case k.Positional < 0 || k.Positional > len(k.Params):
			return fmt.Errorf("kind %s takes %d of its %d parameters by position", k.Name, k.Positional, len(k.Params))
		}
		seen[k.Name] = true
	}
	return nil
}
