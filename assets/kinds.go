package assets

import (
	"fmt"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/trees"
)

// CheckKinds returns an error if a kind of a game is not valid: its name is malformed or
// taken, a tree file cannot write its parameters, its bounds contradict each other, or New is nil.
func CheckKinds(kinds []*engine.Custom) error {
	seen := map[string]bool{}
	for i, k := range kinds {
		if k == nil {
			return fmt.Errorf("kind %d of the list is nil", i+1)
		}
		if err := CheckBehaviorName(k.Name); err != nil {
			return fmt.Errorf("kind %s: %w", k.Name, err)
		}
		if err := checkParams(k.Params); err != nil {
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

// checkParams returns an error if a tree file cannot give each of the parameters by its name.
func checkParams(params []engine.CustomParam) error {
	seen := map[string]bool{"id": true, "note": true, "meta": true} // every node has these
	for _, p := range params {
		switch {
		case trees.CheckName(p.Name) != nil || strings.Contains(p.Name, "."):
			return fmt.Errorf("%q cannot be the name of a parameter; use letters, digits and _, no digit first, and no word of Lua or of tree files", p.Name)
		case seen[p.Name]:
			return fmt.Errorf("the name %s of a parameter is taken; choose another one", p.Name)
		}
		if err := p.Default.Check(); err != nil {
			return fmt.Errorf("the default of %s is %w", p.Name, err)
		}
		seen[p.Name] = true
	}
	return nil
}
