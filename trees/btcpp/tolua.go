package btcpp

import (
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
)

// In a script, a truth value is the number 1 or 0. In Bough it is true or false, and behaviors written in Lua return
// and store it so. toLua converts where the difference matters, as far as the script shows which kinds of values it
// has. It does not know the kinds of keys, except of those that the same script has assigned before: for the others,
// the report names what may differ.

// kinds is the set of kinds that a value may have. It is 0 if nothing is known.
type kinds uint8

const (
	isInteger  kinds = 1 << iota // an integer in BehaviorTree.CPP
	isWhole                      // a floating point number, without a fraction as far as known
	isFraction                   // a floating point number
	isText
	isTruth
	mayBeAny // unknown, in a set with known kinds

	isNumber = isInteger | isWhole | isFraction
)

// only reports whether the value has one of the given kinds.
func (k kinds) only(some kinds) bool { return k != 0 && k&^some == 0 }

// expression is a translated expression.
type expression struct {
	source  string
	names   []string         // fields that the expression reads, in order, possibly repeated
	truths  []string         // fields whose truth value is used, without a comparison
	numbers []string         // fields that must be numbers and not truth values
	flags   []string         // fields that must be truth values and not numbers
	added   []string         // fields that must be numbers and not texts, since they are added
	texts   []string         // fields that become a part of a text
	stored  map[string]kinds // kinds of the values that a script assigns to fields
}

// toLua writes formulas of scripts as expressions of Lua.
type toLua struct {
	as    func(string) string // renames keys
	kinds map[string]kinds    // of fields that the script has assigned
	out   expression
	err   error
}

// written is a part of an expression, with the level of its operator in Lua and the kinds of its value.
type written struct {
	text  string
	level int
	kinds kinds
}

const atomLevel = 10

// maxFormula is the largest length of an expression, and of a script with expressions: both stand in one line, since the
// script is kept.
const maxFormula = trees.MaxLineLength * 2 / 5

// in returns the text as an operand of an operator.
func (w written) in(level int) string {
	if w.level < level {
		return "(" + w.text + ")"
	}
	return w.text
}

func (t *toLua) fail(err error) written {
	if t.err == nil {
		t.err = err
	}
	return written{level: atomLevel}
}

// join writes two operands with an operator between them.
func (t *toLua) join(op string, a, b written, k kinds) written {
	level := lua.levels[op]
	left, right := level, level+1
	if op == ".." {
		right = level // both orders give the same text
	}
	return t.bounded(written{a.in(left) + " " + lua.spelling(op) + " " + b.in(right), level, k})
}

// bounded fails if an expression does not fit on a line. Conditions are written twice, so it could grow without a bound.
func (t *toLua) bounded(w written) written {
	if len(w.text) > maxFormula {
		return t.fail(message.ExpressionTooLargeTerm())
	}
	return w
}

func (t *toLua) not(w written) written {
	return written{"not " + w.in(lua.prefix), lua.prefix, isTruth}
}

// name writes a key as a field.
func (t *toLua) name(key string) written {
	name := t.as(key)
	if !isField(name) {
		return t.fail(message.ForeignWordTerm(name))
	}
	t.out.names = append(t.out.names, name)
	return written{name, atomLevel, t.kinds[name]}
}

// truth writes a formula as a condition.
func (t *toLua) truth(f *formula) written {
	switch f.op {
	case groupOp:
		w := t.truth(f.args[0])
		return written{"(" + w.text + ")", atomLevel, w.kinds}
	case "&&", "||":
		return t.join(f.op, t.truth(f.args[0]), t.truth(f.args[1]), isTruth)
	case "!":
		return t.not(t.truth(f.args[0]))
	case "?":
		return t.choice(f, t.truth(f.args[1]), t.truth(f.args[2]))
	case numberOp:
		n, _ := number(f.text)
		return written{strconv.FormatBool(n != 0), atomLevel, isTruth}
	}
	w := t.value(f)
	switch {
	case w.kinds.only(isTruth):
	case w.kinds.only(isNumber):
		return t.join("!=", w, written{"0", atomLevel, isInteger}, isTruth)
	case w.kinds.only(isText):
		return t.join("!=", w, written{`""`, atomLevel, isText}, isTruth)
	case f.op == nameOp:
		t.out.truths = append(t.out.truths, w.text)
	}
	return w
}

