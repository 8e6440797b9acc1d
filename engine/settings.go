package engine

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine/value"
)

// text returns the settings that differ from their defaults, each after a space.
func (s *Settings) text() string {
	var b strings.Builder
	put := func(name, value string) { b.WriteString(" " + name + "=" + value) }
	number := func(name string, f float64, given bool) {
		if given {
			put(name, value.FormatNumber(f))
		}
	}
	quoted := func(name, text string) {
		if text != "" {
			put(name, strconv.Quote(text))
		}
	}
	number("count", float64(s.Count), s.Count != 0)
	if s.Time != 0 {
		put("time", s.Time.String())
	}
	number("success", float64(s.Success), s.Success != 0)
	number("failure", float64(s.Failure), s.Failure != 0)
	if s.Unready != UnreadyFails {
		put("unready", s.Unready.String())
	}
	if s.DecideEach {
		put("decide", "each")
	}
	if s.OnePerTick {
		put("per_tick", "one")
	}
	switch {
	case s.AfterFailure && s.AfterAbort:
		put("after", "exit")
	case s.AfterFailure:
		put("after", "result")
	case s.AfterAbort:
		put("after", "abort")
	}
	number("inertia", s.Inertia, s.Inertia != 0)
	number("chance", s.Chance, s.Chance != 0)
	if s.Weight != nil {
		put("weight", value.FormatNumber(*s.Weight))
	}
	if s.Utility != nil {
		put("utility", value.FormatNumber(*s.Utility))
	}
	if s.UtilityExpression != nil {
		put("utility", "("+s.UtilityExpression.Source()+")")
	}
	if s.WeightExpression != nil {
		put("weight", "("+s.WeightExpression.Source()+")")
	}
	if s.Number != nil {
		put("number", "("+s.Number.Source()+")")
	}
	if s.Case != nil {
		put("case", s.Case.String())
	}
	quoted("name", s.Name)
	switch {
	case s.DataExpression != nil:
		put("data", "("+s.DataExpression.Source()+")")
	case !s.Data.IsNil():
		put("data", s.Data.String())
	}
	if s.To != (Key{}) {
		put("to", s.To.Name())
	}
	quoted("channel", s.Channel)
	number("priority", s.Priority, s.Priority != 0)
	for _, f := range s.Fields {
		if f.Expression != nil {
			put(f.Field.Name(), "("+f.Expression.Source()+")")
		} else {
			put(f.Field.Name(), f.Value.String())
		}
	}
	if s.Expression != nil {
		b.WriteString(" (" + s.Expression.Source() + ")")
	}
	return b.String()
}

// equal reports whether s and o are equal, with identical conditions.
func (s *Settings) equal(o *Settings) bool {
	equal := func(v, w float64) bool { return v == w }
	return s.Count == o.Count && s.Time == o.Time && s.Success == o.Success && s.Failure == o.Failure &&
		s.Unready == o.Unready && s.DecideEach == o.DecideEach && s.OnePerTick == o.OnePerTick && s.AfterFailure == o.AfterFailure && s.AfterAbort == o.AfterAbort && s.Inertia == o.Inertia && s.Chance == o.Chance &&
		sameOptional(s.Weight, o.Weight, equal) && sameOptional(s.Utility, o.Utility, equal) && s.UtilityExpression == o.UtilityExpression && sameOptional(s.Case, o.Case, value.Value.Equal) &&
		s.Expression == o.Expression && s.Number == o.Number && s.WeightExpression == o.WeightExpression && s.Name == o.Name && s.Data.Equal(o.Data) && s.DataExpression == o.DataExpression &&
		s.To == o.To && s.Channel == o.Channel && s.Priority == o.Priority &&
		slices.EqualFunc(s.Fields, o.Fields, func(a, b Assignment) bool {
			return a.Field == b.Field && a.Value.Equal(b.Value) && a.Expression == b.Expression
		})
}

// sameOptional reports whether both are nil, or both point to equal values.
func sameOptional[T any](a, b *T, equal func(a, b T) bool) bool {
	if a == nil || b == nil {
		return a == b
	}
	return equal(*a, *b)
}
