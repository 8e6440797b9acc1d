package luabind_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/luabind/condition"
)

// otherFile is a set of named conditions in one file, which may refer to conditions of another file.
type otherFile struct {
	conditions
	far conditions
}

func (f otherFile) Named(name string) (string, diag.Pos, string, condition.Names, bool) {
	if source, pos, line, scope, ok := f.far.Named(name); ok {
		pos.File = "far.bt"
		return source, pos, line, scope, ok
	}
	source, pos, line, _, ok := f.conditions.Named(name)
	return source, pos, line, f, ok
}

// TestNamedConditions evaluates guards that use named conditions. The reads and the terms of a guard must include
// those of the conditions. An error in a condition must name the conditions that led to it.
func TestNamedConditions(t *testing.T) {
	q := newAsker(t, engine.Param{Name: "reach", Value: value.Number(2)})
	q.names = otherFile{
		conditions{"hurt": "hp < 30", "near": "dist < params.reach", "danger": "hurt and near"},
		conditions{"alarmed": "alarm and not calm", "calm": "hp"},
	}
	q.agent.Set(engine.KeyOf("dist"), value.Number(1))
	if _, err := q.ask("dist and danger"); err == nil || err.Error() != "guard dist and danger: in danger: in hurt: attempt to compare hp (nil) with 30: the agent has no field hp; if that may be so, write (hp or 0)" {
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