// number writes a formula as a number.
func (t *toLua) number(f *formula) written { return t.asNumber(f, t.value(f)) }

func (t *toLua) asNumber(f *formula, w written) written {
	switch {
	case w.kinds.only(isText):
		return t.fail(message.MixedKindsTerm())
	case f.bare().op == "?" && !w.kinds.only(isNumber):
		f = f.bare()
		return t.choice(f, t.number(f.args[1]), t.number(f.args[2]))
	case f.bare().op == boolOp:
		return written{map[string]string{"true": "1", "false": "0"}[f.bare().text], atomLevel, isWhole}
	case w.kinds.only(isTruth):
		one, zero := written{"1", atomLevel, isWhole}, written{"0", atomLevel, isWhole}
		return t.join("||", t.join("&&", w, one, 0), zero, isWhole)
	case w.kinds&isTruth != 0:
		return t.fail(message.MixedKindsTerm())
	case f.bare().op == nameOp && w.kinds == 0:
		t.out.numbers = append(t.out.numbers, strings.Trim(w.text, "()"))
	}
	return w
}

// value writes a formula as a value.
func (t *toLua) value(f *formula) written {
	switch f.op {
	case nameOp:
		return t.name(f.text)
	case numberOp:
		k := isInteger
		if n, _ := number(f.text); !wholeNumber.MatchString(f.text) {
			if k = isWhole; n != float64(int64(n)) {
				k = isFraction
			}
		}
		return written{f.text, atomLevel, k}
	case textOp:
		return written{`"` + f.text + `"`, atomLevel, isText}
	case boolOp:
		return written{f.text, atomLevel, isTruth}
	case groupOp:
		w := t.value(f.args[0])
		return written{"(" + w.text + ")", atomLevel, w.kinds}
	case "&&", "||", "!":
		return t.truth(f)
	case negateOp:
		return t.negated(f)
	case "?":
		yes, no := t.value(f.args[1]), t.value(f.args[2])
		if all := yes.kinds | no.kinds; yes.kinds.only(isNumber) && no.kinds.only(isTruth) || yes.kinds.only(isTruth) && no.kinds.only(isNumber) {
			yes, no = t.asNumber(f.args[1], yes), t.asNumber(f.args[2], no)
		} else if all&isText != 0 && all&^(isText|mayBeAny) != 0 {
			return t.fail(message.MixedKindsTerm())
		}
		return t.choice(f, yes, no)
	case chainOp:
		w := t.compared(f.ops[0], f.args[0], f.args[1])
		for i, op := range f.ops[1:] {
			w = t.join("&&", w, t.compared(op, f.args[i+1], f.args[i+2]), isTruth)
		}
		return w
	case "+", "-", "*", "/":
		return t.calculated(f)
	case "..":
		return t.joined(f)
	}
	return t.compared(f.op, f.args[0], f.args[1])
}

func (t *toLua) negated(f *formula) written {
	w := t.number(f.args[0])
	text := w.in(lua.prefix)
	if strings.HasPrefix(text, "-") {
		text = "(" + text + ")"
	}
	k := isWhole
	if w.kinds&isFraction != 0 {
		k = isFraction
	}
	return written{"-" + text, lua.prefix, k}
}

