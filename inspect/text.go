package inspect

import (
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/inspect/wire"
	"github.com/bough-dev/bough/internal/declare"
	"github.com/bough-dev/bough/internal/rows"
)

// maxText is the maximum number of bytes of a value that a page gets.
const maxText = 2000

func clip(s string) string { return clipTo(s, maxText) }

// clipTo returns the first part of a text that takes at most n bytes, with an ellipsis if there is more.
func clipTo(s string, n int) string {
	if len(s) <= n {
		return s
	}
	cut := n
	for cut > 0 && s[cut]&0xC0 == 0x80 { // not within a character
		cut--
	}
	return s[:cut] + "…"
}

// dataText returns the data of a stimulus or a request, "" for none.
func dataText(v value.Value) string {
	if v.IsNil() {
		return ""
	}
	return rows.Text(clip(v.String()))
}

// fieldOf returns a value as a page shows it.
func fieldOf(name string, v value.Value) wire.Field {
	f := wire.Field{Name: name}
	exact := ""
	switch v.Kind() {
	case value.KindNil:
		f.Kind, f.Text = "nil", "nil"
		return f
	case value.KindBool:
		f.Kind, exact = "boolean", v.String()
	case value.KindNumber:
		f.Kind, f.Text, exact = "number", rows.Number(v.Float()), v.String()
		f.Number = finite(v.Float())
	case value.KindString:
		f.Kind, exact = "string", clip(v.String())
	case value.KindVector:
		f.Kind, exact = "value", v.String()
	default:
		switch x := v.Ref().(type) {
		case *value.Table:
			f.Kind, exact = "table", clip(v.String())
		case *engine.Agent:
			f.Kind, exact = "agent", x.Label()
		default:
			f.Kind, exact = "value", clip(v.String())
		}
	}
	if f.Text == "" {
		f.Text = rows.Text(exact)
	}
	if f.Text != exact {
		f.Exact = exact
	}
	return f
}

// unitOf returns the unit of a number for which d, which may be nil, declares one, or "".
func unitOf(d *declare.Declaration, f *wire.Field) string {
	if d == nil || d.Type == nil || f.Kind != "number" {
		return ""
	}
	return d.Type.Unit
}

// finite returns f, or 0 for a number that JSON does not have.
func finite(f float64) float64 {
	if f-f != 0 {
		return 0
	}
	return f
}
