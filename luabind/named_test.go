package luabind_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind"
)

// TestNamedConditions evaluates guards that use named conditions. The reads and the terms of a guard must include
// those of the conditions. An error in a condition must name the conditions that led to it.
func TestNamedConditions(t *testing.T) {
	q := newAsker(t, engine.Param{Name: "reach", Value: value.Number(2)})
	q.names = conditions{"hurt": "hp < 30", "near": "dist < params.reach", "danger": "hurt and near", "alarmed": "alarm and not calm", "calm": "hp"}
	q.agent.Set(engine.KeyOf("dist"), value.Number(1))
	if _, err := q.ask("dist and danger"); err == nil || problem(err) != `main.bt:103:18: cannot-compare left="hp (nil)" right="30" -> agent-lacks-field name="hp" remedy=(write-code code="(hp or 0)")` ||
		!slices.Equal(err.(*luabind.Error).Notes, []string{message.InCondition("danger").Text, message.InCondition("hurt").Text, message.ConditionUsedAt("main.bt:1:1").Text}) {
		t.Errorf("error inside: %v", err)
	}
	if got := fmt.Sprint(q.reads); got != "[dist hp]" {
		t.Errorf("reads %s", got)
	}
	q.agent.Set(engine.KeyOf("hp"), value.Number(12))
	if yes, err := q.ask("alarmed or danger"); !yes || err != nil || termText(q.terms) != "alarmed=nil alarm=nil calm=12 hp=12 danger=true hurt=true near=true dist=1 params.reach=2" {
		t.Errorf("%v, %v: %s", yes, err, termText(q.terms))
	}
}

func termText(terms []engine.Term) string {
	var parts []string
	for _, t := range terms {
		parts = append(parts, t.Text+"="+t.Value)
	}
	return strings.Join(parts, " ")
}
