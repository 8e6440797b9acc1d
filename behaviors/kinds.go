package behaviors

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/lang"
)

// Group is a group of related kinds.
type Group uint8

// The groups, in the order in which they are shown.
const (
	Choosers Group = iota
	Composites
	Decorators
	Leaves
)

// String returns the heading of the group.
func (g Group) String() string {
	return [...]string{lang.N("Choosers"), lang.N("Composites"), lang.N("Decorators"), lang.N("Leaves")}[g]
}

// Doc describes the kinds of a group in a sentence.
func (g Group) Doc() string {
	return [...]string{
		tr.T("A chooser runs one of its children. It chooses by readiness, before anything runs, and has the result of that child."),
		tr.T("A composite runs its children, and their results determine its own."),
		tr.T("A decorator has one child and changes its result or readiness."),
		tr.T("A leaf has no children."),
	}[g]
}

// Translated returns a text of the catalog in the language of what people read: Kind.Doc, Param.Doc, Param.Default, or the
// heading of a group.
func Translated(text string) string { return tr.T(text) }

// Readiness says when a node of a kind is certainly ready, whatever the game does, if it has no condition.
type Readiness uint8

const (
	ReadyUnknown Readiness = iota // a tree file does not show it
	ReadyAlways
	ReadyCertain // always, and its result is certain before it runs
	ReadyAny     // if one of its children is
	ReadyAll     // if all of its children are
	ReadyLast    // if its last child is
	ReadyOpen    // if its child is, and the result of that child is not certain before it runs
)

// Kind documents a node kind that a tree may use besides behaviors. The parser, the checker, tools and the
// documentation take their data about kinds from it.
type Kind struct {
	Name    string
	Aliases []string
	Kind    kind.Kind
	Group   Group
	Ready   Readiness
	// Elsewhere lists names of similar nodes in other engines, in lower case and without underscores. A message about
	// such a name suggests the kind.
	Elsewhere string
	// Doc describes the kind in one or two sentences.
	Doc string
	// Expression is set if the name of the kind is followed by a Lua expression.
	Expression bool
	// Params are the parameters of the kind. The first Positional of them may be given without a name.
	Params     []Param
	Positional int
	// Fields is set if the kind accepts any FIELD=VALUE.
	Fields bool
	// ChildParams are the parameters that the kind reads from its children.
	ChildParams []Param
	// Example is a tree that uses the kind.
	Example string
}

// Children returns the minimum and the maximum number of children of a node of this kind.
func (k *Kind) Children() (least, most int) { return k.Kind.Children() }

// Param returns the parameter of that name, or nil.
func (k *Kind) Param(name string) *Param { return paramNamed(k.Params, name) }

// ChildParam returns the child parameter of that name, or nil.
func (k *Kind) ChildParam(name string) *Param { return paramNamed(k.ChildParams, name) }

func paramNamed(list []Param, name string) *Param {
	for i := range list {
		if list[i].Name == name {
			return &list[i]
		}
	}
	return nil
}

// Kinds is the catalog of node kinds, group by group.
var Kinds = slices.Concat(choosers, composites, decorators, leaves)

// kindsByName maps names and aliases to kinds.
var kindsByName = func() map[string]*Kind {
	names := map[string]*Kind{}
	for i := range Kinds {
		names[Kinds[i].Name] = &Kinds[i]
		for _, a := range Kinds[i].Aliases {
			names[a] = &Kinds[i]
		}
	}
	return names
}()

// KindNamed returns the kind of that name or alias, or nil.
func KindNamed(name string) *Kind { return kindsByName[name] }

// KindElsewhere returns the name of the kind that is most similar to a node of another engine, or "" if none is known.
// The name of the node may have a prefix or a suffix for its category, as in BTInverter and InverterDecorator.
func KindElsewhere(name string) string {
	plain := strings.ToLower(strings.ReplaceAll(name, "_", ""))
	for _, category := range []string{"decorator", "composite", "leaf", "action", "node", "task"} {
		plain = strings.TrimSuffix(plain, category)
	}
	plain = strings.TrimPrefix(plain, "bt")
	for _, k := range Kinds {
		if slices.Contains(strings.Fields(k.Elsewhere), plain) || plain == strings.ReplaceAll(k.Name, "_", "") {
			return k.Name
		}
	}
	return ""
}

// KindOf returns the catalog entry of an engine kind, nil for behaviors and for kinds of the game.
func KindOf(k kind.Kind) *Kind { return kindsByName[k.String()] }

// KindNames returns the names and aliases of all kinds, in the order of the
// catalog.
func KindNames() []string {
	var names []string
	for _, k := range Kinds {
		names = append(append(names, k.Name), k.Aliases...)
	}
	return names
}

// The parameters that several kinds have.
var (
	utilityParam = Param{Name: "utility", Type: NumberParam, Default: "that of its hook, or else 0", Doc: "The score of the child.",
		set:     func(s *engine.Settings, v value.Value) { s.Utility = pointer(v.Float()) },
		compute: func(s *engine.Settings, e engine.Expression) { s.UtilityExpression = e }}
	weightParam      = weight("How likely the child is to be drawn, compared with the others. 0 is never drawn.")
	orderWeightParam = weight("A child with more weight tends to come earlier. 0 comes last.")
	conditionsParam  = Param{Name: "conditions", Type: CountParam, Constant: true, Default: "1", Doc: "How many of the first children are conditions.",
		set: func(s *engine.Settings, v value.Value) { s.Count = int(v.Float()) }}
)

func weight(doc string) Param {
	return Param{Name: "weight", Type: WeightParam, Default: "1", Doc: doc,
		set:     func(s *engine.Settings, v value.Value) { s.Weight = pointer(v.Float()) },
		compute: func(s *engine.Settings, e engine.Expression) { s.WeightExpression = e }}
}

func pointer(x float64) *float64 { return &x }

// perTickParam returns the parameter per_tick, for kinds that may start several children, or rounds, in one tick.
func perTickParam(doc string) Param {
	return Param{Name: "per_tick", Type: WordParam, Words: []string{"all", "one"}, Default: "all",
		Doc: doc,
		set: func(s *engine.Settings, v value.Value) { s.OnePerTick = v.Str() == "one" }}
}

func timeParam(doc string) Param {
	return Param{Name: "seconds", Type: SecondsParam, Required: true, Doc: doc,
		set: func(s *engine.Settings, v value.Value) { s.Time = seconds(v) }}
}

func countParam(unbounded, doc string) Param {
	return Param{Name: "times", Type: CountParam, Required: unbounded == "", Default: unbounded, Doc: doc,
		set: func(s *engine.Settings, v value.Value) { s.Count = int(v.Float()) }}
}
