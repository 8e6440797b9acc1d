package behaviors

import (
	"slices"
	"strings"
	"time"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
)

// ParamType is the type of a parameter of a kind.
type ParamType uint8

// The types of parameters.
const (
	NumberParam  ParamType = iota // any number
	CountParam                    // a whole number, 1 or more
	SecondsParam                  // a number of seconds, 0 or more
	WeightParam                   // a number, 0 or more
	ChanceParam                   // 0 to 1, or a percentage
	TextParam                     // a text
	FieldParam                    // the name of a field, as a text
	QuotaParam                    // a whole number, 1 or more; one; or all
	WordParam                     // one of Words
	ValueParam                    // any literal
)

// wants holds descriptions of valid values that are no numbers. A WordParam and a text that is not empty have others.
var wants = map[ParamType]func() diag.Words{
	TextParam: message.QuotedTextValue, FieldParam: message.FieldNameValue, QuotaParam: message.QuotaValue, ValueParam: message.AnyValue,
}

// typeNames holds the names of the types for tables.
var typeNames = [...]string{"number", "count", "seconds", "number", "chance", "text", "field", "count, one, all", "word", "value"}

// Range returns the range of the numbers that a parameter of the type takes, and kind.NoNumber if it is no number.
func (t ParamType) Range() kind.Range {
	if t > ChanceParam {
		return kind.NoNumber
	}
	return [...]kind.Range{kind.AnyNumber, kind.CountNumber, kind.SecondsNumber, kind.WeightNumber, kind.ChanceNumber}[t]
}

// String returns a short name of the type.
func (t ParamType) String() string { return typeNames[t] }

// Param documents a parameter of a kind.
type Param struct {
	Name string
	Type ParamType
	// Words are the possible values of a WordParam.
	Words []string
	// Required is set if the parameter must be given.
	Required bool
	// Default describes the effect of an omitted parameter.
	Default string
	// Doc describes the parameter in a sentence.
	Doc string
	// NotEmpty is set if a text must not be empty.
	NotEmpty bool
	// Constant is set for a value that is part of the structure of the tree, so that no expression can compute it.
	Constant bool

	set     func(*engine.Settings, value.Value)
	compute func(*engine.Settings, engine.Expression) // nil for the number of the kind
}

// Set stores a value in the settings of a node. The error is diag.Words.
func (p *Param) Set(s *engine.Settings, v value.Value) error {
	v, ok := p.accept(v)
	if !ok {
		return message.WrongParameterValue(p.Name, v.String(), p.wants())
	}
	p.set(s, v)
	return nil
}

// Computed reports whether an expression may compute the value. It may if the value is a number or any literal.
func (p *Param) Computed() bool {
	switch p.Type {
	case NumberParam, CountParam, SecondsParam, WeightParam, ChanceParam, ValueParam:
		return !p.Constant
	}
	return false
}

// NotComputed returns the mistake that an expression, or a field alone, gives the value of a parameter which is not Computed.
func (p *Param) NotComputed(field bool) diag.Words {
	switch {
	case p.Constant && p.Type != ValueParam:
		return message.ConstantNumber(p.Name)
	case field:
		return message.ConstantParameter(p.Name)
	}
	return message.ConstantValue(p.Name)
}

// SetExpression stores an expression that gives the value of a parameter, which must be Computed.
func (p *Param) SetExpression(s *engine.Settings, e engine.Expression) {
	if p.compute != nil {
		p.compute(s, e)
	} else {
		s.Number = e
	}
}

// wants describes the valid values.
func (p *Param) wants() diag.Words {
	switch {
	case p.Type == WordParam:
		return message.WordValue(p.Words)
	case p.NotEmpty:
		return message.FilledTextValue()
	case p.Type.Range() != kind.NoNumber:
		return message.NumberIn(p.Type.Range())
	}
	return wants[p.Type]()
}

// accept returns the value and reports whether it is valid. A number that is written as a word is converted.
func (p *Param) accept(v value.Value) (value.Value, bool) {
	isNumber := v.Kind() == value.KindNumber
	if r := p.Type.Range(); r != kind.NoNumber {
		return v, isNumber && r.Has(v.Float())
	}
	switch p.Type {
	case TextParam, FieldParam:
		return v, v.Kind() == value.KindString && (v.Str() != "" || p.Type == TextParam && !p.NotEmpty)
	case QuotaParam:
		switch v.Str() {
		case "one":
			return value.Number(1), true
		case "all":
			return value.Number(engine.All), true
		}
		return v, isNumber && kind.CountNumber.Has(v.Float())
	case WordParam:
		for _, w := range p.Words {
			if v.Str() == w {
				return v, true
			}
		}
		return v, false
	}
	return v, true
}

func seconds(v value.Value) time.Duration { return time.Duration(v.Float() * float64(time.Second)) }

// Suggest returns the remedy for an unknown parameter of the kind.
func (k *Kind) Suggest(name string) diag.Words {
	var names []string
	for i := range k.Params {
		names = append(names, k.Params[i].Name)
	}
	if near := message.Near(name, names); near.Text != "" {
		return near
	}
	if len(names) == 0 {
		return message.TakesNoParameters(k.Name)
	}
	for i := range k.Params {
		if slices.Contains(strings.Fields(paramsElsewhere[k.Params[i].Type]), name) {
			return message.DidYouMean(names[i])
		}
	}
	return message.TakesParameters(names, k.Name)
}

// paramsElsewhere are the names in other engines of parameters of a type, of which a kind has one.
var paramsElsewhere = map[ParamType]string{
	SecondsParam: "duration time lifetime delay period interval timeout",
	CountParam:   "count number n rounds cycles num_cycles attempts num_attempts",
}

// ExampleLine returns the line of the example that uses the kind.
func (k *Kind) ExampleLine() string {
	for line := range strings.Lines(k.Example) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, k.Name+" ") {
			return line
		}
	}
	return k.Name
}
