package lint

import (
	"fmt"
	"slices"
)

// index says what was used as if it were a table.
func (e explainer) index(m []string) finding {
	kind, key := m[1], m[2]
	list := e.bases(kind, func(i int) bool {
		return e.isAny(i, ".", ":") && e.kindOf(i+1) == nameTok && e.word(i+1) == key || e.is(i, "[") && e.literalText(i+1) == key
	})
	if len(list) == 0 {
		list = e.bases(kind, func(i int) bool { return e.is(i, "[") && e.kindOf(i+1) != stringTok })
	}
	var words []string
	for _, x := range list {
		words = append(words, x.text)
	}
	text := oneOf(words)
	if text == "" {
		return nothing
	}
	found := said(described(text, kind)+" is used as if it were a table: it has no field '"+key+"'", "")
	if len(list) == 1 {
		found.tok = e.before(list[0].last + 1)
		if kind == "nil" {
			found.hint = e.wantsTable(list[0])
		}
	}
	return found
}

// bases returns what stands in front of the places at which a value is indexed, each once.
// It is empty if one of them cannot be named.
func (e explainer) bases(kind string, indexes func(i int) bool) []side {
	var list []side
	seen := map[string]bool{}
	agent := func(x side) bool { return e.isAgent(x.extent) }
	for i := e.from; i < e.to; i++ {
		if !indexes(i) || !e.endsOperand(i-1) || e.inFunctionName(i+1) {
			continue
		}
		x := e.sideOf(extent{e.termBefore(i), i - 1})
		switch {
		case x.text == "":
			return nil
		case !seen[x.text] && e.mayBe(x, kind):
			seen[x.text] = true
			list = append(list, x)
		}
	}
	if others := slices.DeleteFunc(slices.Clone(list), agent); len(others) > 0 {
		return others
	}
	return list
}

// wantsTable says what to do about what is nil and should be a table.
func (e explainer) wantsTable(x side) string {
	if e.is(x.first, "(") {
		return ""
	}
	if e.is(e.termFrom(x.first)+1, "=") && e.startsLine(x.first) && e.kindOf(x.last) == nameTok {
		return e.ifNil(x, fmt.Sprintf("write %s = %s or {} before", x.text, x.text))
	}
	return e.ifNil(x, "ask before: if "+x.text+" then ... end")
}

// key says what was to be a key of a table.
func (e explainer) key(m []string) finding {
	word := map[string]string{"nil": "nil", "NaN": "not a number (nan)"}[m[1]]
	at := e.only(func(i int) bool {
		return e.is(i, "[") && e.isAny(e.closing(i)+1, "=", ",") && e.mayBe(e.keyIn(i), m[1])
	})
	found := said(fmt.Sprintf("the key of a table is %s, and cannot be", word), "ask before that it is not")
	if at < 0 {
		return found
	}
	if x := e.keyIn(at); x.text != "" && x.text != "nil" {
		found.tok = x.first
		found.msg = fmt.Sprintf("%s is %s, and cannot be the key of a table", x.text, word)
		found.hint = "n == n is false for nan; look for a division by 0"
		if m[1] == "nil" {
			found.hint = e.ifNil(x, "ask before: if "+x.text+" then ... end")
		}
	}
	return found
}

// keyIn returns what stands in the brackets that open at token i.
func (e explainer) keyIn(i int) side {
	if end := e.closing(i); end > i+1 {
		x := e.sideOf(extent{i + 1, end - 1})
		if e.termFrom(i+1) != end-1 {
			x.kind = ""
		}
		return x
	}
	return side{}
}