// choice writes condition ? a : b. In Lua, condition and a or b is b if a is false, so that form needs an a that is
// not false.
func (t *toLua) choice(f *formula, yes, no written) written {
	condition := t.truth(f.args[0])
	k := yes.kinds | no.kinds
	if k != 0 && (yes.kinds == 0 || no.kinds == 0) {
		k |= mayBeAny
	}
	first := t.join("&&", condition, yes, 0)
	if yes.text != "true" && !yes.kinds.only(isNumber|isText) {
		no = t.join("&&", t.not(condition), no, 0)
	}
	return t.join("||", first, no, k)
}

func (t *toLua) calculated(f *formula) written {
	a, b := t.value(f.args[0]), t.value(f.args[1])
	if f.op == "+" && (a.kinds.only(isText) || b.kinds.only(isText)) {
		if (a.kinds|b.kinds)&^(isText|mayBeAny) != 0 {
			return t.fail(message.MixedKindsTerm())
		}
		return t.join("..", a, b, isText)
	}
	known := a.kinds.only(isNumber|isTruth) || b.kinds.only(isNumber|isTruth)
	for i, w := range []written{a, b} {
		if f.op == "+" && !known && w.kinds == 0 && f.args[i].bare().op == nameOp {
			t.out.added = append(t.out.added, strings.Trim(w.text, "()"))
		}
	}
	a, b = t.asNumber(f.args[0], a), t.asNumber(f.args[1], b)
	k := isWhole
	if f.op == "/" || (a.kinds|b.kinds)&isFraction != 0 {
		k = isFraction
	}
	return t.join(f.op, a, b, k)
}

// compared writes a comparison. Numbers are equal in BehaviorTree.CPP if they differ by 2^-23 at most, which is the
// same for whole numbers.
func (t *toLua) compared(op string, left, right *formula) written {
	a, b := t.value(left), t.value(right)
	equality := op == "==" || op == "!="
	switch all := a.kinds | b.kinds; {
	case all&isText != 0 && all&^(isText|mayBeAny) != 0:
		return t.fail(message.MixedKindsTerm())
	case all&isText != 0:
		return t.join(op, a, b, isTruth)
	case equality && all&isNumber == 0: // truth values or unknown ones
		for i, f := range []*formula{left, right} {
			if w := [...]written{a, b}[i]; f.bare().op == nameOp && w.kinds == 0 && all == isTruth {
				t.out.flags = append(t.out.flags, strings.Trim(w.text, "()"))
			}
		}
		return t.join(op, a, b, isTruth)
	}
	a, b = t.asNumber(left, a), t.asNumber(right, b)
	if !equality || (a.kinds|b.kinds)&isFraction == 0 {
		return t.join(op, a, b, isTruth)
	}
	w := written{"math.abs(" + t.join("-", a, b, isFraction).text + ") <= 2^-23", lua.levels["<="], isTruth}
	if op == "!=" {
		w = t.not(w)
	}
	return t.bounded(w)
}

// joined writes a .. b. Numbers have six digits after the point in the text, unless they are integers.
func (t *toLua) joined(f *formula) written {
	a, b := t.value(f.args[0]), t.value(f.args[1])
	if a.kinds.only(isNumber|isTruth) && b.kinds.only(isNumber|isTruth) {
		return t.fail(message.MixedKindsTerm())
	}
	return t.join("..", t.digits(f.args[0], a), t.digits(f.args[1], b), isText)
}

// digits writes a part of a text.
func (t *toLua) digits(f *formula, w written) written {
	switch {
	case f.bare().op == numberOp && w.kinds != isInteger:
		n, _ := number(f.bare().text)
		return written{`"` + strconv.FormatFloat(n, 'f', 6, 64) + `"`, atomLevel, isText}
	case w.kinds.only(isTruth):
		one, zero := written{`"1.000000"`, atomLevel, isText}, written{`"0.000000"`, atomLevel, isText}
		return t.join("||", t.join("&&", w, one, 0), zero, isText)
	case w.kinds.only(isWhole | isFraction):
		return t.bounded(written{`string.format("%f", ` + w.text + `)`, atomLevel, isText})
	case w.kinds == isInteger, w.kinds.only(isText):
	default:
		for _, name := range f.names(nil) {
			t.out.texts = append(t.out.texts, t.as(name))
		}
	}
	return w
}

