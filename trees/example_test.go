package trees_test

import (
	"fmt"

	"github.com/bough-dev/bough/trees"
)

func ExampleParse() {
	file, list := trees.Parse("scripts/guard.bt", []byte(`
tree guard "Watches a gate."
  root
    flee     when hp < 30
    chase    speed = 3
    wait     2s
`))
	for _, mistake := range list {
		fmt.Println(mistake)
	}
	for node := range file.Trees[0].Root.All() {
		fmt.Println(node.Pos, node.Name)
	}
	// Output:
	// scripts/guard.bt:5:19: there is a space beside the = of speed: write speed=3
	//         chase    speed = 3
	//                       ^
	// scripts/guard.bt:6:14: 2s is not a number: times are in seconds and have no unit: 2
	//         wait     2s
	//                  ^
	// scripts/guard.bt:3:3 root
	// scripts/guard.bt:4:5 flee
	// scripts/guard.bt:5:5 chase
	// scripts/guard.bt:6:5 wait
}
