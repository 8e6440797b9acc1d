// Package palette describes what a tree can be made of, for editors: the node kinds, and the behaviors, named conditions and
// trees of a game, with their parameters.
package palette

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
)

// The groups of definitions of games and files other than choosers and decorators. Node kinds have the groups of package
// behaviors, in lower case.
const (
	GroupBehaviors  = "behaviors"
	GroupConditions = "conditions"
	GroupTrees      = "trees"
	GroupKinds      = "kinds"
)

// Entry is a node kind, or what a game or its files define.
type Entry struct {
	Name        string   `json:"name"`
	Aliases     []string `json:"aliases,omitempty"`
	Group       string   `json:"group"`
	Doc         string   `json:"doc"`
	MinChildren int      `json:"children_least"`
	MaxChildren int      `json:"children_most"` // -1 if there is no bound
	Expression  bool     `json:"expression,omitempty"`
	Fields      bool     `json:"fields,omitempty"`
	Positional  int      `json:"positional,omitempty"`
	Params      []Param  `json:"params,omitempty"`
	ChildParams []Param  `json:"child_params,omitempty"`
	Example     string   `json:"example,omitempty"`
	Source      string   `json:"source,omitempty"` // source of a named condition

	// of a behavior
	Hooks        []string `json:"hooks,omitempty"`    // run counts as "behavior"
	Children     string   `json:"children,omitempty"` // how the behavior picks among its children
	NonExclusive bool     `json:"non_exclusive,omitempty"`
	Stimulus     string   `json:"stimulus,omitempty"`
	Native       bool     `json:"-"`
}

// Param is a parameter of an Entry.
type Param struct {
	Name     string   `json:"name"`
	Type     string   `json:"type"`
	Words    []string `json:"words,omitempty"`
	Required bool     `json:"required,omitempty"`
	Default  string   `json:"default,omitempty"`
	Doc      string   `json:"doc,omitempty"`
}

// Kinds returns the entries of node kinds of Bough.
func Kinds(list []behaviors.Kind) []Entry {
	var out []Entry
	for i := range list {
		k := &list[i]
		least, most := k.Children()
		if k.Group == behaviors.Choosers || k.Group == behaviors.Composites {
			if most > 3 {
				most = -1
			}
		}
		out = append(out, Entry{
			Name: k.Name, Aliases: k.Aliases, Group: strings.ToLower(k.Group.String()), Doc: behaviors.Translated(k.Doc), MinChildren: least, MaxChildren: most,
			Expression: k.Expression, Fields: k.Fields, Positional: k.Positional,
			Params: paramEntries(k.Params), ChildParams: paramEntries(k.ChildParams), Example: k.Example,
		})
	}
	return out
}

func paramEntries(list []behaviors.Param) []Param {
	var out []Param
	for i := range list {
		p := &list[i]
		out = append(out, Param{p.Name, p.Type.String(), p.Words, p.Required, behaviors.Translated(p.Default), behaviors.Translated(p.Doc)})
	}
	return out
}

// Of returns the definitions of the game and its files that a tree can use: node kinds in the order of the
// game, behaviors by name, named conditions by name, then trees by name.
func Of(b *assets.Bundle) (out []Entry) {
	for _, k := range b.Kinds {
		e := Entry{Name: k.Name, Group: GroupKinds, Doc: k.Doc, MinChildren: k.MinChildren, MaxChildren: k.MaxChildren, Positional: k.Positional}
		for _, p := range k.Params {
			e.Params = append(e.Params, valueEntry(p.Name, p.Default))
			e.Params[len(e.Params)-1].Required = p.Default.IsNil()
		}
		out = append(out, e)
	}
	for _, each := range b.Behaviors {
		if !each.Missing {
			out = append(out, behaviorEntry(each, b.Doc(each.Name)))
		}
	}
	for _, n := range b.Conditions {
		out = append(out, Entry{Name: n.Name, Group: GroupConditions, Source: n.Expr.Source})
	}
	for _, t := range b.Sources() {
		e := Entry{Name: t.Name, Group: GroupTrees, Doc: t.Doc}
		for _, p := range t.Params {
			e.Params = append(e.Params, valueEntry(p.Name, p.Value))
			e.Params[len(e.Params)-1].Required = p.Required
		}
		out = append(out, e)
	}
	return out
}

// behaviorEntry describes a behavior as a kind. Parameters that can be given by position come first.
func behaviorEntry(b *engine.Behavior, doc string) Entry {
	e := Entry{
		Name: b.Name, Group: GroupBehaviors, Doc: doc, MaxChildren: -1, Positional: len(b.Args),
		Stimulus: b.Stimulus, NonExclusive: b.NonExclusive, Native: b.Native,
	}
	for h, has := range b.Hooks {
		if has {
			e.Hooks = append(e.Hooks, engine.Hook(h).String())
		}
	}
	switch {
	case b.Hooks[engine.HookChoose]:
		e.Group, e.MinChildren = strings.ToLower(behaviors.Choosers.String()), 1
	case b.Hooks[engine.HookResult]:
		e.Group, e.MinChildren, e.MaxChildren = strings.ToLower(behaviors.Decorators.String()), 1, 1
	default:
		e.Children = b.Children.String()
	}
	add := func(name string, v value.Value) { e.Params = append(e.Params, valueEntry(name, v)) }
	value := func(name string) value.Value {
		if i := slices.IndexFunc(b.Params, func(p engine.Param) bool { return p.Name == name }); i >= 0 {
			return b.Params[i].Value
		}
		return value.Value{}
	}
	for _, name := range b.Args {
		add(name, value(name))
	}
	for _, p := range b.Params {
		if !slices.Contains(b.Args, p.Name) {
			add(p.Name, p.Value)
		}
	}
	return e
}

// valueEntry describes a parameter by its default, which may be nil.
func valueEntry(name string, v value.Value) Param {
	p := Param{Name: name, Type: "any"}
	if !v.IsNil() {
		p.Type, p.Default = typeOfValue(v), v.String()
	}
	return p
}

func typeOfValue(v value.Value) string {
	switch v.Kind() {
	case value.KindBool:
		return "boolean"
	case value.KindNumber:
		return "number"
	case value.KindString:
		return "string"
	}
	return "table"
}
