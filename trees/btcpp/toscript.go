package btcpp

import (
	"strings"

	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
)

// toScript writes formulas of Lua as expressions of scripts.
type toScript struct {
	names []string
	err   error
}

func (t *toScript) fail(err error) written {
	if t.err == nil {
		t.err = err
	}
	return written{level: script.prefix}
}

func (t *toScript) join(op string, a, b written, k kinds) written {
	level := script.levels[op]
	right := level + 1
	if op == ".." && b.kinds == isText {
		right = level // both orders give the same text
	}
	return written{a.in(level) + " " + op + " " + b.in(right), level, k}
}

// truth writes a formula as a condition.
func (t *toScript) truth(f *formula) written {
	switch f.op {
	case groupOp:
		return t.group(t.truth(f.args[0]))
	case "&&", "||":
		return t.join(f.op, t.truth(f.args[0]), t.truth(f.args[1]), isTruth)
	case "!":
		return written{"!" + t.truth(f.args[0]).in(script.prefix), script.prefix, isTruth}
	}
	return t.value(f)
}

func (t *toScript) group(w written) written {
	return written{"(" + w.text + ")", script.prefix, w.kinds}
}

// value writes a formula as a value.
func (t *toScript) value(f *formula) written {
	switch f.op {
	case nameOp:
		if !isField(f.text) {
			return t.fail(message.ForeignWordTerm(f.text))
		}
		t.names = append(t.names, f.text)
		return written{f.text, script.prefix, 0}
	case numberOp:
		return written{f.text, script.prefix, isNumber}
	case textOp:
		return written{"'" + f.text + "'", script.prefix, isText}
	case boolOp:
		return written{f.text, script.prefix, isTruth}
	case groupOp:
		return t.group(t.value(f.args[0]))
	case "!":
		return t.truth(f)
	case "&&", "||":
		return t.choice(f)
	case negateOp:
		text := t.value(f.args[0]).in(script.prefix)
		if text != "" && text[0] == '-' {
			text = "(" + text + ")"
		}
		return written{"-" + text, script.prefix, isNumber}
	}
	k := isNumber
	switch {
	case f.op == "..":
		k = isText
	case isComparison(f.op):
		k = isTruth
	}
	return t.join(f.op, t.value(f.args[0]), t.value(f.args[1]), k)
}

// choice writes a and b or c as a ? b : c if b cannot be false, and a and b or not a and c always. Other values of "and"
// and "or" have the form of a script only if all of them are truth values.
func (t *toScript) choice(f *formula) written {
	if both := f.args[0].bare(); f.op == "||" && both.op == "&&" {
		condition, yes := t.truth(both.args[0]), t.value(both.args[1])
		no := f.args[1].bare()
		other := no.op == "&&" && no.args[0].bare().op == "!" && (&toScript{}).truth(no.args[0].bare().args[0].bare()).text == (&toScript{}).truth(both.args[0].bare()).text
		if other {
			no = no.args[1]
		}
		if other || yes.kinds.only(isNumber|isText) || both.args[1].bare().text == "true" {
			value := t.value(no)
			k := yes.kinds | value.kinds
			if yes.kinds == 0 || value.kinds == 0 {
				k = 0
			}
			level := script.levels["?"]
			return written{condition.in(level+1) + " ? " + yes.in(level+1) + " : " + value.in(level), level, k}
		}
	}
	a, b := t.value(f.args[0]), t.value(f.args[1])
	if !a.kinds.only(isTruth) || !b.kinds.only(isTruth) {
		return t.fail(message.ValueOfAndOrTerm())
	}
	return t.join(f.op, a, b, isTruth)
}

// constant writes the value of a parameter. It returns "" if a script does not have such a value.
func (t *toScript) constant(p trees.Param) string {
	text := p.Value.String()
	switch p.Value.Kind() {
	case value.KindBool:
	case value.KindNumber:
		if digits := strings.TrimPrefix(text, "-"); p.Percent || scriptNumber.FindString(digits) != digits {
			return ""
		}
	case value.KindString:
		text = p.Value.Str()
		switch {
		case p.Word || strings.ContainsAny(text, "\n\r\"'\\"):
			return ""
		case !p.Ref:
			text = "'" + text + "'"
		}
	default:
		return ""
	}
	return text
}
