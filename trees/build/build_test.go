package build_test

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/build"
)

func Example() {
	guard, err := build.Tree("guard").Doc("Watches a gate.").Needs("post").Param("reach", 2).Of(
		build.Do("root").Of(
			build.Do("listen").NonExclusive(),
			build.Do("flee").When("hp < 30"),
			build.Do("combat").When("target ~= nil").Of(
				build.Do("melee").ID("close").When("dist < reach"),
				build.Do("chase").With("speed", 3.5),
			),
			build.Sequence().Of(
				build.Do("goto_point", build.Ref("post")),
				build.Wait(2*time.Second),
			),
		),
	).Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(trees.Format(&trees.File{Trees: []*trees.Tree{guard}})))
	// Output:
	// tree guard post reach=2 "Watches a gate."
	//   root
	//     listen +
	//     flee    when hp < 30
	//     combat  when target ~= nil
	//       melee id=close  when dist < reach
	//       chase speed=3.5
	//     sequence
	//       goto_point post
	//       wait 2
}

// TestEverything builds a node of each form.
func TestEverything(t *testing.T) {
	d := build.Tree("all").Param("speed", 2).Needs("attack", "route").Of(
		build.Parallel().With("success", "one").With("failure", 2).Note("both").Of(
			build.Slot("attack", "x").With("speed", build.Ref("speed")).When("a == 1"),
			build.Include("patrol").With("route", build.Ref("route")).NonExclusive().Of(
				build.Override("hunt").With("speed", true).When("torch"),
				build.Override("rest").Of(build.Chance(0.5).Of(build.Do("sleep", nil))),
			),
			build.Switch("state").With("weight", 2).Of(
				build.WaitUntil("near").With("case", "far"),
				build.Set().With("from", map[string]any{"x": 1, "list": []int{1, 2}}),
				nil,
				build.Log("done"),
			),
			build.Repeat().Of(build.Emit("noise").With("ttl", 500*time.Millisecond)),
			build.Retry(3).Of(build.Fail()),
			build.Do("wait", build.Expr("nap * 2")).With("weight", build.Expr("hunger")),
			build.Set().With("gold", build.Expr("gold + 5")).With("n", 2),
		),
	)
	want := `tree all speed=2 attack route
  parallel success=one failure=2 note="both"
    slot attack "x" speed=speed  when a == 1
    tree patrol route=route +
      override hunt speed=true  when torch
      override rest
        chance 0.5
          sleep nil
    switch weight=2 state
      wait_until case="far" near
      set from={list={1, 2}, x=1}
      log "done"
    repeat
      emit "noise" ttl=0.5
    retry 3
      fail
    wait (nap * 2) weight=hunger
    set gold = gold + 5, n = 2
`
	for range 2 { // Build may be called more than once
		tree, err := d.Build()
		if err != nil {
			t.Fatal(err)
		}
		f := &trees.File{Trees: []*trees.Tree{tree}}
		if got := string(trees.Format(f)); got != want {
			t.Fatalf("got\n%s\nwant\n%s", got, want)
		}
		if _, list := trees.Parse("all.bt", trees.Format(f)); len(list) > 0 {
			t.Error(list)
		}
	}
}

// TestMistakes checks that all errors are reported at once, each with the line of its call.
func TestMistakes(t *testing.T) {
	shared := build.Do("shared")
	_, err := build.Tree("bad tree").Param("id", 1).Param("f", func() {}).Of(
		build.Sequence().Of(
			build.Wait(-time.Second),
			build.Wait(time.Second).With("second", 2).Of(build.Idle()),
			build.Do("walk", math.NaN()).With("to", struct{}{}),
			build.Invert(),
			build.Parallel().With("success", "two").Of(shared, shared),
			build.Repeat(1, 2).Of(shared),
			build.Do("a-b").ID("x y"),
			build.Do("c", build.Ref("nothing")),
			build.Condition(""),
			build.Override("x"),
			build.Log("a").With("text", "b"),
			build.Emit("a").With("data", []any{[]any{[]any{[]any{[]any{1}}}}}),
			build.Do("d", build.Expr("hp")),
		),
	).Of(build.Do("second")).Build()
	list, ok := err.(diag.List)
	if !ok {
		t.Fatalf("got %T %v", err, err)
	}
	var got []string
	for _, d := range list {
		if filepath.Base(d.Pos.File) != "build_test.go" {
			t.Errorf("%v is told at %v", d.Message, d.Pos)
		}
		got = append(got, fmt.Sprintf("+%d %s", d.Pos.Line-list[0].Pos.Line, message.Identity(d)))
	}
	want := []string{
		`+0 invalid-name name="bad tree" -> it`,
		`+0 invalid-tree-parameter key="id" -> it`,
		`+0 unusable-value name="f" of="bad tree" problem=(go-error error="a func() cannot be a field; use numbers, time.Duration, bool, string, value.Vector, slices and maps, or value.Other of it as a handle")`,
		`+2 wrong-parameter-value name="seconds" value="-1" want=(seconds-value) -> it`,
		`+3 takes-no-children child="idle" node="wait" -> it`,
		`+3 unknown-parameter name="second" node="wait" -> did-you-mean near="seconds"`,
		`+4 unusable-value name="#1" of="walk" problem=(number-outside-trees number="NaN")`,
		`+4 unusable-value name="to" of="walk" problem=(go-error error="a struct {} cannot be a field; use numbers, time.Duration, bool, string, value.Vector, slices and maps, or value.Other of it as a handle")`,
		`+5 too-few-children count=0 least=1 node="invert" -> it`,
		`+6 node-used-twice node="shared" -> it`,
		`+6 wrong-parameter-value name="success" value="\"two\"" want=(quota-value) -> it`,
		`+7 node-used-twice node="shared" -> it`,
		`+7 surplus-value count=1 got=2 node="repeat" -> takes-parameters names=[times per_tick] node="repeat"`,
		`+7 too-few-children count=0 least=1 node="repeat" -> it`,
		`+8 invalid-id -> it`,
		`+8 invalid-name name="a-b" -> it`,
		`+9 undeclared-parameter name="nothing" tree="bad tree" -> it`,
		`+10 missing-expression example="condition hp < 30" head="condition" -> it`,
		`+11 override-outside-inclusion id="x" -> it`,
		`+12 parameter-given-twice name="text" -> it`,
		`+13 unusable-value name="data" of="emit" problem=(tables-too-deep limit=4)`,
		`+14 constant-parameters name="d" -> it`,
		`+16 root-set-twice tree="bad tree" -> it`,
	}
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("mistake %d\ngot\n%s\nwant\n%s", i, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// TestNoRoot checks that Build returns an error for a definition without a root, and for a tree
// that is too deep.
func TestNoRoot(t *testing.T) {
	if _, err := build.Tree("empty").Of(nil).Build(); err == nil || !strings.Contains(err.Error(), "tree empty has no root") {
		t.Errorf("got %v", err)
	}
	n := build.Idle()
	for range 100_000 {
		n = build.Invert().Of(n)
	}
	if _, err := build.Tree("deep").Of(n).Build(); err == nil || !strings.Contains(err.Error(), "nodes are nested deeper than 200 levels") {
		t.Errorf("got %v", err)
	}
}
