package btcpp

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
)

// TestReads checks the import of constructs that occur in existing files.
func TestReads(t *testing.T) {
	two := `<root BTCPP_format="4" main_tree_to_execute="A"><BehaviorTree ID="A">%</BehaviorTree></root>`
	for _, c := range []struct{ name, src, want, report string }{
		{"a tree without ID has that of the main tree", `<root BTCPP_format="4" main_tree_to_execute="Walk"><BehaviorTree><Go/></BehaviorTree></root>`, "tree Walk\n  Go\n", ""},
		{"a tree without ID has the name of the file", `<root BTCPP_format="4"><BehaviorTree ID=""><Go/></BehaviorTree></root>`, "tree guard\n  Go\n", ""},
		{"a raw < in an attribute", strings.Replace(two, "%", `<Go _failureIf="a<4"/>`, 1), "condition not (a < 4)", ""},
		{"a raw && in an attribute", strings.Replace(two, "%", `<ScriptCondition code="a > 1 && b < 2"/>`, 1), "condition a > 1 and b < 2", ""},
		{"an entity that is none", strings.Replace(two, "%", `<Go x="&lol;"/>`, 1), `Go x="&lol;"`, ""},
		{"a number with a point and zeros", strings.Replace(two, "%", `<Go a="1.0" b="0.50" c="+1" d="1e3" e=".5" f="5."/>`, 1), `Go a=1 b=0.5 c=1 d=1000 e=0.5 f=5 meta={btcpp={"a=1.0", "b=0.50", "c=+1", "d=1e3", "e=.5", "f=5."}}`, ""},
		{"what only looks like a number", strings.Replace(two, "%", `<Go a="007" b="-0" c="1.2.3" d="12345678901234567890" e="0x10"/>`, 1), `Go a="007" b="-0" c="1.2.3" d="12345678901234567890" e="0x10"`, ""},
		{"a case that is a number with a point", strings.Replace(two, "%", `<Switch2 variable="{a}" case_1="1.0" case_2="x"><A/><B/><C/></Switch2>`, 1), "A case=1\n", ""},
		{"a value that is a number with a point", strings.Replace(two, "%", `<SetBlackboard output_key="a" value="1.50"/>`, 1), "set a=1.5 ", ""},
		{"the equal sign is the key of that name", strings.Replace(two, "%", `<Put v="e" to="="/>`, 1), `Put v="e" to="{to}" meta={btcpp={"to=="}}`, ""},
		{"a key of the outermost tree is a key", strings.Replace(two, "%", `<Put to="{@x}"/>`, 1), `Put to="{x}" meta={btcpp={"to={@x}"}}`, ""},
		{"a key of the outermost tree in a script", strings.Replace(two, "%", `<Script code="@x := 1"/>`, 1), `set x=1 meta={btcpp={"code=@x := 1"}}`, ""},
		{"a script writes the key that is passed to its port", strings.Replace(two, "%", `<SubTree ID="B" r="{res}"/></BehaviorTree><BehaviorTree ID="B"><Script code="r:='done'"/>`, 1), "tree B r=$res\n\ntree B r\n  set r=\"done\" meta={btcpp={\"code=r:='done'\"}}", ""},
		{"a script reads the key that is passed to its port", strings.Replace(two, "%", `<SubTree ID="B" r="{res}"/></BehaviorTree><BehaviorTree ID="B"><SubTree ID="C" q="{r}"/></BehaviorTree><BehaviorTree ID="C"><ScriptCondition code="q > 1"/>`, 1), "tree B r=$res\n\ntree B r\n  tree C q=r\n\ntree C q\n  condition q > 1\n", ""},
		{"a script writes the key that is the default of its port", strings.Replace(two, "%</BehaviorTree>", `<SubTree ID="B"/></BehaviorTree><BehaviorTree ID="B"><Script code="r:='done'"/></BehaviorTree><TreeNodesModel><SubTree ID="B"><output_port name="r" default="{res}"/></SubTree></TreeNodesModel>`, 1), "tree B r=$res meta={btcpp={\"r\"}}\n\ntree B r meta=", ""},
		{"a switch over the key that is passed to its port", strings.Replace(two, "%", `<SubTree ID="B" q="{res}"/></BehaviorTree><BehaviorTree ID="B"><Switch2 variable="{q}" case_1="1" case_2="2"><A/><B/><C/></Switch2>`, 1), "tree B q=$res\n\ntree B q\n  switch q\n", ""},
		{"a switch over a port with several keys", strings.Replace(two, "%", `<Sequence><SubTree ID="B" q="{x}"/><SubTree ID="B" q="{y}"/></Sequence></BehaviorTree><BehaviorTree ID="B"><Switch2 variable="{q}" case_1="1" case_2="2"><A/><B/><C/></Switch2>`, 1), "tree B q=$y\n\ntree B q\n  switch q\n", ""},
		{"a script whose port has several keys", strings.Replace(two, "%", `<Sequence><SubTree ID="B" r="{x}"/><SubTree ID="B" r="{y}"/></Sequence></BehaviorTree><BehaviorTree ID="B"><Script code="r:=1"/>`, 1), "tree B r=$x\n    tree B r=$y\n\ntree B r\n  set r=1", ""},
		{"a script and a node written in C++ use a port with several keys", strings.Replace(two, "%", `<Sequence><SubTree ID="B" r="{x}"/><SubTree ID="B" r="{y}"/></Sequence></BehaviorTree><BehaviorTree ID="B"><Sequence><Go to="{r}"/><Script code="r:=1"/></Sequence>`, 1), "tree B r=\"{y}\"\n\ntree B r=\"{r}\"\n  sequence\n    Go to=r\n    set r=1", `warning port-in-script port="r" tree="B" -> it`},
		{"a script and a node written in C++ use the key that is passed to their port", strings.Replace(two, "%", `<SubTree ID="B" r="{res}"/></BehaviorTree><BehaviorTree ID="B"><Sequence><Go to="{r}"/><Script code="r:=1"/></Sequence>`, 1), "tree B r=\"{res}\"\n\ntree B r=\"{r}\"\n  sequence\n    Go to=r\n    set res=1", ""},
		{"an inclusion does not pass a port that stands for a field", strings.Replace(two, "%", `<Sequence><SubTree ID="B" r="{x}"/><SubTree ID="B"/></Sequence></BehaviorTree><BehaviorTree ID="B"><Script code="r:=1"/>`, 1), "tree B r=$x\n    tree B r=$r meta={btcpp={\"r\"}}", `warning private-keys keys=[r] -> it`},
		{"a tree that also runs by itself has keys of its own", `<root BTCPP_format="4" main_tree_to_execute="A"><BehaviorTree ID="A"><ScriptCondition code="r == 1"/></BehaviorTree><BehaviorTree ID="B"><SubTree ID="A" r="{x}"/></BehaviorTree></root>`, "tree A r=\"{r}\"\n", `warning port-in-script port="r" tree="A" -> it`},
		{"a port that is passed to a tree in another file", strings.Replace(two, "%", `<SubTree ID="B" r="{x}"/></BehaviorTree><BehaviorTree ID="B"><Sequence><SubTree ID="C" q="{r}"/><Script code="r:=1"/></Sequence>`, 1), "tree B r=\"{x}\"\n\ntree B r=\"{r}\"\n", ""},
		{"a key that a script uses in place of a port is no name of another port", strings.Replace(two, "%", `<SubTree ID="B" p="{a}" a="{b}"/></BehaviorTree><BehaviorTree ID="B"><Sequence><Go to="{p}"/><Script code="p:=1"/><ScriptCondition code="a == 1"/></Sequence>`, 1), "set a=1 meta={btcpp={\"code=p:=1\"}}\n    condition meta={btcpp={\"code=a == 1\"}} b == 1", ""},
		{"a script that reads a port with the name of its key", strings.Replace(two, "%", `<SubTree ID="B" r="{r}"/></BehaviorTree><BehaviorTree ID="B"><ScriptCondition code="r > 1"/>`, 1), "tree B r=$r\n\ntree B r\n  condition r > 1", ""},
		{"a port reaches a tree below an inclusion with _autoremap", strings.Replace(two, "%", `<SubTree ID="B" goal="{pose}"/></BehaviorTree><BehaviorTree ID="B"><SubTree ID="C" _autoremap="true"/></BehaviorTree><BehaviorTree ID="C"><Go to="{goal}"/>`, 1), "tree C goal=goal meta={btcpp={\"goal\", _autoremap=\"true\"}}\n\ntree C goal=\"{goal}\"\n  Go to=goal", ""},
		{"a key that is passed by its own name needs no port below", strings.Replace(two, "%", `<SubTree ID="B" goal="{goal}"/></BehaviorTree><BehaviorTree ID="B"><SubTree ID="C" _autoremap="true"/></BehaviorTree><BehaviorTree ID="C"><Go to="{goal}"/>`, 1), "tree C meta={btcpp={_autoremap=\"true\"}}\n\ntree C\n  Go to=\"{goal}\"", ""},
		{"a port reaches a condition over three levels", strings.Replace(two, "%", `<SubTree ID="B" goal="{pose}" _autoremap="true"/></BehaviorTree><BehaviorTree ID="B"><SubTree ID="C" _autoremap="true"/></BehaviorTree><BehaviorTree ID="C"><SubTree ID="D" _autoremap="true"/></BehaviorTree><BehaviorTree ID="D"><Go to="{x}" _successIf="goal == 1"/>`, 1), "tree D goal\n  fallback meta={btcpp={attr=\"_successIf\", text=\"goal == 1\"}}\n    condition goal == 1\n    Go to=\"{x}\"", ""},
		{"a value reaches a script condition below an inclusion with _autoremap", strings.Replace(two, "%", `<SubTree ID="B" n="4"/></BehaviorTree><BehaviorTree ID="B"><SubTree ID="C" _autoremap="true"/></BehaviorTree><BehaviorTree ID="C"><ScriptCondition code="n == 4"/>`, 1), "tree C n\n  condition n == 4", ""},
		{"a port that is passed on writes the key", strings.Replace(two, "%", `<SubTree ID="B" res="{r}"/></BehaviorTree><BehaviorTree ID="B"><SubTree ID="C" _autoremap="true"/></BehaviorTree><BehaviorTree ID="C"><Script code="res := 1"/>`, 1), "tree B res\n  tree C res=res meta={btcpp={\"res\", _autoremap=\"true\"}}\n\ntree C res\n  set res=1", ""},
		{"a key that begins with _ is not passed on", strings.Replace(two, "%", `<SubTree ID="B" _goal="{pose}" x="{y}"/></BehaviorTree><BehaviorTree ID="B"><SubTree ID="C" _autoremap="true"/></BehaviorTree><BehaviorTree ID="C"><Go to="{_goal}"/>`, 1), "tree C\n  Go to=\"{_goal}\"", "warning private-keys keys=[_goal] -> it"},
		{"a default of a port is a port of the including tree", strings.Replace(two, "%</BehaviorTree>", `<SubTree ID="B" goal="{pose}"/></BehaviorTree><BehaviorTree ID="B"><SubTree ID="C"/></BehaviorTree><BehaviorTree ID="C"><Go to="{at}"/></BehaviorTree><TreeNodesModel><SubTree ID="C"><input_port name="at" default="{goal}"/></SubTree></TreeNodesModel>`, 1), "tree C at=goal", ""},
		{"a default of a port does not count with _autoremap", strings.Replace(two, "%</BehaviorTree>", `<SubTree ID="B" _autoremap="true"/></BehaviorTree><BehaviorTree ID="B"><Go to="{at}"/></BehaviorTree><TreeNodesModel><SubTree ID="B"><input_port name="at" default="7"/></SubTree></TreeNodesModel>`, 1), "tree B at=\"{at}\" meta=", ""},
		{"a value that a script writes becomes a key", strings.Replace(two, "%", `<SubTree ID="B" n="4"/></BehaviorTree><BehaviorTree ID="B"><Sequence><Go to="{n}"/><Script code="n := 5"/></Sequence>`, 1), "  sequence meta={btcpp={attr=\"n\", text=\"4\", of=\"port\"}}\n    fallback\n      condition B_n ~= nil\n      set B_n=4\n    tree B n=\"{B_n}\"", ""},
		{"a value that a script writes, after a key of the same name", strings.Replace(two, "%", `<SubTree ID="B" p="{p}" n="4"/></BehaviorTree><BehaviorTree ID="B"><Sequence><ScriptCondition code="p == 1"/><Script code="n := 5"/></Sequence>`, 1), "tree B p=$p n=$B_n meta={btcpp={\"n=4\"}}\n\ntree B p n\n", ""},
		{"a value that an output port writes becomes a key", strings.Replace(two, "%</BehaviorTree>", `<SubTree ID="B" n="4"/></BehaviorTree><BehaviorTree ID="B"><SubTree ID="C" m="{n}"/></BehaviorTree><BehaviorTree ID="C"><Go to="{m}"/></BehaviorTree><TreeNodesModel><Action ID="Go"><output_port name="to"/></Action></TreeNodesModel>`, 1), "set B_n=4", ""},
		{"a value that is written, with a name that is taken", strings.Replace(two, "%", `<Sequence><Go to="{B_n}"/><SubTree ID="B" n="4"/><SubTree ID="B" n="x"/></Sequence></BehaviorTree><BehaviorTree ID="B"><UnsetBlackboard key="n"/>`, 1), "set B_n_3=\"x\"", ""},
		{"a default that is written becomes a key", strings.Replace(two, "%</BehaviorTree>", `<SubTree ID="B"/></BehaviorTree><BehaviorTree ID="B"><Script code="n := 5"/></BehaviorTree><TreeNodesModel><SubTree ID="B"><input_port name="n" default="4"/></SubTree></TreeNodesModel>`, 1), "tree B n=$B_n meta={btcpp={\"n\"}}", ""},
		{"a node of version 3 that version 4 defines anew", strings.Replace(two, "%</BehaviorTree>", `<BlackboardCheckInt a="1"/></BehaviorTree><TreeNodesModel><Action ID="BlackboardCheckInt"><input_port name="a"/></Action></TreeNodesModel>`, 1), "BlackboardCheckInt a=1", ""},
		{"a text that is a key in version 3", `<root main_tree_to_execute="A"><BehaviorTree ID="A"><SubTree ID="B" to="door" n="1"/></BehaviorTree><BehaviorTree ID="B"><Go to="{to}"/></BehaviorTree></root>`, `tree B to="door" n=1`, `warning text-or-key attr="to" value="door" -> it`},
		{"a value that may be written is told", strings.Replace(two, "%", `<SubTree ID="B" n="4"/></BehaviorTree><BehaviorTree ID="B"><Go to="{n}"/>`, 1), "tree B n=4", `warning unclear-port-value port="n" -> it`},
		{"a port that is missing", strings.Replace(two, "%", `<Timeout timeout_ms="9"><Go/></Timeout>`, 1), "Timeout timeout_ms=9\n    Go", `warning missing-port behavior="Timeout" port="msec" tag="Timeout" -> it`},
		{"a key in place of a number", strings.Replace(two, "%", `<Delay delay_msec="{d}"><Go/></Delay>`, 1), "delay (d / 1000)\n    Go", ""},
		{"a key in place of a number of rounds", strings.Replace(two, "%", `<Repeat num_cycles="{n}"><Go/></Repeat>`, 1), "repeat n\n    Go", `warning rounds-of-key key="n" tag="Repeat" -> it`},
		{"a key in place of a time, with spaces", strings.Replace(two, "%", `<Sleep msec="{ ms }"/>`, 1), `wait (ms / 1000) meta={btcpp={"msec={ ms }"}}`, ""},
		{"a key in place of a bound", strings.Replace(two, "%", `<Timeout msec="{ms}"><Go/></Timeout>`, 1), "timeout (ms / 1000)\n    Go", `warning timeout-of-key key="ms" -> it`},
		{"a key in place of a number of children", strings.Replace(two, "%", `<Parallel success_count="{n}"><Go/><Go/></Parallel>`, 1), `Parallel success_count="{n}"`, `warning port-not-fixed behavior="Parallel" kind="parallel" port="success_count" tag="Parallel" value="{n}" -> it`},
		{"a number that is passed to a port", strings.Replace(two, "%", `<SubTree ID="B" n="3"/></BehaviorTree><BehaviorTree ID="B"><Repeat num_cycles="{n}"><Go/></Repeat>`, 1), "repeat n\n", ""},
		{"a number in the key that is passed to a port", strings.Replace(two, "%", `<SubTree ID="B" n="{m}"/></BehaviorTree><BehaviorTree ID="B"><Sleep msec="{n}"/>`, 1), "tree B n=$m\n\ntree B n\n  wait (n / 1000)", ""},
		{"a number in a port with several keys", strings.Replace(two, "%", `<Sequence><SubTree ID="B" n="{x}"/><SubTree ID="B" n="{y}"/></Sequence></BehaviorTree><BehaviorTree ID="B"><Sleep msec="{n}"/>`, 1), "wait (n / 1000)", ""},
		{"a Timeout without a bound", strings.Replace(two, "%", `<Timeout msec="0"><Go/></Timeout>`, 1), "sequence meta={btcpp={\"msec=0\", node=\"Timeout\"}}\n    Go", ""},
		{"a key that is copied", strings.Replace(two, "%", `<SetBlackboard output_key="b" value="{a}"/>`, 1), `set meta={btcpp={node="SetBlackboard"}} b = a`, ""},
		{"a port that is copied", strings.Replace(two, "%", `<SubTree ID="B" q="{res}"/></BehaviorTree><BehaviorTree ID="B"><SetBlackboard output_key="b" value="{q}"/>`, 1), "tree B q=$res\n\ntree B q\n  set b=q meta=", ""},
		{"a value of a port that is copied", strings.Replace(two, "%", `<SubTree ID="B" q="7"/></BehaviorTree><BehaviorTree ID="B"><SetBlackboard output_key="b" value="{q}"/>`, 1), `set b=q meta=`, ""},
		{"a script that computes", strings.Replace(two, "%", `<Script code="n += 1; last:=n>2?'x':mode"/>`, 1), ` n = n + 1, last = n > 2 and "x" or mode`, ""},
		{"a script that assigns a key twice", strings.Replace(two, "%", `<Sequence><Script code="n := 1; n += m"/></Sequence>`, 1), "sequence meta={btcpp={\"code=n := 1; n += m\", node=\"Script\"}}\n      set n=1\n      set n = n + m\n", ""},
		{"an attribute that assigns a key twice", strings.Replace(two, "%", `<Go _onSuccess="n := 1; n += m"/>`, 1), "    Go\n    sequence\n      set n=1\n      set n = n + m\n", ""},
		{"a script that computes with the keys that are passed to its ports", strings.Replace(two, "%", `<SubTree ID="B" r="{res}" q="7"/></BehaviorTree><BehaviorTree ID="B"><Script code="r += q; x := q"/>`, 1), "}} r = r + q, x = q\n", ""},
		{"a script whose ports have one key", strings.Replace(two, "%", `<SubTree ID="B" p="{res}" q="{res}"/></BehaviorTree><BehaviorTree ID="B"><Script code="p := 1; q := p + 1"/>`, 1), "tree B p q\n  set p = 1, q = p + 1\n", ""},
		{"a truth value that is used as a number", strings.Replace(two, "%", `<Sequence><Script code="f := n > 1"/><Script code="m := f + 1"/></Sequence>`, 1), "set m = f + 1", `warning truth-as-number field="f" -> it`},
		{"texts that are added", strings.Replace(two, "%", `<Sequence><Script code="f := 'x'"/><Script code="m := f + g"/></Sequence>`, 1), "set m = f + g", `warning text-added field="f" -> it`},
		{"a number in a text", strings.Replace(two, "%", `<Script code="m := 'x' .. n"/>`, 1), `set m = "x" .. n`, `warning number-in-text field="n" -> it`},
		{"an enum in a script", strings.Replace(two, "%", `<Script code="color := Red"/>`, 1), "set color = Red\n", `warning maybe-enum name="Red" -> it`},
		{"a script that sets a bit", strings.Replace(two, "%", `<Script code="n := n | 1"/>`, 1), `Script code="n := n | 1"`, `warning script-not-assigning behavior="Script" what=(other-operator-term operator="|") -> it`},
		{"a key that cannot be a field", strings.Replace(two, "%", `<SetBlackboard output_key="a.b" value="1"/>`, 1), `SetBlackboard output_key="a.b"`, `warning key-not-field behavior="SetBlackboard" key="a.b" tag="SetBlackboard" -> it`},
		{"a condition that cannot be translated", strings.Replace(two, "%", `<ScriptCondition code="a & b"/>`, 1), "ScriptCondition code=", `warning untranslatable-condition what=(other-operator-term operator="&") -> it`},
		{"a node whose name is not ASCII", strings.Replace(two, "%", `<动作/>`, 1), "\n  动作\n", ""},
		{"a node whose name has a character that is no letter", strings.Replace(two, "%", `<Action ID="动☂"/>`, 1), `动_u2602 meta={btcpp={tag="Action", id="动☂"}}`, `warning renamed-node name="动_u2602" tag="动☂" -> it`},
		{"nodes whose scripts would be one file on Windows and macOS", strings.Replace(two, "%", `<Sequence><Find/><find/></Sequence>`, 1), "Find\n    find_2 meta={btcpp={id=\"find\"}}", `warning renamed-node name="find_2" tag="find" -> it`},
		{"a loop over a queue", strings.Replace(two, "%", `<LoopInt queue="1;2" value="{v}"><Go to="{v}"/></LoopInt>`, 1), "LoopInt queue=\"1;2\" value=\"{v}\"\n    Go to=\"{v}\"", `warning unknown-node-of-btcpp tag="LoopInt" -> it`},
		{"a port whose name is no name", strings.Replace(two, "%", `<Go a.b-c="1" x-y="{敌人}"/>`, 1), `Go a_u002eb_u002dc=1 x_u002dy="{敌人}"`, ""},
		{"a port of a tree whose name is no name", strings.Replace(two, "%", `<SubTree ID="B" x-y="{x}"/></BehaviorTree><BehaviorTree ID="B"><Go at="{x-y}"/>`, 1), "tree B x_u002dy=\"{x-y}\"\n  Go at=x_u002dy", ""},
		{"fields of metadata are no ports", strings.Replace(two, "%</BehaviorTree>", `<Go/></BehaviorTree><TreeNodesModel><SubTree ID="A"><MetadataFields><Metadata ros="x"/></MetadataFields><input_port name="p"/></SubTree></TreeNodesModel>`, 1), "tree A p=\"{p}\" meta=", ""},
		{"a condition before the inclusion of a tree that is SKIPPED", strings.Replace(two, "%", `<Sequence><SubTree ID="B"/></Sequence></BehaviorTree><BehaviorTree ID="B"><Go _skipIf="a > 1"/>`, 1), "fallback meta={btcpp={attr=\"_skipIf\", text=\"a > 1\", of=\"tree\"}}\n      condition a > 1\n      tree B\n", ""},
		{"a condition of a tree that is SKIPPED by a port", strings.Replace(two, "%", `<Sequence><SubTree ID="B" p="1"/></Sequence></BehaviorTree><BehaviorTree ID="B"><Go _skipIf="p > 1"/>`, 1), "sequence\n    tree B", `warning tree-skipped-by-root attr="_skipIf" id="B" -> it`},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, list := Import("guard.xml", []byte(c.src))
			if list.Err() != nil {
				t.Fatal(list)
			}
			text := trees.Format(f)
			if !strings.Contains(string(text), c.want) {
				t.Errorf("got\n%s\nwithout %s", text, c.want)
			}
			if c.report != "" && !slices.ContainsFunc(list, func(d diag.Diagnostic) bool { return message.Identity(d) == c.report }) {
				t.Errorf("no %q in\n%v", c.report, list)
			}
			again, list := trees.Parse("a.bt", text)
			if list.Err() != nil {
				t.Fatal(list)
			}
			out, list := Export(again)
			if list.Err() != nil || bytes.Contains(out, []byte(boughAttr)) {
				t.Errorf("%v\n%s", list, out)
			}
			if back, list := Import("guard.xml", out); list.Err() != nil || !bytes.Equal(trees.Format(back), text) {
				t.Errorf("the round trip gave\n%s\nwant\n%s\nthrough\n%s", trees.Format(back), text, out)
			}
		})
	}
}
