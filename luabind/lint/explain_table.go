package lint

import "fmt"

// index says what was used as if it were a table.
func (e explainer) index() finding {
	last := e.at
	if e.m.Name == "" { // it is to be blamed for its key
		for last > 0 && !e.isAny(last, ".", ":", "[") {
			last--
		}
		last--
	}
	x := e.sideOf(extent{e.termBefore(last + 1), last})
	if x.text == "" {
		return nothing
	}
	kind := e.m.Kinds[0]
	found := said(described(x.text, kind)+" is used as if it were a table: it has no field '"+e.m.Key+"'", "")
	if e.m.Name == "" {
		found.tok = last + 1
	}
	if kind == "nil" {
		found.hint = e.wantsTable(x)
	}
	return found
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
func (e explainer) key() finding {
	word := map[string]string{"nil": "nil", "number": "not a number (nan)"}[e.m.Kinds[0]]
	found := said(fmt.Sprintf("the key of a table is %s, and cannot be", word), "ask before that it is not")
	if !e.is(e.at-1, "[") {
		return found
	}
	if x := e.keyIn(e.at - 1); x.text != "" && x.text != "nil" {
		found.tok = x.first
		found.msg = fmt.Sprintf("%s is %s, and cannot be the key of a table", x.text, word)
		found.hint = "n == n is false for nan; look for a division by 0"
		if e.m.Kinds[0] == "nil" {
			found.hint = e.ifNil(x, "ask before: if "+x.text+" then ... end")
		}
	}
	return found
}

// keyIn returns what stands in the brackets that open at token i.
func (e explainer) keyIn(i int) side {
	if end := e.closing(i); end > i+1 {
		return e.sideOf(extent{i + 1, end - 1})
	}
	return side{}
}