// translate translates a condition to another language. If a construct cannot be translated, the error names it.
func translate(source string, from, to *language) (expression, error) {
	return translateAs(source, from, to, func(name string) string { return name })
}

// translateAs is like translate, but renames keys with the function as.
func translateAs(source string, from, to *language, as func(string) string) (expression, error) {
	f, err := from.parse(source)
	if err != nil {
		return expression{}, err
	}
	if to == script {
		t := &toScript{}
		text := t.truth(f).text
		return expression{source: text, names: t.names}, t.err
	}
	t := &toLua{as: as}
	t.out.source = t.truth(f).text
	return t.out, t.err
}

// isField reports whether name is valid for a field in an expression.
func isField(name string) bool {
	return isPortKey(name) && name != "params" && name != "condition"
}

// assignments translates a script that only assigns values to keys to the parameters of nodes set. There are several
// of them if the script assigns to a key again. The function target renames the keys that are assigned, and as those
// that are read. If a construct cannot be translated, the error names it.
func assignments(source string, target, as func(string) string) (sets [][]trees.Param, e expression, err error) {
	list, err := statements(source)
	if err != nil {
		return nil, e, err
	}
	t := &toLua{as: as, kinds: map[string]kinds{}, out: expression{stored: map[string]kinds{}}}
	var last []trees.Param
	size, limit := 0, 2*maxFormula
	for _, a := range list {
		p := trees.Param{Name: target(a.key)}
		if !isOwnField(p.Name) {
			return nil, e, message.UnwritableKeyTerm(p.Name)
		}
		w := t.assigned(&p, a.value)
		if p.Expr != nil {
			limit = maxFormula
		}
		if size += len(p.Name) + len(w.text); max(size, len(source)) > limit {
			t.fail(message.ExpressionTooLargeTerm())
		}
		if t.err != nil {
			return nil, e, t.err
		}
		if hasParam(&trees.Node{Params: last}, p.Name) {
			sets, last = append(sets, last), nil
		}
		last = append(last, p)
		if t.out.stored[p.Name] |= w.kinds; w.kinds == 0 {
			t.out.stored[p.Name] |= mayBeAny
		}
		if w.kinds == isInteger {
			w.kinds |= isWhole // if it was a floating point number before, it still is one
		}
		t.kinds[p.Name] = w.kinds
	}
	return append(sets, last), t.out, nil
}

// assigned sets the value of a parameter.
func (t *toLua) assigned(p *trees.Param, f *formula) written {
	w := t.value(f)
	sign := ""
	if f = f.bare(); f.op == negateOp && f.args[0].op == numberOp {
		sign, f = "-", f.args[0]
	}
	switch f.op {
	case numberOp:
		n, _ := number(sign + f.text)
		p.Value = value.Number(n)
	case textOp:
		p.Value = value.String(f.text)
	case boolOp:
		p.Value = value.Bool(f.text == "true")
	default:
		p.Expr = &trees.Guard{Source: w.text}
	}
	return w
}

// assigning returns a script that assigns the values to the fields, and the names that it reads. It returns false if a
// script cannot do that.
func assigning(params []trees.Param) (source string, names []string, ok bool) {
	var parts []string
	t := &toScript{}
	for _, p := range params {
		text := t.constant(p)
		if p.Expr != nil {
			f, err := lua.parse(p.Expr.Source)
			if err != nil {
				return "", nil, false
			}
			text = t.value(f).text
		}
		if text == "" || t.err != nil || !isOwnField(p.Name) {
			return "", nil, false
		}
		parts = append(parts, p.Name+" := "+text)
	}
	return strings.Join(parts, "; "), t.names, len(parts) > 0
}
