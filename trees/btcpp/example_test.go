package btcpp_test

import (
	"fmt"

	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/btcpp"
)

// Import converts a file of BehaviorTree.CPP to a tree file, and reports the
// differences.
func ExampleImport() {
	src := []byte(`<root BTCPP_format="4">
  <BehaviorTree ID="Robot">
    <Fallback>
      <Sleep msec="500" _while="battery &lt; 20"/>
      <Drive to="{goal}"/>
    </Fallback>
  </BehaviorTree>
</root>`)
	file, report := btcpp.Import("robot.xml", src)
	for _, d := range report {
		fmt.Println(d.Headline())
	}
	fmt.Print(string(trees.Format(file)))
	// Output:
	// robot.xml:5:7: warning: nodes that are written in C++ become behaviors: Drive: write a script for each, such as Drive.lua
	// tree Robot
	//   fallback
	//     wait 0.5  when battery < 20
	//     Drive to="{goal}"
}

// Export converts a tree file to a file for Groot2.
func ExampleExport() {
	file, _ := trees.Parse("guard.bt", []byte("tree guard\n  fallback\n    flee  when hp < 30\n    wait 0.5\n"))
	out, _ := btcpp.Export(file)
	fmt.Print(string(out))
	// Output:
	// <?xml version="1.0" encoding="UTF-8"?>
	// <root BTCPP_format="4" main_tree_to_execute="guard">
	//   <BehaviorTree ID="guard">
	//     <Fallback>
	//       <flee _while="hp &lt; 30"/>
	//       <Sleep msec="500"/>
	//     </Fallback>
	//   </BehaviorTree>
	//   <TreeNodesModel>
	//     <Action ID="flee"/>
	//   </TreeNodesModel>
	// </root>
}
