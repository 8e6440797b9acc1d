package btcpp

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/trees"
)

// loadedNode is an element, parsed by encoding/xml independently of the export.
type loadedNode struct {
	XMLName  xml.Name
	Attrs    []xml.Attr   `xml:",any,attr"`
	Children []loadedNode `xml:",any"`
}

func (n *loadedNode) attr(name string) string {
	for _, a := range n.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// rulesOfLoader holds rules of the loader of BehaviorTree.CPP 4, written after its documentation and independent of
// the export. For each node that the library defines, it has the ports, and the least and the largest number of
// children; -1 means any number.
var rulesOfLoader = map[string]struct {
	least, most int
	ports       string
}{
	"Sequence": {1, -1, ""}, "ReactiveSequence": {1, -1, ""}, "SequenceWithMemory": {1, -1, ""},
	"Fallback": {1, -1, ""}, "ReactiveFallback": {1, -1, ""},
	"Parallel": {1, -1, "success_count failure_count"}, "ParallelAll": {1, -1, "max_failures"},
	"IfThenElse": {2, 3, ""}, "WhileDoElse": {2, 3, ""},
	"Switch2": {3, 3, "variable case_1 case_2"}, "Switch3": {4, 4, "variable case_1 case_2 case_3"},
	"Switch4": {5, 5, "variable case_1 case_2 case_3 case_4"}, "Switch5": {6, 6, "variable case_1 case_2 case_3 case_4 case_5"},
	"Switch6":  {7, 7, "variable case_1 case_2 case_3 case_4 case_5 case_6"},
	"Inverter": {1, 1, ""}, "ForceSuccess": {1, 1, ""}, "ForceFailure": {1, 1, ""}, "KeepRunningUntilFailure": {1, 1, ""},
	"RetryUntilSuccessful": {1, 1, "num_attempts"}, "Repeat": {1, 1, "num_cycles"}, "Timeout": {1, 1, "msec"}, "Delay": {1, 1, "delay_msec"},
	"RunOnce": {1, 1, "then_skip"}, "Precondition": {1, 1, "if else"},
	"AlwaysSuccess": {0, 0, ""}, "AlwaysFailure": {0, 0, ""}, "Script": {0, 0, "code"}, "ScriptCondition": {0, 0, "code"},
	"SetBlackboard": {0, 0, "value output_key"}, "UnsetBlackboard": {0, 0, "key"}, "Sleep": {0, 0, "msec"},
}

// childrenOfModels has the same numbers for the types of nodes that a game defines.
var childrenOfModels = map[string][2]int{"Action": {0, 0}, "Condition": {0, 0}, "Control": {1, -1}, "Decorator": {1, 1}}

var loaderName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_.-]*$`)

// obeys checks an exported file against the rules of the loader.
type obeys struct {
	file   string
	trees  []string
	models map[string]*loadedNode
}

// TestExportsObeyTheLoader checks that exports of all trees of the project obey the public rules of
// BehaviorTree.CPP and Groot2.
func TestExportsObeyTheLoader(t *testing.T) {
	eachOwnFile(t, func(f *trees.File) {
		out, list := Export(f)
		if list.Err() != nil {
			t.Fatal(list)
		}
		for _, problem := range (&obeys{file: f.Path}).check(out) {
			told := slices.ContainsFunc(list, func(d diag.Diagnostic) bool { return d.Code == "childless-kind" || d.Code == "childless-in-one-place" })
			if !told || !strings.Contains(problem, "with 0 children") {
				t.Errorf("%s: %s in\n%s", f.Path, problem, out)
			}
		}
	})
}

// TestRulesAreChecked checks that a file that breaks a rule is rejected.
func TestRulesAreChecked(t *testing.T) {
	head := `<root BTCPP_format="4" main_tree_to_execute="a">`
	for name, src := range map[string]string{
		"no version":    `<root><BehaviorTree ID="a"><AlwaysSuccess/></BehaviorTree></root>`,
		"main tree":     `<root BTCPP_format="4" main_tree_to_execute="b"><BehaviorTree ID="a"><AlwaysSuccess/></BehaviorTree></root>`,
		"two roots":     head + `<BehaviorTree ID="a"><AlwaysSuccess/><AlwaysSuccess/></BehaviorTree></root>`,
		"unknown node":  head + `<BehaviorTree ID="a"><Foo/></BehaviorTree></root>`,
		"empty control": head + `<BehaviorTree ID="a"><Sequence/></BehaviorTree></root>`,
		"two below one": head + `<BehaviorTree ID="a"><Inverter><AlwaysSuccess/><AlwaysSuccess/></Inverter></BehaviorTree></root>`,
		"unknown port":  head + `<BehaviorTree ID="a"><Sleep sec="1"/></BehaviorTree></root>`,
		"leaf with one": head + `<BehaviorTree ID="a"><Foo><AlwaysSuccess/></Foo></BehaviorTree><TreeNodesModel><Action ID="Foo"/></TreeNodesModel></root>`,
		"twice":         head + `<BehaviorTree ID="a"><AlwaysSuccess/></BehaviorTree><BehaviorTree ID="a"><AlwaysSuccess/></BehaviorTree></root>`,
	} {
		if problems := (&obeys{file: name}).check([]byte(src)); len(problems) == 0 {
			t.Errorf("%s: nothing found", name)
		}
	}
}

func (o *obeys) check(src []byte) (problems []string) {
	var root loadedNode
	if err := xml.NewDecoder(bytes.NewReader(src)).Decode(&root); err != nil {
		return []string{err.Error()}
	}
	if root.XMLName.Local != "root" || root.attr("BTCPP_format") != "4" {
		problems = append(problems, "not a file of version 4")
	}
	o.models = map[string]*loadedNode{}
	for i := range root.Children {
		problems = append(problems, o.declare(&root.Children[i])...)
	}
	if main := root.attr("main_tree_to_execute"); main != "" && !slices.Contains(o.trees, main) || main == "" && len(o.trees) > 1 {
		problems = append(problems, "the main tree is "+main)
	}
	for i := range root.Children {
		if root.Children[i].XMLName.Local == "BehaviorTree" {
			problems = append(problems, o.node(&root.Children[i].Children[0])...)
		}
	}
	return problems
}

// declare records trees and models.
func (o *obeys) declare(n *loadedNode) (problems []string) {
	switch n.XMLName.Local {
	case "BehaviorTree":
		if id := n.attr("ID"); id == "" || slices.Contains(o.trees, id) {
			problems = append(problems, "a tree without an ID, or with that of another")
		}
		if len(n.Children) != 1 {
			problems = append(problems, fmt.Sprintf("a tree of %d nodes at its top", len(n.Children)))
			n.Children = append(n.Children, loadedNode{XMLName: xml.Name{Local: "AlwaysSuccess"}})
		}
		o.trees = append(o.trees, n.attr("ID"))
	case "TreeNodesModel":
		for i := range n.Children {
			o.models[n.Children[i].attr("ID")] = &n.Children[i]
		}
	default:
		problems = append(problems, "<"+n.XMLName.Local+"> below the root")
	}
	return problems
}

func (o *obeys) node(n *loadedNode) (problems []string) {
	name := n.XMLName.Local
	least, most, ports := 0, 0, []string(nil)
	rule, builtin := rulesOfLoader[name]
	model := o.models[name]
	switch {
	case name == "SubTree":
		if n.attr("ID") == "" {
			problems = append(problems, "a SubTree without an ID")
		}
		ports = nil
	case builtin:
		least, most, ports = rule.least, rule.most, strings.Fields(rule.ports)
	case model != nil:
		counts, known := childrenOfModels[model.XMLName.Local]
		if !known {
			problems = append(problems, "a model of the category "+model.XMLName.Local)
		}
		least, most = counts[0], counts[1]
		for i := range model.Children {
			ports = append(ports, model.Children[i].attr("name"))
		}
	default:
		return []string{"the node " + name + " is not known"}
	}
	if len(n.Children) < least || most >= 0 && len(n.Children) > most {
		problems = append(problems, fmt.Sprintf("%s with %d children", name, len(n.Children)))
	}
	for _, a := range n.Attrs {
		switch at := a.Name.Local; {
		case at == "name", at == "ID", strings.HasPrefix(at, "_"):
		case !loaderName.MatchString(at):
			problems = append(problems, fmt.Sprintf("%s has the attribute %s", name, at))
		case name != "SubTree" && !slices.Contains(ports, at):
			problems = append(problems, fmt.Sprintf("%s has no port %s", name, at))
		}
	}
	for i := range n.Children {
		problems = append(problems, o.node(&n.Children[i])...)
	}
	return problems
}
