package btcpp

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine/diag"
)

// TestDifferencesAreNamedWhereTheyShow checks that the report names each node with a difference, and no other node.
// The first node of Main is in line 3.
func TestDifferencesAreNamedWhereTheyShow(t *testing.T) {
	const (
		order   = "order-of-halts"
		own     = "private-keys"
		again   = "precondition-asked-again"
		scripts = "script-of-skipped-node"
		rounds  = "next-round-in-next-tick"
		next    = "next-child-in-next-tick"
		turn    = "keeps-its-turn"
		early   = "condition-asked-early"
		while   = "while-condition-takes-time"
		port    = "port-in-script"
		value   = "unclear-port-value"
		share   = "written-port-value"
	)
	for _, c := range []struct {
		name, code, nodes string // nodes are those of Main and, after |, those of Sub and Low
		lines             string // the lines that the report names
	}{
		{"three actions of a parallel", order, "<Parallel>;<Go/>;<Go/>;<Go/>;</Parallel>", "3"},
		{"one of two actions of a parallel is halted", order, "<Parallel>;<Go/>;<Go/>;</Parallel>", ""},
		{"one of three actions of a parallel is halted", order, "<Parallel success_count='2' failure_count='2'>;<Go/>;<Go/>;<Go/>;</Parallel>", ""},
		{"a parallel that is halted", order, "<Timeout msec='9'>;<Parallel>;<Go/>;<Go/>;</Parallel>;</Timeout>", "4"},
		{"a parallel below a node written in C++", order, "<Rate>;<Parallel>;<Go/>;<Go/>;</Parallel>;</Rate>", "4"},
		{"two actions of a ParallelAll, in trees", order, "<ParallelAll _while='a'>;<SubTree ID='Sub'/>;<SubTree ID='Sub'/>;</ParallelAll>|<Go/>", "3"},
		{"a ParallelAll halts nothing", order, "<ParallelAll>;<Go/>;<Go/>;<Go/>;</ParallelAll>", ""},
		{"one action of a parallel", order, "<Parallel>;<Go/>;<See/>;</Parallel>", ""},
		{"nodes that take time and have no on_exit", order, "<Parallel>;<Sleep msec='1'/>;<Sleep msec='1'/>;</Parallel>", ""},
		{"a condition stops one after another was called", order, "<Parallel>;<KeepRunningUntilFailure><See/></KeepRunningUntilFailure>;<Go _while='a'/>;</Parallel>", "3"},
		{"nothing is called before it stops", order, "<Parallel>;<Go _while='a'/>;<KeepRunningUntilFailure><See/></KeepRunningUntilFailure>;</Parallel>", ""},
		{"what is called before does not go on", order, "<Parallel>;<See/>;<Go _while='a'/>;</Parallel>", ""},
		{"a reactive node halts one thing", order, "<ReactiveFallback>;<Go/>;<Go/>;</ReactiveFallback>", ""},
		{"one message for all parallels", order, "<Sequence>;<Parallel><Go/><Go/><Go/></Parallel>;<Parallel><Go/><Go/><Go/></Parallel>;</Sequence>", "4, 5"},
		{"an action stops another one", order, "<Parallel>;<KeepRunningUntilFailure><See/></KeepRunningUntilFailure>;<ReactiveFallback><See/><Go/></ReactiveFallback>;</Parallel>", ""},
		{"a condition in a reactive node stops an action", order, "<Parallel>;<KeepRunningUntilFailure><See/></KeepRunningUntilFailure>;<ReactiveFallback><ScriptCondition code='a'/><Go/></ReactiveFallback>;</Parallel>", "3"},

		{"a tree with a key that is not passed", own, "<Sequence>;<SubTree ID='Sub'/>;<SubTree ID='Sub'/>;</Sequence>|<Script code='a := 1'/>", "4, 5"},
		{"a key of a port that is not passed", own, "<SubTree ID='Sub'/>|<Go to='{a}'/>", "3"},
		{"a key that one inclusion passes", own, "<Sequence>;<SubTree ID='Sub' a='{b}'/>;<SubTree ID='Sub'/>;</Sequence>|<Go to='{a}'/>", "5"},
		{"a key that is passed", own, "<SubTree ID='Sub' a='{b}'/>|<Go to='{a}'/>", ""},
		{"a tree that shares all keys", own, "<SubTree ID='Sub' _autoremap='true'/>|<Go to='{a}'/>", ""},
		{"a key with _ is not shared", own, "<SubTree ID='Sub' _autoremap='true'/>|<Go to='{_a}'/>", "3"},
		{"a key of the outermost tree", own, "<SubTree ID='Sub'/>|<Sequence>;<Go to='{@a}'/>;<Script code='@b := 1'/>;</Sequence>", ""},
		{"a key that a script uses by the name of a port", own, "<SubTree ID='Sub' b='{a}'/>|<ScriptCondition code='b == 1'/>", ""},
		{"a key that a script uses by its own name too", own, "<SubTree ID='Sub' b='{a}'/>|<ScriptCondition code='b == a'/>", "3"},
		{"a key that is the default of a port", own, "<SubTree ID='Sub'/>|<Go to='{d}'/>", ""},
		{"a tree without keys", own, "<SubTree ID='Sub'/>|<Go to='1'/>", ""},

		{"a script writes a port", port, "<Sequence>;<SubTree ID='Sub' a='{b}'/>;<SubTree ID='Sub' a='{c}'/>;</Sequence>|<Script code='a := 1'/>", ""},
		{"a script and a node written in C++ write a port", port, "<Sequence>;<SubTree ID='Sub' a='{b}'/>;<SubTree ID='Sub' a='{c}'/>;</Sequence>|<Go to='{a}' _onSuccess='a := 1'/>", "9"},
		{"a script writes a port whose default is a key", port, "<SubTree ID='Sub'/>|<Script code='d := 1'/>", ""},
		{"a script writes a port whose default is not used", port, "<SubTree ID='Sub' _autoremap='true'/>|<Script code='d := 1'/>", ""},
		{"a script reads a port that has a value", port, "<Sequence>;<SubTree ID='Sub' a='1'/>;<SubTree ID='Sub' a='2'/>;</Sequence>|<ScriptCondition code='a == 1'/>", ""},
		{"a script reads a port that has a value and a key", port, "<Sequence>;<SubTree ID='Sub' a='1'/>;<SubTree ID='Sub' a='{c}'/>;</Sequence>|<ScriptCondition code='a == 1'/>", ""},
		{"a script and a node written in C++ read a port that has a value and a key", port, "<Sequence>;<SubTree ID='Sub' a='1'/>;<SubTree ID='Sub' a='{c}'/>;</Sequence>|<Go to='{a}' _skipIf='a == 1'/>", "9"},
		{"a script writes a port that has a value", port, "<SubTree ID='Sub' a='1'/>|<Script code='a := 1'/>", ""},
		{"a script writes a port that has the name of its key", port, "<SubTree ID='Sub' a='{a}'/>|<Script code='a := 1'/>", ""},
		{"a script reads a port that has the name of its key", port, "<SubTree ID='Sub' a='{a}'/>|<ScriptCondition code='a == 1'/>", ""},
		{"a script reads a port whose key has the name of another port", port, "<SubTree ID='Sub' a='{b}' b='{c}'/>|<ScriptCondition code='a == 1'/>", ""},
		{"a script and a node written in C++ read a port whose key has the name of another port", port, "<SubTree ID='Sub' a='{b}' b='{c}'/>|<Go to='{a}' _skipIf='a == b'/>", "6"},

		{"a value that a script writes", value, "<SubTree ID='Sub' a='1'/>|<Script code='a := 2'/>", ""},
		{"a value that no node writes", value, "<SubTree ID='Sub' a='1'/>|<Go to='{a}'/>", ""},
		{"a value that a node without a model gets", value, "<SubTree ID='Sub' a='1'/>|<Put to='{a}'/>", "3"},
		{"a value that is written, in a tree with two inclusions", share, "<Sequence>;<SubTree ID='Sub'/>;<SubTree ID='Sub'/>;</Sequence>|<SubTree ID='Low' a='1'/>|<Script code='a := 2'/>", "9"},

		{"a Precondition over what takes time, that nothing halts", again, "<Sequence><See/><Precondition if='a'><Go/></Precondition></Sequence>", ""},
		{"a Precondition over what takes time, in a Timeout", again, "<Timeout msec='9'>\n<Sequence>\n<Precondition if='a'><Go/></Precondition></Sequence></Timeout>", "5"},
		{"a Precondition over what takes time, with _while", again, "<Precondition if='a' _while='b'><Go/></Precondition>", "3"},
		{"a Precondition over what takes time, in a tree that is halted", again, "<ReactiveSequence>;<See/>;<SubTree ID='Sub'/>;</ReactiveSequence>|<Precondition if='a'><Go/></Precondition>", "9"},
		{"a Precondition over what does not", again, "<ReactiveSequence><See/>\n<Precondition if='a'><See/></Precondition></ReactiveSequence>", ""},

		{"_onFailure of a fallback that is SKIPPED", scripts, "<Fallback _onFailure='a := 1'><Go _skipIf='b'/></Fallback>", "3"},
		{"_onSuccess of a fallback that is SKIPPED", scripts, "<Fallback _onSuccess='a := 1'><Go _skipIf='b'/></Fallback>", ""},
		{"_onSuccess of a RunOnce in a sequence", scripts, "<Sequence>;<RunOnce _onSuccess='a := 1'><Go/></RunOnce>;</Sequence>", "4"},
		{"_onFailure of the node that is SKIPPED", scripts, "<Go _onFailure='a := 1' _skipIf='b'/>", ""},

		{"a loop that is watched", rounds, "<ReactiveSequence>;<See/>;<Repeat num_cycles='2'><Go/></Repeat>;</ReactiveSequence>", "5"},
		{"a loop that is not watched", rounds, "<Sequence>;<See/>;<Repeat num_cycles='2'><Go/></Repeat>;</Sequence>", ""},
		{"AsyncSequence that is watched", next, "<AsyncSequence _while='a'><Go/><Go/></AsyncSequence>", "3"},
		{"AsyncSequence below a loop with _while", next, "<Repeat num_cycles='2' _while='a'>;<AsyncSequence><Go/><Go/></AsyncSequence>;</Repeat>", "4"},
		{"AsyncSequence below a loop without an end", next, "<Repeat num_cycles='-1'>;<AsyncSequence><Go/><Go/></AsyncSequence>;</Repeat>", "4"},
		{"AsyncSequence that is not watched", next, "<AsyncSequence><Go/><Go/></AsyncSequence>", ""},

		{"a SequenceWithMemory that ends with a condition", turn, "<Inverter><SequenceWithMemory><Go/><ScriptCondition code='a'/></SequenceWithMemory></Inverter>", "3"},
		{"a SequenceWithMemory that ends with an action", turn, "<Inverter><SequenceWithMemory><ScriptCondition code='a'/><Go/></SequenceWithMemory></Inverter>", ""},

		{"a SequenceWithMemory with conditions that follow each other", turn, "<SequenceWithMemory><ScriptCondition code='a'/><ScriptCondition code='b'/><Go/></SequenceWithMemory>", "3"},
		{"a SequenceWithMemory with conditions between actions", turn, "<Inverter><SequenceWithMemory><ScriptCondition code='a'/><Go/><ScriptCondition code='b'/><Go/></SequenceWithMemory></Inverter>", ""},
		{"a SequenceWithMemory around which nothing fails", turn, "<SequenceWithMemory><Go/><ScriptCondition code='a'/></SequenceWithMemory>", ""},
		{"a SequenceWithMemory around which a condition may let it fail", turn, "<SequenceWithMemory _onFailure='b := 1'><Go/><ScriptCondition code='a'/></SequenceWithMemory>", "3"},

		{"a WhileDoElse whose condition takes time", while, "<WhileDoElse><Go/><Go/></WhileDoElse>", "3"},
		{"a WhileDoElse whose branches take no time", while, "<WhileDoElse><Go/><See/><Script code='a := 1'/></WhileDoElse>", ""},

		{"an attribute of a child, which is evaluated again as long as it skips it", early, "<Parallel>;<Script code='b := 1'/>;<Go _skipIf='a == 1'/>;</Parallel>", "5"},
		{"a condition at the beginning of a child", early, "<Parallel>;<Go/>;<Sequence><ScriptCondition code='a'/><Go/></Sequence>;</Parallel>", "5"},
		{"a condition behind an action", early, "<Parallel>;<Go/>;<Sequence><Go/><ScriptCondition code='a'/></Sequence>;</Parallel>", ""},
		{"a condition that is asked in each round", early, "<Parallel>;<Go/>;<Sequence><Go/><Repeat num_cycles='2'><ScriptCondition code='a'/></Repeat></Sequence>;</Parallel>", "5"},
		{"a Repeat of no rounds", early, "<Parallel>;<Go/>;<Repeat num_cycles='0'><Go/></Repeat>;</Parallel>", "5"},
	} {
		t.Run(c.name, func(t *testing.T) {
			main, sub, _ := strings.Cut(c.nodes, "|")
			sub, low, _ := strings.Cut(sub, "|")
			src := `<root BTCPP_format="4" main_tree_to_execute="Main">` + "\n" + `<BehaviorTree ID="Main">` + "\n" + main + "\n</BehaviorTree>\n"
			if sub != "" {
				src += `<BehaviorTree ID="Sub">` + "\n" + sub + "\n</BehaviorTree>\n"
			}
			if low != "" {
				src += `<BehaviorTree ID="Low">` + low + "</BehaviorTree>\n"
			}
			src += `<TreeNodesModel><Action ID="Go"><input_port name="to"/></Action><Condition ID="See"/><SubTree ID="Sub"><output_port name="d" default="{e}"/></SubTree></TreeNodesModel></root>`
			src = strings.ReplaceAll(src, ";", "\n")
			_, list := Import("a.xml", []byte(src))
			if list.Err() != nil {
				t.Fatal(list)
			}
			var lines []string
			for _, d := range list {
				if d.Code == c.code {
					lines = append(lines, fmt.Sprint(d.Pos.Line))
					lines = append(lines, alsoIn(d)...)
				}
			}
			if got := strings.Join(lines, ", "); got != c.lines {
				t.Errorf("%s is in lines %q, want %q\n%s\n%v", c.code, got, c.lines, src, list)
			}
		})
	}
}

// TestTreesThatIncludeTreesTwice checks that each tree is analyzed only once, even if several paths lead to it.
func TestTreesThatIncludeTreesTwice(t *testing.T) {
	src := `<root BTCPP_format="4" main_tree_to_execute="T0">`
	for i := range 100 {
		src += fmt.Sprintf(`<BehaviorTree ID="T%d"><Parallel><SubTree ID="T%d" _autoremap="true"/><SubTree ID="T%[2]d" _autoremap="true"/></Parallel></BehaviorTree>`, i, i+1)
	}
	src += `<BehaviorTree ID="T100"><Script code="a := 1"/></BehaviorTree></root>`
	if _, list := Import("a.xml", []byte(src)); list.Err() != nil {
		t.Error(list)
	}
}

// alsoIn returns the other lines of a finding, according to its note.
func alsoIn(d diag.Diagnostic) []string {
	numbers := regexp.MustCompile(`\d+`).FindAllString(strings.Join(d.Notes, "\n"), -1)
	return numbers[min(len(numbers), 1):] // without the number of occurrences
}
